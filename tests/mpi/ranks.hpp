// SPDX-License-Identifier: BSL-1.0
// Runs tests on several numbers of ranks, which are threads, or processes of MPI: ranks.cpp. Catch2 counts assertions on one thread only,
// so ranks throw what they find wrong. They use the executor of the test. What they write to variables of the test is seen by their own
// process: tests that look at what all ranks have written, start threads or write files have the tag [threads], and do not run on
// processes.
#pragma once

#include <ravel/mpi.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/thrown_by.hpp>

#include <cstring>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace ranks {

namespace mpi = ravel::mpi;
using ravel::index_t;
using engine = std::mt19937_64;

// From low to high, both possible.
inline index_t pick(engine& random, index_t low, index_t high) { return std::uniform_int_distribution<index_t>(low, high)(random); }

inline void expect(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

// The same shape, type and bits.
template <class T, class S>
void expect_same(const ravel::tensor<T>& found, const ravel::tensor<S>& wanted, const std::string& what) {
  static_assert(std::is_same_v<std::remove_const_t<T>, std::remove_const_t<S>>);
  const auto a = ravel::clone(found), b = ravel::clone(wanted);
  if (a.shape() == b.shape() &&
      (a.size() == 0 || std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(*a.data())) == 0))
    return;
  throw std::logic_error(what + ":\n" + ravel::to_string(found) + "\nis not\n" + ravel::to_string(wanted));
}
template <class T>
void expect_same(const T& found, const T& wanted, const std::string& what)
  requires std::is_arithmetic_v<T>
{
  if (std::memcmp(&found, &wanted, sizeof found) == 0) return;
  throw std::logic_error(what + ": " + std::to_string(found) + " is not " + std::to_string(wanted));
}
template <class X, class S>
  requires requires(const X& x) { x.first_leaf(); }
void expect_same(const X& found, const ravel::tensor<S>& wanted, const std::string& what) {
  expect_same(mpi::collect(found), wanted, what);
}
// The same shape, and the same bits of one member of structs.
template <class X, class S, class M, class R>
void expect_members(const X& found, const ravel::tensor<S>& wanted, M R::*member, const std::string& what) {
  const auto of = [member](const auto& value) { return value.*member; };
  expect_same(ravel::clone(ravel::map(of, mpi::collect(found))), ravel::clone(ravel::map(of, wanted)), what);
}

// Numbers of very different size, whose sum depends on the order of the additions.
inline ravel::tensor<double> rough(const ravel::shape& extents, int seed = 3) {
  const auto sizes = ravel::random_uniform<double>(extents, -18, 18, seed);
  return ravel::clone(ravel::random_normal<double>(extents, 0, 1, seed + 1) * exp(sizes));
}

// The text of the error that f throws, or nothing.
template <class F>
std::string error_of(const F& f) {
  return support::thrown_by(f);
}

inline const std::vector<int> numbers{1, 2, 3, 4, 7};

// Calls f on so many ranks. Fails the test if a rank throws. Over processes it calls f only if there are so many.
void run(int count, const std::function<void(const mpi::world&)>& f);
inline void run_all(const std::function<void(const mpi::world&)>& f) {
  for (const int count : numbers) {
    if (!ravel::detail::current_executor || count == 3) run(count, f);  // a shuffling executor takes long
  }
}
// One of these numbers; over processes how many there are.
int some_number(engine& random);
// Over processes what rank 0 says, which all of them call.
bool decided(bool holds);

// Distributions of tensors of some rank: none, all axes, each axis, blocks of several lengths, and grids with less ranks than there are.
inline std::vector<mpi::distribution> distributions(index_t rank) {
  std::vector<mpi::distribution> all{mpi::blocks(ravel::ints(std::vector<index_t>()))};
  std::vector<index_t> axes;
  for (index_t k = 0; k < rank; ++k) {
    axes.push_back(k);
    all.push_back(mpi::blocks(k));
    all.push_back(mpi::cyclic(k));
  }
  if (rank == 0) return all;
  const std::vector<index_t> two(axes.size(), 2), one(axes.size(), 1);
  all.push_back(mpi::blocks(axes));
  all.push_back(mpi::cyclic(axes));
  all.push_back(mpi::block_cyclic(axes, two));
  all.push_back(mpi::block_cyclic(-1, 3));
  all.push_back(mpi::blocks(axes, one));
  return all;
}

// Counts by which the first and the last rank have all rows, and an owner of each row.
inline mpi::distribution at_both_ends(index_t axis, index_t rows, int count) {
  std::vector<index_t> of_ranks(static_cast<std::size_t>(count));
  of_ranks.back() = rows;
  of_ranks.front() += rows / 3;
  of_ranks.back() -= rows / 3;
  return mpi::counts(axis, of_ranks);
}
inline mpi::distribution owned(index_t axis, index_t rows, int count) {
  engine random(6);
  std::vector<index_t> of_rows;
  for (index_t i = 0; i < rows; ++i) of_rows.push_back(pick(random, 0, count - 1));
  return mpi::owners(axis, of_rows);
}

// Those, for 3 ranks both lists, for 4 ranks a grid of 2 x 2, and owners of single elements: of all axes, and of all but the last.
inline std::vector<mpi::distribution> distributions(const ravel::shape& extents, int count) {
  std::vector<mpi::distribution> all = distributions(extents.rank());
  if (extents.rank() > 0 && extents[0] <= 2000 && count == 3) {  // schedules of long lists take long
    all.push_back(at_both_ends(0, extents[0], count));
    all.push_back(owned(0, extents[0], count));
  }
  if (extents.rank() > 1 && count == 4) {
    all.push_back(mpi::on_grid({2, 2}, {at_both_ends(0, extents[0], 2), owned(1, extents[1], 2)}));
  }
  std::vector<index_t> axes(extents.begin(), extents.end());
  for (int last = 0; last < 2 && !axes.empty(); ++last, axes.pop_back()) {
    all.push_back(mpi::owners(ravel::random_integers<index_t>(ravel::shape(ravel::ints(axes)), 0, count, 5)));
  }
  return all;
}

// Values that are all different.
inline ravel::tensor<double> numbered(const ravel::shape& extents) {
  return ravel::clone(ravel::reshape(ravel::arange(static_cast<double>(extents.elements())), ravel::ints(extents)) * 1.5 + 1);
}

}  // namespace ranks
