// expect: not owned by Ravel: walk\(std::move\(x\)\) takes it over
// line: 17
// A range over a reader that nobody keeps alive.
#include <ravel/loop/for_each.hpp>

struct mine : ravel::reader_base {
  int size() const { return 1; }
  int operator[](ravel::index_t) const { return 1; }
};

#ifdef CONTROL
void run() {
  for (const int value : ravel::walk(mine{})) static_cast<void>(value);
}
#else
void run(const mine& held) {
  for (const int value : ravel::walk(held)) static_cast<void>(value);
}
#endif
