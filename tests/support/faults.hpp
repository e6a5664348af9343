// SPDX-License-Identifier: BSL-1.0
// Failures on purpose. Every test program allocates through counters that can be told to fail (faults.cpp replaces the global operator
// new), and `bomb` is an element whose copies, moves and comparisons can be told to throw. Which thread is to fail is per thread; counts
// are of all.
#pragma once

#include <support/catch.hpp>
#include <support/sanitized.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <new>

namespace support {

// Blocks from operator new that live now, and all there ever were.
std::int64_t live_blocks();
std::int64_t total_allocations();

enum class failing { once, from_then_on };

// While it lives, the n-th allocation of this thread from now on throws bad_alloc (n = 1 is the next), and with `from_then_on` all after
// it.
class failing_allocation {
 public:
  explicit failing_allocation(std::int64_t nth, failing mode = failing::once);
  ~failing_allocation();
  failing_allocation(const failing_allocation&) = delete;
  failing_allocation& operator=(const failing_allocation&) = delete;

  bool fired() const;  // has it come to that?
};

// An element with a value. Its copies, moves, assignments and comparisons count as steps, and an armed step throws.
class bomb {
 public:
  struct exploded : std::exception {};

  bomb(int value = 0) : value_(value) { ++live_; }
  bomb(const bomb& other) : value_(step(other)) { ++live_; }
  bomb(bomb&& other) : value_(step(other)) { ++live_; }
  bomb& operator=(const bomb& other) { return value_ = step(other), *this; }
  bomb& operator=(bomb&& other) { return value_ = step(other), *this; }
  ~bomb() { --live_; }

  int value() const { return value_; }
  friend bool operator==(const bomb& a, const bomb& b) { return step(a) == b.value_; }
  friend bool operator<(const bomb& a, const bomb& b) { return step(a) < b.value_; }

  static std::int64_t live() { return live_; }

  // While it lives, the n-th step of this thread from now on throws.
  class armed {
   public:
    explicit armed(std::int64_t nth);
    ~armed();
    armed(const armed&) = delete;
    armed& operator=(const armed&) = delete;

    bool fired() const;
  };

 private:
  static int step(const bomb& read);  // its value, unless this step is the one to throw

  static std::atomic<std::int64_t> live_;
  int value_;
};

namespace detail {

// Runs f under a fault; only Expected may come out of it. True when the fault came to pass.
template <class Expected, class Fault, class F, class... Fold>
bool struck(F& f, Fold... how) {
  const Fault fault(how...);
  try {
    f();
  } catch (const Expected&) {
  }
  return fault.fired();
}

}  // namespace detail

// Runs f with its 1st, 2nd, ... allocation failing until none is left to fail, each time once alone and once with all later ones. Nothing
// may leak, and only bad_alloc may come out. f must not assert (the test framework allocates too) and gives back what it allocates. It is
// first run twice undisturbed: what is made once, or when it is read again, and kept is no leak. Returns how many allocations were made to
// fail.
template <class F>
[[nodiscard]] std::int64_t for_each_allocation_failure(F&& f) {
  for (int k = 0; k < 2; ++k) f();
  for (std::int64_t n = 1;; n = next_tried(n)) {
    bool failed = false;
    for (const failing mode : {failing::once, failing::from_then_on}) {
      INFO("allocation " << n << " failed" << (mode == failing::once ? "" : ", and all later ones"));
      const std::int64_t before = live_blocks();
      failed = detail::struck<std::bad_alloc, failing_allocation>(f, n, mode);
      const std::int64_t leaked = live_blocks() - before;
      REQUIRE(leaked == 0);
    }
    if (!failed) return n - 1;
  }
}

// The same of work that allocates, however often.
template <class F>
void fail_each_allocation(F&& f) {
  const std::int64_t failures = for_each_allocation_failure(f);
  REQUIRE(failures > 0);
}

// The same for the steps of bombs: what escapes is bomb::exploded, and no bomb stays alive. Returns how many steps were made to throw.
template <class F>
[[nodiscard]] std::int64_t for_each_explosion(F&& f) {
  f();
  for (std::int64_t n = 1;; n = next_tried(n)) {
    INFO("step " << n << " threw");
    const std::int64_t before = bomb::live();
    const bool threw = detail::struck<bomb::exploded, bomb::armed>(f, n);
    REQUIRE(bomb::live() == before);
    if (!threw) return n - 1;
  }
}

template <class F>
void fail_each_step(F&& f) {
  const std::int64_t failures = for_each_explosion(f);
  REQUIRE(failures > 0);
}

}  // namespace support
