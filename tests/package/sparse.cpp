// SPDX-License-Identifier: BSL-1.0
// The component beside the library, used by one who links it: elements of the closed set are in it, others are compiled here.
#include <ravel/sparse.hpp>

#include <string>

int main() {
  const auto numbers = ravel::make_sparse<double>(1000);
  const auto words = ravel::make_sparse(10, std::string("none"));
  numbers.write(3, 1.5);
  words.write(3, "some");
  return numbers[3] == 1.5 && numbers[4] == 0 && words[3] == "some" && words[4] == "none" ? 0 : 1;
}
