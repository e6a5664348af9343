// SPDX-License-Identifier: BSL-1.0
// Converts coordinates to positions and back, and checks them and the arrays of CSR and CSC matrices.
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/csr.hpp>

namespace ravel::detail {

void check_coordinate_table(const shape& given, const shape& extents) {
  if (given.rank() != 2 || given[1] != extents.rank()) {
    throw shape_error(text() << "coordinates of shape " << to_string(given) << " for a tensor of shape " << to_string(extents)
                             << ": there is a row for each entry, with a place for each axis");
  }
}

void check_axis_count(index_t given, const shape& extents) {
  if (given != extents.rank())
    throw shape_error(text() << counted(given, "list") << " of coordinates for a tensor of shape " << to_string(extents) << ", which has "
                             << counted(extents.rank(), "axis", "axes"));
}

void check_axis_length(index_t axis, index_t given, index_t count) {
  if (given != count)
    throw shape_error(text() << counted(given, "coordinate") << " on axis " << axis << " and " << counted(count, "value"));
}

std::unique_ptr<index_t[]> positions_at(const shape& extents, std::span<const axis_coordinates> axes, index_t count) {
  auto positions = std::make_unique<index_t[]>(static_cast<std::size_t>(count));
  for (index_t axis = 0; axis < extents.rank(); ++axis) {
    const auto [first, step] = axes[static_cast<std::size_t>(axis)];
    const index_t extent = extents[axis];
    for (index_t i = 0; i < count; ++i) {
      const index_t at = first[i * step];
      if (at < 0 || at >= extent) {
        throw index_error(text() << "entry " << i << " has the coordinate " << at << " on axis " << axis << ", outside the extent "
                                 << extent);
      }
      index_t& position = positions[static_cast<std::size_t>(i)];
      position = position * extent + at;
    }
  }
  return positions;
}

void list_coordinates(const shape& extents, const index_t* positions, index_t count, index_t* out) {
  const index_t rank = extents.rank();
  for (index_t i = 0; i < count; ++i, out += rank) {
    index_t left = positions[i];
    for (index_t axis = rank - 1; axis >= 0; --axis) {
      out[axis] = left % extents[axis];
      left /= extents[axis];
    }
  }
}

void check_matrix(const shape& extents, const line_words& words) {
  if (extents.rank() != 2) {
    throw shape_error(text() << "a tensor of shape " << to_string(extents) << " does not lie " << words.line << " by " << words.line
                             << ": that has two axes");
  }
}

void check_starts(const shape& extents, const line_words& words, std::span<const index_t> starts, index_t places, index_t values) {
  if (places != values)
    throw shape_error(text() << counted(places, words.place) << " and " << counted(values, "value") << ": each entry has one of both");
  const index_t lines = extents[0];
  if (std::ssize(starts) != add_index(lines, 1))
    throw shape_error(text() << counted(std::ssize(starts), "start") << " for " << counted(lines, words.line) << ": there is one more than "
                             << words.line << "s");
  if (starts[0] != 0) throw value_error(text() << "start 0 is " << starts[0] << ", not 0");
  for (std::size_t i = 1; i < starts.size(); ++i) {
    if (starts[i] < starts[i - 1]) {
      throw value_error(text() << "start " << i << " is " << starts[i] << ", less than the one before, which is " << starts[i - 1]);
    }
  }
  if (starts.back() != places)
    throw value_error(text() << "the last start is " << starts.back() << ", and there " << (places == 1 ? "is " : "are ")
                             << counted(places, "entry", "entries"));
}

namespace {

template <class Index>
bool places_rise(const shape& extents, const line_words& words, const index_t* starts, const Index* places) {
  bool rising = true;
  for (index_t line = 0; line < extents[0]; ++line) {
    index_t before = -1;
    for (index_t k = starts[line]; k < starts[line + 1]; ++k) {
      const index_t place = places[k];
      if (place < 0 || place >= extents[1]) {
        throw index_error(text() << "entry " << k << " in " << words.line << " " << line << " has the " << words.place << " " << place
                                 << ", outside " << extents[1] << " " << words.place << "s");
      }
      rising = rising && place > before;
      before = place;
    }
  }
  return rising;
}

template <class Index>
std::unique_ptr<index_t[]> positions_of(const shape& extents, const index_t* starts, const Index* places) {
  auto positions = std::make_unique_for_overwrite<index_t[]>(static_cast<std::size_t>(starts[extents[0]]));
  for (index_t line = 0; line < extents[0]; ++line) {
    for (index_t k = starts[line]; k < starts[line + 1]; ++k) positions[static_cast<std::size_t>(k)] = line * extents[1] + places[k];
  }
  return positions;
}

}  // namespace

bool check_places(const shape& extents, const line_words& words, const index_t* starts, const std::int32_t* places) {
  return places_rise(extents, words, starts, places);
}
bool check_places(const shape& extents, const line_words& words, const index_t* starts, const std::int64_t* places) {
  return places_rise(extents, words, starts, places);
}

std::unique_ptr<index_t[]> positions_in_lines(const shape& extents, const index_t* starts, const std::int32_t* places) {
  return positions_of(extents, starts, places);
}
std::unique_ptr<index_t[]> positions_in_lines(const shape& extents, const index_t* starts, const std::int64_t* places) {
  return positions_of(extents, starts, places);
}

void check_place_twice(const shape& extents, const line_words& words, const index_t* positions, index_t count) {
  const position_order order(positions, count);
  for (index_t i = 1; i < count; ++i) {
    const index_t a = order.place(i - 1), b = order.place(i);
    if (positions[a] == positions[b]) {
      throw value_error(text() << "entries " << a << " and " << b << " both stand in " << words.line << " " << positions[b] / extents[1]
                               << ", " << words.place << " " << positions[b] % extents[1]);
    }
  }
}

void split_positions(const shape& extents, const index_t* positions, index_t count, index_t* starts, index_t* places) {
  in_pieces(count, 1, [&](index_t begin, index_t end) {
    index_t line = begin > 0 ? positions[begin - 1] / extents[1] : 0;
    each_in_matrix(extents[1], positions + begin, end - begin, [&](index_t i, index_t row, index_t column) {
      while (line < row) starts[++line] = begin + i;
      places[begin + i] = column;
    });
  });
  for (index_t line = count > 0 ? positions[count - 1] / extents[1] : 0; line < extents[0];) starts[++line] = count;
}

void turn_positions(const shape& extents, const index_t* positions, index_t count, index_t* starts, index_t* rows, index_t* order) {
  const index_t width = extents[1];
  std::vector<index_t> counters;
  const auto count_columns = [&](index_t begin, index_t end, index_t* counts) {
    each_in_matrix(width, positions + begin, end - begin, [&](index_t, index_t, index_t column) { ++counts[column]; });
  };
  const auto put = [&](index_t begin, index_t end, index_t* places) {
    const auto put_one = [=, to = rows, from = order](index_t i, index_t row, index_t column) {
      const index_t place = places[column]++;
      to[place] = row;
      from[place] = begin + i;
    };
    each_in_matrix(width, positions + begin, end - begin, put_one);
  };
  counting_pass(count, width, 0, counters, count_columns, put);
  // The places of the last part have moved to the ends of the columns.
  std::copy(counters.end() - width, counters.end(), starts + 1);
}

}  // namespace ravel::detail
