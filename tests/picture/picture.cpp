// SPDX-License-Identifier: BSL-1.0
// Documents: their head, their texts escaped, files, and pictures in a grid. Python reads all kinds as XML.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/picture.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/folder.hpp>
#include <support/numpy.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

const picture small = line_chart(buffer<double>{1, 2}, {.title = "a < b & \"c\"", .width = 200, .height = 120});

std::vector<double> numbers_of(const std::string& text) {
  std::vector<double> numbers;
  for (const char c : text) numbers.push_back(static_cast<unsigned char>(c));
  return numbers;
}

}  // namespace

TEST_CASE("a document has a size, a name and colours for two modes", "[picture]") {
  const std::string text = to_svg(small);
  CHECK_THAT(text, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ravel\" width=\"200\" height=\"120\" "
                              "viewBox=\"0 0 200 120\" role=\"img\" aria-label=\"a &lt; b &amp; &quot;c&quot;\">\n<style>"));
  CHECK_THAT(text, ContainsSubstring("@media (prefers-color-scheme:dark){.ravel .page{fill:#14181d}"));
  CHECK_THAT(text, ContainsSubstring("class=\"text title\">a &lt; b &amp; &quot;c&quot;</text>"));
  CHECK(text == to_svg(small));
  CHECK(small.width() == 200);
  CHECK(small.height() == 120);
}

TEST_CASE("texts are whatever their bytes are", "[picture]") {
  const auto titled = [](const std::string& title) { return to_svg(line_chart(buffer<double>{1}, {.title = title})); };
  CHECK_THAT(titled("Z\u00fcrich"), ContainsSubstring(">Z\u00fcrich</text>"));
  CHECK_THAT(titled("a\tb\x01\x7f"), ContainsSubstring(">a b  </text>"));
  CHECK_THAT(titled("bad \xff\xc3"), ContainsSubstring(">bad \u2009"
                                                       "</text>") ||
                                         ContainsSubstring(">bad \ufffd\ufffd</text>"));
  CHECK_THAT(titled(std::string(500, 'w')), ContainsSubstring("www\u2026</text>"));
}

TEST_CASE("pictures stand in a grid", "[picture]") {
  const picture wide = bar_chart(buffer<int>{1}, buffer<int>{5}, {.width = 300, .height = 100});
  const picture two = picture_grid({small, wide});
  CHECK(two.width() == 600);
  CHECK(two.height() == 120);
  const picture three = picture_grid({small, wide, small}, {.title = "all"});
  CHECK(three.width() == 600);
  CHECK(three.height() == 34 + 240);
  CHECK_THAT(to_svg(three), ContainsSubstring("<g transform=\"translate(0 154)\">") && ContainsSubstring("aria-label=\"all\""));
  CHECK(picture_grid({small, wide, small}, {.columns = 7}).width() == 900);
  CHECK(picture_grid({small, wide, small}, {.columns = 1}).height() == 340);
  CHECK_THROWS_AS(picture_grid({}), value_error);
  CHECK_THROWS_WITH(picture_grid({small}, {.columns = -1}), ContainsSubstring("-1 columns"));
}

TEST_CASE("documents are written as files", "[picture]") {
  const support::folder at;
  write_svg(at / "a.svg", small);
  const auto bytes = support::read_file(at / "a.svg");
  CHECK(std::string(bytes.begin(), bytes.end()) == to_svg(small));
  CHECK_THROWS_AS(write_svg(at.path() + "/no/folder.svg", small), io_error);
}

TEST_CASE("sizes that make no sense are refused", "[picture]") {
  CHECK_THROWS_WITH(line_chart(buffer<double>{1}, {.width = 20}), ContainsSubstring("a picture of 20 x 360 pixels"));
  CHECK_THROWS_AS(heat_map(tensor<double>{{1}}, {.height = 20000}), value_error);
  CHECK_THROWS_AS(index_map_chart(dims::row_major({2}), {.width = 0}), value_error);
  CHECK_THROWS_AS(sparsity_chart(tensor<double>{{1}}, {.width = -5}), value_error);
}

TEST_CASE("all kinds of pictures are XML", "[picture]") {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const buffer<double> rough{1, nan, -inf, 3, 1e308, -1e308};
  const any_table t{{"<x>", rough}, {"word", buffer<std::string>{"a", "<", "a", "", "\"", "a"}}};
  const std::vector<picture> pictures{line_chart(rough),
                                      line_chart({{"a&b", rough}, {"c", rough}}),
                                      bar_chart(buffer<std::string>{"<", "&"}, buffer<int>{1, -1}),
                                      bar_chart(buffer<std::string>{"<", "&"}, buffer<double>{nan, -1}, {.horizontal = true}),
                                      histogram_chart(buffer<double>{1, nan, 2}),
                                      heat_map(tensor<double>{{1, nan}, {inf, -3}}, {.title = "<"}),
                                      index_map_chart(dims::row_major({2, 3}), {.title = "&"}),
                                      sparsity_chart(tensor<double>{{1, 0}}),
                                      table_chart(t)};
  std::vector<support::numpy_question> questions{{"tags", {numbers_of(to_svg(picture_grid(pictures)))}}};
  for (const picture& one : pictures) questions.push_back({"tags", {numbers_of(to_svg(one))}});
  const auto answers = support::ask_numpy(R"(
import xml.etree.ElementTree as tree
def tags(*text):
    root = tree.fromstring(bytes(int(x) for x in text[0]))
    assert root.tag == '{http://www.w3.org/2000/svg}svg'
    return [len(list(root.iter()))]
)",
                                          questions);
  if (!answers) return;
  for (const auto& answer : *answers) CHECK((answer && answer->front() > 4));
}
