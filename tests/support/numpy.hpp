// SPDX-License-Identifier: BSL-1.0
// NumPy as an oracle: many questions are written to one file, one Python answers them all. Where there is no NumPy there is no answer, and
// the test says that it was skipped.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace support {

// A function that the program defines, and the lists of numbers that it is called with.
struct numpy_question {
  std::string function;
  std::vector<std::vector<double>> arguments;
};

// The answer to each question: numbers, or nothing where NumPy raised an error. The program may use np. No value when there is no NumPy, or
// none of the further modules that the program imports: "scipy.sparse".
std::optional<std::vector<std::optional<std::vector<double>>>> ask_numpy(const std::string& program,
                                                                         const std::vector<numpy_question>& questions,
                                                                         const std::string& modules = "numpy");

// The one that RAVEL_PYTHON names, or the first that has the modules.
std::optional<std::string> find_python(const std::string& modules);

}  // namespace support
