// SPDX-License-Identifier: BSL-1.0
#include <support/faults.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

using support::bomb;
using support::failing;
using support::failing_allocation;

namespace {

// The optimiser may drop a pair of new and delete whose block nobody sees.
template <class T>
T* seen(T* block) {
  asm volatile("" : "+r"(block) : : "memory");
  return block;
}

std::unique_ptr<int> allocate() { return std::unique_ptr<int>(seen(new int(1))); }

// Does not assert, so that nothing but the allocation asked for can fail.
bool allocation_throws() {
  try {
    return !allocate();
  } catch (const std::bad_alloc&) {
    return true;
  }
}

}  // namespace

TEST_CASE("allocations are counted in every form", "[support]") {
  struct alignas(128) wide {
    char bytes[128];
  };
  const auto live = support::live_blocks();
  const auto total = support::total_allocations();
  auto* one = seen(new int(1));
  auto* many = seen(new int[10]);
  auto* aligned = seen(new wide);
  auto* quiet = seen(new (std::nothrow) int(2));
  const auto live_inside = support::live_blocks();
  const bool on_boundary = reinterpret_cast<std::uintptr_t>(aligned) % 128 == 0;
  delete one;
  delete[] many;
  delete aligned;
  operator delete(quiet, std::nothrow);
  const auto live_after = support::live_blocks();
  const auto total_after = support::total_allocations();
  REQUIRE(live_inside == live + 4);
  REQUIRE(live_after == live);
  REQUIRE(total_after == total + 4);
  REQUIRE(on_boundary);
}

TEST_CASE("the n-th allocation fails, once or with all later ones", "[support]") {
  bool thrown[4];
  const auto run = [&](failing mode) {
    const failing_allocation fault(2, mode);
    for (bool& t : thrown) t = allocation_throws();
    return fault.fired();
  };
  REQUIRE(run(failing::once));
  REQUIRE((!thrown[0] && thrown[1] && !thrown[2] && !thrown[3]));
  REQUIRE(run(failing::from_then_on));
  REQUIRE((!thrown[0] && thrown[1] && thrown[2] && thrown[3]));
  REQUIRE_FALSE(allocation_throws());
}

TEST_CASE("a fault strikes its own thread only", "[support]") {
  bool elsewhere = true;
  std::thread other;
  {
    std::atomic<bool> armed{false};
    other = std::thread([&] {
      while (!armed) std::this_thread::yield();
      elsewhere = allocation_throws();
    });
    const failing_allocation fault(1);
    armed = true;
    other.join();
  }
  REQUIRE_FALSE(elsewhere);
}

TEST_CASE("every allocation of a callable is made to fail", "[support]") {
  const auto four = [] {
    const auto a = allocate(), b = allocate(), c = allocate();
    std::vector<int> v(100);
    seen(v.data());
  };
  REQUIRE(support::for_each_allocation_failure(four) == 4);
  REQUIRE(support::for_each_allocation_failure([] {}) == 0);
}

TEST_CASE("a failure that is survived does not end the search", "[support]") {
  // Does without its first block when it must; the second one it needs.
  const auto flexible = [] {
    const std::unique_ptr<int[]> scratch(seen(new (std::nothrow) int[100]));
    const auto needed = allocate();
  };
  REQUIRE(support::for_each_allocation_failure(flexible) == 2);
}

TEST_CASE("another exception than bad_alloc comes out of the search", "[support]") {
  const auto confused = [] {
    try {
      allocate();
    } catch (const std::bad_alloc&) {
      throw std::logic_error("wrong kind");
    }
  };
  REQUIRE_THROWS_AS(support::for_each_allocation_failure(confused), std::logic_error);
  REQUIRE_FALSE(allocation_throws());
}

TEST_CASE("a leak on the way out of a failure is seen", "[support]") {
  int* leaked = nullptr;
  const auto before = support::live_blocks();
  try {
    const failing_allocation fault(2);
    leaked = allocate().release();
    allocate();
  } catch (const std::bad_alloc&) {
  }
  const auto during = support::live_blocks();
  delete leaked;
  REQUIRE(during == before + 1);
}

TEST_CASE("bombs count their lives and throw at the step asked for", "[support]") {
  const auto before = bomb::live();
  {
    std::vector<bomb> two{1, 2};
    REQUIRE(bomb::live() == before + 2);
    const bomb::armed fuse(2);
    bomb copied(two[0]);
    REQUIRE_FALSE(fuse.fired());
    REQUIRE_THROWS_AS(copied = two[1], bomb::exploded);
    REQUIRE(fuse.fired());
    REQUIRE(copied.value() == 1);
    REQUIRE(two[0] < two[1]);
  }
  REQUIRE(bomb::live() == before);
}

TEST_CASE("every step of a callable is made to throw", "[support]") {
  const auto sorting = [] {
    std::vector<bomb> v;
    v.reserve(4);
    for (int i : {3, 1, 2, 0}) v.emplace_back(i);
    std::sort(v.begin(), v.end());
  };
  REQUIRE(support::for_each_explosion(sorting) > 10);
  REQUIRE(support::for_each_explosion([] { bomb alone(1); }) == 0);
}
