// SPDX-License-Identifier: BSL-1.0
// argsort, searchsorted and unique against NumPy, on random inputs with NaN, infinities, signed zeros and ties, of every size from nothing.
#include <ravel/lazy/cast.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/order/sorted.hpp>

#include <support/numpy.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::index_t;

// Wild values, values with many ties, whole numbers.
std::vector<std::vector<double>> inputs() {
  support::random r(31);
  std::vector<std::vector<double>> all;
  for (const index_t n : {0, 1, 2, 3, 10, 100, 511, 512, 2000}) {
    all.push_back(r.values<double>(n));
    std::vector<double> ties, whole;
    const double few[] = {0.0, -0.0, 1, 2, std::nan(""), -1};
    for (index_t i = 0; i < n; ++i) {
      ties.push_back(few[r.below(6)]);
      whole.push_back(static_cast<double>(r.between(-n, n)));
    }
    all.push_back(ties);
    all.push_back(whole);
  }
  return all;
}

constexpr const char* program = R"(
def order(x): return np.argsort(x, kind='stable')
def left(x, wanted): return np.searchsorted(np.sort(x), wanted, 'left')
def right(x, wanted): return np.searchsorted(np.sort(x), wanted, 'right')
def distinct(x): return np.unique(x)
def first(x): return np.unique(x, return_index=True)[1]
def inverse(x): return np.unique(x, return_inverse=True)[1]
def counts(x): return np.unique(x, return_counts=True)[1]
)";

}  // namespace

TEST_CASE("argsort, searchsorted and unique are NumPy's") {
  const auto all = inputs();
  const auto beside = [&](std::size_t i) { return all[i - i % 3 + (i + 1) % 3]; };
  std::vector<support::numpy_question> questions;
  for (std::size_t i = 0; i < all.size(); ++i) {
    questions.push_back({"order", {all[i]}});
    questions.push_back({"left", {all[i], beside(i)}});
    questions.push_back({"right", {all[i], beside(i)}});
    for (const char* function : {"distinct", "first", "inverse", "counts"}) questions.push_back({function, {all[i]}});
  }
  const auto answers = support::ask_numpy(program, questions);
  if (!answers) {
    WARN("no python3 with numpy here: skipped");
    return;
  }
  REQUIRE(answers->size() == questions.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO("input " << i << " of " << all[i].size());
    const auto answer = [&](std::size_t k) { return answers->at(7 * i + k).value(); };
    const auto x = support::in_memory(all[i]), wanted = support::in_memory(beside(i));
    const auto positions = [](const auto& r) { return ravel::cast<double>(r); };
    REQUIRE_EQUAL(positions(argsort(x)), answer(0));
    REQUIRE_EQUAL(positions(searchsorted(sort(x), wanted)), answer(1));
    REQUIRE_EQUAL(positions(searchsorted(sort(x), wanted, ravel::search_side::right)), answer(2));
    const auto found = unique_all(x);
    REQUIRE_EQUAL(found.values, answer(3));
    REQUIRE_EQUAL(positions(found.first), answer(4));
    REQUIRE_EQUAL(positions(found.inverse), answer(5));
    REQUIRE_EQUAL(positions(found.counts), answer(6));
  }
}
