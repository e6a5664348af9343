// SPDX-License-Identifier: BSL-1.0
// Formulas mean what the same C++ means, and what is no formula is refused with its place.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/plan/text.hpp>
#include <ravel/tensor.hpp>

#include <plan/formulas.hpp>

#include <set>
#include <string>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::scene;

namespace {

// The text that a saved plan has behind "output made = ".
std::string written(const scene& s, const planned& value) {
  const std::string saved = to_string(plan({s.x, s.y, s.i, s.row}, {{"made", value}})), output = "output made = ";
  const std::size_t begin = saved.find(output) + output.size();
  return saved.substr(begin, saved.find('\n', begin) - begin);
}

template <class Error>
void check_refused(const std::string& formula, const std::string& why, std::size_t at) {
  INFO(formula);
  const scene s;
  try {
    (void)parse(formula, s.names);
    FAIL("it was read");
  } catch (const Error& e) {
    CHECK_THAT(e.what(), ContainsSubstring(why));
    CHECK_THAT(e.what(), ContainsSubstring("\n  " + formula + "\n  " + std::string(at, ' ') + "^"));
  }
}

}  // namespace

TEST_CASE("formulas mean what C++ means", "[plan]") {
  const scene s;
  const auto &x = s.x, &y = s.y, &i = s.i, &row = s.row;
  s.check("x + y * 2", x + y * 2);
  s.check("(x + y) * 2", (x + y) * 2);
  s.check("x - y - 1.5", x - y - 1.5);
  s.check("-x * -2", -x * -2);
  s.check("2 * 3 + x", 6 + x);
  s.check("x / y / 4", x / y / 4);
  s.check("i % 3 << 1 | 8", (i % 3 << 1) | 8);
  s.check("i & 6 ^ ~i", (i & 6) ^ ~i);
  s.check("x < y && !(i == 2) || x >= 1", ((x < y) && !(i == 2)) || (x >= 1));
  s.check("where(x > row, x, row * 2.5f)", where(x > row, x, row * 2.5f));
  s.check("clip(x, -1, 0.5) + pow(2, y)", clip(x, -1, 0.5) + pow(2, y));
  s.check("abs(sin(x)) + maximum(x, y) - hypot(x, 3)", abs(sin(x)) + maximum(x, y) - hypot(x, 3));
  s.check("cast<float32>(x) * 2", cast<float>(x) * 2);
  s.check("wrap_cast<uint8>(i) + saturate_cast<int8>(i * 100)", wrap_cast<std::uint8_t>(i) + saturate_cast<std::int8_t>(i * 100));
  s.check("x * 1e-3 + .5 + 1e+2", x * 1e-3 + .5 + 1e+2);
  s.check("cast<int64>(i) + 5000000000", cast<std::int64_t>(i) + std::int64_t{5000000000});
  CHECK_THROWS_AS(parse("i + 5000000000", s.names), type_error);
  s.check("x * true", x * true);
  s.check("  x\t+\n y ", x + y);
}

TEST_CASE("formulas call verbs and views", "[plan]") {
  const scene s;
  const auto &x = s.x, &y = s.y, &row = s.row;
  s.check("sum(x)", sum(x));
  s.check("sum(x, 0)", sum(x, 0));
  s.check("sum(x, {0, 1}, keep) + row", sum(x, {0, 1}, keep) + row);
  s.check("x - mean(x, {-1}, keep)", x - mean(x, -1, keep));
  s.check("max(x, -1) + argmin(y, 1)", max(x, -1) + argmin(y, 1));
  s.check("all_of(x < 3) ", all_of(x < 3));
  s.check("median(x, 0) + variance(y, 0) + norm(x)", median(x, 0) + variance(y, 0) + norm(x));
  s.check("softmax(x, 1) + cumsum(y, 0)", softmax(x, 1) + cumsum(y, 0));
  s.check("sort(row) + rank(row)", sort(row) + rank(row));
  s.check("matmul(x, transpose(y))", matmul(x, transpose(y)));
  s.check("dot(row, row) + flat(flip(x))", dot(row, row) + flat(flip(x)));
  s.check("transpose(x, {1, 0}) * new_axis(row, 1)", transpose(x, {1, 0}) * new_axis(row, 1));
}

TEST_CASE("formulas call verbs with their arguments and options", "[plan]") {
  const scene s;
  const auto &x = s.x, &y = s.y, &row = s.row;
  s.check("quantile(x, 0.5, 1) + quantile(x, 0, 1)", quantile(x, 0.5, 1) + quantile(x, 0.0, 1));
  s.check("quantile(x, 0.3, 1, quantile_rule::hazen)", quantile(x, 0.3, 1, quantile_rule::hazen));
  s.check("sum(where(x > 1, 0.0 / 0.0, x), {0, 1}, keep, nan_policy::skip)",
          sum(where(x > 1, std::nan(""), x), {0, 1}, nan_policy::skip, keep));
  s.check("variance(x, 0, nan_policy::skip, ddof{1})", variance(x, 0, ddof{1}, nan_policy::skip));
  s.check("sort(x, 0, sort_order::descending)", sort(x, 0, sort_order::descending));
  s.check("argsort(x, -1) + rank(x, 1, rank_ties::dense)", argsort(x, -1) + rank(x, 1, rank_ties::dense));
  s.check("diff(x, 0)", diff(x, 0));
  s.check("max(diff(x, 0, order{2}), 0)", max(diff(x, 0, order{2}), 0));
  s.check("nth_element(x, 1, 0) + moment(x, 3, 0)", nth_element(x, 1, 0) + moment(x, 3, 0));
  s.check("median(x, 0, weights{1, 0.5, 2, 1})", median(x, 0, weights{1, 0.5, 2, 1}));
  s.check("rolling_median(x, 3, 0) - rolling_quantile(x, 3, 0.5, 0)", rolling_median(x, 3, 0) - rolling_quantile(x, 3, 0.5, 0));
  s.check("max(rolling_median(x, 2, 0, edge_mode::valid), 0)", max(rolling_median(x, 2, 0, edge_mode::valid), 0));
  s.check("max(rolling_rank(x, 3, 0, window_position::left), 0)", max(rolling_rank(x, 3, 0, window_position::left), 0));
  s.check("ewm(x, decay::alpha(0.3), 0) + ewm(x, decay::span(4), 1, ewm_start::first_element)",
          ewm(x, decay::alpha(0.3), 0) + ewm(x, decay::span(4), 1, ewm_start::first_element));
  s.check("max(convolve(x, {0.25, 0.5, 0.25}, 0), 0)", max(convolve(x, std::vector<double>{0.25, 0.5, 0.25}, 0), 0));
  s.check("gaussian_filter(x, 1.0, 0) + gaussian_filter(y, 1, {0, 1})", gaussian_filter(x, 1.0, 0) + gaussian_filter(y, 1.0, {0, 1}));
  s.check("detrend(x, 0, trend_kind::constant, breakpoints{{2}})", detrend(x, 0, trend_kind::constant, breakpoints{{2}}));
  s.check("trimmed_mean(x, 0.25, 0) + skew(x, 0, elements_are::sample)", trimmed_mean(x, 0.25, 0) + skew(x, 0, elements_are::sample));
  s.check("median_absolute_deviation(row, deviation_scale{1.5}) + count_unique(row)",
          median_absolute_deviation(row, deviation_scale{1.5}) + count_unique(row));
}

TEST_CASE("formulas call verbs with weights, windows and bounds that are values", "[plan]") {
  const scene s;
  const auto &x = s.x, &y = s.y, &row = s.row;
  s.check("mean(x, planned_weights(abs(y))) + quantile(x, 0.5, planned_weights(abs(y)))",
          mean(x, planned_weights(abs(y))) + quantile(x, 0.5, planned_weights(abs(y))));
  s.check("x - median(x, 1, keep, planned_weights(abs(row)), quantile_rule::inverted_cdf)",
          x - median(x, 1, planned_weights(abs(row)), keep, quantile_rule::inverted_cdf));
  s.check("max(convolve(x, slice(row, 0, 0, 2), 1), 1) + max(correlate(x, row, 1, convolve_mode::same, edge_mode::wrap), 1)",
          max(convolve(x, slice(row, 0, 0, 2), 1), 1) + max(correlate(x, row, 1, convolve_mode::same, edge_mode::wrap), 1));
  s.check("sum(covariance_matrix(x, 0, ddof{1})) + sum(correlation_matrix(x, -1))",
          sum(covariance_matrix(x, 0, ddof{1})) + sum(correlation_matrix(x, -1)));
  s.check("sum(find_peaks(flat(x), peak_height{0.5, 9}, peak_distance{2}))",
          sum(find_peaks(flat(x), peak_height{0.5, 9}, peak_distance{2})));
  s.check("max(histogram(x, between{-1, 2}, bin_rule::sturges).counts)", max(histogram(x, between{-1, 2}, bin_rule::sturges).counts));
  s.check("kernel_density(x, row, 1, bandwidth{0.5}) + kernel_density(x, row, bandwidth_rule::silverman)",
          kernel_density(x, row, 1, bandwidth{0.5}) + kernel_density(x, row, bandwidth_rule::silverman));
  check_refused<value_error>("sum(x, planned_weights(y))", "takes no planned_weights", 0);
  check_refused<value_error>("mean(x, planned_weights(y), planned_weights(y))", "is weighed twice", 0);
  check_refused<value_error>("mean(x, planned_weights(y), weights{1, 2})", "is weighed twice", 0);
  check_refused<value_error>("x + planned_weights(y)", "weights are no value", 2);
  check_refused<shape_error>("mean(x, 0, planned_weights(row))", "the weights row", 0);
  check_refused<value_error>("histogram(x, bins{4}, bin_rule::scott).counts", "takes no bin_rule beside its other options", 0);
  check_refused<value_error>("kernel_density(x, row, bandwidth{1}, bandwidth_rule::scott)", "takes no bandwidth_rule", 0);
  check_refused<value_error>("find_peaks(row, peak_height{1})", "takes no peak_height", 0);
}

TEST_CASE("a formula can call each recorded verb of the table", "[plan]") {
  const scene s;
  // Two readers, several results, and functions or reducers of the program are not for formulas.
  const std::set<std::string> others{"descriptive_statistics", "quartiles", "rolling", "expanding", "downsample"};
  const auto check = [&](const std::string& verb, const std::string& form, const std::string& fate_of_axes) {
    INFO(verb);
    const bool is_recorded = fate_of_axes == "gone" || fate_of_axes == "kept" || fate_of_axes == "changed";
    if (!is_recorded || form == "pairs" || others.contains(verb)) return;
    try {
      (void)parse(verb + "(x)", s.names);
    } catch (const error& e) {
      CHECK_THAT(e.what(), !ContainsSubstring("there is no function named"));
    }
  };
#define CHECK_VERB(name) CHECK_ROW(name, RAVEL_VERB_##name)
#define CHECK_ROW(name, ...) CHECK_FORM(name, __VA_ARGS__)
#define CHECK_FORM(name, form, takes, at_run_time, named_as, ...) check(#name, #form, #named_as);
  RAVEL_FOR_EACH_VERB(CHECK_VERB)
#undef CHECK_VERB
#undef CHECK_ROW
#undef CHECK_FORM
}

TEST_CASE("formulas call views, and lengths have the names of extents", "[plan]") {
  const scene s;
  const auto &x = s.x, &y = s.y, &row = s.row;
  s.check("slice(x, 0, 1, n - 1) - slice(x, 0, 0, n - 1)", slice(x, 0, 1, s.n - 1) - slice(x, 0, 0, s.n - 1));
  s.check("select(x, 0, 2) + sum(take(row, 0, {2, 0, 1}))", select(x, 0, 2) + sum(take(row, 0, {2, 0, 1})));
  s.check("reshape(x, {m, n}) + reshape(y, [m n])", reshape(x, {s.m, s.n}) + reshape(y, {s.m, s.n}));
  s.check("reshape(x, {m, -1})", reshape(x, {s.m, s.n}));
  s.check("rot90(x) + rot90(x, 1) + rot90(x, 1, 0, 1)", rot90(x) + rot90(x, 1) + rot90(x, 1, 0, 1));
  s.check("diagonal(outer(row, row)) + squeeze(new_axis(row, 0))", diagonal(outer(row, row)) + squeeze(new_axis(row, 0)));
  s.check("sum(flat(swap_axes(x, 0, 1))) + max(flip(x, 1))", sum(flat(swap_axes(x, 0, 1))) + max(flip(x, 1)));
  s.check("broadcast(row, [n m]) + broadcast(squeeze(new_axis(row, 0), 0), {n, m})",
          broadcast(row, {s.n, s.m}) + broadcast(squeeze(new_axis(row, 0), 0), {s.n, s.m}));
  s.check("sum(windows(x, {0, 1}, {2, 2}), {2, 3})", sum(windows(x, {0, 1}, {2, 2}), {2, 3}));
  s.check("concat(x, y, 0) / (n * 2)", concat(along(0), x, y) / (s.n * 2));
  s.check("stack(row, row, 0) / -1", stack(along(0), row, row) / -1);
  s.check("sum(broadcast(row, [n (m + 0)]))", sum(broadcast(row, {s.n, s.m})));
  s.check("sum(x, 0) / n + x * (m + 1) + length(x, 1)", sum(x, 0) / s.n + x * (s.m + 1) + s.m);
}

TEST_CASE("formulas select, and pick one of several results", "[plan]") {
  const scene s;
  const auto &x = s.x, &i = s.i, &row = s.row;
  s.check("sum(compress(row, row > 0))", sum(compress(row, row > 0)));
  s.check("sum(compress(x, row > 0, 1))", sum(compress(x, row > 0, 1)));
  s.check("sum(x(x > 0))", sum(x(x > 0)));
  s.check("sum((x + 1)(i > 0) * 2)", sum((x + 1)(i > 0) * 2));
  s.check("row(argsort(row)) + take(row, 0, argsort(row))", row(argsort(row)) + take(row, 0, argsort(row)));
  s.check("take_along_axis(x, argsort(x, 1), 1)", take_along_axis(x, argsort(x, 1), 1));
  s.check("sum(unique(i))", sum(unique(i)));
  s.check("sum(argfilter(i > 0)) + sum(nonzero(i > 0))", sum(argfilter(i > 0)) + sum(nonzero(i > 0)));
  s.check("max(value_counts(i).counts)", max(value_counts(i).counts));
  s.check("histogram(x, bins{4}).edges + 1", histogram(x, bins{4}).edges + 1);
  s.check("quartiles(x, nan_policy::skip).third - quartiles(x).first", quartiles(x, nan_policy::skip).third - quartiles(x).first);
  s.check("descriptive_statistics(x, ddof{1}).variance", descriptive_statistics(x, ddof{1}).variance);
  s.check("linear_regression(x, y).slope * theil_sen(x, y).slope", linear_regression(x, s.y).slope * theil_sen(x, s.y).slope);
  s.check("least_squares(x, sum(x, 1), intercept::none).coefficients", least_squares(x, sum(x, 1), intercept::none).coefficients);
  s.check("zeros<float64>([n m]) + ones<int32>({m}) + full<float32>({n, 1}, 2.5)",
          zeros<double>(planned_shape{s.n, s.m}) + ones<int>(planned_shape{s.m}) + full<float>(planned_shape{s.n, 1}, 2.5f));
  s.check("arange<int64>(1, m + 1) * row", arange<std::int64_t>(1, s.m + 1) * row);
  s.check("x + random_normal<float64>([n m], 0, 1, 7)", x + random_normal<double>(x.shape(), 0, 1, 7));
  check_refused<value_error>("value_counts(i)", "several results", 0);
  check_refused<value_error>("1 + value_counts(i)", "several results", 2);
  check_refused<value_error>("sum(value_counts(i))", "several results", 4);
  check_refused<value_error>("value_counts(i).many", "there is no part .many; there are: .values, .counts", 15);
  check_refused<value_error>("x.counts", "has no parts", 1);
  check_refused<value_error>("(x + y)(1)", "expected a mask or positions", 7);
  check_refused<type_error>("x(y)", "no integers", 0);
  check_refused<value_error>("x + zeros<float64>({2000, 2000})", "at most 1048576", 4);
  check_refused<value_error>("x + zeros<float64>(1.5)", "is written zeros<float64>([n 3])", 4);
}

TEST_CASE("formulas write numbers and tensors out", "[plan]") {
  const scene s;
  const auto &x = s.x, &i = s.i;
  s.check("i + int8(3) - int64(-2)", i + std::int8_t{3} - std::int64_t{-2});
  s.check("x * float32(0.1) + 0.1f", x * 0.1f + 0.1f);
  s.check("x * float64(nan) + float64(-inf)", x * std::nan("") - std::numeric_limits<double>::infinity());
  s.check("x * complex128(0.5, -2)", x * std::complex<double>(0.5, -2));
  s.check("sum(x) * float64[3]{1, 0.5, -2.5e-3} + float32[1]{2}", sum(x) * tensor<double>{1, 0.5, -2.5e-3} + tensor<float>{2});
  const planned words = placeholder<std::string>("words", {s.n});
  const plan same({words}, {{"same", parse("words == \"a\\x22\\\\b\"", {{"words", words}})}});
  CHECK(equal(same.run({any_tensor(tensor<std::string>{"a\"\\b", "c"})})["same"], tensor<bool>{true, false}));
}

TEST_CASE("a name may stand for a formula", "[plan]") {
  scene s;
  s.names.set("spread", parse("y - x", s.names));
  s.names.set("signal", parse("where(spread < mean(spread), 1.0, 0.0)", s.names));
  s.check("signal * 2", where(s.y - s.x < mean(s.y - s.x), 1.0, 0.0) * 2);
  CHECK(s.names.at("spread").shape() == s.x.shape());
  CHECK_THROWS_AS(s.names.at("other"), value_error);
  s.names.set("2 x", s.x * 2);
  s.check("`2 x` - x", s.x * 2 - s.x);
  CHECK_THROWS_AS(s.names.set("", s.x), value_error);
}

TEST_CASE("what is no formula is refused with its place", "[plan]") {
  check_refused<value_error>("", "expected a value", 0);
  check_refused<value_error>("x +", "expected a value", 3);
  check_refused<value_error>("x + * y", "expected a value", 4);
  check_refused<value_error>("(x + y", "expected )", 6);
  check_refused<value_error>("x y", "expected an operator", 2);
  check_refused<value_error>("x = y", "expected an operator", 2);
  check_refused<value_error>("x ? y : 1", "expected an operator", 2);
  check_refused<value_error>("x + z", "no value named z", 4);
  check_refused<value_error>("x + tan2(y)", "no function named tan2", 4);
  check_refused<value_error>("2 * 3", "a formula needs a name", 0);
  check_refused<value_error>("x + 2y", "expected an operator", 5);
  check_refused<value_error>("x + 1.2.3", "expected an operator", 7);
  check_refused<value_error>("x + 99999999999999999999", "does not fit", 4);
  check_refused<value_error>("x + 1e999", "does not fit", 4);
  check_refused<value_error>("sin(x, y)", "sin takes 1 value", 0);
  check_refused<value_error>("where(x, y)", "where takes 3 values", 0);
  check_refused<value_error>("pow(x, {0})", "pow takes 2 values", 0);
  check_refused<value_error>("sum(2)", "takes a value that is no number", 0);
  check_refused<value_error>("sum(x, y)", "takes one value", 0);
  check_refused<value_error>("min(x, y)", "takes one value: minimum(x, y) and maximum(x, y) take two", 0);
  check_refused<value_error>("sum(x, keep)", "keeps axes that are named", 0);
  check_refused<value_error>("cumsum(x, 0, keep)", "leave out keep", 0);
  check_refused<value_error>("sum(x, {0, y})", "expected an axis", 11);
  check_refused<value_error>("1 + sum(x, {0, -2})", "sum: axis 0 is named twice", 15);
  check_refused<value_error>("quantile(x, 0.5, {1, 1})", "axis 1 is named twice", 21);
  check_refused<index_error>("quantile(x, 0.5, {1, 2})", "2", 21);
  check_refused<value_error>("sum(x, {0}, {1})", "and axes behind", 0);
  check_refused<value_error>("sum(x, 1.5)", "expected an axis", 7);
  check_refused<value_error>("reshape(x, [2 -1])", "a length in parentheses: [(n - 1) 3], [n (-1)]", 14);
  check_refused<value_error>("reshape(x, [n -1])", "a length in parentheses", 14);
  check_refused<value_error>("x + zeros<float64>([n * 2 3])", "a length in parentheses", 22);
  check_refused<value_error>("x + float64[2 -1]{}", "a length in parentheses", 14);
  check_refused<value_error>("cast<float>(x)", "no type named float", 5);
  check_refused<value_error>("cast(x)", "expected <", 4);
  check_refused<value_error>("x; y", "expected an operator", 1);
  check_refused<value_error>("1 / 0 + x", "zero", 2);
  check_refused<value_error>("sort(x, 0, nan_policy::skip)", "sort takes no nan_policy::skip", 0);
  check_refused<value_error>("sum(x, 0, nan_policy::leave)", "sum takes no nan_policy::leave", 0);
  check_refused<value_error>("sum(x, 0, keep, keep)", "given keep twice", 0);
  check_refused<value_error>("sum(x, keep, 0)", "keep", 0);
  check_refused<value_error>("x + keep", "keep is no value", 2);
  check_refused<value_error>("x + {1, 2}", "a list is no value", 2);
  check_refused<value_error>("rolling_median(x, 100000000, 0)", "at most 1048576", 0);
  check_refused<value_error>("median_filter(row, {100000000})", "at most 1048576", 0);
  check_refused<value_error>("gaussian_filter(x, 1e6, 0)", "at most 65536", 0);
  check_refused<value_error>("gaussian_filter(x, 1, 0, truncate_at{1e9})", "at most 1024", 0);
  check_refused<value_error>("slice(x, 0, 1)", "slice(x, axis, start, count)", 0);
  check_refused<value_error>("x + float64[2]{1}", "has 2 elements, not 1", 11);
  check_refused<value_error>("x + int8(300)", "a number of int8", 9);
  check_refused<value_error>("x == \"a", "no closing", 5);
  check_refused<type_error>("x & y", "&", 2);
  check_refused<type_error>("x + min(x < 1, {0}) && y", "&&", 20);
  check_refused<shape_error>("x + transpose(y)", "m and n", 2);
  check_refused<index_error>("sum(x, 2)", "2", 7);
}

TEST_CASE("a list of names has each once", "[plan]") {
  const scene s;
  CHECK_THROWS_WITH((planned_names{{"a", s.x}, {"a", s.y}}), "two values in formulas are named a");
}

TEST_CASE("comparisons do not chain in formulas", "[plan]") {
  check_refused<value_error>("1 < i < 3", "comparisons do not chain: write 1 < i && i < 3", 6);
  check_refused<value_error>("x > 0 && 1 < x + 1 <= y * 2", "write 1 < x + 1 && x + 1 <= y * 2", 19);
  check_refused<value_error>("x == y == row", "write x == y && y == row", 7);
  const std::string longest(40, ' ');
  check_refused<value_error>("1 < (x" + longest + ") < 2", "write a < b && b < c", 48);
  const scene s;
  const auto &x = s.x, &y = s.y, &i = s.i;
  s.check("(x < y) < true", (x < y) < true);
  s.check("i > 1 == x < y", (i > 1) == (x < y));
  // The text of a plan can be read again.
  const planned chained = ((i > 1) == (x < y)) == (x > 1);
  CHECK(written(s, chained) == "(i > 1 == x < y) == x > 1");
  s.check(written(s, chained), chained);
  s.check(written(s, (x < y) >= true), (x < y) >= true);
}

TEST_CASE("formulas search lists of values", "[plan]") {
  const scene s;
  const planned listed = parse("membership(i, {1, -2, 1000})", s.names);
  s.check("membership(i, {1, -2, 1000})", membership(s.i, any_tensor(tensor<int>{1, -2, 1000})));
  s.check("membership(x, {})", membership(s.x, any_tensor(zeros<double>({0}))));
  s.check("index_of(i, {1, 2})", index_of(s.i, any_tensor(tensor<int>{1, 2})));
  CHECK(written(s, listed) == "membership(i, int32[3]{1, -2, 1000})");
  s.check(written(s, listed), listed);
  s.check("membership(i, {1.5, -2})", membership(s.i, any_tensor(tensor<double>{1.5, -2})));
  s.check("membership(x, {1, 2})", membership(s.x, any_tensor(tensor<double>{1, 2})));
  check_refused<type_error>("membership(i, {\"a\"})", "a", 0);
  check_refused<value_error>("membership(i, 3)", "membership is written membership(x, values) or membership(x, {1, 2})", 0);
  check_refused<value_error>("membership(i, {y})", "is written", 0);
}
