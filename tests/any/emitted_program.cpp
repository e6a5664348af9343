// SPDX-License-Identifier: BSL-1.0
// Emitted programs: each function has the bits of the tile machine, for every length and wherever its operands are. Their memory is never
// written while it can be run, goes with its program, and survives a fork. Where the system refuses, the tile machine runs.
#include "lazy/emitter.hpp"

#include <any/trees.hpp>

#include <fstream>
#include <functional>
#include <string>
#include <thread>

#ifdef __unix__
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace tree_tests;
using detail::tile_program;

namespace {

// The mappings of emitted code in this process, as the system lists them.
std::vector<std::string> mappings() {
  std::vector<std::string> found;
  std::ifstream lines("/proc/self/maps");
  for (std::string line; std::getline(lines, line);) {
    if (line.find("memfd:ravel") != std::string::npos) found.push_back(line);
  }
  return found;
}

using program_maker =
    std::function<std::optional<tile_program::value>(tile_program&, tile_program::value a, tile_program::value b, tile_program::value c)>;

// The elements of a program of three leaves, by an runner.
template <class R, class T>
std::vector<R> computed_by(runner by, const program_maker& make, const buffer<T>& a, const buffer<T>& b, const buffer<T>& c) {
  const on_runner this_one(by);
  tile_program program(dtype_of<T>());
  const auto x = *program.add_leaf(0), y = *program.add_leaf(1), z = *program.add_leaf(2);
  REQUIRE(make(program, x, y, z));
  std::vector<R> out(static_cast<std::size_t>(a.size()) + 1, R(77));
  const void* const leaves[] = {a.data(), b.data(), c.data()};
  program.run(leaves, a.size(), out.data());
  CHECK(out.back() == R(77));
  return out;
}

template <class R, class T>
void check_program(support::random& r, const program_maker& make) {
  for (const index_t n : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 64, 100, 129}) {
    const auto a = elements<T>(r, n), b = elements<T>(r, n), c = elements<T>(r, n);
    const auto wanted = computed_by<R>(runner::portable, make, a, b, c), found = computed_by<R>(runner::emitted, make, a, b, c);
    for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(same(found[i], wanted[i]));
  }
}

void read_often(const any_tensor& tree, index_t times) {
  for (index_t k = 0; k < times; ++k) static_cast<void>(clone(tree));
}

}  // namespace

TEMPLATE_TEST_CASE("an emitted function has the bits of the machine, wherever its operands are", "[any]", double, float, std::int32_t,
                   std::int64_t) {
  if (!can_emit()) return;
  support::random r(19);
  const TestType three = 3;
  for (const tile_function f : functions) {
    if (f == tile_function::packed || f == tile_function::chosen || (is_of_reals(f) && !std::is_floating_point_v<TestType>)) continue;
    INFO("function " << static_cast<int>(f));
    using value = tile_program::value;
    check_program<TestType, TestType>(r, [=](tile_program& to, value a, value b, value) {
      return to.add({f, {a, takes_two(f) ? b : value{}}});
    });
    check_program<TestType, TestType>(r, [=](tile_program& to, value a, value b, value c) {
      const value made = *to.add({tile_function::minus, {a, b}});
      return takes_two(f) ? to.add({f, {made, *to.add({tile_function::minus, {c, made}})}}) : to.add({f, {made}});
    });
    if (!takes_two(f)) continue;
    check_program<TestType, TestType>(r, [=](tile_program& to, value a, value, value) {
      return to.add({f, {a, *to.add_constant(&three)}});
    });
    check_program<TestType, TestType>(r, [=](tile_program& to, value a, value, value) {
      return to.add({f, {*to.add_constant(&three), a}});
    });
    check_program<TestType, TestType>(r, [=](tile_program& to, value a, value, value) { return to.add({f, {a, a}}); });
  }
}

TEMPLATE_TEST_CASE("emitted choices and bools have the bits of the machine", "[any]", double, float, std::int32_t, std::int64_t) {
  if (!can_emit()) return;
  support::random r(21);
  using value = tile_program::value;
  for (const tile_function f : {tile_function::equals, tile_function::differs, tile_function::less, tile_function::less_equal}) {
    check_program<TestType, TestType>(r, [=](tile_program& to, value a, value b, value c) {
      return to.add({tile_function::chosen, {*to.add({f, {a, b}}), c, a}});
    });
    check_program<unsigned char, TestType>(r, [=](tile_program& to, value a, value b, value) {
      return to.add({tile_function::packed, {*to.add({f, {a, b}})}});
    });
    check_program<unsigned char, TestType>(r, [=](tile_program& to, value a, value b, value c) {
      const value first = *to.add({f, {a, b}}), second = *to.add({tile_function::less, {c, b}});
      return to.add({tile_function::packed, {*to.add({tile_function::bits_xor, {*to.add({tile_function::bits_not, {first}}), second}})}});
    });
  }
}

TEMPLATE_TEST_CASE("emitted products by constants wrap around", "[any]", double, float, std::int32_t, std::int64_t) {
  if (!can_emit()) return;
  support::random r(29);
  using value = tile_program::value;
  constexpr auto lowest = std::numeric_limits<TestType>::lowest(), largest = std::numeric_limits<TestType>::max();
  for (const TestType by : {TestType(0), TestType(1), TestType(2), TestType(3), TestType(5), TestType(7), TestType(8), TestType(1 << 30),
                            TestType(-1), TestType(-2), lowest, TestType(lowest + 1), largest}) {
    check_program<TestType, TestType>(r, [=](tile_program& to, value a, value, value) {
      return to.add({tile_function::times, {a, *to.add_constant(&by)}});
    });
    check_program<TestType, TestType>(r, [=](tile_program& to, value a, value b, value) {
      const value made = *to.add({tile_function::plus, {a, b}});
      return to.add({tile_function::minus, {*to.add({tile_function::times, {*to.add_constant(&by), made}}), made}});
    });
  }
}

TEST_CASE("a program that needs more registers than there are runs on the machine", "[any]") {
  if (!can_emit()) return;
  using value = tile_program::value;
  // All of `many` differences are needed at the end.
  const auto wide = [](std::size_t many) {
    return [=](tile_program& to, value a, value b, value c) {
      std::vector<value> made{*to.add({tile_function::minus, {a, b}})};
      while (made.size() < many) made.push_back(*to.add({tile_function::minus, {made.back(), c}}));
      value sum = made.front();
      for (std::size_t k = 1; k < many; ++k) sum = *to.add({tile_function::plus, {sum, made[many - k]}});
      return std::optional(sum);
    };
  };
  const auto pass_of = [&](std::size_t many) {
    tile_program program(dtype::float64);
    const auto a = *program.add_leaf(0), b = *program.add_leaf(1), c = *program.add_leaf(2);
    wide(many)(program, a, b, c);
    const auto kernel = detail::emit_kernel(program);
    return kernel ? kernel->pass_bytes : 0;
  };
  CHECK(pass_of(5) == 64);
  CHECK(pass_of(12) == 32);
  CHECK(pass_of(20) == 0);
  support::random r(23);
  for (const std::size_t many : {5u, 12u, 20u}) check_program<double, double>(r, wide(many));
}

TEST_CASE("a tree is emitted once it has been read over many elements", "[any]") {
  if (!can_emit()) return;
  const std::size_t before = mappings().size();
  {
    const any_tensor x = ones<double>({20000}), tree = thirteen(x, x + 1);
    CHECK(mappings().size() == before);
    read_often(tree, 2);
    CHECK(mappings().size() == before);
    read_often(tree, 4);
    CHECK(mappings().size() == before + 1);
    CHECK(equal(clone(tree), full({20000}, thirteen(1.0, 2.0))));
    // The views have the program, too.
    CHECK(equal(clone(flip(tree)), full({20000}, thirteen(1.0, 2.0))));
    CHECK(mappings().size() == before + 1);
    for (const std::string& one : mappings()) CHECK(one.find(" r-xp ") != std::string::npos);
  }
  CHECK(mappings().size() == before);
}

TEST_CASE("only so many codes live, and other trees run on the machine until there is room", "[any]") {
  if (!can_emit()) return;
  const on_runner this_one(runner::emitted);
  support::random r(31);
  const auto x = elements<double>(r, 3001), y = elements<double>(r, 3001);
  const any_tensor first = thirteen(any_tensor(x), any_tensor(y)), later = every_function(any_tensor(x), any_tensor(y));
  const auto wanted = clone(thirteen(x, y)), wanted_later = clone(every_function(x, y));
  CHECK(all_same(as<double>(clone(first)), wanted));
  const std::size_t before = mappings().size();
  std::vector<detail::emitted_code> others;
  while (auto one = detail::emitted_code::of(code_that_returns)) others.push_back(std::move(*one));
  CHECK(before + others.size() == detail::emitted_code::most_alive);
  CHECK(all_same(as<double>(clone(first)), wanted));
  CHECK(all_same(as<double>(clone(later)), wanted_later));
  CHECK(mappings().size() == detail::emitted_code::most_alive);
  // Another thread runs codes while they come and go.
  bool all_right = true;
  std::thread running([&] {
    for (int k = 0; k < 50; ++k) all_right = all_right && all_same(as<double>(clone(first)), wanted);
  });
  others.clear();
  CHECK(all_same(as<double>(clone(later)), wanted_later));
  running.join();
  CHECK(all_right);
  CHECK(mappings().size() == before + 1);
}

TEST_CASE("where the system refuses memory for code, trees run without", "[any]") {
  support::random r(25);
  const auto x = elements<double>(r, 3001), y = elements<double>(r, 3001);
  const on_runner this_one(runner::emitted);
  for (const auto call : {detail::refused_call::file, detail::refused_call::mapping}) {
    detail::call_refused_to_emitter() = call;
    const std::size_t before = mappings().size();
    const any_tensor tree = thirteen(any_tensor(x), any_tensor(y));
    CHECK(all_same(as<double>(clone(tree)), clone(thirteen(x, y))));
    CHECK(all_same(as<double>(clone(tree)), clone(thirteen(x, y))));
    CHECK(mappings().size() == before);
    detail::call_refused_to_emitter() = detail::refused_call::none;
  }
}

#ifdef __unix__
TEST_CASE("emitted code runs on both sides of a fork, and new code of one is none of the other's", "[any]") {
  if (!can_emit()) return;
  const on_runner this_one(runner::emitted);
  support::random r(27);
  const auto x = elements<double>(r, 3001), y = elements<double>(r, 3001);
  const any_tensor a = x, b = y, tree = thirteen(a, b), later = every_function(a, b);
  read_often(tree, 1);
  const auto wanted = clone(thirteen(x, y)), wanted_later = clone(every_function(x, y));
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    read_often((a - b) * (b + 2) - a, 3);
    const bool right = all_same(as<double>(clone(tree)), wanted) && all_same(as<double>(clone(later)), wanted_later);
    ::_exit(right ? 0 : 1);
  }
  CHECK(all_same(as<double>(clone(later)), wanted_later));
  int status = 1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  CHECK(all_same(as<double>(clone(tree)), wanted));
  CHECK(all_same(as<double>(clone(later)), wanted_later));
}
#endif
