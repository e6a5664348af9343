// SPDX-License-Identifier: BSL-1.0
// Strings behind handles of run-time types: held, viewed, written, compared, ordered and put together; computed with never.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/print/any.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

using strings = buffer<std::string>;

const std::string of_length_40(40, 'x');  // more than lies in place

any_tensor words() { return tensor<std::string>{{"pear", "fig"}, {"apple", of_length_40}}; }

}  // namespace

TEST_CASE("a tensor of strings goes in and comes out without a copy", "[any]") {
  const tensor<std::string> t{{"pear", "fig"}, {"apple", "kiwi"}};
  const any_tensor x = t;
  CHECK(x.dtype() == dtype::string);
  CHECK(x.writable());
  const tensor<const std::string> read = as<std::string>(x);
  const tensor<std::string> written = as_writable<std::string>(x);
  CHECK(read.data() == t.data());
  CHECK(written.data() == t.data());
  CHECK(x(1, 0) == "apple");
  CHECK(as<std::string>(x(0, 1)) == "fig");
  CHECK(visit_held(x, [](const auto& held) { return held.size(); }) == 4);
  const any_reader r = strings{"a", "b"};
  CHECK(r.dtype() == dtype::string);
  CHECK(r[1] == "b");
  REQUIRE_EQUAL(as<std::string>(r), (strings{"a", "b"}));
  CHECK(visit_held(r, [](const auto& held) { return held.size(); }) == 2);
  CHECK_THROWS_WITH(as<double>(x), "the tensor has elements of string, not float64");
  CHECK_THROWS_WITH(as<std::string>(any_tensor(tensor<int>{1})), "the tensor has elements of int32, not string");
  CHECK_THROWS_AS(visit(x, [](const auto& held) { return held.size(); }), type_error);
}

TEST_CASE("a single string", "[any]") {
  const any_scalar bob = "bob", empty = std::string(), longer = of_length_40;
  CHECK(bob.dtype() == dtype::string);
  CHECK(as<std::string>(bob) == "bob");
  CHECK(as<std::string>(longer) == of_length_40);
  CHECK(bob == any_scalar(std::string_view("bob")));
  CHECK(empty < bob);
  CHECK(bob < longer);
  CHECK_FALSE(bob == 1);
  CHECK_FALSE(bob < 1);
  CHECK_FALSE(bob >= 1);
  CHECK(to_string(bob) == "\"bob\"");
  any_scalar copied = longer;
  copied = bob;
  CHECK(copied == bob);
  CHECK(longer == of_length_40);
  CHECK_THROWS_AS(as<int>(bob), type_error);
  CHECK_THROWS_AS(cast_value<int>(bob), type_error);
  CHECK(cast(bob, dtype::string) == bob);
  CHECK_THROWS_WITH(cast(bob, dtype::int8), ContainsSubstring("no cast from string to int8"));
  CHECK_THROWS_AS(visit(bob, [](const auto&) {}), type_error);
}

TEST_CASE("views of strings", "[any]") {
  const any_tensor x = words();
  REQUIRE_EQUAL(as<std::string>(transpose(x)), (strings{"pear", "apple", "fig", of_length_40}));
  REQUIRE_EQUAL(as<std::string>(x(all, 1)), (strings{"fig", of_length_40}));
  REQUIRE_EQUAL(as<std::string>(take(flat(x), 0, {3, 0, 0})), (strings{of_length_40, "pear", "pear"}));
  REQUIRE_EQUAL(as<std::string>(flip(x, {0, 1})), (strings{of_length_40, "apple", "fig", "pear"}));
  const any_tensor repeated = tile(x, {1, 2});
  CHECK(repeated.shape() == shape{2, 4});
  CHECK(repeated(1, 3) == of_length_40);
  CHECK_FALSE(repeated.writable());
  CHECK(is_view_of(x(0, all), x));
  CHECK(same(x, x));
  CHECK_FALSE(same(x, clone(x)));
}

TEST_CASE("strings are written", "[any]") {
  const any_tensor x = words();
  const any_tensor before = clone(x);
  x.write({0, 0}, "plum");
  CHECK(x(0, 0) == "plum");
  CHECK(before(0, 0) == "pear");
  x(1, all) = x(0, all);
  REQUIRE_EQUAL(as<std::string>(x), (strings{"plum", "fig", "plum", "fig"}));
  x(all, 0) = "none";
  fill(x(1, all), of_length_40);
  REQUIRE_EQUAL(as<std::string>(x), (strings{"none", "fig", of_length_40, of_length_40}));
  copy_where(x == "fig", "date", x);
  CHECK(x(0, 1) == "date");
  copy(before, x);
  CHECK(equal(x, before));
  CHECK_THROWS_WITH(x.write({0, 0}, 1), "1 does not fit string");
  CHECK_THROWS_WITH(zeros(dtype::int8, {2}).write({0}, "a"), "\"a\" does not fit int8");
  CHECK_THROWS_AS(copy(tensor<int>{{1, 2}, {3, 4}}, x), type_error);
  CHECK_THROWS_AS(copy(x, zeros(dtype::float64, {2, 2})), type_error);
  CHECK(equal(x, before));
}

TEST_CASE("strings are made by their tag", "[any]") {
  CHECK(equal(zeros(dtype::string, {2}), tensor<std::string>{"", ""}));
  CHECK(empty(dtype::string, {0, 3}).size() == 0);
  CHECK(equal(empty(dtype::string, {1}), tensor<std::string>{""}));
  CHECK(equal(full(dtype::string, {2}, "ab"), tensor<std::string>{"ab", "ab"}));
  CHECK(scalar_tensor(any_scalar("ab")).at(std::span<const index_t>()) == "ab");
  CHECK_THROWS_WITH(ones(dtype::string, {2}), ContainsSubstring("does not fit string"));
  CHECK_THROWS_AS(full(dtype::string, {2}, 1.5), type_error);
  CHECK_THROWS_AS(full(dtype::int32, {2}, "1"), type_error);
  CHECK_THROWS_AS(eye(dtype::string, 2), type_error);
  CHECK_THROWS_AS(arange(dtype::string, 0, 2), type_error);
}

TEST_CASE("strings compare by their bytes", "[any]") {
  const any_tensor x = words();
  const any_tensor others = tensor<std::string>{"fig", "zoo"};  // stretches
  CHECK(equal(x == others, tensor<bool>{{false, false}, {false, false}}));
  CHECK(equal(x < others, tensor<bool>{{false, true}, {true, true}}));
  CHECK(equal(x <= "fig", tensor<bool>{{false, true}, {true, false}}));
  CHECK(equal("fig" > x, tensor<bool>{{false, false}, {true, false}}));
  CHECK(equal(x != std::string("fig"), tensor<bool>{{true, false}, {true, true}}));
  CHECK(equal(x >= any_scalar("pear"), tensor<bool>{{true, false}, {false, true}}));
  CHECK(equal(x == tensor<std::string>{"pear", "fig"}, tensor<bool>{{true, true}, {false, false}}));
  CHECK(count(x == "kiwi") == 0);
  CHECK_THROWS_WITH(x == 1, "== of string and int32: there is no such operation");
  CHECK_THROWS_WITH(any_scalar(1.5) < x, "< of float64 and string: there is no such operation");
  CHECK(equal(x, words()));
  CHECK_FALSE(equal(x, transpose(x)));
  CHECK_THROWS_WITH(equal(x, zeros(dtype::int8, {2, 2})), "equal of string and int8: there is no such operation");
  CHECK_THROWS_AS(equal(zeros(dtype::int8, {3}), x), type_error);
  CHECK_THROWS_AS(close(x, x), type_error);
  CHECK(equal(where(x == "fig", "FIG", x), tensor<std::string>{{"pear", "FIG"}, {"apple", of_length_40}}));
  CHECK_THROWS_AS(where(x == "fig", 1, x), type_error);
}

TEST_CASE("strings are ordered, grouped and put together", "[any]") {
  const any_tensor x = tensor<std::string>{"pear", "fig", "", "pear", "b"};
  CHECK(equal(sort(x), tensor<std::string>{"", "b", "fig", "pear", "pear"}));
  CHECK(equal(sort(x, sort_order::descending), tensor<std::string>{"pear", "pear", "fig", "b", ""}));
  CHECK(equal(sort(words(), {1}), tensor<std::string>{{"fig", "pear"}, {"apple", of_length_40}}));
  REQUIRE_EQUAL(argsort(x), (buffer<index_t>{2, 4, 1, 0, 3}));
  CHECK(equal(unique(x), tensor<std::string>{"", "b", "fig", "pear"}));
  CHECK(as<std::string>(min(x)).empty());
  CHECK(max(x) == "pear");
  CHECK(argmin(x) == 2);
  CHECK(argmax(x) == 0);
  REQUIRE_EQUAL(rank(x), (buffer<double>{4.5, 3, 1, 4.5, 2}));
  CHECK(equal(cummin(x, 0), tensor<std::string>{"pear", "fig", "", "", ""}));
  CHECK(equal(cummax(x, 0), tensor<std::string>{"pear", "pear", "pear", "pear", "pear"}));
  const any_tensor rows = words();
  CHECK(equal(argmax(rows, 1), argmax(as<std::string>(rows), 1)));
  CHECK(equal(max(rows, 1), max(as<std::string>(rows), 1)));
  CHECK(equal(min(rows, {0}), min(as<std::string>(rows), 0)));
  CHECK(count_unique(x) == 4);
  CHECK(most_common(x) == "pear");
  const any_counted_values counted = value_counts(x);
  CHECK(equal(counted.values, tensor<std::string>{"pear", "", "b", "fig"}));
  REQUIRE_EQUAL(counted.counts, (buffer<index_t>{2, 1, 1, 1}));
  const any_groups groups = arggroup(x);
  CHECK(equal(groups.keys, tensor<std::string>{"pear", "fig", "", "b"}));
  REQUIRE_EQUAL(groups.positions[0], (buffer<index_t>{0, 3}));
  const any_tensor sorted = sort(x);
  REQUIRE_EQUAL(searchsorted(sorted, rows, search_side::right),
                searchsorted(as<std::string>(sorted), as<std::string>(rows), search_side::right));
  const any_tensor none = zeros(dtype::string, {0});
  CHECK(unique(none).size() == 0);
  CHECK(equal(concat(along(0), x, any_tensor(tensor<std::string>{"z"})), tensor<std::string>{"pear", "fig", "", "pear", "b", "z"}));
  CHECK(stack(along(0), x, x).shape() == shape{2, 5});
  const any_tensor one = zeros(dtype::int32, {1});
  CHECK_THROWS_WITH(concat(along(0), x, one), ContainsSubstring("concat of string and int32: there is no such operation"));
}

TEST_CASE("nothing is computed with strings", "[any]") {
  const any_tensor x = words();
  CHECK_THROWS_WITH(x + 1, "+ of string and int32: there is no such operation");
  CHECK_THROWS_WITH(2.5 * x, "* of float64 and string: there is no such operation");
  CHECK_THROWS_WITH(x - x, "- of string and string: there is no such operation");
  CHECK_THROWS_WITH(x && x, "&& of string and string: there is no such operation");
  CHECK_THROWS_WITH(pow(x, 2), "pow of string and int32: there is no such operation");
  CHECK_THROWS_WITH(minimum(x, x), "minimum of string and string: there is no such operation");
  CHECK_THROWS_WITH(-x, "- of string: there is no such operation");
  CHECK_THROWS_WITH(!x, "! of string: there is no such operation");
  CHECK_THROWS_WITH(sqrt(x), "sqrt of string: there is no such operation");
  CHECK_THROWS_AS(x += 1, type_error);
  CHECK_THROWS_AS(clip(x, 0, 1), type_error);
  CHECK_THROWS_WITH(sum(x), "sum of string: there is no such operation");
  CHECK_THROWS_WITH(sum(x, 0), "sum of string: there is no such operation");
  CHECK_THROWS_WITH(product(x), "product of string: there is no such operation");
  CHECK_THROWS_WITH(mean(x), "mean of string: there is no such operation");
  CHECK_THROWS_WITH(variance(x), "variance of string: there is no such operation");
  CHECK_THROWS_WITH(cumsum(x, 0), "cumsum of string: there is no such operation");
  CHECK_THROWS_WITH(quantile(x, 0.5), "quantile of string: there is no such operation");
  CHECK_THROWS_WITH(searchsorted(x, any_tensor(tensor<int>{1})), "searchsorted of string: there is no such operation");
  CHECK_THROWS_WITH(searchsorted(any_tensor(tensor<int>{1}), x), "searchsorted of string: there is no such operation");
  CHECK_THROWS_WITH(close(x, x), "close of string: there is no such operation");
  CHECK_THROWS_WITH(matmul(x, x), ContainsSubstring("matmul of string and string"));
  CHECK_THROWS_WITH(cast(x, dtype::float32), ContainsSubstring("no cast from string to float32"));
  CHECK_THROWS_WITH(cast(zeros(dtype::int8, {1}), dtype::string), ContainsSubstring("no cast from int8 to string"));
  CHECK(same(cast(x, dtype::string), x));
  CHECK(promote(dtype::string, dtype::string) == std::nullopt);
}

TEST_CASE("strings are printed", "[any]") {
  CHECK(to_string(any_tensor(tensor<std::string>{{"a", "b\n"}, {"ccc", ""}})) ==
        "#ravel.tensor<string>[2 2]\n[[  \"a\" \"b\\n\"]\n [\"ccc\"    \"\"]]");
  CHECK(describe(words()).dtype == dtype::string);
}
