// SPDX-License-Identifier: BSL-1.0
// Products of matrices on ranks are those of one machine, and no rank fetches more than it needs, or than a panel at a time.
#include <mpi/counted.hpp>

#include <complex>
#include <set>

using namespace ranks;

namespace {

// Whole numbers, so that sums are exact in any type and order.
template <class T>
ravel::tensor<T> whole_numbers(const ravel::shape& extents, int seed) {
  const auto numbers = ravel::random_integers<std::int32_t>(extents, -9, 10, seed);
  if constexpr (ravel::complex_element<T>) {
    return ravel::clone(ravel::cast<double>(numbers) * T(0.5, -1));
  } else {
    return ravel::clone(ravel::cast<T>(numbers));
  }
}

template <class A, class B>
auto by_panels_of(index_t bytes, const A& a, const B& b) {
  return mpi::detail::spread_product<A, B>(a, b).made(bytes);
}

std::vector<mpi::distribution> some_distributions(const ravel::shape& extents, int ranks) {
  const index_t rank = extents.rank(), rows = extents[0];
  std::vector<mpi::distribution> all = distributions(extents, ranks);
  if (rank == 0 || rows == 0) return all;
  std::vector<index_t> owners, counts(static_cast<std::size_t>(ranks), 0);
  for (index_t i = 0; i < rows; ++i) owners.push_back((i * i + 1) % ranks), ++counts[static_cast<std::size_t>(i % 2 * (ranks - 1))];
  all.push_back(mpi::owners(0, owners));
  all.push_back(mpi::counts(0, counts));
  if (rank < 2) return all;
  const index_t across = std::min(ranks, 2), along = std::max(ranks / 2, 1);
  for (index_t& r : owners) r %= along;
  all.push_back(mpi::on_grid({along, across}, {mpi::owners(0, owners), mpi::blocks{-1}}));
  all.push_back(mpi::on_grid({across, along}, {mpi::cyclic{-1}, mpi::owners(0, owners)}));
  return all;
}

template <class T>
void check_product(const ravel::shape& left, const ravel::shape& right) {
  const auto a = whole_numbers<T>(left, 3), b = whole_numbers<T>(right, 4);
  const auto wanted = ravel::matmul(a, b);
  run_all([&](const mpi::world& w) {
    const auto of_left = some_distributions(left, w.size()), of_right = some_distributions(right, w.size());
    for (std::size_t k = 0; k < std::max(of_left.size(), of_right.size()); ++k) {
      const mpi::distribution &how = of_left[k % of_left.size()], &other = of_right[(k + 1) % of_right.size()];
      const auto x = mpi::from_local(w, a, how), y = mpi::from_local(w, b, other);
      const std::string what = ravel::to_string(left) + " in " + how.description() + " by " + ravel::to_string(right) + " in " +
                               other.description() + ", " + std::to_string(w.size()) + " ranks";
      const auto z = matmul(x, y);
      expect_same(z, wanted, what);
      expect(!x.how().fits(z.shape()) || z.how() == x.how(), what + " lies elsewhere");
      for (const index_t bytes : {1, 100}) {
        expect_same(by_panels_of(bytes, x, y), wanted, what + ", panels of " + std::to_string(bytes) + " bytes");
        expect_same(by_panels_of(bytes, x + T(1), y * T(2)), ravel::matmul(ravel::clone(a + T(1)), ravel::clone(b * T(2))), "expressions");
      }
    }
  });
}

// The elements of an operand that a rank needs, which are in lines along its last axis or the one before.
struct needs {
  std::set<index_t> lines;
  bool is_left;
};
// What ranks send so that each gets the elements of [m, k] or [k, n] in its lines, if they fit a message.
sent fetched(int count, const ravel::shape& extents, const mpi::distribution& lies, const std::vector<needs>& of_ranks) {
  const mpi::placement at = lies.place(extents, count, 0);
  sent all;
  for (int r = 0; r < count; ++r) {
    std::set<index_t> owners;
    const needs& n = of_ranks[static_cast<std::size_t>(r)];
    for (index_t i = 0; i < extents.elements(); ++i) {
      const index_t owner = at.map.to_local(i) / at.span;
      if (owner == r || !n.lines.contains(n.is_left ? i / extents[1] : i % extents[1])) continue;
      owners.insert(owner);
      all.bytes += 8;
    }
    all.messages += std::ssize(owners);
  }
  return all;
}
// For a result [m, n] that lies so.
sent product_of(int count, const ravel::shape& left, const mpi::distribution& a, const ravel::shape& right, const mpi::distribution& b,
                const mpi::distribution& result) {
  std::vector<needs> of_left, of_right;
  for (int r = 0; r < count; ++r) {
    const mpi::placement at = result.place({left[0], right[1]}, count, r);
    needs rows{{}, true}, columns{{}, false};
    for (index_t i = 0; i < at.positions.size(); ++i) {
      const index_t position = at.positions.to_local(i);
      rows.lines.insert(position / right[1]), columns.lines.insert(position % right[1]);
    }
    of_left.push_back(rows), of_right.push_back(columns);
  }
  return fetched(count, left, a, of_left) + fetched(count, right, b, of_right);
}

}  // namespace

TEST_CASE("rows are multiplied where they lie") {
  const auto a = ravel::random_integers<std::int32_t>({9, 6}, -50, 50, 3), b = ravel::random_integers<std::int32_t>({6, 4}, -50, 50, 4);
  const auto halves = ravel::clone(ravel::cast<double>(a) * 0.5);  // their sums of products are exact
  const auto stack = ravel::random_integers<std::int32_t>({3, 5, 6}, -50, 50, 5);
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(a.shape(), w.size())) {
      const auto x = mpi::from_local(w, a, how);
      expect_same(matmul(x, b), ravel::matmul(a, b), how.description() + ", integers");
      expect_same(matmul(x, select(b, 1, 2)), ravel::matmul(a, ravel::clone(select(b, 1, 2))), how.description() + ", a vector");
      expect_same(matmul(mpi::from_local(w, halves, how) * 2, b), ravel::matmul(ravel::clone(halves * 2), b), "real numbers");
      const auto y = mpi::from_local(w, b, mpi::detail::fitting_distribution(how, b.shape()));
      expect_same(matmul(a, y), ravel::matmul(a, b), how.description() + ", a local left side");
      expect_same(matmul(select(a, 0, 2), y), ravel::matmul(ravel::clone(select(a, 0, 2)), b),
                  how.description() + ", a vector on the left");
      expect_same(matmul(stack, y + 1), ravel::matmul(stack, ravel::clone(b + 1)), how.description() + ", a stack on the left");
    }
    expect_same(matmul(mpi::from_local(w, stack, mpi::blocks{1}), b), ravel::matmul(stack, b), "a stack");
  });
}

TEST_CASE("two distributed matrices have the product of one machine") {
  check_product<double>({9, 6}, {6, 4});
  check_product<std::int16_t>({7, 5}, {5, 11});
  check_product<std::complex<double>>({4, 3}, {3, 5});
  check_product<float>({2, 30}, {30, 17});
}

TEST_CASE("products of one row, one column and one term") {
  check_product<double>({1, 6}, {6, 5});
  check_product<double>({5, 6}, {6, 1});
  check_product<double>({5, 1}, {1, 4});
  check_product<double>({1, 1}, {1, 1});
}

TEST_CASE("products of vectors and of stacks") {
  check_product<double>({6}, {6, 5});
  check_product<double>({5, 6}, {6});
  check_product<double>({6}, {6});
  check_product<double>({3, 5, 6}, {6, 4});
  check_product<double>({3, 5, 6}, {3, 6, 4});
  check_product<double>({5, 6}, {3, 6, 4});
  check_product<double>({2, 1, 3, 2}, {3, 2, 2});
  check_product<double>({3, 5, 6}, {6});
}

TEST_CASE("products without elements and without terms") {
  check_product<double>({0, 4}, {4, 3});
  check_product<double>({4, 0}, {0, 3});
  check_product<double>({4, 3}, {3, 0});
}

TEST_CASE("without a BLAS, products have the bits of one machine") {
  if (std::string(ravel::blas_name()) != "") return;
  const auto rough = [](const ravel::shape& extents, int seed) {
    return ravel::clone(ravel::random_normal<double>(extents, 0, 1, seed) * exp(ravel::random_uniform<double>(extents, -9, 9, seed + 1)));
  };
  const auto a = rough({23, 40}, 3), b = rough({40, 19}, 5);
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(a.shape(), w.size())) {
      const auto x = mpi::from_local(w, a, how), y = mpi::from_local(w, b, mpi::blocks{0});
      expect_same(matmul(x, y), ravel::matmul(a, b), how.description());
      expect_same(by_panels_of(1000, x, y), ravel::matmul(a, b), how.description() + ", in panels");
    }
  });
}

TEST_CASE("a product of matrices that do not fit, and an overflow, are errors of all ranks") {
  run_all([](const mpi::world& w) {
    const auto error_of = [](const auto& f) -> std::string {
      try {
        (void)f();
      } catch (const ravel::shape_error&) {
        return "shapes";
      } catch (const ravel::overflow_error&) {
        return "overflow";
      }
      return "none";
    };
    const auto a = mpi::from_local(w, whole_numbers<std::int64_t>({9, 6}, 3), mpi::blocks{0});
    expect(error_of([&] { return matmul(a, a); }) == "shapes", "shapes that do not fit");
    expect(error_of([&] { return matmul(a, whole_numbers<std::int64_t>({5, 2}, 3)); }) == "shapes", "a local matrix that does not fit");
    expect(error_of([&] { return matmul(whole_numbers<std::int64_t>({5, 2}, 3), a); }) == "shapes", "a local left that does not fit");
    const auto large = mpi::full<std::int64_t>(w, {9, 6}, 0, mpi::blocks{0, 1});
    fill(slice(large, 0, 8, 1), std::int64_t{1} << 40);  // on one rank alone
    expect(error_of([&] { return matmul(large, transpose(large)); }) == "overflow", "more than 64 bits");
    expect_same(matmul(a, transpose(a)), ravel::matmul(mpi::collect(a), ravel::clone(transpose(mpi::collect(a)))), "the world goes on");
  });
}

TEST_CASE("a rank fetches what its part of a product needs, once", "[threads]") {
  const ravel::shape left{24, 18}, right{18, 20};
  const mpi::distribution rows = mpi::blocks{0}, columns = mpi::blocks{1}, grid = mpi::blocks{0, 1};
  const auto product_sent = [&](int count, const mpi::distribution& a, const mpi::distribution& b) {
    return sent_in_all(count, [&](const mpi::world& w) -> work_of_rank {
      return [x = mpi::zeros<double>(w, left, a), y = mpi::zeros<double>(w, right, b)] { (void)matmul(x, y); };
    });
  };
  for (const int count : numbers) {
    INFO(count << " ranks");
    CHECK(product_sent(count, rows, rows) == product_of(count, left, rows, right, rows, rows));
    CHECK(product_sent(count, rows, columns) == product_of(count, left, rows, right, columns, rows));
    CHECK(product_sent(count, rows, grid) == product_of(count, left, rows, right, grid, rows));
  }
  for (const int count : {4, 9}) {
    INFO(count << " ranks");
    const index_t side = count == 4 ? 2 : 3;
    const sent found = product_sent(count, grid, grid);
    CHECK(found == product_of(count, left, grid, right, grid, grid));
    CHECK(found.bytes == 8 * (side - 1) * (left.elements() + right.elements()));
    CHECK(found.messages == 2 * count * (side - 1));
  }
}

TEST_CASE("a rank receives no more than a panel at a time", "[threads]") {
  const index_t m = 80, k = 30, n = 64, bytes = 2000;
  for (const int count : {2, 3, 4, 7}) {
    for (const mpi::distribution& how : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::blocks{0, 1})}) {
      INFO(count << " ranks, " << how.description());
      const auto all = counted_by(count, [&](const mpi::world& w) -> work_of_rank {
        const auto a = mpi::zeros<double>(w, {m, k}, mpi::blocks{0}), b = mpi::zeros<double>(w, {k, n}, how);
        return [=] { (void)by_panels_of(bytes, a, b); };
      });
      for (const counts_of_rank& c : all) {
        CHECK(c.most_received > 0);
        CHECK(c.most_received <= std::max(bytes, 8 * k * n / count / 4));
      }
    }
  }
}
