// SPDX-License-Identifier: BSL-1.0
// Random expression trees over leaves of every kind and three element types, against plain loops over vectors; read in blocks, element by
// element, and copied over the memory they read.
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>

#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <tuple>

using ravel::index_t;
using ravel::map;
using ravel::reader;

namespace {

// Whole numbers from 0 to 250 whatever goes in, so that every type holds every result.
template <class T, class... Xs>
T mixed(const Xs&... xs) {
  std::int64_t sum = 17;
  ((sum = sum * 31 + static_cast<std::int64_t>(xs)), ...);
  return static_cast<T>(sum % 251);
}

template <class T>
struct mix {
  template <class... Xs>
  T operator()(const Xs&... xs) const {
    return mixed<T>(xs...);
  }
};

// A reader beside what it should hold.
template <class T>
struct subject {
  reader<T> r;
  std::vector<T> values;
};

template <class T, class F>
std::vector<T> each(index_t n, F f) {
  std::vector<T> all;
  for (index_t i = 0; i < n; ++i) all.push_back(f(static_cast<std::size_t>(i)));
  return all;
}

class programs {
 public:
  programs(index_t n, std::uint64_t seed) : n_(n), random_(seed) {}

  template <class T>
  subject<T> tree(int depth) {
    if (depth == 0 || random_.chance(8)) return leaf<T>();
    switch (random_.below(3)) {
      case 0:
        return over<T, double>(depth - 1);
      case 1:
        return over<T, float>(depth - 1);
      default:
        return over<T, std::uint8_t>(depth - 1);
    }
  }

  // Memory of this type that some leaf reads; empty when there is none.
  template <class T>
  const std::vector<ravel::buffer<T>>& memory() const {
    return std::get<known<T>>(known_).memory;
  }

 private:
  template <class T>
  struct known {
    std::vector<subject<T>> leaves;
    std::vector<ravel::buffer<T>> memory;
  };

  // An n-ary function of trees of T and U, in the ways that one is written.
  template <class T, class U>
  subject<T> over(int depth) {
    const auto x = tree<T>(depth);
    const auto y = tree<U>(depth);
    const auto at = [&](auto f) { return each<T>(n_, [&](std::size_t i) { return f(x.values[i], y.values[i]); }); };
    switch (random_.below(6)) {
      case 0:
        return {map(mix<T>(), x.r, y.r), at([](T a, U b) { return mixed<T>(a, b); })};
      case 1:
        return {map(mix<T>(), y.r, x.r), at([](T a, U b) { return mixed<T>(b, a); })};
      case 2:
        return {map(mix<T>(), x.r, map(mix<U>(), y.r, x.r), 3), at([](T a, U b) { return mixed<T>(a, mixed<U>(b, a), 3); })};
      case 3:
        return {map(mix<T>(), map(mix<T>(), y.r), map(mix<T>(), x.r, y.r)),
                at([](T a, U b) { return mixed<T>(mixed<T>(b), mixed<T>(a, b)); })};
      case 4: {
        const auto inner = map(mix<U>(), x.r);
        return {map(mix<T>(), inner, inner, y.r), at([](T a, U b) { return mixed<T>(mixed<U>(a), mixed<U>(a), b); })};
      }
      default: {
        auto reversed = y.values;
        std::reverse(reversed.begin(), reversed.end());
        return {map(mix<T>(), ravel::reverse(y.r), x.r), each<T>(n_, [&](std::size_t i) { return mixed<T>(reversed[i], x.values[i]); })};
      }
    }
  }

  template <class T>
  subject<T> leaf() {
    auto& all = std::get<known<T>>(known_);
    if (!all.leaves.empty() && random_.chance(3)) return all.leaves[static_cast<std::size_t>(random_.below(std::ssize(all.leaves)))];
    all.leaves.push_back(fresh<T>(all.memory));
    return all.leaves.back();
  }

  template <class T>
  subject<T> fresh(std::vector<ravel::buffer<T>>& memory) {
    const auto values = each<T>(n_, [&](std::size_t) { return static_cast<T>(random_.below(251)); });
    switch (random_.below(6)) {
      case 0:
      case 1:
        memory.push_back(support::in_memory(values));
        return {memory.back(), values};
      case 2: {  // every other element of longer memory, backwards
        std::vector<T> wide;
        for (auto it = values.rbegin(); it != values.rend(); ++it) wide.insert(wide.end(), {*it, T(7)});
        return {ravel::slice(support::in_memory(wide), n_ > 0 ? 2 * n_ - 2 : 0, n_, -2), values};
      }
      case 3:
        return {ravel::from(support::by_element<T>{values}), values};
      case 4: {
        const auto one = static_cast<T>(random_.below(251));
        return {ravel::constant(n_, one), std::vector<T>(static_cast<std::size_t>(n_), one)};
      }
      default: {
        const auto whole = support::in_memory(values);
        const index_t cut = random_.below(n_ + 1);
        return {ravel::concat(ravel::slice(whole, 0, cut), ravel::slice(whole, cut, n_ - cut)), values};
      }
    }
  }

  index_t n_;
  support::random random_;
  std::tuple<known<double>, known<float>, known<std::uint8_t>> known_;
};

template <class T>
void check_tree(index_t n, std::uint64_t seed) {
  INFO("size " << n << ", seed " << seed);
  programs made(n, seed);
  const auto subject = made.tree<T>(4);
  REQUIRE_EQUAL(ravel::clone(subject.r), subject.values);

  support::random random(seed);
  for (int i = 0; i < 5; ++i) {
    const index_t count = random.below(n + 1), start = random.below(n - count + 1);
    std::vector<T> part(static_cast<std::size_t>(count), T(99));
    subject.r.read(start, part);
    REQUIRE(std::equal(part.begin(), part.end(), subject.values.begin() + start));
    if (n > 0) {
      const index_t p = random.below(n);
      REQUIRE(subject.r[p] == subject.values[static_cast<std::size_t>(p)]);
    }
  }
  // Over memory that it reads: as if it had been read first.
  for (const auto& target : made.template memory<T>()) {
    const auto fresh = ravel::clone(subject.r);
    const auto before = ravel::clone(target);
    copy(subject.r, target);
    REQUIRE_EQUAL(target, fresh);
    copy(before, target);
  }
  REQUIRE_EQUAL(ravel::clone(subject.r), subject.values);
}

const index_t sizes[] = {0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 5000};

template <class T>
void check_type(int trees) {
  for (const index_t n : sizes) {
    for (int i = 0; i < trees; ++i) check_tree<T>(n, static_cast<std::uint64_t>(n * 1000 + i));
  }
}

}  // namespace

TEST_CASE("random expressions of double", "[lazy]") { check_type<double>(20); }
TEST_CASE("random expressions of float", "[lazy]") { check_type<float>(20); }
TEST_CASE("random expressions of uint8", "[lazy]") { check_type<std::uint8_t>(20); }

TEST_CASE("random expressions of strings", "[lazy]") {
  const auto join = [](const std::string& a, const std::string& b) { return (a + b).substr((a.size() + b.size()) / 2); };
  for (const index_t n : sizes) {
    support::random r(static_cast<std::uint64_t>(n));
    std::vector<reader<std::string>> made;
    std::vector<std::vector<std::string>> expected;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      expected.push_back(support::samples<std::string>(n, seed));
      made.push_back(support::in_every_way(expected.back())[static_cast<std::size_t>(r.below(4))]);
    }
    for (int step = 0; step < 8; ++step) {
      const auto a = static_cast<std::size_t>(r.below(std::ssize(made))), b = static_cast<std::size_t>(r.below(std::ssize(made)));
      expected.push_back(each<std::string>(n, [&](std::size_t i) { return join(join(expected[a][i], expected[b][i]), expected[a][i]); }));
      made.push_back(map(join, map(join, made[a], made[b]), made[a]));
      REQUIRE_EQUAL(ravel::clone(made.back()), expected.back());
    }
  }
}
