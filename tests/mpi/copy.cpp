// SPDX-License-Identifier: BSL-1.0
// Writing distributed tensors: between all distributions, in place, through views, and with what is refused; bringing elements together and
// printing them.
#include <mpi/ranks.hpp>

#include <sstream>

using namespace ranks;

template <class S, class T>
concept copied = requires(const mpi::tensor<S>& from, const mpi::tensor<T>& to) { copy(from, to); };
template <class T>
concept added = requires(const mpi::tensor<T>& t) { t += 0.5; };
static_assert(copied<float, double> && copied<std::int32_t, std::int64_t>);
static_assert(!copied<double, float> && !copied<double, int>);
static_assert(added<double> && !added<int>);
static_assert(!mpi::travelling<std::string>);

TEST_CASE("copies between all pairs of distributions keep the elements") {
  run_all([](const mpi::world& w) {
    for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{11}, ravel::shape{5, 6}, ravel::shape{1, 3}, ravel::shape{0, 2}}) {
      const auto whole = numbered(extents);
      for (const mpi::distribution& from : distributions(extents, w.size())) {
        const auto x = mpi::from_local(w, whole, from);
        for (const mpi::distribution& to : distributions(extents, w.size())) {
          const auto y = mpi::empty<double>(w, extents, to);
          copy(x, y);
          expect_same(y, whole, ravel::to_string(extents) + ", " + from.description() + " to " + to.description());
        }
      }
    }
  });
}

TEST_CASE("assignments, fills and operators in place are those of local tensors") {
  run_all([](const mpi::world& w) {
    const auto start = numbered({5, 6});
    for (const mpi::distribution& how : distributions(start.shape(), w.size())) {
      const auto x = mpi::from_local(w, start, how);
      const auto wanted = ravel::clone(start);
      fill(x(ravel::slice(1, 3), ravel::all), 4);
      ravel::fill(wanted(ravel::slice(1, 3), ravel::all), 4);
      x += 1;
      wanted += 1;
      x -= rotate(x, {1, 1});
      wanted -= ravel::rotate(wanted, {1, 1});
      x *= select(x, 0, 2);
      wanted *= ravel::select(wanted, 0, 2);
      expect_same(x, wanted, how.description() + ", in place");
      x(ravel::slice(0, 2), ravel::slice(0, 3)) = ravel::tensor<double>{{1, 2, 3}, {4, 5, 6}};
      wanted(ravel::slice(0, 2), ravel::slice(0, 3)) = ravel::tensor<double>{{1, 2, 3}, {4, 5, 6}};
      copy(x, x);
      flip(x).assign(x);
      ravel::flip(wanted).assign(wanted);
      expect_same(x, wanted, how.description() + ", assigned");
      const auto small = mpi::from_local(w, ravel::full<std::uint8_t>({5, 6}, 200), how);
      small -= 100;
      expect_same(small, ravel::full<std::uint8_t>({5, 6}, 100), how.description() + ", small");
      std::string text;
      try {
        small += 200;
      } catch (const ravel::error& e) {
        text = e.what();
      }
      expect(text.find("rank ") == 0 || w.size() == 1, "an overflow says " + text);
      expect(!text.empty(), "no overflow");
    }
  });
}

TEST_CASE("a source is stretched to its target, and widened") {
  run_all([](const mpi::world& w) {
    const auto row = mpi::from_local(w, ravel::arange<std::int32_t>(6), mpi::blocks{0});
    const auto y = mpi::empty<double>(w, {4, 6}, mpi::blocks{0, 1});
    copy(row, y);
    expect_same(y, ravel::clone(ravel::cast<double>(ravel::broadcast(ravel::arange<std::int32_t>(6), {4, 6}))), "a row");
    copy(new_axis(slice(row, 0, 0, 4), 1), y);
    expect_same(y, ravel::clone(ravel::cast<double>(ravel::broadcast(ravel::reshape(ravel::arange<std::int32_t>(4), {4, 1}), {4, 6}))),
                "a column");
  });
}

// Blocks that lack nothing are computed first, while the rest is under way.
TEST_CASE("parts of many blocks, of which some wait for elements of other ranks") {
  const auto whole = numbered({5000, 7});
  for (const int count : {1, 2, 3}) {
    run(count, [&](const mpi::world& w) {
      for (const mpi::distribution& how : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::block_cyclic(0, 700)),
                                           mpi::distribution(mpi::cyclic{0}), mpi::distribution(mpi::blocks{1})}) {
        const auto x = mpi::from_local(w, whole, how);
        const auto y = mpi::zeros<double>(w, {5000, 7}, mpi::blocks{0});
        copy(rotate(x, {1, 0}) + rotate(x, {-300, 2}) * x, y);
        expect_same(y, ravel::clone(ravel::rotate(whole, {1, 0}) + ravel::rotate(whole, {-300, 2}) * whole), how.description());
        copy(rotate(x, {2600, 0}), y);
        expect_same(y, ravel::clone(ravel::rotate(whole, {2600, 0})), how.description() + ", copied");
        copy(rotate(x, {1, 0}) - x, x);
        expect_same(x, ravel::clone(ravel::rotate(whole, {1, 0}) - whole), how.description() + ", in place");
        copy(rotate(y, {700, 1}), flip(x));
        expect_same(flip(x), ravel::clone(ravel::rotate(ravel::rotate(whole, {2600, 0}), {700, 1})), how.description() + ", backwards");
      }
      const auto x = mpi::from_local(w, whole, mpi::blocks{0});
      const auto y = mpi::zeros<double>(w, {5000, 7}, mpi::blocks{0});
      const auto checked =
          mpi::map([](double v) { return v > 17600 && v < 17700 ? throw ravel::value_error("no such element") : v; }, rotate(x, {-10, 0}));
      std::string text;
      try {
        copy(checked, y);  // a rank fails while messages are under way
      } catch (const ravel::value_error& e) {
        text = e.what();
      }
      expect(text.find("no such element") != std::string::npos, "no error");
      expect_same(x, whole, "the ranks go on together");
    });
  }
}

TEST_CASE("messages longer than a piece arrive") {
  for (const int count : {2, 3}) {
    run(count, [](const mpi::world& w) {
      const auto whole = numbered({400, 500});
      const auto x = mpi::from_local(w, whole, mpi::blocks{0});
      expect_same(mpi::clone(transpose(x)), ravel::clone(transpose(whole)), "transposed");
      expect_same(mpi::clone(x, mpi::blocks({0}, {1})), whole, "on one rank");
      expect_same(mpi::clone(x, mpi::cyclic{1}), whole, "cyclic");
    });
  }
}

TEST_CASE("elements of any width travel") {
  struct three {
    std::uint8_t of[3];
  };
  run(3, [](const mpi::world& w) {
    const auto x = mpi::zeros<three>(w, {10}, mpi::blocks{0});
    const auto own = x.local();
    const ravel::dims at = x.positions();
    for (index_t i = 0; i < own.size(); ++i) own(i) = three{{static_cast<std::uint8_t>(at.to_local(i)), 1, 2}};
    const auto y = mpi::clone(flip(x), mpi::cyclic{0});
    const auto there = y.local();
    for (index_t i = 0; i < there.size(); ++i) expect(there(i).of[0] == 9 - y.positions().to_local(i), "a struct is wrong");
  });
  run(2, [](const mpi::world& w) {
    expect_same(mpi::clone(transpose(mpi::from_local(w, ravel::full<bool>({3, 4}, true), mpi::blocks{0}))), ravel::full<bool>({4, 3}, true),
                "bools");
  });
}

TEST_CASE("a target that shows an element twice is refused on all ranks") {
  run(3, [](const mpi::world& w) {
    const auto x = mpi::zeros<double>(w, {4}, mpi::blocks{0});
    std::string text;
    try {
      fill(tile(x, {2}), 1);
    } catch (const ravel::layout_error& e) {
      text = e.what();
    }
    expect(text.find("rank 0: fill: the target shows one element at several positions") == 0, text);
  });
}

TEST_CASE("a clone lies as its first tensor does") {
  run(4, [](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({8, 8}), mpi::blocks{1});
    expect(mpi::clone(rotate(x, {1, 1}) + 1).dims() == x.dims(), "not along axis 1");
    expect(mpi::clone(flat(x)).dims() == mpi::zeros<double>(w, {64}, mpi::blocks{0}).dims(), "not along the only axis");
  });
}

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
