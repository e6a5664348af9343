// SPDX-License-Identifier: BSL-1.0
// The messages and bytes that docs/mpi.md tells in "Costs", counted at the doorway of each rank.
#include <mpi/counted.hpp>

#include <algorithm>
#include <cstdio>

using namespace ranks;
using mpi::world;

namespace {

// The tensor of doubles that a rank sends on to all others.
sent told_to_all(int count, index_t elements) { return {count - 1, (count - 1) * 8 * elements}; }

// A copy between distributions: a message to each rank that needs some, and each element once.
sent copied(int count, const ravel::shape& extents, const mpi::distribution& from, const mpi::distribution& to) {
  const auto owners = [&](const mpi::distribution& how) {
    const mpi::placement whole = how.place(extents, count, 0);
    std::vector<index_t> all;
    for (index_t i = 0; i < extents.elements(); ++i) all.push_back(whole.map.to_local(i) / whole.span);
    return all;
  };
  const std::vector<index_t> a = owners(from), b = owners(to);
  std::vector<index_t> between(static_cast<std::size_t>(count * count));
  for (std::size_t i = 0; i < a.size(); ++i) ++between[static_cast<std::size_t>(a[i] * count + b[i])];
  sent all;
  for (index_t k = 0; k < std::ssize(between); ++k) {
    const index_t elements = between[static_cast<std::size_t>(k)];
    if (k / count != k % count && elements > 0) all = all + sent{1, 8 * elements};
  }
  return all;
}

// A vector in blocks into whole parts of its order for each rank.
sent into_parts(int count, index_t length, index_t least_part = 256) {
  return copied(count, {length}, mpi::blocks{0}, mpi::block_cyclic(0, mpi::detail::cut_line(length, count, least_part).span));
}

// The bytes by which each rank that has rows of a matrix tells the extents of its results.
std::vector<index_t> extents_told(int count, index_t rows) {
  std::vector<index_t> all;
  const index_t block = (rows - 1) / count + 1;
  for (int r = 0; r < count; ++r) all.push_back(r * block < rows ? 24 : 0);
  return all;
}

// The bytes by which each rank that has elements of a vector tells the best of them, and where it is.
std::vector<index_t> candidates(int count, index_t length) {
  std::vector<index_t> all;
  for (int r = 0; r < count; ++r) all.push_back(r * mpi::detail::cut_line(length, count).span < length ? 16 : 0);
  return all;
}

// What is sent for a vector of doubles in blocks, or for a matrix.
template <class F>
sent of_vector(int count, index_t length, const F& work) {
  return sent_in_all(count, [&](const world& w) -> work_of_rank {
    return [=, x = mpi::random_normal<double>(w, {length}, 0, 1, 3, mpi::blocks{0})] { work(x); };
  });
}
template <class F>
sent of_matrix(int count, const ravel::shape& extents, const mpi::distribution& how, const F& work) {
  return sent_in_all(
      count, [&](const world& w) -> work_of_rank { return [=, x = mpi::random_normal<double>(w, extents, 0, 1, 3, how)] { work(x); }; });
}

}  // namespace

TEST_CASE("lists go to the ranks that get some, and counts between pairs", "[threads]") {
  for (const int count : numbers) {
    const auto all = sent_by(count, [](const world& w) -> work_of_rank {
      const auto lists = std::make_shared<mpi::detail::routes<double>>(w);
      for (int r = 0; r < w.size(); r += 2) lists->to(r).resize(static_cast<std::size_t>(3 * r + 1));
      return [=] { lists->agree(), lists->exchange(); };
    });
    for (int r = 0; r < count; ++r) {
      INFO("rank " << r << " of " << count);
      sent wanted{count - 1, 8 * (count - 1)};
      for (int to = 0; to < count; to += 2) wanted = to == r ? wanted : wanted + sent{1, 8 * (3 * to + 1)};
      CHECK(all[static_cast<std::size_t>(r)] == wanted);
    }
  }
}

TEST_CASE("copies send what is needed, once", "[threads]") {
  for (const int count : numbers) {
    INFO(count << " ranks");
    CHECK(of_vector(count, 500, [](const auto& x) {
            x += 1.0;
            copy(sqrt(x * x) + 1.0, x);
            fill(x, 2.0);
          }) == sent{});
    for (const ravel::shape& extents : {ravel::shape{9, 7}, ravel::shape{64, 30}, ravel::shape{3, 1}}) {
      for (const mpi::distribution& how : distributions(2)) {
        INFO(extents << " " << how.description());
        CHECK(of_matrix(count, extents, mpi::blocks{0}, [&](const auto& x) { (void)mpi::clone(x * 2.0 + x, how); }) ==
              copied(count, extents, mpi::blocks{0}, how));
      }
    }
  }
}

TEST_CASE("neighbours get the border", "[threads]") {
  for (const int count : {4, 9}) {
    const index_t side = count == 4 ? 2 : 3, high = 8, wide = 5;
    const auto all = sent_by(count, [&](const world& w) -> work_of_rank {
      const auto x = mpi::random_integers<std::uint8_t>(w, {side * high, side * wide}, 0, 9, 3, mpi::blocks{0, 1});
      const auto turned = [=](index_t i) { return rotate(x, {i, -1}) + rotate(x, {i, 0}) + rotate(x, {i, 1}); };
      return [=, y = mpi::clone(turned(0))] { copy(turned(-1) + turned(0) + turned(1), y); };
    });
    for (const sent& one : all) CHECK(one == sent{count - 1, 2 * (high + wide) + 4});
  }
}

TEST_CASE("reductions send a tree", "[threads]") {
  for (const int count : numbers) {
    INFO(count << " ranks");
    for (const index_t length : {2000, 40000}) {
      CHECK(of_vector(count, length, [](const auto& x) { (void)min(x); }) == tree(count, 8));
      CHECK(of_vector(count, length, [](const auto& x) { (void)mpi::count(x > 0.5); }) == tree(count, 8));
      CHECK(of_vector(count, length, [](const auto& x) { (void)mpi::bincount(mpi::cast<int>(floor(abs(x))), {20}); }) == tree(count, 160));
      CHECK(of_vector(count, length, [](const auto& x) { (void)argmax(x); }) ==
            into_parts(count, length) + tree(candidates(count, length)));
      const sent total = of_vector(count, length, [](const auto& x) { (void)sum(x); }), moved = into_parts(count, length);
      CHECK(total.messages == tree(count, 0).messages + moved.messages);
      CHECK(total.bytes <= tree(count, 400).bytes + moved.bytes);
      CHECK(of_vector(count, length, [](const auto& x) { (void)product(x); }) == total);
      const sent moments = of_vector(count, length, [](const auto& x) { (void)kurtosis(x); });
      CHECK(moments.bytes <= tree(count, 1000).bytes + into_parts(count, length, 1024).bytes);
    }
    const index_t many = 300000;
    CHECK(into_parts(count, many).bytes <= 8 * many);
    CHECK(into_parts(count, many).bytes <= 8 * 16384 * count * count);
    const ravel::shape extents{40, 700};
    const sent rows = of_matrix(count, extents, mpi::blocks{1}, [](const auto& x) { (void)sum(x); });
    CHECK(rows.bytes <= 8 * extents.elements() + tree(count, 400).bytes);
    CHECK((count == 1 || rows.bytes > 8 * extents.elements() / 4));
  }
}

TEST_CASE("verbs along axes send cut lines there and back", "[threads]") {
  const ravel::shape extents{30, 24};
  for (const int count : numbers) {
    INFO(count << " ranks");
    const sent there = copied(count, extents, mpi::blocks{0}, mpi::blocks{1}),
               back = copied(count, extents, mpi::blocks{1}, mpi::blocks{0});
    CHECK(of_matrix(count, extents, mpi::blocks{0}, [](const auto& x) { (void)sort(x, 1); }) == tree(extents_told(count, 30)));
    CHECK(of_matrix(count, extents, mpi::blocks{0}, [](const auto& x) { (void)sort(x, 0); }) ==
          there + tree(extents_told(count, 24)) + back);
    CHECK(of_matrix(count, extents, mpi::blocks{0}, [](const auto& x) { (void)matmul(x, ravel::full<double>({24, 5}, 1.0)); }) == sent{});
    CHECK(of_vector(count, 5000, [](const auto& x) { (void)cumsum(x); }).bytes <= 2 * 8 * 5000 + tree(count, 8 * (5000 / 1024 + 1)).bytes);
  }
}

TEST_CASE("elements are collected once, and told by a tree", "[threads]") {
  for (const int count : numbers) {
    INFO(count << " ranks");
    const sent to_first = copied(count, {900}, mpi::blocks{0}, mpi::blocks{}),
               to_last = copied(count, {900}, mpi::blocks{0}, mpi::owners(0, std::vector<index_t>(900, count - 1)));
    CHECK(of_vector(count, 900, [](const auto& x) { (void)mpi::collect(x); }) == to_first + told_to_all(count, 900));
    CHECK(of_vector(count, 900, [](const auto& x) { (void)mpi::collect(x, x.ranks().size() - 1); }) == to_last);
    CHECK(of_vector(count, 900, [](const auto& x) { (void)mpi::at(x, 899); }) ==
          (count == 1 ? sent{} : sent{1, 8}) + told_to_all(count, 1));
  }
}

TEST_CASE("rows go to their owners, with little besides", "[threads]") {
  const index_t n = 6000;
  for (const int count : numbers) {
    INFO(count << " ranks");
    const index_t pairs = count * (count - 1);
    const sent parts = into_parts(count, n), samples = tree(count, 16 * 256), lengths = tree(count, 8);
    const auto between = [](const sent& low, const sent& found, const sent& high) {
      return low.messages <= found.messages && found.messages <= high.messages && low.bytes <= found.bytes && found.bytes <= high.bytes;
    };
    const sent sorted = of_vector(count, n, [](const auto& x) { (void)sort(x); });
    const sent known = parts + lengths + sent{2 * pairs + samples.messages, 8 * pairs};  // and samples, elements that leave, results
    CHECK(between(known + sent{0, 16 * n * (count - 1) / count / 2}, sorted, known + sent{pairs, samples.bytes + 16 * n + 8 * n}));
    const sent chosen = of_vector(count, n, [](const auto& x) { (void)compress(x, x > 2.0); });
    CHECK(between(parts + lengths, chosen, parts + lengths + sent{pairs, 8 * n / 20}));
    const auto keys = [](const auto& x) { return mpi::cast<int>(floor(x)); };
    const sent grouped = of_vector(count, n, [&](const auto& x) { (void)group_reduce(keys(x), x, ravel::reducer::sum); });
    CHECK(grouped.bytes >= 24 * n * (count - 1) / count / 2);
    CHECK(grouped.bytes <= 2 * parts.bytes + 24 * n + 20000 * count);
  }
}

TEST_CASE("files move nothing when they are mapped, and parts of rows when they are saved", "[threads]") {
  const std::string path = "mpi_costs.npy";
  for (const int count : numbers) {
    INFO(count << " ranks");
    const auto whole = numbered({40, 30});
    ravel::save_npy(path, whole);
    CHECK(sent_in_all(count, [&](const world& w) -> work_of_rank {
            return [&, w] { (void)mpi::map_npy<double>(w, path, mpi::blocks{0}); };
          }) == sent{});
    CHECK(of_matrix(count, {40, 30}, mpi::blocks{0}, [&](const auto& x) { mpi::save_npy(path, x); }).bytes <= 8 * whole.size());
  }
  std::remove(path.c_str());
}
