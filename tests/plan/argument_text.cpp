// SPDX-License-Identifier: BSL-1.0
// Arguments are written as C++ writes them, and options have the names that the compiler knows.
#include <ravel/op.hpp>
#include <ravel/plan/detail/call_step.hpp>

#include <support/catch.hpp>

using namespace ravel;
using detail::argument_words;

static_assert(detail::enumerator_names<nan_policy>()[1] == "nan_policy::skip");
static_assert(detail::enumerator_names<nan_policy>()[3].empty());
static_assert(detail::enumerator_names<quantile_rule>()[8] == "quantile_rule::normal_unbiased");
static_assert(detail::enumerator_names<quantile_rule>()[9].empty());
static_assert(detail::option_name<order<>>() == "order");
static_assert(detail::option_name<ddof>() == "ddof");

namespace {

struct scaled_by {
  double value;
};
enum class own_choice { first, second };

}  // namespace

TEST_CASE("arguments are written as C++ writes them", "[plan]") {
  CHECK(argument_words(2) == "2");
  CHECK(argument_words(0.5) == "0.5");
  CHECK(argument_words(3.0) == "3.0");
  CHECK(argument_words(1e30) == "1e+30");
  CHECK(argument_words(ints{0}) == "0");
  CHECK(argument_words(ints{0, 2}) == "{0, 2}");
  CHECK(argument_words(ints(std::vector<index_t>{})) == "{}");
  CHECK(argument_words(keep) == "keep");
  CHECK(argument_words(sort_order::descending) == "sort_order::descending");
  CHECK(argument_words(ddof{1}) == "ddof{1}");
  CHECK(argument_words(order{2}) == "order{2}");
  CHECK(argument_words(weights{1, 0.5}) == "weights{1.0, 0.5}");
  CHECK(argument_words(breakpoints{{1, 5}}) == "breakpoints{{1, 5}}");
  CHECK(argument_words(decay::alpha(0.25)) == "decay::alpha(0.25)");
  CHECK(argument_words([](double x) { return x; }) == detail::no_text);
  CHECK(argument_words(std::vector<double>{0.5, 1}) == "{0.5, 1.0}");
  CHECK(argument_words(std::array<double, 1>{2}) == "{2.0}");
  CHECK(argument_words(buffer<double>{0.5, 1}) == detail::no_text);  // a run reads the elements that it has then
  CHECK(argument_words(when_empty{0.5}) == detail::no_text);
  CHECK(argument_words(scaled_by{2}) == detail::no_text);  // it may do more than its value tells
  CHECK(argument_words(own_choice::second) == detail::no_text);
  CHECK(argument_words(every{2}) == "every{2}");
}

TEST_CASE("defaults are told apart where they mean the same in all verbs", "[plan]") {
  CHECK(detail::is_default(nan_policy::keep));
  CHECK_FALSE(detail::is_default(nan_policy::skip));
  CHECK(detail::is_default(spacing{}));
  CHECK(detail::is_default(breakpoints{}));
  CHECK_FALSE(detail::is_default(order{1}));
  CHECK_FALSE(detail::is_default(edge_mode::clamp));
  CHECK_FALSE(detail::is_default(keep));
  CHECK_FALSE(detail::is_default(when_empty{0.0}));
  CHECK_FALSE(detail::is_default(scaled_by{0}));
}
