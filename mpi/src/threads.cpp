// SPDX-License-Identifier: BSL-1.0
// Ranks as threads of one process. All of them share one hub under one mutex; a message is copied straight into the room that waits for it,
// outside the mutex. A rank that ends while others wait for it makes these throw.
#include <ravel/exec/progress.hpp>
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/world.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace ravel {
namespace mpi {
namespace {

using detail::bytes;
using detail::pending;
using detail::rank_ended;
using detail::request;
using ravel::detail::text;
using lock = std::unique_lock<std::mutex>;

struct arrival {
  std::span<std::byte> room;
  bool is_filled = false;
  bool is_copying = false;
};

void check_length(std::size_t sent, std::size_t room) {
  if (sent != room) throw layout_error(text() << "a message of " << sent << " bytes meets a room of " << room);
}

struct mailbox {
  std::deque<arrival*> rooms;  // receives that wait
  std::deque<bytes> letters;   // messages that wait
};

struct vote {
  std::vector<std::int64_t> words;
  int come = 0;
  int gone = 0;
};

struct hub {
  explicit hub(int ranks)
      : boxes(static_cast<std::size_t>(ranks)), votes_of(boxes.size()), ended(boxes.size()), size(ranks), work(boxes.size()) {}

  mailbox& box(int from, int to) { return boxes[static_cast<std::size_t>(to)][from]; }
  // The rank takes part in nothing more.
  void end(int rank, std::string how) {
    auto& there = ended[static_cast<std::size_t>(rank)];
    if (!there) there = std::move(how);
    tell_all();
  }
  void withdraw_letters(int rank) {
    for (auto& of_receiver : boxes) {
      if (const auto sent = of_receiver.find(rank); sent != of_receiver.end()) sent->second.letters.clear();
    }
  }
  void tell_all() {
    ++version;
    changed.notify_all();
  }
  [[noreturn]] void throw_ended(int rank) const {
    throw rank_ended(text() << "rank " << rank << " has ended, and others wait for it" << *ended[static_cast<std::size_t>(rank)]);
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t version = 0;
  std::vector<std::map<int, mailbox>> boxes;  // of each receiver, by sender
  std::map<index_t, vote> votes;
  std::vector<index_t> votes_of;  // how many each rank has taken part in
  std::vector<std::optional<std::string>> ended;
  int size;

  // Between ranks and the thread that has started them, without the mutex.
  const bool is_watched = ravel::detail::current_watch != nullptr;  // the starting thread makes the hub
  std::atomic<bool> is_stopped = false;
  struct work_of_rank {
    std::atomic<index_t> done = 0, total = 0;
  };
  std::vector<work_of_rank> work;
};

// Tells the starting thread how far the loops of a rank are, and ends them when that thread is to stop.
class rank_watch final : public ravel::detail::watch {
 public:
  rank_watch(hub& all, int rank) : all_(all), work_(all.work[static_cast<std::size_t>(rank)]) {}

 private:
  void look() override {
    work_.done = now_.done;
    work_.total = now_.total;
    if (all_.is_stopped) throw cancelled("the thread that has started the ranks is to stop");
  }

  hub& all_;
  hub::work_of_rank& work_;
};

class sent final : public pending {
 public:
  bool done() override { return true; }
  std::string awaits() const override { return {}; }
};

class awaited final : public pending, ravel::detail::noncopyable {
 public:
  awaited(hub& all, int from, int to, std::span<std::byte> room) : all_(all), from_(from), to_(to), at_{room} {}
  ~awaited() override {
    lock held(all_.mutex);
    std::erase(all_.box(from_, to_).rooms, &at_);
    all_.changed.wait(held, [&] { return !at_.is_copying; });
  }

  void post() {
    lock held(all_.mutex);
    mailbox& box = all_.box(from_, to_);
    if (box.letters.empty()) return box.rooms.push_back(&at_);
    const bytes letter = std::move(box.letters.front());
    box.letters.pop_front();
    held.unlock();
    check_length(letter.size(), at_.room.size());
    std::copy(letter.begin(), letter.end(), at_.room.begin());
    at_.is_filled = true;  // nobody else knows of it
  }
  bool done() override {
    const lock held(all_.mutex);
    if (at_.is_filled) return true;
    if (all_.ended[static_cast<std::size_t>(from_)] && !at_.is_copying) all_.throw_ended(from_);
    return false;
  }
  std::string awaits() const override { return text() << "a message from rank " << from_; }

 private:
  hub& all_;
  int from_, to_;
  arrival at_;
};

class ballot final : public pending {
 public:
  ballot(hub& all, index_t number, std::span<std::int64_t> words) : all_(all), number_(number), words_(words) {}

  bool done() override {
    const lock held(all_.mutex);
    vote& v = all_.votes[number_];
    if (v.come == all_.size) {
      std::copy(v.words.begin(), v.words.end(), words_.begin());
      if (++v.gone == all_.size) all_.votes.erase(number_);
      return true;
    }
    for (int r = 0; r < all_.size; ++r) {
      if (all_.ended[static_cast<std::size_t>(r)] && is_missing(r)) all_.throw_ended(r);
    }
    return false;
  }
  std::string awaits() const override {
    const lock held(all_.mutex);
    text missing;
    int named = 0;
    for (int r = 0; r < all_.size && named < 5; ++r) {
      if (is_missing(r)) missing << (named++ > 0 ? ", rank " : "rank ") << r;
    }
    return missing << (named == 5 ? " and others" : "");
  }

 private:
  bool is_missing(int rank) const { return all_.votes_of[static_cast<std::size_t>(rank)] <= number_; }

  hub& all_;
  index_t number_;
  std::span<std::int64_t> words_;
};

class thread_doorway final : public detail::doorway {
 public:
  thread_doorway(std::shared_ptr<hub> all, int rank) : all_(std::move(all)), rank_(rank) {}

  int size() const override { return all_->size; }
  int rank() const override { return rank_; }
  std::string description() const override { return text() << all_->size << (all_->size == 1 ? " rank as a thread" : " ranks as threads"); }
  request send(int to, std::span<const std::byte> data) override {
    lock held(all_->mutex);
    mailbox& box = all_->box(rank_, to);
    if (box.rooms.empty()) {
      box.letters.emplace_back(data.begin(), data.end());
    } else {
      arrival& there = *box.rooms.front();
      check_length(data.size(), there.room.size());
      box.rooms.pop_front();
      there.is_copying = true;
      held.unlock();
      std::copy(data.begin(), data.end(), there.room.begin());
      held.lock();
      there.is_copying = false;
      there.is_filled = true;
    }
    all_->tell_all();
    return std::make_unique<sent>();
  }
  request receive(int from, std::span<std::byte> room) override {
    auto one = std::make_unique<awaited>(*all_, from, rank_, room);
    one->post();
    return one;
  }
  request maximum(std::span<std::int64_t> words) override {
    const lock held(all_->mutex);
    index_t& votes = all_->votes_of[static_cast<std::size_t>(rank_)];
    request own = std::make_unique<ballot>(*all_, votes, words);
    vote& v = all_->votes[votes];
    if (v.come == 0) v.words.assign(words.begin(), words.end());
    // Nothing fails from here on, so a rank that has failed has not voted.
    for (std::size_t i = 0; i < words.size(); ++i) v.words[i] = std::max(v.words[i], words[i]);
    ++v.come;
    ++votes;
    all_->tell_all();
    return own;
  }
  void pause(int) override {
    lock held(all_->mutex);
    all_->changed.wait_for(held, std::chrono::milliseconds(20), [&] { return all_->version != seen_; });
    seen_ = all_->version;
  }
  void break_off(const std::string& why) override {
    std::string how;
    try {
      how = ": " + why;
    } catch (const std::bad_alloc&) {  // others learn no more than that it has ended
    }
    const lock held(all_->mutex);
    all_->withdraw_letters(rank_);
    all_->end(rank_, std::move(how));
  }
  std::size_t longest() const override { return std::size_t{1} << 30; }

 private:
  std::shared_ptr<hub> all_;
  int rank_;
  std::uint64_t seen_ = 0;
};

// The exception of a rank, and whether it was thrown only because another one had ended.
struct outcome {
  std::exception_ptr thrown;
  bool is_echo = false;
};

void run_rank(const std::shared_ptr<hub>& all, int rank, ravel::detail::function_ref<void(const world&)> f, outcome& end) {
  std::string how = " to call the same operation";
  try {
    std::optional<rank_watch> watching;
    if (all->is_watched) watching.emplace(*all, rank);
    const world ranks(std::make_shared<detail::world_state>(std::make_unique<thread_doorway>(all, rank)));
    try {
      detail::call_on_rank(ranks, f);
    } catch (...) {
      ranks.state().fail_started(std::current_exception());  // it holds the world
      throw;
    }
  } catch (const detail::exchange_broken& e) {
    end = {std::current_exception(), false};
    how = std::string(": ") + e.what();
  } catch (const rank_ended& e) {
    end = {std::current_exception(), true};
    how = std::string(": ") + e.what();
  } catch (const std::exception& e) {
    end = {std::current_exception(), false};
    how = std::string(": ") + e.what();
  } catch (...) {
    end = {std::current_exception(), false};
  }
  const lock held(all->mutex);
  all->end(rank, how);
}

// Says why the thread could not start; else nothing.
template <class F>
std::string start(std::vector<std::thread>& threads, const F& f) {
  try {
    threads.emplace_back(f);
    return {};
  } catch (const std::exception& e) {  // no thread, or no memory for one
    return e.what();
  }
}

// Watches of this thread see the work of all ranks, until all have ended. Gives what one of them has thrown.
std::exception_ptr watch_over(hub& all) {
  ravel::detail::watched_loop loop;
  lock held(all.mutex);
  const auto all_ended = [&] { return std::ranges::all_of(all.ended, [](const auto& e) { return e.has_value(); }); };
  while (!all.changed.wait_for(held, std::chrono::milliseconds(10), all_ended)) {
    held.unlock();
    try {
      index_t done = 0, total = 0;
      for (const hub::work_of_rank& w : all.work) done += w.done, total += w.total;
      loop.at(std::min(done, total), total);
    } catch (...) {
      all.is_stopped = true;
      return std::current_exception();
    }
    held.lock();
  }
  return nullptr;
}

}  // namespace

void run_threads(index_arg ranks, ravel::detail::function_ref<void(const world&)> f) {
  if (ranks < 1 || ranks > 4096) throw value_error(text() << "a world of threads has 1 to 4096 ranks, not " << ranks);
  const int count = static_cast<int>(index_t{ranks});
  const auto all = std::make_shared<hub>(count);
  std::vector<outcome> ends(static_cast<std::size_t>(count));
  std::vector<std::thread> threads;
  threads.reserve(ends.size());
  std::string not_started;
  for (int rank = 0; rank < count; ++rank) {
    if (not_started.empty()) not_started = start(threads, [&, rank] { run_rank(all, rank, f, ends[static_cast<std::size_t>(rank)]); });
    if (not_started.empty()) continue;
    const lock held(all->mutex);
    all->end(rank, ", since its thread has not started: " + not_started);
  }
  const auto started = threads.size();
  const std::exception_ptr stopped = all->is_watched ? watch_over(*all) : nullptr;
  for (std::thread& t : threads) t.join();
  if (stopped) std::rethrow_exception(stopped);
  if (!not_started.empty()) {
    throw error(text() << "the thread of rank " << started << " of " << count << " has not started: " << not_started);
  }
  for (const bool echo : {false, true}) {
    for (const outcome& end : ends) {
      if (end.thrown && end.is_echo == echo) std::rethrow_exception(end.thrown);
    }
  }
}

}  // namespace mpi
}  // namespace ravel
