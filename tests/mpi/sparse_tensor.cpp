// SPDX-License-Identifier: BSL-1.0
// Sparse tensors over ranks have the entries of one machine, whatever the distribution of their rows; so have functions of them.
#include <mpi/sparse_rows.hpp>

#include <sstream>

using namespace sparse_rows;

namespace {

template <class T>
void check_making(const ravel::tensor<T>& whole, const std::string& what) {
  const auto dense = ravel::clone(whole);
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : row_distributions(whole.extent(0), w.size())) {
      const std::string at = what + " in " + how.description();
      const auto x = mpi::sparse_from_local(w, whole, how);
      expect_entries(x, whole, at);
      expect(stored_count(x) == ravel::stored_count(whole), at + ": count");
      expect_same(clone(x), dense, at + ": dense");
      expect_same(clone(x, mpi::blocks{-1}), dense, at + ": dense in columns");
      const auto on_last = collect(x, w.size() - 1);
      expect(on_last.has_value() == (w.rank() == w.size() - 1), at + ": on one rank");
      if (on_last) expect_entries(*on_last, whole, at + ": on one rank");
      expect_entries(to_sparse(x, mpi::cyclic{0}), whole, at + ": moved");
      const auto from_dense = to_sparse(mpi::from_local(w, dense, how), how, *whole.fill());
      expect_entries(from_dense, whole, at + ": from dense");
      expect(from_dense.how() == x.how() && x.local().shape() == from_dense.local().shape(), at + ": lies alike");
    }
  });
}

}  // namespace

TEST_CASE("sparse tensors are made of local and dense ones") {
  check_making(random_sparse<double>({13, 7}, 20, 1), "a matrix");
  check_making(random_sparse<double>({13, 7}, 0, 1), "no entries");
  check_making(random_sparse<double>({1, 1}, 1, 1), "one element");
  check_making(random_sparse<double>({0, 5}, 0, 1), "no rows");
  check_making(random_sparse<double>({5, 0}, 0, 1), "no columns");
  check_making(random_sparse<std::int32_t>({17}, 9, 2), "a vector");
  check_making(random_sparse<complex>({4, 3, 5}, 22, 3), "three axes");
  check_making(random_sparse<double>({9, 4}, 11, 4, 2.5), "another default value");
  check_making(random_sparse<double>({9, 4}, 11, 5, no_number), "NaN as default value");
  check_making(ravel::to_sparse(ravel::tensor<double>{{0, no_number}, {-infinity, 1}}), "NaN and infinity");
}

TEST_CASE("entries of all ranks come to the ranks of their rows") {
  const ravel::shape extents{11, 6};
  run_all([&](const mpi::world& w) {
    engine random(9);
    std::vector<index_t> places, own_places;
    std::vector<double> values, own_values;
    std::vector<index_t> of_rank;
    for (int r = 0; r < w.size(); ++r) {
      for (index_t k = r == 1 ? 0 : pick(random, 0, 40); k > 0; --k) {
        const index_t row = pick(random, 0, 10), column = pick(random, 0, 5);
        const double some[] = {0.0, -0.0, 1e300, -1e300, 1.5, 1e-3};
        const double value = pick(random, 0, 3) == 0 ? some[pick(random, 0, 5)] : value_of<double>(random);
        places.insert(places.end(), {row, column});
        values.push_back(value);
        if (r != w.rank()) continue;
        own_places.insert(own_places.end(), {row, column});
        own_values.push_back(value);
      }
    }
    const auto table = [](const std::vector<index_t>& list) {
      return ravel::clone(ravel::borrow(list.data(), {static_cast<index_t>(list.size()) / 2, 2}));
    };
    const auto line = [](const std::vector<double>& list) {
      return ravel::clone(ravel::borrow(list.data(), {static_cast<index_t>(list.size())}));
    };
    for (const auto twice : {ravel::on_duplicates::sum, ravel::on_duplicates::first, ravel::on_duplicates::last}) {
      const auto wanted = ravel::from_coo(extents, table(places), line(values), twice);
      for (const mpi::distribution& how : row_distributions(11, w.size())) {
        expect_entries(mpi::from_coo(w, extents, table(own_places), line(own_values), how, twice), wanted, how.description());
      }
    }
    const std::vector<std::vector<index_t>> lists{{w.rank(), 9}, {2, 3}};
    const auto refused = thrown([&] { (void)mpi::from_coo(w, extents, lists, std::vector{1.0, 2.0}); });
    expect(w.size() == 1 || refused.find("two entries both have the coordinates [9 3]: say on_duplicates") != std::string::npos, refused);
    const std::vector<std::vector<index_t>> outside{{w.rank() == w.size() - 1 ? 11 : 0}, {0}};
    const auto wrong = thrown([&] { (void)mpi::from_coo(w, extents, outside, std::vector{1.0}); });
    expect(wrong.find("entry 0 has the coordinate 11 on axis 0, outside the extent 11") != std::string::npos, wrong);
    const std::vector<std::vector<index_t>> none{{}, {}};
    expect_entries(mpi::from_coo(w, extents, none, std::vector<int>()), ravel::sparse_tensor<int>(extents), "no entries at all");
  });
}

TEST_CASE("functions of sparse tensors go by entries") {
  const auto a = random_sparse<double>({12, 9}, 30, 1), b = random_sparse<double>({12, 9}, 40, 2);
  const auto n = random_sparse<std::int64_t>({12, 9}, 30, 3);
  ravel::tensor<double> odd = ravel::clone(a);
  odd(0, 0) = no_number, odd(5, 3) = infinity, odd(11, 8) = -infinity;
  const auto c = ravel::to_sparse(odd);
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : row_distributions(12, w.size())) {
      const std::string at = how.description();
      const auto x = mpi::sparse_from_local(w, a, how), y = mpi::sparse_from_local(w, b, mpi::cyclic{0}),
                 z = mpi::sparse_from_local(w, c, how);
      const auto k = mpi::sparse_from_local(w, n, how);
      expect_entries(x + y, ravel::to_sparse(a + b), at + ": +");
      expect_entries(y - x, ravel::to_sparse(b - a), at + ": -");
      expect_entries(x * y * 2.0, ravel::to_sparse(a * b * 2.0), at + ": *");
      expect_entries(y * z, ravel::to_sparse(b * c), at + ": infinity and NaN");
      expect_entries(-x + 1.0, ravel::to_sparse(-a + 1.0), at + ": another default value");
      expect_entries(sqrt(abs(x)), ravel::to_sparse(sqrt(abs(a))), at + ": sqrt");
      expect_entries(x > y, ravel::to_sparse(a > b), at + ": >");
      expect_entries(k * k + k, ravel::to_sparse(n * n + n), at + ": integers");
      expect_entries(mpi::cast<float>(k), ravel::to_sparse(ravel::cast<float>(n)), at + ": cast");
      const auto f = [](double p, double q) { return p * p - q; };
      expect_entries(map(f, x, y), ravel::to_sparse(map(f, a, b)), at + ": map");
      const auto lazy = x + y;
      expect(lazy.how() == x.how(), at + ": lies as its first operand");
      expect_entries(to_sparse(lazy), ravel::to_sparse(a + b), at + ": computed");
    }
    const auto x = mpi::sparse_from_local(w, a, mpi::blocks{0});
    index_t calls = 0;
    ravel::with_executor(ravel::serial, [&] { (void)to_sparse(map([&](double v) { return ++calls, v * 2; }, x)); });
    expect(calls <= ravel::stored_count(x.local()) + 8, "only entries");
  });
}

TEST_CASE("functions that do not fit say so") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::sparse_from_local(w, random_sparse<double>({6, 4}, 5, 1), mpi::blocks{0});
    const auto y = mpi::sparse_from_local(w, random_sparse<double>({4, 6}, 5, 1), mpi::blocks{0});
    const auto n = mpi::sparse_from_local(w, random_sparse<std::int64_t>({6, 4}, 5, 1), mpi::blocks{0});
    expect(
        thrown([&] { (void)(x + y); }) == "functions of sparse tensors of ranks take one shape, not [6 4] and [4 6]: nothing is stretched",
        "shapes");
    expect(thrown([&] { (void)(index_t{1} / n); }).find("has no value for elements that are not stored") != std::string::npos, "dense");
    const auto moved = x + to_sparse(x, mpi::cyclic{0});
    expect(w.size() > 0 && thrown([&] { (void)moved.local(); }).find("make it by to_sparse first") != std::string::npos, "local");
    expect(thrown([&] { (void)mpi::sparse_from_local(w, ravel::eye<double>(4), mpi::blocks{1}); }).find("is cut along axis 0") !=
               std::string::npos,
           "columns");
  });
}

TEST_CASE("ranks that differ in sparse operands throw alike") {
  for (const int count : {2, 3}) {
    run(count, [](const mpi::world& w) {
      const auto one = ravel::to_sparse(ravel::eye<double>(w.rank() == 1 ? 1 : 3));
      const auto pattern = thrown([&] { (void)mpi::sparse_from_local(w, ravel::broadcast(one, {3, 3}), mpi::blocks{0}); });
      expect(pattern.find("ranks stand at different operations") != std::string::npos && pattern.find("of 9 entries") != std::string::npos,
             pattern);
      const auto x = mpi::sparse_from_local(w, random_sparse<double>({9, 4}, 7, 1), mpi::blocks{0});
      const auto y = mpi::sparse_from_local(w, random_sparse<double>({4, 9}, 7, 1), mpi::blocks{0});
      const auto shapes = thrown([&] { (void)(w.rank() == 0 ? stored_count(x) : stored_count(y)); });
      expect(shapes.find("float64[9 4] sparse") != std::string::npos && shapes.find("float64[4 9] sparse") != std::string::npos, shapes);
      const auto full = mpi::sparse_from_local(w, ravel::full<double>({9, 4}, 1), mpi::blocks{0});
      const auto failing = map([&](double v) { return w.rank() == 1 && v > 0 ? throw ravel::value_error("no data") : v; }, full);
      expect(thrown([&] { (void)to_sparse(failing); }) == "rank 1: no data", "one rank fails");
      expect(stored_count(full) == 36, "going on");
    });
  }
}

TEST_CASE("a rank says in one line what it has") {
  run(2, [](const mpi::world& w) {
    const auto x = mpi::sparse_from_local(w, random_sparse<double>({9, 4}, 7, 1), mpi::blocks{0});
    std::ostringstream out;
    out << x;
    expect(out.str() == "float64[9 4] sparse, blocks along [0], rank " + std::to_string(w.rank()) + " of 2", out.str());
    std::ostringstream text;
    mpi::print(x, text);
    if (w.rank() == 0) {
      std::ostringstream wanted;
      wanted << random_sparse<double>({9, 4}, 7, 1) << "\n";
      expect(text.str() == wanted.str(), text.str());
    } else {
      expect(text.str().empty(), "rank 0 writes");
    }
  });
}
