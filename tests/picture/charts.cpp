// SPDX-License-Identifier: BSL-1.0
// Charts: where points, bars and cells stand, ticks and labels, gaps, ends of the range, and long data.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/picture/picture.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

#include <limits>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();

// How often a text has a part.
index_t count_of(const std::string& text, const std::string& part) {
  index_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// The elements behind the background.
std::string drawn(const picture& p) {
  const std::string text = to_svg(p);
  return text.substr(text.find("rx=\"6\"/>") + 9);
}

// The labels in the order in which they are drawn.
std::vector<std::string> labels(const picture& p) {
  std::vector<std::string> found;
  const std::string text = drawn(p);
  for (std::size_t at = text.find("<text"); at != std::string::npos; at = text.find("<text", at + 1)) {
    const std::size_t begin = text.find('>', at) + 1;
    found.push_back(text.substr(begin, text.find('<', begin) - begin));
  }
  return found;
}

using words = std::vector<std::string>;

}  // namespace

TEST_CASE("a line goes through its points", "[picture]") {
  const picture p = line_chart(buffer<double>{0, 5, 10}, {.width = 240, .height = 160});
  CHECK(drawn(p) ==
        "<path class=\"grid\" d=\"M33.6 132L218 132\"/>\n<text x=\"26.6\" y=\"136\" class=\"faint\" text-anchor=\"end\">0</text>\n"
        "<path class=\"grid\" d=\"M33.6 73L218 73\"/>\n<text x=\"26.6\" y=\"77\" class=\"faint\" text-anchor=\"end\">5</text>\n"
        "<path class=\"grid\" d=\"M33.6 14L218 14\"/>\n<text x=\"26.6\" y=\"18\" class=\"faint\" text-anchor=\"end\">10</text>\n"
        "<path class=\"axis\" d=\"M33.6 132L33.6 136\"/>\n<text x=\"33.6\" y=\"149\" class=\"faint\" text-anchor=\"middle\">0</text>\n"
        "<path class=\"axis\" d=\"M125.8 132L125.8 136\"/>\n<text x=\"125.8\" y=\"149\" class=\"faint\" text-anchor=\"middle\">1</text>\n"
        "<path class=\"axis\" d=\"M218 132L218 136\"/>\n<text x=\"218\" y=\"149\" class=\"faint\" text-anchor=\"middle\">2</text>\n"
        "<path class=\"axis\" d=\"M33.6 132L218 132\"/>\n"
        "<path class=\"line s0\" d=\"M33.6 132L125.8 73 218 14\"/>\n"
        "</svg>\n");
}

TEST_CASE("any handle gives the same chart", "[picture]") {
  const std::string wanted = to_svg(line_chart(buffer<double>{1, 4, 9}));
  CHECK(to_svg(line_chart(tensor<int>{1, 4, 9})) == wanted);
  CHECK(to_svg(line_chart(square(iota<double>(3, 1)))) == wanted);
  CHECK(to_svg(line_chart(any_tensor(tensor<std::uint8_t>{1, 4, 9}))) == wanted);
  CHECK(to_svg(line_chart(any_reader(buffer<float>{1, 4, 9}))) == wanted);
  CHECK(to_svg(line_chart(reverse(buffer<double>{9, 4, 1}))) == wanted);
  CHECK(to_svg(line_chart(cast(any_tensor(tensor<float>{1, 4, 9}), dtype::float16))) == wanted);
  CHECK(to_svg(line_chart(buffer<bool>{true, false})) == to_svg(line_chart(buffer<int>{1, 0})));
}

TEST_CASE("ticks are round numbers", "[picture]") {
  const auto ticks = [](double low, double high) {
    words found = labels(line_chart(buffer<double>{low, high}, {.width = 120, .height = 200}));
    found.resize(found.size() - 2);  // those of positions
    return found;
  };
  CHECK(ticks(0, 1) == words{"0", "0.5", "1.0"});
  CHECK(ticks(-3, 7) == words{"\u22125", "0", "5", "10"});
  CHECK(ticks(0, 1e9) == words{"0", "5e8", "1e9"});
  CHECK(ticks(2, 2 + 3e-9) == words{"2.000000000", "2.000000001", "2.000000002", "2.000000003"});
  CHECK(ticks(0, 3e-7) == words{"0", "1e-7", "2e-7", "3e-7"});
  CHECK(ticks(100, 900) == words{"0", "500", "1000"});
  CHECK(ticks(1e6 + 1, 1e6 + 4) == words{"1000001", "1000002", "1000003", "1000004"});
  CHECK(ticks(-1e308, 1e308) == words{"\u22121e308", "0", "1e308"});
}

TEST_CASE("data without a range have one around them", "[picture]") {
  CHECK_THAT(labels(line_chart(buffer<double>{5, 5, 5}, {.width = 120, .height = 200})),
             Catch::Matchers::VectorContains(std::string("4")) && Catch::Matchers::VectorContains(std::string("6")));
  CHECK(count_of(drawn(line_chart(buffer<double>{7})), "<circle class=\"f0\"") == 1);
  for (const buffer<double>& none : {buffer<double>(), buffer<double>{nan_value, infinite, -infinite}}) {
    CHECK(count_of(drawn(line_chart(none)), ">no finite data<") == 1);
    CHECK(count_of(drawn(line_chart(none)), "class=\"line") == 0);
    CHECK(count_of(drawn(histogram_chart(none)), ">no finite data<") == 1);
  }
  CHECK_NOTHROW(line_chart(buffer<double>{5e-324}));
  CHECK_NOTHROW(line_chart(buffer<double>{std::numeric_limits<double>::max(), -std::numeric_limits<double>::max()}));
  CHECK_NOTHROW(line_chart(buffer<double>{std::numeric_limits<double>::max()}));
}

TEST_CASE("values that are not finite interrupt a line", "[picture]") {
  const std::string text = drawn(line_chart(buffer<double>{0, 1, nan_value, 2, infinite, 3, 4}));
  CHECK(count_of(text, "<circle") == 1);  // 2 stands alone
  const std::size_t path = text.find("class=\"line");
  CHECK(count_of(text.substr(path, text.find("/>", path) - path), "M") == 2);
}

TEST_CASE("a long line is thinned to what is seen of it", "[picture]") {
  // One point of a million stands out; it is still there.
  const auto noise = map([](index_t i) { return i == 654'321 ? 1000.0 : double(i * 7919 % 100); }, iota<index_t>(1'000'000));
  const std::string text = drawn(line_chart(noise));
  CHECK(text.size() < 60'000);
  const std::size_t path = text.find("class=\"line");
  CHECK(text.find(" 14", path) != std::string::npos);  // the upper end of the area
  const auto gaps = map([](index_t i) { return i % 2 == 0 ? nan_value : double(i % 1000); }, iota<index_t>(100'000));
  CHECK(drawn(line_chart(gaps)).size() < 60'000);
}

TEST_CASE("lines have names, colours and places of their own", "[picture]") {
  const buffer<double> x{0, 10}, y{1, 2};
  const picture p = line_chart({{"one", y, x}, {"two", y}}, {.title = "T", .x_label = "X", .y_label = "Y"});
  const std::string text = drawn(p);
  CHECK_THAT(labels(p), Catch::Matchers::VectorContains(std::string("one")) && Catch::Matchers::VectorContains(std::string("X")) &&
                            Catch::Matchers::VectorContains(std::string("Y")) && Catch::Matchers::VectorContains(std::string("T")));
  CHECK(count_of(text, "class=\"line s0\"") == 1);
  CHECK(count_of(text, "class=\"line s1\"") == 1);
  CHECK_THROWS_MATCHES(line_chart(x, buffer<double>{1}), shape_error, Catch::Matchers::Message("line_chart has 2 values of x and 1 of y"));
  CHECK_THROWS_MATCHES(line_chart(tensor<double>{{1}}), shape_error,
                       Catch::Matchers::Message("line_chart takes data of 1 axis, not of the shape [1 1]"));
  CHECK_THROWS_MATCHES(line_chart(buffer<std::string>{"a"}), type_error,
                       Catch::Matchers::Message("line_chart draws numbers, not elements of string"));
  CHECK_THROWS_AS(line_chart(buffer<std::complex<double>>{1}), type_error);
}

TEST_CASE("bars stand on zero", "[picture]") {
  const buffer<std::string> names{"a", "b"};
  const std::string text = drawn(bar_chart(names, buffer<double>{2, -2}, {.width = 240, .height = 200}));
  CHECK_THAT(text, ContainsSubstring("<rect x=\"43.2\" y=\"14\" width=\"76\" height=\"79\" class=\"f0\"/>"));
  CHECK_THAT(text, ContainsSubstring("<rect x=\"139.4\" y=\"93\" width=\"76\" height=\"79\" class=\"f0\"/>"));
  CHECK_THAT(text, ContainsSubstring(">a</text>") && ContainsSubstring(">b</text>"));
}

TEST_CASE("bars lie beside their labels and values", "[picture]") {
  const buffer<std::string> names{"a long label", "b", "c"};
  const picture p =
      bar_chart(names, {{"x", buffer<double>{2.25, nan_value, infinite}}, {"y", buffer<int>{1, 2, 123456}}}, {.horizontal = true});
  CHECK_THAT(labels(p), Catch::Matchers::VectorContains(std::string("a long label")) &&
                            Catch::Matchers::VectorContains(std::string("2.25")) && Catch::Matchers::VectorContains(std::string("nan")) &&
                            Catch::Matchers::VectorContains(std::string("\u221e")) &&
                            Catch::Matchers::VectorContains(std::string("123456")));
  CHECK(count_of(drawn(p), "<rect") == 4 + 2);  // and two of the legend
  CHECK(p.height() > 120);
}

TEST_CASE("bars that cannot be drawn are refused", "[picture]") {
  CHECK_THROWS_WITH(bar_chart(buffer<int>{1}, buffer<int>{1, 2}), ContainsSubstring("bar_chart has 1 label and 2 values"));
  CHECK_THROWS_WITH(bar_chart(iota<int>(501), iota<int>(501)), ContainsSubstring("bar_chart of 501 bars: at most 500"));
  CHECK_THROWS_WITH(bar_chart(buffer<int>{1}, {{"s", buffer<int>{1}, buffer<int>{1}}}),
                    ContainsSubstring("the series \"s\" has values of x"));
  CHECK(count_of(drawn(bar_chart(buffer<int>(), buffer<int>())), ">no finite data<") == 1);
  CHECK(count_of(drawn(bar_chart(buffer<int>(), buffer<int>(), {.horizontal = true})), ">no finite data<") == 1);
  CHECK_NOTHROW(bar_chart(iota<int>(500), iota<int>(500)));
}

TEST_CASE("histograms have a bar for each bin with elements", "[picture]") {
  const buffer<double> x{0, 0, 1, 2, 3.5, 4};
  const std::string text = drawn(histogram_chart(histogram(x, bins{4}), {.width = 240, .height = 160}));
  CHECK(count_of(text, "<rect") == 4);
  CHECK_THAT(text, ContainsSubstring("height=\"118\" class=\"f0\""));  // the fullest is as high as the area
  CHECK(count_of(drawn(histogram_chart(buffer<int>{3, 3, 3})), "<rect") == 1);
  CHECK(count_of(drawn(histogram_chart(buffer<double>{1, nan_value, 2, infinite})), "<rect") == 2);
  CHECK(count_of(drawn(histogram_chart(random_uniform<double>({300, 300}, 0, 1, 5))), "<rect") == 60);
}

TEST_CASE("a heat map has a cell for each element", "[picture]") {
  const std::string text = drawn(heat_map(tensor<double>{{0, 1}, {1, nan_value}}, {.width = 240, .height = 160}));
  CHECK_THAT(text,
             ContainsSubstring("<path fill=\"#440154\" d=\"M0 0h1v1h-1z\"/>\n<path fill=\"#fde725\" d=\"M1 0h1v1h-1zM0 1h1v1h-1z\"/>"));
  const std::string ends = drawn(heat_map(tensor<double>{{0, 1, infinite, -infinite}}));
  CHECK_THAT(ends,
             ContainsSubstring("<path fill=\"#440154\" d=\"M0 0h1v1h-1zM3 0h1v1h-1z\"/>\n<path fill=\"#fde725\" d=\"M1 0h2v1h-2z\"/>"));
  CHECK(count_of(drawn(heat_map(zeros<double>({0, 5}))), ">no finite data<") == 1);
  CHECK(count_of(drawn(heat_map(zeros<double>({5, 0}))), ">no finite data<") == 1);
  CHECK_NOTHROW(heat_map(full<double>({3, 3}, 7)));
  CHECK_THROWS_WITH(heat_map(tensor<double>{1, 2}), ContainsSubstring("heat_map takes data of 2 axes, not of the shape [2]"));
}

TEST_CASE("cells of a large heat map are means", "[picture]") {
  const auto large =
      compute<double>({1000, 400}, [](index_t i, index_t j) { return i < 5 && j < 2 ? double((i + j) % 2 * 20) : nan_value; });
  const std::string text = drawn(heat_map(large));
  CHECK_THAT(text, ContainsSubstring("d=\"M0 0h1v1h-1z\""));
  CHECK(count_of(text, "<path fill") == 1);
  const auto shades = compute<double>({900, 900}, [](index_t i, index_t j) { return double(i * 31 % 97 + j * 17 % 89); });
  CHECK(drawn(heat_map(shades)).size() < 900'000);
}
