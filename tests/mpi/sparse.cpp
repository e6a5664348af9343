// SPDX-License-Identifier: BSL-1.0
// Parts, products, sums and transposes of sparse tensors over ranks have the bits of one machine.
#include <mpi/sparse_rows.hpp>

#include <ravel/mpi/sparse.hpp>

using namespace sparse_rows;

namespace {

template <class A, class U>
void check_product(const ravel::tensor<A>& a, const ravel::tensor<U>& b, const std::string& what) {
  const auto wanted = ravel::matmul(a, b);
  const auto left = ravel::clone(ravel::transpose(b)), turned = ravel::clone(ravel::transpose(wanted));
  const auto right = ravel::to_sparse(ravel::transpose(a));
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : row_distributions(a.extent(0), w.size())) {
      const auto x = mpi::sparse_from_local(w, a, how);
      for (const mpi::distribution& of : row_distributions(b.extent(0), w.size())) {
        const std::string at = what + " in " + how.description() + " by " + of.description();
        const auto y = mpi::from_local(w, b, of);
        const auto z = matmul(x, y);
        expect_same(z, wanted, at);
        expect(z.how() == x.how(), at + ": lies as the sparse matrix");
        expect_same(matmul(x, y), wanted, at + ", again");
      }
      expect_same(matmul(x, mpi::from_local(w, b, mpi::blocks{-1})), wanted, what + " by columns");
      expect_same(matmul(x, b), wanted, what + " by a local tensor");
    }
    for (const mpi::distribution& how : row_distributions(right.extent(0), w.size())) {
      const auto y = mpi::sparse_from_local(w, right, how);
      expect_same(matmul(mpi::from_local(w, left, mpi::blocks{0}), y), turned, what + ": dense by sparse in " + how.description());
      expect_same(matmul(left, y), turned, what + ": local by sparse in " + how.description());
    }
  });
}

}  // namespace

TEST_CASE("products by dense tensors have the bits of one machine") {
  const auto a = random_sparse<double>({23, 17}, 60, 1);
  const auto vector = ravel::random_normal<double>({17}, 0, 1, 3), matrix = ravel::random_normal<double>({17, 5}, 0, 1, 4);
  check_product(a, vector, "vector");
  check_product(a, matrix, "matrix");
  check_product(random_sparse<double>({23, 17}, 0, 1), vector, "no entries");
  check_product(random_sparse<double>({0, 17}, 0, 1), vector, "no rows");
  check_product(random_sparse<double>({5, 0}, 0, 1), ravel::zeros<double>({0, 3}), "no columns");
  check_product(random_sparse<double>({5, 3}, 4, 1), ravel::zeros<double>({3, 0}), "no columns on the right");
  check_product(random_sparse<std::int64_t>({9, 30}, 40, 5), ravel::random_integers<std::int64_t>({30, 2}, -9, 9, 6), "integers");
  check_product(random_sparse<complex>({9, 12}, 40, 7), ravel::clone(ravel::cast<complex>(ravel::random_normal<double>({12, 2}, 0, 1, 8))),
                "complex");
}

TEST_CASE("zeros that are not stored meet infinities of all ranks") {
  const auto a = random_sparse<double>({23, 17}, 60, 1);
  const auto matrix = ravel::random_normal<double>({17, 3}, 0, 1, 4);
  matrix(0, 0) = infinity, matrix(16, 1) = no_number, matrix(3, 1) = -infinity, matrix(9, 0) = -0.0;
  check_product(a, matrix, "infinity and NaN");
  const auto few = random_sparse<double>({40, 17}, 3, 2);
  check_product(few, matrix, "few entries");
  check_product(ravel::to_sparse(ravel::tensor<double>{{0, no_number}, {-infinity, 0}, {0, 0}}), ravel::tensor<double>{-0.0, 2}, "entries");
}

TEST_CASE("a product asks for rows once", "[threads]") {
  const auto a = random_sparse<double>({40, 30}, 60, 1);
  for (const int count : {2, 4}) {
    const auto products = [&](int times) {
      return sent_in_all(count, [&](const mpi::world& w) -> work_of_rank {
        const auto x = mpi::sparse_from_local(w, a, mpi::blocks{0});
        const auto y = mpi::full<std::int64_t>(w, {30}, 1, mpi::blocks{0});
        return [=] {
          for (int k = 0; k < times; ++k) (void)matmul(x, y);
        };
      });
    };
    const sent one = products(1), two = products(2), three = products(3);
    INFO(count << " ranks: " << one << "; " << two << "; " << three);
    CHECK(three.bytes - two.bytes == two.bytes - one.bytes);
    CHECK(two.bytes - one.bytes < one.bytes);
    // Each rank gets each row that its columns name from another rank once.
    index_t rows = 0;
    const index_t height = (40 + count - 1) / count, block = (30 + count - 1) / count;
    for (int r = 0; r < count; ++r) {
      std::vector<bool> named(30, false);
      ravel::for_each_stored(a, [&](index_t at, double) {
        if (at / 30 / height == r) named[static_cast<std::size_t>(at % 30)] = true;
      });
      for (index_t column = 0; column < 30; ++column) rows += named[static_cast<std::size_t>(column)] && column / block != r;
    }
    CHECK(two.bytes - one.bytes == rows * 8);
  }
}

TEST_CASE("products of sparse matrices are sparse") {
  const auto a = random_sparse<double>({19, 14}, 40, 1), b = random_sparse<double>({14, 21}, 50, 2);
  const auto far = random_sparse<double>({12, 12}, 30, 3, infinity);
  const auto n = random_sparse<std::int64_t>({12, 12}, 30, 4);
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : row_distributions(12, w.size())) {
      const auto k = mpi::sparse_from_local(w, n, how);
      const auto d = mpi::sparse_from_local(w, far, how);
      expect_entries(sparse_matmul(k, mpi::sparse_from_local(w, n, mpi::cyclic{0})), ravel::sparse_matmul(n, n), how.description());
      expect_entries(sparse_matmul(d, d, ravel::min_plus), ravel::sparse_matmul(far, far, ravel::min_plus), "min_plus");
    }
    for (const mpi::distribution& how : row_distributions(14, w.size())) {
      const auto x = mpi::sparse_from_local(w, a, mpi::blocks{0}), y = mpi::sparse_from_local(w, b, how);
      expect_entries(sparse_matmul(x, y), ravel::sparse_matmul(a, b), how.description());
      expect_entries(sparse_matmul(x * 2.0, y), ravel::sparse_matmul(ravel::to_sparse(a * 2.0), b), "a function");
    }
    const auto none = mpi::sparse_from_local(w, random_sparse<double>({14, 0}, 0, 1), mpi::blocks{0});
    expect_entries(sparse_matmul(mpi::sparse_from_local(w, a, mpi::blocks{0}), none), ravel::sparse_tensor<double>({19, 0}), "no columns");
    const auto x = mpi::sparse_from_local(w, far, mpi::blocks{0});
    expect(thrown([&] { (void)sparse_matmul(x, x); }) != "nothing", "a default value that is not zero");
    const std::string by_infinity = thrown([&] { (void)matmul(x, mpi::zeros<double>(w, {12}, mpi::blocks{0})); });
    expect(by_infinity.find("matmul over ranks goes by entries of a matrix that is 0 elsewhere, not inf") != std::string::npos,
           "a default value that is not zero");
  });
}

namespace {

template <class T>
void check_sums(const ravel::tensor<T>& whole, const std::string& what) {
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : row_distributions(whole.extent(0), w.size())) {
      const std::string at = what + " in " + how.description();
      const auto x = mpi::sparse_from_local(w, whole, how);
      const auto found = ravel::full<ravel::sum_t<T>>({1}, sum(x)), wanted = ravel::full<ravel::sum_t<T>>({1}, ravel::sum(whole));
      expect_same(found, wanted, at);
      if (w.size() == 3)
        expect_same(ravel::full<ravel::sum_t<T>>({1}, sum(x + x)), ravel::full<ravel::sum_t<T>>({1}, ravel::sum(whole + whole)),
                    at + ": a function");
      for (index_t axis = 0; axis < whole.rank(); ++axis) {
        if (axis == 0 && whole.rank() != 2) continue;
        expect_same(sum(x, axis), ravel::clone(ravel::sum(whole, axis)), at + ", axis " + std::to_string(axis));
      }
      if (whole.rank() == 2) expect_entries(transpose(x), ravel::to_sparse(ravel::transpose(whole)), at + ": transposed");
    }
  });
}

}  // namespace

TEST_CASE("sums and transposes have the bits of one machine") {
  check_sums(random_sparse<double>({40, 90}, 400, 1), "a matrix");
  check_sums(random_sparse<double>({7000}, 900, 2), "a vector");
  check_sums(random_sparse<float>({30, 40}, 300, 3), "floats");
  check_sums(random_sparse<complex>({30, 5, 4}, 300, 4), "complex");
  check_sums(random_sparse<std::int32_t>({30, 40}, 300, 5, 3), "integers with another default value");
  check_sums(random_sparse<double>({30, 40}, 300, 6, 0.1), "another default value");
  check_sums(random_sparse<double>({30, 40}, 0, 7), "no entries");
  check_sums(random_sparse<double>({0, 4}, 0, 8), "no rows");
  check_sums(random_sparse<double>({4, 0}, 0, 9), "no columns");
  check_sums(ravel::to_sparse(ravel::tensor<bool>{{true, false, true}, {false, false, true}}), "truth values");
}

namespace {

template <class T>
void check_parts(const ravel::tensor<T>& whole, const std::string& what) {
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : row_distributions(whole.extent(0), w.size())) {
      const auto x = mpi::sparse_from_local(w, whole, how);
      const auto same = [&](const char* part, const auto& of) {
        expect_entries(of(x), ravel::to_sparse(of(whole)), what + " in " + how.description() + ": " + part);
      };
      same("rows", [](const auto& t) { return slice(t, 0, 2, 5); });
      same("every third row", [](const auto& t) { return slice(t, 0, 1, 2, 3); });
      same("no rows", [](const auto& t) { return slice(t, 0, 3, 0); });
      same("columns", [](const auto& t) { return slice(t, 1, 1, 3); });
      same("taken rows", [](const auto& t) { return take(t, 0, {6, 2, 2, 0, 6}); });
      same("taken columns", [](const auto& t) { return take(t, -1, {3, 0, 3}); });
      same("one row", [](const auto& t) { return select(t, 0, 4); });
      same("one column", [](const auto& t) { return select(t, 1, 2); });
      same("flipped", [](const auto& t) { return flip(t, {0}); });
      same("flat", [](const auto& t) { return flat(t); });
      same("transposed", [](const auto& t) { return t.rank() == 2 ? transpose(t, {1, 0}) : transpose(t, {1, 2, 0}); });
      same("windows", [](const auto& t) { return windows(t, 0, 3); });
      same("margins", [](const auto& t) { return pad(t, 1, ravel::pad_mode::wrap); });
      same("reshaped", [](const auto& t) { return reshape(t, {t.extent(-1), -1}); });
      same("rotated", [](const auto& t) { return rotate(t, ravel::ints(std::vector<index_t>(static_cast<std::size_t>(t.rank()), 2))); });
      same("turned", [](const auto& t) { return rot90(t); });
      same("tiled", [](const auto& t) { return tile(t, {2}); });
      same("repeated", [](const auto& t) { return tile(new_axis(t, 0), {3}); });
      same("diagonal", [](const auto& t) { return diagonal(t); });
    }
  });
}

}  // namespace

TEST_CASE("parts of sparse tensors have the entries of one machine") {
  check_parts(random_sparse<double>({13, 7}, 40, 1), "a matrix");
  check_parts(random_sparse<double>({7, 5}, 0, 2), "no entries");
  check_parts(random_sparse<std::int32_t>({9, 5, 4}, 70, 3), "three axes");
  check_parts(random_sparse<double>({9, 4}, 20, 4, no_number), "NaN as default value");
  check_parts(ravel::to_sparse(ravel::clone(random_sparse<double>({8, 4}, 12, 5) > 0.0)), "truth values");
}

TEST_CASE("rows and columns of sparse tensors are chosen by masks and by positions of all ranks") {
  const auto whole = random_sparse<double>({13, 7}, 40, 1);
  const auto line = random_sparse<double>({13}, 8, 2);
  const auto places = ravel::clone(ravel::cast<std::int32_t>(ravel::random_integers<std::int64_t>({9}, 0, 12, 3)));
  const ravel::tensor<bool> rows = ravel::clone(ravel::sum(whole, 1) > 0.0), columns{true, false, true, true, false, false, true};
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : row_distributions(13, w.size())) {
      const std::string at = how.description();
      const auto x = mpi::sparse_from_local(w, whole, how);
      const auto some = ravel::to_sparse(ravel::compress(whole, rows, 0));
      expect_entries(compress(x, rows, 0), some, at + ": rows");
      expect_entries(compress(x, sum(x, 1) > 0.0, 0), some, at + ": rows by a distributed mask");
      expect_entries(compress(x, columns, -1), ravel::to_sparse(ravel::compress(whole, columns, 1)), at + ": columns");
      expect_entries(compress(x + to_sparse(x, mpi::cyclic{0}), rows, 0), ravel::to_sparse(ravel::compress(whole + whole, rows, 0)),
                     at + ": a function");
      expect_entries(take(x, 0, mpi::from_local(w, places, mpi::cyclic{0})), ravel::to_sparse(ravel::take(whole, 0, places)),
                     at + ": distributed positions");
      const auto y = mpi::sparse_from_local(w, line, how);
      expect_entries(compress(y, rows, 0), ravel::to_sparse(ravel::compress(line, rows, 0)), at + ": of a vector");
    }
  });
}

TEST_CASE("parts of sparse tensors that ranks want differently, or that are not there, are errors on all ranks") {
  run_all([](const mpi::world& w) {
    const bool is_last = w.rank() == w.size() - 1;
    const auto x = mpi::sparse_from_local(w, random_sparse<double>({12, 9}, 30, 1), mpi::blocks{0});
    const auto refused = [&](const std::string& what, const auto& run) {
      const std::string text = thrown(run);
      expect(text.find(what) != std::string::npos, text);
      if (w.size() > 1) expect(text.find("rank " + std::to_string(w.size() - 1)) != std::string::npos, text);
    };
    refused("12", [&] { (void)select(x, 0, is_last ? 12 : 11); });
    refused("9", [&] { (void)slice(x, 1, 5, is_last ? 5 : 4); });
    refused("a mask of 11 elements does not fit axis 0", [&] { (void)compress(x, ravel::full<bool>({is_last ? 11 : 12}, true), 0); });
    const auto one = thrown([&] { (void)select(select(x, 0, 3), 0, 2); });
    expect(one.find("a tensor without axes has none") != std::string::npos, one);
    if (w.size() > 1) {
      const auto lists = thrown([&] { (void)take(x, 0, {0, 1, 2, 3, 4, 5, is_last ? 7 : 6, 8}); });
      expect(lists.find("ranks stand at different operations") != std::string::npos, lists);
    }
    expect_entries(slice(x, 0, 0, 12), collect(x), "the world goes on");
  });
}

TEST_CASE("memory grows with entries, not with positions") {
  const index_t n = index_t{1} << 20, all = n * n;
  const auto whole = random_sparse<double>({n, n}, 500, 1);
  const auto line = random_sparse<double>({all, 1}, 500, 2);
  const auto squared = ravel::sparse_matmul(whole, whole);
  for (const int count : {2, 3}) {
    run(count, [&](const mpi::world& w) {
      const auto x = mpi::sparse_from_local(w, whole, mpi::blocks{0});
      expect_entries(transpose(x), ravel::to_sparse(ravel::transpose(whole)), "transposed");
      expect_entries(to_sparse(x + transpose(transpose(x)), mpi::cyclic{0}), ravel::to_sparse(whole + whole), "added");
      expect_same(sum(x), ravel::sum(whole), "sum");
      expect_entries(sparse_matmul(x, x), squared, "product");
      const auto y = mpi::sparse_from_local(w, line, mpi::blocks{0});
      expect_same(sum(y), ravel::sum(line), "sum of a long column");
      expect_entries(transpose(y), ravel::to_sparse(ravel::transpose(line)), "a long row");
      expect_entries(slice(x, 1, n / 4, n / 2), ravel::to_sparse(ravel::slice(whole, 1, n / 4, n / 2)), "half of the columns");
      expect_entries(flat(x), ravel::to_sparse(ravel::flat(whole)), "flat");
    });
  }
}

TEST_CASE("an error of one rank in a sparse operation is thrown on all") {
  run_all([](const mpi::world& w) {
    const auto matrix = mpi::sparse_from_local(w, random_sparse<double>({12, 12}, 30, 1), mpi::blocks{0});
    const auto line = mpi::sparse_from_local(w, random_sparse<double>({12}, 5, 2), mpi::blocks{0});
    const auto& x = w.rank() == w.size() - 1 ? line : matrix;
    const auto right = mpi::zeros<double>(w, {12}, mpi::blocks{0});
    const auto refused = [&](const std::string& what, const auto& run) {
      const std::string text = thrown(run);
      expect(text.find(what) != std::string::npos, text);
      if (w.size() > 1) expect(text.find("rank " + std::to_string(w.size() - 1)) != std::string::npos, text);
    };
    refused("transpose takes a sparse matrix", [&] { (void)transpose(x); });
    refused("sum along axis 0 takes a sparse matrix", [&] { (void)sum(x, 0); });
    refused("axis", [&] { (void)sum(x, 1); });
    refused("matmul takes a sparse matrix", [&] { (void)matmul(x, right); });
    refused("matmul takes a sparse matrix", [&] { (void)matmul(x, ravel::zeros<double>({12})); });
    refused("a matrix of 12 columns, not [11]",
            [&] { (void)matmul(ravel::zeros<double>({w.rank() == w.size() - 1 ? index_t{11} : index_t{12}}), matrix); });
    refused("as sparse matrices", [&] { (void)sparse_matmul(x, matrix); });
    expect_entries(transpose(transpose(matrix)), ravel::to_sparse(collect(matrix)), "the world goes on");
  });
}

TEST_CASE("sparse tensors of another world are refused", "[threads]") {
  mpi::run_threads(1, [](const mpi::world& a) {
    mpi::run_threads(1, [&](const mpi::world& b) {
      const auto whole = random_sparse<double>({3, 3}, 4, 1);
      const auto x = mpi::sparse_from_local(a, whole, mpi::blocks{0}), y = mpi::sparse_from_local(b, whole, mpi::blocks{0});
      const auto refused = [](const auto& run) {
        const std::string text = thrown(run);
        expect(text.find("the operands belong to different worlds") != std::string::npos, text);
      };
      refused([&] { (void)(x + y); });
      refused([&] { (void)matmul(x, mpi::zeros<double>(b, {3}, mpi::blocks{0})); });
      refused([&] { (void)sparse_matmul(x, y); });
      refused([&] { (void)take(x, 0, mpi::zeros<int>(b, {3}, mpi::blocks{0})); });
      refused([&] { (void)compress(x, mpi::zeros<bool>(b, {3}, mpi::blocks{0}), 0); });
    });
  });
}
