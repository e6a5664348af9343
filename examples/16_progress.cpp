// SPDX-License-Identifier: BSL-1.0
// Progress: a bar while work goes on, and a limit to how much of it is done.
#include <ravel/ravel.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <stop_token>
#include <string>

using ravel::index_t;

namespace {

// One mark for each twentieth of the first loop. A program that talks to a person leaves out the time: ten calls a second are enough, and
// the bar starts at the left again with '\r'.
class bar {
 public:
  void operator()(const ravel::progress& now) {
    if (now.loop != 1) return;
    const auto reached = static_cast<std::size_t>(20 * now.fraction());
    std::cout << std::string(reached - shown_, '#') << (reached == 20 && shown_ < 20 ? "]\n" : "");
    shown_ = reached;
  }

 private:
  std::size_t shown_ = 0;
};

// How often the rule of Collatz has to be applied to come to 1.
int steps(std::int64_t n) {
  int count = 0;
  for (; n != 1; ++count) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return count;
}

}  // namespace

int main() {
  const auto lengths = map(steps, ravel::iota<std::int64_t>(200'000, 1));
  std::cout << "[";
  const index_t longest = ravel::with_progress(bar(), std::chrono::seconds(0), [&] { return argmax(lengths); });
  std::cout << longest + 1 << " takes " << lengths[longest] << " steps\n";

  // Somebody, on any thread, may ask for an end: here after a number of elements, so that it is the same each time.
  std::stop_source enough;
  index_t seen = 0;
  int most = 0;
  const auto look = [&](int length) {
    most = std::max(most, length);
    if (++seen == 50'000) enough.request_stop();
  };
  try {
    ravel::with_stop(enough.get_token(), [&] { for_each(lengths, look); });
  } catch (const ravel::cancelled& e) {
    std::cout << e.what() << "; the first " << seen << " take up to " << most << " steps\n";
  }
}
