// SPDX-License-Identifier: BSL-1.0
// Random operations, scopes, stops and throws by several threads of the program at once, for as long as RAVEL_ENDURANCE_SECONDS says.
// Results are those of one thread, no step takes a minute, and neither threads nor memory become more. `./dev endure` runs it for ten
// minutes.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/endurance.hpp>
#include <support/executors.hpp>
#include <support/faults.hpp>
#include <support/random.hpp>
#include <support/sanitized.hpp>
#include <support/stopped.hpp>

#include <atomic>
#include <bit>
#include <chrono>
#include <optional>
#include <thread>

using namespace ravel;

namespace {

using all_bits = std::vector<std::uint64_t>;

constexpr int callers = 3;
constexpr index_t most_width = 9;

// Small and large data, and a position at which a function throws, if any.
struct task {
  tensor<double> x;
  index_t kind;
  std::optional<index_t> thrown_at;
};

all_bits bits_of(const auto& results) {
  all_bits bits;
  for (const auto one : to_vector(results)) bits.push_back(std::bit_cast<std::uint64_t>(static_cast<double>(one)));
  return bits;
}

constexpr index_t kinds = 16;
all_bits run(const task& t) {
  const auto& x = t.x;
  const reader<double> line = flat(x);
  const auto checked = map(
      [&](index_t i, double value) {
        if (t.thrown_at && i >= *t.thrown_at) throw value_error("position " + std::to_string(i));
        return value;
      },
      iota<index_t>(line.size()), line);
  const auto keys = cast<index_t>(line * 50.0);
  switch (t.kind) {
    case 0:
      return bits_of(clone(checked * 2.0 + reverse(line)));
    case 1:
      return bits_of(clone(transpose(x)));
    case 2:
      return {std::bit_cast<std::uint64_t>(sum(checked)), std::bit_cast<std::uint64_t>(variance(line))};
    case 3:
      return bits_of(flat(sum(x * x, 0)));
    case 4:
      return bits_of(sort(checked));
    case 5:
      return bits_of(argsort(line));
    case 6:
      return bits_of(unique(keys));
    case 7:
      return bits_of(filter(checked, [](double value) { return value > 0; }));
    case 8:
      return bits_of(flat(cumsum(x, 1)));
    case 9:
      return bits_of(group_reduce(clone(keys), checked, reducer::mean).values);
    case 10:
      return bits_of(rolling_median(line, 5));
    case 11:
      return bits_of(flat(median(x, 1)));
    case 12:
      return bits_of(flat(gaussian_filter(x, 1.0)));
    case 13:
      return bits_of(arg_join(slice(keys, 0, std::min<index_t>(line.size(), 200)), keys).left);
    case 14:
      return bits_of(
          clone(map([&](index_t i) { return sum(slice(line, i, line.size() - i)); }, iota<index_t>(std::min<index_t>(line.size(), 40)))));
    default:
      return bits_of(with_threads(2, [&] { return clone(checked + 1.0); }));
  }
}

// What became of a task: its bits, or what was thrown.
struct outcome {
  all_bits bits;
  std::string thrown;
  bool operator==(const outcome&) const = default;
};
outcome outcome_of(const auto& work) {
  try {
    return {work(), {}};
  } catch (const value_error& e) {
    return {{}, e.what()};
  }
}

bool one_step(support::random& r) {
  const shape extents{r.between(1, 90), r.chance(8) ? r.between(1, 900) : r.between(1, 60)};
  task t{random_uniform<double>(extents, -1, 1, r.bits()), r.below(kinds), {}};
  if (r.chance(3)) t.thrown_at = r.below(t.x.size());
  const outcome wanted = with_executor(serial, [&] { return outcome_of([&] { return run(t); }); });
  const auto work = [&] { return outcome_of([&] { return run(t); }); };
  switch (r.below(4)) {
    case 0:
      return with_executor(support::shuffling_executor(static_cast<unsigned>(r.bits())), work) == wanted;
    case 1:
      try {  // it ends by the stop, or as it would without
        outcome found;
        support::stopped_at(r.below(12), [&] { with_threads(r.between(1, most_width), [&] { found = work(); }); });
        return found == wanted;
      } catch (const cancelled&) {
        return true;
      }
    default:
      return with_threads(r.between(1, most_width), work) == wanted;
  }
}

}  // namespace

TEST_CASE("random operations run for a long time", "[exec][endurance]") {
  const support::rules_of_tasks rules({.most = 1024, .smallest = 64, .worth_waking = 0, .claimed = 0});
  support::step_watchdog watchdog(callers);
  const auto end = std::chrono::steady_clock::now() + support::endurance();
  const std::ptrdiff_t others = support::threads_now();
  std::atomic<std::uint64_t> wrong = 0, steps = 0;
  std::int64_t blocks = 0;
  for (std::uint64_t round = 0; round < 3 || std::chrono::steady_clock::now() < end; ++round) {
    std::vector<std::thread> threads;
    for (std::uint64_t c = 0; c < callers; ++c) {
      threads.emplace_back([&, c] {
        for (std::uint64_t step = 0; step < (support::sanitized ? 5 : 50); ++step) {
          const std::uint64_t seed = (round * callers + c) * 1000 + step + 1;
          watchdog.begin(c, seed);
          support::random r(seed);
          if (!one_step(r)) wrong = seed;
          ++steps;
        }
        watchdog.end(c);
      });
    }
    for (auto& one : threads) one.join();
    CAPTURE(round, steps.load());
    REQUIRE(wrong == 0);  // or the seed
    REQUIRE(support::threads_now() <= others + callers * most_width);
    if (round == 1) blocks = support::live_blocks();
    if (round > 1) REQUIRE(support::live_blocks() < blocks + 1000);
  }
}
