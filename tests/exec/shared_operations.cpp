// SPDX-License-Identifier: BSL-1.0
// Operations that threads share give the bits that one thread gives: over views of every kind, with parts in any order and of any size.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/combinations.hpp>
#include <support/executors.hpp>
#include <support/require_equal.hpp>
#include <support/same_for_all.hpp>
#include <support/sanitized.hpp>

#include <complex>
#include <limits>
#include <string>
#include <vector>

using namespace ravel;
using support::rules_of_tasks;
using support::same_for_all;
using support::share_all;

namespace {

const std::vector<shape> shapes{{}, {1}, {7}, {1000}, {3, 1}, {1, 500}, {64, 65}, {5, 7, 31}, {2, 3, 4, 50}};

tensor<double> some(const shape& extents) { return random_uniform<double>(extents, -1, 1, 3); }

}  // namespace

TEST_CASE("expressions are written by several threads", "[exec]") {
  for (const shape& extents : shapes) {
    const auto x = some(extents), y = some(extents);
    same_for_all([&] { return clone(x * 2.0 + sqrt(abs(y))); });
    same_for_all([&] { return clone(where(x > y, x, exp(y))); });
    same_for_all([&] { return clone(cast<float>(x)); });
    same_for_all([&] {
      const auto z = clone(x);
      z += y;
      z *= z;
      return z;
    });
    same_for_all([&] {
      const auto z = zeros(extents);
      fill(z, 2.5);
      copy_where(x > 0.0, y, z);
      return z;
    });
  }
}

TEST_CASE("views are written by several threads", "[exec]") {
  const auto x = some({40, 50}), y = some({50, 40});
  same_for_all([&] { return clone(x + transpose(y)); });
  same_for_all([&] { return clone(transpose(x)); });
  same_for_all([&] { return clone(flip(x, {0, 1})); });
  same_for_all([&] { return clone(x + x(3, all)); });
  same_for_all([&] { return clone(take(x, 0, {5, 1, 1, 39, 0})); });
  same_for_all([&] {
    const auto z = zeros({50, 40});
    copy(x * 3.0, transpose(z));
    return z;
  });
  same_for_all([&] {
    const auto z = zeros({80, 100});
    copy(x, z(slice(0, 40, 2), slice(99, 50, -2)));
    return z;
  });
  same_for_all([&] {  // it reads what it writes
    const auto z = clone(some({50, 50}));
    copy(transpose(z) + 1.0, z);
    return z;
  });
  const tensor<std::string> words = clone(map([](double v) { return std::to_string(v); }, x));
  same_for_all([&] { return clone(transpose(words)); });
}

TEST_CASE("readers are written by several threads", "[exec]") {
  const auto r = random_uniform<double>({3000}, -1, 1, 5);
  const reader<double> x = r;
  same_for_all([&] { return clone(concat(x, reverse(x), slice(x, 10, 300, 3))); });
  same_for_all([&] { return clone(x * 2.0); });
  same_for_all([&] {
    const auto b = make_buffer<double>(3000);
    copy(x, b);
    copy(slice(b, 0, 2000), slice(b, 1000, 2000));  // onto itself
    copy(where(b > 0.0, b, -b), b);
    return b;
  });
  same_for_all([&] {
    const auto b = make_buffer<double>(6000);
    copy(x * 5.0, slice(b, 1, 3000, 2));
    return b;
  });
}

TEST_CASE("one thread writes a target that is not memory", "[exec]") {
  const auto x = some({50, 40});
  const auto wanted = clone(x > 0.0);
  const rules_of_tasks rules(share_all);
  for (int again = 0; again < 20; ++again) {
    std::vector<bool> bits(2000);
    with_threads(4, [&] { copy(x > 0.0, as_tensor(borrow(bits), {50, 40})); });
    REQUIRE_EQUAL(bits, flat(wanted));
    std::vector<bool> turned(2000);
    with_threads(4, [&] { copy(transpose(x) > 0.0, as_tensor(borrow(turned), {40, 50})); });
    REQUIRE_EQUAL(turned, flat(transpose(wanted)));
    std::vector<bool> line(2000);
    with_threads(4, [&] { copy(flat(x) > 0.0, borrow(line)); });
    REQUIRE_EQUAL(line, flat(wanted));
  }
}

TEST_CASE("reductions along axes are shared", "[exec]") {
  const auto x = some({12, 40, 33});
  const auto i = clone(cast<std::int32_t>(x * 1000.0));
  const auto z = clone(map([](double re) { return std::complex<double>(re, re / 2); }, x));
  const auto reduced = [&](const ints& axes, const ints& order) {
    const auto xt = transpose(x, order), xe = clone(xt);
    const auto it = transpose(i, order);
    same_for_all([&] { return sum(xt, axes); });
    same_for_all([&] { return sum(xt * 2.0, axes); });
    same_for_all([&] { return mean(xe, axes); });
    same_for_all([&] { return product(xe, axes); });
    same_for_all([&] { return max(xt, axes); });
    same_for_all([&] { return sum(it, axes); });
    same_for_all([&] { return min(it, axes); });
    same_for_all([&] { return sum(transpose(z, order), axes); });
    same_for_all([&] { return median(xt, axes); });
    same_for_all([&] { return variance(xt, axes); });
    same_for_all([&] { return any_of(it > 900, axes); });
  };
  const std::vector<ints> some_axes{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}}, orders{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}};
  support::each_combination(reduced, some_axes, orders);
  const auto wide = some({50, 3000});
  same_for_all([&] { return sum(wide, 0); });
  same_for_all([&] { return max(wide, 0); });
}

TEST_CASE("exact reductions are shared", "[exec]") {
  const auto x = some({4000});
  const auto i = clone(cast<std::int64_t>(x * 1e15));
  const auto one = [](auto value) { return tensor<decltype(value)>{value}; };
  same_for_all([&] { return one(sum(i)); });
  same_for_all([&] { return one(mean(i)); });
  same_for_all([&] { return one(sum(cast<std::int8_t>(i % 100))); });
  same_for_all([&] { return one(product(i % 3 + 2)); });
  same_for_all([&] { return one(count(x > 0.3)); });
  same_for_all([&] { return one(min(x)); });
  same_for_all([&] { return one(max(x * x)); });
  same_for_all([&] { return one(sum(x)); });
  same_for_all([&] { return one(static_cast<double>(dot(x, x))); });
}

TEST_CASE("sorting is shared", "[exec]") {
  const auto x = some({150'000});
  const auto few = clone(cast<std::int32_t>(x * 20.0));
  const auto zeros_and_signs = clone(where(x > 0.5, x * 0.0, -(x * 0.0)));
  int turn = 0;
  const auto with_executors = [&](const auto& work) {
    const auto wanted = work();
    const int threads[] = {2, 3, 8};
    ++turn;
    for (int k = 0; k < 3; ++k) {
      if (support::sanitized && turn % 3 != k) continue;
      REQUIRE_EQUAL(with_executor(support::shuffling_executor(static_cast<unsigned>(k + 1)), work), wanted);
      REQUIRE_EQUAL(with_threads(threads[k], work), wanted);
    }
  };
  with_executors([&] { return sort(flat(x)); });
  with_executors([&] { return sort(flat(x), sort_order::descending); });
  with_executors([&] { return argsort(flat(x)); });
  with_executors([&] { return argsort(flat(few)); });  // equal elements stay as they come
  with_executors([&] { return argsort(flat(few), sort_order::descending); });
  with_executors([&] { return clone(1.0 / sort(flat(zeros_and_signs))); });
  with_executors([&] { return rank(flat(few)); });
  // Most keys lie close together, or are one key, which may be the greatest.
  const auto skewed = clone(where(abs(x) > 0.001, x * 1e-9, x * 1e300));
  with_executors([&] { return sort(flat(skewed)); });
  with_executors([&] { return argsort(flat(skewed)); });
  const auto greatest = clone(where(x > -0.9, full(x.shape(), std::numeric_limits<std::int64_t>::max()), cast<std::int64_t>(x * 1e3)));
  with_executors([&] { return sort(flat(greatest)); });
  with_executors([&] { return argsort(flat(greatest)); });
  with_executors([&] { return argsort(flat(greatest), sort_order::descending); });
  with_executors([&] { return argsort(iota<index_t>(150'000) % 4); });
  const auto lines = some({30, 70});
  for (const index_t axis : {0, 1}) {
    same_for_all([&] { return sort(lines, axis); });
    same_for_all([&] { return argsort(lines, axis); });
    same_for_all([&] { return rank(lines, axis); });
  }
}

TEST_CASE("an error within a line names the line", "[exec]") {
  const auto x = clone(some({20, 30}));
  x(17, 3) = std::numeric_limits<double>::quiet_NaN();
  x(5, 29) = std::numeric_limits<double>::quiet_NaN();
  const auto message = [&] {
    try {
      static_cast<void>(median(x, {1}, nan_policy::refuse));
      return std::string();
    } catch (const value_error& e) {
      return std::string(e.what());
    }
  };
  const std::string wanted = message();
  REQUIRE(!wanted.empty());
  const rules_of_tasks rules(share_all);
  for (unsigned seed = 1; seed < 10; ++seed) CHECK(with_executor(support::shuffling_executor(seed), message) == wanted);
}
