// SPDX-License-Identifier: BSL-1.0
// Ends every test program with the line "N passed, N failed", which ./dev adds up.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <support/catch.hpp>

#include <cstdio>

namespace {

#if __has_include(<catch2/catch_all.hpp>)
using listener = Catch::EventListenerBase;
#else
using listener = Catch::TestEventListenerBase;
#endif

class summary : public listener {
 public:
  using listener::listener;

  void testRunEnded(const Catch::TestRunStats& run) override {
    const Catch::Counts& cases = run.totals.testCases;
    passed_ = static_cast<std::size_t>(cases.passed + cases.failedButOk);
    failed_ = static_cast<std::size_t>(cases.failed);
  }

  // The reporter has had its say by the time its listeners go.
  ~summary() override { std::printf("%zu passed, %zu failed\n", passed_, failed_); }

 private:
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace

CATCH_REGISTER_LISTENER(summary)
