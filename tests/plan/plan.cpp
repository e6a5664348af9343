// SPDX-License-Identifier: BSL-1.0
// Plans: what a run is given and gives, updates, bound results, errors in words of the program, and what a failed run leaves behind.
#include <ravel/base/error.hpp>
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>
#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/small_stack.hpp>
#include <support/stopped.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::same_bits;

namespace {

tensor<double> some(const shape& extents, std::uint64_t seed = 1) { return clone(random_uniform<double>(extents, -1, 1, seed)); }

}  // namespace

TEST_CASE("a plan gives what the statements give", "[plan]") {
  const planned_extent n("samples");
  const planned x = placeholder<double>("x", {n, 3}), y = placeholder<double>("y", {n});
  const variable w("w", zeros<double>({3}));
  const planned miss = called("miss", matmul(x, w) - y);
  const plan step({x, y}, {{"loss", mean(square(miss))}}, {update(w, w - 0.2 * matmul(transpose(x), miss) / n)});
  workspace room(step);
  any_tensor eager = zeros<double>({3});
  for (const index_t samples : {50, 1, 200}) {
    const any_tensor xs = some({samples, 3}), ys = some({samples}, 2);
    for (int k = 0; k < 3; ++k) {
      const any_tensor missed = clone(matmul(xs, eager) - ys);
      const results made = step.run(room, {xs, ys});
      CHECK(same_bits(made["loss"], scalar_tensor(mean(square(missed)))));
      CHECK(made.number<double>("loss") == as<double>(mean(square(missed))));
      eager = clone(eager - 0.2 * matmul(transpose(xs), missed) / samples);
      CHECK(same_bits(w.value(), eager));
    }
  }
  CHECK(step.inputs().size() == 2);
  CHECK(step.variables().size() == 1);
}

TEST_CASE("a plan is described by the steps that it takes", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, n});
  const planned e = called("e", exp(x - max(x, -1, keep)));
  const plan softmax({x}, {{"out", e / sum(e, -1, keep)}});
  CHECK(describe(softmax) ==
        "t1 float64[n 1] = max(x, -1, keep)\n"
        "e float64[n n] = exp(x - t1), stored\n"
        "t2 float64[n 1] = sum(e, -1, keep)\n"
        "result out = e / t2\n");
  const planned again = exp(x - max(x, -1, keep));  // an equal step is the same step
  const plan twice({x}, {{"a", sum(again, 0)}, {"b", sum(e, 0)}, {"c", sum(exp(x - max(x, -1)), 0)}});
  const std::string told = describe(twice);
  CHECK_THAT(told, ContainsSubstring("result a = t2\nresult b = t2\nresult c = t4\n"));
}

TEST_CASE("a description says which values are views", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 3}), p = placeholder<int>("p", {n});
  const planned turned = called("turned", transpose(x)), chosen = called("chosen", take(turned, 1, p));
  const planned both = called("both", concat(along(0), turned, turned)), scaled = called("scaled", x * 2);
  const plan of({x, p},
                {{"a", chosen + 1}, {"b", both}, {"c", flip(called("sorted", sort(x, 0)), 0)}, {"d", called("e", select(scaled, 0, 0))}});
  CHECK(describe(of) ==
        "turned float64[3 n] = transpose(x), view of x\n"
        "chosen float64[3 n] = take(turned, 1, p), view of x\n"
        "both float64[6 n] = concat(turned, turned, 0), where it is read\n"
        "sorted float64[n 3] = sort(x, 0)\n"
        "scaled float64[n 3] = x * 2, where it is read\n"
        "e float64[3] = select(scaled, 0, 0), where it is read\n"
        "result a = chosen + 1\n"
        "result b = both\n"
        "result c = flip(sorted, 0)\n"
        "result d = e\n");
}

TEST_CASE("for known lengths a plan tells its rooms and what computes it", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 10});
  const planned a = called("a", exp(x)), b = called("b", exp(a * a)), s = sort(b * 2 + 1, 0);
  const plan p({x}, {{"y", b - a}, {"s", s}, {"total", sum(x)}});
  CHECK(describe(p, {{n, 1000}}) ==
        "a float64[n 10] = exp(x), stored in bytes 0 to 80000, computed in blocks\n"
        "b float64[n 10] = exp(a * a), stored in bytes 80000 to 160000, computed in blocks\n"
        "t1 float64[] = sum(x), stored in bytes 160000 to 160008\n"
        "t2 float64[n 10] = sort(b * 2 + 1, 0)\n"
        "result y = b - a, computed in blocks\n"
        "result s = t2\n"
        "result total = t1\n"
        "memory: 160064 bytes kept, 0 of verbs, 160008 of results\n");
  const std::string few = describe(p, {{n, 100}});
  CHECK_THAT(few, ContainsSubstring("= b * 2 + 1, stored in bytes ") && ContainsSubstring(", computed by a program of 2 operations"));
  planned last = called("v0", exp(x));
  for (int k = 1; k < 4; ++k) last = called("v" + std::to_string(k), exp(last * last));
  CHECK_THAT(describe(plan({x}, {{"s", sort(last, 0)}, {"t", last + 1}}), {{n, 1000}}),
             ContainsSubstring("v2 float64[n 10] = exp(v1 * v1), stored in bytes 0 to 80000, over v1, computed in blocks\n"));
  const plan loop({x}, {{"low", min(x)}, {"high", max(x)}});
  CHECK_THAT(describe(loop, {{n, 20000}}), ContainsSubstring("one loop: t1, t2\n"));
  CHECK_THAT(describe(loop, {{n, 10}}), !ContainsSubstring("one loop"));
  CHECK_THROWS_WITH(describe(p, {}), ContainsSubstring("describe needs the lengths of x float64[n 10]"));
}

TEST_CASE("steps that nothing needs are not taken", "[plan]") {
  const planned_extent n("n");
  std::atomic<int> calls = 0;
  const any_tensor counted = map([&](index_t i) { return ++calls, static_cast<double>(i); }, iota<index_t>(3));
  const planned x = placeholder<double>("x", {n}), unused = placeholder<double>("unused", {n});
  const planned dropped = sum(placeholder<double>("none", {3}) * counted);
  CHECK_THROWS_WITH(plan({x}, {{"y", dropped + 1}}), ContainsSubstring("needs placeholder none"));
  const plan p({x, unused}, {{"y", x + 1}});
  CHECK(equal(p.run({tensor<double>{1, 2}, tensor<double>{3, 4}})["y"], tensor<double>{2, 3}));
  CHECK(calls == 0);
}

TEST_CASE("updates see the values from before the run", "[plan]") {
  const variable a("a", tensor<double>{1, 2}), b("b", tensor<double>{10, 20});
  const plan swap({}, {{"sum", a + b}, {"a", planned(a)}}, {update(a, b), update(b, a)});
  const results made = swap.run();
  CHECK(equal(a.value(), tensor<double>{10, 20}));
  CHECK(equal(b.value(), tensor<double>{1, 2}));
  CHECK(equal(made["sum"], tensor<double>{11, 22}));
  CHECK(equal(made["a"], tensor<double>{1, 2}));  // results are memory of their own
  (void)plan({}, {}, {update(a, flip(a) * 2)}).run();
  CHECK(equal(a.value(), tensor<double>{40, 20}));
}

TEST_CASE("what is given by name, bound, and read at every run", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {n});
  const tensor<double> scale{2};
  const plan p({x, y}, {{"z", x * scale - y}});
  workspace room(p);
  const any_tensor one = tensor<double>{1, 2}, ten = tensor<double>{10, 20};
  CHECK(equal(p.run(room, {{"y", one}, {"x", ten}})["z"], tensor<double>{19, 38}));
  room.bind(y, ten);
  CHECK(equal(p.run(room, {{"x", one}})["z"], tensor<double>{-8, -16}));
  scale(0) = 3;  // a tensor beside planned values is read by each run
  CHECK(equal(p.run(room, {{"x", one}})["z"], tensor<double>{-7, -14}));
  CHECK_THROWS_WITH(p.run(room), ContainsSubstring("placeholder x was given no value"));
}

TEST_CASE("results go to memory of the program", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const plan p({x}, {{"up", sqrt(square(x) + 1)}, {"down", flip(x) * 2}});
  workspace room(p);
  const tensor<double> given{1, 2, 3}, up = zeros({3}), down = zeros({3});
  const any_tensor wanted = clone(sqrt(square(any_tensor(given)) + 1));
  const results made = p.run(room, {given}, {{"down", down}, {"up", up}});
  CHECK(same_bits(up, wanted));
  CHECK(equal(down, tensor<double>{6, 4, 2}));
  CHECK(is_view_of(made["up"], up));
  (void)p.run(room, {given}, {{"up", given}});  // an input may be the target
  CHECK(same_bits(given, wanted));
  const tensor<double> both{1, 2, 3};
  const results crossed = p.run(room, {both}, {{"down", both}});  // up is computed before down is written
  CHECK(same_bits(crossed["up"], wanted));
  CHECK(equal(both, tensor<double>{6, 4, 2}));
  CHECK_THROWS_WITH(p.run(room, {given}, {{"up", both}, {"down", both}}), ContainsSubstring("overlap"));
  CHECK_THROWS_WITH(p.run(room, {given}, {{"side", both}}), ContainsSubstring("no result named side"));
  CHECK_THROWS_WITH(p.run(room, {given}, {{"up", zeros<double>({2})}}), ContainsSubstring("[3]") && ContainsSubstring("[2]"));
  CHECK_THROWS_AS(p.run(room, {given}, {{"up", zeros<float>({3})}}), type_error);
  CHECK_THROWS_AS(p.run(room, {given}, {{"up", any_tensor(given + 1)}}), layout_error);
}

TEST_CASE("a run is refused in words of the program", "[plan]") {
  const planned_extent rows("rows");
  const planned x = placeholder<double>("x", {rows, 2}), y = placeholder<double>("y", {rows});
  const planned miss = called("miss", y - sum(x, 1));
  CHECK_THROWS_WITH(plan({x}, {{"m", miss}}), ContainsSubstring("needs placeholder y, which is not among its inputs (used by miss)"));
  CHECK_THROWS_WITH(plan({x, x}, {}), ContainsSubstring("two inputs named x"));
  CHECK_THROWS_WITH(plan({miss}, {}), ContainsSubstring("an input of a plan is a placeholder"));
  CHECK_THROWS_WITH(plan({x, y}, {{"m", miss}, {"m", miss}}), ContainsSubstring("two results named m"));
  CHECK_THROWS_AS(placeholder<double>("", {rows}), value_error);
  CHECK_THROWS_AS(placeholder<double>("p", {rows - 1}), shape_error);
  CHECK_THROWS_AS(placeholder<double>("p", {-1}), shape_error);

  const plan p({x, y}, {{"m", miss}});
  workspace room(p);
  const any_tensor xs = some({2, 2}), ys = some({2});
  CHECK_THROWS_WITH(p.run(room, {xs, some({3})}), ContainsSubstring("extent rows is 2 along axis 0 of x, and 3 along axis 0 of y"));
  CHECK_THROWS_WITH(p.run(room, {xs, cast(ys, dtype::float32)}),
                    ContainsSubstring("placeholder y has elements of float64, and was given float32"));
  CHECK_THROWS_WITH(p.run(room, {some({2, 3}), ys}), ContainsSubstring("x float64[rows 2]") && ContainsSubstring("[2 3]"));
  CHECK_THROWS_AS(p.run(room, {ys, ys}), shape_error);
  CHECK_THROWS_WITH(p.run(room, {xs}), ContainsSubstring("2 inputs, and was given 1"));
  CHECK_THROWS_WITH(p.run(room, {{"z", xs}}), ContainsSubstring("no input named z"));
  workspace of_another(plan({x}, {{"s", sum(x)}}));
  CHECK_THROWS_WITH(p.run(of_another, {xs, ys}), ContainsSubstring("another plan"));
  CHECK(p.run(room, {xs, ys}).size() == 1);  // and goes on working
  CHECK_THROWS_WITH(p.run(room, {xs, ys})["s"], ContainsSubstring("no result named s"));
}

TEST_CASE("an extent that no input has is missed when the plan is made", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {m});
  const auto check_missed = [&](const planned& value) {
    CHECK_THROWS_WITH(plan({x}, {{"made", value}}), ContainsSubstring("the plan needs extent m, which none of its inputs has"));
    CHECK_NOTHROW(plan({x, y}, {{"made", value}}));
  };
  check_missed(zeros<double>(planned_shape{m}));
  check_missed(called("halves", full<double>(planned_shape{n, m}, 0.5)) + 1);
  check_missed(x / m);
  check_missed(slice(x, 0, m, 1));
  check_missed(broadcast(sum(x), {m * n}));
  CHECK_THROWS_WITH(plan({x}, {{"made", called("halves", full<double>(planned_shape{n, m}, 0.5)) + 1}}),
                    ContainsSubstring("(used by halves)"));
  CHECK_NOTHROW(plan({x}, {{"made", unique(x) / unique(x).shape()[0]}}));  // a step finds it
}

TEST_CASE("the time that a plan takes grows with its inputs and not faster", "[plan]") {
  const auto seconds_with = [](int inputs) {
    std::vector<planned> given;
    std::vector<any_tensor> values(static_cast<std::size_t>(inputs), any_tensor(tensor<double>{1, 2}));
    for (int k = 0; k < inputs; ++k) {
      const std::string number = std::to_string(k);
      given.push_back(placeholder<double>("x" + number, {planned_extent("n" + number)}));
    }
    planned total = sum(given[0]) * 1.5;
    for (std::size_t k = 1; k < given.size(); ++k) total = total + sum(given[k]) * (static_cast<double>(k) + 0.5);
    const auto begin = std::chrono::steady_clock::now();
    const plan p(given, {{"total", total}});
    workspace room(p);
    for (int run = 0; run < 2; ++run) (void)p.run(room, values);
    if (inputs <= 2000) CHECK(to_string(p).size() > 10000);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  double least = HUGE_VAL;
  for (int attempt = 0; attempt < 8 && least > 9; ++attempt) least = std::min(least, seconds_with(8000) / seconds_with(2001));
  CHECK(least < 9);  // four times the inputs
  CHECK(seconds_with(2000) > 0);
}

TEST_CASE("a variable is updated once, by what it can hold", "[plan]") {
  const planned_extent n("n");
  const variable w("w", zeros<double>({3}));
  CHECK_THROWS_WITH(plan({}, {}, {update(w, w + 1), update(w, w + 2)}), ContainsSubstring("w is updated twice"));
  CHECK_THROWS_WITH(plan({}, {}, {update(w, cast<float>(w))}), ContainsSubstring("w float64[3]") && ContainsSubstring("float32"));
  CHECK_THROWS_AS(plan({}, {}, {update(w, new_axis(w, 0))}), shape_error);
  const planned x = placeholder<double>("x", {n});
  CHECK_THROWS_AS(plan({x}, {}, {update(w, x)}), shape_error);
  CHECK_THROWS_AS(variable("r", any_tensor(tensor<double>({1, 2}) + 1.0)), layout_error);
  CHECK_THROWS_AS(variable("r", any_tensor(broadcast(tensor<double>({1, 2}), {2, 2}))), layout_error);
  CHECK_THROWS_AS(variable("r", any_tensor(tensor<const double>(tensor<double>{1, 2}))), layout_error);
}

TEST_CASE("updates of one run share no element", "[plan]") {
  const tensor<double> m{{1, 2, 3, 4}, {5, 6, 7, 8}};
  const auto both = [](const any_tensor& first, const any_tensor& second) {
    const variable a("a", first), b("b", second);
    return plan({}, {}, {update(a, a * 2), update(b, b * 3)});
  };
  const auto check_refused = [&](const any_tensor& first, const any_tensor& second) {
    CHECK_THROWS_WITH(both(first, second), ContainsSubstring("variables a and b share elements: update one of them"));
    CHECK_THROWS_AS(both(second, first), value_error);
  };
  check_refused(m, m);
  check_refused(m, transpose(m));
  check_refused(m, select(m, 0, 1));
  check_refused(slice(m, 1, 0, 2), slice(m, 1, 1, 2));
  check_refused(select(m, 1, 3), slice(m, 1, 0, 2, 3));
  check_refused(flip(m, 0), borrow(m.data() + 7, {1}));
  check_refused(m, borrow(reinterpret_cast<std::uint32_t*>(m.data()) + 3, {1}));  // half of an element
}

TEST_CASE("parts of one tensor are updated by one run", "[plan]") {
  const tensor<double> m{{1, 2, 3, 4}, {5, 6, 7, 8}};
  const variable left("left", slice(m, 1, 0, 2)), third("third", select(m, 1, 2)), last("last", flip(select(m, 1, 3), 0));
  const planned x = placeholder<double>("x", {2});
  const plan p({x}, {{"sum", left + new_axis(last, 1)}}, {update(left, left * 10), update(third, last), update(last, x)});
  (void)p.run({tensor<double>{0, -1}});
  CHECK(equal(m, tensor<double>{{10, 20, 8, -1}, {50, 60, 4, 0}}));
  // Columns may be targets of results, too. The elements that the run updates may not.
  const plan of_results({x}, {{"twice", x * 2}, {"minus", -x}}, {update(last, x)});
  workspace room(of_results);
  const tensor<double> given{3, 4};
  (void)of_results.run(room, {given}, {{"twice", select(m, 1, 0)}, {"minus", select(m, 1, 1)}});
  CHECK(equal(m, tensor<double>{{6, -3, 8, 4}, {8, -4, 4, 3}}));
  CHECK_THROWS_WITH(of_results.run(room, {given}, {{"twice", select(m, 1, 3)}}),
                    ContainsSubstring("the target of the result twice overlaps variable last, which the run updates"));
  CHECK_THROWS_WITH(of_results.run(room, {given}, {{"twice", slice(select(m, 0, 0), 0, 0, 2)}, {"minus", slice(select(m, 0, 0), 0, 1, 2)}}),
                    ContainsSubstring("overlap"));
  CHECK(equal(m, tensor<double>{{6, -3, 8, 4}, {8, -4, 4, 3}}));
}

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
  const any_tensor given = some({70000});
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
  const tensor<double> given = some({20, 3});
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
  const any_tensor row = some({12}), table = some({7, 5}), line = some({140000});
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

TEST_CASE("a step that keeps the bits of its operand is left out", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), i = placeholder<std::int32_t>("i", {n}), m = placeholder<bool>("m", {n});
  const auto told = [&](const planned& of) { return describe(plan({x, i, m}, {{"y", of}})); };
  for (const planned& same : {x * 1, 1.0 * x, x / 1, x - 0, x - 0.0, -(-x), -called("minus", -x), cast<double>(x)})
    CHECK(told(same) == "result y = x\n");
  for (const planned& same : {i * 1, i - 0, -(-i), cast<std::int32_t>(i)}) CHECK(told(same) == "result y = i\n");
  CHECK(told(!!m) == "result y = m\n");
  CHECK(told(-(-(x * 1)) / 1 + 2) == "result y = x + 2\n");
  const any_tensor odd = tensor<double>{-0.0, std::nan(""), -HUGE_VAL, 5e-324};
  for (const planned& kept : {x + 0.0, x - -0.0, x * 0, x * -1, x / 2, x * new_axis(x, 0), i * 1.0, i / 1, m * 1, -(x * 1), cast<float>(x)})
    CHECK(told(kept).find("result y = x\n") == std::string::npos);
  CHECK(same_bits(plan({x}, {{"y", -(-x) * 1 - 0}}).run({odd})["y"], -(-odd) * 1 - 0));
}

TEST_CASE("plans of many steps need little stack", "[plan]") {
  const int steps = support::sanitized ? 3000 : 100000;
  support::on_small_stack([&] {
    const planned_extent n("n");
    const planned x = placeholder<double>("x", {n});
    planned y = x;
    for (int k = 0; k < steps; ++k) y = y * 0.5 + x;
    const plan p({x}, {{"y", y}});
    const any_tensor made = p.run({tensor<double>{1, 2}})["y"];
    if (!equal(made, tensor<double>{2, 4})) throw std::runtime_error("wrong");
    if (describe(p).empty()) throw std::runtime_error("no description");
  });
}

TEST_CASE("many threads run one plan, each in a workspace of its own", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const planned e = exp(x);
  const plan p({x}, {{"y", e / sum(e)}});
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      workspace room(p);
      for (int k = 0; k < 20; ++k) {
        const any_tensor given = some({100 + t + k}, static_cast<std::uint64_t>(t));
        const any_tensor wanted = clone(exp(given) / sum(exp(given)));
        if (!same_bits(p.run(room, {given})["y"], wanted)) ++wrong;
      }
    });
  }
  for (auto& one : threads) one.join();
  CHECK(wrong == 0);
}

TEST_CASE("overlapping runs that update one variable are refused", "[plan]") {
  const variable w("w", zeros<double>({2}));
  plan* inner = nullptr;
  workspace* inner_room = nullptr;
  std::string told;
  const any_tensor runs = map(
      [&](index_t i) {
        try {
          (void)inner->run(*inner_room);
        } catch (const value_error& e) {
          told = e.what();
        }
        return static_cast<double>(i);
      },
      iota<index_t>(2));
  plan p({}, {}, {update(w, w + runs)});
  plan other({}, {{"read", sum(w)}}, {update(w, w * 2)});
  workspace room(p), other_room(other);
  inner = &other, inner_room = &other_room;
  (void)p.run(room);
  CHECK_THAT(told, ContainsSubstring("variable w is being updated by another run"));
  inner = &p, inner_room = &room;
  (void)p.run(room);
  CHECK_THAT(told, ContainsSubstring("a workspace runs one plan at a time"));
  (void)other.run(other_room);
  CHECK(equal(w.value(), tensor<double>{0, 4}));

  // Another variable over the same elements is updated by one run at a time, too; one beside them is not concerned.
  const tensor<double> two_rows = zeros<double>({2, 2});
  const variable first_row("first", select(two_rows, 0, 0)), whole("whole", two_rows), second_row("second", select(two_rows, 0, 1));
  plan of_row({}, {}, {update(first_row, first_row + runs)}), of_whole({}, {}, {update(whole, whole - 1.0)}),
      of_second({}, {}, {update(second_row, second_row + 5.0)});
  workspace whole_room(of_whole), second_room(of_second);
  inner = &of_whole, inner_room = &whole_room;
  (void)of_row.run();
  CHECK_THAT(told, ContainsSubstring("variable whole is being updated by another run"));
  told.clear();
  inner = &of_second, inner_room = &second_room;
  (void)of_row.run();
  CHECK(told.empty());
  CHECK(equal(two_rows, tensor<double>{{0, 2}, {10, 10}}));
  (void)of_whole.run(whole_room);
  CHECK(equal(two_rows, tensor<double>{{-1, 1}, {9, 9}}));
}

TEST_CASE("a run within a scope of threads has the same bits", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, n});
  const plan p({x}, {{"s", sum(exp(x) * transpose(x), 0)}, {"m", matmul(x, x)}});
  workspace room(p);
  const tensor<double> given = some({300, 300});
  const results alone = p.run(room, {given}), shared = with_threads(3, [&] { return p.run(room, {given}); });
  CHECK(same_bits(alone["s"], shared["s"]));
  CHECK(same_bits(alone["m"], shared["m"]));
}

namespace {

// What a callback is told of a run.
std::vector<progress> progress_of(const plan& p, const any_tensor& given) {
  std::vector<progress> told;
  const auto here = std::this_thread::get_id();
  const auto note = [&](const progress& now) {
    CHECK(std::this_thread::get_id() == here);
    told.push_back(now);
  };
  (void)with_progress(note, std::chrono::seconds(0), [&] { return p.run({given}); });
  return told;
}

}  // namespace

TEST_CASE("the progress of a run is that of all its steps", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), e = exp(x), above = x - mean(x);
  const variable total("total", zeros<double>({}));
  const plan several({x}, {{"sorted", sort(e * x + e)}, {"above", above * 2}, {"s", sum(above)}}, {update(total, total + sum(e))});
  const plan one({x}, {{"y", x * 2 + 1}});
  for (const index_t length : {1, 1000, 300000}) {
    for (const plan& p : {several, one}) {
      for (const index_t threads : {1, 3}) {
        INFO("length " << length << ", threads " << threads);
        const tensor<double> given = some({length});
        const std::vector<progress> told = with_threads(threads, [&] { return progress_of(p, given); });
        REQUIRE(told.size() > 0);
        CHECK(std::ranges::is_sorted(told, {}, &progress::done));
        CHECK(std::ranges::all_of(told, [&](const progress& now) { return now.total == told[0].total && now.done <= now.total; }));
        CHECK(told[0].total % 1000 == 0);
        CHECK(told.back().done == told.back().total);
        const auto half_done = std::ranges::find_if(told, [](const progress& now) { return now.fraction() > 0.3 && now.fraction() < 0.9; });
        if (length > 1000 && threads == 1) CHECK(half_done != told.end());
      }
    }
  }
}

TEST_CASE("a run in a loop, and after another run, keeps to its own progress", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const plan p({x}, {{"s", sum(sort(x)) + sum(exp(x))}});
  const tensor<double> given = some({7000});
  std::vector<progress> told;
  const auto note = [&](const progress& now) { told.push_back(now); };
  with_progress(note, std::chrono::seconds(0), [&] {
    (void)p.run({given});
    (void)sum(given);
    (void)sum(map([&](double) { return p.run({given}).number<double>("s"); }, iota<double>(3)));
  });
  const auto counts = [](const progress& now) { return now.total % 1000 == 0 && now.total < 7000; };
  const auto first_other = std::ranges::find_if_not(told, counts);
  REQUIRE(first_other != told.end());
  CHECK(first_other->total == 7000);
  CHECK(std::all_of(first_other, told.end(), [](const progress& now) { return now.total == 7000 || now.total == 3; }));
}
