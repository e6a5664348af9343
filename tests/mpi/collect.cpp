// SPDX-License-Identifier: BSL-1.0
// Bringing elements together and printing them.
#include <mpi/ranks.hpp>

#include <sstream>

using namespace ranks;

TEST_CASE("collect gives the whole on all ranks or on one") {
  run_all([](const mpi::world& w) {
    for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{9}, ravel::shape{4, 5}, ravel::shape{0}}) {
      const auto whole = numbered(extents);
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const auto x = mpi::from_local(w, whole, how);
        expect_same(mpi::collect(x), whole, "collect");
        expect_same(mpi::collect(x * 2), ravel::clone(whole * 2), "collect an expression");
        for (int root = 0; root < w.size(); ++root) {
          const auto there = mpi::collect(flip(x), root);
          expect(there.has_value() == (w.rank() == root), "on a wrong rank");
          if (there) expect_same(*there, ravel::clone(flip(whole)), "collect on one");
        }
      }
    }
  });
  run(2, [](const mpi::world& w) {
    std::string text;
    try {
      (void)mpi::collect(mpi::zeros<double>(w, {1}, mpi::blocks{0}), 2);
    } catch (const ravel::index_error& e) {
      text = e.what();
    }
    expect(text == "rank 0: there is no rank 2 among 2 ranks", text);
  });
}

TEST_CASE("one element is given to all ranks") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({4, 5}), mpi::cyclic{0, 1});
    expect(mpi::at(x, {2, 3}) == numbered({4, 5})(2, 3), "a wrong element");
    expect(mpi::at(x + 1, {0, 4}) == numbered({4, 5})(0, 4) + 1, "a wrong element of an expression");
  });
}

TEST_CASE("rank 0 prints the text of the local tensor") {
  run_all([](const mpi::world& w) {
    for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{3, 4}, ravel::shape{0, 4}, ravel::shape{40, 50}}) {
      const auto x = mpi::from_local(w, numbered(extents), mpi::blocks(ravel::ints(std::vector<index_t>(extents.rank() > 0 ? 1 : 0, 0))));
      std::ostringstream out;
      mpi::print(x, out);
      expect(out.str() == (w.rank() == 0 ? ravel::to_string(numbered(extents)) + "\n" : ""), out.str());
    }
  });
}

TEST_CASE("<< describes a tensor in one line") {
  run(4, [](const mpi::world& w) {
    std::ostringstream out;
    out << mpi::zeros<float>(w, {8, 12}, mpi::blocks{0, 1});
    expect(out.str() == "float32[8 12], blocks along [0 1], rank " + std::to_string(w.rank()) + " of 4", out.str());
    std::ostringstream view;
    view << select(mpi::zeros<float>(w, {8, 12}, mpi::blocks{0, 1}), 0, 3);
    expect(view.str() == "float32[12], a view of blocks along [0 1], rank " + std::to_string(w.rank()) + " of 4", view.str());
  });
}
