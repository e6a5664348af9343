// SPDX-License-Identifier: BSL-1.0
// Copies under way: they end as copy does, whether somebody waits for them or not, and their errors are told once.
#include <mpi/ranks.hpp>

#include <optional>
#include <stop_token>
#include <thread>

using namespace ranks;

namespace {

double refuse_negative(double v) { return v < 0 ? throw ravel::value_error("a negative element") : v; }

}  // namespace

TEST_CASE("a started copy ends as copy does") {
  run_all([](const mpi::world& w) {
    const auto whole = numbered({9, 7});
    for (const mpi::distribution& from : distributions(whole.shape(), w.size())) {
      const auto x = mpi::from_local(w, whole, from);
      for (const mpi::distribution& to : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::cyclic{1})}) {
        const auto y = mpi::zeros<double>(w, {7, 9}, to), z = mpi::zeros<double>(w, {9, 7}, to);
        const mpi::started_copy first = mpi::start_copy(transpose(x) * 2.0, y);
        const mpi::started_copy second = mpi::start_copy(rotate(x, {1, 1}), z);  // both are under way
        second.wait();
        expect(first.done() && second.done(), "wait completes all");
        first.wait();
        expect_same(y, ravel::clone(transpose(whole) * 2.0), "the first");
        expect_same(z, ravel::clone(ravel::rotate(whole, {1, 1})), "the second");
      }
    }
  });
}

TEST_CASE("messages of a started copy arrive while the rank does something else") {
  run(3, [](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({300, 400}), mpi::blocks{0});
    const auto y = mpi::zeros<double>(w, {400, 300}, mpi::blocks{0});
    const mpi::started_copy copied = mpi::start_copy(transpose(x), y);
    const auto began = std::chrono::steady_clock::now();
    while (!copied.done()) {  // local, so ranks may ask as often as they like
      expect(std::chrono::steady_clock::now() - began < std::chrono::minutes(2), "nothing has arrived");
      std::this_thread::yield();
    }
    copied.wait();
    expect_same(y, ravel::clone(transpose(numbered({300, 400}))), "transposed");
  });
}

TEST_CASE("the next operation completes a copy that nobody waits for") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({9, 7}), mpi::blocks{0});
    const auto y = mpi::zeros<double>(w, {9, 7}, mpi::cyclic{0});
    (void)mpi::start_copy(flip(x, 0), y);
    expect_same(y, ravel::clone(ravel::flip(numbered({9, 7}), 0)), "collected at once");
    if (w.rank() == 0) {
      mpi::start_copy(x, y).wait();
    } else {
      (void)mpi::start_copy(x, y);
      w.barrier();  // other ranks complete it here, and rank 0 comes next
    }
    if (w.rank() == 0) w.barrier();
    expect_same(y, numbered({9, 7}), "whoever waits");
    (void)mpi::start_copy(flip(x, 0), y);  // completed by the end of the ranks
  });
}

TEST_CASE("an error of a started copy is told by wait, or else by the next operation") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({9, 7}) - 20.0, mpi::blocks{0});
    const auto y = mpi::zeros<double>(w, {9, 7}, mpi::cyclic{0});
    const auto text_of = [](const auto& f) {
      try {
        f();
      } catch (const ravel::value_error& e) {
        return std::string(e.what());
      }
      return std::string();
    };
    const auto start = [&] { return mpi::start_copy(mpi::map(refuse_negative, x), y); };
    const mpi::started_copy copied = start();
    for (int again = 0; again < 2; ++again) {
      expect(text_of([&] { copied.wait(); }).find("a negative element") != std::string::npos, "wait says nothing");
    }
    const mpi::started_copy held = start();
    w.barrier();
    expect(text_of([&] { held.wait(); }).find("a negative element") != std::string::npos, "the barrier has eaten the error");
    (void)start();
    expect(text_of([&] { w.barrier(); }).find("a negative element") != std::string::npos, "nobody was told");
    copy(abs(x), y);
    expect_same(y, ravel::clone(ravel::abs(numbered({9, 7}) - 20.0)), "the ranks go on together");
  });
}

TEST_CASE("a stop before a started copy is complete leaves no message behind") {
  for (const int count : numbers) {
    for (int bad = 0; bad < count; bad += 2) {
      run(count, [&](const mpi::world& w) {
        const auto whole = numbered({9, 7});
        const auto x = mpi::from_local(w, whole, mpi::blocks{0}), y = mpi::zeros<double>(w, {9, 7}, mpi::cyclic{0});
        std::stop_source stop;
        const mpi::started_copy copied = mpi::start_copy(flip(x, 0), y);
        bool is_stopped = false;
        try {
          ravel::with_stop(stop.get_token(), [&] {
            if (w.rank() == bad) stop.request_stop();
            copied.wait();
          });
        } catch (const ravel::cancelled&) {
          is_stopped = true;
        }
        expect(is_stopped, "it went on");
        copy(rotate(x, {1, 0}), y);
        expect_same(y, ravel::clone(ravel::rotate(whole, {1, 0})), "the ranks go on together");
      });
    }
  }
}

TEST_CASE("a started copy that cannot be completed says so each time", "[threads]") {
  const auto work = [](const mpi::world& w) {
    const auto x = mpi::full<double>(w, {9}, 1.0, mpi::blocks{0});
    const mpi::started_copy copied = mpi::start_copy(flip(x), mpi::zeros<double>(w, {9}, mpi::blocks{0}));
    if (w.rank() == 1) throw std::logic_error("a program of its own");
    int errors = 0;
    for (int again = 0; again < 2; ++again) {
      try {
        copied.wait();
      } catch (const ravel::error&) {
        ++errors;
      }
    }
    if (errors != 2) throw ravel::value_error("wait has hidden it");
  };
  CHECK_THROWS_AS(mpi::run_threads(2, work), std::logic_error);
}

TEST_CASE("a guard does not count for a copy that was started before") {
  run(2, [](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({4}), mpi::blocks{0}), y = mpi::zeros<double>(w, {4}, mpi::blocks{0});
    const mpi::started_copy copied = mpi::start_copy(flip(x), y);
    if (w.rank() == 0) copied.wait();
    if (w.rank() == 1) mpi::with_no_communication([&] { copied.wait(); });
    expect_same(y, ravel::clone(ravel::flip(numbered({4}))), "flipped");
  });
}

TEST_CASE("an error is told once on all ranks, though only some have a handle") {
  run(3, [](const mpi::world& w) {
    const auto x = mpi::full<double>(w, {9}, -1.0, mpi::blocks{0}), y = mpi::zeros<double>(w, {9}, mpi::blocks{0});
    std::optional<mpi::started_copy> bad = mpi::start_copy(mpi::map(refuse_negative, flip(x)), y);
    const mpi::started_copy good = mpi::start_copy(flip(x), y);
    if (w.rank() != 1) bad.reset();
    good.wait();
    std::string text;
    try {
      w.barrier();
    } catch (const ravel::value_error& e) {
      text = e.what();
    }
    expect(text == "rank 0: a negative element", text);
  });
}

TEST_CASE("an error of a copy that is started last ends the ranks", "[threads]") {
  const auto work = [](const mpi::world& w) {
    const auto x = mpi::full<double>(w, {9}, -1.0, mpi::blocks{0});
    (void)mpi::start_copy(mpi::map(refuse_negative, flip(x)), mpi::zeros<double>(w, {9}, mpi::blocks{0}));
  };
  CHECK_THROWS_AS(mpi::run_threads(3, work), ravel::value_error);
  const auto leave = [](const mpi::world& w) {
    const auto x = mpi::full<double>(w, {9}, -1.0, mpi::blocks{0});
    (void)mpi::start_copy(flip(x), mpi::zeros<double>(w, {9}, mpi::blocks{0}));
    throw std::logic_error("a program of its own");
  };
  CHECK_THROWS_AS(mpi::run_threads(3, leave), std::logic_error);
}
