// SPDX-License-Identifier: BSL-1.0
// The node of memory itself: slices stay memory, and whether two stretches of it meet.
#include <ravel/storage/buffer.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>

#include <algorithm>
#include <set>

using ravel::index_t;
using ravel::detail::memory_node;
using ravel::detail::overlap;
using ravel::detail::target_memory;

namespace {

std::shared_ptr<const ravel::detail::node<int>> memory(int* data, index_t step, index_t n, std::shared_ptr<const void> owner = nullptr) {
  return std::make_shared<memory_node<int>>(data, step, n, std::move(owner));
}

template <class Node>
auto part_of(const std::shared_ptr<Node>& memory, index_t start, index_t count, index_t step) {
  return std::static_pointer_cast<const ravel::detail::node<int>>(memory->sliced(start, count, step, memory));
}

struct alignas(256) wide {
  int value = 0;
};

}  // namespace

TEST_CASE("memory is aligned to 64 bytes, or more where elements need it", "[storage]") {
  for (const index_t n : {1, 3, 1000}) {
    const auto narrow_ones = ravel::make_buffer<char>(n);
    const auto wide_ones = ravel::make_buffer<wide>(n);
    CHECK(reinterpret_cast<std::uintptr_t>(narrow_ones.data()) % 64 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(wide_ones.data()) % 256 == 0);
  }
}

TEST_CASE("a slice of memory is memory and shares the owner", "[storage]") {
  int data[10];
  const auto owner = std::make_shared<int>(1);
  auto all = memory(data, 1, 10, owner);
  auto odd = part_of(all, 1, 5, 2);
  auto back = part_of(odd, 4, 3, -2);
  CHECK(odd->memory().data == data + 1);
  CHECK(odd->memory().step == 2);
  CHECK(back->memory().data == data + 9);
  CHECK(back->memory().step == -4);
  CHECK(back->depth() == 0);
  all.reset();
  odd.reset();
  CHECK(owner.use_count() == 2);
  const auto none = part_of(back, 3, 0, 1);
  CHECK(none->size() == 0);
  CHECK(none->memory().data != nullptr);
}

TEST_CASE("a slice of memory that Ravel made keeps it alive", "[storage]") {
  ravel::buffer<int> b{1, 2, 3};
  auto part = part_of(ravel::detail_access::shared(b), 1, 2, 1);
  const int* const data = b.data();
  b = {};
  CHECK(part->memory().data == data + 1);
  CHECK(part->at(1) == 3);
}

// Two views of twelve cells each: against the sets of positions they read and write.
TEST_CASE("overlaps of memory are exact about none and elementwise", "[storage]") {
  int data[12];
  struct view {
    index_t first, step, size;
  };
  std::vector<view> views;
  for (const index_t first : {0, 1, 2, 5, 6, 10, 11}) {
    for (const index_t step : {-3, -2, -1, 1, 2, 3, 5}) {
      for (const index_t size : {0, 1, 2, 3, 6, 12}) {
        const index_t last = first + (size - 1) * step;
        if (size == 0 || (last >= 0 && last < 12)) views.push_back({first, step, size});
      }
    }
  }
  const auto cells = [](const view& v) {
    std::set<index_t> all;
    for (index_t i = 0; i < v.size; ++i) all.insert(v.first + i * v.step);
    return all;
  };
  for (const view& r : views) {
    const auto source = memory(data + r.first, r.step, r.size);
    for (const view& w : views) {
      const target_memory target{reinterpret_cast<const std::byte*>(data + w.first), w.step * index_t{sizeof(int)}, w.size, sizeof(int)};
      const overlap found = source->meets(target);
      const auto read = cells(r), written = cells(w);
      std::vector<index_t> common;
      std::set_intersection(read.begin(), read.end(), written.begin(), written.end(), std::back_inserter(common));
      bool in_step = true;  // whatever is both read and written is so at one position
      for (const index_t cell : common) in_step = in_step && (cell - r.first) * w.step == (cell - w.first) * r.step;
      INFO(r.first << " " << r.step << " " << r.size << " and " << w.first << " " << w.step << " " << w.size);
      if (!common.empty()) REQUIRE(found != overlap::none);
      if (!in_step) REQUIRE(found == overlap::arbitrary);
      if (r.first == w.first && r.step == w.step && !common.empty()) REQUIRE(found == overlap::elementwise);
      const bool apart = read.empty() || written.empty() || *read.rbegin() < *written.begin() || *written.rbegin() < *read.begin();
      if (apart) REQUIRE(found == overlap::none);
    }
  }
}

TEST_CASE("memory of another element type never meets in step", "[storage]") {
  int data[8] = {};
  const auto source = memory(data, 1, 4);
  CHECK(source->meets({reinterpret_cast<const std::byte*>(data), 4, 4, 2}) == overlap::arbitrary);
  CHECK(source->meets({reinterpret_cast<const std::byte*>(data) + 2, 4, 4, 4}) == overlap::arbitrary);
  CHECK(source->meets({reinterpret_cast<const std::byte*>(data + 4), 4, 4, 4}) == overlap::none);
}

TEST_CASE("blocks of any size and alignment hold their bytes, and end", "[storage]") {
  const auto before = support::live_blocks();
  for (const index_t alignment : {1, 8, 64, 128, 4096}) {
    std::vector<unsigned char*> blocks;
    for (const index_t bytes : {1, 7, 64, 1000, 200'000}) {
      blocks.push_back(static_cast<unsigned char*>(ravel::detail::allocate_elements(bytes, 1, alignment)));
      CHECK(reinterpret_cast<std::uintptr_t>(blocks.back()) % static_cast<std::uintptr_t>(std::max<index_t>(64, alignment)) == 0);
      std::fill_n(blocks.back(), bytes, static_cast<unsigned char>(blocks.size()));
    }
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      CHECK(blocks[k][0] == k + 1);
      ravel::detail::free_elements(blocks[k], alignment);
    }
  }
  ravel::detail::free_elements(nullptr, 64);
  CHECK(support::live_blocks() == before);
}

TEST_CASE("sizes that no memory has are refused before anything is allocated", "[storage]") {
  const auto before = support::total_allocations();
  CHECK_THROWS_AS(ravel::detail::allocate_elements(-1, 4, 4), ravel::value_error);
  CHECK_THROWS_AS(ravel::detail::allocate_elements(ravel::index_limit, 8, 8), ravel::overflow_error);
  CHECK_THROWS_AS(ravel::detail::allocate_elements(ravel::index_limit + 1, 1, 1), ravel::overflow_error);
  static_cast<void>(before);
}
