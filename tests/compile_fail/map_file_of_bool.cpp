// expect: a byte of a file need not be 0 or 1: map std::uint8_t and compare it with 0
// The bytes of a file are what they are.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/map_file.hpp>

ravel::reader<bool> flags(const std::string& path) {
#ifdef CONTROL
  return ravel::map_file<std::uint8_t>(path) != 0;
#else
  return ravel::map_file<bool>(path);
#endif
}
