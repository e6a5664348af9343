// SPDX-License-Identifier: BSL-1.0
// The child process says through a pipe what was wrong.
#include <support/memory_limit.hpp>
#include <support/sanitized.hpp>

#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace support {

namespace {

constexpr unsigned patience = 10;  // seconds

std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::string fault_here(std::size_t bytes, const std::function<bool()>& is_right) {
  alarm(patience);
  const rlimit limit{address_space() + bytes, address_space() + bytes};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return "the limit cannot be set";
  try {
    return is_right() ? "" : "the result is wrong";
  } catch (const std::exception& e) {
    return std::string("it throws: ") + e.what();
  } catch (...) {  // a failed assertion among others, behind which the child would go on as a second test program
    return "it throws what is no std::exception";
  }
}

std::string all_of_pipe(int from) {
  std::string text;
  char part[4096];
  for (ssize_t n = 0; (n = read(from, part, sizeof part)) != 0;) {
    if (n > 0) text.append(part, static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) throw std::runtime_error("the pipe cannot be read");
  }
  return text;
}

}  // namespace

bool memory_can_be_limited() { return !sanitized; }

std::string fault_within_memory(std::size_t bytes, const std::function<bool()>& is_right) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("there is no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("there is no child process");
  if (child == 0) {
    const std::string fault = fault_here(bytes, is_right);
    _exit(write(ends[1], fault.data(), fault.size()) == static_cast<ssize_t>(fault.size()) ? 0 : 1);
  }
  close(ends[1]);
  const std::string fault = all_of_pipe(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return std::string("it was ended by a signal: ") + strsignal(WTERMSIG(status));
  if (fault.empty() && WEXITSTATUS(status) != 0) return "it ended with status " + std::to_string(WEXITSTATUS(status)) + " and said nothing";
  return fault;
}

}  // namespace support
