// SPDX-License-Identifier: BSL-1.0
// Chosen elements are those of one machine, in its order.
#include <mpi/ranks.hpp>

using namespace ranks;

namespace {

template <class T>
ravel::tensor<const T> vector_of(const ravel::buffer<T>& b) {
  return ravel::tensor<const T>(ravel::dims::row_major({b.size()}), b);
}

}  // namespace

TEST_CASE("masks and conditions choose the elements of one machine") {
  for (const ravel::shape& extents : {ravel::shape{0}, ravel::shape{1}, ravel::shape{3000}, ravel::shape{13, 7}, ravel::shape{3, 4, 5}}) {
    const auto whole = ravel::random_normal<double>(extents, 0, 1, 3);
    const auto mask = ravel::clone(whole > 0.3);
    const auto holds = [](double v) { return v < -0.5; };
    const auto positions = ravel::clone(reshape(ravel::nonzero(ravel::clone(flat(mask))), {-1}));
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const std::string what = ravel::to_string(extents) + ", " + how.description();
        const auto x = mpi::from_local(w, whole, how);
        const auto wanted = vector_of(ravel::compress(whole, mask));
        expect_same(compress(x, x > 0.3), wanted, what + ", compress");
        expect_same(compress(x, mask, mpi::cyclic{0}), wanted, what + ", compress by a local mask");
        expect_same(filter(x, holds), vector_of(ravel::filter(whole, holds)), what + ", filter");
        expect_same(filter(x * 2, holds), vector_of(ravel::filter(ravel::clone(whole * 2), holds)), what + ", filter of an expression");
        expect_same(argfilter(x > 0.3), positions, what + ", argfilter");
        expect_same(argfilter(x, [](double v) { return v > 0.3; }), positions, what + ", argfilter by a condition");
        expect_same(nonzero(x > 0.3), ravel::nonzero(mask), what + ", nonzero");
      }
    });
  }
}

TEST_CASE("what is chosen lies in blocks of rows, and a mask fits") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::from_local(w, ravel::arange(100.0), mpi::cyclic{0});
    const auto chosen = compress(x, x >= 90);
    expect(chosen.how() == mpi::blocks{0} && chosen.size() == 10, "blocks");
    expect(chosen.local().size() <= (10 + w.size() - 1) / w.size(), "even parts");
    std::string text;
    try {
      (void)compress(x, slice(x > 5, 0, 0, 50));
    } catch (const ravel::shape_error& e) {
      text = e.what();
    }
    expect(text == "compress takes distributed tensors of one shape, not of [100] and [50]", text);
    text.clear();
    try {
      (void)filter(x, [&](double v) { return w.rank() == 0 && v == 0 ? throw ravel::value_error("no answer") : v > 3; });
    } catch (const ravel::value_error& e) {
      text = e.what();
    }
    expect(text.find("no answer") != std::string::npos, "no error");
  });
}

TEST_CASE("elements of bool are chosen") {
  const auto whole = ravel::clone(ravel::random_uniform<double>({3000}, 0, 1, 4) < 0.4);
  const auto mask = ravel::clone(ravel::random_uniform<double>({3000}, 0, 1, 5) < 0.7);
  run_all([&](const mpi::world& w) {
    const auto x = mpi::from_local(w, whole, mpi::cyclic{0}), m = mpi::from_local(w, mask, mpi::blocks{0});
    expect_same(compress(x, m), vector_of(ravel::compress(whole, mask)), "compress");
    const auto is_true = [](bool b) { return b; };
    expect_same(filter(x, is_true), vector_of(ravel::filter(whole, is_true)), "filter");
  });
}
