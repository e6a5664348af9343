// expect: "when", ticks\(t\), "tsu:"
// line: 11
#include <ravel/any/table.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/storage/buffer.hpp>

#include <chrono>

ravel::any_table made(const ravel::buffer<std::chrono::sys_seconds>& when) {
#ifndef CONTROL
  return ravel::any_table{ravel::table_column{"when", when}};
#else
  return ravel::any_table{{"when", ravel::ticks(when), "tss:"}};
#endif
}
