// SPDX-License-Identifier: BSL-1.0
// Ends every test program with the line "N passed, N failed", which ./dev adds up.
#include <support/listener.hpp>

#include <cstdio>

namespace {

class summary : public support::listener {
 public:
  using support::listener::listener;

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
