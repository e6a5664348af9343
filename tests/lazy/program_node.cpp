// SPDX-License-Identifier: BSL-1.0
// Trees of readers that were composed at run time run as programs, with the bits of passes over blocks and of single elements.
#include <ravel/exec.hpp>
#include <ravel/lazy.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include "lazy/joined_function.hpp"

#include <support/faults.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>

#include <cstring>
#include <limits>
#include <thread>
#include <vector>

using namespace ravel;

namespace {

constexpr index_t several_blocks = 5000;

template <class T>
buffer<T> elements(support::random& r, index_t n) {
  const auto made = make_buffer<T>(n);
  for (index_t i = 0; i < n; ++i) {
    made.data()[i] = static_cast<T>(r.between(-1000, 1000)) / T(std::is_integral_v<T> ? 1 : 64);
    if (r.below(20) == 0)
      made.data()[i] = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  }
  return made;
}

template <class T>
bool same_bits(const buffer<T>& a, const buffer<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(T)) == 0;
}

// Programs are tested on every computer, also where passes over blocks are faster.
const bool joins_everywhere = (detail::joining_in_use() = detail::joining::always, true);

template <class T>
buffer<T> by_passes(const reader<T>& x) {
  detail::joining_in_use() = detail::joining::never;
  const auto made = clone(x);
  detail::joining_in_use() = detail::joining::always;
  return made;
}

template <class T>
const detail::joined_tree<T>* tree_behind(const reader<T>& x) {
  return dynamic_cast<const detail::program_node<T>&>(detail_access::node(x)).tree();
}

template <class T>
reader<T> tree_of(const reader<T>& x, const reader<T>& y) {
  const reader<T> t = x - y, u = x + y;
  reader<T> r = t * u;
  r = r + 3;
  r = where(r > t, minimum(r, u), -y);
  r = clip(r, -700, 700);
  return r * abs(t);
}

}  // namespace

TEMPLATE_TEST_CASE("a tree of readers runs as one program", "[lazy]", double, float, std::int32_t, std::int64_t) {
  support::random r(1);
  const auto x = elements<TestType>(r, several_blocks), y = elements<TestType>(r, several_blocks);
  const reader<TestType> tree = tree_of<TestType>(x, y);
  const auto wanted = by_passes(tree);
  CHECK(tree_behind(tree)->node.leaves().all().size() == 2);
  CHECK(same_bits(clone(tree), wanted));
  CHECK(same_bits(with_threads(3, [&] { return clone(tree); }), wanted));
  for (const index_t i : {index_t{0}, index_t{77}, several_blocks - 1})
    CHECK(std::memcmp(&wanted.data()[i], &static_cast<const TestType&>(tree[i]), sizeof(TestType)) == 0);
  const auto part = make_buffer<TestType>(999);
  tree.read(1234, std::span(part.data(), 999));
  CHECK(std::memcmp(part.data(), wanted.data() + 1234, 999 * sizeof(TestType)) == 0);
  const reader<TestType> below = slice(tree, 3, 900, 5) * 2 - 1;
  CHECK(same_bits(clone(below), by_passes(below)));
}

TEST_CASE("a small or low tree runs as a program when it is read a second time", "[lazy]") {
  support::random r(2);
  const index_t size = GENERATE(100, 1999, 5000);
  const auto x = elements<double>(r, size), y = elements<double>(r, size);
  const reader<double> tree = size < 4096 ? tree_of<double>(x, y) : reader<double>(reader<double>(x * 2.0) - y);
  CHECK(tree_behind(tree) == nullptr);
  const auto first = clone(tree);
  CHECK(tree_behind(tree) == nullptr);
  CHECK(same_bits(clone(tree), first));
  CHECK(tree_behind(tree) != nullptr);
  CHECK(same_bits(clone(tree), first));
  CHECK(clone(tree_of<double>(make_buffer<double>(0), make_buffer<double>(0))).size() == 0);
}

TEST_CASE("functions that no machine knows are leaves of a program", "[lazy]") {
  support::random r(3);
  const auto x = elements<float>(r, several_blocks), y = elements<float>(r, several_blocks);
  const auto leaves_of = [](const reader<float>& tree) {
    const auto wanted = by_passes(tree);
    for (int read = 0; read < 2; ++read) CHECK(same_bits(clone(tree), wanted));
    return tree_behind(tree) ? std::ssize(tree_behind(tree)->node.leaves().all()) : 0;
  };
  const reader<float> sine = sin(reader<float>(x + y)), user = map([](float a) { return a * 0.1f; }, x);
  CHECK(leaves_of(reader<float>(sine * 2.0f) - reader<float>(user + 1.0f)) == 2);
  CHECK(leaves_of(sqrt(reader<float>(x - y)) * sqrt(y, precise)) == 2);
  // A value of another type is one of the program if the type of the program has it.
  const reader<bool> low = x < 3, tenth = x < 0.1;
  CHECK(leaves_of(where(low, reader<float>(x + y), y)) == 2);
  CHECK(leaves_of(where(tenth, reader<float>(x + y), y)) == 0);
  CHECK(leaves_of(reader<float>(where(reader<int>(saturate_cast<int>(x)) < 3, x, y)) + reader<float>(x * y)) == 3);
  // One function, and functions of so many operations that a compiler's loops are better.
  CHECK(leaves_of(x * y - y) == 0);
  const reader<float> long_one = (x - y) * (x + y) * (x - 2) * (y + 3) * (x - 4) * (y - 5);
  CHECK(leaves_of(long_one * 2) == 0);
}

TEST_CASE("trees whose parts stand in many places are joined once", "[lazy]") {
  support::random r(7);
  const auto x = elements<double>(r, several_blocks), y = elements<double>(r, several_blocks);
  reader<double> a = x, b = y, left = x;
  for (int k = 0; k < 47; ++k) left = left + y * 0.25;
  for (int k = 0; k < 60; ++k) {  // each part stands in two of the next; a loop over all places would not end
    const reader<double> next = minimum(a, b) * 0.5;
    a = b;
    b = next;
  }
  const reader<double> tree = left - b;
  CHECK(same_bits(clone(tree), by_passes(tree)));
}

TEST_CASE("a tree with a default value is read by its entries", "[lazy]") {
  const reader<double> x = support::listed<double>(several_blocks, 0.0, {{5, 2.5}, {4711, -1.0}});
  const reader<double> y = clone(cast<double>(iota<index_t>(several_blocks)));
  const reader<double> doubled = x * 2.0, tree = reader<double>(doubled - x) * y;
  CHECK(tree_behind(tree) == nullptr);
  CHECK_EQUAL(clone(tree), clone(map([](double a, double b) { return (a * 2 - a) * b; }, x, y)));
}

TEST_CASE("a program may overwrite what it reads in step, and no other elements", "[lazy]") {
  support::random r(4);
  const auto x = elements<double>(r, several_blocks), y = elements<double>(r, several_blocks);
  const auto wanted = by_passes(tree_of<double>(x, y));
  const auto in_step = clone(x), shifted = clone(x);
  copy(tree_of<double>(in_step, y), in_step);
  CHECK(same_bits(in_step, wanted));
  copy(slice(tree_of<double>(shifted, y), 0, 4000), slice(shifted, 1000, 4000));
  CHECK(same_bits(clone(slice(shifted, 1000, 4000)), clone(slice(wanted, 0, 4000))));
  const auto promised = clone(x);
  copy(assume_no_alias(tree_of<double>(promised, y)), promised);
  CHECK(same_bits(promised, wanted));
}

TEST_CASE("threads that read a tree first make one program", "[lazy]") {
  support::random r(5);
  const auto x = elements<double>(r, several_blocks), y = elements<double>(r, several_blocks);
  const auto wanted = by_passes(tree_of<double>(x, y));
  for (int round = 0; round < 20; ++round) {
    const reader<double> tree = tree_of<double>(x, y);
    std::vector<buffer<double>> made(4, x);
    std::vector<std::thread> threads;
    for (auto& one : made) threads.emplace_back([&] { one = clone(tree); });
    for (auto& t : threads) t.join();
    for (const auto& one : made) CHECK(same_bits(one, wanted));
  }
}

TEST_CASE("a program of readers that cannot be made leaves nothing behind", "[lazy]") {
  support::random r(6);
  const auto x = elements<double>(r, several_blocks), target = make_buffer<double>(several_blocks);
  support::fail_each_allocation([&] { copy(tree_of<double>(x, x), target); });
}
