// SPDX-License-Identifier: BSL-1.0
// Workspaces: what they keep from run to run, whatever lengths and layouts the inputs have, and how much memory they take.
#include <ravel/base/error.hpp>
#include <ravel/exec/with_progress.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>
#include <support/faults.hpp>
#include <support/on_one_thread.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::random_doubles;
using plan_tests::same_bits;

namespace {

// Recorded and on tensors.
auto centred(const auto& x) { return (x - mean(x, 0, keep)) / (max(x) - min(x)) + exp(x) * exp(x); }

template <class F>
std::int64_t allocations_of(const F& f) {
  const support::on_one_thread alone;
  const std::int64_t before = support::total_allocations();
  f();
  return support::total_allocations() - before;
}

}  // namespace

TEST_CASE("runs see their own inputs, whatever their layout and their lengths", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, m}), y = placeholder<double>("y", {n, m});
  const plan p({x, y}, {{"z", centred(x) * 2 - y}, {"twice", x + x}});
  workspace room(p);
  for (std::uint64_t k = 0; k < 60; ++k) {
    INFO("run " << k);
    const auto rows = static_cast<index_t>(1 + k % 11), columns = static_cast<index_t>(1 + k % 3);
    any_tensor a = random_doubles({rows, columns}, k), b = random_doubles({rows, columns}, k + 1000);
    if (k % 4 == 1) a = transpose(clone(transpose(a)));
    if (k % 5 == 2) b = b * 2;
    if (k % 7 == 3) a = any_tensor(flip(as<double>(a), 0));
    const results made = p.run(room, {a, b});
    CHECK(same_bits(made["z"], centred(a) * 2 - b));
    CHECK(same_bits(made["twice"], a + a));
    if (k % 13 == 12) room.release();
  }
}

TEST_CASE("empty inputs and inputs of one element run, too", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const plan p({x}, {{"y", (x + 1) * x - sum(x)}, {"s", sum(x * 3)}});
  workspace room(p);
  for (const index_t length : {0, 1, 0, 3, 1}) {
    const any_tensor given = random_doubles({length}, 3);
    const results made = p.run(room, {given});
    CHECK(same_bits(made["y"], (given + 1) * given - scalar_tensor(sum(given))));
    CHECK(same_bits(made["s"], scalar_tensor(sum(given * 3))));
  }
}

TEST_CASE("after the first run of some lengths a run allocates nothing", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), w = placeholder<double>("w", {});
  const planned above = called("above", x - mean(x)), scaled = above / (max(above) - min(above));
  const variable total("total", zeros<double>({}));
  const plan p({x, w}, {{"y", scaled * w}, {"s", sum(scaled * 2)}}, {update(total, total + sum(square(above)))});
  workspace room(p);
  const tensor<double> weight = random_doubles({}, 9), s = zeros<double>({});
  for (const index_t length : {1, 64, 5000}) {
    for (std::uint64_t k = 0; k < 3; ++k) {
      INFO("length " << length << ", run " << k);
      const tensor<double> in = random_doubles({length}, k), out = empty<double>({length});
      const std::int64_t made = allocations_of([&] { (void)p.run(room, {in, weight}, {{"y", out}, {"s", s}}); });
      CHECK((made == 0) == (k > 0));
      const any_tensor above_mean = clone(any_tensor(in) - scalar_tensor(mean(any_tensor(in))));
      const any_tensor wanted = clone(above_mean / (scalar_tensor(max(above_mean)) - scalar_tensor(min(above_mean))));
      CHECK(same_bits(out, wanted * any_tensor(weight)));
      CHECK(same_bits(s, scalar_tensor(sum(wanted * 2))));
    }
  }
}

TEST_CASE("a run takes memory for elements only if it needs more than any run before", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), above = x - mean(x);
  const plan p({x}, {{"z", above / sqrt(mean(square(above)))}});
  workspace room(p);
  const tensor<double> target = zeros<double>({2000});
  for (const auto& [length, takes_memory] :
       {std::pair(index_t{1000}, true), std::pair(index_t{4}, false), std::pair(index_t{30}, false), std::pair(index_t{2000}, true)}) {
    INFO("length " << length);
    const tensor<double> batch = random_doubles({length}, 1), z = slice(target, 0, 0, length);
    index_t bytes = 0;
    const auto count = [&bytes](const trace_event& event) { bytes += event.what == trace_event::kind::memory ? event.bytes : 0; };
    with_trace(count, [&] { (void)p.run(room, {batch}, {{"z", z}}); });
    CHECK((bytes > 0) == takes_memory);
  }
}

TEST_CASE("stored values use the memory of the run before", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const planned e = exp(x);
  const plan p({x}, {{"y", e * e + sin(e)}});
  workspace room(p);
  const auto run = [&](index_t length) {
    const tensor<double> given = random_doubles({length}, 1), target = zeros({length});
    const std::int64_t made = allocations_of([&] { (void)p.run(room, {given}, {{"y", target}}); });
    CHECK(same_bits(target, exp(any_tensor(given)) * exp(any_tensor(given)) + sin(exp(any_tensor(given)))));
    return made;
  };
  const std::int64_t first = run(50000), second = run(50000);
  CHECK(second < first);
  CHECK(run(50000) <= second);
  CHECK(run(20000) < first);
  room.release();
  CHECK(run(50000) > second);
}

TEST_CASE("a plan says how much memory it takes before it runs", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, m});
  planned last = exp(x);
  for (int k = 0; k < 10; ++k) last = exp(last * last);
  const plan chain({x}, {{"y", last}, {"sorted", sort(x, 0)}});
  const memory_needs needs = chain.memory({{n, 1000}, {m, 10}});
  CHECK(needs.kept == 80000);  // each value is written over the one before, which nobody reads any more
  CHECK(needs.verbs == 0);
  CHECK(needs.results == 160000);
  CHECK(plan({x}, {{"y", sum(sort(x, 0) * exp(x) * exp(x))}}).memory({{n, 1000}, {m, 1}}).verbs == 8000);
  CHECK(plan({}, {}).memory().kept == 0);
  CHECK_THROWS_WITH(chain.memory({{n, 5}}), ContainsSubstring("memory needs the lengths of x float64[n m]"));
  CHECK_THROWS_WITH(chain.memory({{n, 5}, {n, 6}}), ContainsSubstring("extent n has two values"));
  CHECK_THROWS_AS(chain.memory({{n, index_limit}, {m, 10}}), overflow_error);
}

TEST_CASE("rooms of values that live at the same time are apart", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  std::vector<planned> made{exp(x)};
  for (int k = 1; k < 12; ++k) made.push_back(exp(made[static_cast<std::size_t>(k * 7 % k)] * (0.1 * k) - made.back()));
  planned all = made[0] * made[0];
  for (const planned& one : made) all = all + one * one;
  const plan p({x}, {{"all", all}});
  workspace room(p);
  for (const index_t length : {7, 1000, 20000}) {
    const any_tensor given = random_doubles({length}, 4);
    std::vector<any_tensor> eager{clone(exp(given))};
    for (int k = 1; k < 12; ++k) eager.push_back(clone(exp(eager[static_cast<std::size_t>(k * 7 % k)] * (0.1 * k) - eager.back())));
    any_tensor wanted = eager[0] * eager[0];
    for (const any_tensor& one : eager) wanted = clone(wanted + one * one);
    CHECK(same_bits(p.run(room, {given})["all"], wanted));
    CHECK(same_bits(p.run(room, {given})["all"], wanted));
  }
}

TEST_CASE("a result may be written over an input", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  for (const planned& y : {x * 2 + 1, exp(x), flip(x, 0) + x, x - mean(x)}) {
    const plan alone({x}, {{"y", y}}), both({x}, {{"y", y}, {"z", x * 3}});
    for (const index_t length : {5, 30000}) {
      const any_tensor given = random_doubles({length}, 2), wanted = alone.run({given})["y"];
      const tensor<double> memory = zeros<double>({length + 1}), first = slice(memory, 0, 0, length), second = slice(memory, 0, 1, length);
      const auto check = [&](const tensor<double>& from, const tensor<double>& to) {
        copy(given, any_tensor(from));
        (void)alone.run({from}, {{"y", to}});
        CHECK(same_bits(to, wanted));
        copy(given, any_tensor(from));
        const results made = both.run({from}, {{"y", to}});
        CHECK(same_bits(made["y"], wanted));
        CHECK(same_bits(made["z"], given * 3));
      };
      check(first, first);
      check(first, second);
      check(second, first);
    }
  }
}

TEST_CASE("a view of positions is that of its run, whatever the workspace keeps", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), p = placeholder<int>("p", {n});
  const variable w("w", tensor<double>{10, 20, 30, 40});
  const tensor<double> held{1, 2, 3, 4};
  const planned sorted = argsort(x), stored = called("stored", exp(x) * exp(-x) + 1);
  const plan of({x, p}, {{"a", take(w, 0, sorted) + 0.5},
                         {"b", w(sorted)},
                         {"c", take(planned(w) * 2, 0, sorted)},
                         {"d", stored(sorted) - stored},
                         {"e", w(p)},
                         {"f", take(w, 0, p % 4) * take(planned(w), 0, (p + 1) % 4)},
                         {"g", take(concat(along(0), held, planned(w)), 0, sorted + 4) * 2}});
  workspace room(of);
  for (const auto& [xs, ps] :
       {std::pair(tensor<double>{4, 1, 3, 2}, tensor<int>{3, 0, 1, 2}), std::pair(tensor<double>{1, 2, 4, 3}, tensor<int>{0, 0, 3, 1}),
        std::pair(tensor<double>{2, 4, 1, 3}, tensor<int>{2, 2, 2, 2})}) {
    const results kept = of.run(room, {xs, ps}), fresh = of.run({xs, ps});
    for (const named_tensor& one : fresh.all()) CHECK(same_bits(kept[one.name], one.tensor));
    CHECK(same_bits(kept["b"], clone(take(any_tensor(w.value()), 0, selection(argsort(xs))))));
  }
}

TEST_CASE("a slice from a length that a run finds is that of its run", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const variable w("w", tensor<double>{10, 20, 30, 40});
  const planned distinct = unique(x);
  const plan p({x}, {{"last", sum(slice(w, 0, distinct.shape()[0] - 1, 1) + 0.0)}, {"distinct", distinct}});
  workspace room(p);
  for (const auto& xs : {tensor<double>{1, 1, 2, 2}, tensor<double>{1, 2, 3, 4}, tensor<double>{1, 1, 1, 1}}) {
    const results made = p.run(room, {xs});
    CHECK(made.number<double>("last") == 10.0 * static_cast<double>(made["distinct"].size()));
  }
}

TEST_CASE("plans may have many inputs and results", "[plan]") {
  std::vector<planned> inputs;
  std::vector<named_planned> outputs;
  std::vector<any_tensor> given;
  for (int k = 0; k < 9; ++k) {
    inputs.push_back(placeholder<double>("x" + std::to_string(k), {3}));
    outputs.push_back({"y" + std::to_string(k), inputs.back() * k + inputs[0]});
    given.push_back(random_doubles({3}, static_cast<std::uint64_t>(k)));
  }
  const plan p(inputs, outputs);
  const results made = p.run(given);
  REQUIRE(made.size() == 9);
  for (int k = 0; k < 9; ++k) {
    const auto at = static_cast<std::size_t>(k);
    CHECK(made.all()[at].name == "y" + std::to_string(k));
    CHECK(same_bits(made.all()[at].tensor, given[at] * k + given[0]));
  }
  CHECK_THROWS_WITH(made["z"], ContainsSubstring("there is no result named z"));
  CHECK_THROWS_WITH(results()["z"], ContainsSubstring("there is no result named z"));
}
