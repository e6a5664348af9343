// SPDX-License-Identifier: BSL-1.0
// Searches, counts and joins that threads share: what one thread finds, and nothing seen that it would not reach.
#include <ravel/exec.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/fails_cleanly.hpp>
#include <support/same_for_all.hpp>
#include <support/stopped.hpp>

#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace ravel;
using support::same_for_all;
using support::shared_by_all;
using support::throws_the_same;

namespace {

buffer<double> some(index_t n) { return clone(reader<double>(random_uniform<double>({n}, -1, 1, 3))); }

template <class T>
tensor<T> one(const T& value) {
  return tensor<T>{value};
}

}  // namespace

TEST_CASE("searches give what one thread finds first", "[exec]") {
  const auto x = iota<int>(4000);
  for (const int wanted : {-1, 0, 1, 1500, 3999}) {
    same_for_all([&] { return one<index_t>(index_of(x % 2000, wanted).value_or(-1)); });
    same_for_all([&] { return one<index_t>(last_index_of(x % 2000, wanted).value_or(-1)); });
    same_for_all([&] { return one(any_of(x, [=](int v) { return v == wanted; })); });
    same_for_all([&] { return one(all_of(x, [=](int v) { return v != wanted; })); });
    same_for_all([&] { return one(none_of(x, [=](int v) { return v == wanted; })); });
    same_for_all([&] { return one(any_of(x == wanted)); });
    same_for_all([&] { return one(all_of(x != wanted)); });
    same_for_all([&] { return one(equal(x, clone(where(x == wanted, 7, x)))); });
    same_for_all([&] { return one(close(cast<double>(x), clone(cast<double>(where(x == wanted, 7, x))))); });
  }
}

TEST_CASE("a shared search shows nothing behind its find", "[exec]") {
  const auto x = iota<int>(20'000);  // several blocks: of that in which it ends, one thread sees all
  const auto searched = [&](int hit, int fails) {
    return map(
        [=](int v) -> int {
          if (v == fails) throw std::runtime_error("at " + std::to_string(v));
          return v == hit ? -1 : v;
        },
        x);
  };
  same_for_all([&] { return one<index_t>(index_of(searched(100, 15'000), -1).value_or(-1)); });
  same_for_all([&] { return one(any_of(searched(5000, 15'000) < 0)); });
  same_for_all([&] { return one(all_of(searched(5000, 19'999), [](int v) { return v >= 0; })); });
  same_for_all([&] { return one(equal(searched(7000, 13'000), x)); });
  same_for_all([&] { return one<index_t>(last_index_of(searched(15'000, 5000), -1).value_or(-1)); });
  throws_the_same([&] { return index_of(searched(15'000, 5000), -1); });
  throws_the_same([&] { return last_index_of(searched(5000, 15'000), -1); });
  throws_the_same([&] { return any_of(searched(19'000, 1000) < 0); });
  throws_the_same([&] { return equal(searched(13'000, 7000), x); });
}

TEST_CASE("many values are found where one thread finds them", "[exec]") {
  const auto x = iota<int>(20'000);
  const auto few = clone(map([](int v) { return v * 7 % 1000; }, x));
  const auto doubles = clone(where(few % 5 == 0, sqrt(-1.0 - cast<double>(few)), cast<double>(few % 300) * -0.5));
  const auto words = clone(map([](int v) { return "word " + std::to_string(v); }, few));
  const buffer<int> wanted{999, 3, 3, -1, 500};
  same_for_all([&] { return index_of(few, wanted); });
  same_for_all([&] { return index_of(few, clone(slice(few, 0, 990))); });
  same_for_all([&] { return index_of(slice(few, 19'999, 20'000, -1), clone(x)); });
  same_for_all([&] { return index_of(few + 1, clone(x * 2)); });
  same_for_all([&] { return index_of(clone(reverse(x)), clone(x)); });
  same_for_all([&] { return index_of(doubles, clone(slice(doubles, 0, 400))); });
  same_for_all([&] { return index_of(doubles, clone(cast<double>(x) * 0.5)); });
  same_for_all([&] { return index_of(words, clone(slice(words, 300, 1200))); });
  same_for_all([&] { return index_of(words, {std::string("word 994"), std::string("none")}); });
  same_for_all([&] { return index_of(map([](int v) { return v % 3 == 0; }, x), {true, false}); });
  same_for_all([&] { return index_of(few, clone(random_integers<int>({30, 30}, 0, 1100, 3))); });
  same_for_all([&] { return index_of(buffer<int>{5, 7, 5}, few); });
  same_for_all([&] { return index_of(make_buffer<int>(0), wanted); });
  same_for_all([&] { return index_of(few, make_buffer<int>(0)); });
}

TEST_CASE("a search of many values shows nothing behind the last that it finds", "[exec]") {
  const auto searched = [](int last, int fails, index_t n) {
    return map(
        [=](int v) -> int {
          if (v == fails) throw std::runtime_error("at " + std::to_string(v));
          return v == last ? -1 : v % 1000;
        },
        iota<int>(n));
  };
  const auto wanted = concat(clone(iota<int>(1000)), buffer<int>{-1});
  for (const int last : {1000, 3000, 12'000}) {
    same_for_all([&] { return index_of(searched(last, last + 5000, 20'000), wanted); });
    same_for_all([&] { return index_of(searched(last, 19'999, 20'000), wanted); });
    throws_the_same([&] { return index_of(searched(last, last - 700, 20'000), wanted); });
    throws_the_same([&] { return index_of(searched(last, 15, 20'000), wanted); });
  }
  throws_the_same([&] { return index_of(searched(-1, 19'999, 20'000), wanted); });
  // Values are read before elements, and an error of the values comes first.
  throws_the_same([&] { return index_of(searched(-1, 10, 20'000), searched(-1, 15'000, 20'000)); });
}

TEST_CASE("several threads search for many values", "[exec]") {
  const support::rules_of_tasks now(support::share_all);
  std::mutex guard;
  std::set<std::thread::id> threads;
  const auto seen = [&](index_t i) {
    const std::lock_guard lock(guard);
    threads.insert(std::this_thread::get_id());
    return i;
  };
  const auto searched = ravel::generate(100'000, seen);
  for (int again = 0; again < 1000 && threads.size() < 2; ++again) {
    const auto places = with_threads(4, [&] { return index_of(searched, {index_t{99'999}, index_t{-1}, index_t{5}}); });
    REQUIRE((places[0] == 99'999 && places[1] == no_position && places[2] == 5));
  }
  CHECK(threads.size() > 1);
}

TEST_CASE("a search of many values that is stopped leaves its arguments", "[exec]") {
  const auto x = clone(iota<int>(500));
  const auto few = x % 70 + 0;
  const auto values = clone(concat(reverse(x), x));
  const auto stops = [&](const auto& search) {
    const support::rules_of_tasks now(support::share_all);
    const auto wanted = search();
    CHECK(support::for_each_stop([&] { with_threads(3, [&] { static_cast<void>(search()); }); }, [] {}) > 1);
    REQUIRE_EQUAL(with_threads(3, search), wanted);
  };
  stops([&] { return index_of(few, values); });
  support::fails_cleanly([&] { return index_of(slice(few, 0, 300), slice(values, 0, 200)); });
}

TEST_CASE("counts and places of many values are shared", "[exec]") {
  const auto x = some(5000);
  const auto edges = clone(linspace(-0.9, 0.9, 19));
  const auto numbers = clone(cast<int>(x * 20.0 + 20.0));
  const auto counts = [](const histogram_counts& found) { return concat(cast<double>(found.counts), found.edges); };
  same_for_all([&] { return clone(counts(histogram(x, bins{30}))); });
  same_for_all([&] { return clone(counts(histogram(x * x, bins{7}, between{0.1, 0.5}))); });
  same_for_all([&] { return clone(counts(histogram(x, edges))); });
  same_for_all([&] { return clone(counts(histogram(where(x > 0.9, sqrt(-x), x), bins{5}, nan_policy::skip))); });
  same_for_all([&] { return clone(counts(histogram(x, bins{4000}))); });  // more bins than threads count apart
  throws_the_same([&] { return histogram(where(x > 0.9, sqrt(-x), x), bins{5}, nan_policy::refuse); });
  same_for_all([&] { return bincount(numbers); });
  same_for_all([&] { return bincount(numbers + 1000, at_least{2000}); });
  same_for_all([&] { return bincount(where(x > 0.999, 100'000, numbers)); });
  throws_the_same([&] { return bincount(where(x > 0.9, -1, numbers)); });
  same_for_all([&] { return digitize(x, edges); });
  same_for_all([&] { return digitize(x * 2.0, reverse(edges), closed_edge::upper); });
  same_for_all([&] { return searchsorted(edges, x, search_side::right); });
  same_for_all([&] { return searchsorted(edges * 2.0, x); });
  same_for_all([&] { return searchsorted(reverse(edges), x, [](double a, double b) { return a > b; }); });
  same_for_all([&] { return membership(numbers, {3, 17, 20}); });
  same_for_all([&] { return membership(numbers, index_set{1, 5, 30}); });
}

TEST_CASE("places of extremes are shared", "[exec]") {
  const auto check = []<class T>(const tensor<const T>& x) {
    const reader<T> row = flat(x);
    for (const reader<T>& line : {row, reader<T>(reverse(row)), reader<T>(concat(row, row))}) {
      shared_by_all([&] { return buffer<index_t>{argmin(line), argmax(line), argmin_last(line), argmax_last(line)}; });
    }
    for (const tensor<const T>& t : {x, tensor<const T>(transpose(x)), tensor<const T>(maximum(x, x))}) {
      shared_by_all([&] { return buffer<index_t>{argmin(t), argmax(t)}; });
      for (const index_t axis : {0, 1, 2}) {
        same_for_all([&] { return argmin(t, axis); });
        same_for_all([&] { return argmax(t, axis); });
        same_for_all([&] { return argmin_last(t, axis); });
      }
    }
  };
  const tensor<const double> x = random_uniform<double>({4, 30, 25}, -1, 1, 3);
  check(x);
  check(tensor<const double>(where(x > 0.9, sqrt(-x), round(x * 3.0) * -0.0)));  // NaN, ties and zeros of both signs
  check(tensor<const int>(cast<int>(x * 2.0)));
  check(tensor<const float>(cast<float>(slice(x, 1, 0, 1))));
  const auto wide = random_integers<int>({3, 9000}, 0, 50, 3), tall = random_integers<int>({9000, 3}, 0, 50, 3);
  shared_by_all([&] { return argmax(wide, 0); });
  shared_by_all([&] { return argmin(transpose(wide), 1); });
  shared_by_all([&] { return argmax(tall, 1); });
  shared_by_all([&] { return argmin(transpose(tall), 0); });
  for (const auto& t : {wide, tall}) {
    shared_by_all([&] { return buffer<index_t>{argmin(t), argmax(transpose(t))}; });
    same_for_all([&] { return argmax(t, 0); });
    same_for_all([&] { return argmax(t, 1); });
  }
  const auto failing = [](int v) -> int { return v > 2000 ? throw std::runtime_error("at " + std::to_string(v)) : v; };
  throws_the_same([&] { return argmin(map(failing, iota<int>(4000))); });
  throws_the_same([&] { return argmax(as_tensor(map(failing, iota<int>(4000)), {40, 100})); });
  throws_the_same([&] { return argmax(as_tensor(map(failing, iota<int>(4000)), {40, 100}), 1); });
}

TEST_CASE("interpolation is shared", "[exec]") {
  const auto x = some(5000);
  const auto places = clone(linspace(-0.9, 0.9, 37));
  const auto values = some(37);
  shared_by_all([&] { return interp(x, places, values); });
  shared_by_all([&] { return interp(clone(sort(x)), places, values); });
  shared_by_all([&] { return interp(where(x > 0.9, sqrt(-x), x), places, values); });
  shared_by_all([&] { return interp(random_uniform<double>({50, 60}, -1, 1, 3), places, values); });
  throws_the_same([&] { return interp(x, reverse(places), values); });
}

TEST_CASE("joins of the nearest keys are shared", "[exec]") {
  const auto left = clone(sort(round(some(3000) * 300.0) / 300.0)), right = clone(sort(round(reverse(some(2000)) * 200.0) / 200.0));
  const auto numbers = [](const auto& keys) { return clone(sort(where(keys > 0.9, sqrt(-keys), keys))); };  // and NaN behind them
  for (const asof_direction direction : {asof_direction::backward, asof_direction::forward, asof_direction::nearest}) {
    shared_by_all([&] { return arg_join_asof(left, right, direction); });
    shared_by_all([&] { return arg_join_asof(left, right, direction, tolerance{0.001}); });
    shared_by_all([&] { return arg_join_asof(numbers(left), numbers(right), direction); });
    shared_by_all([&] { return arg_join_asof(cast<int>(left * 50.0), cast<int>(right * 50.0), direction, tolerance{0}); });
    shared_by_all([&] { return arg_join_asof(left, make_buffer<double>(0), direction); });
    same_for_all([&] { return arg_join_asof(make_buffer<double>(0), right, direction); });
  }
}

TEST_CASE("joins are shared", "[exec]") {
  const auto left = clone(cast<int>(some(3000) * 500.0)), right = clone(cast<int>(reverse(some(4000)) * 400.0));
  const auto pairs = [](const join_positions& found) { return concat(found.left, found.right); };
  for (const join_kind kind : {join_kind::inner, join_kind::left, join_kind::outer, join_kind::semi, join_kind::anti}) {
    same_for_all([&] { return clone(pairs(arg_join(left, right, kind))); });
    same_for_all([&] { return clone(pairs(arg_join(std::tuple(left, left % 7), std::tuple(right, right % 7), kind))); });
    same_for_all([&] { return clone(pairs(arg_join(left, iota<int>(100), kind))); });
  }
  const auto found = arg_join(left, right, join_kind::left);
  const auto words = clone(map([](int v) { return std::to_string(v); }, right));
  same_for_all([&] { return select_or(words, found.right, std::string("none")); });
  same_for_all([&] { return select_or(cast<double>(right), found.right, -1.0); });
  throws_the_same([&] { return select_or(right, where(iota<index_t>(3000) > 1000, iota<index_t>(3000) + 3000, 0), 1); });
}

TEST_CASE("the greatest elements are found apart", "[exec]") {
  const auto x = some(50'000);
  for (const index_t k : {0, 1, 3, 12, 500}) {
    same_for_all([&] { return arg_top_k(x, k); });
    same_for_all([&] { return arg_top_k(cast<int>(x * 3.0), k); });  // equal ones as they come
    same_for_all([&] { return arg_top_k(where(x > 0.5, sqrt(-x), x), k); });
    same_for_all([&] { return arg_top_k(x, k, [](double a, double b) { return a < b; }); });
  }
}
