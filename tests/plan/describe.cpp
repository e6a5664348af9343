// SPDX-License-Identifier: BSL-1.0
// Descriptions of plans: steps, views, and for known lengths rooms and executors.
#include <ravel/op.hpp>

#include <plan/recorded_as_eager.hpp>

#include <string>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

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
