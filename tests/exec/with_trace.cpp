// SPDX-License-Identifier: BSL-1.0
// The events of a trace: one for each outermost loop, after it has ended, and one for each allocation of element memory, before it.
#include <ravel/exec.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using ravel::buffer;
using ravel::index_t;
using ravel::trace_event;
using ravel::with_trace;
using kind = ravel::trace_event::kind;

namespace {

template <class F>
std::vector<trace_event> traced(F f) {
  std::vector<trace_event> all;
  with_trace([&](const trace_event& event) { all.push_back(event); }, [&] { static_cast<void>(f()); });
  return all;
}
std::vector<trace_event> memory_of(std::vector<trace_event> events) {
  std::erase_if(events, [](const trace_event& event) { return event.what != kind::memory; });
  return events;
}
bool has_loop(const std::vector<trace_event>& events, std::string_view source) {
  return std::ranges::any_of(events, [&](const trace_event& event) { return event.what == kind::loop && event.source == source; });
}

}  // namespace

TEST_CASE("a trace has a loop with its source, its elements and its time", "[exec]") {
  const buffer<double> memory = ravel::make_buffer<double>(100'000);
  const auto events = traced([&] { return sum(memory); });
  REQUIRE(events.size() == 1);
  CHECK(events[0].what == kind::loop);
  CHECK(events[0].source == "op/fold/sum");
  CHECK(events[0].elements == 100'000);
  CHECK(events[0].seconds > 0);
  CHECK(events[0].seconds < 10);
  CHECK(events[0].bytes == 0);
  CHECK(events[0].reason.empty());

  const auto slow = ravel::generate(3, [](index_t i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return static_cast<double>(i);
  });
  const auto slept = traced([&] { CHECK(sum(slow) == 3); });
  REQUIRE(!slept.empty());
  CHECK(slept[0].seconds >= 0.015);
}

TEST_CASE("a trace has memory with its bytes, and the reason of a temporary", "[exec]") {
  const auto lazy = ravel::iota<double>(1000) * 2.0;
  const auto cloned = memory_of(traced([&] { return clone(lazy); }));
  REQUIRE(cloned.size() == 1);
  CHECK(cloned[0].bytes == 8000);
  CHECK(cloned[0].reason.empty());
  CHECK(cloned[0].elements == 0);

  const buffer<double> target = ravel::make_buffer<double>(5000);
  CHECK(memory_of(traced([&] { copy(target + 1.0, target); })).empty());  // in step: in place
  const auto overlapping = memory_of(traced([&] { copy(reverse(target) + 1.0, target); }));
  REQUIRE(overlapping.size() == 1);
  CHECK(overlapping[0].bytes == 40'000);
  CHECK(overlapping[0].reason == "the target overlaps what is read");

  const auto t = ravel::zeros<double>({40, 40});
  const auto written = memory_of(traced([&] { copy(transpose(t) + 1.0, t); }));
  CHECK(std::ranges::any_of(written,
                            [](const trace_event& e) { return e.bytes == 12'800 && e.reason == "the target overlaps what is read"; }));
  const auto multiplied = memory_of(traced([&] { return matmul(t + 1.0, t); }));
  CHECK(std::ranges::any_of(multiplied, [](const trace_event& e) { return e.bytes == 12'800 && e.reason.empty(); }));
  CHECK(std::ranges::any_of(multiplied, [](const trace_event& e) {
    return e.bytes == 12'800 && e.reason == "an operand of a product is computed, or has no stride";
  }));
}

TEST_CASE("a sort tells of its loops and its workspace", "[exec]") {
  const auto numbers = clone(ravel::generate(50'000, [](index_t i) { return (i * 7919) % 50'000; }));
  const auto events = traced([&] { return sort(numbers); });
  CHECK(has_loop(events, "op/order/sort"));
  CHECK(std::ranges::any_of(events, [](const trace_event& e) { return e.reason == "the keys that are sorted, and room for a pass"; }));
}

TEST_CASE("an inner loop is part of the outer one, and its memory names the outer one", "[exec]") {
  const auto inner = ravel::iota<double>(3000);
  const auto events = traced([&] {
    for_each(ravel::iota<int>(2000), [&](int i) {
      if (i == 1000) CHECK(sum(clone(inner)) == 4498500);
    });
  });
  REQUIRE(events.size() == 2);
  CHECK(events[0].what == kind::memory);
  CHECK(events[0].bytes == 24'000);
  CHECK(events[0].source == events[1].source);
  CHECK(events[1].what == kind::loop);
  CHECK(events[1].elements == 2000);
}

TEST_CASE("threads share one loop of a trace", "[exec]") {
  const buffer<double> memory = ravel::make_buffer<double>(3'000'000);
  const auto events = traced([&] { ravel::with_threads(3, [&] { CHECK(sum(sqrt(memory)) == 0); }); });
  REQUIRE(events.size() == 1);
  CHECK(events[0].elements == 3'000'000);
}

TEST_CASE("a callback that throws ends the work", "[exec]") {
  const buffer<double> target = ravel::make_buffer<double>(1000);
  const auto no_memory = [](const trace_event& event) {
    if (event.what == kind::memory) throw std::runtime_error("no memory");
  };
  CHECK_THROWS_WITH(with_trace(no_memory, [&] { copy(reverse(target) + 1.0, target); }), "no memory");
  CHECK(sum(target) == 0);
  const auto no_loop = [](const trace_event& event) {
    if (event.what == kind::loop) throw std::runtime_error("no loop");
  };
  CHECK_THROWS_WITH(with_trace(no_loop, [&] { return sum(target); }), "no loop");  // told at the end
  int done = 0;
  CHECK_THROWS_WITH(with_trace(no_loop,
                               [&] {
                                 static_cast<void>(sum(target));
                                 ++done;
                                 static_cast<void>(sum(target));
                                 ++done;
                               }),
                    "no loop");
  CHECK(done == 1);
}

TEST_CASE("a loop that an exception ends is told of, and the exception comes out", "[exec]") {
  const auto failing = ravel::generate(5000, [](index_t i) { return i < 2000 ? 1.0 : throw std::runtime_error("no"); });
  std::vector<trace_event> events;
  const auto take = [&](const trace_event& event) { events.push_back(event); };
  CHECK_THROWS_WITH(with_trace(take, [&] { return sum(failing); }), "no");
  CHECK(events.empty());
  with_trace(take, [&] { CHECK_THROWS_WITH(sum(failing), "no"); });
  REQUIRE(events.size() == 1);
  CHECK(events[0].elements == 5000);
}

TEST_CASE("traces nest, beside progress and stops, and the callback's own work is not told", "[exec]") {
  std::vector<trace_event> outer, inner;
  index_t reports = 0;
  const buffer<double> memory = ravel::make_buffer<double>(1000);
  const auto take_outer = [&](const trace_event& event) {
    CHECK(sum(clone(memory)) == 0);
    outer.push_back(event);
  };
  const auto result = with_trace(take_outer, [&] {
    return ravel::with_progress(
        [&](const ravel::progress&) { ++reports; }, std::chrono::seconds(0),
        [&] { return with_trace([&](const trace_event& event) { inner.push_back(event); }, [&] { return sum(clone(memory)); }); });
  });
  CHECK(result == 0);
  CHECK(reports > 1);
  REQUIRE(inner.size() >= 2);
  REQUIRE(outer.size() == inner.size());
  for (std::size_t i = 0; i < inner.size(); ++i) {
    CHECK(outer[i].what == inner[i].what);
    CHECK(outer[i].source == inner[i].source);
    CHECK(outer[i].bytes == inner[i].bytes);
  }
  const std::size_t told = outer.size();
  CHECK(sum(clone(memory)) == 0);  // nobody watches any more
  CHECK(outer.size() == told);
}

TEST_CASE("with_trace returns what f returns", "[exec]") {
  int x = 1;
  const auto ignore = [](const trace_event&) {};
  int& same = with_trace(ignore, [&]() -> int& { return x; });
  CHECK(&same == &x);
  CHECK(traced([] {}).empty());
}
