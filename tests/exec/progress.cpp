// SPDX-License-Identifier: BSL-1.0
// What loops tell those who watch: the fraction that is done, which loop is the outermost, pieces that are cut for nobody but a watch, and
// check_stop, by which loops of one's own are watched too.
#include <ravel/base/error.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/exec/with_progress.hpp>

#include <support/catch.hpp>

#include <array>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

using ravel::index_t;
using ravel::progress;
using ravel::detail::current_watch;
using ravel::detail::watched_loop;
using ravel::detail::watched_pieces;

namespace {

using looks = std::vector<std::array<index_t, 3>>;  // loop, done, total

// Writes down what it sees, and throws at a look if it is told to, counted from 0.
class recorder final : public ravel::detail::watch {
 public:
  explicit recorder(std::size_t throws_at = static_cast<std::size_t>(-1)) : throws_at_(throws_at) {}

  looks seen;

 private:
  void look() override {
    seen.push_back({now_.loop, now_.done, now_.total});
    if (seen.size() == throws_at_ + 1) throw std::runtime_error("enough");
  }

  std::size_t throws_at_;
};

using cuts = std::vector<std::array<index_t, 2>>;  // where a piece begins, and its size

template <class... Piece>
cuts cut(index_t count, Piece... piece) {
  watched_pieces pieces(count, piece...);
  cuts all;
  while (pieces.next()) all.push_back({pieces.done(), pieces.size()});
  return all;
}

}  // namespace

TEST_CASE("a fraction says how much of a known number is there", "[exec]") {
  CHECK(progress{1, 3, 4}.fraction() == 0.75);
  CHECK(progress{2, 0, 7}.fraction() == 0);
  CHECK(progress{1, 7, 7}.fraction() == 1);
  CHECK(progress{1, 0, 0}.fraction() == 1);
  CHECK(progress{}.fraction() == 1);
}

TEST_CASE("loops of one's own are stopped by check_stop", "[exec]") {
  std::stop_source source;
  int rounds = 0;
  const auto work = [&] {
    for (;; ++rounds) {
      ravel::check_stop();
      if (rounds == 3) source.request_stop();
    }
  };
  CHECK_THROWS_AS(ravel::with_stop(source.get_token(), work), ravel::cancelled);
  CHECK(rounds == 4);
  CHECK_NOTHROW(ravel::check_stop());
}

TEST_CASE("check_stop lets all look who watch this thread, the innermost first", "[exec]") {
  recorder outer;
  {
    recorder inner(1);
    ravel::check_stop();
    CHECK(inner.seen == looks{{0, 0, 0}});  // no loop has begun
    CHECK(outer.seen.size() == 1);
    CHECK_THROWS_AS(ravel::check_stop(), std::runtime_error);
    CHECK(outer.seen.size() == 1);
    std::thread([] { ravel::check_stop(); }).join();
    CHECK(inner.seen.size() == 2);
  }
  ravel::check_stop();
  CHECK(outer.seen.size() == 2);
}

TEST_CASE("a watch is there as long as it lasts, for its thread", "[exec]") {
  CHECK(current_watch == nullptr);
  {
    const recorder outer;
    CHECK(current_watch == &outer);
    {
      const recorder inner;
      CHECK(current_watch == &inner);
    }
    CHECK(current_watch == &outer);
    bool elsewhere = true;
    std::thread([&] { elsewhere = current_watch != nullptr; }).join();
    CHECK_FALSE(elsewhere);
  }
  CHECK(current_watch == nullptr);
}

TEST_CASE("a loop inside of another is part of it, and the next one has the next number", "[exec]") {
  recorder watching;
  {
    watched_loop outer;
    outer.at(0, 2);
    {
      watched_loop inner;
      inner.at(0, 50);
      inner.at(50, 50);
    }
    outer.at(1, 2);
    outer.at(2, 2);
  }
  watched_loop next;
  next.at(3, 7);
  CHECK(watching.seen == looks{{1, 0, 2}, {1, 0, 2}, {1, 0, 2}, {1, 1, 2}, {1, 2, 2}, {2, 3, 7}});
}

TEST_CASE("a loop that was left by an exception is over", "[exec]") {
  recorder watching(1);
  const auto work = [] {
    watched_loop loop;
    for (index_t i = 0; i < 5; ++i) loop.at(i, 5);
  };
  CHECK_THROWS_AS(work(), std::runtime_error);
  work();
  CHECK(watching.seen == looks{{1, 0, 5}, {1, 1, 5}, {2, 0, 5}, {2, 1, 5}, {2, 2, 5}, {2, 3, 5}, {2, 4, 5}});
}

TEST_CASE("a watch that begins inside a loop counts loops from there", "[exec]") {
  recorder outer;
  watched_loop loop;
  loop.at(0, 9);
  {
    recorder inner;
    {
      watched_loop part;
      part.at(4, 5);
    }
    loop.at(1, 9);
    CHECK(inner.seen == looks{{1, 4, 5}, {2, 1, 9}});
  }
  loop.at(2, 9);
  CHECK(outer.seen == looks{{1, 0, 9}, {1, 0, 9}, {1, 1, 9}, {1, 2, 9}});
}

TEST_CASE("work is cut to pieces for nobody but a watch", "[exec]") {
  const index_t longest = watched_pieces::longest;
  CHECK(cut(3 * longest) == cuts{{0, 3 * longest}});
  CHECK(cut(25, index_t{10}) == cuts{{0, 25}});
  CHECK(cut(0).empty());
  recorder watching;
  CHECK(cut(2 * longest + 5) == cuts{{0, longest}, {longest, longest}, {2 * longest, 5}});
  CHECK(cut(longest) == cuts{{0, longest}});
  CHECK(cut(0).empty());
  watching.seen.clear();
  CHECK(cut(25, index_t{10}) == cuts{{0, 10}, {10, 10}, {20, 5}});
  CHECK(watching.seen == looks{{4, 0, 25}, {4, 10, 25}, {4, 20, 25}, {4, 25, 25}});  // before each, and in the end
}

TEST_CASE("steps look where much was visited since the last look", "[exec]") {
  const index_t longest = watched_pieces::longest;
  recorder watching;
  ravel::detail::watched_steps loop;
  for (index_t i = 0; i < 6; ++i) loop.at(i, 6, longest / 2);
  loop.at(6, 8, 3 * longest);
  loop.at(7, 8, 1);
  CHECK(watching.seen == looks{{1, 0, 6}, {1, 2, 6}, {1, 4, 6}, {1, 6, 8}});
}
