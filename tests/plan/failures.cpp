// SPDX-License-Identifier: BSL-1.0
// Runs that throw, are stopped or get no memory: what they leave behind, and what the error says.
#include <ravel/base/error.hpp>
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>
#include <support/faults.hpp>
#include <support/stopped.hpp>

#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::random_doubles;
using plan_tests::same_bits;

TEST_CASE("an exception leaves variables and targets as they were", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<int>("x", {n});
  const variable w("w", tensor<int>{1, 2});
  const tensor<int> target{7, 7};
  const plan p({x}, {{"q", 10 / x}}, {update(w, w + 1)});
  workspace room(p);
  CHECK_THROWS_AS(p.run(room, {tensor<int>{1, 0}}, {{"q", target}}), value_error);
  CHECK(equal(target, tensor<int>{7, 7}));
  CHECK(equal(w.value(), tensor<int>{1, 2}));
  CHECK(equal(p.run(room, {tensor<int>{1, 5}}, {{"q", target}})["q"], tensor<int>{10, 2}));
  CHECK(equal(w.value(), tensor<int>{2, 3}));

  std::stop_source source;
  const any_tensor stops = map([&](index_t i) { return source.request_stop(), static_cast<int>(i); }, iota<index_t>(2));
  const plan stopped({}, {{"s", sum(w * stops)}}, {update(w, w + 1)});
  workspace other(stopped);
  CHECK_THROWS_AS(with_stop(source.get_token(), [&] { return stopped.run(other); }), cancelled);
  CHECK(equal(w.value(), tensor<int>{2, 3}));
}

TEST_CASE("the error of a step names the step", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<std::int64_t>("x", {n});
  const plan p({x}, {{"total", called("total", sum(x * 2)) + 1}});
  workspace room(p);
  CHECK_THROWS_WITH(p.run(room, {tensor<std::int64_t>{index_limit, index_limit, index_limit}}), ContainsSubstring("in total = sum("));
}

TEST_CASE("a stop at any time leaves variables and the workspace as they were", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const variable w("w", zeros<double>({})), s("s", zeros<double>({}));
  const planned e = exp(x * w), y = e / sum(e);
  const plan p({x}, {{"y", sort(y)}, {"big", e * 2}}, {update(w, w + max(e)), update(s, s + sum(y * x))});
  const any_tensor given = random_doubles({70000});
  workspace fresh(p);
  const results wanted = p.run(fresh, {given});
  const any_tensor w_after = clone(w.value()), s_after = clone(s.value());
  fill(w.value(), 0.0), fill(s.value(), 0.0);
  workspace room(p);
  const auto zero = [](const variable& of) { return same_bits(of.value(), zeros<double>({})); };
  results last;
  const index_t stops = support::for_each_stop([&] { last = p.run(room, {given}); }, [&] { CHECK((zero(w) && zero(s))); });
  CHECK(stops > 10);
  CHECK(same_bits(last["y"], wanted["y"]));
  CHECK(same_bits(last["big"], wanted["big"]));
  CHECK(same_bits(w.value(), w_after));
  CHECK(same_bits(s.value(), s_after));
}

TEST_CASE("no allocation that fails leaves anything behind", "[plan]") {
  const planned_extent n("n");
  const tensor<double> given = random_doubles({20, 3});
  const variable w("w", zeros<double>({3}));
  support::fail_each_allocation([&] {
    const planned x = placeholder<double>("x", {n, 3});
    const planned e = called("e", exp(x - w));
    const plan p({x}, {{"out", e / sum(e, 0)}}, {update(w, mean(x, 0))});
    workspace room(p);
    (void)p.run(room, {given});
  });
  const planned x = placeholder<double>("x", {n, 3});
  const plan p({x}, {{"out", exp(x) * exp(x)}}, {update(w, w + mean(x, 0))});
  workspace room(p);
  fill(w.value(), 0.0);
  support::fail_each_allocation([&] {
    const any_tensor before = clone(w.value());
    try {
      (void)p.run(room, {given});
    } catch (const std::bad_alloc&) {
      if (!same_bits(before, w.value())) std::abort();
      throw;
    }
  });
}

namespace {

// A plan that updates a number, and what a run is given.
struct endangered {
  plan of;
  tensor<double> total;
  run_inputs given;
};

// A bound call, a selection, a table, and values of one loop.
std::vector<endangered> endangered_plans() {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n}), a = placeholder<double>("a", {n, m});
  const tensor<double> total = zeros<double>({});
  const variable w("w", total);
  const any_tensor row = random_doubles({12}), table = random_doubles({7, 5}), line = random_doubles({140000});
  std::vector<endangered> all;
  all.push_back({plan({a}, {{"product", matmul(a, transpose(a))}, {"sum", sum(a)}}, {update(w, w + mean(a))}), total, {table}});
  const planned kept = compress(x, x > 0.0);
  all.push_back({plan({x}, {{"kept", kept * 2.0}, {"unique", unique(floor(x * 4))}}, {update(w, w + sum(kept))}), total, {row}});
  const planned_table trips = placeholder_table("trips", {{"city", dtype::string}, {"km", dtype::float64}});
  const planned_table report = group_reduce(filter(trips, trips["km"] > 1.0), {"city"}, {{"mean", aggregation::mean, "km"}});
  const any_table today{{"city", tensor<std::string>{"Oslo", "Rome", "Oslo", "Rome"}}, {"km", tensor<double>{4, 2, 2, 1}}};
  all.push_back({plan({trips}, {{"report", report}}, {update(w, w + sum(report["mean"]))}), total, trips.given(today)});
  const planned miss = called("miss", abs(x - 0.25));
  all.push_back({plan({x}, {{"mean", mean(miss)}, {"worst", max(miss)}, {"double", miss * 2.0}}, {update(w, w + sum(x))}), total, {line}});
  return all;
}

bool same_results(const results& a, const results& b) {
  return std::ranges::equal(a.all(), b.all(), [](const named_tensor& p, const named_tensor& q) { return same_bits(p.tensor, q.tensor); });
}

}  // namespace

TEST_CASE("a run of any kind that fails changes no variable and no later run", "[plan]") {
  for (const endangered& one : endangered_plans()) {
    INFO(describe(one.of));
    const results wanted = one.of.run(one.given);
    double& total = *one.total.data();
    support::fail_each_allocation([&] {
      total = 0;
      workspace room(one.of);
      results made;
      try {
        made = one.of.run(room, one.given);
      } catch (const std::bad_alloc&) {
        if (total != 0) std::abort();
        throw;
      }
      if (total == 0 || !same_results(made, wanted)) std::abort();
    });
    workspace room(one.of);
    for (const int threads : {1, 3}) {
      total = 0;
      results last;
      const auto run = [&] { last = with_threads(threads, [&] { return one.of.run(room, one.given); }); };
      CHECK(support::for_each_stop(run, [&] { CHECK(total == 0); }) > 0);
      CHECK(total != 0);
      CHECK(same_results(last, wanted));
    }
  }
}
