// SPDX-License-Identifier: BSL-1.0
// Tests that run as long as RAVEL_ENDURANCE_SECONDS says: how long that is, a watchdog for steps that do not end, and what must not become
// more.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stop_token>
#include <thread>
#include <vector>

namespace support {

// Two seconds, unless the environment says otherwise.
inline std::chrono::seconds endurance() {
  const char* const told = std::getenv("RAVEL_ENDURANCE_SECONDS");
  return std::chrono::seconds(told ? std::atoi(told) : 2);
}

inline std::ptrdiff_t threads_now() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

// Ends the program if a step of a caller takes a minute, and tells its seed. Each caller is one thread.
class step_watchdog {
 public:
  explicit step_watchdog(std::size_t callers) : at_(callers), looks_([this](const std::stop_token& ends) { look(ends); }) {}

  void begin(std::size_t caller, std::uint64_t seed) {
    at_[caller].seed = seed;
    at_[caller].begun = clock::now().time_since_epoch().count();
  }
  void end(std::size_t caller) { at_[caller].begun = 0; }

 private:
  using clock = std::chrono::steady_clock;
  struct step {
    std::atomic<clock::rep> begun = 0;  // or 0: none is under way
    std::atomic<std::uint64_t> seed = 0;
  };

  void look(const std::stop_token& ends) const {
    while (!ends.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      for (const step& one : at_) {
        const clock::rep begun = one.begun.load();
        if (begun == 0 || clock::now() - clock::time_point(clock::duration(begun)) < std::chrono::minutes(1)) continue;
        std::fprintf(stderr, "the step of seed %llu has not ended within a minute\n", static_cast<unsigned long long>(one.seed.load()));
        std::abort();
      }
    }
  }

  std::vector<step> at_;
  std::jthread looks_;  // the last, so that it ends first
};

}  // namespace support
