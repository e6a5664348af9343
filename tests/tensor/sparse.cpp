// SPDX-License-Identifier: BSL-1.0
// Views and expressions of sparse tensors, by random programs, against the same of their elements in memory; what they reduce to; and
// writing through views.
#include <support/sparse_contract.hpp>
#include <support/sparse_samples.hpp>

#include "backing.hpp"

using namespace ravel;
using support::listed;

namespace {

using dice = support::random;

template <class T>
tensor<const T> sparse_tensor(const shape& s, T fill, index_t one_in, std::uint64_t seed) {
  return as_tensor(support::listed_at_random<T>(s.elements(), fill, one_in, seed), s);
}

constexpr int kinds_of_step = 13;

template <class T>
tensor<const T> changed(const tensor<const T>& t, const T& fill, dice r) {
  const index_t rank = t.rank(), axis = rank == 0 ? 0 : r.below(rank), kind = r.below(kinds_of_step);
  const index_t extent = rank == 0 ? 0 : t.shape()[axis];
  if (t.size() > 2000) return rank > 0 ? tensor<const T>(slice(t, axis, 0, extent / 2)) : t;
  if (rank == 0 || rank > 5) return rank == 0 ? tensor<const T>(new_axis(t, 0)) : tensor<const T>(reshape(t, {t.size()}));
  std::vector<index_t> ones(static_cast<std::size_t>(rank), 1);
  ones[static_cast<std::size_t>(axis)] = 2;
  switch (kind) {
    case 0:
      return tile(t, ones);
    case 1:
      return extent < 2 ? t : tensor<const T>(windows(t, axis, 2));
    case 2:
      return rank < 2 ? t : tensor<const T>(diagonal(t, axis, (axis + 1) % rank));
    case 3:
      return extent == 0 ? t : tensor<const T>(take(t, axis, selection{extent - 1, 0, 0, extent / 2}));
    case 4:
      return pad(t, 1, fill);
    case 5:
      return concat(along(axis), t, flip(t, axis));
    case 6:
      return stack(along(axis), t, tensor<const T>(rotate(t, ones)));
    case 7: {
      const shape before = t.shape();
      std::vector<index_t> wider(before.begin(), before.end());
      wider.insert(wider.begin(), 2);
      return broadcast(t, wider);
    }
    default:
      return backing::stepped(t, backing::random_step(r));
  }
}

template <class T>
void check_reductions(const tensor<const T>& sparse, const tensor<const T>& dense) {
  const T fill = *sparse.fill();
  if constexpr (std::same_as<T, bool>) {
    CHECK(count(sparse) == count(dense));
    CHECK(all_of(sparse) == all_of(dense));
    CHECK(any_of(sparse) == any_of(dense));
    CHECK(argfilter(sparse) == argfilter(dense));
    REQUIRE_EQUAL(nonzero(sparse), nonzero(dense));
  } else if constexpr (element<T>) {
    if (fill == T()) {
      CHECK(support::detail::identical<double>(static_cast<double>(sum(sparse)), static_cast<double>(sum(dense))));
    } else if (std::isnan(static_cast<double>(fill))) {
      CHECK(support::detail::equal_values(sum(sparse), sum(dense)));
    } else {
      CHECK(close(scalar_tensor(sum(sparse)), scalar_tensor(sum(dense))));  // fills are added up at once
    }
    if (dense.size() > 0) {
      CHECK(support::detail::equal_values(min(sparse), min(dense)));
      CHECK(support::detail::equal_values(max(sparse), max(dense)));
      CHECK(argmin(sparse) == argmin(dense));
      CHECK(argmax(sparse) == argmax(dense));
    }
  }
  CHECK(equal(sparse, sparse) == equal(dense, dense));
  CHECK(equal(sparse, dense) == equal(dense, dense));
}

template <class T>
void check_same(const tensor<const T>& sparse, const tensor<const T>& dense) {
  REQUIRE(sparse.shape() == dense.shape());
  support::check_sparse(sparse);
  REQUIRE_EQUAL(sparse, dense);
  check_reductions<T>(sparse, dense);
}

template <class T>
tensor<const T> to_tenths(const tensor<const T>& of, T fill) {
  support::stored_elements<T> stored;
  for_each_stored(of, [&](index_t position, T value) { stored.emplace(position, value / 10); });
  return as_tensor(listed<T>(of.size(), fill, std::move(stored)), of.shape());
}

template <class T>
void check_views(T fill, int programs) {
  for (int program = 0; program < programs; ++program) {
    dice r(static_cast<std::uint64_t>(program) * 977 + 5);
    const shape s = backing::random_shape(r);
    tensor<const T> sparse = sparse_tensor<T>(s, fill, 1 + r.below(6), r.bits());
    if constexpr (real_element<T>) {  // tenths, of which the order of a sum decides the last bits
      if (program % 3 != 0) sparse = to_tenths(sparse, fill);
    }
    tensor<const T> dense = clone(sparse);
    for (int k = 0; k < 5; ++k) {
      const dice step(r.bits());
      INFO("program " << program << ", step " << k);
      sparse = changed(sparse, fill, step);
      dense = changed(dense, fill, step);
      check_same(sparse, dense);
    }
  }
}

tensor<const double> combined(const tensor<const double>& a, const tensor<const double>& b, index_t how) {
  switch (how) {
    case 0:
      return a + b;
    case 1:
      return (a - b) * 0.5;
    case 2:
      return a * b;
    case 3:
      return where(a < b, a, b + 1);
    case 4:
      return exp(a * 0.001) + b;
    default:
      return map([](double x, double y) { return x > y ? x : -y; }, a, b);
  }
}

tensor<double> upside_down(const tensor<double>& t) { return t.rank() == 0 ? t : tensor<double>(flip(t, 0)); }

}  // namespace

TEST_CASE("views of sparse tensors are sparse and hold what they should", "[tensor][sparse]") {
  check_views<double>(0, 150);
  check_views<double>(-0.0, 60);
  check_views<double>(0.7, 60);
  check_views<float>(0, 60);
  check_views<double>(std::numeric_limits<double>::quiet_NaN(), 30);
  check_views<support::record>({7, 2, {}, true, "x"}, 60);
  check_views<std::int64_t>(1, 100);
  check_views<bool>(false, 60);
  check_views<bool>(true, 60);
}

TEST_CASE("expressions of sparse tensors of several shapes", "[tensor][sparse]") {
  for (int program = 0; program < 60; ++program) {
    INFO("program " << program);
    dice r(static_cast<std::uint64_t>(program) + 1);
    std::vector<tensor<const double>> sparse, dense;
    for (const shape& s : {shape{4, 1, 5}, shape{3, 5}, shape{4, 3, 1}, shape{}}) {
      sparse.push_back(sparse_tensor<double>(s, r.chance(2) ? 0 : 1, 1 + r.below(4), r.bits()));
      dense.push_back(clone(sparse.back()));
    }
    for (int k = 0; k < 4; ++k) {
      const auto a = static_cast<std::size_t>(r.below(std::ssize(sparse))), b = static_cast<std::size_t>(r.below(std::ssize(sparse)));
      const index_t how = r.below(6);
      sparse.push_back(combined(sparse[a], sparse[b], how));
      dense.push_back(clone(combined(dense[a], dense[b], how)));
      REQUIRE(sparse.back().shape() == dense.back().shape());
      support::check_sparse(sparse.back());
      REQUIRE_EQUAL(sparse.back(), dense.back());
    }
  }
}

TEST_CASE("tensors put together are sparse with any fill, where it is one", "[tensor][sparse]") {
  const auto a = sparse_tensor<double>({3, 4}, 1, 3, 1), b = sparse_tensor<double>({3, 4}, 1, 3, 2);
  const auto zero = sparse_tensor<double>({3, 4}, 0, 3, 3);
  check_same<double>(concat(along(0), a, b), concat(along(0), clone(a), clone(b)));
  check_same<double>(stack(along(1), a, b, a), stack(along(1), clone(a), clone(b), clone(a)));
  CHECK(!concat(along(0), a, zero).fill());
  CHECK(!pad(a, 1, 0.0).fill());
  check_same<double>(pad(zero, {1, 2}), pad(clone(zero), {1, 2}));
  check_same<double>(pieces<double>({9, 9}, {{{1, 1}, zero}, {{5, 4}, zero}}),
                     pieces<double>({9, 9}, {{{1, 1}, clone(zero)}, {{5, 4}, clone(zero)}}));
}

TEST_CASE("a large tensor of which little is stored", "[tensor][sparse]") {
  constexpr index_t side = 1'000'000;
  const tensor<const double> t =
      as_tensor(listed<double>(side * side, 0, {{0, 1.0}, {side + 5, 2.0}, {side * side - 1, 3.0}}), {side, side});
  CHECK(sum(transpose(t)) == 6);
  CHECK(argmax(flip(t, {0, 1})) == 0);
  CHECK(sum(diagonal(t)) == 4);
  CHECK(sum(slice(rotate(t, {1, 1}), 0, 0, 2)) == 4);
  CHECK(sum(windows(t, 0, 2)) == 6 + 2);
  CHECK(count(t + transpose(t) > 0) == 4);
  CHECK(argmin(t) == 1);
  CHECK(min(t) == 0);
  CHECK(equal(transpose(transpose(t)), t));
  REQUIRE_EQUAL(flat(nonzero(transpose(t) > 0)), (buffer<index_t>{0, 0, 5, 1, side - 1, side - 1}));
}

TEST_CASE("writing through views of a sparse tensor", "[tensor][sparse]") {
  for (int program = 0; program < 150; ++program) {
    INFO("program " << program);
    dice r(static_cast<std::uint64_t>(program) * 31 + 7);
    const shape s = backing::random_shape(r, 3);
    const auto below = support::written<double>(s.elements(), 0, support::scattered<double>(s.elements(), 0, 3, r.bits()));
    const tensor<double> whole = as_tensor(below, s), same = clone(whole);
    tensor<double> sparse = whole, dense = same;
    for (int k = 0; k < 3; ++k) {
      const auto step = backing::random_step(r);
      sparse = backing::stepped(sparse, step);
      dense = backing::stepped(dense, step);
    }
    const auto values = sparse_tensor<double>(sparse.shape(), r.chance(4) ? 1 : 0, 1 + r.below(4), r.bits());
    switch (r.below(5)) {
      case 0:
        copy(values, sparse);
        copy(values, dense);
        break;
      case 1:
        copy(clone(values), sparse);
        copy(values, dense);
        break;
      case 2:
        sparse += values;
        dense += values;
        break;
      case 3:
        copy(upside_down(sparse), sparse);
        copy(upside_down(dense), dense);
        break;
      default: {
        const double value = r.chance(2) ? 0 : 4;
        fill(sparse, value);
        fill(dense, value);
      }
    }
    REQUIRE_EQUAL(whole, same);
    support::check_sparse(whole);
  }
}

TEST_CASE("a view in which a position stands twice is not written, however little is stored", "[tensor][sparse]") {
  const tensor<double> target = as_tensor(support::written<double>(6, 0), {3, 2});
  const tensor<const double> one = as_tensor(listed<double>(4, 0, {{0, 1.0}}), {2, 2}), none = as_tensor(listed<double>(4, 0), {2, 2});
  const auto twice = take(target, 0, selection{0, 0});
  CHECK_THROWS_AS(copy(one, twice), ravel::error);
  CHECK_THROWS_AS(copy(none, twice), ravel::error);
  CHECK_THROWS_AS(copy(one + none, twice), ravel::error);
  CHECK_THROWS_AS(fill(twice, 0), ravel::error);
}
