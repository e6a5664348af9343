// SPDX-License-Identifier: BSL-1.0
// A plan that is printed and read is the same plan: its text, and the bits of a run. What is no saved plan is refused with its line.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>
#include <support/faults.hpp>
#include <support/folder.hpp>
#include <support/small_stack.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using plan_tests::same_bits;

namespace {

plan gradient_step(const variable& w) {
  const planned_extent n("samples");
  const planned x = placeholder<double>("x", {n, 3}), y = placeholder<double>("y", {n});
  const planned miss = called("miss", matmul(x, w) - y);
  return plan({x, y}, {{"loss", mean(square(miss))}}, {update(w, w - 0.2 * matmul(transpose(x), miss) / n)});
}

constexpr const char* saved_step =
    "ravel plan 1\n"
    "input x float64[samples 3], y float64[samples]\n"
    "variable w float64[3]\n"
    "miss = matmul(x, w) - y\n"
    "output loss = mean(square(miss))\n"
    "update w = w - 0.2 * matmul(transpose(x), miss) / samples\n";

// Saves and reads a plan of these inputs, and compares the runs.
void check_round_trip(const std::vector<planned>& inputs, const planned& value, const std::vector<any_tensor>& given) {
  const plan p(inputs, {{"made", value}});
  const std::string saved = to_string(p);
  INFO(saved);
  const plan read = read_plan(saved, named_tensors(p));
  CHECK(to_string(read) == saved);
  CHECK(same_bits(read.run(given)["made"], p.run(given)["made"]));
}

// The line, with a caret under this character of it.
void check_refused(const std::string& saved, const std::string& why, std::size_t line, std::size_t at) {
  INFO(saved);
  const variable w("w", zeros<double>({3}));
  try {
    (void)read_plan(saved, {{"w", w.value()}});
    FAIL("it was read");
  } catch (const value_error& e) {
    CHECK_THAT(e.what(), ContainsSubstring(why));
    CHECK_THAT(e.what(), ContainsSubstring("line " + std::to_string(line) + ": "));
    CHECK_THAT(e.what(), EndsWith("\n  " + std::string(at, ' ') + "^"));
  }
}

}  // namespace

TEST_CASE("chained comparisons of plans saved earlier are read", "[plan]") {
  const plan p = read_plan("ravel plan 1\ninput x float64[2]\noutput made = x < 1.0 < true\n");
  CHECK(equal(as<bool>(p.run({tensor<double>{0, 2}})["made"]), tensor<bool>{false, true}));
  CHECK_THAT(to_string(p), ContainsSubstring("made = (x < 1.0) < true"));
}

TEST_CASE("a plan is printed as it is saved", "[plan]") {
  const variable w("w", zeros<double>({3}));
  const plan step = gradient_step(w);
  std::ostringstream printed;
  printed << step;
  CHECK(printed.str() == saved_step);
}

TEST_CASE("a plan that is read runs and updates as the plan that was saved", "[plan]") {
  const variable w("w", zeros<double>({3})), v("w", zeros<double>({3}));
  const plan step = gradient_step(w);
  std::istringstream file(saved_step);
  const plan read = read_plan(file, {{"w", v.value()}});
  CHECK(to_string(read) == saved_step);
  CHECK(read.inputs()[0].shape().lengths().size() == 2);
  for (const index_t n : {5, 1, 30}) {
    const any_tensor x = clone(random_uniform<double>({n, 3}, -1, 1, 1)), y = clone(random_uniform<double>({n}, -1, 1, 2));
    CHECK(same_bits(step.run({x, y})["loss"], read.run({x, y})["loss"]));
    CHECK(same_bits(w.value(), v.value()));
  }
}

TEST_CASE("a default that only one verb has is left out of a saved plan", "[plan]") {
  const planned x = placeholder<double>("x", {4, 6});
  const std::vector<double> window{1, 2};
  const auto saved = [&](const planned& made) { return to_string(plan({x}, {{"made", made}})); };
  CHECK(saved(convolve(x, window, 0, edge_mode::zero)) == saved(convolve(x, window, 0)));
  CHECK(saved(rolling_median(x, 3, 0, edge_mode::clamp, window_position::centre)) == saved(rolling_median(x, 3, 0)));
  CHECK(saved(gaussian_filter(x, 1.0, 0, edge_mode::reflect)) == saved(gaussian_filter(x, 1.0, 0)));
  CHECK(saved(median_filter(x, 3, 0, edge_mode::reflect)) == saved(median_filter(x, 3, 0)));
  CHECK(saved(savgol_filter(x, 3, 1, 0, edge_mode::valid)) != saved(savgol_filter(x, 3, 1, 0)));  // whose ends follow no edge_mode
  CHECK_THAT(saved(convolve(x, window, 0, edge_mode::clamp)), ContainsSubstring("edge_mode::clamp"));
  CHECK_THAT(saved(gaussian_filter(x, 1.0, 0, edge_mode::zero)), ContainsSubstring("edge_mode::zero"));
}

TEST_CASE("values that several steps read have names", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), t1 = called("t1", exp(x)), shared = sin(x) * 2;
  const plan p({x}, {{"a", shared + t1}, {"b", shared - 1}, {"c", shared}});
  CHECK(to_string(p) ==
        "ravel plan 1\ninput x float64[n]\nt2 = sin(x) * 2\nt1 = exp(x)\noutput a = t2 + t1\noutput b = t2 - 1\noutput c = t2\n");
  CHECK(to_string(read_plan(to_string(p))) == to_string(p));
}

TEST_CASE("numbers keep their types and bits", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), z = placeholder<std::complex<double>>("z", {n}), i = placeholder<int>("i", {n});
  const any_tensor of_x = any_tensor(tensor<double>{1, -0.0, 0.1}), of_i = any_tensor(tensor<int>{1, -3, 7});
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {0.1, -0.0, 1e300, 5e-324, 1.0 / 3, 2.0, -7.5, infinity, -infinity, std::nan(""), -std::nan(""), 1e22}) {
    check_round_trip({x}, x * value, {of_x});
    check_round_trip({x}, x + static_cast<float>(value), {of_x});
    check_round_trip({x}, pow(x, value), {of_x});
    check_round_trip({x}, x * std::complex<double>(value, -value), {of_x});
  }
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  for (const std::int64_t value : {std::int64_t{5}, std::int64_t{-5}, std::int64_t{5000000000}, least, least + 1, std::int64_t{1} << 31})
    check_round_trip({x}, x * value, {of_x});
  check_round_trip({i}, i * 2 + std::numeric_limits<int>::min(), {of_i});
  check_round_trip({i}, i + true, {of_i});
  check_round_trip({i}, cast<std::uint64_t>(abs(i)) + std::uint64_t{18446744073709551615u}, {of_i});
  check_round_trip({i}, cast<std::int8_t>(i) * std::int8_t{3} + std::uint8_t{4}, {of_i});
  CHECK_THAT(to_string(plan({x}, {{"a", x * 2.5f - -3}})), ContainsSubstring("x * 2.5f - -3"));
  CHECK_THAT(to_string(plan({i}, {{"a", i + std::int64_t{3}}})), ContainsSubstring("i + int64(3)"));
}

TEST_CASE("operators are saved with the parentheses that they need", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {n}), i = placeholder<int>("i", {n});
  const auto last_line = [&](const planned& value) {
    const std::string saved = to_string(plan({x, y, i}, {{"a", value}}));
    return saved.substr(saved.rfind("output a = ") + 11);
  };
  CHECK(last_line(x - (y - x)) == "x - (y - x)\n");
  CHECK(last_line(x - y - x) == "x - y - x\n");
  CHECK(last_line((x + y) * x / y) == "(x + y) * x / y\n");
  CHECK(last_line(x / (y * x)) == "x / (y * x)\n");
  CHECK(last_line(-(x + y) * -x) == "-(x + y) * -x\n");
  CHECK(last_line((i & 6) == 2) == "(i & 6) == 2\n");
  CHECK(last_line(!(x < y) || x > 0) == "!(x < y) || x > 0\n");
  CHECK(last_line(x / (n - 1) + n) == "x / (n - 1) + n\n");
  CHECK(last_line(x * (2 * n)) == "x * (2 * n)\n");
  const any_tensor of = any_tensor(tensor<double>{1, 2, 3}), of_i = any_tensor(tensor<int>{1, 2, 3});
  check_round_trip({x, y, i}, (i << 1 | 3) - (i ^ i % 4) * (x / (n * n - 2 * n)), {of, of, of_i});
}

TEST_CASE("names that are no words are saved in backquotes", "[plan]") {
  const planned_extent rows("rows of x"), mark("a`b\\\n\"");
  const planned x = placeholder<double>("my x", {rows}), keep_it = placeholder<double>("keep", {mark, rows});
  const variable w("größe", zeros<double>({}));
  const planned shared = called("per \"km\"", x / rows + w);
  const plan p({x, keep_it}, {{"a b", shared - mark}, {"true", sum(slice(keep_it, 1, 0, rows - 1), 1)}, {"", shared * shared}},
               {update(w, sum(shared))});
  const std::string saved = to_string(p);
  INFO(saved);
  CHECK_THAT(saved, ContainsSubstring("input `my x` float64[`rows of x`], `keep` float64[`a\\`b\\\\\\x0a\"` `rows of x`]\n"));
  CHECK_THAT(saved, ContainsSubstring("`per \"km\"` = `my x` / `rows of x` + `gr"));
  const plan read = read_plan(saved, {{"größe", clone(w.value())}});
  CHECK(to_string(read) == saved);
  const std::vector<any_tensor> given{tensor<double>{1, 2.5}, tensor<double>{{1, 2}, {3, 4}, {5, 7}}};
  const results wanted = p.run(given), made = read.run(given);
  for (const named_tensor& one : wanted.all()) CHECK(same_bits(made[one.name], one.tensor));
  check_refused("ravel plan 1\ninput `x float64[n]\n", "has no closing `", 2, 6);
  check_refused("ravel plan 1\ninput x float64[`n m]\n", "has no closing `", 2, 16);
  check_refused("ravel plan 1\ninput x float64[n]\noutput y = `a b` + 1\n", "no value named a b", 3, 11);
}

TEST_CASE("texts and empty lengths are saved", "[plan]") {
  const planned_extent n("n");
  const planned words = placeholder<std::string>("words", {n}), x = placeholder<float>("x", {n, 0});
  check_round_trip({words}, words == "a \" \\ \n +b", {any_tensor(tensor<std::string>{"a \" \\ \n +b", "b"})});
  check_round_trip({words, x}, where(words == "k", 1.0, 2.0) - -1,
                   {any_tensor(tensor<std::string>{"k"}), any_tensor(zeros<float>({1, 0}))});
  check_round_trip({x}, sum(x + 1, 1), {any_tensor(zeros<float>({4, 0}))});
  check_round_trip({x}, flat(x), {any_tensor(zeros<float>({0, 0}))});
}

TEST_CASE("lengths that only a run finds are named by their step", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {m, n});
  const planned spectrum = abs(rfft(x, 1));
  const plan p({x}, {{"flat", flat(spectrum)}, {"scaled", spectrum / spectrum.shape()[1]}});
  INFO(to_string(p));
  CHECK_THAT(to_string(p), ContainsSubstring("length(t1, 1)"));
  CHECK(to_string(read_plan(to_string(p))) == to_string(p));
  const any_tensor of = clone(random_uniform<double>({3, 8}, -1, 1, 4));
  CHECK(same_bits(read_plan(to_string(p)).run({of})["scaled"], p.run({of})["scaled"]));
  check_round_trip({x}, reshape(slice(x, 1, 1, n - 1), {n * m - m}), {of});
}

TEST_CASE("tensors that a plan holds are given by name", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 2});
  const tensor<double> weights_of{{1, 2}, {3, 4}};
  const plan p({x}, {{"y", matmul(x, weights_of) + sum(weights_of * sum(x))}, {"z", x * tensor<float>{0.5f, 2}}});
  const std::string saved = to_string(p);
  INFO(saved);
  CHECK_THAT(saved, ContainsSubstring("persistent p1 float64[2 2], p2 float32[2]\n"));
  CHECK(named_tensors(p).size() == 2);
  const plan read = read_plan(saved, named_tensors(p));
  CHECK(to_string(read) == saved);
  const any_tensor of = any_tensor(tensor<double>{{1, 2}, {5, 6}});
  weights_of(0, 0) = 10;  // both read it when they run
  CHECK(same_bits(read.run({of})["y"], p.run({of})["y"]));
  CHECK(same_bits(read.run({of})["z"], p.run({of})["z"]));
  CHECK_THROWS_WITH(read_plan(saved), ContainsSubstring("line 3: no tensor is given for p1"));
  CHECK_THROWS_WITH(read_plan(saved, {{"p1", weights_of}, {"p2", weights_of}}), ContainsSubstring("p2 is float64[2 2]"));
  CHECK_THROWS_WITH(read_plan(saved_step, {{"w", zeros<double>({3})}, {"q", weights_of}}), ContainsSubstring("no tensor q"));
  CHECK_THROWS_WITH(read_plan(saved_step, {{"w", zeros<double>({3})}, {"w", weights_of}}), ContainsSubstring("two tensors"));
}

TEST_CASE("a tensor may be written out in a saved plan", "[plan]") {
  const std::string saved = "ravel plan 1\ninput x float64[n 3]\noutput y = matmul(x, float32[3]{0.299, 0.5, -inf}) * int8[]{2}\n";
  const plan read = read_plan(saved);
  CHECK(to_string(read) == saved);
  const any_tensor of = any_tensor(tensor<double>{{1, 2, 0}});
  const any_tensor wanted =
      matmul(of, any_tensor(tensor<float>{0.299f, 0.5f, -std::numeric_limits<float>::infinity()})) * scalar_tensor(std::int8_t{2});
  CHECK(same_bits(read.run({of})["y"], wanted));
}

TEST_CASE("selections, several results and tensors that a plan makes are saved", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), i = placeholder<int>("i", {n});
  const planned above = called("above", x > mean(x)), good = compress(x, above), kinds = i(above);
  const planned_counted_values counted = value_counts(kinds);
  const planned_quartiles spread = quartiles(good, nan_policy::skip);
  const plan p({x, i}, {{"good", good - spread.median},
                        {"share", good.shape()[0] / sum(x)},
                        {"kinds", counted.values},
                        {"counts", counted.counts + zeros<std::int64_t>(planned_shape{counted.counts.shape()[0]})},
                        {"noise", random_uniform<double>(x.shape(), 0, 1, 5) * x + full<double>(planned_shape{n}, 0.5)},
                        {"places", x(argsort(x)) * arange<std::int64_t>(n)},
                        {"composite", (x + 1)(above)}});
  const std::string text = to_string(p);
  INFO(text);
  CHECK_THAT(text, ContainsSubstring("compress(x, above)") && ContainsSubstring("i(above)") && ContainsSubstring(".counts") &&
                       ContainsSubstring("zeros<int64>({length(") && ContainsSubstring("random_uniform<float64>({n}, 0.0, 1.0, 5)") &&
                       ContainsSubstring("(x + 1)(above)") && ContainsSubstring("arange<int64>(0, n)"));
  const plan read = read_plan(text);
  CHECK(to_string(read) == text);
  for (const index_t length : {5, 9, 30}) {
    const any_tensor xs = clone(random_uniform<double>({length}, -1, 1, 7)), is = clone(cast<int>(random_integers({length}, 0, 3, 8)));
    const results wanted = p.run({xs, is}), made = read.run({xs, is});
    for (const named_tensor& one : wanted.all()) CHECK(same_bits(made[one.name], one.tensor));
  }
}

TEST_CASE("what cannot be saved is printed with the reason", "[plan]") {
  const auto printed = [](const plan& p) {
    std::ostringstream out;
    out << p;
    return out.str();
  };
  const planned x = placeholder<double>("x", {planned_extent("n")}), y = placeholder<double>("y", {planned_extent("n")});
  const std::string text = printed(plan({x}, {{"a", sum(called("run", expanding(x, ravel::reducer::sum))) + 1}}));
  CHECK(text ==
        "ravel plan (expanding(x, …, 0) has no text that can be read again: a plan that calls it cannot be saved)\n"
        "input x float64[n]\n"
        "run = expanding(x, …, 0)\n"
        "output a = sum(run) + 1\n");
  CHECK_THROWS_WITH(read_plan(text), ContainsSubstring("this plan was printed and cannot be read, for the reason in parentheses") &&
                                         ContainsSubstring("expanding(x, …, 0) has no text"));
  CHECK(printed(plan({x, y}, {{"a", sum(x) + sum(y)}}))
            .starts_with("ravel plan (the plan cannot be saved: two values or lengths are named n)\n"));
  const weights many(ones<double>({40000}));
  CHECK(printed(plan({x}, {{"a", median(x, 0, many)}})).size() > 65536);
}

TEST_CASE("what cannot be saved is refused as text", "[plan]") {
  const planned_extent n("n"), other("n");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {other});
  const auto far = take(x, 0, iota<index_t>(2000));
  CHECK_THROWS_WITH(to_string(plan({x}, {{"y", far}})), ContainsSubstring("cannot be saved") && ContainsSubstring("take"));
  CHECK_THROWS_WITH(to_string(plan({x, y}, {{"a", sum(x) + sum(y)}})), ContainsSubstring("named n"));
  CHECK_THROWS_WITH(to_string(plan({x}, {{"a", called("x", x + 1)}})), ContainsSubstring("named x"));
  CHECK_THROWS_WITH(to_string(plan({x}, {{"a", called("m", x + 1) * called("m", x + 2)}})), ContainsSubstring("named m"));
  const weights many(ones<double>({40000}));
  CHECK_THROWS_WITH(to_string(plan({x}, {{"a", median(x, 0, many)}})), ContainsSubstring("characters, more than 65536"));
  CHECK_THROWS_AS(to_string(plan({x}, {{"a", expanding(x, reducer::sum)}})), value_error);
}

TEST_CASE("what is no saved plan is refused with its line", "[plan]") {
  const std::string head = "ravel plan 1\ninput x float64[n 3], y float64[n]\n";
  check_refused("", "begins with", 1, 0);
  check_refused("graph\n", "begins with", 1, 0);
  check_refused("ravel plan 2\ninput x float64[n]\noutput y = x\n", "version 1", 1, 11);
  check_refused("ravel plan 12\noutput y = x\n", "version 1", 1, 11);
  check_refused(head + "output z = sinus(x)\n", "no function named sinus", 3, 11);
  check_refused(head + "\na = x + 1\noutput z = a + q\n", "no value named q", 5, 15);
  check_refused(head + "a = x + 1\na = x + 2\noutput z = a\n", "named a", 4, 0);
  check_refused(head + "n = x + 1\noutput z = n\n", "extent are named n", 3, 0);
  check_refused(head + "output z = x\noutput z = y\n", "two outputs are named z", 4, 7);
  check_refused(head + "output z = x +\n", "expected a value", 3, 14);
  check_refused(head + "output z = x + y", "axis", 3, 13);
  check_refused(head + "output z = x", "ends within a line", 3, 12);
  check_refused(head + "outpt z = x\n", "expected input", 3, 0);
  check_refused(head + "input x float64[n]\n", "named x", 3, 6);
  check_refused(head + "input k float6[n]\n", "no type named float6", 3, 8);
  check_refused(head + "input k float64[n\n", "expected ]", 3, 17);
  check_refused(head + "input k float64[-3]\n", "expected a value", 3, 16);
  check_refused(head + "variable k float64[3]\n", "no tensor is given for k", 3, 9);
  check_refused(head + "variable w float64[4]\n", "is float64[3]", 3, 9);
  check_refused(head + "variable w float64[3]\nupdate w = x\n", "the variable is w float64[3]", 4, 7);
  check_refused(head + "variable w float64[3]\nupdate w = w * 2\nupdate w = w\n", "updated twice", 5, 7);
  check_refused(head + "update x = x\n", "no variable named x", 3, 7);
  check_refused(head + "output z = 2\n", "needs a name", 3, 0);
  CHECK_THROWS_WITH(read_plan(head), ContainsSubstring("line 2: the plan ends without an output or an update"));
}

TEST_CASE("a plan of 100,000 steps is saved and read on a small stack", "[plan]") {
  support::on_small_stack([&] {
    constexpr int steps = support::sanitized ? 5'000 : 50'000;
    const planned_extent n("n");
    const planned x = placeholder<double>("x", {n});
    planned y = x;
    for (int k = 0; k < steps; ++k) y = y * 0.5 + x;
    const plan p({x}, {{"y", y}});
    const std::string saved = to_string(p);
    const plan read = read_plan(saved);
    if (to_string(read) != saved) throw std::runtime_error("another text");
    if (!equal(read.run({tensor<double>{1, 2}})["y"], tensor<double>{2, 4})) throw std::runtime_error("wrong");
    if (to_dot(read).empty()) throw std::runtime_error("no graph");
  });
}

TEST_CASE("reading and printing a plan leave nothing behind when memory runs out", "[plan]") {
  const variable w("w", zeros<double>({3}));
  support::fail_each_allocation([&] { (void)to_string(read_plan(saved_step, {{"w", w.value()}})); });
}

TEST_CASE("a plan is drawn as a graph", "[plan]") {
  const variable w("w", zeros<double>({3}));
  const std::string graph = to_dot(gradient_step(w));
  INFO(graph);
  CHECK_THAT(graph, ContainsSubstring("digraph plan {"));
  CHECK_THAT(graph, ContainsSubstring("input x float64[samples 3]"));
  CHECK_THAT(graph, ContainsSubstring("miss float64[samples], stored") || ContainsSubstring("miss float64[samples]"));
  CHECK_THAT(graph, ContainsSubstring("update w"));
  const planned_extent n("n");
  const planned words = placeholder<std::string>("a \"word\"", {n}), unread = placeholder<int>("unread", {n});
  const std::string escaped = to_dot(plan({words, unread}, {{"x", words == "\\ \""}}));
  INFO(escaped);
  CHECK_THAT(escaped, ContainsSubstring("a \\\"word\\\""));
  CHECK_THAT(escaped, ContainsSubstring("unread"));
}

namespace {

// The pieces of the text between these marks, in order of the alphabet. Each end of a line within a piece ends it, too.
std::vector<std::string> pieces_between(const std::string& text, const std::string& begin, const std::string& end) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    at += begin.size();
    std::string piece = text.substr(at, text.find(end, at) - at);
    for (std::size_t cut = piece.find("\\n"); cut != std::string::npos; cut = piece.find("\\n")) {
      found.push_back(piece.substr(0, cut));
      piece.erase(0, cut + 2);
    }
    found.push_back(piece);
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

TEST_CASE("the picture in the documents has the labels of the plan", "[plan]") {
  const planned_extent n("samples");
  const planned x = placeholder<double>("x", {n, 2}), y = placeholder<double>("y", {n});
  const variable w("w", zeros<double>({2}));
  const planned miss = called("miss", matmul(x, w) - y);
  const plan step({x, y}, {{"loss", mean(square(miss))}}, {update(w, w - 0.5 * matmul(transpose(x), miss) / n)});

  const std::filesystem::path picture = std::filesystem::path(__FILE__).parent_path() / "../../docs/plan.svg";
  std::string text = support::read_file(picture);
  for (std::size_t at = text.find("&#45;"); at != std::string::npos; at = text.find("&#45;")) text.replace(at, 5, "-");
  std::vector<std::string> labels = pieces_between(text, "font-size=\"11.00\">", "</text>");
  CHECK(labels.size() == 15);
  CHECK(labels == pieces_between(to_dot(step), "[label=\"", "\""));
}
