// SPDX-License-Identifier: BSL-1.0
// A trace: the loops that some statements run, the memory that they take, and why they need a temporary.
#include <ravel/ravel.hpp>

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using ravel::index_t;

namespace {

// One row for each source of loops and each reason for memory, in the order in which they appear. A program of yours would add up
// event.seconds, too, which differ from run to run.
class profile {
 public:
  void operator()(const ravel::trace_event& event) {
    const bool is_loop = event.what == ravel::trace_event::kind::loop;
    row& one = row_of(is_loop ? std::string(event.source) : event.reason.empty() ? "memory of a result" : std::string(event.reason));
    ++one.times;
    one.elements += event.elements;
    one.bytes += event.bytes;
  }
  void print(const char* title) const {
    std::printf("%-56s %5s %9s %9s\n", title, "times", "elements", "bytes");
    for (const row& one : rows_) std::printf("  %-54s %5d %9td %9td\n", one.name.c_str(), one.times, one.elements, one.bytes);
    std::printf("\n");
  }

 private:
  struct row {
    std::string name;
    int times;
    index_t elements, bytes;
  };
  row& row_of(const std::string& name) {
    for (row& one : rows_) {
      if (one.name == name) return one;
    }
    return rows_.emplace_back(row{name, 0, 0, 0});
  }

  std::vector<row> rows_;
};

template <class F>
void show(const char* title, F f) {
  profile seen;
  ravel::with_trace(std::ref(seen), f);
  seen.print(title);
}

}  // namespace

int main() {
  const auto x = clone(sin(ravel::iota<double>(100'000)));
  const auto m = ravel::zeros<double>({200, 200});

  show("sum(square(x))", [&] { static_cast<void>(sum(square(x))); });
  show("copy(x + 1, x)", [&] { copy(x + 1, x); });
  show("copy(reverse(x) + 1, x)", [&] { copy(reverse(x) + 1, x); });
  show("sort(x)", [&] { static_cast<void>(sort(x)); });
  show("matmul(m + 1, m)", [&] { static_cast<void>(matmul(m + 1, m)); });
}
