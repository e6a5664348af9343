// SPDX-License-Identifier: BSL-1.0
// The progress of a run: that of all its steps, told on the thread of the caller.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

using namespace ravel;
using plan_tests::random_doubles;

namespace {

// What a callback is told of a run.
std::vector<progress> progress_of(const plan& p, const any_tensor& given) {
  std::vector<progress> told;
  const auto here = std::this_thread::get_id();
  const auto note = [&](const progress& now) {
    CHECK(std::this_thread::get_id() == here);
    told.push_back(now);
  };
  (void)with_progress(note, std::chrono::seconds(0), [&] { return p.run({given}); });
  return told;
}

}  // namespace

TEST_CASE("the progress of a run is that of all its steps", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), e = exp(x), above = x - mean(x);
  const variable total("total", zeros<double>({}));
  const plan several({x}, {{"sorted", sort(e * x + e)}, {"above", above * 2}, {"s", sum(above)}}, {update(total, total + sum(e))});
  const plan one({x}, {{"y", x * 2 + 1}});
  for (const index_t length : {1, 1000, 300000}) {
    for (const plan& p : {several, one}) {
      for (const index_t threads : {1, 3}) {
        INFO("length " << length << ", threads " << threads);
        const tensor<double> given = random_doubles({length});
        const std::vector<progress> told = with_threads(threads, [&] { return progress_of(p, given); });
        REQUIRE(told.size() > 0);
        CHECK(std::ranges::is_sorted(told, {}, &progress::done));
        CHECK(std::ranges::all_of(told, [&](const progress& now) { return now.total == told[0].total && now.done <= now.total; }));
        CHECK(told[0].total % 1000 == 0);
        CHECK(told.back().done == told.back().total);
        const auto half_done = std::ranges::find_if(told, [](const progress& now) { return now.fraction() > 0.3 && now.fraction() < 0.9; });
        if (length > 1000 && threads == 1) CHECK(half_done != told.end());
      }
    }
  }
}

TEST_CASE("a run in a loop, and after another run, keeps to its own progress", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const plan p({x}, {{"s", sum(sort(x)) + sum(exp(x))}});
  const tensor<double> given = random_doubles({7000});
  std::vector<progress> told;
  const auto note = [&](const progress& now) { told.push_back(now); };
  with_progress(note, std::chrono::seconds(0), [&] {
    (void)p.run({given});
    (void)sum(given);
    (void)sum(map([&](double) { return p.run({given}).number<double>("s"); }, iota<double>(3)));
  });
  const auto counts = [](const progress& now) { return now.total % 1000 == 0 && now.total < 7000; };
  const auto first_other = std::ranges::find_if_not(told, counts);
  REQUIRE(first_other != told.end());
  CHECK(first_other->total == 7000);
  CHECK(std::all_of(first_other, told.end(), [](const progress& now) { return now.total == 7000 || now.total == 3; }));
}
