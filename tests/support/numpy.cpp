// SPDX-License-Identifier: BSL-1.0
// Questions and answers pass through two files, as hexadecimal floats, so that no bit is lost.
#include <support/numpy.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace support {

namespace {

constexpr const char* frame = R"(
import sys
def numbers(text):
    return np.array([float.fromhex(word) for word in text.split()])
np.seterr(all='ignore')
with open(sys.argv[1]) as questions, open(sys.argv[2], 'w') as answers:
    for line in questions:
        name, *arguments = line.rstrip('\n').split('|')
        try:
            found = np.atleast_1d(globals()[name](*map(numbers, arguments)))
            answers.write(' '.join(float(x).hex() for x in found) + '\n')
        except Exception:
            answers.write('error\n')
)";

std::string write_number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

void write_questions(const std::string& path, const std::vector<numpy_question>& questions) {
  std::ofstream file(path);
  for (const numpy_question& question : questions) {
    file << question.function;
    for (const auto& list : question.arguments) {
      file << '|';
      for (const double value : list) file << write_number(value) << ' ';
    }
    file << '\n';
  }
}

std::vector<std::optional<std::vector<double>>> read_answers(const std::string& path) {
  std::vector<std::optional<std::vector<double>>> answers;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line == "error") {
      answers.emplace_back();
      continue;
    }
    std::vector<double> numbers;
    std::istringstream words(line);
    for (std::string word; words >> word;) numbers.push_back(std::strtod(word.c_str(), nullptr));
    answers.emplace_back(std::move(numbers));
  }
  return answers;
}

}  // namespace

std::optional<std::string> find_python(const std::string& modules) {
  const auto has_modules = [&](const std::string& python) {
    return std::system((python + " -c 'import " + modules + "' >/dev/null 2>&1").c_str()) == 0;
  };
  if (const char* const named = std::getenv("RAVEL_PYTHON")) return has_modules(named) ? std::optional<std::string>(named) : std::nullopt;
  for (const char* const python : {"python3", "/usr/bin/python3"}) {
    if (has_modules(python)) return python;
  }
  return std::nullopt;
}

std::optional<std::vector<std::optional<std::vector<double>>>> ask_numpy(const std::string& program,
                                                                         const std::vector<numpy_question>& questions,
                                                                         const std::string& modules) {
  const auto python = find_python(modules);
  if (!python) return std::nullopt;
  const auto folder = std::filesystem::temp_directory_path() / ("ravel_numpy_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string script = folder / "oracle.py", asked = folder / "questions", answered = folder / "answers";
  std::ofstream(script) << "import numpy as np\n" << program << frame;
  write_questions(asked, questions);
  const int failed = std::system((*python + " " + script + " " + asked + " " + answered).c_str());
  auto answers = read_answers(answered);
  std::filesystem::remove_all(folder);
  if (failed != 0 || answers.size() != questions.size()) answers.clear();
  return answers;
}

}  // namespace support
