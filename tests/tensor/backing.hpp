// SPDX-License-Identifier: BSL-1.0
// The same values behind tensors of every kind, and random views of tensors beside the index map that says what they must hold.
#pragma once

#include <ravel/ravel.hpp>

#include <support/sparse_samples.hpp>
#include <support/tree.hpp>

#include <array>
#include <limits>
#include <string>
#include <vector>

namespace backing {

using ravel::dims;
using ravel::index_t;
using ravel::shape;
using ravel::tensor;

enum class kind {
  dense,
  column_major,
  padded,
  reversed,
  rotated,
  gathered,
  chained,
  strided_memory,
  over_writer,
  sparse,             // its fill is the element that there are most of
  sparse_zero,        // fill 0
  sparse_one,         // fill 1
  sparse_nan,         // fill NaN, so that every element is stored
  sparse_minus_zero,  // fill -0.0
  sparse_chained,     // a chain of maps over sparse memory
  over_list,          // from here on not to be written
  computed,
  lazy,
  sparse_read,
  sparse_lazy,
  tree,  // one node in many places; for what evaluates, and does not pull blocks by itself
  behind_the_last
};
template <kind Behind>
inline constexpr auto kinds_before = [] {
  std::array<kind, static_cast<std::size_t>(Behind)> kinds{};
  for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = static_cast<kind>(i);
  return kinds;
}();
inline constexpr auto writable_kinds = kinds_before<kind::over_list>;
inline constexpr auto all_kinds = kinds_before<kind::tree>;
inline constexpr auto evaluated_kinds = kinds_before<kind::behind_the_last>;
template <std::size_t N>
kind one_of(const std::array<kind, N>& kinds, support::random& r) {
  return kinds[static_cast<std::size_t>(r.below(static_cast<index_t>(N)))];
}
constexpr bool is_sparse(kind how) {
  return (how >= kind::sparse && how <= kind::sparse_chained) || how == kind::sparse_read || how == kind::sparse_lazy;
}

inline std::vector<index_t> list_of(const shape& s) { return {s.begin(), s.end()}; }

// A map of this shape on which every position has an address of its own, of the given kind.
inline dims map_of(kind how, const shape& s) {
  switch (how) {
    case kind::column_major:
      return dims::column_major(s);
    case kind::padded: {
      auto larger = list_of(s);
      for (index_t& extent : larger) ++extent;
      return dims::row_major(s, larger);
    }
    case kind::reversed: {
      dims d = dims::row_major(s);
      for (index_t k = 0; k < d.rank(); ++k) d = d.flip(k);
      return d;
    }
    case kind::rotated: {
      dims d = dims::row_major(s);
      for (index_t k = 0; k < d.rank(); ++k) d = d.rotate(k, k + 1);
      return d;
    }
    case kind::gathered: {
      dims d = dims::row_major(s);
      for (index_t k = 0; k < d.rank(); ++k) {
        std::vector<index_t> order;
        for (index_t i = 0; i < s[k]; ++i) order.push_back(i % 2 == 0 ? i / 2 : s[k] - 1 - i / 2);
        d = d.gather(k, order);
      }
      return d;
    }
    case kind::chained:
    case kind::sparse_chained: {
      dims d = dims::column_major(s);
      if (d.rank() > 0) d = d.rotate(0, 1);
      return d.reshape({s.elements()}).reshape(s);
    }
    default:
      return dims::row_major(s);
  }
}

template <class T>
std::vector<T> placed(const dims& map, const std::vector<T>& values) {
  std::vector<T> memory(map.size() == 0 ? 0 : static_cast<std::size_t>(map.bounds().highest + 1));
  for (index_t p = 0; p < map.size(); ++p) memory[static_cast<std::size_t>(map.to_local(p))] = values[static_cast<std::size_t>(p)];
  return memory;
}

// What sparse elements are written to. A program may have better than a user's own.
#ifndef RAVEL_TESTS_SPARSE_MEMORY
#define RAVEL_TESTS_SPARSE_MEMORY support::written
#endif

template <class T>
T most_common(const std::vector<T>& values) {
  T found{};
  std::ptrdiff_t most = 0;
  for (std::size_t i = 0; i < values.size() && i < 20; ++i) {
    const std::ptrdiff_t times = std::count(values.begin(), values.end(), values[i]);
    if (times > most) found = values[i];
    most = std::max(most, times);
  }
  return found;
}
template <class T>
T fill_of(kind how, const std::vector<T>& values) {
  if constexpr (ravel::element<T>) {
    if (how == kind::sparse_zero) return T(0);
    if (how == kind::sparse_one) return T(1);
  }
  if constexpr (ravel::real_element<T>) {
    if (how == kind::sparse_nan) return std::numeric_limits<T>::quiet_NaN();
    if (how == kind::sparse_minus_zero) return -T(0);
  }
  return most_common(values);
}
template <class T>
ravel::writer<T> sparse_memory(const std::vector<T>& values, const T& fill) {
  ravel::writer<T> made = RAVEL_TESTS_SPARSE_MEMORY<T>(static_cast<index_t>(values.size()), fill);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!ravel::detail::is_fill(T(values[i]), fill)) made.write(static_cast<index_t>(i), values[i]);
  }
  return made;
}

template <class T>
tensor<T> writable(kind how, const shape& s, const std::vector<T>& values) {
  const dims map = map_of(how, s);
  const auto memory = placed(map, values);
  if (how == kind::strided_memory) {
    const auto wide = ravel::make_buffer<T>(2 * s.elements());
    for (index_t i = 0; i < s.elements(); ++i) wide[2 * i] = values[static_cast<std::size_t>(i)];
    return tensor<T>(map, slice(wide, 0, s.elements(), 2));
  }
  if (how == kind::over_writer) {
    std::vector<index_t> backwards;
    for (index_t i = s.elements(); i-- > 0;) backwards.push_back(i);
    const auto turned = support::in_memory(std::vector<T>(values.rbegin(), values.rend()));
    return tensor<T>(map, select(turned, ravel::selection(backwards)));
  }
  if (is_sparse(how)) return tensor<T>(map, sparse_memory(memory, fill_of(how, memory)));
  return tensor<T>(map, support::in_memory(memory));
}

template <class T>
tensor<const T> readable(kind how, const shape& s, const std::vector<T>& values) {
  if (how == kind::computed)
    return ravel::as_tensor(ravel::generate(s.elements(), [=](index_t i) { return values[static_cast<std::size_t>(i)]; }), s);
  if (how == kind::over_list) {
    ravel::list<T> grown;
    for (const T& value : values) grown.push_back(value);
    return ravel::as_tensor(ravel::reader<T>(grown), s);
  }
  if (how == kind::sparse_read) return ravel::as_tensor(ravel::reader<T>(sparse_memory(values, most_common(values))), s);
  if (how == kind::sparse_lazy) return map([](const T& value) { return value; }, writable(kind::sparse, s, values));
  if (how == kind::tree) return support::tree_of(tensor<const T>(writable(kind::dense, s, values)));
  if (how == kind::lazy) return map([](const T& value) { return value; }, writable(kind::dense, s, values));
  return writable(how, s, values);
}

// A random view, taken of whatever `view` can be taken of, in turn.
struct step {
  index_t what, axis, a, b;
};

template <class X>
auto stepped(const X& x, const step& s) {
  const auto change = [&](const dims& d) -> dims {
    const index_t rank = d.rank();
    const index_t axis = rank == 0 ? 0 : s.axis % rank;
    const index_t extent = rank == 0 ? 0 : d.extent(axis);
    if (rank == 0) return s.what % 2 == 0 ? d.new_axis(0) : d;
    switch (s.what) {
      case 0:
        return d.swap_axes(axis, s.a % rank);
      case 1:
        return d.flip(axis);
      case 2:
        return d.rotate(axis, s.a);
      case 3: {
        const index_t start = extent == 0 ? 0 : s.a % extent;
        return d.slice(axis, start, extent - start);
      }
      case 4:
        return extent == 0 ? d : d.slice(axis, extent - 1, (extent + 1) / 2, -2);
      case 5:
        return extent == 0 ? d : d.select(axis, s.a % extent);
      case 6:
        return d.reshape({-1}).size() == 0 ? d : d.reshape({-1});
      case 7:
        return d.new_axis(axis);
      case 8: {
        std::vector<index_t> order;
        for (index_t i = 0; i < extent; ++i) order.push_back((i * 3 + s.a) % extent);
        return extent % 3 == 0 ? d : d.gather(axis, order);
      }
      case 9:
        return d.size() % 2 == 0 && d.size() > 0 ? d.reshape({2, -1}) : d;
      default:
        return d.squeeze();
    }
  };
  return ravel::detail::viewed(x, change);
}
inline dims stepped(const dims& d, const step& s) {
  const tensor<const char> over(d, ravel::constant(d.size() == 0 ? 0 : d.bounds().highest + 1, 'x'));
  return stepped(over, s).dims();
}

inline step random_step(support::random& r) { return {r.below(11), r.below(4), r.below(7), r.below(7)}; }

inline shape random_shape(support::random& r, index_t most_rank = 4) {
  std::vector<index_t> extents;
  for (index_t k = r.below(most_rank + 1); k > 0; --k) extents.push_back(r.chance(12) ? 0 : 1 + r.below(6));
  return shape(extents);
}

// All of them different ones, half of them one, nearly all of them or all.
template <class T>
std::vector<T> small_values(support::random& r, index_t n) {
  const auto one = [&] { return support::sparse_sample<T>(r); };
  const T common = r.chance(2) ? T{} : one();
  const index_t density = r.below(5);  // 0 and 1: all different
  std::vector<T> values;
  for (index_t i = 0; i < n; ++i) {
    const bool differs = density < 2 || (density == 2 && r.chance(2)) || (density == 3 && r.chance(12));
    values.push_back(differs ? one() : common);
  }
  return values;
}

// 0 to 4, so that many of them are equal.
template <class T>
std::vector<T> digits(support::random& r, index_t n) {
  std::vector<T> values;
  for (index_t i = 0; i < n; ++i) values.push_back(static_cast<T>(r.below(5)));
  return values;
}

}  // namespace backing
