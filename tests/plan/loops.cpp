// SPDX-License-Identifier: BSL-1.0
// Loops that compute several values over the same positions: which values they have, and that runs give the bits of the statements whatever
// the types, layouts, targets and threads.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>
#include <support/same_for_all.hpp>
#include <support/sparse_samples.hpp>

#include "plan/program.hpp"

#include <atomic>
#include <cmath>
#include <utility>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using plan_tests::random_doubles;
using plan_tests::same_bits;

namespace {

// Values of more than 8,192 elements are joined.
class joined_early {
 public:
  joined_early() : before_(std::exchange(detail::longest_short_value, 8192 / detail::joined_over_short)) {}
  ~joined_early() { detail::longest_short_value = before_; }

 private:
  const index_t before_;
};

any_tensor number(const any_scalar& x) { return scalar_tensor(x); }

}  // namespace

TEST_CASE_METHOD(joined_early, "values over the same positions are one loop", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {n}), z = placeholder<double>("z", {m});
  const auto loops_of = [](const plan& p) {
    const std::string whole = describe(p);
    const std::size_t first = whole.find("one loop: ");
    return first == std::string::npos ? "" : whole.substr(first);
  };
  CHECK(loops_of(plan({x, y}, {{"sum", x + y}, {"product", x * y}})) == "one loop: result sum, result product\n");
  CHECK(loops_of(plan({x}, {{"a", sum(x)}, {"b", mean(square(x))}, {"c", min(x)}, {"d", max(x)}})) == "one loop: t1, t2, t3, t4\n");
  CHECK(loops_of(plan({x}, {{"a", count(x > 0)}, {"b", x + 1}})) == "one loop: t1, result b\n");
  const planned miss = called("miss", exp(x) - y);
  CHECK(loops_of(plan({x, y}, {{"loss", mean(square(miss))}, {"miss", miss * 2}, {"y", y}})) == "one loop: miss, t1, result miss\n");
  // What needs all elements of a value waits for it.
  const planned above = called("above", exp(x - mean(x))), scaled = above / max(above);
  CHECK(loops_of(plan({x}, {{"sorted", sort(above)}, {"low", min(x)}, {"all", sum(above)}, {"scaled", scaled}})) ==
        "one loop: t1, t2\none loop: above, t3, t4\n");
  // Nothing in common, other positions, or parts of a value along axes.
  const plan apart({x, z}, {{"a", sum(x)}, {"b", sum(z)}, {"c", sum(flip(x, 0))}, {"d", cumsum(x)}, {"e", quantile(x, 0.5)}});
  CHECK(loops_of(apart).empty());
}

TEST_CASE_METHOD(joined_early, "a loop over several values gives the bits of the statements", "[plan]") {
  support::random r(11);
  for (const index_t length : {8193, 9216, 20000}) {
    for (const any_tensor& given : plan_tests::one_of_each_kind(r, {length})) {
      if (given.dtype() == dtype::string) continue;
      INFO(name(given.dtype()) << " " << length);
      const planned x = placeholder(given.dtype(), "x", {planned_extent("n")});
      std::vector<named_planned> outputs{{"sum", sum(x)}, {"mean", mean(x)}, {"same", x == x}, {"twice", x + x}, {"all", sum(x + x)}};
      std::vector<any_tensor> wanted{number(sum(given)), number(mean(given)), given == given, given + given, number(sum(given + given))};
      if (kind_of(given.dtype()) != element_kind::complex) {
        outputs.insert(outputs.end(), {{"min", min(x)}, {"max", max(x)}, {"count", count(x > x * x)}});
        wanted.insert(wanted.end(), {number(min(given)), number(max(given)), number(any_scalar(count(given > given * given)))});
      }
      const plan p({x}, outputs);
      workspace room(p);
      for (int run = 0; run < 2; ++run) {
        const results made = p.run(room, {given});
        for (std::size_t k = 0; k < wanted.size(); ++k) {
          INFO(outputs[k].name);
          CHECK(same_bits(made.all()[k].tensor, wanted[k]));
        }
      }
    }
  }
}

TEST_CASE_METHOD(joined_early, "special values go through a loop as through the verbs", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  std::vector<named_planned> outputs{{"sum", sum(x)}, {"mean", mean(x)}, {"min", min(x)}, {"max", max(x)}};
  const plan of_memory({x}, outputs);
  outputs.push_back({"half", x / 2});
  const plan with_result({x}, outputs);
  for (const double special : {-0.0, HUGE_VAL, -HUGE_VAL, std::nan(""), 5e-324}) {
    for (const index_t place : {0, 300, 9999}) {
      const tensor<double> held = zeros<double>({10000});
      held(place) = special;
      const any_tensor given = held;
      for (const plan& p : {of_memory, with_result}) {
        const results made = p.run({given});
        CHECK(same_bits(made["sum"], number(sum(given))));
        CHECK(same_bits(made["mean"], number(mean(given))));
        CHECK(same_bits(made["min"], number(min(given))));
        CHECK(same_bits(made["max"], number(max(given))));
      }
      CHECK(same_bits(with_result.run({given})["half"], given / 2));
    }
  }
}

TEST_CASE_METHOD(joined_early, "each element is read once by a loop", "[plan]") {
  const index_t n = 20000;
  std::atomic<index_t> calls = 0;
  const any_tensor counted = map([&](index_t i) { return ++calls, static_cast<double>(i % 7); }, iota<index_t>(n));
  const planned x = placeholder<double>("x", {n});
  const plan p({x}, {{"a", x + counted}, {"b", x * counted}, {"c", sum(x - counted)}, {"d", max(square(x) + counted)}});
  calls = 0;
  (void)p.run({random_doubles({n})});
  CHECK(calls == n);
}

TEST_CASE_METHOD(joined_early, "loops wait for each other, and stored values are shared", "[plan]") {
  const planned x = placeholder<double>("x", {100, 90});
  const variable last("last", zeros<double>({100, 90})), seen("seen", zeros<double>({}));
  const planned low = called("low", min(x)), e = called("e", exp(x - mean(x))), scaled = called("scaled", e * e / (max(e) - low));
  const plan p({x},
               {{"sorted", sort(e, 0)},
                {"scaled", scaled},
                {"flipped", flip(scaled, 1) + scaled},
                {"all", sum(scaled)},
                {"greatest", max(x)},
                {"turned", sum(transpose(e) * 2)},
                {"last", last - e}},
               {update(last, e * last + x), update(seen, seen + count(e > 1))});
  workspace room(p);
  any_tensor eager_last = zeros<double>({100, 90}), eager_seen = zeros<double>({});
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const any_tensor given = random_doubles({100, 90}, seed);
    const any_tensor ee = clone(exp(given - mean(given))), s = clone(ee * ee / (max(ee) - min(given)));
    const results made = p.run(room, {given});
    CHECK(same_bits(made["sorted"], sort(ee, 0)));
    CHECK(same_bits(made["scaled"], s));
    CHECK(same_bits(made["flipped"], flip(s, 1) + s));
    CHECK(same_bits(made["all"], number(sum(s))));
    CHECK(same_bits(made["greatest"], number(max(given))));
    CHECK(same_bits(made["turned"], number(sum(transpose(ee) * 2))));
    CHECK(same_bits(made["last"], eager_last - ee));
    eager_last = clone(ee * eager_last + given);
    eager_seen = clone(eager_seen + count(ee > 1));
    CHECK(same_bits(last.value(), eager_last));
    CHECK(same_bits(seen.value(), eager_seen));
  }
}

TEST_CASE_METHOD(joined_early, "results of a loop go to their targets, whatever those overlap", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {n});
  const plan p({x, y}, {{"sum", x + y}, {"product", x * y}, {"all", sum(x)}});
  const index_t length = 10000;
  const any_tensor a = random_doubles({length}, 1), b = random_doubles({length}, 2);
  const any_tensor wanted_sum = clone(a + b), wanted_product = clone(a * b);
  const tensor<double> memory = empty<double>({2 * length + 1}), all = empty<double>({});
  workspace room(p);
  for (const index_t apart : {0, 1, 5000}) {
    const tensor<double> first = slice(memory, 0, 0, length), second = slice(memory, 0, apart, length),
                         third = slice(memory, 0, length + 1, length);
    for (const auto& [xs, ys, sums, products] :
         {std::tuple(first, third, second, third), std::tuple(third, first, third, second), std::tuple(first, third, third, second)}) {
      copy(a, any_tensor(xs));
      copy(b, any_tensor(ys));
      if (apart == 5000) {  // the target of one result overlaps both
        CHECK_THROWS_WITH(p.run(room, {xs, ys}, {{"sum", slice(memory, 0, 1, length)}, {"product", second}}), ContainsSubstring("overlap"));
        continue;
      }
      const results made = p.run(room, {xs, ys}, {{"sum", sums}, {"product", products}, {"all", all}});
      CHECK(same_bits(made["sum"], wanted_sum));
      CHECK(same_bits(made["product"], wanted_product));
      CHECK(same_bits(sums, wanted_sum));
      CHECK(same_bits(products, wanted_product));
      CHECK(same_bits(all, number(sum(a))));
    }
  }
  // Apart from the inputs, and every other element.
  const tensor<double> sums = empty<double>({length}), products = slice(empty<double>({2 * length}), 0, 0, length, 2);
  (void)p.run(room, {a, b}, {{"sum", sums}, {"product", products}});
  CHECK(same_bits(sums, wanted_sum));
  CHECK(same_bits(products, wanted_product));
}

TEST_CASE_METHOD(joined_early, "values that are better read in another order are computed one by one", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, m});
  const plan p({x}, {{"a", x * 2 + 1}, {"b", square(x)}, {"s", sum(x)}, {"t", max(x + x)}});
  workspace room(p);
  const any_tensor rows = random_doubles({120, 80});
  const any_tensor lazy = rows * 0.5, turned = transpose(clone(transpose(rows)));
  const any_tensor thin = as_tensor(support::listed_at_random<double>(9600, 0.0, 9, 3), {120, 80});
  REQUIRE(thin.fill());
  for (const any_tensor& given : {rows, turned, lazy, thin, rows}) {
    const results made = p.run(room, {given});
    CHECK(same_bits(made["a"], given * 2 + 1));
    CHECK(same_bits(made["b"], square(given)));
    CHECK(same_bits(made["s"], number(sum(given))));
    CHECK(same_bits(made["t"], number(max(given + given))));
  }
}

TEST_CASE_METHOD(joined_early, "errors of a loop name their step, and leave variables as they were", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<std::int64_t>("x", {n});
  const variable w("w", zeros<std::int64_t>({}));
  const planned whole = called("whole", sum(x));
  const plan p({x}, {{"whole", whole}, {"least", min(x)}, {"next", x + 1}}, {update(w, max(x))});
  const tensor<std::int64_t> given = full<std::int64_t>({9000}, index_limit);
  CHECK_THROWS_WITH(p.run({given}), EndsWith("in whole = sum(x)"));
  CHECK(equal(w.value(), zeros<std::int64_t>({})));

  const planned mapped =
      called("mapped", map([](std::int64_t i) { return i < 8999 ? i : throw value_error("too many"); }, as<std::int64_t>(x)));
  const plan q({x}, {{"a", x + 1}, {"b", mapped}, {"c", sum(x)}});
  CHECK_THROWS_WITH(q.run({clone(iota<std::int64_t>(9000))}), ContainsSubstring("too many") && ContainsSubstring("in mapped = "));
  const results made = q.run({clone(iota<std::int64_t>(8999))});
  CHECK(made.number<std::int64_t>("c") == 8999 * 4499);
}

TEST_CASE_METHOD(joined_early, "a loop that is better read in another order is computed alone", "[plan]") {
  const planned_extent n("n"), r("r"), c("c");
  const planned x = placeholder<double>("x", {n}), t = placeholder<double>("t", {r, c});
  index_t calls = 0;
  const planned counted = map([&](double value) { return ++calls, value + 1; }, as<double>(x));
  const plan p({x, t}, {{"a", counted}, {"s", sum(counted)}, {"b", t * 2}, {"m", max(t * 2)}});
  const tensor<double> xs = random_doubles({20000}, 2), turned = transpose(random_doubles({150, 120}, 3)), target = zeros<double>({20000});
  workspace room(p);
  const results made = p.run(room, {xs, turned}, {{"a", target}});
  CHECK(calls == 20000);  // by its loop, and not again
  CHECK(same_bits(target, clone(xs + 1.0)));
  CHECK(same_bits(made["s"], number(sum(xs + 1.0))));
  CHECK(same_bits(made["b"], clone(turned * 2.0)));
  CHECK(same_bits(made["m"], number(max(turned * 2.0))));
}

TEST_CASE_METHOD(joined_early, "threads that share a loop give its bits", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), i = placeholder<int>("i", {n});
  const planned e = exp(x);
  const plan p({x, i}, {{"all", sum(x)},
                        {"mean", mean(e * x)},
                        {"low", min(x)},
                        {"y", e - 1},
                        {"z", e * e},
                        {"ints", sum(i)},
                        {"most", max(i * 2)},
                        {"mean of ints", mean(i)}});
  const index_t length = 30011;
  const tensor<double> xs = random_doubles({length}, 5);
  const tensor<int> is = clone(random_integers<int>({length}, -1000, 1000, 6));
  const plan of_memory({x, i}, {{"all", sum(x)}, {"mean", mean(x)}, {"low", min(x)}, {"high", max(x)}, {"ints", sum(i)}, {"most", max(i)}});
  for (const plan& one : {p, of_memory}) {
    workspace room(one);
    const results made = one.run(room, {xs, is});
    for (const named_tensor& result : made.all()) {
      INFO(result.name);
      support::same_for_all([&] { return clone(cast<double>(flat(one.run(room, {xs, is})[result.name]))); });
    }
    CHECK(same_bits(made["all"], number(sum(any_tensor(xs)))));
    CHECK(same_bits(made["ints"], number(sum(any_tensor(is)))));
  }
}
