// SPDX-License-Identifier: BSL-1.0
// Work that is stopped at each place where it looks whether it is to stop.
#pragma once

#include <ravel/exec.hpp>

#include <support/sanitized.hpp>

#include <chrono>
#include <stop_token>

namespace support {

using ravel::index_t;

// f(), which is asked to stop at the k-th look at the watch, counted from 0: the next look throws.
template <class F>
void stopped_at(index_t k, F f) {
  std::stop_source source;
  const auto count = [&](const ravel::progress&) {
    if (k-- == 0) source.request_stop();
  };
  ravel::with_progress(count, std::chrono::seconds(0), [&] { ravel::with_stop(source.get_token(), f); });
}

// check() after work() was stopped, at one place after the other: how many there were.
template <class Work, class Check>
index_t for_each_stop(Work work, Check check) {
  for (index_t k = 0;; k = next_tried(k)) {
    try {
      stopped_at(k, work);
      return k;
    } catch (const ravel::cancelled&) {
      check();
    }
  }
}

}  // namespace support
