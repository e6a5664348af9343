// SPDX-License-Identifier: BSL-1.0
// Work that is stopped: where it is left, what it says, what it leaves behind, and that work which is watched but not stopped gives what it
// gives otherwise, though it goes by pieces.
#include <ravel/exec.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>
#include <support/stopped.hpp>

#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>

using ravel::cancelled;
using ravel::index_t;
using ravel::with_stop;
using support::stopped_at;

TEST_CASE("with_stop gives what its function gives", "[exec]") {
  int value = 3;
  CHECK(with_stop(std::stop_token(), [] { return 7; }) == 7);
  CHECK(&with_stop(std::stop_token(), [&]() -> int& { return value; }) == &value);
  CHECK(*with_stop(std::stop_token(), [] { return std::make_unique<int>(5); }) == 5);
  with_stop(std::stop_token(), [&] { value = 4; });
  CHECK(value == 4);
}

TEST_CASE("a stopped operation throws cancelled, which is an error of the library", "[exec]") {
  std::stop_source source;
  source.request_stop();
  const auto r = ravel::iota<double>(100'000);
  CHECK_THROWS_AS(with_stop(source.get_token(), [&] { return sum(r); }), cancelled);
  CHECK_THROWS_AS(with_stop(source.get_token(), [&] { return sum(r); }), ravel::error);
  CHECK_THROWS_WITH(with_stop(source.get_token(), [&] { return sum(r); }), "stopped on request, when 0 of 100000 elements were done");
  CHECK(sum(r) == 4999950000.0);  // outside of it nothing is stopped
  CHECK(with_stop(std::stop_token(), [&] { return sum(r); }) == 4999950000.0);
}

TEST_CASE("work is left between two blocks", "[exec]") {
  std::stop_source source;
  index_t calls = 0;
  const auto r = ravel::generate(100'000, [&](index_t i) {
    if (++calls == 5000) source.request_stop();
    return static_cast<double>(i);
  });
  CHECK_THROWS_AS(with_stop(source.get_token(), [&] { return sum(r); }), cancelled);
  CHECK(calls >= 5000);
  CHECK(calls <= 5000 + 1024);
  const ravel::buffer<double> memory = ravel::make_buffer<double>(1'000'000, 1.0);
  CHECK_THROWS_WITH(stopped_at(2, [&] { static_cast<void>(sum(memory)); }),
                    "stopped on request, when 196608 of 1000000 elements were done");
}

TEST_CASE("a copy that is stopped has written what it had read", "[exec]") {
  const index_t n = 50'000;
  const ravel::buffer<double> from = clone(ravel::iota<double>(n, 1.0)), to = ravel::make_buffer<double>(n, 0.0);
  for (const index_t k : {0, 1, 7, 20}) {
    fill(to, 0.0);
    CHECK_THROWS_AS(stopped_at(k, [&] { copy(sqrt(from) + sqrt(from * 2.0), to); }), cancelled);
    index_t written = 0;
    while (written < n && to[written] != 0) ++written;
    CHECK(equal(slice(to, 0, written), slice(sqrt(from) + sqrt(from * 2.0), 0, written)));
    CHECK(written < n);
    for (index_t i = written; i < n; ++i) REQUIRE(to[i] == 0);
  }
}

TEST_CASE("memory that is moved onto itself is right where it is watched", "[exec]") {
  const index_t n = 200'000;
  with_stop(std::stop_token(), [&] {
    const ravel::buffer<std::int32_t> b = clone(ravel::iota<std::int32_t>(n));
    copy(slice(b, 0, n - 3), slice(b, 3, n - 3));
    CHECK(b[2] == 2);
    CHECK(equal(slice(b, 3, n - 3), ravel::iota<std::int32_t>(n - 3)));
    copy(slice(b, 3, n - 3), slice(b, 0, n - 3));
    CHECK(equal(slice(b, 0, n - 3), ravel::iota<std::int32_t>(n - 3)));
  });
}

TEST_CASE("tensors are written piece by piece where they are watched", "[exec]") {
  const ravel::tensor<double> a = clone(as_tensor(ravel::iota<double>(300'000), {600, 500})), b = clone(transpose(a));
  const ravel::tensor<double> wide = clone(as_tensor(ravel::iota<double>(300'000), {2, 150'000}));
  const auto all = [&](auto&& given) {
    given(clone(a + a));
    given(clone(a + transpose(b) * 2.0));
    given(clone(transpose(a)));
    given(clone(rotate(wide, {0, 70'000})));
    given(clone(flip(wide, 1)));
    given(clone(wide(ravel::all, ravel::slice(5, 140'000)) + 1.0));
  };
  std::vector<ravel::tensor<double>> plain;
  all([&](const auto& made) { plain.push_back(made); });
  std::size_t k = 0;
  index_t looks = 0;
  ravel::with_progress([&](const ravel::progress&) { ++looks; }, std::chrono::seconds(0),
                       [&] { all([&](const auto& made) { CHECK(equal(made, plain[k++])); }); });
  CHECK(k == 6);
  CHECK(looks > 20);
  const ravel::tensor<double> target = ravel::full<double>({2, 150'000}, -1.0);
  CHECK_THROWS_AS(stopped_at(1, [&] { target.assign(wide + wide); }), cancelled);
  CHECK(equal(slice(flat(target), 0, 0, 65536), slice(flat(wide), 0, 0, 65536) * 2.0));
  CHECK(target(1, 149'999) == -1);
}

TEST_CASE("a sort is left between its passes", "[exec]") {
  const ravel::buffer<std::int64_t> values = clone(ravel::iota<std::int64_t>(100'000) * 7919 % 100'003);
  const auto sorted = sort(values);
  index_t looks = 0;
  ravel::with_progress([&](const ravel::progress&) { ++looks; }, std::chrono::seconds(0), [&] { static_cast<void>(sort(values)); });
  CHECK(looks > 4);
  for (index_t k = 0; k + 2 < looks; ++k) CHECK_THROWS_AS(stopped_at(k, [&] { static_cast<void>(sort(values)); }), cancelled);
}

TEST_CASE("a request holds for one thread and one call", "[exec]") {
  std::stop_source outer, inner;
  const auto r = ravel::iota<double>(10'000);
  inner.request_stop();
  with_stop(outer.get_token(), [&] {
    CHECK_THROWS_AS(with_stop(inner.get_token(), [&] { return sum(r); }), cancelled);
    CHECK(sum(r) == 49995000.0);
    outer.request_stop();
    double elsewhere = 0;
    std::thread([&] { elsewhere = sum(r); }).join();
    CHECK(elsewhere == 49995000.0);
    CHECK_THROWS_AS(sum(r), cancelled);
    CHECK_THROWS_AS(with_stop(std::stop_token(), [&] { return sum(r); }), cancelled);  // the inner one changes nothing about the outer one
  });
  CHECK(sum(r) == 49995000.0);
}
