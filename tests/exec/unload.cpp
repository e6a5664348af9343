// SPDX-License-Identifier: BSL-1.0
// A plugin that holds the library may be unloaded after threads have worked in it: their code stays where it is, and loading the plugin
// again finds it, with its threads.
#include <support/catch.hpp>
#include <support/sanitized.hpp>

#include <filesystem>
#include <string>

#include <dlfcn.h>

namespace {

constexpr double size = 1e6;

std::ptrdiff_t threads_now() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

// It stands beside the program.
std::string path_of_plugin() { return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "libtest_plugin.so"; }

double sum_by_plugin(int threads) {
  void* const plugin = dlopen(path_of_plugin().c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(plugin);
  const auto sum_below = reinterpret_cast<double (*)(double, int)>(dlsym(plugin, "sum_below"));
  REQUIRE(sum_below);
  const double found = sum_below(size, threads);
  REQUIRE(dlclose(plugin) == 0);
  return found;
}

}  // namespace

TEST_CASE("a plugin is unloaded while its threads wait", "[exec]") {
  CHECK(sum_by_plugin(3) == size * (size - 1) / 2);
  void* const still = dlopen(path_of_plugin().c_str(), RTLD_NOW | RTLD_NOLOAD);
  REQUIRE(still);
  dlclose(still);
  const std::ptrdiff_t threads = threads_now();
  for (int again = 0; again < (support::sanitized ? 10 : 100); ++again) REQUIRE(sum_by_plugin(3) == size * (size - 1) / 2);
  CHECK(threads_now() == threads);
}
