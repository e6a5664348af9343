// SPDX-License-Identifier: BSL-1.0
// Updates of variables: what they read and write, which of them share elements, and runs that overlap.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>

#include <string>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

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
