// SPDX-License-Identifier: BSL-1.0
// The traffic that moves() tells is that which copy has, and within with_no_communication nothing moves.
#include <mpi/ranks.hpp>

using namespace ranks;

TEST_CASE("moves tells the messages and bytes of each rank") {
  run(2, [](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({4, 6}), mpi::blocks{0});
    const auto y = mpi::empty<double>(w, {4, 6}, mpi::cyclic{0});
    expect(mpi::moves(x, y) == mpi::traffic{1, 48, 1, 48}, "one row each way");
    expect(mpi::moves(x, x) == mpi::traffic{}, "a tensor to itself");
    expect(mpi::moves(x * 2.0 + 1, x) == mpi::traffic{}, "elementwise");
    expect(mpi::moves(ravel::full<double>({6}, 1.0), x) == mpi::traffic{}, "a local operand");
    const auto first = w.rank() == 0 ? mpi::traffic{1, 48, 0, 0} : mpi::traffic{0, 0, 1, 48};
    expect(mpi::moves(x + select(x, 0, 0), x) == first, "the first row to all");
    const auto big = mpi::zeros<double>(w, {2, 100000}, mpi::blocks{0});
    expect(mpi::moves(flip(big, 0), big) == mpi::traffic{4, 800000, 4, 800000}, "messages are cut to pieces");
  });
  run_all([](const mpi::world& w) {  // each message that is sent is received
    const auto x = mpi::from_local(w, numbered({9, 7}), mpi::blocks{0});
    for (const mpi::distribution& how : distributions(x.shape(), w.size())) {
      const auto y = mpi::empty<double>(w, {9, 7}, how);
      const mpi::traffic t = mpi::moves(transpose(transpose(x)) + rotate(x, {1, 2}), y);
      const auto sent = mpi::from_parts(w, ravel::tensor<index_t>{t.messages_sent, t.bytes_sent});
      const auto received = mpi::from_parts(w, ravel::tensor<index_t>{t.messages_received, t.bytes_received});
      for (const index_t which : {0, 1}) {
        expect(sum(slice(sent, 0, which, w.size(), 2)) == sum(slice(received, 0, which, w.size(), 2)), how.description());
      }
      expect(w.size() > 1 || t == mpi::traffic{}, "one rank");
    }
  });
}

TEST_CASE("within with_no_communication nothing moves, on all ranks alike") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({8, 6}), mpi::blocks{0});
    const auto y = mpi::zeros<double>(w, {8, 6}, mpi::blocks{0});
    const double answer = mpi::with_no_communication([&] {
      copy(sqrt(x) + ravel::full<double>({6}, 1.0), y);
      y += x;
      fill(select(x, 0, 0), 3.0);
      return 42.0;
    });
    expect(answer == 42.0, "the result of the function");
    const auto before = mpi::collect(y);
    const std::string copied = error_of([&] { mpi::with_no_communication([&] { copy(flip(x, 0), y); }); });
    const std::string summed = error_of([&] { (void)mpi::with_no_communication([&] { return sum(x); }); });
    const std::string sorted = error_of([&] { (void)mpi::with_no_communication([&] { return sort(flat(x)); }); });
    const std::string shown = error_of([&] { (void)mpi::with_no_communication([&] { return mpi::at(x, {0, 0}); }); });
    if (w.size() == 1) {
      expect((copied + summed + sorted + shown).empty(), "with one rank nothing moves: " + copied + summed + sorted + shown);
      return;
    }
    expect(copied.find("copy would send ") != std::string::npos, copied);
    expect_same(y, before, "the target of the refused copy");
    for (const std::string& refused : {summed, sorted, shown}) {
      expect(refused.find(", within with_no_communication") != std::string::npos, "not refused: " + refused);
    }
    expect(sum(x) == ravel::sum(mpi::collect(x)), "the ranks go on together");
  });
}

TEST_CASE("a guard that only some ranks have is found by the roll call") {
  run(3, [](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({6}), mpi::blocks{0});
    const std::string text = error_of([&] {
      if (w.rank() == 1) {
        mpi::with_no_communication([&] { fill(x, 1.0); });
      } else {
        fill(x, 1.0);
      }
    });
    expect(text.find("rank 1 at fill without communication") != std::string::npos, text);
  });
}
