// SPDX-License-Identifier: BSL-1.0
// Rows of ranks that know no elements: who has them, who asks for them, and how they travel.
#include <ravel/base/error.hpp>
#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/mpi/detail/row_places.hpp>
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/fetch.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace ravel {
namespace mpi {
namespace detail {

using ravel::detail::text;

namespace {

distribution checked_cut(const distribution& how, const ravel::shape& extents) {
  if (extents.rank() == 0) throw shape_error("a sparse tensor of ranks has rows, and a tensor without axes has none");
  if (!cuts_rows(how, extents))
    throw value_error(text() << "a sparse tensor is cut along axis 0, not in " << how.description() << ": write blocks{0}");
  return how.from_front(extents.rank());
}

}  // namespace

row_places::row_places(const distribution& how, const ravel::shape& extents, const world& ranks)
    : at_(checked_cut(how, extents).place(ravel::shape{extents[0]}, ranks.size(), ranks.rank())) {}

bool cuts_rows(const distribution& how, const ravel::shape& extents) {
  return std::ranges::all_of(how.from_front(extents.rank()).axes(), [](index_t axis) { return axis == 0; });
}

index_t row_width(const ravel::shape& extents) {
  index_t width = 1;
  for (index_t k = 1; k < extents.rank(); ++k) width *= extents[k];
  return width;
}

std::vector<index_t> number_columns(std::span<index_t> columns, index_t width) {
  const auto count = static_cast<index_t>(columns.size());
  std::vector<index_t> all;
  if (width / 8 <= count) {
    std::vector<index_t> places(static_cast<std::size_t>(width), -1);
    for (const index_t c : columns) places[static_cast<std::size_t>(c)] = 0;
    for (index_t c = 0; c < width; ++c) {
      index_t& place = places[static_cast<std::size_t>(c)];
      if (place < 0) continue;
      place = static_cast<index_t>(all.size());
      all.push_back(c);
    }
    for (index_t& c : columns) c = places[static_cast<std::size_t>(c)];
    return all;
  }
  all.assign(columns.begin(), columns.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (index_t& c : columns) c = std::ranges::lower_bound(all, c) - all.begin();
  return all;
}

index_t known_rows::count_given() const {
  index_t all = 0;
  for (const auto& list : given) all += static_cast<index_t>(list.size());
  return all;
}

known_rows ask_for_rows(const char* operation, const world& ranks, ravel::detail::function_ref<asked_rows()> look) {
  routes<index_t> asked(ranks);
  known_rows known;
  std::vector<index_t> owners, next(static_cast<std::size_t>(ranks.size()));
  const auto ask = [&] {
    const asked_rows wanted = look();
    for (const index_t row : wanted.rows) {
      owners.push_back(wanted.cut.rank_of(row));
      asked.to(owners.back()).push_back(wanted.cut.place_of(row));
    }
    for (int r = 0; r < ranks.size(); ++r) known.gotten.push_back(static_cast<index_t>(asked.to(r).size()));
    std::exclusive_scan(known.gotten.begin(), known.gotten.end(), next.begin(), index_t{0});
    for (const index_t r : owners) known.order.push_back(next[static_cast<std::size_t>(r)]++);
    return wanted.said;
  };
  const auto agree = [&] { asked.agree(); };
  const auto send = [&] { asked.exchange(); };
  const auto keep = [&] {
    auto from = asked.received().begin();
    for (const index_t n : asked.counts()) {
      known.given.emplace_back(from, from + n);
      from += n;
    }
  };
  collectively(ranks, operation, ask, {agree, send, keep});
  return known;
}

row_mail::row_mail(const known_rows& known, std::size_t row_bytes) : known_(known), row_bytes_(row_bytes) {}

void row_mail::pack(const std::byte* own) {
  packed_.resize(static_cast<std::size_t>(known_.count_given()) * row_bytes_);
  received_.resize(known_.order.size() * row_bytes_);
  if (row_bytes_ == 0) return;
  std::byte* to = packed_.data();
  for (const auto& list : known_.given) {
    for (const index_t place : list) {
      std::memcpy(to, own + static_cast<std::size_t>(place) * row_bytes_, row_bytes_);
      to += row_bytes_;
    }
  }
}

void row_mail::exchange(world_state& state) {
  const auto ranks = static_cast<std::size_t>(state.size());
  std::vector<std::span<const std::byte>> to;
  std::vector<std::span<std::byte>> from;
  std::span<const std::byte> given = packed_;
  std::span<std::byte> gotten = received_;
  for (std::size_t r = 0; r < ranks; ++r) {
    to.push_back(given.first(known_.given[r].size() * row_bytes_));
    given = given.subspan(to.back().size());
    from.push_back(gotten.first(static_cast<std::size_t>(known_.gotten[r]) * row_bytes_));
    gotten = gotten.subspan(from.back().size());
  }
  exchange_bytes(
      state, [&](std::size_t r) { return to[r]; }, [&](std::size_t r) { return from[r]; });
}

void row_mail::unpack(std::byte* out) const {
  if (row_bytes_ == 0) return;
  for (const index_t place : known_.order) {
    std::memcpy(out, received_.data() + static_cast<std::size_t>(place) * row_bytes_, row_bytes_);
    out += row_bytes_;
  }
}

std::string said_map(const dims& map) { return text() << ravel::to_string(map) << ", " << schedule_key{{}, {}, map, 1}.hash(); }

void check_entry_once(const ravel::shape& extents, std::span<const index_t> positions) {
  std::vector<index_t> sorted(positions.begin(), positions.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return;
  std::vector<index_t> place(static_cast<std::size_t>(extents.rank()));
  index_t left = *twice;
  for (index_t k = extents.rank(); k-- > 0; left /= extents[k]) place[static_cast<std::size_t>(k)] = left % extents[k];
  throw value_error(text() << "two entries both have the coordinates " << ravel::detail::list_text(place)
                           << ": say on_duplicates::first, last or sum");
}

void throw_not_one_shape(const ravel::shape& a, const ravel::shape& b) {
  throw shape_error(text() << "functions of sparse tensors of ranks take one shape, not " << ravel::to_string(a) << " and "
                           << ravel::to_string(b) << ": nothing is stretched");
}
void throw_dense_result() {
  throw value_error(
      "a function of sparse tensors of ranks has no value for elements that are not stored, so its result is dense: clone its operands "
      "first");
}
void throw_moves_first(const std::string& where) {
  throw layout_error(text() << "entries of a function of sparse tensors must move to " << where << " before it has a local part: "
                            << "make it by to_sparse first");
}
void throw_fill_not_zero(const char* operation, const std::string& fill) {
  throw value_error(text() << operation << " over ranks goes by entries of a matrix that is 0 elsewhere, not " << fill);
}

void check_is_matrix(const char* operation, const ravel::shape& extents) {
  if (extents.rank() == 2) return;
  throw shape_error(text() << operation << " takes a sparse matrix, not a tensor of shape " << ravel::to_string(extents));
}
void check_right_side(const ravel::shape& a, const ravel::shape& b) {
  if ((b.rank() == 1 || b.rank() == 2) && b[0] == a[1]) return;
  throw shape_error(text() << "matmul: a sparse matrix " << ravel::to_string(a) << " over ranks takes a vector or a matrix of " << a[1]
                           << " rows, not " << ravel::to_string(b));
}
void check_left_side(const ravel::shape& a, const ravel::shape& b) {
  if ((a.rank() == 1 || a.rank() == 2) && a[a.rank() - 1] == b[0]) return;
  throw shape_error(text() << "matmul: a sparse matrix " << ravel::to_string(b) << " over ranks is multiplied by a vector or a matrix of "
                           << b[0] << " columns, not " << ravel::to_string(a));
}

// About sixteen for each rank.
index_t sum_block(index_t length, int ranks) {
  index_t block = 256;
  while (length / block / 16 > ranks) block *= 2;
  return block;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
