// SPDX-License-Identifier: BSL-1.0
// What a user does: give a vector away, compute with it lazily, add up, copy into memory of one's own, roll by a template of the library,
// and catch an error thrown inside the library by its type.
#include <ravel/ravel.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  std::vector<double> celsius{21.5, 19.0, 23.5, 18.0};
  const auto days = ravel::adopt(std::move(celsius));
  const auto fahrenheit = days * 1.8 + 32.0;
  const auto newest_first = ravel::reverse(where(days > 20.0, sqrt(fahrenheit), 0.0));  // fused, a kernel of the library, and a view

  double mine[4];
  copy(newest_first, ravel::borrow(mine));
  const bool right = sum(fahrenheit) == 275.6 && count(days > 20.0) == 2 && mine[0] == 0 && mine[1] * mine[1] > 74.29 &&
                     mine[1] * mine[1] < 74.31 && days.dtype() == ravel::dtype::float64;

  // The vector functions of the machine, as the compiler of the library calls them: one operand and two.
  const auto legs = days - 12.0;
  const bool is_exact =
      close(hypot(legs, legs), legs * std::sqrt(2.0)) && close(log(exp(legs)), legs) && close(pow(legs, 2.0), legs * legs);

  const auto sums = rolling(days, 2, ravel::reducer::sum, ravel::window_position::left, ravel::edge_mode::valid);

  const auto table = ravel::dims::row_major({2, 2}).transpose({1, 0});
  try {
    static_cast<void>(ravel::select(days, {0, 4}));
  } catch (const ravel::index_error& e) {
    std::printf("ravel %s: %s\n", RAVEL_VERSION, e.what());
    return right && is_exact && sums[0] == 40.5 && table.to_local({0, 1}) == 2 ? 0 : 1;
  }
  return 1;
}
