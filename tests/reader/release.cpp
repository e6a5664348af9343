// SPDX-License-Identifier: BSL-1.0
// Long chains are released in a loop: the first few at once, the others in their turn, each exactly once.
#include <ravel/reader/detail/node.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/small_stack.hpp>

#include <cstdint>
#include <memory>
#include <vector>

using ravel::detail::kept;
using ravel::detail::make_released;

namespace {

// Says when it goes, and holds another.
struct holding {
  std::shared_ptr<const void> next;
  std::shared_ptr<const void> other;
  int* gone;

  holding(std::shared_ptr<const void> held, int* count, std::shared_ptr<const void> also = nullptr)
      : next(std::move(held)), other(std::move(also)), gone(count) {}
  holding(holding&&) = default;
  ~holding() {
    if (next || other) ++*gone;
  }
};

std::shared_ptr<const void> chain(int length, int* gone) {
  std::shared_ptr<const void> last = std::make_shared<int>(0);
  for (int i = 0; i < length; ++i) last = make_released<true, kept<holding>>(holding(std::move(last), gone));
  return last;
}

}  // namespace

TEST_CASE("a chain of any length is released, on a small stack", "[reader]") {
  for (const int length : {1, 15, 16, 17, 18, 1000, 200000}) {
    int gone = 0;
    auto last = chain(length, &gone);
    support::on_small_stack([&] { last = nullptr; });
    CHECK(gone == length);
  }
}

TEST_CASE("a tree too, and what somebody else holds stays", "[reader]") {
  int gone = 0;
  const auto before = support::live_blocks();
  {
    const auto kept_by_others = chain(3, &gone);
    std::shared_ptr<const void> tree = kept_by_others;
    for (int i = 0; i < 1000; ++i) tree = make_released<true, kept<holding>>(holding(std::move(tree), &gone, chain(100, &gone)));
    support::on_small_stack([&] { tree = nullptr; });
    CHECK(gone == 1000 * 101);
  }
  CHECK(gone == 1000 * 101 + 3);
  CHECK(support::live_blocks() == before);
}

TEST_CASE("a short chain is destroyed before its destructor returns", "[reader]") {
  struct watcher {
    std::shared_ptr<const void> below;
    const int* gone;
    std::vector<int>* seen;
    watcher(std::shared_ptr<const void> b, const int* g, std::vector<int>* s) : below(std::move(b)), gone(g), seen(s) {}
    watcher(watcher&&) = default;
    ~watcher() {
      if (!below) return;
      below = nullptr;
      seen->push_back(*gone);
    }
  };
  int gone = 0;
  std::vector<int> seen;
  make_released<true, kept<watcher>>(watcher(chain(5, &gone), &gone, &seen));
  CHECK(seen == std::vector<int>{5});
}

TEST_CASE("a failing allocation releases what was given, once", "[reader]") {
  int gone = 0;
  const auto failures = support::for_each_allocation_failure([&] { chain(3, &gone); });
  CHECK(failures > 3);
}

TEST_CASE("an object without a queue shares memory with its count, at its alignment", "[reader]") {
  struct alignas(256) wide {
    holding held;
    wide(holding h) : held(std::move(h)) {}
  };
  int gone = 0;
  const auto before = support::live_blocks();
  {
    const auto owned = make_released<false, kept<holding>>(holding(nullptr, &gone, chain(0, &gone)));
    CHECK(support::live_blocks() == before + 2);  // and the end of the chain
    const std::shared_ptr<const kept<wide>> aligned = make_released<false, kept<wide>>(holding(owned, &gone));
    CHECK(reinterpret_cast<std::uintptr_t>(aligned.get()) % 256 == 0);
    const std::weak_ptr<const void> seen = aligned;
    CHECK(seen.lock() == aligned);
  }
  CHECK(gone == 2);
  CHECK(support::live_blocks() == before);
}

TEST_CASE("memory outlives what stood there while a weak pointer looks at it", "[reader]") {
  int gone = 0;
  const auto before = support::live_blocks();
  std::weak_ptr<const void> seen;
  {
    const auto owned = make_released<false, kept<holding>>(holding(chain(0, &gone), &gone));
    seen = owned;
    CHECK_FALSE(seen.expired());
  }
  CHECK(gone == 1);
  CHECK(seen.expired());
  CHECK(support::live_blocks() == before + 1);
  seen.reset();
  CHECK(support::live_blocks() == before);
}

TEST_CASE("an object that is not made leaves no memory", "[reader]") {
  struct thrower {
    explicit thrower(int) { throw 5; }
  };
  const auto before = support::live_blocks();
  CHECK_THROWS_AS((make_released<false, kept<thrower>>(1)), int);
  CHECK_THROWS_AS((make_released<true, kept<thrower>>(1)), int);
  CHECK(support::live_blocks() == before);
}
