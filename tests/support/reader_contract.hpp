// SPDX-License-Identifier: BSL-1.0
// What every reader does, checked against the values that it should hold: reader_fault says in words what a reader breaks first, and
// check_reader requires that there is nothing. Reads only; starts four threads when asked for everything.
#pragma once

#include <ravel/lazy/slice.hpp>

#include <support/catch.hpp>
#include <support/samples.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>
#include <string>
#include <thread>

namespace support {

enum class contract { quick, whole };

namespace detail {

struct broken {
  std::string what;
};

template <class... Parts>
void expect(bool holds, const Parts&... parts) {
  if (holds) return;
  std::string what;
  const auto add = [&](const auto& part) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(part)>>)
      what += std::to_string(part);
    else
      what += part;
  };
  (add(parts), ...);
  throw broken{what};
}

// The same bits, but for NaN, of which one is as good as another.
template <class T>
bool identical(const T& a, const T& b) {
  if constexpr (ravel::complex_element<T>) {
    return identical(a.real(), b.real()) && identical(a.imag(), b.imag());
  } else if constexpr (ravel::real_element<T>) {
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<bits>(a) == std::bit_cast<bits>(b) || (a != a && b != b);
  } else {
    return a == b;
  }
}

template <class F>
bool refuses(F f) {
  try {
    f();
  } catch (const ravel::index_error&) {
    return true;
  }
  return false;
}

// f(start, count) for every part of [0, n), or for many of them.
template <class F>
void each_part(std::int64_t n, F f) {
  if (n <= 17) {
    for (std::int64_t start = 0; start <= n; ++start) {
      for (std::int64_t count = 0; count <= n - start; ++count) f(start, count);
    }
    return;
  }
  f(0, n);
  f(n, 0);
  random r(static_cast<std::uint64_t>(n));
  for (int i = 0; i < 10; ++i) {
    const std::int64_t start = r.below(n);
    f(start, r.chance(2) ? r.below(n - start + 1) : std::min<std::int64_t>(r.below(20), n - start));
  }
}

// f(start, count, step) for slices of [0, n) in both directions.
template <class F>
void each_slice(std::int64_t n, F f) {
  f(n, 0, 1);
  for (std::int64_t step : {1, -1, 2, -2, 3, -7, 700}) {
    random r(static_cast<std::uint64_t>(n));
    for (std::int64_t i = 0; i < (n <= 17 ? n : 2); ++i) {
      const std::int64_t start = n <= 17 ? i : r.below(n);
      const std::int64_t most = (step > 0 ? n - 1 - start : start) / (step > 0 ? step : -step) + 1;
      for (const std::int64_t count : {std::int64_t{0}, std::int64_t{1}, most / 2, most}) f(start, count, step);
    }
  }
}

// What holds for the handle itself: element access, blocks, iterators, bounds.
template <class R, class T>
void expect_access(const R& r, const std::vector<T>& expected) {
  const auto n = static_cast<std::int64_t>(expected.size());
  const auto value = [&](std::int64_t i) -> T { return expected[static_cast<std::size_t>(i)]; };
  expect(r.size() == n, "size is ", r.size(), " and not ", n);
  for (std::int64_t i = 0; i < n; ++i) expect(identical<T>(r[i], value(i)), "element ", i, " differs");

  each_part(n, [&](std::int64_t start, std::int64_t count) {
    const auto room = std::make_unique<T[]>(static_cast<std::size_t>(count));
    r.read(start, std::span<T>(room.get(), static_cast<std::size_t>(count)));
    for (std::int64_t i = 0; i < count; ++i) {
      expect(identical<T>(room[static_cast<std::size_t>(i)], value(start + i)), "read(", start, ", ", count, ") differs at ", i);
    }
  });

  const auto room = std::make_unique<T[]>(static_cast<std::size_t>(n + 1));
  const auto read = [&](std::int64_t start, std::int64_t count) {
    r.read(start, std::span<T>(room.get(), static_cast<std::size_t>(count)));
  };
  for (const std::int64_t outside : {std::int64_t{-1}, n, n + 1, ravel::index_limit}) {
    expect(refuses([&] { static_cast<void>(r[outside]); }), "element ", outside, " is not refused");
    expect(refuses([&] { read(outside, 1); }), "reading at ", outside, " is not refused");
  }
  expect(refuses([&] { read(0, n + 1); }), "reading past the end is not refused");
  expect(refuses([&] { read(n + 1, 0); }), "reading nothing from behind the end is not refused");
}

// What iterators that are no pointers refuse, of anything that has some.
template <class R>
void expect_checked_iterators(const R& r) {
  const auto begin = r.begin(), end = r.end();
  if constexpr (!std::is_pointer_v<std::remove_const_t<decltype(begin)>>) {
    const auto n = end - begin;
    using limits = std::numeric_limits<std::int64_t>;
    expect(refuses([&] { static_cast<void>(*end); }), "*end is not refused");
    for (const std::int64_t outside : {std::int64_t{-1}, n, n + 5, limits::max(), limits::min()}) {
      expect(refuses([&] { static_cast<void>(begin[outside]); }), "begin[", outside, "] is not refused");
      expect(refuses([&] { static_cast<void>(*(begin + outside)); }), "*(begin + ", outside, ") is not refused");
      expect(refuses([&] { static_cast<void>(end[outside]); }) || outside == -1, "end[", outside, "] is not refused");
    }
    expect(refuses([&] { static_cast<void>(*(end - limits::min())); }), "far behind the end is not refused");
    expect(refuses([&] { static_cast<void>(*(begin + limits::max() + limits::max())); }), "far beyond all positions is not refused");
  }
}

template <class R, class T>
void expect_iterators(const R& r, const std::vector<T>& expected) {
  static_assert(std::ranges::random_access_range<const R> && std::ranges::sized_range<const R>);
  const auto n = static_cast<std::int64_t>(expected.size());
  const auto begin = r.begin(), end = r.end();
  const auto same = [](const T& a, const T& b) { return identical<T>(a, b); };
  expect(end - begin == n && begin + n == end && end - n == begin, "begin and end are not ", n, " apart");
  expect_checked_iterators(r);
  expect(std::ranges::equal(r, expected, same), "walking forward differs");
  expect(std::ranges::equal(std::views::reverse(r), std::views::reverse(expected), same), "walking backward differs");
  if (n < 2) return;
  const auto middle = begin + n / 2;
  auto next = middle, before = middle;
  expect(next++ == middle && before-- == middle && next - before == 2 && --next == middle && ++before == middle,
         "++ and -- are not inverse");
  expect((next += n / 2) == begin + n / 2 * 2 && (next -= n / 2) == middle, "+= and -= are not inverse");
  expect(begin < middle && middle <= end && end > begin && begin >= begin && begin != end, "iterators are not ordered as positions");
  expect(same(begin[n - 1], expected.back()) && same(middle[-1], *(middle - 1)) && 1 + begin == begin + 1, "it[k] is not *(it + k)");
}

template <class T>
void expect_claims(const ravel::reader<T>& r, const std::vector<T>& expected) {
  const auto n = static_cast<std::int64_t>(expected.size());
  if (const auto lent = r.memory()) {
    for (std::int64_t i = 0; i < n; ++i) expect(identical<T>(lent->data[i * lent->step], r[i]), "its memory differs at ", i);
  }
  if (const auto value = r.constant()) {
    for (std::int64_t i = 0; i < n; ++i) expect(identical<T>(*value, r[i]), "it is not constant at ", i);
  }
  if constexpr (std::totally_ordered<T>) {
    expect(!r.sorted() || std::is_sorted(expected.begin(), expected.end()), "it is not sorted");
  }
  if (const auto range = r.as_range()) {
    expect(range->size() == n, "its range has another size");
    if constexpr (ravel::integer_element<T>) {
      for (std::int64_t i = 0; i < n; ++i)
        expect(std::cmp_equal((*range)[i], ravel::canonical_t<T>{expected[static_cast<std::size_t>(i)]}), "its range differs at ", i);
    }
  }
}

// A block stands in the room, one element after the other, or lies elsewhere altogether; the arena holds just what was announced.
template <class T>
void expect_blocks(const ravel::reader<T>& r, const std::vector<T>& expected) {
  const auto n = static_cast<std::int64_t>(expected.size());
  const auto& node = ravel::detail_access::node(r);
  expect(node.depth() <= ravel::detail::depth_limit, "it is too deep");
  std::vector<std::int64_t> lengths{1, 3, 16, ravel::detail::block_length<T>};
  if (node.single_pass()) lengths.push_back(n);
  for (const std::int64_t longest : lengths) {
    const std::int64_t length = std::min(longest, n);
    if (length == 0) continue;
    ravel::detail::arena from(node.need(), length);
    const auto room = std::make_unique<T[]>(static_cast<std::size_t>(length));
    each_part(n, [&](std::int64_t start, std::int64_t count) {
      if (count == 0) return;
      count = std::min(count, length);
      const auto b = node.pull(start, count, room.get(), from);
      const bool inside = b.data >= room.get() && b.data < room.get() + length;
      expect(!inside || (b.data == room.get() && (b.step == 1 || count == 1)), "a block in the room does not fill it from its beginning");
      for (std::int64_t i = 0; i < count; ++i) {
        expect(identical<T>(b.data[i * b.step], expected[static_cast<std::size_t>(start + i)]), "a block of at most ", length, " from ",
               start, " differs at ", i);
      }
    });
  }
}

template <class T>
void expect_slices(const ravel::reader<T>& r, const std::vector<T>& expected) {
  const auto n = static_cast<std::int64_t>(expected.size());
  each_slice(n, [&](std::int64_t start, std::int64_t count, std::int64_t step) {
    const auto part = ravel::slice(r, start, count, step);
    const auto room = std::make_unique<T[]>(static_cast<std::size_t>(count));
    std::vector<T> chosen;
    for (std::int64_t i = 0; i < count; ++i) chosen.push_back(expected[static_cast<std::size_t>(start + i * step)]);
    expect(part.size() == count, "a slice has another size");
    part.read(0, std::span<T>(room.get(), static_cast<std::size_t>(count)));
    for (std::int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      expect(identical<T>(part[i], chosen[at]) && identical<T>(room[at], chosen[at]), "slice(", start, ", ", count, ", ", step,
             ") differs at ", i);
    }
    expect_claims(part, chosen);
  });
}

template <class T>
void expect_threads(const ravel::reader<T>& r, const std::vector<T>& expected) {
  std::vector<std::string> faults(4);
  std::vector<std::thread> threads;
  for (std::string& fault : faults) {
    threads.emplace_back([&] {
      try {
        expect_access(r, expected);
      } catch (const broken& b) {
        fault = b.what;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& fault : faults) expect(fault.empty(), "read by four threads: ", fault);
}

template <class T>
void expect_reader(ravel::reader<T> r, const std::vector<T>& expected, contract extent) {
  static_assert(std::ranges::view<ravel::reader<T>>);
  expect_access(r, expected);
  expect_iterators(r, expected);
  expect_claims(r, expected);
  expect_blocks(r, expected);
  expect_slices(r, expected);
  if (extent == contract::whole) expect_threads(r, expected);
}

#define SUPPORT_CONTRACT_TYPES(X) X(bool) X(std::int8_t) X(std::int64_t) X(float) X(double) X(std::complex<double>) X(std::string) X(record)
#define SUPPORT_CONTRACT(T) extern template void expect_reader(ravel::reader<T>, const std::vector<T>&, contract);
SUPPORT_CONTRACT_TYPES(SUPPORT_CONTRACT)  // compiled once, in reader_contract.cpp
#undef SUPPORT_CONTRACT

}  // namespace detail

// What r breaks of the contract, given what it should hold; empty when nothing. r is any readable that Ravel can own, or a reader that
// erases.
template <class R, class T>
std::string reader_fault(const R& r, const std::vector<T>& expected, contract extent = contract::whole) {
  try {
    if constexpr (!std::same_as<R, ravel::reader<T>>) {
      detail::expect_access(r, expected);
      detail::expect_iterators(r, expected);
    }
    detail::expect_reader<T>(ravel::reader<T>(r), expected, extent);
  } catch (const detail::broken& b) {
    return b.what;
  } catch (const ravel::error& e) {
    return std::string("it throws: ") + e.what();
  }
  return {};
}

template <class R, class T>
void check_reader(const R& r, const std::vector<T>& expected, contract extent = contract::whole) {
  REQUIRE(reader_fault(r, expected, extent) == "");
}

}  // namespace support
