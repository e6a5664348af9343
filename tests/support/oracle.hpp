// SPDX-License-Identifier: BSL-1.0
// Our answers beside those of NumPy, SciPy or pandas: all questions are gathered, one Python answers them, and each number is compared.
// Where there is no such Python the check says that it was skipped. One for each test.
#pragma once

#include <support/catch.hpp>
#include <support/numpy.hpp>

#include <algorithm>
#include <cmath>

namespace support {

// A question and our answer, which must be equal or, where it is rounded on the way, close.
class oracle {
 public:
  // Relative to the largest number of the answer, where a question says nothing else.
  explicit oracle(double tolerance = 0) : tolerance_(tolerance) {}

  void ask(const std::string& function, std::vector<std::vector<double>> arguments, const auto& ours) {
    ask(function, std::move(arguments), ours, tolerance_);
  }
  void ask(const std::string& function, std::vector<std::vector<double>> arguments, const auto& ours, double tolerance) {
    std::vector<double> numbers;
    if constexpr (requires { ours.size(); }) {
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(ours.size()); ++i) {
        if constexpr (requires { typename std::remove_cvref_t<decltype(ours)>::size_type; }) {
          numbers.push_back(static_cast<double>(ours[static_cast<std::size_t>(i)]));
        } else {
          numbers.push_back(static_cast<double>(ours[i]));
        }
      }
    } else {
      numbers.push_back(static_cast<double>(ours));
    }
    questions_.push_back({function, std::move(arguments)});
    answers_.push_back(std::move(numbers));
    tolerances_.push_back(tolerance);
  }

  void check(const std::string& program, const std::string& modules = "numpy") const {
    const auto theirs = ask_numpy(program, questions_, modules);
    if (!theirs) {
      WARN("skipped: no Python with " << modules << " was found");
      return;
    }
    REQUIRE(theirs->size() == questions_.size());
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      INFO("question " << i << ": " << questions_[i].function);
      REQUIRE((*theirs)[i].has_value());
      check_one(answers_[i], *(*theirs)[i], tolerances_[i]);
    }
  }

 private:
  static void check_one(const std::vector<double>& ours, const std::vector<double>& theirs, double tolerance) {
    REQUIRE(ours.size() == theirs.size());
    double size = 0;
    for (const double value : theirs) {
      if (std::isfinite(value)) size = std::max(size, std::abs(value));
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const double a = ours[i], b = theirs[i];
      const bool same = a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= tolerance * size;
      if (!same) FAIL("element " << i << ": ours " << a << ", theirs " << b);
    }
  }

  double tolerance_;
  std::vector<numpy_question> questions_;
  std::vector<std::vector<double>> answers_;
  std::vector<double> tolerances_;
};

}  // namespace support
