// SPDX-License-Identifier: BSL-1.0
// Random programs of views and expressions, copied between distributions, against the same programs on local tensors.
#include <mpi/ranks.hpp>

#include <support/memory_limit.hpp>

#include <cstdlib>

using namespace ranks;

namespace {

using value = std::int64_t;

ravel::shape some_shape(engine& random) {
  std::vector<index_t> extents(static_cast<std::size_t>(pick(random, 1, 3)));
  for (index_t& n : extents) n = pick(random, 0, 9) == 0 ? pick(random, 0, 1) : pick(random, 2, 7);
  return ravel::ints(extents);
}

mpi::distribution some_distribution(engine& random, const ravel::shape& extents, int count) {
  const auto all = distributions(extents, count);
  return all[static_cast<std::size_t>(pick(random, 0, static_cast<index_t>(all.size()) - 1))];
}

// The same view of both, chosen by the same random numbers.
template <class X>
X some_view(engine& random, const X& x) {
  const index_t rank = x.rank();
  if (rank == 0) return new_axis(x, 0);
  const index_t axis = pick(random, 0, rank - 1), n = x.extent(axis);
  switch (pick(random, 0, 11)) {
    case 0:
      return transpose(x);
    case 1:
      return flip(x, axis);
    case 2: {
      std::vector<index_t> by(static_cast<std::size_t>(rank));
      for (index_t& b : by) b = pick(random, -3, 3);
      return rotate(x, by);
    }
    case 3: {
      if (n == 0) return x;
      const index_t step = pick(random, 0, 3) == 0 ? -1 : pick(random, 1, 2), count = pick(random, 1, (n - 1) / std::abs(step) + 1);
      const index_t most = n - 1 - (count - 1) * std::abs(step);
      const index_t low = pick(random, 0, most);
      return slice(x, axis, step > 0 ? low : low + (count - 1), count, step);
    }
    case 4:
      return n == 0 || rank == 1 ? x : select(x, axis, pick(random, 0, n - 1));
    case 5:
      return reshape(x, {-1});
    case 6: {
      const index_t half = n % 2 == 0 ? 2 : 1;
      std::vector<index_t> extents;
      const ravel::shape of = x.shape();
      for (index_t k = 0; k < rank; ++k) {
        if (k == axis) extents.push_back(half);
        extents.push_back(k == axis ? of[k] / half : of[k]);
      }
      return rank > 3 ? x : reshape(x, extents);
    }
    case 7: {
      if (n == 0) return x;
      std::vector<index_t> places(static_cast<std::size_t>(pick(random, 1, 4)));
      for (index_t& p : places) p = pick(random, 0, n - 1);
      return take(x, axis, ravel::selection(places));
    }
    case 8:
      return rank > 1 ? swap_axes(x, axis, 0) : x;
    case 9:
      return rank > 3 ? x : new_axis(x, axis);
    case 10:
      return rank > 1 && x.extent(0) > 1 && x.extent(1) > 1 ? diagonal(x, 0, 1) : x;
    default:
      return x;
  }
}

template <class X>
auto repeated(engine& random, const X& x) {
  std::vector<index_t> times(static_cast<std::size_t>(x.rank()), 1);
  if (!times.empty()) times[0] = pick(random, 1, 2);
  return tile(x, times);
}

ravel::tensor<value> some_elements(const ravel::shape& extents, value from) {
  return ravel::clone(ravel::reshape(ravel::arange<value>(from, from + extents.elements()), ravel::ints(extents)));
}

struct both {
  mpi::tensor<value> spread;
  ravel::tensor<const value> whole;
};

both some_tensor(engine& random, const mpi::world& w, value from) {
  const ravel::shape extents = some_shape(random);
  const auto whole = some_elements(extents, from);
  return {mpi::from_local(w, whole, some_distribution(random, extents, w.size())), whole};
}

void view(engine& random, both& x) {
  engine same = random;
  const auto whole = some_view(same, x.whole);
  if (whole.size() > 400) return;
  x.spread = some_view(random, x.spread);
  x.whole = whole;
}

int programs(int usually) {
  const char* const asked = std::getenv("RAVEL_MPI_PROGRAMS");
  return asked == nullptr ? usually : std::atoi(asked);
}

void run_program(const mpi::world& w, int seed) {
  engine random(static_cast<std::uint64_t>(seed));
  both a = some_tensor(random, w, 1);
  for (index_t steps = pick(random, 0, 4); steps > 0; --steps) view(random, a);
  const std::string what = "program " + std::to_string(seed) + ", " + to_string(a.spread.dims());
  const auto how = some_distribution(random, a.whole.shape(), w.size());
  expect_same(mpi::clone(a.spread, how), a.whole, what + ", clone");
  // An expression with a view of the same buffer, a local tensor and a value.
  both b = a;
  std::vector<index_t> by(static_cast<std::size_t>(b.whole.rank()), 1);
  b.spread = rotate(b.spread, by), b.whole = rotate(b.whole, by);
  const auto local = some_elements(a.whole.shape(), 100);
  const auto made = mpi::clone(a.spread * 3 + b.spread - local, how);
  expect_same(made, ravel::clone(a.whole * 3 + b.whole - local), what + ", expression");
  const auto twice = repeated(random, transpose(a.spread + b.spread));
  expect_same(mpi::clone(flip(twice)), mpi::collect(mpi::clone(flip(twice), some_distribution(random, twice.shape(), w.size()))),
              what + ", two ways");
  // Into a view of a distributed tensor, which may be the one that is read.
  const ravel::tensor<value> target_whole = some_elements(made.shape(), -500);
  const auto target = mpi::from_local(w, target_whole, some_distribution(random, target_whole.shape(), w.size()));
  mpi::copy(flip(rotate(target, by)) + b.spread, target);
  const auto first = ravel::clone(flip(rotate(target_whole, by)) + b.whole);
  expect_same(target, first, what + ", in place");
  if (made.rank() > 0) {
    const index_t n = made.extent(0) / 2;
    const auto part = flip(slice(target, 0, 0, n)), from = slice(target, 0, made.extent(0) - n, n);
    copy(from, part);
    const auto wanted = ravel::clone(first);
    ravel::copy(slice(first, 0, made.extent(0) - n, n), flip(slice(wanted, 0, 0, n)));
    expect_same(target, wanted, what + ", part");
  }
}

}  // namespace

TEST_CASE("random programs of views and expressions move right between distributions") {
  const int count = programs(300);
  run_all([&](const mpi::world& w) {
    for (int seed = 0; seed < count; ++seed) run_program(w, 1000 * w.size() + seed);
  });
}

TEST_CASE("every view of a distributed tensor is the view of the local one") {
  run_all([](const mpi::world& w) {
    const auto whole = numbered({4, 6});
    for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
      const auto x = mpi::from_local(w, whole, how);
      expect_same(transpose(x), transpose(whole), "transpose");
      expect_same(rot90(x), rot90(whole), "rot90");
      expect_same(windows(x, {0, 1}, {2, 3}), windows(whole, {0, 1}, {2, 3}), "windows");
      expect_same(broadcast(select(x, 0, 1), {3, 6}), broadcast(select(whole, 0, 1), {3, 6}), "broadcast");
      expect_same(stretch(x, {2, 4, 6}), stretch(whole, {2, 4, 6}), "stretch");
      expect_same(tile(x, {2, 2}), tile(whole, {2, 2}), "tile");
      expect_same(squeeze(slice(x, 0, 2, 1)), squeeze(slice(whole, 0, 2, 1)), "squeeze");
      expect_same(squeeze(slice(x, 0, 2, 1), 0), squeeze(slice(whole, 0, 2, 1), 0), "squeeze of an axis");
      expect_same(slice(x, 1, ravel::slice_from(2)), slice(whole, 1, ravel::slice_from(2)), "open slice");
      expect_same(slice(x, 1, ravel::slice(4, 2, -2)), slice(whole, 1, ravel::slice(4, 2, -2)), "range");
      expect_same(split(x, 1, {4, 2})[1], split(whole, 1, {4, 2})[1], "split");
      expect_same(pad(x, 1, ravel::pad_mode::wrap), pad(whole, 1, ravel::pad_mode::wrap), "pad");
      expect_same(diagonal(x, 0, 1, 2), diagonal(whole, 0, 1, 2), "diagonal");
      expect_same(x(ravel::slice(1, 3), ravel::all), whole(ravel::slice(1, 3), ravel::all), "places");
      expect_same(x(ravel::last, ravel::newaxis), whole(ravel::last, ravel::newaxis), "places and a new axis");
      expect_same((x + 1)(ravel::all, {5, 0, 0}), ravel::clone((whole + 1)(ravel::all, {5, 0, 0})), "places of an expression");
    }
  });
}

TEST_CASE("2^40 positions of an expression take the memory of what is asked for", "[threads]") {
  if (!support::memory_can_be_limited()) return;
  const auto is_right = [] {
    run(3, [](const mpi::world& w) {
      constexpr index_t n = index_t{1} << 20;
      const auto column = mpi::from_local(w, reshape(ravel::arange(static_cast<double>(n)), {n, 1}), mpi::blocks{0});
      const auto all = stretch(column, {n, n}) * 2.0 + ravel::arange(static_cast<double>(n));
      expect(all.size() == index_t{1} << 40, "the size");
      expect(mpi::at(all, {n - 1, 5}) == 2.0 * (n - 1) + 5, "an element");
      const auto part = slice(slice(all, 0, n / 2 - 2, 4), 1, n - 3, 3);
      const auto target = mpi::zeros<double>(w, {4, 3}, mpi::blocks{1});
      const mpi::traffic moved = mpi::moves(part, target);
      expect(moved.messages_sent <= 2 && moved.bytes_sent <= 2 * 4 * 8, "its traffic");
      copy(part, target);
      const auto rows = ravel::arange(4.0) + (n / 2 - 2), columns = ravel::arange(3.0) + (n - 3);
      expect_same(target, ravel::clone(stretch(reshape(rows, {4, 1}), {4, 3}) * 2.0 + columns), "a part");
    });
    return true;
  };
  CHECK(support::fault_within_memory(std::size_t{600} << 20, is_right) == "");
}
