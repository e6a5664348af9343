// SPDX-License-Identifier: BSL-1.0
// The main of these tests: that of Catch2, inside mpi::run where RAVEL_TEST_PROCESSES says how many processes a launcher has started. Each
// process runs all tests, and rank 0 shows the outcome.
#include <mpi/doorway.hpp>

#include <ravel/exec/with_threads.hpp>

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

namespace ranks {
namespace {

const mpi::world* processes = nullptr;  // if ranks are processes

// Each call has a world of its own. A rank that fails alone comes to the next roll call with its error, which is then that of all ranks,
// wherever they stand.
void run_on_process(const std::function<void(const mpi::world&)>& f) {
  const mpi::world w = behind<passing_doorway>(*processes);
  std::exception_ptr failed;
  try {
    f(w);
  } catch (const mpi::detail::agreed_error&) {
    throw;
  } catch (...) {
    failed = std::current_exception();
  }
  mpi::detail::collectively(w, "the end of a test", [&] {
    if (failed) std::rethrow_exception(failed);
    return std::string();
  });
}

void run_on_threads(int count, const std::function<void(const mpi::world&)>& f) {
  const ravel::detail::executor_ref helper =
      ravel::detail::current_executor ? *ravel::detail::current_executor : ravel::detail::executor_ref{nullptr, nullptr, 1};
  mpi::run_threads(count, [&](const mpi::world& w) {
    const ravel::detail::executor_scope inside(helper);
    f(w);
  });
}

// What this process prints, until it ends.
class kept_output {
 public:
  kept_output() : file_(std::tmpfile()) { dup2(fileno(file_), STDOUT_FILENO); }
  void show() const {
    std::fflush(stdout);
    std::rewind(file_);
    for (int c = 0; (c = std::fgetc(file_)) != EOF;) std::fputc(c, stderr);
  }

 private:
  std::FILE* file_;
};

}  // namespace

void run(int count, const std::function<void(const mpi::world&)>& f) {
  if (processes && count != processes->size()) return;
  INFO(count << " ranks");
  std::string wrong;
  try {
    processes ? run_on_process(f) : run_on_threads(count, f);
  } catch (const std::exception& e) {
    wrong = e.what();
  }
  REQUIRE(wrong == std::string());
}

int some_number(engine& random) {
  const auto place = static_cast<std::size_t>(pick(random, 0, std::ssize(numbers) - 1));
  return processes ? processes->size() : numbers[place];
}

bool decided(bool holds) {
  if (processes) mpi::detail::broadcast_bytes(processes->state(), 0, std::as_writable_bytes(std::span(&holds, 1)));
  return holds;
}

}  // namespace ranks

// The linker calls these instead of main, and main (--wrap=main).
extern "C" int __real_main(int argc, char** argv);
extern "C" int __wrap_main(int argc, char** argv);

int __wrap_main(int argc, char** argv) {
  const char* const count = std::getenv("RAVEL_TEST_PROCESSES");
  if (count == nullptr) return __real_main(argc, argv);
  return ranks::mpi::run(argc, argv, [&](const ranks::mpi::world& w) {
    ranks::expect(w.size() == std::atoi(count), "the launcher has started another number of ranks");
    ranks::processes = &w;
    const auto aside = w.rank() > 0 ? std::make_optional<ranks::kept_output>() : std::nullopt;
    if (__real_main(argc, argv) == 0) return;
    if (aside) aside->show();
    throw std::runtime_error("its tests have failed");  // others may wait for it
  });
}
