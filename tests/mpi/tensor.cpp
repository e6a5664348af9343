// SPDX-License-Identifier: BSL-1.0
// The own part of a distributed tensor, and its handle.
#include <mpi/ranks.hpp>

#include <ravel/interop/arrow.hpp>
#include <ravel/interop/dlpack.hpp>

using namespace ranks;

template <class X>
concept read_by_integers = requires(const X& x) { x(0, 0); };
static_assert(!read_by_integers<mpi::tensor<double>>);
static_assert(!ravel::readable<mpi::tensor<double>>);

TEST_CASE("the own part and its positions show this rank's elements") {
  run_all([](const mpi::world& w) {
    const auto whole = numbered({5, 6});
    for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
      const auto x = mpi::from_local(w, whole, how);
      const auto own = x.local();
      const ravel::dims at = x.positions();
      expect(own.shape() == at.shape(), "the shapes differ");
      const ravel::tensor<const double> line = flat(whole), mine = flat(own);
      for (index_t i = 0; i < own.size(); ++i) expect(mine(i) == line(at.to_local(i)), how.description());
      ravel::fill(own, 3);
      w.barrier();
      expect_same(x, ravel::full<double>({5, 6}, 3), "written locally");
    }
  });
}

TEST_CASE("copies of a handle share elements, and a view has no box") {
  run(2, [](const mpi::world& w) {
    auto x = mpi::zeros<double>(w, {4, 4}, mpi::blocks{0});
    const auto same = x;
    fill(x, 2);
    x = mpi::zeros<double>(w, {1}, mpi::blocks{0});
    expect_same(same, ravel::full<double>({4, 4}, 2), "shared");
    std::string text;
    try {
      (void)transpose(same).local();
    } catch (const ravel::layout_error& e) {
      text = e.what();
    }
    expect(text == "the view [4 4] = 0 + [4:1] [4:4] of a tensor in blocks along [0] has no box on rank " + std::to_string(w.rank()) +
                       ": clone it first",
           text);
    bool is_caught = false;
    try {
      (void)select(same, 1, 0).local();
      (void)select(mpi::zeros<double>(w, {2, 2}, mpi::blocks{1}), 0, 0).local();  // its distribution cuts an axis that it has not
    } catch (const ravel::layout_error&) {
      is_caught = true;
    }
    expect(is_caught, "a view has a box");
  });
}

TEST_CASE("the own part goes to others by DLPack and Arrow, and lives as long as they use it") {
  run_all([](const mpi::world& w) {
    const auto whole = numbered({5, 6});
    for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
      const std::string what = how.description();
      ravel::tensor<double> lent;
      {
        const auto x = mpi::from_local(w, whole, how);
        const auto own = x.local();
        lent = ravel::from_dlpack<double>(ravel::to_dlpack(own));
        expect_same(lent, own, what + ", DLPack");
        ArrowSchema schema;
        ArrowArray rows;
        ravel::to_arrow(own, &schema, &rows);
        expect(ravel::equal(ravel::from_arrow<double>(&schema, &rows).values, flat(own)), what + ", Arrow");
        w.barrier();
        ravel::copy(lent * 2.0, lent);
        w.barrier();
        expect_same(x, ravel::clone(whole * 2.0), what + ", written by DLPack");
      }
      expect(lent.size() == 0 || ravel::min(lent) >= 2, what + ", behind the end of the tensor");
    }
  });
}
