// SPDX-License-Identifier: BSL-1.0
// A plugin that holds the library: tests/exec/unload.cpp loads and unloads it.
#include <ravel/exec/with_threads.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/op/fold/sum.hpp>

extern "C" __attribute__((visibility("default"))) double sum_below(double n, int threads) {
  return ravel::with_threads(threads, [&] { return ravel::sum(ravel::iota<double>(static_cast<ravel::index_t>(n))); });
}
