// SPDX-License-Identifier: BSL-1.0
// Filters and masks that threads share: the same elements and positions in the same order, and each element asked once.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/same_for_all.hpp>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ravel;
using support::same_for_all;
using support::throws_the_same;

namespace {

const std::vector<index_t> sizes{0, 1, 2, 63, 64, 65, 128, 1000, 5000};

buffer<double> some(index_t n) { return clone(reader<double>(random_uniform<double>({n}, -1, 1, 3))); }

template <class Selection>
buffer<index_t> listed(const Selection& positions) {
  return clone(select(iota<index_t>(10'000), positions));
}
template <class T>
tensor<T> one(const T& value) {
  return tensor<T>{value};
}

}  // namespace

TEST_CASE("filters are shared", "[exec]") {
  for (const index_t n : sizes) {
    const auto x = some(n), y = clone(reverse(some(n)));
    const auto words = clone(map([](double v) { return std::to_string(v); }, x));
    same_for_all([&] { return filter(x, [](double v) { return v > 0.2; }); });
    same_for_all([&] { return filter(x * y, [](double v) { return v > 0.2; }); });
    same_for_all([&] { return filter(words, [](const std::string& w) { return w[0] == '-'; }); });
    same_for_all([&] { return compress(x, y > 0.0); });
    same_for_all([&] { return compress(words, clone(y > x)); });
    same_for_all([&] { return listed(argfilter(x, [](double v) { return v > 0.2; })); });
    same_for_all([&] { return listed(argfilter(slice(x, 0, n / 2, 2), [](double v) { return v > 0.2; })); });
    same_for_all([&] { return listed(argfilter(x, y, [](double a, double b) { return a > b; })); });
    same_for_all([&] { return listed(argfilter(x < y)); });
    same_for_all([&] { return listed(argfilter(x > -2.0)); });
    same_for_all([&] { return clone(select(x, x > 0.0)); });
    same_for_all([&] { return one(count(x, [](double v) { return v > 0.2; })); });
    same_for_all([&] { return clone(positions(index_set(x > 0.0))); });
  }
  const auto x = random_uniform<double>({20, 30, 8}, -1, 1, 3);
  same_for_all([&] { return nonzero(x > 0.5); });
  same_for_all([&] { return nonzero(transpose(x) > 2.0); });
  same_for_all([&] { return clone(x(x > 0.0)); });
  same_for_all([&] { return count(x, [](double v) { return v > 0.2; }, {1}); });
}

TEST_CASE("a large mask becomes the same set", "[exec]") {
  const auto x = random_uniform<double>({400'000}, 0, 1, 3);
  const auto set_of = [&](double below, index_t n) { return [=] { return index_set(slice(flat(x), 0, n) < below); }; };
  for (const double below : {0.0, 0.001, 0.3, 0.999, 2.0}) {
    for (const index_t n : {65'535, 65'536, 65'537, 400'000}) {
      const index_set wanted = set_of(below, n)();
      for (const support::sharing& one : support::all_sharings) {
        const support::rules_of_tasks now(one.rules);
        CHECK(with_threads(one.threads, set_of(below, n)) == wanted);
      }
    }
  }
}

TEST_CASE("a predicate is called once for each element by several threads", "[exec]") {
  const support::rules_of_tasks rules(support::share_all);
  const auto x = iota<int>(5000);
  const auto asked_once = [&](const auto& operation) {
    std::vector<std::atomic<int>> asked(5000);
    static_cast<void>(with_threads(4, [&] {
      return operation([&asked](int v) {
        ++asked[static_cast<std::size_t>(v)];
        return v % 3 == 0;
      });
    }));
    for (const std::atomic<int>& times : asked) REQUIRE(times == 1);
  };
  asked_once([&](const auto& predicate) { return filter(x, predicate); });
  asked_once([&](const auto& predicate) { return argfilter(x, predicate); });
  asked_once([&](const auto& predicate) { return argfilter(x, x, [&](int v, int) { return predicate(v); }); });
  asked_once([&](const auto& predicate) { return count(x, predicate); });
}

TEST_CASE("a predicate that changes itself stays on the calling thread, in order", "[exec]") {
  const auto x = iota<int>(3000);
  const auto every_second = [odd = false](int) mutable { return odd = !odd; };
  same_for_all([&] { return filter(x, every_second); });
  same_for_all([&] { return listed(argfilter(x, every_second)); });
  same_for_all([&] { return one(count(x, every_second)); });
  same_for_all([&] {
    auto counted = [seen = 0](int) mutable { return ++seen % 100 == 0; };
    return count(as_tensor(x, {3, 1000}), counted, {1});
  });
}

TEST_CASE("the exception of the lowest element comes out of a filter", "[exec]") {
  const auto x = iota<int>(3000);
  const auto failing = [](int v) -> bool {
    if (v == 1700 || v == 400 || v == 2999) throw std::runtime_error("at " + std::to_string(v));
    return v % 2 == 0;
  };
  throws_the_same([&] { return filter(x, failing); });
  throws_the_same([&] { return argfilter(x, failing); });
  throws_the_same([&] { return count(x, failing); });
  throws_the_same([&] { return compress(map(failing, x), x > 20); });
  throws_the_same([&] { return nonzero(as_tensor(map(failing, x), {30, 100})); });
  throws_the_same([&] { return index_set(map(failing, x)); });
}
