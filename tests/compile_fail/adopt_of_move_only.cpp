// expect: elements are copied when they are read, and have a default: keep std::shared_ptr
// A block that is read is a copy, which a unique owner does not have.
#include <ravel/storage/adopt.hpp>

#include <memory>
#include <vector>

void taken() {
#ifdef CONTROL
  (void)ravel::adopt(std::vector<std::shared_ptr<int>>(3));
#else
  (void)ravel::adopt(std::vector<std::unique_ptr<int>>(3));
#endif
}
