// SPDX-License-Identifier: BSL-1.0
// First steps: wrap a vector, compute lazily, add up, copy into memory of your own
#include <ravel/ravel.hpp>

#include <iostream>
#include <vector>

int main() {
  std::vector<float> celsius{21.5f, 19.0f, 23.5f, 18.0f, 22.0f};
  auto days = ravel::adopt(std::move(celsius));  // no copy: the vector lives on behind the handle

  auto fahrenheit = days * 1.8f + 32.0f;         // nothing is computed yet
  auto warm = days > 20.0f;                      // a reader of bool
  auto last_first = ravel::reverse(fahrenheit);  // views work on everything

  std::cout << "warm days: " << count(warm) << ", mean: " << mean(days) << " C\n";

  float result[5];
  copy(last_first, ravel::borrow(result));  // computed here, straight into the array
  for (float f : result) std::cout << f << " ";
  std::cout << "\n";
}
