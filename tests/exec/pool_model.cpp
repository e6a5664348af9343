// SPDX-License-Identifier: BSL-1.0
// A model of the protocol of src/exec/thread_pool.cpp. Each thread is a program counter over the atomic steps of the code, and a search
// visits every state that the threads can reach in any order. A section under the mutex is one step, since other threads see nothing of
// its inside. Mutants of the protocol show that the search finds faults.
#include <support/catch.hpp>
#include <support/combinations.hpp>
#include <support/state_search.hpp>

#include <algorithm>
#include <cstdint>

namespace {

using support::demand;

enum class mutant { none, caller_leaves, caller_sleeps_late, worker_sleeps_late, worker_tells_late, job_stays, claim_in_two_steps };

struct scene {
  int callers, calls;  // each caller makes so many calls, one after the other
  int parts, width;    // of each call
  int workers;         // the most threads of the pool
  bool refused;        // memory and threads may be refused
  mutant fault = mutant::none;
};

// Where a thread stands. Those from `claims` on have a job in hand. A thread that looks or leaves locks the mutex first.
enum class place : std::uint8_t { absent, begins, wakes, looks, sleeps_soon, sleeps, ended, claims, has_read, works, leaves, tells };

// A caller and its job have the same number.
struct state {
  struct thread {
    place at = place::absent;
    std::uint8_t job = 0, part = 0, wakes = 0;
  };
  struct job {
    std::uint8_t next = 0, begun = 0, done = 0, helpers = 0, calls = 0, lives = 0;  // begun, done: sets of parts
  };
  thread callers[2], workers[2], owner;
  job jobs[2];
  std::uint8_t list[2] = {}, listed = 0, threads = 0, idle = 0, ends = 0;
};
using threads = state::thread (state::*)[2];

class pool_model : public support::state_search<state> {
 public:
  explicit pool_model(const scene& given) : scene_(given), most_(std::min(given.width, given.parts) - 1) {
    state first;
    for (int k = 0; k < given.callers; ++k) first.callers[k] = {place::begins, static_cast<std::uint8_t>(k)};
    first.owner.at = place::begins;
    run(
        first, [this](const state& s) { move(s); }, check);
  }

  int most_helpers = 0;  // of one job at a time

 private:
  static void check(const state& s) {
    const auto has_no_job = [](const state::thread& one) { return one.at < place::claims || one.at == place::tells; };
    demand(s.idle == std::count_if(s.workers, s.workers + s.threads, has_no_job), "the pool knows how many threads have no job");
  }

  void move(const state& s) {
    moved_ = false;
    for (int k = 0; k < scene_.callers; ++k) move_caller(s, k);
    for (int k = 0; k < s.threads; ++k) move_worker(s, k);
    move_owner(s);
    demand(moved_ || s.owner.at == place::ended, "some thread can go on");
    // Waits may end for no reason, or as their time is over. Nobody may depend on that.
    for (int k = 0; k < scene_.callers; ++k) wake(s, &state::callers, k);
    for (int k = 0; k < s.threads; ++k) wake(s, &state::workers, k);
  }
  void wake(state s, threads who, int k) {
    if ((s.*who)[k].at != place::sleeps) return;
    (s.*who)[k].at = place::looks;
    reach(s, "a thread wakes up for no reason");
  }
  void go(const state& s, const char* step) {
    moved_ = true;
    reach(s, step);
  }

  // pool_job::work
  void work(state s, threads who, int k) {
    state::thread& me = (s.*who)[k];
    state::job& job = s.jobs[me.job];
    demand(job.lives, "a job is used during its call");
    if (me.at == place::works) {
      job.done |= static_cast<std::uint8_t>(1 << me.part);
      me.at = place::claims;
      return go(s, "a thread ends a part");
    }
    if (me.at == place::claims) me.part = job.next;
    if (me.at == place::claims && scene_.fault == mutant::claim_in_two_steps) {
      me.at = place::has_read;
      return go(s, "a thread reads the number of the next part");
    }
    me.at = me.part < scene_.parts ? place::works : place::leaves;
    if (me.at == place::works) {
      demand(job.begun + 1 == 1 << me.part, "parts begin once, in ascending order");
      job.begun |= static_cast<std::uint8_t>(1 << me.part);
      job.next = static_cast<std::uint8_t>(me.part + 1);
    }
    go(s, "a thread claims the next part, or finds none");
  }

  // worker_pool::over
  void move_caller(state s, int k) {
    state::thread& me = s.callers[k];
    if (me.at == place::begins) add(s, k);
    if (me.at == place::wakes) notify_one(s, k);
    if (me.at >= place::claims && me.at < place::leaves) work(s, &state::callers, k);
    if (me.at == place::leaves || me.at == place::looks) take_back(s, k);
    if (me.at == place::sleeps_soon) {
      me.at = place::sleeps;
      go(s, "a caller sleeps");
    }
  }
  void add(state s, int k) {
    s.jobs[k] = {.calls = static_cast<std::uint8_t>(s.jobs[k].calls + 1), .lives = 1};
    if (scene_.refused) call_for_help(s, k, "a caller has no memory for the list");
    s.list[s.listed++] = static_cast<std::uint8_t>(k);
    for (;;) {
      const int busy = s.threads - s.idle;
      const bool starts = s.idle < most_ && s.threads < std::min(scene_.workers, most_ + busy);
      if (!starts || scene_.refused) call_for_help(s, k, "a caller adds its job");
      if (!starts) return;
      s.workers[s.threads++].at = place::looks;
      ++s.idle;
    }
  }
  void call_for_help(state s, int k, const char* step) {
    state::thread& me = s.callers[k];
    me.wakes = static_cast<std::uint8_t>(std::min<int>(most_, s.idle));
    me.at = me.wakes > 0 ? place::wakes : place::claims;
    go(s, step);
  }
  void notify_one(state s, int k) {
    if (--s.callers[k].wakes == 0) s.callers[k].at = place::claims;
    const state before = s;
    for (state::thread& one : s.workers) {
      if (one.at != place::sleeps) continue;
      one.at = place::looks;
      go(s, "a caller wakes a worker");
      s = before;
    }
    if (std::none_of(s.workers, s.workers + 2, [](const state::thread& one) { return one.at == place::sleeps; })) {
      go(s, "a caller wakes nobody");
    }
  }
  void take_back(state s, int k) {
    state::thread& me = s.callers[k];
    state::job& job = s.jobs[k];
    if (scene_.fault != mutant::job_stays) s.listed = static_cast<std::uint8_t>(std::remove(s.list, s.list + s.listed, k) - s.list);
    if (job.helpers > 0 && scene_.fault != mutant::caller_leaves) {
      me.at = scene_.fault == mutant::caller_sleeps_late ? place::sleeps_soon : place::sleeps;
      return go(s, "a caller waits for its helpers");
    }
    const auto has_it = [k](const state::thread& one) { return one.at >= place::claims && one.job == k; };
    demand(std::none_of(s.workers, s.workers + 2, has_it), "nobody has a job whose call returns");
    demand(job.done + 1 == 1 << scene_.parts, "all parts are done when a call returns");
    job.lives = 0;
    me.at = job.calls < scene_.calls ? place::begins : place::ended;
    go(s, "a call returns");
  }

  // worker_pool::state::help
  void move_worker(state s, int k) {
    state::thread& me = s.workers[k];
    if (me.at == place::looks) look(s, k);
    if (me.at >= place::claims && me.at < place::leaves) work(s, &state::workers, k);
    if (me.at == place::leaves) leave(s, k);
    if (me.at == place::tells) {
      me.at = place::looks;
      go(with_caller_told(s, me.job), "a worker tells the caller");
    } else if (me.at == place::sleeps_soon) {
      me.at = place::sleeps;
      go(s, "a worker sleeps");
    }
  }
  void leave(state s, int k) {
    state::thread& me = s.workers[k];
    ++s.idle;
    if (--s.jobs[me.job].helpers > 0) return look(s, k);
    if (scene_.fault != mutant::worker_tells_late) return look(with_caller_told(s, me.job), k);
    me.at = place::tells;
    go(s, "a worker unlocks the mutex before it tells the caller");
  }
  static state with_caller_told(state s, int k) {
    if (s.callers[k].at == place::sleeps) s.callers[k].at = place::looks;
    return s;
  }
  void look(state s, int k) {
    for (const std::uint8_t* job = s.list; job < s.list + s.listed; ++job) {
      if (s.jobs[*job].helpers >= most_) continue;
      state taken = s;
      demand(taken.idle-- > 0, "the pool knows how many threads have no job");
      most_helpers = std::max<int>(most_helpers, ++taken.jobs[*job].helpers);
      taken.workers[k] = {place::claims, *job};
      go(taken, "a worker takes a job");
      if (s.jobs[*job].next < scene_.parts) return;  // a relaxed read may still give an earlier number
    }
    const place waits = scene_.fault == mutant::worker_sleeps_late ? place::sleeps_soon : place::sleeps;
    s.workers[k] = {s.ends ? place::ended : waits};
    go(s, "a worker finds no job");
  }

  // worker_pool::~worker_pool
  void move_owner(state s) {
    const auto have_ended = [](const state::thread* begin, int count) {
      return std::all_of(begin, begin + count, [](const state::thread& one) { return one.at == place::ended; });
    };
    if (s.owner.at == place::begins && have_ended(s.callers, scene_.callers)) {
      s.ends = 1;
      s.owner.at = place::wakes;
      go(s, "the pool ends");
    } else if (s.owner.at == place::wakes) {
      std::replace_if(
          s.workers, s.workers + 2, [](const auto& one) { return one.at == place::sleeps; }, state::thread{place::looks});
      s.owner.at = place::looks;
      go(s, "the pool wakes all workers");
    } else if (s.owner.at == place::looks && have_ended(s.workers, s.threads)) {
      s.owner.at = place::ended;
      go(s, "the pool has joined all workers");
    }
  }

  const scene scene_;
  const int most_;
  bool moved_ = false;
};

}  // namespace

TEST_CASE("the protocol of the pool holds in every order of its steps", "[exec]") {
  const auto holds = [](const scene& given) {
    const pool_model all(given);
    CAPTURE(given.callers, given.calls, given.parts, given.width, given.workers, given.refused, all.states(), all.story);
    CHECK(all.fault == "");
    CHECK(all.most_helpers == std::min(given.workers, std::min(given.width, given.parts) - 1));
  };
  const auto scenes = [&](int parts, int width, int workers, bool refused) {
    holds({1, 3, parts, width, workers, refused});
    holds({2, parts < 3 ? 2 : 1, parts, width, workers, refused});
  };
  const int few[] = {1, 2, 3}, most_workers[] = {1, 2};
  const bool answers[] = {false, true};
  support::each_combination(scenes, few, few, most_workers, answers);
}

TEST_CASE("the search finds what is wrong in mutants of the protocol", "[exec]") {
  const auto fault_of = [](mutant fault) { return pool_model({1, 1, 2, 2, 1, false, fault}).fault; };
  CHECK(fault_of(mutant::none) == "");
  CHECK(fault_of(mutant::caller_leaves) == "nobody has a job whose call returns");
  CHECK(fault_of(mutant::caller_sleeps_late) == "some thread can go on");
  CHECK(fault_of(mutant::worker_sleeps_late) == "some thread can go on");
  CHECK(fault_of(mutant::worker_tells_late) == "nobody has a job whose call returns");
  CHECK(fault_of(mutant::job_stays) == "a job is used during its call");
  CHECK(fault_of(mutant::claim_in_two_steps) == "parts begin once, in ascending order");
}
