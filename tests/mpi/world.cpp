// SPDX-License-Identifier: BSL-1.0
// Nothing hangs. Mismatches, errors of one rank and ranks that end early are errors on all ranks.
#include <mpi/ranks.hpp>

#include <support/memory_limit.hpp>

#include <unistd.h>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

using namespace ranks;

namespace {

// The texts of what the ranks of this process have thrown, or nothing.
std::vector<std::string> thrown(int count, const std::function<void(const mpi::world&)>& f) {
  std::vector<std::string> texts;
  std::mutex mutex;
  run(count, [&](const mpi::world& w) {
    const std::string text = error_of([&] { f(w); });
    const std::scoped_lock lock(mutex);
    texts.push_back(text);
  });
  return texts;
}

void require_alike(const std::vector<std::string>& texts, const std::string& wanted) {
  for (const std::string& t : texts) REQUIRE(t == wanted);
}

}  // namespace

TEST_CASE("each rank knows its number", "[threads]") {
  std::atomic<int> sum = 0;
  mpi::run_threads(5, [&](const mpi::world& w) { sum += 10 * w.size() + w.rank(); });
  CHECK(sum == 5 * 50 + 10);
  mpi::run_threads(4, [](const mpi::world& w) { expect(w.description() == "4 ranks as threads", w.description()); });
  CHECK_THROWS_AS(mpi::run_threads(0, [](const mpi::world&) {}), ravel::value_error);
}

TEST_CASE("an error of a user's function on one rank is the same error on all ranks") {
  for (const int count : {2, 3, 4, 7}) {
    for (int bad = 0; bad < count; ++bad) {
      INFO(count << " ranks, rank " << bad << " fails");
      const auto texts = thrown(count, [&](const mpi::world& w) {
        const auto x = mpi::full<double>(w, {20}, 1.0, mpi::blocks{0});
        const auto y = mpi::empty_like(x);
        const auto fails = [&](double value) {
          if (w.rank() == bad) throw ravel::value_error("seven is no number");
          return value;
        };
        copy(map(fails, x), y);
      });
      // A rank without elements calls no function.
      const bool has_elements = mpi::blocks{0}.place({20}, count, bad).own.size() > 0;
      require_alike(texts, has_elements ? "rank " + std::to_string(bad) + ": seven is no number" : "");
    }
  }
}

TEST_CASE("the lowest of several ranks that fail is the one that is heard, and kinds of errors arrive") {
  run(4, [](const mpi::world& w) {
    const auto x = mpi::full<double>(w, {8}, 1.0, mpi::blocks{0});
    std::string text;
    try {
      (void)max(map([&](double v) -> double { return w.rank() > 0 ? throw ravel::overflow_error(std::to_string(w.rank())) : v; }, x));
    } catch (const ravel::overflow_error& e) {
      text = e.what();
    }
    expect(text == "rank 1: 1", text);
    text.clear();
    try {
      (void)max(map([&](double v) -> double { return w.rank() == 2 ? throw std::bad_alloc() : v; }, x));
    } catch (const ravel::error& e) {
      text = e.what();
    }
    expect(text == "rank 2: memory has run out", text);
    expect(sum(x) == 8, "the world is usable afterwards");
  });
}

TEST_CASE("different operations, shapes or views are one error on all ranks") {
  const auto here = [](const mpi::world& w) { return mpi::zeros<double>(w, {8, 8}, mpi::blocks{0}); };
  const auto has = [](const std::vector<std::string>& texts) {
    for (const std::string& t : texts) {
      REQUIRE(t.find("ranks stand at different operations: rank 0 at ") == 0);
    }
  };
  has(thrown(3, [&](const mpi::world& w) {
    const auto x = here(w);
    if (w.rank() == 1) {
      (void)sum(x);
    } else {
      fill(x, 1);
    }
  }));
  has(thrown(3, [](const mpi::world& w) { (void)mpi::zeros<double>(w, {w.rank() == 1 ? 8 : 9}, mpi::blocks{0}); }));
  const auto views = thrown(4, [&](const mpi::world& w) { copy(rotate(here(w), {w.rank(), 0}), here(w)); });
  require_alike(
      views,
      "ranks differ in copy float64[8 8] in blocks along [0]: rank 0 has the operand float64[8 8] = 0 + [8:8] [8:1] of buffer 0, and "
      "rank 1 has the operand float64[8 8] = 0 + [8:8 from 7 of 8] [8:1] of buffer 0");
  has(thrown(2, [&](const mpi::world& w) {
    const auto x = here(w);
    w.rank() == 0 ? w.barrier() : fill(x, 2.0);
  }));
}

TEST_CASE("arguments, element types and distributions that differ are told, also where nothing would move") {
  const auto alike = [](const std::string& wanted, const std::function<void(const mpi::world&)>& f) {
    require_alike(thrown(3, f), wanted);
  };
  const auto here = [](const mpi::world& w) { return mpi::zeros<double>(w, {2, 2}, mpi::blocks{0}); };
  alike("ranks differ in fill float64[2 2] in blocks along [0]: rank 0 has the value float64 1, and rank 2 has the value float64 3",
        [&](const mpi::world& w) { fill(here(w), w.rank() == 2 ? 3 : 1); });
  alike("ranks differ in copy float64[2 2] in blocks along [0]: rank 0 has the value float64 1, and rank 1 has the value float64 2",
        [&](const mpi::world& w) { copy(here(w) * (w.rank() > 0 ? 2.0 : 1.0), here(w)); });
  alike(
      "ranks stand at different operations: rank 0 at full float64[2] in blocks along [0] of the value float64 0, and rank 1 at full "
      "float64[2] in blocks along [0] of the value float64 1",
      [](const mpi::world& w) { (void)mpi::full<double>(w, {2}, std::min(w.rank(), 1), mpi::blocks{0}); });
  alike(
      "ranks stand at different operations: rank 0 at zeros float32[2] in blocks along [0], and rank 1 at zeros float64[2] in blocks along "
      "[0]",
      [](const mpi::world& w) {
        w.rank() == 0 ? (void)mpi::zeros<float>(w, {2}, mpi::blocks{0}) : (void)mpi::zeros<double>(w, {2}, mpi::blocks{0});
      });
  alike(
      "ranks stand at different operations: rank 0 at sum float64[2 2] in blocks along [0] along [0], and rank 1 at sum float64[2 2] in "
      "blocks along [0] along [1]",
      [&](const mpi::world& w) { (void)sum(here(w), std::min(w.rank(), 1)); });
  alike(
      "ranks stand at different operations: rank 0 at clone float64[0 3] in blocks along [0], and rank 1 at clone float64[0 3] in blocks "
      "along [1]",
      [](const mpi::world& w) {
        const auto none = mpi::zeros<double>(w, {0, 3}, mpi::blocks{0});
        (void)mpi::clone(none, mpi::blocks(std::min(w.rank(), 1)));
      });
  alike(
      "ranks stand at different operations: rank 0 at collect float64[0] in blocks along [] on rank 0, and rank 1 at collect float64[0] in "
      "blocks along [] on rank 1",
      [](const mpi::world& w) { (void)mpi::collect(mpi::zeros<double>(w, {0}, mpi::blocks{0}), w.rank()); });
  alike("ranks stand at different operations: rank 0 at barrier, and rank 1 at zeros float64[2 2] in blocks along [0]",
        [&](const mpi::world& w) { w.rank() == 0 ? w.barrier() : (void)here(w); });
  alike(
      "ranks differ in copy float64[2 2] in blocks along [0]: rank 0 has the local operand float64[2 2], and rank 2 has the local operand "
      "float32[2 2]",
      [&](const mpi::world& w) { w.rank() == 2 ? copy(ravel::zeros<float>({2}), here(w)) : copy(ravel::zeros<double>({2}), here(w)); });
}

TEST_CASE("ranks go on together after a mismatch") {
  run(3, [](const mpi::world& w) {
    const auto x = mpi::full<double>(w, {9}, 2.0, mpi::blocks{0});
    bool is_caught = false;
    try {
      (void)(w.rank() == 0 ? sum(x) : max(x));
    } catch (const ravel::layout_error&) {
      is_caught = true;
    }
    expect(is_caught, "no error");
    expect(sum(x) == 18, "the sum is wrong");
  });
}

TEST_CASE("a bad argument on one rank reaches all") {
  const auto texts = thrown(3, [](const mpi::world& w) {
    const auto x = mpi::zeros<double>(w, {4}, mpi::blocks{0});
    copy(ravel::zeros<double>({w.rank() == 2 ? 3 : 4}), x);
  });
  for (const std::string& t : texts) CHECK(t.find("rank 2: ") == 0);
}

TEST_CASE("a rank that ends early makes the others throw, and its own exception is the one that is heard", "[threads]") {
  for (int bad = 0; bad < 4; ++bad) {
    const auto f = [&](const mpi::world& w) {
      const auto x = mpi::zeros<double>(w, {9, 9}, mpi::blocks{0});
      if (w.rank() == bad) throw std::out_of_range("I have left");
      for (int k = 0; k < 3; ++k) copy(transpose(x), x);
    };
    CHECK_THROWS_WITH(mpi::run_threads(4, f), "I have left");
  }
  CHECK_THROWS_WITH(mpi::run_threads(2,
                                     [](const mpi::world& w) {
                                       if (w.rank() == 0) w.barrier();
                                     }),
                    "rank 1 has ended, and others wait for it to call the same operation");
}

TEST_CASE("a rank that waits long says where, and for whom", "[threads]") {
  std::FILE* const said = std::tmpfile();
  const int standard_error = dup(STDERR_FILENO);
  dup2(fileno(said), STDERR_FILENO);
  mpi::run_threads(3, [](const mpi::world& w) {
    if (w.rank() == 2) std::this_thread::sleep_for(std::chrono::seconds(6));
    w.barrier();
  });
  dup2(standard_error, STDERR_FILENO);
  close(standard_error);
  std::string text(4096, '\0');
  std::rewind(said);
  text.resize(std::fread(text.data(), 1, text.size(), said));
  std::fclose(said);
  CHECK(text.find("ravel::mpi: rank 0 of 3 has waited 5 s in barrier for rank 2\n") != text.npos);
  CHECK(text.find("ravel::mpi: rank 1 of 3 has waited 5 s in barrier for rank 2\n") != text.npos);
}

TEST_CASE("threads that cannot start are one error, and those that have started end", "[threads]") {
  if (!support::memory_can_be_limited()) return;
  const auto is_right = [] {
    try {
      mpi::run_threads(4096, [](const mpi::world& w) { w.barrier(); });  // 32 GB of stacks
    } catch (const ravel::error& e) {
      return std::string(e.what()).find("of 4096 has not started: ") != std::string::npos;
    }
    return false;
  };
  CHECK(support::fault_within_memory(std::size_t{200} << 20, is_right) == "");
}

TEST_CASE("tensors of another world are refused", "[threads]") {
  mpi::run_threads(1, [](const mpi::world& a) {
    mpi::run_threads(1, [&](const mpi::world& b) {
      const auto x = mpi::zeros<double>(a, {2}, mpi::blocks{0}), y = mpi::zeros<double>(b, {2}, mpi::blocks{0});
      const auto refused = [](const char* operation, const auto& run) {
        std::string text;
        try {
          run();
        } catch (const ravel::value_error& e) {
          text = e.what();
        }
        expect(text == std::string(operation) + ": the operands belong to different worlds", std::string(operation) + " says " + text);
      };
      refused("copy", [&] { copy(x, y); });
      refused("matmul", [&] { (void)matmul(x, y); });
      const auto places = mpi::zeros<index_t>(b, {2}, mpi::blocks{0});
      refused("clone", [&] { (void)mpi::clone(x + y); });
      refused("copy", [&] { (void)concat(ravel::along{0}, x, y); });
      refused("take", [&] { (void)take(x, 0, places); });
      refused("compress", [&] { (void)compress(x, y > 0.0); });
      refused("searchsorted", [&] { (void)searchsorted(x, y); });
      refused("group_reduce", [&] { (void)group_reduce(x, y, ravel::reducer::sum); });
      refused("group_reduce", [&] { (void)group_reduce(std::tuple(x, y), x, ravel::reducer::sum); });
      refused("arg_join", [&] { (void)arg_join(x, y); });
      refused("bincount", [&] { (void)bincount(places, x); });
      refused("mean", [&] { (void)mean(x, mpi::weights{y}); });
    });
  });
}

TEST_CASE("without MPI run says so") {
  if (mpi::has_mpi()) return;
  int argc = 0;
  char** argv = nullptr;
  CHECK_THROWS_AS((void)mpi::run(argc, argv, [](const mpi::world&) {}), ravel::value_error);
}
