// SPDX-License-Identifier: BSL-1.0
// fetch and take bring the rows that are asked for, whoever owns them.
#include <mpi/ranks.hpp>

using namespace ranks;

TEST_CASE("each rank fetches what it asks for") {
  const auto vector = numbered({23});
  const auto matrix = numbered({11, 3});
  run_all([&](const mpi::world& w) {
    engine random(static_cast<std::uint64_t>(w.rank()) + 5);
    for (const mpi::distribution& how : distributions(vector.shape(), w.size())) {
      const auto x = mpi::from_local(w, vector, how);
      std::vector<index_t> wanted;
      for (index_t k = pick(random, 0, 30); k > 0; --k) wanted.push_back(pick(random, 0, 22));
      const auto positions = ravel::clone(ravel::borrow(wanted.data(), {static_cast<index_t>(wanted.size())}));
      expect_same(fetch(x, positions), ravel::clone(take(vector, 0, positions)), how.description());
      expect_same(fetch(flip(x) * 2, positions), ravel::clone(take(ravel::clone(flip(vector) * 2), 0, positions)), "an expression");
    }
    for (const mpi::distribution& how : distributions(matrix.shape(), w.size())) {
      const auto rows = fetch(mpi::from_local(w, matrix, how), ravel::tensor<int>{w.rank(), 10, w.rank()});
      expect_same(rows, ravel::clone(take(matrix, 0, ravel::tensor<index_t>{w.rank(), 10, w.rank()})), how.description());
    }
    expect(fetch(mpi::from_local(w, matrix, mpi::blocks{0}), ravel::empty<index_t>({0})).size() == 0, "nothing");
  });
}

TEST_CASE("distributed positions take along any axis") {
  const auto whole = numbered({5, 7, 4});
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
      const auto x = mpi::from_local(w, whole, how);
      for (index_t axis = 0; axis < 3; ++axis) {
        const auto places = ravel::random_integers<int>({13}, 0, whole.extent(axis), 3);
        const auto wanted = ravel::clone(take(whole, axis, ravel::clone(ravel::cast<index_t>(places))));
        const auto found = take(x, axis, mpi::from_local(w, places, mpi::cyclic{0}));
        expect_same(found, wanted, how.description() + ", axis " + std::to_string(axis));
        expect_same(take(x, axis, mpi::from_local(w, places, mpi::blocks{0}), mpi::blocks{1}), wanted, "as told");
      }
    }
    const auto x = mpi::random_normal<double>(w, {3000}, 0, 1, 3, mpi::blocks{0});
    expect_same(take(x, 0, argsort(x)), mpi::collect(sort(x)), "sorted");
  });
}

TEST_CASE("a position that is not there is an error on all ranks") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::zeros<double>(w, {9}, mpi::blocks{0});
    std::string text;
    try {
      (void)fetch(x, ravel::tensor<index_t>{w.rank() == w.size() - 1 ? 9 : 0});
    } catch (const ravel::index_error& e) {
      text = e.what();
    }
    expect(text.find("9") != std::string::npos, "no error: " + text);
    expect(sum(x) == 0, "going on");
  });
}

TEST_CASE("rows of bool are fetched and taken") {
  const auto vector = ravel::clone(ravel::random_uniform<double>({23}, 0, 1, 4) < 0.4);
  const auto matrix = ravel::clone(ravel::random_uniform<double>({9, 5}, 0, 1, 4) < 0.4);
  const ravel::tensor<index_t> places{8, 0, 8, 3};
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(vector.shape(), w.size())) {
      const auto x = mpi::from_local(w, vector, how);
      expect_same(fetch(x, places), ravel::clone(take(vector, 0, places)), how.description() + ", fetch");
      expect_same(take(x, 0, mpi::from_local(w, places, mpi::cyclic{0})), ravel::clone(take(vector, 0, places)),
                  how.description() + ", take");
    }
    const auto rows = mpi::from_local(w, matrix, mpi::blocks{1});
    expect_same(fetch(rows, places), ravel::clone(take(matrix, 0, places)), "fetched rows");
    expect_same(take(rows, 1, mpi::from_local(w, ravel::tensor<int>{4, 4, 0}, mpi::blocks{0})),
                ravel::clone(take(matrix, 1, ravel::tensor<index_t>{4, 4, 0})), "columns");
  });
}

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
