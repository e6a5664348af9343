// SPDX-License-Identifier: BSL-1.0
// Any bytes as arrays that a sparse tensor is made of: positions, coordinates, rows (CSR), columns (CSC), by every rule for what stands
// twice. The library must say what a map of the elements says: these entries, or an error of its own.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/sparse.hpp>
#include <ravel/tensor.hpp>

#include <fuzz/input.hpp>

#include <limits>
#include <map>
#include <optional>

using ravel::index_t;
using ravel::on_duplicates;

namespace {

// In plain lines: the elements that are not the fill; no value where the arrays are not entries of such a shape.
template <class T>
using model = std::optional<std::map<index_t, T>>;

template <class T>
bool same(const T& a, const T& b) {
  return a == b || (a != a && b != b);
}

// Positions are those of row-major order; -1 is a position outside.
template <class T>
model<T> model_of(const std::vector<index_t>& positions, const std::vector<T>& values, T fill, on_duplicates how) {
  if (positions.size() != values.size()) return std::nullopt;
  std::map<index_t, std::vector<T>> given;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] < 0) return std::nullopt;
    given[positions[i]].push_back(values[i]);
  }
  std::map<index_t, T> made;
  for (const auto& [position, list] : given) {
    if (list.size() > 1 && how == on_duplicates::refuse) return std::nullopt;
    T value = how == on_duplicates::last ? list.back() : list.front();
    if (how == on_duplicates::sum) {
      std::conditional_t<std::is_same_v<T, std::int8_t>, std::int64_t, T> sum = list.front();
      for (std::size_t k = 1; k < list.size(); ++k) sum = std::is_same_v<T, bool> ? sum || list[k] : sum + list[k];
      value = static_cast<T>(sum);
      if constexpr (std::is_same_v<T, std::int8_t>) {
        if (sum != value) return std::nullopt;
      }
    }
    if (!same(value, fill)) made[position] = value;
  }
  return made;
}

// The position of row and column, or -1.
template <class Index>
index_t position_of(const ravel::shape& extents, Index row, Index column) {
  const auto inside = [](Index at, index_t extent) { return std::cmp_greater_equal(at, 0) && std::cmp_less(at, extent); };
  if (!inside(row, extents[0]) || !inside(column, extents[1])) return -1;
  return static_cast<index_t>(row) * extents[1] + static_cast<index_t>(column);
}

// All that can be asked of it agrees with the model: its entries, elements, blocks, the other formats, and the entries of a view.
template <class T>
void check(const ravel::tensor<const T>& t, const std::map<index_t, T>& wanted, T fill) {
  fuzz::require(t.fill() && same(*t.fill(), fill), "the fill");
  auto at = wanted.begin();
  for_each_stored(t, [&](index_t position, const T& value) {
    fuzz::require(at != wanted.end() && at->first == position && same(at->second, value), "an entry");
    fuzz::require(same(t.at(ravel::coordinates(t.shape(), position)), value), "an element that is stored");
    if (position > 0 && !wanted.contains(position - 1)) fuzz::require(same(flat(t)[position - 1], fill), "an element that is not");
    ++at;
  });
  fuzz::require(at == wanted.end(), "an entry is missing");
  if (t.size() <= 5000) {
    const std::vector<T> whole = to_vector(t);
    for (index_t i = 0; i < t.size(); ++i) {
      const auto found = wanted.find(i);
      fuzz::require(same<T>(whole[static_cast<std::size_t>(i)], found == wanted.end() ? fill : found->second), "a block");
    }
  }
  bool equals_itself = fill == fill || std::cmp_equal(t.size(), wanted.size());
  for (const auto& [position, value] : wanted) equals_itself = equals_itself && value == value;
  fuzz::require(equal(t, t) == equals_itself, "whether it equals itself");
  const auto coo = to_coo(t);
  fuzz::require(stored_count(from_coo(coo.shape, coo.coordinates, coo.values, coo.fill)) == coo.values.size(), "coordinates and back");
  if (t.rank() != 2) return;
  fuzz::require(stored_count(transpose(t)) == coo.values.size(), "the entries of a transpose");
  if (t.extent(0) < 5000 && t.extent(1) < 5000) {
    const auto rows = to_csr(t);
    const auto columns = to_csc(t);
    const ravel::buffer<index_t> again = stored_positions(from_csr(rows.shape, rows.starts, rows.columns, rows.values, rows.fill));
    fuzz::require(equal(again, stored_positions(t)), "rows and back");
    fuzz::require(equal(again, stored_positions(from_csc(columns.shape, columns.starts, columns.rows, columns.values, columns.fill))),
                  "columns and back");
  }
}

// made() is what the model says, or throws an error of the library.
template <class T, class F>
void compare(const model<T>& wanted, T fill, const F& made) {
  std::optional<ravel::tensor<const T>> t;
  try {
    t = made();
  } catch (const ravel::error&) {
  }
  fuzz::require(t.has_value() == wanted.has_value(), wanted ? "good arrays are refused" : "bad arrays are taken");
  if (t) check(*t, *wanted, fill);
}

template <class T>
T value(fuzz::input& in) {
  if constexpr (std::is_same_v<T, double>) {
    const double notable[] = {0.0, -0.0, 1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 0.1};
    const std::uint8_t chosen = in.byte();
    return chosen < 200 ? notable[chosen % 6] : in.raw<double>();
  } else {
    return static_cast<T>(in.byte() % (std::is_same_v<T, bool> ? 2 : 256));
  }
}

// A handle to memory, which rows and columns adopt as it lies.
template <class T>
ravel::buffer<T> handle(const std::vector<T>& elements) {
  const auto made = ravel::make_buffer<T>(std::ssize(elements));
  for (std::size_t i = 0; i < elements.size(); ++i) made.write(static_cast<index_t>(i), elements[i]);
  return made;
}

// About the length that fits; nothing where the bytes are at an end.
template <class T, class F>
std::vector<T> list(fuzz::input& in, index_t fitting, const F& next) {
  std::vector<T> made;
  const index_t n = in.chance(16) ? in.below(20) : fitting;
  while (std::ssize(made) < n && !in.empty()) made.push_back(next(in));
  return made;
}

index_t extent(fuzz::input& in) {
  constexpr index_t large[] = {1000, index_t{1} << 20, index_t{1} << 31, index_t{1} << 61};
  const std::uint8_t chosen = in.byte();
  return chosen < 230 ? chosen % 9 : large[chosen % 4];
}

// CSR, and the same arrays as CSC of the turned shape.
template <class T, class Index>
void lines(fuzz::input& in, const ravel::shape& extents, T fill) {
  const bool by_columns = in.chance(2);
  const index_t count = in.below(20);
  auto starts = list<Index>(in, std::min<index_t>(extents[0], 300) + 1, [](auto& i) { return i.template integer<Index>(); });
  if (!in.chance(4)) {  // mostly rising, from 0 to the number of entries
    std::sort(starts.begin(), starts.end());
    if (!starts.empty()) starts.front() = 0, starts.back() = static_cast<Index>(count);
    for (Index& s : starts) s = std::min(s, static_cast<Index>(count));
  }
  const auto columns = list<Index>(in, count, [](auto& i) { return i.template integer<Index>(); });
  const auto values = list<T>(in, count, value<T>);
  bool good = std::ssize(starts) == extents[0] + 1 && starts.front() == 0 && std::cmp_equal(starts.back(), columns.size()) &&
              std::is_sorted(starts.begin(), starts.end());
  std::vector<index_t> positions;
  for (std::size_t row = 0; good && row + 1 < starts.size(); ++row) {
    for (auto k = static_cast<std::size_t>(starts[row]); k < static_cast<std::size_t>(starts[row + 1]); ++k)
      positions.push_back(position_of(extents, static_cast<Index>(row), columns[k]));
  }
  const model<T> wanted = good ? model_of(positions, values, fill, on_duplicates::refuse) : std::nullopt;
  compare<T>(wanted, fill, [&]() -> ravel::tensor<const T> {
    if (by_columns) return transpose(ravel::from_csc({extents[1], extents[0]}, starts, handle(columns), handle(values), fill));
    return ravel::from_csr(extents, starts, columns, handle(values), fill);
  });
}

// Coordinates as a list for each axis or as a table, or positions.
template <class T, class Index>
void coordinates(fuzz::input& in, const ravel::shape& extents, T fill) {
  const auto how = static_cast<on_duplicates>(in.below(4));
  const index_t form = in.below(3), count = in.below(40);
  const auto next = [](fuzz::input& i) { return i.integer<Index>(); };
  const auto rows = list<Index>(in, count, next), columns = list<Index>(in, count, next);
  const auto values = list<T>(in, count, value<T>);
  std::vector<index_t> positions;
  if (form == 2) {
    for (const Index at : rows) positions.push_back(position_of<Index>({1, extents.elements()}, 0, at));
    compare<T>(model_of(positions, values, fill, how), fill,
               [&] { return ravel::as_tensor(ravel::sparse_from(rows, handle(values), extents.elements(), fill, how), -1); });
    return;
  }
  const bool alike = rows.size() == columns.size();
  for (std::size_t i = 0; alike && i < rows.size(); ++i) positions.push_back(position_of(extents, rows[i], columns[i]));
  const model<T> wanted = alike ? model_of(positions, values, fill, how) : std::nullopt;
  if (form == 1 && alike) {
    const auto table = ravel::zeros<Index>({std::ssize(rows), 2});
    copy(rows, table(ravel::all, 0));
    copy(columns, table(ravel::all, 1));
    compare<T>(wanted, fill, [&] { return ravel::from_coo(extents, table, handle(values), fill, how); });
  } else {
    compare<T>(wanted, fill, [&] { return ravel::from_coo(extents, std::vector{rows, columns}, handle(values), fill, how); });
  }
}

template <class T, class Index>
void run(fuzz::input& in) {
  const index_t height = extent(in), width = extent(in);
  const T fill = value<T>(in);
  try {
    const ravel::shape extents{height, width};
    static_cast<void>(extents.elements());
    if (in.chance(2)) return lines<T, Index>(in, extents, fill);
    coordinates<T, Index>(in, extents, fill);
  } catch (const ravel::overflow_error&) {
    fuzz::require(width != 0 && height > ravel::index_limit / width, "a shape that fits is refused");
  }
}

template <class T>
void run_with(fuzz::input& in) {
  switch (in.below(3)) {
    case 0:
      return run<T, std::int32_t>(in);
    case 1:
      return run<T, std::int64_t>(in);
    default:
      return run<T, std::uint64_t>(in);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::input in(data, size);
  switch (in.below(3)) {
    case 0:
      run_with<double>(in);
      break;
    case 1:
      run_with<std::int8_t>(in);
      break;
    default:
      run_with<bool>(in);
  }
  return 0;
}
