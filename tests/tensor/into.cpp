// SPDX-License-Identifier: BSL-1.0
// Results in memory that is given, for every operation that takes it: of every layout, with what is read in it, and of another shape.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/drawn.hpp>
#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include <functional>
#include <vector>

namespace {

using ravel::all;
using ravel::empty;
using ravel::index_t;
using ravel::into;
using ravel::shape;
using ravel::tensor;

// Layouts of one shape: row-major, turned, mirrored, and with gaps.
template <class R>
std::vector<tensor<R>> targets(const shape& of) {
  std::vector<index_t> turned(of.begin(), of.end()), wide = turned;
  std::reverse(turned.begin(), turned.end());
  wide.back() *= 2;
  const tensor<R> rows = empty<R>(of);
  return {rows, transpose(empty<R>(turned)), flip(empty<R>(of), 0), slice(empty<R>(wide), -1, 0, of[of.rank() - 1], 2)};
}

// verb(x) and verb(x, into{t})
template <class X, class Verb>
void check_into(const X& x, const Verb& verb) {
  const auto wanted = verb(x);
  using R = std::remove_cvref_t<decltype(wanted(0))>;
  for (const tensor<R>& target : targets<R>(wanted.shape())) {
    verb(x, into{target});
    REQUIRE_EQUAL(target, wanted);
    verb(x * 1, into{target});
    REQUIRE_EQUAL(target, wanted);
  }
  const shape of = wanted.shape();
  std::vector<index_t> other(of.begin(), of.end());
  ++other.back();
  CHECK_THROWS_AS(verb(x, into{empty<R>(other)}), ravel::shape_error);
}

// Into what is read, as it lies and turned, too.
template <class X, class Verb>
void check_into_itself(const X& x, const Verb& verb) {
  check_into(x, verb);
  const auto wanted = verb(x), itself = clone(x);
  verb(itself, into{itself});
  REQUIRE_EQUAL(itself, wanted);
  copy(x, itself);
  verb(itself * 1, into{itself});
  REQUIRE_EQUAL(itself, wanted);
  const auto turned = clone(transpose(x));
  verb(transpose(turned), into{transpose(turned)});
  REQUIRE_EQUAL(transpose(turned), wanted);
}

}  // namespace

TEST_CASE("a result is written into a tensor of any layout", "[tensor]") {
  const tensor<double> x = ravel::as_tensor(clone(ravel::iota<double>(600)), {20, 30});
  const tensor<double> wanted = gaussian_filter(x, 1), medians = median_filter(x, {3, 3});
  const auto lined = empty<double>({20, 30}), turned = empty<double>({30, 20}), wide = empty<double>({20, 60});
  for (const tensor<double>& target : {lined, transpose(turned), flip(lined, 1), tensor<double>(wide(all, ravel::slice(0, 30, 2)))}) {
    fill(target, -1);
    gaussian_filter(x, 1, into{target});
    REQUIRE_EQUAL(target, wanted);
    gaussian_filter(x, 1, 0, into{target}, ravel::edge_mode::wrap);
    REQUIRE_EQUAL(target, gaussian_filter(x, 1, 0, ravel::edge_mode::wrap));
    median_filter(x, {3, 3}, into{target}, ravel::edge_mode::reflect);
    REQUIRE_EQUAL(target, medians);
  }
}

TEST_CASE("a result goes where its source was", "[tensor]") {
  const tensor<double> x = ravel::as_tensor(clone(ravel::iota<double>(600)), {20, 30});
  const tensor<double> wanted = gaussian_filter(x, 1), turned = clone(transpose(gaussian_filter(transpose(x), 2))), itself = clone(x);
  gaussian_filter(itself, 1, into{itself});
  REQUIRE_EQUAL(itself, wanted);
  copy(x, itself);
  gaussian_filter(transpose(itself), 2, into{transpose(itself)});
  REQUIRE_EQUAL(itself, turned);
  copy(x, itself);
  gaussian_filter(itself * 1.0, 1, into{itself});
  REQUIRE_EQUAL(itself, wanted);
}

TEST_CASE("targets that do not fit are refused", "[tensor]") {
  const auto x = ravel::zeros<double>({20, 30}), small = ravel::zeros<double>({20, 29});
  CHECK_THROWS_WITH(gaussian_filter(x, 1, into{small}), "into{t}: the result has shape [20 30], and t has shape [20 29]");
  CHECK_THROWS_AS(median_filter(x, 3, into{transpose(x)}), ravel::shape_error);
}

TEST_CASE("operations along an axis write into what is given", "[tensor]") {
  support::random r(11);
  const tensor<double> x = support::drawn(r, {20, 31});
  const tensor<int> k = clone(ravel::cast<int>(ravel::floor(x)));
  for (const index_t axis : {0, 1}) {
    INFO("axis " << axis);
    const auto along = [&](const auto& verb) { return [&, axis](const auto& t, const auto&... to) { return verb(t, axis, to...); }; };
#define ALONG(name) along([](const auto& t, index_t on, const auto&... to) { return ravel::name(t, on, to...); })
    check_into_itself(x, ALONG(cumsum));
    check_into(k, ALONG(cumsum));
    check_into_itself(x, ALONG(cumprod));
    check_into_itself(k, ALONG(cummin));
    check_into_itself(x, ALONG(cummax));
    check_into_itself(x, ALONG(sort));
    check_into_itself(k, ALONG(sort));
    check_into(k, ALONG(argsort));
    check_into_itself(x, ALONG(rank));
    check_into(x, ALONG(diff));
    check_into(k, ALONG(diff));
    check_into_itself(x, ALONG(gradient));
    check_into_itself(x, ALONG(detrend));
    check_into_itself(x, ALONG(softmax));
    check_into(x, ALONG(fft));
    check_into(x, ALONG(ifft));
    check_into(x, ALONG(rfft));
#undef ALONG
    const auto check = [&](const auto& verb) { check_into_itself(x, verb); };
    check([=](const auto& t, const auto&... to) {
      return scan(
          t, [](double a, double b) { return a / 2 + b; }, axis, to...);
    });
    check([=](const auto& t, const auto&... to) { return cumsum(t, axis, ravel::nan_policy::skip, to...); });
    check([=](const auto& t, const auto&... to) { return sort(t, axis, to..., ravel::sort_order::descending); });
    check([=](const auto& t, const auto&... to) { return sort(t, axis, std::greater<>(), to...); });
    check([=](const auto& t, const auto&... to) { return diff(t, axis, ravel::order{0}, to...); });
    check([=](const auto& t, const auto&... to) { return diff(t, axis, ravel::prepend{0.0}, to...); });
    check([=](const auto& t, const auto&... to) { return gaussian_filter(t, 1, axis, to...); });
    check([=](const auto& t, const auto&... to) { return median_filter(t, 3, axis, to...); });
    check([=](const auto& t, const auto&... to) { return savgol_filter(t, 5, 2, axis, to...); });
    check([=](const auto& t, const auto&... to) { return savgol_filter(t, 5, 2, axis, to..., ravel::edge_mode::wrap); });
    check([=](const auto& t, const auto&... to) { return expanding(t, ravel::reducer::mean, axis, to...); });
    check([=](const auto& t, const auto&... to) { return rolling(t, 3, ravel::reducer::mean, axis, ravel::edge_mode::clamp, to...); });
    check([=](const auto& t, const auto&... to) {
      return rolling(
          t, 3, [](const auto& w) { return w[0]; }, axis, ravel::edge_mode::clamp, to...);
    });
    check([=](const auto& t, const auto&... to) {
      return convolve(t, std::vector<double>{1, 2, 1}, axis, ravel::convolve_mode::same, to...);
    });
    check([=](const auto& t, const auto&... to) { return take_along_axis(t, argsort(t, axis), axis, to...); });
    check([=](const auto& t, const auto&... to) {
      return map_axis(
          t, axis, [](const auto& line) { return line * 2; }, to...);
    });
    check_into(x, [=](const auto& t, const auto&... to) { return diff(t, axis, ravel::order{3}, to...); });
    check_into(x, [=](const auto& t, const auto&... to) { return rolling_median(t, 3, axis, to...); });
    check_into(x, [=](const auto& t, const auto&... to) { return rolling_quantile(t, 3, 0.3, axis, to...); });
    check_into(x, [=](const auto& t, const auto&... to) { return downsample(t, 3, ravel::reducer::mean, axis, to...); });
    check_into(x, [=](const auto& t, const auto&... to) { return correlate(t, std::vector<double>{1, 2, 1}, axis, to...); });
    check_into(x, [=](const auto& t, const auto&... to) { return arg_largest_triangle(t, 4, axis, to...); });
    check_into(x, [=](const auto& t, const auto&... to) {
      return reduce_axis(
          t, axis, [](const auto& line) { return line[0]; }, to...);
    });
    check_into(x, [=](const auto& t, const auto&... to) { return irfft(t, axis, to...); });
    const auto keys = clone(ravel::iota<int>(x.extent(axis)) / 3);
    check([=](const auto& t, const auto&... to) { return group_transform(keys, t, ravel::reducer::mean, axis, to...); });
    check([=](const auto& t, const auto&... to) { return group_rank(keys, t, axis, to...); });
    check([=](const auto& t, const auto&... to) { return rolling_by(keys, t, 2, ravel::reducer::mean, axis, to...); });
  }
}

TEST_CASE("operations of whole tensors write into what is given", "[tensor]") {
  support::random r(12);
  const tensor<double> x = support::drawn(r, {9, 9});
  check_into_itself(x, [](const auto& t, const auto&... to) { return gaussian_filter(t, 1, to...); });
  check_into_itself(x, [](const auto& t, const auto&... to) { return gaussian_filter(t, 1, {1, 0}, to...); });
  check_into_itself(x, [](const auto& t, const auto&... to) { return median_filter(t, {3, 1}, to...); });
  check_into_itself(x, [](const auto& t, const auto&... to) { return matmul(t, t, to...); });
  check_into_itself(x, [](const auto& t, const auto&... to) { return softmax(t, {0, 1}, to...); });
  check_into_itself(x, [](const auto& t, const auto&... to) {
    return convolve(t, tensor<double>{{1, 2}, {3, 4}}, to..., ravel::convolve_mode::same);
  });
  check_into(x, [](const auto& t, const auto&... to) { return fft(t, {0, 1}, to...); });
  check_into(x, [](const auto& t, const auto&... to) { return rfft(t, {0, 1}, to...); });
}

TEST_CASE("lines and buffers: the result goes into a buffer", "[tensor]") {
  const ravel::buffer<double> line{3, 1, 4, 1, 5, 9, 2, 6};
  const std::vector<double> samples = to_vector(line);
  const auto to = ravel::make_buffer<double>(8);
  sort(line, into{to});
  REQUIRE_EQUAL(to, sort(line));
  savgol_filter(line, 3, 1, into{to});
  REQUIRE_EQUAL(to, savgol_filter(line, 3, 1));
  ravel::cumsum(samples, into{to});
  REQUIRE_EQUAL(to, ravel::cumsum(samples));
  std::vector<double> own(8);
  gaussian_filter(line * 2, 1, into{ravel::borrow(own)});
  REQUIRE_EQUAL(own, gaussian_filter(line * 2, 1));
  sort(line, into{line});
  REQUIRE_EQUAL(line, ravel::sort(samples));
}

TEST_CASE("windows and keys that lie in the target are read before", "[tensor]") {
  const tensor<double> x = ravel::as_tensor(clone(ravel::iota<double>(12)), {4, 3});
  const auto memory = ravel::ones<double>({4, 3});
  const auto wanted = convolve(x, clone(memory(0, all)), 1, ravel::convolve_mode::same);
  convolve(x, memory(0, all), 1, ravel::convolve_mode::same, into{memory});
  REQUIRE_EQUAL(memory, wanted);
}

TEST_CASE("no lines, no elements, one element", "[tensor]") {
  for (const shape& of : {shape{0, 3}, shape{3, 0}, shape{1, 1}, shape{1}, shape{0}}) {
    INFO(to_string(of));
    const auto x = ravel::ones<double>(of), to = ravel::zeros<double>(of);
    for (index_t axis = 0; axis < of.rank(); ++axis) {
      sort(x, axis, into{to});
      cumsum(x, axis, into{to});
      detrend(x, axis, into{to});
      REQUIRE_EQUAL(to, x * 0);
    }
  }
}

TEST_CASE("a given target saves the memory of the result", "[tensor]") {
  const auto x = ravel::random_uniform<double>({64, 100}, 0, 1, 1), to = ravel::zeros<double>({64, 100});
  const auto made_by = [](const auto& work) {
    work();
    const auto before = support::total_allocations();
    work();
    return support::total_allocations() - before;
  };
  CHECK(made_by([&] { cumsum(x, 1, into{to}); }) < made_by([&] { static_cast<void>(cumsum(x, 1)); }));
  CHECK(made_by([&] { cumsum(x, 0, into{to}); }) < made_by([&] { static_cast<void>(cumsum(x, 0)); }));
  const double* const data = to.data();
  sort(x, 1, into{to});
  CHECK(to.data() == data);
}
