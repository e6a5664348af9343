// SPDX-License-Identifier: BSL-1.0
// .npy files as pipelines meet them: larger than memory, and saved by who does not live to the end of it.
#include <ravel/any.hpp>
#include <ravel/interop/npy.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/folder.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace ravel;
using support::folder;
using support::write_file;

namespace {

index_t resident_bytes() {
  index_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

}  // namespace

TEST_CASE("a file of ten gigabytes costs what is touched of it", "[interop]") {
  const folder at;
  const std::string path = at / "large.npy", dict = "{'descr': '<f8', 'fortran_order': False, 'shape': (1342177280,), }";
  const index_t n = 1342177280;
  write_file(path, std::string("\x93NUMPY\x01\x00\x76\x00", 10) + dict + std::string(117 - dict.size(), ' ') + "\n");
  std::error_code refused;
  std::filesystem::resize_file(path, 128 + 8 * static_cast<std::uintmax_t>(n), refused);  // a hole in the file takes no room on the disk
  if (refused) {
    WARN("there is no room for a file of ten gigabytes: skipped");
    return;
  }
  const index_t before = resident_bytes();
  const tensor<const double> x = load_npy<double>(path);
  CHECK(x.shape() == shape{n});
  CHECK(x(n - 1) == 0);
  CHECK(sum(slice(x, 0, n / 2, 1000)) == 0);
  CHECK(load_npy(path).size() == n);
  CHECK(resident_bytes() - before < (index_t{64} << 20));
}

TEST_CASE("who is killed while saving leaves the old file or the new one", "[interop]") {
  const folder at;
  const std::string path = at / "x.npy";
  const tensor<double> old = full({20000}, 1.0), fresh = full({30000}, 2.0);
  save_npy(path, old);
  for (int round = 0; round < 20; ++round) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (;;) {
        save_npy(path, fresh);
        save_npy(path, old);
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(300 * (round + 1)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const any_tensor found = load_npy(path);
    CHECK((equal(found, old) || equal(found, fresh)));
  }
}
