// SPDX-License-Identifier: BSL-1.0
// einsum against NumPy with random subscripts, and its mistakes.
#include <ravel/named.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/catch.hpp>
#include <support/numpy.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

namespace {

// Subscripts as numbers: letters from 0, -1 the ellipsis, -2 a comma, -3 the arrow.
constexpr const char* program = R"(
def einsum(code, *operands):
    text = ''.join('...' if c == -1 else ',' if c == -2 else '->' if c == -3 else chr(97 + int(c)) for c in code)
    arrays, at = [], 0
    while at < len(operands):
        shape = [int(n) for n in operands[at]]
        arrays.append(np.array(operands[at + 1]).reshape(shape))
        at += 2
    return np.einsum(text, *arrays).ravel()
)";

struct asked_einsum {
  support::numpy_question question{"einsum", {{}}};
  std::vector<tensor<const double>> operands;
  std::string subscripts;

  void add(double code, std::string_view text) {
    question.arguments[0].push_back(code);
    subscripts += text;
  }
};

void add_letters(asked_einsum& to, const std::vector<int>& axes) {
  for (const int a : axes) to.add(a, a < 0 ? std::string("...") : std::string(1, static_cast<char>('a' + a)));
}

asked_einsum random_einsum(support::random& r) {
  asked_einsum made;
  std::vector<index_t> extents;
  for (int k = 0; k < 6; ++k) extents.push_back(r.chance(12) ? r.between(0, 1) : r.between(1, 4));
  const bool rest = r.chance(4);
  const auto operands = r.between(1, 4);
  std::vector<int> met;
  for (std::int64_t o = 0; o < operands; ++o) {
    std::vector<int> axes;
    for (auto n = r.between(0, 3); n > 0; --n) axes.push_back(static_cast<int>(r.below(6)));
    std::vector<double> shape;
    std::vector<index_t> of;
    if (rest) axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(r.below(static_cast<std::int64_t>(axes.size()) + 1)), -1);
    for (const int a : axes) {
      if (a >= 0) {
        of.push_back(extents[static_cast<std::size_t>(a)]);
        met.push_back(a);
      } else if (r.chance(2)) {
        of.push_back(r.chance(2) ? 1 : 2);
      }
    }
    for (const index_t n : of) shape.push_back(static_cast<double>(n));
    const ravel::shape extent_list(of);
    auto values = r.values<double>(0);
    for (index_t k = 0; k < extent_list.elements(); ++k) values.push_back(r.small<double>());
    if (o > 0) made.add(-2, ",");
    add_letters(made, axes);
    made.question.arguments.push_back(shape);
    made.question.arguments.push_back(values);
    made.operands.push_back(as_tensor(adopt(std::move(values)), of));
  }
  if (!r.chance(4)) {
    std::vector<int> right;
    for (const int a : met) {
      if (std::find(right.begin(), right.end(), a) == right.end() && r.chance(2)) right.push_back(a);
    }
    if (rest) right.insert(right.begin() + static_cast<std::ptrdiff_t>(r.below(static_cast<std::int64_t>(right.size()) + 1)), -1);
    made.add(-3, "->");
    add_letters(made, right);
  }
  return made;
}

}  // namespace

TEST_CASE("einsum with random subscripts gives what NumPy gives", "[named]") {
  support::random r(7);
  std::vector<asked_einsum> asked;
  std::vector<support::numpy_question> questions;
  for (int k = 0; k < 1000; ++k) {
    asked.push_back(random_einsum(r));
    questions.push_back(asked.back().question);
  }
  const auto answers = support::ask_numpy(program, questions);
  if (!answers) {
    WARN("skipped: no NumPy");
    return;
  }
  int compared = 0;
  for (std::size_t k = 0; k < asked.size(); ++k) {
    INFO(asked[k].subscripts);
    if (!(*answers)[k]) {
      CHECK_THROWS_AS(einsum(asked[k].subscripts, asked[k].operands), error);
      continue;
    }
    ++compared;
    // Small whole numbers: sums are exact in any order.
    CHECK(to_vector(einsum(asked[k].subscripts, asked[k].operands)) == *(*answers)[k]);
  }
  CHECK(compared > 900);
}

TEST_CASE("einsum of other types, readers and views", "[named]") {
  const tensor<int> a{{1, 2}, {3, 4}};
  const tensor<float> f{{0.5F, 1}, {2, 4}};
  static_assert(std::same_as<decltype(einsum("ij,jk", a, a)), tensor<const std::int64_t>>);
  static_assert(std::same_as<decltype(einsum("ij,jk", f, f)), tensor<const float>>);
  static_assert(std::same_as<decltype(einsum("ij,jk", a, f)), tensor<const double>>);
  CHECK(to_vector(einsum("ij,jk->ik", a, a)) == std::vector<std::int64_t>{7, 10, 15, 22});
  CHECK(to_vector(einsum("ij,j->i", f, buffer<float>{1, 2})) == std::vector<float>{2.5F, 10});
  CHECK(is_view_of(einsum("ij->ji", f), f));
  CHECK(to_vector(einsum("ii->i", f)) == std::vector<float>{0.5F, 4});
  CHECK(einsum("ii", a)() == 5);
  const auto z = reshape(tensor<std::complex<double>>{std::complex<double>(0, 1), std::complex<double>(1, 0)}, {1, 2});
  CHECK(einsum("ij,ij->", z, z)() == std::complex<double>(0, 0));
}

TEST_CASE("mistakes in subscripts are shown in their place", "[named]") {
  const tensor<double> a = ones<double>({2, 3});
  CHECK_THROWS_WITH(einsum("i;->i", a), "einsum: a letter, an ellipsis, a comma or -> is expected here\n  i;->i\n   ^");
  CHECK_THROWS_WITH(einsum("ij->ii", a), "einsum: a letter occurs twice on the right\n  ij->ii\n       ^");
  CHECK_THROWS_WITH(einsum("ij->ik", a), "einsum: no operand has this letter\n  ij->ik\n       ^");
  CHECK_THROWS_WITH(einsum("ijk->ik", a), "einsum: operand 1 has shape [2 3], and 3 letters\n  ijk->ik\n    ^");
  CHECK_THROWS_WITH(einsum("ij, i ->j", a, a), "einsum: operand 2 has shape [2 3], and 1 letter\n  ij, i ->j\n       ^");
  CHECK_THROWS_WITH(einsum("ij,->j", a, a), "einsum: operand 2 has shape [2 3], and 0 letters\n  ij,->j\n     ^");
  CHECK_THROWS_WITH(einsum("i...jk->i...", a), "einsum: operand 1 has shape [2 3], and 3 letters\n  i...jk->i...\n       ^");
  CHECK_THROWS_WITH(einsum("i i", a), "einsum: operand 1 has shape [2 3], where i would be 3 and not 2\n  i i\n    ^");
  CHECK_THROWS_AS(einsum("ii", a), shape_error);
  CHECK_THROWS_WITH(einsum("ij,jk", a), "einsum: there are subscripts for 2 operands, and 1 given\n  ij,jk\n     ^");
  CHECK_THROWS_WITH(einsum("ij -> i", a, a), "einsum: there are subscripts for 1 operand, and 2 given\n  ij -> i\n     ^");
  CHECK_THROWS_WITH(einsum("...i, i...-> ...", a, ones<double>({3, 4})),
                    "einsum: the ellipsis of operand 2 has the axes [4], which do not stretch to [2]\n  ...i, i...-> ...\n         ^");
  CHECK_THROWS_WITH(einsum("...i,...i->...", a, ones<double>({4, 3})), Catch::EndsWith("\n  ...i,...i->...\n       ^"));
  CHECK_THROWS_AS(einsum("...i,...i->...", a, ones<double>({4, 3})), shape_error);
  CHECK(einsum("...i,...i->...", a, ones<double>({1, 3})).shape() == shape{2});
  CHECK_THROWS_AS(einsum("i...->i", a), value_error);
  CHECK_THROWS_AS(einsum("......", a), value_error);
  CHECK_THROWS_AS(einsum("ij->...", a), value_error);
  CHECK_THROWS_WITH(einsum("ij,jk", a, a), "einsum: operand 2 has shape [2 3], where j would be 2 and not 3\n  ij,jk\n     ^");
  CHECK_THROWS_WITH(einsum("ij,...i", a, a), "einsum: operand 2 has shape [2 3], where i would be 3 and not 2\n  ij,...i\n        ^");
}

TEST_CASE("einsum of integers is exact or an error", "[named]") {
  const tensor<std::int64_t> h{INT64_MAX, 1}, two{2, 1};
  CHECK_THROWS_WITH(einsum("i,i->", h, h), Catch::StartsWith("einsum \"i,i->\": 9223372036854775807 * "));
  CHECK_THROWS_AS(einsum("i,j->ij", h, two), overflow_error);
  CHECK_THROWS_AS(einsum("i,i,i->", h, two, two), overflow_error);
  CHECK(to_vector(einsum("i,i->i", h, tensor<std::int64_t>{1, 5})) == std::vector<std::int64_t>{INT64_MAX, 5});
  const tensor<std::uint64_t> most{UINT64_MAX};
  CHECK_THROWS_AS(einsum("i,i->", most, most), overflow_error);
  CHECK(einsum("i,i->", most, tensor<std::uint64_t>{1})() == UINT64_MAX);
}
