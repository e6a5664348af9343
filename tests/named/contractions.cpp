// SPDX-License-Identifier: BSL-1.0
// Sums over random products against loops, of factors in any storage order, and how often what stands in an expression is computed.
#include <ravel/named.hpp>
#include <ravel/op/fold/product.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include "stored_anyhow.hpp"

using namespace ravel;

namespace {

constexpr std::size_t dim_count = 5;

template <class T>
struct random_product {
  using S = sum_t<T>;

  explicit random_product(std::uint64_t seed) : r(seed) {
    for (std::size_t d = 0; d < dim_count; ++d) {
      dims.emplace_back(std::string(1, static_cast<char>('a' + d)));
      extents.push_back(r.chance(20) ? 0 : r.between(1, 5));
    }
    const auto count = r.between(2, 4);
    for (std::int64_t f = 0; f < count; ++f) add_factor();
    // Some with a scalar beside them, or a sign.
    named<T> e = made(0);
    for (std::size_t f = 1; f < factors.size(); ++f) e = r.chance(2) ? named<T>(e * made(f)) : named<T>(made(f) * e);
    if (r.chance(3)) {
      e = e * T(2);
      times = T(2);
    }
    if (!std::is_unsigned_v<T> && r.chance(3)) {
      e = -e;
      times = T(-1) * times;
    }
    std::vector<dim> summed;
    for (std::size_t d = 0; d < dim_count; ++d) {
      if (!has_dim(e, dims[d])) continue;
      (r.chance(2) ? over : left).push_back(d);
    }
    for (std::size_t k = left.size(); k > 1; --k) std::swap(left[k - 1], left[static_cast<std::size_t>(r.below(static_cast<index_t>(k)))]);
    for (const std::size_t d : over) summed.push_back(dims[d]);
    std::vector<dim> stay;
    for (const std::size_t d : left) stay.push_back(dims[d]);
    got = order(sum(e, summed), stay);
  }

  S wanted(index_t position) const {
    std::vector<index_t> at(dim_count, 0);
    for (std::size_t k = left.size(); k-- > 0;) {
      at[left[k]] = position % extents[left[k]];
      position /= extents[left[k]];
    }
    return looped(at, 0);
  }

  tensor<const S> got;
  std::vector<std::size_t> left;

 private:
  void add_factor() {
    std::vector<std::size_t> axes;
    std::vector<index_t> shape;
    for (std::size_t d = 0; d < dim_count; ++d) {
      if (axes.size() < 4 && r.chance(2)) axes.push_back(d);
    }
    for (std::size_t k = axes.size(); k > 1; --k) std::swap(axes[k - 1], axes[static_cast<std::size_t>(r.below(static_cast<index_t>(k)))]);
    for (const std::size_t d : axes) shape.push_back(extents[d]);
    axes_of.push_back(axes);
    factors.push_back(support::stored_anyhow<T>(r, shape, [this] { return small(); }));
  }
  T small() {
    const auto whole = [this] { return r.between(std::is_unsigned_v<T> ? 0 : -3, 3); };
    if constexpr (complex_element<T>) return T(static_cast<real_of_t<T>>(whole()), static_cast<real_of_t<T>>(whole()));
    if constexpr (!complex_element<T>) return static_cast<T>(whole());
  }
  named<T> made(std::size_t f) const {
    std::vector<dim> of;
    for (const std::size_t d : axes_of[f]) of.push_back(dims[d]);
    return factors[f](of);
  }
  S looped(std::vector<index_t>& at, std::size_t k) const {
    S total{};
    if (k == over.size()) {
      total = static_cast<S>(times);
      for (std::size_t f = 0; f < factors.size(); ++f) {
        std::vector<index_t> of;
        for (const std::size_t d : axes_of[f]) of.push_back(at[d]);
        total *= static_cast<S>(factors[f].at(of));
      }
      return total;
    }
    for (at[over[k]] = 0; at[over[k]] < extents[over[k]]; ++at[over[k]]) total += looped(at, k + 1);
    return total;
  }

  support::random r;
  std::vector<dim> dims;
  std::vector<index_t> extents;
  std::vector<tensor<T>> factors;
  std::vector<std::vector<std::size_t>> axes_of;
  std::vector<std::size_t> over;
  T times{1};
};

}  // namespace

// (Whole numbers this small are exact in every type and order.)
TEMPLATE_TEST_CASE("contractions are what their loops give, whatever the storage", "[named]", float, double, std::complex<float>,
                   std::complex<double>, std::int64_t, std::uint64_t, std::int32_t) {
  index_t elements = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const random_product<TestType> p(seed);
    index_t wrong = 0;
    for (index_t k = 0; k < p.got.size(); ++k) wrong += static_cast<index_t>(p.got[k] != p.wanted(k));
    INFO("seed " << seed);
    REQUIRE(wrong == 0);
    elements += p.got.size();
  }
  CHECK(elements > 1000);
}

TEST_CASE("an operand is computed as often as documented", "[named]") {
  RAVEL_DIMS(h, q, k, c);
  index_t calls = 0;
  const auto counted = [&](double x) {
    ++calls;
    return x / 2;
  };
  const auto called = [&](const auto& work) {
    calls = 0;
    work();
    return calls;
  };
  const auto scores = clone(reshape(arange<double>(12), {3, 4})), values = ones<double>({5, 4}), many = ones<double>({7, 3});
  // A softmax reads its scores for the greatest and for the powers, and is there then, whatever stands around it.
  const auto weights = [&] { return softmax(map(counted, scores(q, k)), k); };
  CHECK(called([&] { static_cast<void>(clone(order(weights(), q, k))); }) == 24);
  CHECK(called([&] { static_cast<void>(clone(order(sum(values(c, k) * weights(), k), c, q))); }) == 24);
  CHECK(called([&] { static_cast<void>(clone(order(weights() * many(h, q), h, q, k))); }) == 24);
  // A sum reads once, and a contraction reads a factor once.
  CHECK(called([&] { static_cast<void>(clone(order(sum(map(counted, scores(q, k)), k) * many(h, q), h, q))); }) == 12);
  CHECK(called([&] { static_cast<void>(clone(order(sum(map(counted, scores(q, k)) * values(c, k), k), c, q))); }) == 12);
  // A function of the user's own stays in the loop around it, and behind a handle it is computed once for those loops that it has.
  CHECK(called([&] { static_cast<void>(clone(order(map(counted, scores(q, 0)) * many(h, q), h, q))); }) == 21);
  CHECK(called([&] { static_cast<void>(clone(order(named<double>(map(counted, scores(q, 0))) * many(h, q), h, q))); }) == 3);
}
