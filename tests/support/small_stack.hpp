// SPDX-License-Identifier: BSL-1.0
// on_stack runs a function on a thread of its own with so much stack, waits for it and passes on what it throws; on_small_stack with
// little, and on_stacks on several threads. What recurses without end does not come back from there.
#pragma once

#include <support/sanitized.hpp>

#include <link.h>
#include <pthread.h>
#include <cstddef>
#include <exception>
#include <list>
#include <stdexcept>
#include <utility>

namespace support {

inline constexpr std::size_t small_stack = (sanitized ? 2048 : 256) * 1024;  // 256 calls within calls, hardly optimised

// A thread's stack begins with what libraries keep for each thread, 60 kB of OpenBLAS for one.
inline std::size_t thread_local_bytes() {
  std::size_t bytes = 0;
  const auto add = [](dl_phdr_info* library, std::size_t, void* sum) {
    for (int k = 0; k < library->dlpi_phnum; ++k) {
      const auto& part = library->dlpi_phdr[k];
      if (part.p_type == PT_TLS) *static_cast<std::size_t*>(sum) += part.p_memsz + part.p_align;
    }
    return 0;
  };
  dl_iterate_phdr(add, &bytes);
  constexpr std::size_t page = 4096;
  return (bytes + page - 1) / page * page;
}

// Runs f(0) to f(count - 1) at once.
template <class F>
void on_stacks(std::size_t bytes, int count, const F& f) {
  struct work {
    const F* f;
    int number;
    pthread_t thread;
    std::exception_ptr thrown;
  };
  const auto run = [](void* p) -> void* {
    auto* t = static_cast<work*>(p);
    try {
      (*t->f)(t->number);
    } catch (...) {
      t->thrown = std::current_exception();
    }
    return nullptr;
  };
  pthread_attr_t attributes;
  bool starts = pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, bytes + thread_local_bytes()) == 0;
  std::list<work> all;
  for (int k = 0; starts && k < count; ++k) {
    work& one = all.emplace_back(work{&f, k, {}, nullptr});
    starts = pthread_create(&one.thread, &attributes, run, &one) == 0;
    if (!starts) all.pop_back();
  }
  for (const work& one : all) pthread_join(one.thread, nullptr);
  pthread_attr_destroy(&attributes);
  if (!starts) throw std::runtime_error("a thread cannot be started");
  for (const work& one : all) {
    if (one.thrown) std::rethrow_exception(one.thrown);
  }
}

template <class F>
void on_stack(std::size_t bytes, F f) {
  on_stacks(bytes, 1, [&](int) { f(); });
}

template <class F>
void on_small_stack(F f) {
  on_stack(small_stack, std::move(f));
}

}  // namespace support
