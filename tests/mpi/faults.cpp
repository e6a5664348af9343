// SPDX-License-Identifier: BSL-1.0
// Faults at the doorway: calls that fail, and messages that arrive late. Each ends in an error on all ranks or in the right result, never
// in a wait without end.
#include <mpi/doorway.hpp>

#include <atomic>
#include <thread>

using namespace ranks;
using mpi::detail::pending;
using mpi::detail::request;

namespace {

// Answers `no` some times before the message is asked for.
class late final : public pending {
 public:
  late(request inner, int times) : inner_(std::move(inner)), left_(times) {}
  bool done() override { return left_-- <= 0 && inner_->done(); }
  std::string awaits() const override { return inner_->awaits(); }

 private:
  request inner_;
  int left_;
};

// A doorway that passes everything on, late, and fails at one call.
class faulty_doorway final : public passing_doorway {
 public:
  faulty_doorway(const mpi::world& w, int failing_call, std::uint64_t seed) : passing_doorway(w), left_(failing_call), random_(seed) {}

  request send(int to, std::span<const std::byte> data) override {
    count();
    return delayed(passing_doorway::send(to, data));
  }
  request receive(int from, std::span<std::byte> room) override {
    count();
    return delayed(passing_doorway::receive(from, room));
  }
  request maximum(std::span<std::int64_t> words) override {
    count();
    return delayed(passing_doorway::maximum(words));
  }
  void pause(int) override { std::this_thread::yield(); }
  std::size_t longest() const override { return 1000; }

 private:
  void count() {
    if (left_-- == 0) throw std::bad_alloc();
  }
  request delayed(request r) { return std::make_unique<late>(std::move(r), static_cast<int>(pick(random_, 0, 5))); }

  int left_;
  engine random_;
};

mpi::world faulty(const mpi::world& w, int failing_call, std::uint64_t seed) { return behind<faulty_doorway>(w, failing_call, seed); }

constexpr int never = 1 << 30;

// A bit of everything.
void work(const mpi::world& w) {
  const auto whole = numbered({40, 30});
  const auto x = mpi::from_local(w, whole, mpi::blocks{0});
  expect_same(mpi::clone(transpose(x) + select(x, 1, 0), mpi::cyclic{0}), ravel::clone(transpose(whole) + select(whole, 1, 0)), "clone");
  expect_same(sum(x), sum(whole), "sum");
  expect_same(max(x, 0), ravel::max(whole, 0), "max");
  const auto turned = mpi::zeros<double>(w, {30, 40}, mpi::cyclic{1});
  const mpi::started_copy copied = mpi::start_copy(transpose(x) - 1.0, turned);
  (void)copied.done();
  expect_same(turned, ravel::clone(transpose(whole) - 1.0), "started");
}

// By panels, which travel while ranks multiply.
void multiply(const mpi::world& w) {
  const auto a = numbered({40, 30}), b = numbered({30, 50});
  const auto x = mpi::from_local(w, a, mpi::blocks{0, 1}), y = mpi::from_local(w, b, mpi::cyclic{0});
  mpi::detail::spread_product product(x, y);
  expect(ravel::close(mpi::collect(product.made(500)), ravel::matmul(a, b)), "a product");
}

}  // namespace

TEST_CASE("late messages in short pieces change nothing") {
  for (const int count : {2, 4, 7}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      run(count, [&](const mpi::world& w) {
        const mpi::world late_world = faulty(w, never, 100 * seed + static_cast<std::uint64_t>(w.rank()));
        work(late_world);
        multiply(late_world);
      });
    }
  }
}

TEST_CASE("a call of the transport that fails on one rank ends all ranks, wherever it is", "[threads]") {
  for (const int bad : {0, 2}) {
    int ended = 0;
    for (int call = 0; call < 200; ++call) {
      std::string text;
      try {
        mpi::run_threads(3, [&](const mpi::world& w) { work(faulty(w, w.rank() == bad ? call : never, 1)); });
      } catch (const std::bad_alloc&) {
        text = "memory";
      } catch (const ravel::error& e) {
        text = e.what();
      }
      if (text.empty()) break;
      INFO("call " << call << " on rank " << bad << ": " << text);
      REQUIRE((text == "memory" || text.find("rank " + std::to_string(bad) + " has broken off the exchange of ") == 0));
      ++ended;
    }
    CHECK(ended > 20);
    CHECK(ended < 200);
  }
}

TEST_CASE("a rank that has broken off an exchange serves no more operation", "[threads]") {
  std::string text;
  try {
    mpi::run_threads(2, [&](const mpi::world& all) {
      const mpi::world w = faulty(all, all.rank() == 1 ? 4 : never, 1);
      const auto x = mpi::from_local(w, numbered({4, 4}), mpi::blocks{0});  // three roll calls; a copy has one before it sends
      try {
        copy(transpose(x), x);
      } catch (const ravel::error&) {
      }
      w.barrier();
    });
  } catch (const ravel::error& e) {
    text = e.what();
  }
  CHECK(text == "rank 1 has broken off an exchange, and cannot take part in barrier");
}

TEST_CASE("ranks learn that another one has broken off an exchange, though that one goes on with something else", "[threads]") {
  std::atomic<int> learned = 0;
  std::string text;
  try {
    mpi::run_threads(3, [&](const mpi::world& all) {
      const mpi::world w = faulty(all, all.rank() == 1 ? 6 : never, 1);
      const auto x = mpi::from_local(w, numbered({60, 60}), mpi::blocks{0});
      try {
        copy(transpose(x), x);
      } catch (const ravel::error&) {
        ++learned;
        while (all.rank() == 1 && learned < 3) std::this_thread::yield();
        throw;
      }
    });
  } catch (const ravel::error& e) {
    text = e.what();
  }
  CHECK(learned == 3);
  CHECK(text == "rank 1 has broken off the exchange of copy: memory has run out");
}
