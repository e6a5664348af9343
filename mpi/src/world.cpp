// SPDX-License-Identifier: BSL-1.0
// The roll call, the wait loop, exchanges of results, and guards that refuse these. A rank never blocks inside a transport: it asks,
// pauses and asks again, and after five seconds says on standard error where it waits, and for whom.
#include <ravel/exec/progress.hpp>
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/world.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

namespace ravel {
namespace mpi {
namespace detail {
namespace {

using ravel::detail::text;

constexpr std::int64_t failed_base = std::int64_t{1} << 40;  // minus the rank that has failed

// FNV-1a, the same in every process.
std::uint64_t hash_of(std::string_view operation, std::string_view where, int meeting) {
  std::uint64_t h = 14695981039346656037u + static_cast<std::uint64_t>(meeting);
  for (const std::string_view words : {operation, where}) {
    for (const char c : words) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
  return h >> 2;
}

// ---- errors that travel: a kind and a text

template <class E>
class agreed final : public E, public agreed_error {
 public:
  using E::E;
};

struct told {
  std::uint32_t kind;
  std::string what;
};

#define RAVEL_EACH_TRAVELLING_ERROR(X) \
  X(1, shape_error)                    \
  X(2, index_error) X(3, type_error) X(4, value_error) X(5, io_error) X(6, overflow_error) X(7, layout_error) X(8, cancelled)

told tell(const std::exception_ptr& failed) {
  try {
    std::rethrow_exception(failed);
  }
#define RAVEL_TELL(number, name) \
  catch (const name& e) {        \
    return {number, e.what()};   \
  }
  RAVEL_EACH_TRAVELLING_ERROR(RAVEL_TELL)
#undef RAVEL_TELL
  catch (const std::bad_alloc&) {
    return {0, "memory has run out"};
  }
  catch (const std::exception& e) {
    return {0, e.what()};
  }
  catch (...) {
    return {0, "an exception that is no std::exception"};
  }
}

// An error that was agreed on before has the number of its rank.
bool is_agreed(const std::exception_ptr& failed) {
  try {
    std::rethrow_exception(failed);
  } catch (const agreed_error&) {
    return true;
  } catch (...) {
    return false;
  }
}

std::exception_ptr error_of(const told& e) {
  switch (e.kind) {
#define RAVEL_ERROR_OF(number, name) \
  case number:                       \
    return std::make_exception_ptr(agreed<name>(e.what));
    RAVEL_EACH_TRAVELLING_ERROR(RAVEL_ERROR_OF)
#undef RAVEL_ERROR_OF
    default:
      return std::make_exception_ptr(agreed<error>(e.what));
  }
}

}  // namespace

pending::~pending() = default;
doorway::~doorway() = default;
agreed_error::~agreed_error() = default;
started_work::~started_work() = default;

// There is a place for it before its messages are under way.
void world_state::start(const std::shared_ptr<started_work>& work) {
  started_.reserve(started_.size() + 1);
  work->start();
  started_.push_back(work);
}

void world_state::complete_started() {
  const communication_allowed since_it_started;
  std::vector<std::shared_ptr<started_work>> all = std::exchange(started_, {});
  for (std::size_t k = 0; k < all.size(); ++k) {
    started_work& work = *all[k];
    try {
      work.complete();
    } catch (const agreed_error&) {
      work.failed = std::current_exception();
      if (all[k].use_count() == 1 && !lost_) lost_ = work.failed;
    } catch (...) {  // this rank goes on no more
      started_.assign(all.begin() + static_cast<std::ptrdiff_t>(k), all.end());
      fail_started(std::current_exception());
      throw;
    }
    work.is_complete = true;
  }
}

void world_state::fail_started(const std::exception_ptr& why) {
  for (const std::shared_ptr<started_work>& work : std::exchange(started_, {})) {
    work->failed = why;
    work->is_complete = true;
  }
}

void call_on_rank(const world& ranks, ravel::detail::function_ref<void(const world&)> f) {
  world_state& state = ranks.state();
  try {
    f(ranks);
    state.complete_started();
  } catch (const agreed_error&) {
    state.complete_started();
    throw;
  }
  if (const std::exception_ptr lost = state.take_lost()) std::rethrow_exception(lost);
}

void start_work(const world& ranks, const std::shared_ptr<started_work>& work) { ranks.state().start(work); }

void world_state::begin(const char* operation) {
  operation_ = operation;
  meetings_ = 0;
  is_over_ = false;
  if (is_broken_)
    throw exchange_broken(text() << "rank " << rank() << " has broken off an exchange, and cannot take part in " << operation);
}

void world_state::exchange(ravel::detail::function_ref<void()> f) {
  try {
    f();
  } catch (const rank_ended&) {
    throw;
  } catch (...) {
    is_broken_ = true;
    std::string why;
    try {
      why = text() << "rank " << rank() << " has broken off the exchange of " << operation() << ": " << tell(std::current_exception()).what;
    } catch (...) {  // without memory, others learn no more than that
    }
    door_->break_off(why);
    throw exchange_broken(why);
  }
}

void world_state::report(double seconds, std::span<request> waiting) const {
  constexpr std::size_t most = 5;
  std::vector<std::string> names{waiting.front()->awaits()};
  for (const request& r : waiting.subspan(1)) {
    if (names.size() > most || !r || r->done()) continue;
    if (std::string next = r->awaits(); std::ranges::find(names, next) == names.end()) names.push_back(std::move(next));
  }
  std::string list = names.front();
  for (std::size_t k = 1; k < names.size(); ++k) list += k < most ? ", " + names[k] : ", and others";
  std::fprintf(stderr, "ravel::mpi: rank %d of %d has waited %.0f s in %s for %s\n", rank(), size(), seconds, operation(), list.c_str());
}

void world_state::wait(std::span<request> all) {
  const auto begin = std::chrono::steady_clock::now();
  double next_report = 5;
  int round = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (; all[k] && !all[k]->done(); ++round) {
      door_->pause(round);
      if (round % 16 != 15) continue;
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (seconds < next_report) continue;
      report(seconds, all.subspan(k));
      next_report *= 2;
    }
    all[k] = nullptr;
  }
}

void world_state::send_all(int to, std::span<const std::byte> data, std::vector<request>& sent) {
  const std::size_t most = door_->longest();
  for (std::size_t at = 0; at < data.size(); at += most)
    sent.push_back(door_->send(to, data.subspan(at, std::min(most, data.size() - at))));
}
void world_state::receive_all(int from, std::span<std::byte> data, std::vector<request>& wanted) {
  const std::size_t most = door_->longest();
  for (std::size_t at = 0; at < data.size(); at += most) {
    wanted.push_back(door_->receive(from, data.subspan(at, std::min(most, data.size() - at))));
  }
}

// ---- trees over ranks: each halves the distance to the root

namespace {

void spread(world_state& state, int root, std::span<std::byte> data) {
  const int ranks = state.size(), place = (state.rank() - root + ranks) % ranks;  // counted from the root
  int apart = 1;
  while (apart < ranks && place % (2 * apart) == 0) apart *= 2;
  std::vector<request> under_way;
  if (place != 0) {
    state.receive_all((place - apart + root) % ranks, data, under_way);
    state.wait(under_way);
    under_way.clear();
  }
  for (apart /= 2; apart > 0; apart /= 2) {
    if (place + apart < ranks) state.send_all((place + apart + root) % ranks, data, under_way);
  }
  state.wait(under_way);
}

}  // namespace

void world_state::broadcast(int root, std::span<std::byte> data) {
  exchange([&] { spread(*this, root, data); });
}
namespace {

// The first lines of two texts that differ, and the number of the line.
struct differing_lines {
  std::string_view a, b;
  int number = 0;
};
differing_lines first_difference(std::string_view a, std::string_view b) {
  const auto next = [](std::string_view& from) {
    const std::string_view line = from.substr(0, from.find('\n'));
    from.remove_prefix(std::min(from.size(), line.size() + 1));
    return line;
  };
  for (int number = 0;; ++number) {
    const differing_lines lines{next(a), next(b), number};
    if (lines.a != lines.b || (a.empty() && b.empty())) return lines;
  }
}

void broadcast_text(world_state& state, int root, std::string& text) {
  std::uint64_t length = text.size();
  state.broadcast(root, std::as_writable_bytes(std::span(&length, 1)));
  text.resize(length);
  state.broadcast(root, std::as_writable_bytes(std::span(text)));
}

// The first rank that has failed tells the others.
told failure_of(world_state& state, int first, const std::exception_ptr& failed) {
  told e{};
  if (first == state.rank()) e = tell(failed);
  if (state.size() > 1 && first == state.rank() && !is_agreed(failed))
    e.what = static_cast<const std::string&>(text() << "rank " << first << ": " << e.what);
  state.broadcast(first, std::as_writable_bytes(std::span(&e.kind, 1)));
  broadcast_text(state, first, e.what);
  return e;
}

// Rank 0 is compared with the lowest rank that differs from it.
std::string mismatch_of(world_state& state, const std::string& at, ravel::detail::function_ref<std::string()> details) {
  const std::string operation = at.substr(0, at.find('\n'));
  const std::string own = operation + "\n" + details();
  std::string first = own, other = own;
  broadcast_text(state, 0, first);
  std::int64_t words[] = {own != first ? failed_base - state.rank() : 0};
  state.wait(state.door().maximum(words));
  if (words[0] == 0) return text() << "ranks stand at different operations, each at its " << operation;
  const int differs = static_cast<int>(failed_base - words[0]);
  broadcast_text(state, differs, other);
  const differing_lines lines = first_difference(first, other);
  text said;
  if (lines.number == 0) {
    said << "ranks stand at different operations: rank 0 at " << lines.a << ", and rank " << differs << " at " << lines.b;
  } else {
    said << "ranks differ in " << first.substr(0, first.find('\n')) << ": rank 0 has " << lines.a << ", and rank " << differs << " has "
         << lines.b;
  }
  return said;
}

}  // namespace

// All ranks throw what they agree on. A rank that fails before it knows that breaks off.
void world_state::roll_call(const char* where, const std::exception_ptr& failed, ravel::detail::function_ref<std::string()> details) {
  std::exception_ptr agreed_on;
  exchange([&] {
    const auto place = static_cast<std::int64_t>(hash_of(at_, where, meetings_++));
    std::int64_t words[] = {failed ? failed_base - rank() : 0, place, -place};
    wait(door_->maximum(words));
    if (words[0] > 0) {
      agreed_on = error_of(failure_of(*this, static_cast<int>(failed_base - words[0]), failed));
    } else if (words[1] != -words[2]) {
      agreed_on = std::make_exception_ptr(agreed<layout_error>(mismatch_of(*this, at_ + where, details)));
    }
  });
  is_over_ = agreed_on != nullptr;
  if (is_over_) std::rethrow_exception(agreed_on);
}

void collectively(const world& ranks, const char* operation, ravel::detail::function_ref<std::string()> prepare,
                  std::initializer_list<stage> stages) {
  collectively(ranks, operation, prepare, {stages.begin(), stages.size()}, [] { return std::string(); });
}

void collectively(const world& ranks, const char* operation, ravel::detail::function_ref<std::string()> prepare,
                  std::span<const stage> stages, ravel::detail::function_ref<std::string()> details) {
  world_state& state = ranks.state();
  state.complete_started();
  state.perform(operation, state.take_lost(), prepare, stages, details);
}

namespace {

// True while it lives.
class staying : ravel::detail::noncopyable {
 public:
  explicit staying(std::atomic<bool>& flag) : flag_(flag) { flag_ = true; }
  ~staying() { flag_ = false; }

 private:
  std::atomic<bool>& flag_;
};

}  // namespace

void world_state::perform(const char* operation, std::exception_ptr failed, ravel::detail::function_ref<std::string()> prepare,
                          std::span<const stage> stages, ravel::detail::function_ref<std::string()> details) {
  begin(operation);
  const staying here(is_in_operation_);
  try {
    at_ = operation;
    if (communication_is_refused()) at_ += " without communication";
    if (failed) std::rethrow_exception(failed);
    if (const std::string more = prepare(); !more.empty()) at_ += " " + more;
    check_stop();
  } catch (...) {
    failed = std::current_exception();
  }
  roll_call("", failed, details);
  if (stages.empty()) return;
  try {
    for (const stage& next : stages) {
      next();
      check_stop();
    }
  } catch (const rank_ended&) {
    throw;  // nobody is left to agree with
  } catch (...) {
    if (is_over_ || is_broken_) throw;
    failed = std::current_exception();
  }
  roll_call(", done", failed, [] { return std::string(); });
}

void world_state::meet() {
  std::exception_ptr failed;
  try {
    if (size() > 1 && communication_is_refused())
      throw layout_error(text() << operation() << " would send results to other ranks, within with_no_communication");
    check_stop();
  } catch (...) {
    failed = std::current_exception();
  }
  roll_call(", at an exchange", failed, [] { return std::string(); });
}

namespace {

// Everything that the ranks have, one after the other, each with its length.
bytes gathered_parts(world_state& state, std::span<const std::byte> own) {
  const int ranks = state.size(), rank = state.rank();
  bytes all;
  const auto append = [&](std::span<const std::byte> more) { all.insert(all.end(), more.begin(), more.end()); };
  const std::uint64_t length = own.size();
  append(std::as_bytes(std::span(&length, 1)));
  append(own);
  for (int apart = 1; apart < ranks; apart *= 2) {
    std::vector<request> under_way;
    if (rank % (2 * apart) != 0) {
      const std::uint64_t size = all.size();
      state.send_all(rank - apart, std::as_bytes(std::span(&size, 1)), under_way);
      state.send_all(rank - apart, all, under_way);
      state.wait(under_way);
      break;
    }
    if (rank + apart >= ranks) continue;
    std::uint64_t size = 0;
    state.wait(state.door().receive(rank + apart, std::as_writable_bytes(std::span(&size, 1))));
    const std::size_t before = all.size();
    all.resize(before + size);
    state.receive_all(rank + apart, std::span(all).subspan(before), under_way);
    state.wait(under_way);
  }
  std::uint64_t size = all.size();
  spread(state, 0, std::as_writable_bytes(std::span(&size, 1)));
  all.resize(size);
  spread(state, 0, all);
  return all;
}

}  // namespace

// ---- guards

namespace {
thread_local int refusals = 0;  // guards that live
}

no_communication::no_communication() { ++refusals; }
no_communication::~no_communication() { --refusals; }
communication_allowed::communication_allowed() : guards_(std::exchange(refusals, 0)) {}
communication_allowed::~communication_allowed() { refusals = guards_; }
bool communication_is_refused() { return refusals > 0; }

void check_moves_nothing(const char* operation, const traffic& t) {
  if (t == traffic{}) return;
  throw layout_error(text() << operation << " would send " << t.bytes_sent << " bytes and receive " << t.bytes_received
                            << ", within with_no_communication");
}

void broadcast_bytes(world_state& state, int root, std::span<std::byte> data) {
  state.meet();
  state.broadcast(root, data);
}

void exchange_with_peers(world_state& state, std::size_t receives, ravel::detail::function_ref<incoming(std::size_t)> from,
                         std::size_t sends, ravel::detail::function_ref<outgoing(std::size_t)> to) {
  state.meet();
  state.exchange([&] {
    std::vector<request> wanted, sent;
    for (std::size_t k = 0; k < receives; ++k) {
      const incoming next = from(k);
      state.receive_all(next.rank, next.room, wanted);
    }
    for (std::size_t k = 0; k < sends; ++k) {
      const outgoing next = to(k);
      state.send_all(next.rank, next.bytes, sent);
    }
    state.wait(sent);
    state.wait(wanted);
  });
}

void check_on_all_ranks(const world& ranks, const char* operation, ravel::detail::function_ref<void()> check) {
  try {
    check();
  } catch (...) {
    collectively(ranks, operation, []() -> std::string { throw; });
  }
}
void check_one_world(const char* operation, const world& a, const world& b) {
  if (!(a == b)) throw value_error(text() << operation << ": the operands belong to different worlds");
}

std::vector<bytes> gathered_bytes(world_state& state, std::span<const std::byte> own) {
  state.meet();
  bytes all;
  state.exchange([&] { all = gathered_parts(state, own); });
  std::vector<bytes> parts;
  for (std::size_t at = 0; at < all.size();) {
    std::uint64_t part = 0;
    std::memcpy(&part, all.data() + at, sizeof part);
    at += sizeof part;
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
    parts.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(part));
    at += part;
  }
  return parts;
}

}  // namespace detail

world::world(std::shared_ptr<detail::world_state> state) : state_(std::move(state)) {}
int world::rank() const { return state_->rank(); }
int world::size() const { return state_->size(); }
std::string world::description() const { return state_->door().description(); }
void world::barrier() const {
  detail::collectively(*this, "barrier", [] { return std::string(); });
}

}  // namespace mpi
}  // namespace ravel
