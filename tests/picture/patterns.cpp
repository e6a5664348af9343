// SPDX-License-Identifier: BSL-1.0
// Pictures of index maps and of sparse patterns: the numbers in their boxes, the cells that are drawn, and what is too large.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/picture/picture.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

// The numbers in boxes, in the order in which they are drawn.
std::string numbers(const picture& p) {
  std::string found;
  const std::string text = to_svg(p);
  for (std::size_t at = text.find("class=\"number\""); at != std::string::npos; at = text.find("class=\"number\"", at + 1)) {
    const std::size_t begin = text.find('>', at) + 1;
    found += text.substr(begin, text.find('<', begin) - begin) + " ";
  }
  return found;
}

}  // namespace

TEST_CASE("an index map shows addresses above and positions below", "[picture]") {
  const dims turned = dims::row_major({2, 3}).transpose({1, 0});
  const picture p = index_map_chart(turned, {.title = "transposed"});
  CHECK(numbers(p) == "0 3 1 4 2 5 0 2 4 1 3 5 ");
  CHECK_THAT(to_svg(p), ContainsSubstring("view [3 2]: the address of each position") &&
                            ContainsSubstring("memory 0 to 5: the positions of each address"));
  CHECK(p.height() == 14 + 24 + 18 + 90 + 16 + 18 + 30 + 14);
}

TEST_CASE("addresses without a position and with several are shown", "[picture]") {
  CHECK(numbers(index_map_chart(dims::row_major({7}).slice(0, 6, 3, -3))) == "6 3 0 2 1 0 ");
  CHECK(numbers(index_map_chart(dims::row_major({2}).broadcast({2, 2}))) == "0 1 0 1 0,2 1,3 ");
  CHECK(numbers(index_map_chart(dims::row_major({1}).broadcast({4}))) == "0 0 0 0 0\u2026 ");
  const std::string gaps = to_svg(index_map_chart(dims::row_major({7}).slice(0, 0, 2, 6)));
  std::size_t empty = 0;
  for (std::size_t at = gaps.find("class=\"cell\""); at != std::string::npos; at = gaps.find("class=\"cell\"", at + 1)) ++empty;
  CHECK(empty == 5);
}

TEST_CASE("index maps of any rank and size are pictures or errors", "[picture]") {
  CHECK(numbers(index_map_chart(dims())) == "0 0 ");
  CHECK_THAT(to_svg(index_map_chart(dims::row_major({0, 3}))), ContainsSubstring(">no positions<"));
  CHECK(index_map_chart(dims::row_major({2, 2, 2})).height() == index_map_chart(dims::row_major({4, 2})).height() + 12);
  CHECK_NOTHROW(index_map_chart(dims::row_major({20, 20})));
  CHECK_THROWS_MATCHES(
      index_map_chart(dims::row_major({401})), value_error,
      Catch::Matchers::Message("index_map_chart of 401 positions and 401 addresses: at most 400 of each can be read, take a "
                               "slice of the view"));
  CHECK_THROWS_AS(index_map_chart(dims::strided({2}, {400})), value_error);
}

TEST_CASE("a pattern has a cell for each element that is not the default", "[picture]") {
  const std::string text = to_svg(sparsity_chart(tensor<int>{{0, 3, 0}, {1, 2, 0}}));
  CHECK_THAT(text, ContainsSubstring("class=\"f0\" fill-opacity=\"1\" d=\"M1 0h1v1h-1zM0 1h2v1h-2z\""));
  CHECK_THAT(text, ContainsSubstring("[2 3], 3 of 6 differ from 0"));
  CHECK_THAT(to_svg(sparsity_chart(tensor<std::string>{{"", "a"}})), ContainsSubstring("1 of 2 differ from &quot;&quot;"));
  CHECK_THAT(to_svg(sparsity_chart(tensor<bool>{{false, true}})), ContainsSubstring("1 of 2 differ"));
  CHECK_THAT(to_svg(sparsity_chart(tensor<double>{{0, std::nan("")}})), ContainsSubstring("1 of 2 differ"));
  CHECK_THAT(to_svg(sparsity_chart(tensor<std::complex<double>>{{0, 1}})), ContainsSubstring("1 of 2 differ"));
  CHECK_THAT(to_svg(sparsity_chart(zeros<double>({0, 7}))), ContainsSubstring("[0 7], 0 of 0 differ"));
  CHECK_THAT(to_svg(sparsity_chart(zeros<double>({7, 0}))), ContainsSubstring("[7 0], 0 of 0 differ"));
  CHECK_THROWS_AS(sparsity_chart(tensor<double>{1}), shape_error);
}

TEST_CASE("cells of a large pattern are darker where they have more", "[picture]") {
  const auto large = compute<int>({400, 400}, [](index_t i, index_t j) { return (i < 2 && j < 2) || (i == 10 && j == 10) ? 1 : 0; });
  const std::string text = to_svg(sparsity_chart(large));
  CHECK_THAT(text,
             ContainsSubstring("fill-opacity=\"0.4\" d=\"M5 5h1v1h-1z\"") && ContainsSubstring("fill-opacity=\"1\" d=\"M0 0h1v1h-1z\""));
}
