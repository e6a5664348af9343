// SPDX-License-Identifier: BSL-1.0
// on_small_stack runs a function on a thread of its own with little stack, waits for it and passes on what it throws. What recurses
// without end does not come back from there.
#pragma once

#include <support/catch.hpp>
#include <support/sanitized.hpp>

#include <pthread.h>
#include <cstddef>
#include <exception>

namespace support {

inline constexpr std::size_t small_stack = (sanitized ? 2048 : 128) * 1024;

template <class F>
void on_small_stack(F f) {
  struct work {
    F* f;
    std::exception_ptr thrown;
  } task{&f, nullptr};
  pthread_attr_t attributes;
  pthread_t thread;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, small_stack) == 0);
  const auto run = [](void* p) -> void* {
    auto* t = static_cast<work*>(p);
    try {
      (*t->f)();
    } catch (...) {
      t->thrown = std::current_exception();
    }
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, run, &task) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  if (task.thrown) std::rethrow_exception(task.thrown);
}

}  // namespace support
