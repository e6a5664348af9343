// SPDX-License-Identifier: BSL-1.0
// Sparse operands of tests over ranks, and what they are compared by. For one test file each.
#pragma once

#include <mpi/counted.hpp>

#include <ravel/mpi/sparse_tensor.hpp>
#include <ravel/sparse.hpp>

#include <complex>
#include <limits>

namespace sparse_rows {

using namespace ranks;
using complex = std::complex<double>;
constexpr double infinity = std::numeric_limits<double>::infinity(), no_number = std::numeric_limits<double>::quiet_NaN();

// Distributions of rows: even, dealt out, uneven with empty ranks, anywhere, and all on rank 0.
inline std::vector<mpi::distribution> row_distributions(index_t rows, int count) {
  std::vector<index_t> lengths(static_cast<std::size_t>(count), 0), of_rows;
  lengths.back() = rows / 3;
  lengths.front() += rows - rows / 3;
  for (index_t i = 0; i < rows; ++i) of_rows.push_back(i * 7 % 5 % count);
  return {mpi::blocks{0}, mpi::cyclic{0}, mpi::block_cyclic(0, 2), mpi::counts(0, lengths), mpi::owners(0, of_rows), mpi::blocks{}};
}

template <class T>
T value_of(engine& random) {
  if constexpr (std::is_same_v<T, complex>) {
    return {static_cast<double>(pick(random, -99, 99)) / 7, static_cast<double>(pick(random, -9, 9)) / 3};
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(static_cast<double>(pick(random, -999, 999)) / 7 * (pick(random, 0, 1) == 0 ? 1 : 1e9));
  } else {
    return static_cast<T>(pick(random, -9, 9));
  }
}

template <class T>
ravel::tensor<T> random_sparse(const ravel::shape& extents, index_t entries, std::uint64_t seed, T fill = T()) {
  engine random(seed);
  std::vector<index_t> positions;
  std::vector<T> values;
  for (index_t k = 0; k < entries && extents.elements() > 0; ++k) {
    positions.push_back(pick(random, 0, extents.elements() - 1));
    values.push_back(value_of<T>(random));
  }
  const auto line = ravel::sparse_from(positions, values, extents.elements(), fill, ravel::on_duplicates::last);
  return ravel::tensor<T>(ravel::dims::row_major(extents), line);
}

// The same shape, default value, positions and bits.
template <class T, class S>
void expect_entries(const ravel::tensor<T>& found, const ravel::tensor<S>& wanted, const std::string& what) {
  static_assert(std::is_same_v<std::remove_const_t<T>, std::remove_const_t<S>>);
  const auto say = [&](const char* wrong) {
    return what + ", " + wrong + ":\n" + ravel::to_string(found) + "\nis not\n" + ravel::to_string(wanted);
  };
  expect(found.shape() == wanted.shape(), say("shape"));
  expect(found.fill().has_value() && wanted.fill().has_value(), say("not sparse"));
  const T fills[] = {*found.fill(), *wanted.fill()};
  expect(std::memcmp(&fills[0], &fills[1], sizeof(T)) == 0, say("default value"));
  const auto a = ravel::stored_positions(found), b = ravel::stored_positions(wanted);
  expect(std::ranges::equal(a.span(), b.span()), say("positions"));
  const auto x = ravel::stored_values(found), y = ravel::stored_values(wanted);
  expect(x.size() == 0 || std::memcmp(x.data(), y.data(), static_cast<std::size_t>(x.size()) * sizeof(T)) == 0, say("values"));
}
template <class T, class S>
void expect_entries(const mpi::sparse_tensor<T>& found, const ravel::tensor<S>& wanted, const std::string& what) {
  expect_entries(mpi::collect(found), wanted, what);
}

// What all ranks throw, as text.
inline std::string thrown(const std::function<void()>& f) {
  try {
    f();
  } catch (const ravel::error& e) {
    return e.what();
  }
  return "nothing";
}

}  // namespace sparse_rows
