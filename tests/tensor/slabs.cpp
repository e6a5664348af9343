// SPDX-License-Identifier: BSL-1.0
// Parts that are no larger than asked for and show everything once.
#include <ravel/loop/compare.hpp>
#include <ravel/tensor/detail/along.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include <complex>
#include <vector>

using ravel::index_t;
using ravel::tensor;

TEST_CASE("slabs cover a tensor once", "[tensor]") {
  const tensor<int> from = reshape(ravel::arange<int>(7 * 5 * 6), {7, 5, 6}), to = ravel::zeros<int>({7, 5, 6});
  for (const index_t most : {1, 4, 6, 29, 30, 61, 209, 210, 1000}) {
    fill(to, 0);
    const ravel::detail::shared_untyped both[] = {ravel::detail_access::shared<int>(from), ravel::detail_access::shared<int>(to)};
    ravel::detail::each_slab(most, both, [&](ravel::detail::tensor_parts parts) {
      const auto a = ravel::detail_access::wrap<tensor<const int>>(parts[0]);
      const auto b = ravel::detail_access::wrap<tensor<int>>(parts[1]);
      CHECK(a.size() <= most);
      CHECK(a.shape() == b.shape());
      b += a;
    });
    REQUIRE_EQUAL(to, from);
  }
}

namespace {

// The elements in row-major order, as work along axes has them, and how many allocations that took.
template <class T>
std::int64_t check_pieces(const tensor<const T>& view) {
  const tensor<T> wanted = clone(view);
  std::int64_t made = 0;
  for (int times = 0; times < 2; ++times) {
    const T* next = wanted.data();
    bool same = true;
    const std::int64_t before = support::total_allocations();
    ravel::detail::each_piece(view, [&](ravel::block<const T> b, index_t n) {
      for (index_t i = 0; i < n; ++i) same = same && b.data[i * b.step] == *next++;
    });
    made = support::total_allocations() - before;
    CHECK(same);
    CHECK(next == wanted.data() + wanted.size());
  }
  return made;
}

}  // namespace

TEMPLATE_TEST_CASE("memory of every layout is read in slabs, without a thing made for each", "[tensor]", std::uint8_t, float,
                   std::complex<double>) {
  using T = TestType;
  const tensor<T> x = ravel::empty<T>({60, 70, 120});
  for (index_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<T>(static_cast<float>(i % 251));
  for (const std::vector<index_t>& order : {std::vector<index_t>{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}}) {
    const tensor<const T> turned = transpose(x, order);
    CHECK(check_pieces<T>(turned) <= 10);
    CHECK(check_pieces<T>(flip(turned, {0, 2})) <= 10);
    CHECK(check_pieces<T>(slice(turned, 1, 3, 25, 2)) <= 10);
    check_pieces<T>(slice(flip(turned, 1), 0, 2, 20, 2));
  }
  check_pieces<T>(transpose(broadcast(select(x, 0, 0), {30, 70, 120})));
  check_pieces<T>(transpose(reshape(x, {60 * 70 * 60, 2})));
  check_pieces<T>(transpose(reshape(x, {2, 60 * 70 * 60})));
}
