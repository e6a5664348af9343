// SPDX-License-Identifier: BSL-1.0
// pandas as an oracle: results of ours are gathered beside the questions that they answer, and one Python is asked all of them. Where there
// is no pandas the test says that it was skipped.
#pragma once

#include <support/catch.hpp>
#include <support/numpy.hpp>

#include <cmath>

namespace support {

class pandas_comparison {
 public:
  using list = std::vector<double>;

  // The program may use np and pd.
  explicit pandas_comparison(std::string program) : program_(std::move(program)) {}

  void ask(const std::string& function, std::vector<list> arguments, list ours) {
    questions_.push_back({function, std::move(arguments)});
    answers_.push_back(std::move(ours));
  }
  void check() {
    questions_.insert(questions_.begin(), {"there", {{1}}});
    const auto theirs = ask_numpy(prelude + program_, questions_);
    if (!theirs || theirs->empty() || (*theirs)[0].value() != list{1}) {
      WARN("skipped: no Python with pandas was found");
      return;
    }
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      INFO("question " << i << ": " << questions_[i + 1].function);
      REQUIRE((*theirs)[i + 1].has_value());
      check_one(answers_[i], *(*theirs)[i + 1]);
    }
  }

 private:
  static constexpr const char* prelude = R"(
try:
    import pandas as pd
except ImportError:
    pd = None
def there(x): return 0 if pd is None else 1
)";

  static void check_one(const list& ours, const list& theirs) {
    REQUIRE(ours.size() == theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const double a = ours[i], b = theirs[i];
      const bool same = a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-11 * (1 + std::abs(b));
      if (!same) FAIL("element " << i << ": ours " << a << ", pandas' " << b);
    }
  }

  std::string program_;
  std::vector<numpy_question> questions_;
  std::vector<list> answers_;
};

}  // namespace support
