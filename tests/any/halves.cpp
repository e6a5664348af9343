// SPDX-License-Identifier: BSL-1.0
// Half floats behind handles of run-time types: held, viewed, written, cast and put together as they are, and in every computation the
// floats that they are.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/print/any.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <limits>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity(), no_number = std::numeric_limits<double>::quiet_NaN();

template <class F>
void for_each_half(F f) {
  f(float16());
  f(bfloat16());
}

// Both zeros, the least above 0 and the greatest subnormal, what is rounded, the ends, infinities and NaN.
template <class H>
tensor<H> every_kind() {
  const auto made = empty<H>({3, 5});
  const auto largest = static_cast<double>(static_cast<float>(H::max()));
  const H kinds[] = {H(0.0),      H(-0.0),      H::from_bits(1), H::from_bits(0x8001), H::from_bits(0x7f),
                     H(1),        H(-2.5),      H(0.1),          H(largest),           H(-largest),
                     H(infinite), H(-infinite), H(no_number),    H::from_bits(5),      H(largest)};
  std::copy(std::begin(kinds), std::end(kinds), made.data());
  return made;
}
// Few values, so that many are equal.
template <class H>
tensor<H> some_numbers(const shape& extents) {
  support::random r(7);
  const auto made = empty<H>(extents);
  for (index_t i = 0; i < made.size(); ++i) made.data()[i] = H(0.25 * static_cast<double>(r.small<std::int8_t>()));
  return made;
}
any_tensor as_floats(const any_tensor& x) { return cast(x, dtype::float32); }

// All there is to know: the type, the shape and every digit.
template <class X>
std::string text(const X& x) {
  if constexpr (std::is_arithmetic_v<X>) {
    return to_string(any_scalar(static_cast<double>(x)), {.precision = 17});
  } else if constexpr (requires { any_tensor(x); }) {
    return to_string(any_tensor(x), {.precision = 17, .full = true});
  } else if constexpr (requires { any_reader(x); }) {
    return to_string(any_reader(x), {.precision = 17, .full = true});
  } else {
    return to_string(x, {.precision = 17, .full = true});
  }
}
std::string text(const any_groups& g) {
  std::string made = text(g.keys);
  for (const auto& places : g.positions) made += text(any_reader(places));
  return made;
}
std::string text(const any_counted_values& c) { return text(c.values) + text(c.counts); }
std::string text(const histogram_counts& h) { return text(any_reader(h.counts)) + text(any_reader(h.edges)); }
std::string text(const quartile_values& q) { return text(tensor<double>{q.min, q.first, q.median, q.third, q.max}); }

}  // namespace

TEST_CASE("a tensor of half floats goes in and comes out without a copy", "[any]") {
  for_each_half([](auto zero) {
    using H = decltype(zero);
    const tensor<H> t = every_kind<H>();
    const any_tensor x = t;
    CHECK(x.dtype() == dtype_of<H>());
    CHECK(x.writable());
    CHECK(x.layout() == layout::contiguous);
    const tensor<const H> read = as<H>(x);
    const tensor<H> written = as_writable<H>(x);
    CHECK((read.data() == t.data() && written.data() == t.data()));
    CHECK(visit_held(x, [](const auto& held) { return sizeof(held.at({0, 0})); }) == 2);
    CHECK(visit(x, [](const auto& floats) { return sizeof(floats.at({0, 0})); }) == 4);
    CHECK(visit(x, [](const auto& floats) { return to_string(floats); }) == to_string(tensor<const float>(cast<float>(t))));
    CHECK_THROWS_WITH(visit_writable(x, [](const auto&) {}), ContainsSubstring("as_writable<" + std::string(name(dtype_of<H>())) + ">(x)"));
    CHECK_THROWS_WITH(as<float>(x), ContainsSubstring("not float32: cast<float32> converts them"));
    CHECK_THROWS_AS(as<H>(any_tensor(tensor<float>{1})), type_error);
    const any_tensor lazy = cast<H>(tensor<double>{1, 2});
    CHECK(lazy.dtype() == dtype_of<H>());
    CHECK_THROWS_AS(as_writable<H>(lazy), layout_error);
    const any_reader r = buffer<H>{H(1), H(-2)};
    CHECK((r.dtype() == dtype_of<H>() && r[1] == -2));
    CHECK(as<H>(r)[1] == -2);
    CHECK(visit(r, [](const auto& floats) { return sizeof(floats[1]); }) == 4);
    // What is written is seen by what was computed before.
    const any_tensor sum = x(1, all) + 1;
    t(1, 0) = H(6);
    CHECK(sum(0) == 7);
  });
  CHECK(any_tensor(tensor<float16>{float16(1)}).dtype() != any_tensor(tensor<bfloat16>{bfloat16(1)}).dtype());
}

TEST_CASE("a single half float", "[any]") {
  const any_scalar a = float16(0.1), b = bfloat16(2);
  CHECK(a.dtype() == dtype::float16);
  CHECK(as<float16>(a).bits() == float16(0.1).bits());
  CHECK_THROWS_AS(as<float>(a), type_error);
  CHECK(a < b);
  CHECK(b == 2);
  CHECK(a != 0.1);
  CHECK_FALSE(any_scalar(float16(no_number)) == any_scalar(float16(no_number)));
  CHECK((a + b).dtype() == dtype::float32);
  CHECK(b * 3 == 6);
  CHECK(cast_value<int>(b) == 2);
  CHECK(cast_value<float16>(any_scalar(2049)) == 2048);
  CHECK_THROWS_WITH(cast_value<float16>(any_scalar(65520)), "65520 does not fit float16");
  CHECK(cast(a, dtype::float32) == static_cast<float>(float16(0.1)));
  CHECK(cast(a, dtype::bfloat16).dtype() == dtype::bfloat16);
  CHECK(cast(any_scalar(-1), dtype::float16) == -1);
  CHECK(to_string(a) == "0.09998");
  CHECK(visit(a, [](auto value) { return sizeof(value); }) == 4);
  CHECK(visit_held(a, [](const auto& value) { return sizeof(value); }) == 2);
  const any_tensor of_rank_0 = scalar_tensor(a);
  CHECK((of_rank_0.dtype() == dtype::float16 && of_rank_0.rank() == 0 && of_rank_0() == a));
}

TEST_CASE("views of half floats hold them", "[any]") {
  for_each_half([](auto zero) {
    using H = decltype(zero);
    const any_tensor x = some_numbers<H>({4, 6});
    const any_tensor f = clone(as_floats(x));
    const auto check = [&](auto view) {
      const any_tensor seen = view(x);
      CHECK(seen.dtype() == dtype_of<H>());
      CHECK(text(as_floats(seen)) == text(view(f)));
      CHECK(text(seen + 1) == text(view(f) + 1));
      CHECK(is_view_of(seen, x) == is_view_of(view(f), f));  // not if it shows nothing
      CHECK(text(clone(seen)) == text(seen));
    };
    check([](const any_tensor& t) { return transpose(t); });
    check([](const any_tensor& t) { return t(1, all); });
    check([](const any_tensor& t) { return t({3, 0}, slice(4, 2, -2)); });
    check([](const any_tensor& t) { return flip(t, {0, 1}); });
    check([](const any_tensor& t) { return reshape(transpose(t), {3, 8}); });
    check([](const any_tensor& t) { return rotate(t, {1, 2}); });
    check([](const any_tensor& t) { return broadcast(t, {2, 4, 6}); });
    check([](const any_tensor& t) { return diagonal(t); });
    check([](const any_tensor& t) { return t({}, all); });
    check([](const any_tensor& t) { return t(2, slice(5, 1)); });
    CHECK(same(x, any_tensor(as<H>(x))));
    CHECK_FALSE(same(x, clone(x)));
    CHECK(as<H>(any_reader(transpose(x)))[1] == as<H>(x)(1, 0));
    CHECK(contiguous(x).strides() == x.strides());
    CHECK(clone(flip(x, 0)).layout() == layout::contiguous);
  });
}

TEST_CASE("half floats are cast as with a type", "[any]") {
  for_each_half([](auto zero) {
    using H = decltype(zero);
    const dtype type = dtype_of<H>(), other = type == dtype::float16 ? dtype::bfloat16 : dtype::float16;
    const any_tensor x = every_kind<H>();
    CHECK(text(cast(x, dtype::float32)) == text(cast<float>(every_kind<H>())));
    CHECK(text(cast(x, dtype::float64)) == text(cast<double>(every_kind<H>())));
    CHECK(text(saturate_cast(x(0, all), dtype::int8)) == text(saturate_cast<std::int8_t>(every_kind<H>()(0, all))));
    CHECK(text(wrap_cast(x(0, all), dtype::uint8)) == text(wrap_cast<std::uint8_t>(every_kind<H>()(0, all))));
    CHECK(text(saturate_cast(x, other)) == text(saturate_cast(as_floats(x), other)));
    CHECK_THROWS_AS(clone(cast(x, dtype::int32)), type_error);
    CHECK(same(cast(x, type), x));
    // There and back, but for what a NaN carries.
    const tensor<const H> back = as<H>(clone(cast(as_floats(x), type)));
    for (index_t i = 0; i < x.size(); ++i) {
      const H was = as<H>(flat(x))(i), is = flat(back)(i);
      CHECK((was.bits() == is.bits() || (std::isnan(was) && std::isnan(is))));
    }
    const auto into = [&]<class S>(const tensor<S>& t) {
      const any_tensor given = t;
      CHECK(text(saturate_cast(given, type)) == text(saturate_cast<H>(t)));
      CHECK(text(wrap_cast(given, type)) == text(wrap_cast<H>(t)));
      CHECK(text(cast<H>(given(slice(0, 2)))) == text(cast<H>(t(slice(0, 2)))));
    };
    into(tensor<bool>{true, false});
    into(tensor<std::int8_t>{-128, 127, 0});
    into(tensor<std::uint16_t>{2049, 255, 65535});
    into(tensor<std::int64_t>{-7, 2051, std::numeric_limits<std::int64_t>::min()});
    into(tensor<std::uint64_t>{7, 1, std::numeric_limits<std::uint64_t>::max()});
    into(tensor<float>{0.1f, 1e-7f, 1e30f, -3e38f});
    into(tensor<double>{0.1, 65519, 1e300, -1e300, infinite, no_number});
  });
  const auto message_of = [](const any_tensor& x) { return clone(cast(x, dtype::float16)); };
  CHECK_THROWS_WITH(message_of(tensor<int>{1, 65520}), "65520 does not fit float16");
  CHECK_THROWS_WITH(message_of(tensor<double>{65520}), "65520 does not fit float16");
  CHECK_THROWS_WITH(message_of(tensor<std::complex<float>>{std::complex<float>(1, 2)}), ContainsSubstring("(1, 2) does not fit"));
  CHECK(message_of(tensor<double>{65519.9})(0) == 65504);
  CHECK(cast(any_tensor(tensor<std::complex<float>>{std::complex<float>(1, 0)}), dtype::bfloat16)(0) == 1);
  CHECK_THROWS_AS(cast(any_tensor(tensor<std::string>{"1"}), dtype::float16), type_error);
  CHECK_THROWS_AS(cast(zeros(dtype::float16, {1}), dtype::string), type_error);
}

TEST_CASE("half floats are made by their tag", "[any]") {
  for_each_half([](auto zero) {
    using H = decltype(zero);
    const dtype type = dtype_of<H>();
    CHECK(text(zeros(type, {2, 3})) == text(zeros<H>({2, 3})));
    CHECK(text(ones(type, {2})) == text(full<H>({2}, H(1))));
    CHECK(text(full(type, {2}, 0.1)) == text(full<H>({2}, H(0.1))));
    CHECK(empty(type, {0, 3}).shape() == shape{0, 3});
    CHECK(text(eye(type, 2)) == text(cast<H>(eye<float>(2))));
    CHECK(text(arange(type, 0, 2, 0.5)) == text(tensor<H>{H(0), H(0.5), H(1), H(1.5)}));
    CHECK_THROWS_AS(full(type, {1}, "1"), type_error);
    CHECK_THROWS_AS(full(type, {1}, std::complex<double>(0, 1)), type_error);
    CHECK(zeros(type, {2}).writable());
  });
  CHECK_THROWS_WITH(full(dtype::float16, {1}, 65520), "65520 does not fit float16");
}

TEST_CASE("half floats are written", "[any]") {
  for_each_half([](auto zero) {
    using H = decltype(zero);
    const any_tensor x = zeros(dtype_of<H>(), {2, 3});
    const any_tensor y = every_kind<H>()({0, 2}, slice(1, 3));
    copy(y, x);
    for (index_t i = 0; i < 6; ++i) CHECK(as<H>(flat(x))(i).bits() == as<H>(flat(y))(i).bits());
    x(1, all) = tensor<double>{0.1, 2, -3};
    CHECK(text(x(1, all)) == text(tensor<H>{H(0.1), H(2), H(-3)}));
    x(0, all) = x(1, all) * 2;
    CHECK(x(0, 2) == -6);
    x(all, 0) = 7;
    CHECK((x(0, 0) == 7 && x(1, 0) == 7));
    x.write({1, 1}, 0.5);
    CHECK(x(1, 1) == 0.5);
    x.write({1, 1}, H(0.75));
    CHECK(x(1, 1) == 0.75);
    fill(x(0, all), H(3));
    x += 1;
    CHECK(x(0, 1) == 4);
    x *= tensor<double>{1, 2, 3};
    CHECK(x(0, 2) == 12);
    copy_where(x > 4, 0.25, x);
    CHECK(x(0, 2) == 0.25);
    copy_where(x == 0.25, full(dtype_of<H>(), {2, 3}, 9), x);
    CHECK(x(0, 2) == 9);
    flip(x, 1).assign(x);  // reads what it writes
    CHECK(x(0, 0) == 9);
    const any_tensor numbers = zeros(dtype::int32, {2, 3});
    copy(x, numbers);
    CHECK(numbers(0, 0) == 9);
    numbers(0, all) = x(0, all);
    CHECK_THROWS_AS(copy(full(dtype_of<H>(), {3}, no_number), numbers), type_error);
    CHECK_THROWS_AS(x.write({0, 0}, "a"), type_error);
    CHECK_THROWS_AS(fill(broadcast(x, {2, 2, 3}), 1), layout_error);
  });
  const any_tensor x = ones(dtype::float16, {2});
  CHECK_THROWS_WITH(copy(tensor<double>{1, 65520}, x), "65520 does not fit float16");
  CHECK_THROWS_WITH(x.write({0}, 65520), "65520 does not fit float16");
  CHECK_THROWS_AS(x *= 65536, type_error);
  CHECK_THROWS_AS(x += std::complex<float>(0, 1), type_error);
}

TEST_CASE("half floats compute as the floats that they are", "[any]") {
  for_each_half([](auto zero) {
    using H = decltype(zero);
    for (const any_tensor& x : {any_tensor(every_kind<H>()), any_tensor(flip(some_numbers<H>({4, 6}), {0, 1})),
                                any_tensor(transpose(some_numbers<H>({4, 6}))), any_tensor(zeros<H>({0, 3}))}) {
      const any_tensor f = as_floats(x);
      const auto check = [&](auto op) { CHECK(text(op(x)) == text(op(f))); };
      check([](const any_tensor& t) { return t + t; });
      check([](const any_tensor& t) { return t * 2 - 0.1; });
      check([](const any_tensor& t) { return any_scalar(3) / t; });
      check([](const any_tensor& t) { return t % 2; });
      check([](const any_tensor& t) { return -t; });
      check([](const any_tensor& t) { return +t; });
      check([](const any_tensor& t) { return t + zeros(dtype::int32, {1}); });
      check([](const any_tensor& t) { return t * ones(dtype::complex64, {1}); });
      check([](const any_tensor& t) { return t + H(0.5); });
      check([](const any_tensor& t) { return t + any_scalar(H(0.5)); });
      check([](const any_tensor& t) { return t + tensor<H>{H(0.5)}; });
      check([](const any_tensor& t) { return ones(dtype::int8, {1}) + t; });
      check([](const any_tensor& t) { return checked_add(t, t); });
      check([](const any_tensor& t) { return t == t; });
      check([](const any_tensor& t) { return t < 0.1; });
      check([](const any_tensor& t) { return t == H(0.1); });
      check([](const any_tensor& t) { return t >= transpose(transpose(t)) + 1; });
      check([](const any_tensor& t) { return t != zeros(dtype::uint64, {1}); });
      check([](const any_tensor& t) { return minimum(t, 1); });
      check([](const any_tensor& t) { return maximum(t, ones(dtype::float64, {1})); });
      check([](const any_tensor& t) { return clip(t, -1, H(2)); });
      check([](const any_tensor& t) { return where(t > 0, t, 0); });
      check([](const any_tensor& t) { return where(t > 0, t, t); });
      check([](const any_tensor& t) { return abs(t); });
      check([](const any_tensor& t) { return sign(t); });
      check([](const any_tensor& t) { return square(t); });
      check([](const any_tensor& t) { return floor(t); });
      check([](const any_tensor& t) { return round(t); });
      check([](const any_tensor& t) { return isnan(t); });
      check([](const any_tensor& t) { return isfinite(t); });
      check([](const any_tensor& t) { return real(t); });
      check([](const any_tensor& t) { return imag(t); });
      check([](const any_tensor& t) { return sqrt(t); });
      check([](const any_tensor& t) { return exp(t); });
      check([](const any_tensor& t) { return sin(t); });
      check([](const any_tensor& t) { return pow(t, 2); });
      check([](const any_tensor& t) { return hypot(t, any_reader(any_tensor(tensor<H>{H(3)}))); });
      check([](const any_tensor& t) { return sum(t); });
      check([](const any_tensor& t) { return sum(t, 0, nan_policy::skip); });
      check([](const any_tensor& t) { return product(t, 1); });
      check([](const any_tensor& t) { return cumsum(t, 1); });
      check([](const any_tensor& t) { return cumprod(t, 0); });
      check([](const any_tensor& t) { return cummax(t, 0); });
      check([](const any_tensor& t) { return sort(t, 1); });
      check([](const any_tensor& t) { return sort(flat(t), sort_order::descending); });
      check([](const any_tensor& t) { return argsort(t, 0); });
      check([](const any_tensor& t) { return unique(t); });
      check([](const any_tensor& t) { return arggroup(t); });
      check([](const any_tensor& t) { return value_counts(t); });
      check([](const any_tensor& t) { return count_unique(t); });
      check([](const any_tensor& t) { return matmul(t, transpose(t)); });
      check([](const any_tensor& t) { return dot(flat(t), flat(t)); });
      check([](const any_tensor& t) { return outer(t(all, 0), ones(dtype::float16, {2})); });
      check([](const any_tensor& t) { return rank(t, 1); });
      check([](const any_tensor& t) { return searchsorted(sort(flat(t)), t); });
      if (x.size() == 0) continue;
      check([](const any_tensor& t) { return mean(t); });
      check([](const any_tensor& t) { return mean(t, 1, keep); });
      check([](const any_tensor& t) { return min(t); });
      check([](const any_tensor& t) { return max(t, 0, nan_policy::skip); });
      check([](const any_tensor& t) { return argmax(t, 0); });
      check([](const any_tensor& t) { return argmin(t); });
      check([](const any_tensor& t) { return most_common(t); });
      if (f.shape() == shape{3, 5}) continue;  // nothing of the following is made of infinities
      check([](const any_tensor& t) { return variance(t); });
      check([](const any_tensor& t) { return standard_deviation(t, 0, ddof{1}); });
      check([](const any_tensor& t) { return quantile(t, 0.3); });
      check([](const any_tensor& t) { return median(t, 0); });
      check([](const any_tensor& t) { return quartiles(t); });
      check([](const any_tensor& t) { return histogram(t, bins{4}); });
    }
    const any_tensor of_rank_0 = full(dtype_of<H>(), {}, 2.5);
    CHECK(text(of_rank_0 + 1) == text(full(dtype::float32, {}, 3.5)));
    CHECK(sum(of_rank_0) == 2.5);
    CHECK((of_rank_0 + of_rank_0).dtype() == dtype::float32);
    CHECK_THROWS_WITH(of_rank_0 & 1, "& of float32 and float32: only integers and bools have bits, and cast<int>(x) makes integers");
  });
  CHECK_THROWS_AS(any_tensor(tensor<float16>{float16(1)}) + any_tensor(tensor<std::string>{"a"}), type_error);
}

TEST_CASE("half floats are compared, and put together where all are alike", "[any]") {
  for_each_half([](auto zero) {
    using H = decltype(zero);
    const any_tensor x = some_numbers<H>({2, 3}), f = as_floats(x);
    CHECK(equal(x, f));
    CHECK(equal(x, clone(x)));
    CHECK(equal(x, as<H>(x)));
    CHECK_FALSE(equal(x, x + 1));
    CHECK_FALSE(equal(x, transpose(x)));
    CHECK(close(x, f + 1e-9));
    CHECK(close(cast(x, dtype::float64), x));
    CHECK_FALSE(equal(any_tensor(every_kind<H>()), any_tensor(every_kind<H>())));  // NaN
    const any_tensor both = concat(along(0), x, flip(x, 1));
    CHECK(both.dtype() == dtype_of<H>());
    CHECK(text(as_floats(both)) == text(concat(along(0), f, flip(f, 1))));
    CHECK(stack(along(1), x, x).dtype() == dtype_of<H>());
    CHECK(text(concat(along(0), x, f)) == text(concat(along(0), f, f)));
    CHECK(concat(along(0), x, zeros(dtype::int32, {1, 3})).dtype() == (f + zeros(dtype::int32, {1})).dtype());
    CHECK(to_string(x(0, slice(0, 0))) == "#ravel.tensor<" + std::string(name(dtype_of<H>())) + ">[0]\n[]");
    CHECK(describe(x).dtype == dtype_of<H>());
  });
  CHECK(concat(along(0), ones(dtype::float16, {1}), ones(dtype::bfloat16, {1})).dtype() == dtype::float32);
  CHECK(equal(ones(dtype::float16, {2}), ones(dtype::bfloat16, {2})));
  CHECK(to_string(full(dtype::float16, {2}, 0.1)) == "#ravel.tensor<float16>[2]\n[0.09998 0.09998]");
}

TEST_CASE("types meet half floats as they meet float32", "[any]") {
  for (int k = 0; k < static_cast<int>(dtype::other); ++k) {
    const auto type = static_cast<dtype>(k);
    CHECK(promote(dtype::float16, type) == promote(dtype::float32, type));
    CHECK(promote(type, dtype::bfloat16) == promote(type, dtype::float32));
    CHECK(weak_scalar(dtype::float16, type) == weak_scalar(dtype::float32, type));
    CHECK(weak_scalar(type, dtype::bfloat16) == weak_scalar(type, dtype::float32));
  }
  CHECK(promote(dtype::float16, dtype::float16) == dtype::float32);
  CHECK(promote(dtype::float16, dtype::bfloat16) == dtype::float32);
  CHECK(promote(dtype::float16, dtype::string) == std::nullopt);
  CHECK(sum_type(dtype::bfloat16) == sum_type(dtype::float32));
}

TEST_CASE("columns of half floats", "[any]") {
  const auto column = [](dtype type, const buffer<double>& values) -> any_reader { return clone(cast(any_reader(values), type)); };
  const auto made = [&](dtype type) {
    return any_table{{"key", column(type, {2, 1, 2, 1, 3})}, {"x", column(type, {0.5, 1, 2, no_number, 4})}};
  };
  const any_table t = made(dtype::float16), f = made(dtype::float32);
  CHECK(t.column("key").dtype() == dtype::float16);
  CHECK(equal(sort_by(t, {"key"}), sort_by(f, {"key"})) == equal(f, f));
  REQUIRE_EQUAL(argsort_by(t, {"key", "x"}), argsort_by(f, {"key", "x"}));
  CHECK(sort_by(t, {"key"}).column("x").dtype() == dtype::float16);
  const std::vector<aggregate> all_of_x{{"n"},
                                        {"sum", aggregation::sum, "x"},
                                        {"mean", aggregation::mean, "x"},
                                        {"min", aggregation::min, "x"},
                                        {"max", aggregation::max, "x"}};
  const any_table groups = group_reduce(t, {"key"}, all_of_x, group_order::sorted, nan_policy::skip);
  const any_table same_groups = group_reduce(f, {"key"}, all_of_x, group_order::sorted, nan_policy::skip);
  CHECK(equal(groups, same_groups));
  CHECK(groups.column("key").dtype() == dtype::float16);
  for (const char* const name : {"sum", "mean", "min", "max"}) CHECK(groups.column(name).dtype() == same_groups.column(name).dtype());
  CHECK(group_reduce(t, {"key"}, {{"first", aggregation::first, "x"}}).column("first").dtype() == dtype::float16);

  const any_table others{{"key", column(dtype::float16, {1, 5})}, {"y", column(dtype::bfloat16, {7, 8})}};
  const any_table joined = join(t, others, {"key"}, join_kind::left);
  CHECK((joined.column("key").dtype() == dtype::float16 && joined.column("y").dtype() == dtype::bfloat16));
  CHECK((joined.column("y")[1] == 7 && std::isnan(cast_value<double>(joined.column("y")[0]))));
  CHECK(join(f, others, {"key"}).size() == 2);  // by value, of both types
  CHECK(equal(describe(drop(t, {"key"})).column("mean"), describe(drop(f, {"key"})).column("mean")));
  CHECK(describe(t).column("type")[0] == "float16");
  CHECK_THAT(to_string(t), ContainsSubstring("float16"));
  CHECK(filter(t, any_reader(t.column("key").as_tensor() == 2)).size() == 2);
}
