// SPDX-License-Identifier: BSL-1.0
// Writing in bulk to sparse data that fails, because a source throws in a late block, memory ends or an element cannot be copied: the
// target is what it was, or wholly written.
#include <ravel/op.hpp>
#include <ravel/sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include <functional>
#include <stdexcept>

using ravel::index_t;
using ravel::tensor;
using support::bomb;

namespace {

constexpr index_t rows = 900, columns = 5;  // several blocks

tensor<double> fresh() {
  const tensor<double> t = ravel::sparse_tensor<double>({rows, columns});
  for (index_t k = 0; k < 40; ++k) t.write({k * 20, k % columns}, 1.0 + static_cast<double>(k));
  static_cast<void>(stored_count(t));
  return t;
}
tensor<double> dense() {
  return clone(ravel::compute<double>({rows, columns}, [](index_t i, index_t j) { return static_cast<double>((i * columns + j) % 3); }));
}

using writing = std::function<void(const tensor<double>& target)>;

// The target after so many failures is one of two.
void check_all_or_nothing(const writing& write, index_t at_least) {
  const tensor<double> before = clone(fresh()), written = fresh();
  write(written);
  const tensor<double> after = clone(written);
  REQUIRE(!equal(before, after));
  index_t failures = 0;
  for (std::int64_t n = 1; n < 1000; ++n) {
    const tensor<double> target = fresh();
    bool fired = false, failed = false;
    {
      const support::failing_allocation fault(n);
      try {
        write(target);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      fired = fault.fired();
    }
    failures += failed;
    REQUIRE_EQUAL(target, failed ? before : after);
    if (!fired) break;
  }
  CHECK(failures >= at_least);
}

}  // namespace

TEST_CASE("a source that throws in a late block leaves a sparse target as it was", "[sparse]") {
  const tensor<double> source = dense(), t = fresh();
  const tensor<double> before = clone(t);
  const auto late = map(
      [](double x, index_t i) {
        if (i == rows * columns - 7) throw std::runtime_error("late");
        return x;
      },
      source, reshape(ravel::as_tensor(ravel::iota<index_t>(rows * columns), {rows * columns}), {rows, columns}));
  const auto computed = ravel::compute<double>({rows, columns}, [](index_t i, index_t j) {
    if (i == rows - 1 && j == 1) throw std::runtime_error("late");
    return 1.0 + static_cast<double>(i + j);
  });
  for (const tensor<const double>& x : {tensor<const double>(late), tensor<const double>(computed)}) {
    CHECK_THROWS_AS(copy(x, t), std::runtime_error);
    CHECK_THROWS_AS(t.assign(x + 1.0), std::runtime_error);
    CHECK_THROWS_AS(t += x, std::runtime_error);
    CHECK_THROWS_AS(copy(transpose(x), transpose(t)), std::runtime_error);
    CHECK_THROWS_AS(copy_where(source > -1.0, x, t), std::runtime_error);
    CHECK_THROWS_AS((t(ravel::slice(1, rows), ravel::all) = x(ravel::slice(1, rows), ravel::all)), std::runtime_error);
  }
  REQUIRE_EQUAL(t, before);
  const auto b = ravel::to_sparse(flat(t));
  CHECK_THROWS_AS(copy(flat(late), b), std::runtime_error);
  CHECK_THROWS_AS(copy(flat(computed), b), std::runtime_error);
  CHECK_THROWS_AS(b += flat(computed), std::runtime_error);
  REQUIRE_EQUAL(b, flat(before));
}

TEST_CASE("memory that ends while sparse data is written leaves it as it was", "[sparse]") {
  const tensor<double> source = dense();
  const tensor<double> sparse = to_sparse(source), other = to_sparse(source, 2.0);
  check_all_or_nothing([&](const tensor<double>& t) { copy(source, t); }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { t.assign(source * 2.0 + 1.0); }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { copy(sparse, t); }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { copy(other, t); }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { transpose(t).assign(transpose(source)); }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { rotate(t, {3, 1}).assign(source); }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { fill(t, 5.0); }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { fill(t, 0.0); }, 2);
  check_all_or_nothing([&](const tensor<double>& t) { t += source; }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { t += sparse; }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { copy_where(source > 1.0, -1.0, t); }, 4);
  check_all_or_nothing([&](const tensor<double>& t) { t(ravel::slice(100, 800), 2) = 7.0; }, 4);
}

TEST_CASE("elements that cannot be copied leave sparse data as it was", "[sparse]") {
  const std::vector<bomb> source(300, bomb(2));
  const auto value_sum = [](const auto& b) {
    index_t all = 0;
    for (index_t i = 0; i < b.size(); ++i) all += b[i].value();
    return all;
  };
  index_t failures = 0;
  for (std::int64_t n = 1; n < 4000; n += n < 40 ? 1 : 37) {
    const auto b = ravel::make_sparse<bomb>(300, bomb(0));
    for (index_t i = 0; i < 10; ++i) b.write(i * 10, bomb(1));
    bool failed = false;
    {
      const bomb::armed fault(n);
      try {
        copy(ravel::borrow(source), b);
      } catch (const bomb::exploded&) {
        failed = true;
      }
    }
    failures += failed;
    REQUIRE(value_sum(b) == (failed ? 10 : 600));
  }
  CHECK(failures > 30);
}

TEST_CASE("making sparse data gives everything back when memory ends", "[sparse]") {
  const tensor<double> source = dense();
  const auto coordinates = ravel::to_coo(source);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(to_sparse(source)); }) >= 4);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(to_sparse(source * 2.0, 4.0)); }) >= 4);
  CHECK(support::for_each_allocation_failure(
            [&] { static_cast<void>(ravel::from_coo(source.shape(), coordinates.coordinates, coordinates.values)); }) >= 6);
  CHECK(support::for_each_allocation_failure([&] {
          static_cast<void>(
              ravel::from_coo(source.shape(), flip(coordinates.coordinates, 0), coordinates.values, 0.0, ravel::on_duplicates::sum));
        }) >= 6);
}
