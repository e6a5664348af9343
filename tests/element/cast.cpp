// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/element/cast.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>
#include <support/sanitized.hpp>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

using namespace ravel;

namespace {

// The model: what a cast of an exact real number gives, if anything. long double holds every value of every ordered type.
template <class D>
std::optional<D> real_model(cast_mode mode, long double v) {
  using limits = std::numeric_limits<D>;
  if constexpr (real_element<D>) {
    const D rounded = static_cast<D>(v);
    if (!std::isinf(rounded) || std::isinf(v) || mode == cast_mode::wrap) return rounded;
    if (mode == cast_mode::checked) return std::nullopt;
    return v < 0 ? limits::lowest() : limits::max();
  } else {
    if (std::isnan(v)) return std::nullopt;
    if constexpr (boolean_element<D>) {
      if (mode == cast_mode::checked) return v == 0 || v == 1 ? std::optional(v == 1) : std::nullopt;
      if (mode == cast_mode::wrap) return std::isinf(v) ? std::nullopt : std::optional(v != 0);
    }
    const long double whole = std::trunc(v);
    const bool low = whole < static_cast<long double>(limits::min());
    const bool high = whole > static_cast<long double>(limits::max());
    if (!low && !high) return static_cast<D>(whole);
    if (mode == cast_mode::checked || (mode == cast_mode::wrap && std::isinf(v))) return std::nullopt;
    if (mode == cast_mode::saturate) return low ? limits::min() : limits::max();
    return static_cast<D>(static_cast<__int128>(std::fmod(whole, 0x1p64L)));
  }
}

template <class D, class S>
std::optional<D> model(cast_mode mode, S v) {
  using R = real_of_t<D>;
  if constexpr (!complex_element<S>) {
    const auto re = real_model<R>(mode, static_cast<long double>(v));
    return re ? std::optional<D>(*re) : std::nullopt;
  } else {
    const auto re = real_model<R>(mode, v.real());
    if constexpr (!complex_element<D>) {
      return v.imag() == 0 ? re : std::nullopt;
    } else {
      const auto im = real_model<R>(mode, v.imag());
      return re && im ? std::optional<D>(D(*re, *im)) : std::nullopt;
    }
  }
}

// The same value with the same sign of zero; NaN is the same as NaN.
template <class T>
bool same(T a, T b) {
  if constexpr (complex_element<T>)
    return same(a.real(), b.real()) && same(a.imag(), b.imag());
  else if constexpr (real_element<T>)
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
  else
    return a == b;
}

template <class T>
bool same(const std::optional<T>& a, const std::optional<T>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

// One pair of types, with its types erased: only two small functions are compiled for each of the 169.
struct cast_pair {
  dtype from;
  dtype to;
  bool (*model)(cast_mode, const void* in, void* out);           // whether there is an answer
  std::string (*element)(cast_mode, const void* in, void* out);  // the message, if not
};

template <class S, class D>
constexpr cast_pair pair_of{dtype_of<S>(), dtype_of<D>(),
                            [](cast_mode mode, const void* in, void* out) {
                              const std::optional<D> answer = model<D>(mode, *static_cast<const S*>(in));
                              if (answer) *static_cast<D*>(out) = *answer;
                              return answer.has_value();
                            },
                            [](cast_mode mode, const void* in, void* out) -> std::string {
                              const S v = *static_cast<const S*>(in);
                              try {
                                *static_cast<D*>(out) = mode == cast_mode::checked ? cast_value<D>(v)
                                                        : mode == cast_mode::wrap  ? wrap_value<D>(v)
                                                                                   : saturate_value<D>(v);
                              } catch (const type_error& e) {
                                return e.what();
                              }
                              return "";
                            }};

// Elements of a type known at run time, and the room for them.
struct elements {
  dtype type;
  std::vector<char> room;  // aligned as any memory from new

  elements(dtype t, index_t n) : type(t), room(static_cast<std::size_t>(n) * size_of(t)) {}
  char* at(index_t i) { return room.data() + i * static_cast<index_t>(size_of(type)); }
  void set(index_t i, const void* value) { std::memcpy(at(i), value, size_of(type)); }
};

struct edges_of {
  dtype type;
  elements values;
  index_t size;
  bool (*same)(const void*, const void*);
};

template <class T>
edges_of find_edges() {
  const std::vector<T> values = support::edges<T>();
  const auto size = static_cast<index_t>(values.size());
  edges_of found{dtype_of<T>(), elements(dtype_of<T>(), size), size,
                 [](const void* a, const void* b) { return same(*static_cast<const T*>(a), *static_cast<const T*>(b)); }};
  for (index_t i = 0; i < size; ++i) {
    const T value = values[static_cast<std::size_t>(i)];
    found.values.set(i, &value);
  }
  return found;
}

// f(pair, mode, edges of the source, same, for the target) for everything there is.
template <class F>
void each_cast(F f) {
  std::vector<edges_of> types;
  std::vector<cast_pair> pairs;
  support::element_types::each([&]<class S>() {
    types.push_back(find_edges<S>());
    support::element_types::each([&]<class D>() { pairs.push_back(pair_of<S, D>); });
  });
  for (const cast_pair& pair : pairs) {
    for (const cast_mode mode : {cast_mode::checked, cast_mode::wrap, cast_mode::saturate}) {
      CAPTURE(pair.from, pair.to, static_cast<int>(mode));
      f(pair, mode, types[static_cast<std::size_t>(pair.from)], types[static_cast<std::size_t>(pair.to)].same);
    }
  }
}

static_assert(cast_value<std::uint8_t>(255) == 255 && cast_value<int>(-2.9) == -2);
static_assert(!cast_value<bool>(-0.0) && cast_value<bool>(1.0) && wrap_value<bool>(0.5) && !saturate_value<bool>(0.9));
static_assert(wrap_value<std::uint8_t>(-1) == 255 && wrap_value<std::int8_t>(300.7) == 44);
static_assert(wrap_value<std::uint64_t>(0x1p64 + 0x1p13) == 0x2000);
static_assert(saturate_value<std::uint8_t>(300) == 255 && saturate_value<std::int64_t>(1e300) == INT64_MAX);
static_assert(saturate_value<float>(1e300) == std::numeric_limits<float>::max());
static_assert(cast_value<float>(std::complex<double>(2, 0)) == 2 && cast_value<std::complex<float>>(3) == std::complex<float>(3, 0));

static_assert(std::is_same_v<decltype(weak_scalar<std::uint8_t>(7)), std::uint8_t> && weak_scalar<std::uint8_t>(7) == 7);
static_assert(weak_scalar<float>(16777217) == 16777216.0f && weak_scalar<std::uint8_t>(0.5) == 0.5 && weak_scalar<int>(true) == 1);
static_assert(weak_scalar<std::complex<float>>(2.5) == std::complex<float>(2.5f, 0) && weak_scalar<bool>(5) == 5);

static_assert(castable<int, bool> && castable<const char*, std::string> && !castable<std::string, int>);

}  // namespace

TEST_CASE("a cast of any element to any type is that of the model", "[element]") {
  each_cast([](const cast_pair& pair, cast_mode mode, edges_of& source, auto same) {
    elements wanted(pair.to, 1), got(pair.to, 1);
    index_t misfits = 0;
    for (index_t i = 0; i < source.size; ++i) {
      const bool answer = pair.model(mode, source.values.at(i), wanted.at(0));
      if (support::sanitized && !answer && misfits++ % 13 != 0) continue;  // a throw is slow there
      const std::string misfit = pair.element(mode, source.values.at(i), got.at(0));
      if (misfit.empty() == answer && (!answer || same(got.at(0), wanted.at(0)))) continue;
      FAIL_CHECK("edge " << i << " differs; " << misfit);
      break;
    }
  });
}

TEST_CASE("a block casts as its elements do, whatever its step and length", "[element]") {
  each_cast([](const cast_pair& pair, cast_mode mode, edges_of& source, auto same) {
    const index_t size = support::sanitized ? 530 : 1100;  // some more than a block
    elements values(pair.from, size), wanted(pair.to, size);
    std::vector<index_t> good;
    for (index_t i = 0; i < source.size; ++i) {
      if (pair.model(mode, source.values.at(i), wanted.at(0))) good.push_back(i);
    }
    for (index_t i = 0; i < size; ++i) {
      values.set(i, source.values.at(good[static_cast<std::size_t>(i) % good.size()]));
      pair.element(mode, values.at(i), wanted.at(i));
    }
    // n elements from the first, `step` values apart, in memory where values lie `gap` apart.
    const auto check = [&](elements& in, index_t gap, index_t first, index_t step, index_t n) {
      elements out(pair.to, n + 1), untouched(pair.to, 1);
      detail::cast_block(mode, pair.from, in.at(gap * first), gap * step, pair.to, out.at(0), n);
      index_t i = 0;
      while (i < n && same(out.at(i), wanted.at(first + i * step))) ++i;
      if (i < n) FAIL_CHECK("element " << i << " of " << n << " differs at step " << gap * step);
      if (std::memcmp(out.at(n), untouched.at(0), size_of(pair.to)) != 0) FAIL_CHECK("wrote past the end");
    };
    for (const index_t gap : {1, 3}) {
      elements in(pair.from, size * gap);
      for (index_t i = 0; i < size; ++i) in.set(i * gap, values.at(i));
      for (const index_t n : {index_t{0}, index_t{1}, index_t{7}, index_t{512}, index_t{513}, size}) check(in, gap, size - n, 1, n);
      check(in, gap, size - 1, -1, size);
      check(in, gap, 1, 0, 40);
    }
  });
}

TEST_CASE("a block reports its first misfit as the element would", "[element]") {
  each_cast([](const cast_pair& pair, cast_mode mode, edges_of& source, auto) {
    elements result(pair.to, 1);
    std::vector<index_t> good, bad;
    for (index_t i = 0; i < source.size; ++i) (pair.model(mode, source.values.at(i), result.at(0)) ? good : bad).push_back(i);
    for (std::size_t k = 0; k < bad.size(); k += 1 + bad.size() / 50) {  // a throw is slow under a sanitizer
      const index_t place = static_cast<index_t>(k % 16 != 0 ? k % 33 : 510 + k % 10);
      const index_t step = static_cast<index_t>(1 + k % 3);
      const index_t size = place + 33;
      elements in(pair.from, size * step), out(pair.to, size);
      for (index_t i = 0; i < size; ++i) in.set(i * step, source.values.at(good[k % good.size()]));
      in.set(place * step, source.values.at(bad[k]));
      in.set((size - 1) * step, source.values.at(bad.front()));
      std::string message;
      try {
        detail::cast_block(mode, pair.from, in.at(0), step, pair.to, out.at(0), size);
      } catch (const type_error& e) {
        message = e.what();
      }
      const std::string wanted = pair.element(mode, source.values.at(bad[k]), result.at(0));
      if (message == wanted) continue;
      FAIL_CHECK("'" << message << "' instead of '" << wanted << "'");
      break;
    }
  });
}

TEST_CASE("a value that does not fit is named with the type", "[element]") {
  REQUIRE_THROWS_WITH(cast_value<std::uint8_t>(300), "300 does not fit uint8");
  REQUIRE_THROWS_WITH(cast_value<std::int8_t>(UINT64_MAX), "18446744073709551615 does not fit int8");
  REQUIRE_THROWS_WITH(cast_value<int>(std::numeric_limits<double>::quiet_NaN()), "nan does not fit int32");
  REQUIRE_THROWS_WITH(wrap_value<int>(-std::numeric_limits<float>::infinity()), "-inf does not fit int32");
  REQUIRE_THROWS_WITH(cast_value<bool>('c'), "99 does not fit bool");
  REQUIRE_THROWS_WITH(cast_value<int>(0x1p31f), "2147483648 does not fit int32");
  REQUIRE_THROWS_WITH(cast_value<float>(1e300), "1e+300 does not fit float32");
  REQUIRE_THROWS_WITH(cast_value<double>(std::complex<double>(1, 2)), "(1, 2) does not fit float64");
  REQUIRE_THROWS_WITH(cast_value<std::complex<float>>(std::complex<double>(1e300, 2)), "(1e+300, 2) does not fit complex64");
}

TEST_CASE("a weak scalar must fit the reader's type", "[element]") {
  REQUIRE_THROWS_WITH(weak_scalar<std::uint8_t>(300),
                      "300 does not fit uint8, the type of the elements: write a value of that type, or cast<int>(x)");
  REQUIRE_THROWS_AS(weak_scalar<std::uint64_t>(-1), type_error);
  REQUIRE_THROWS_AS(weak_scalar<float>(1e300), type_error);
  REQUIRE(weak_scalar<float>(0.1) == 0.1f);
  REQUIRE(weak_scalar<float>(UINT64_MAX) == 0x1p64f);
  REQUIRE(std::isnan(weak_scalar<float>(std::numeric_limits<double>::quiet_NaN())));
  REQUIRE(weak_scalar<float>(-std::numeric_limits<double>::infinity()) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("integers cast by width and sign", "[element]") {
  const long long in[] = {1, -1, 1ll << 40};
  double out[3];
  detail::cast_block(cast_mode::checked, in, 1, out, 3);
  REQUIRE(out[2] == 0x1p40);
  const char letters[] = {'a', 'b'};
  unsigned long long codes[2];
  detail::cast_block(cast_mode::checked, letters, 1, codes, 2);
  REQUIRE(codes[1] == 98);
}

TEST_CASE("types outside the set are cast as C++ converts them", "[element]") {
  REQUIRE(cast_value<std::string>("abc") == "abc");
  const char* const in[] = {"a", "b", "c"};
  std::string out[2];
  detail::cast_block(cast_mode::checked, in, 2, out, 2);
  REQUIRE(out[1] == "c");
  REQUIRE_THROWS_WITH(detail::cast_block(cast_mode::wrap, dtype::other, in, 1, dtype::int8, out, 1), "cannot cast other to int8");
}
