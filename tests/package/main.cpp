// SPDX-License-Identifier: BSL-1.0
// The least a user does: include, call something compiled, and catch an error thrown inside the library by its type.
#if __has_include(<ravel/ravel.hpp>)
#include <ravel/ravel.hpp>
#endif
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>

#include <cstdio>

int main() {
  const ravel::shape s{2, 3, 4};
  try {
    (void)s[3];
  } catch (const ravel::index_error& e) {
    std::printf("ravel %s: %s\n", RAVEL_VERSION, e.what());
    return to_string(s) == "[2 3 4]" ? 0 : 1;
  }
  return 1;
}
