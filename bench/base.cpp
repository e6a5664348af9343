// SPDX-License-Identifier: BSL-1.0
// Does a divider pay against the machine's division by a number known only at run time?
#include <ravel/base/divider.hpp>

#include "support.hpp"

namespace {

// Dependent steps, so that both are timed by their latency.
template <class Divide>
ravel::index_t chain(Divide divide) {
  ravel::index_t x = 0;
  for (ravel::index_t i = 0; i < 1000; ++i) x = divide((std::int64_t{1} << 62) - i - x);
  return x;
}

}  // namespace

int main() {
  volatile ravel::index_t seven = 7;
  const ravel::index_t by = seven;
  const ravel::divider divider(by);
  const auto ours = [&] { bench::keep(chain([&](auto n) { return divider.divide(n); })); };
  const auto hand = [&] { bench::keep(chain([&](auto n) { return n / by; })); };

  bench::table table("base");
  table.row("divide by 7", 0.75, ours, hand, {.items = 1000});
}
