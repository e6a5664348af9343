// SPDX-License-Identifier: BSL-1.0
// Runs an evaluation: receives are posted first, and messages are packed in pieces and sent to one peer after the other. Each block of
// places is laid out leaf by leaf, from own memory and from what has come. A leaf that is one run of memory is read where it lies.
#include <ravel/base/error.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/mpi/detail/world_state.hpp>

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <optional>

namespace ravel {
namespace mpi {
namespace detail {
namespace {

using ravel::detail::address_run;
using ravel::detail::text;

constexpr std::size_t room_bytes = std::size_t{128} << 10;  // of all that is laid out at a time
constexpr index_t least_block = 1024, most_block = 32768;
constexpr std::size_t piece_bytes = std::size_t{256} << 10;
constexpr std::size_t pieces_under_way = 16;

// ---- moving elements of any width

template <std::size_t Width>
void move_runs(std::byte* to, index_t to_step, const std::byte* from, index_t from_step, index_t count, std::size_t) {
  const auto there = to_step * static_cast<index_t>(Width), here = from_step * static_cast<index_t>(Width);
  for (; count > 0; --count, to += there, from += here) std::memcpy(to, from, Width);
}
void move_wide(std::byte* to, index_t to_step, const std::byte* from, index_t from_step, index_t count, std::size_t width) {
  const auto there = to_step * static_cast<index_t>(width), here = from_step * static_cast<index_t>(width);
  for (; count > 0; --count, to += there, from += here) std::memcpy(to, from, width);
}

// Steps count elements. The ranges do not overlap, or are one.
void move_elements(std::byte* to, index_t to_step, const std::byte* from, index_t from_step, index_t count, std::size_t width) {
  if (count <= 0 || (to == from && to_step == from_step)) return;
  if (to_step == 1 && from_step == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * width);
    return;
  }
  const auto move = width == 1   ? move_runs<1>
                    : width == 2 ? move_runs<2>
                    : width == 4 ? move_runs<4>
                    : width == 8 ? move_runs<8>
                                 : move_wide;
  move(to, to_step, from, from_step, count, width);
}

std::byte* at(std::byte* data, index_t element, std::size_t width) { return data + element * static_cast<index_t>(width); }
const std::byte* at(const std::byte* data, index_t element, std::size_t width) { return data + element * static_cast<index_t>(width); }

// ---- packing

// Fills pieces of a message with the elements of its runs, in order.
class packer {
 public:
  packer(const message_plan& message, const own_part& part) : message_(message), part_(part) {}

  void fill(std::byte* room, index_t count) {
    while (count > 0) {
      const element_run& r = message_.runs[run_];
      const index_t now = std::min(count, r.count - done_);
      move_elements(room, 1, at(part_.data, r.first + done_ * r.step, part_.width), r.step, now, part_.width);
      room = at(room, now, part_.width);
      count -= now;
      done_ += now;
      if (done_ < r.count) continue;
      ++run_;
      done_ = 0;
    }
  }

 private:
  const message_plan& message_;
  const own_part& part_;
  std::size_t run_ = 0;
  index_t done_ = 0;
};

index_t elements_of_piece(std::size_t width) { return std::max<index_t>(1, static_cast<index_t>(piece_bytes / width)); }

// Sends a message in the pieces in which it is received.
class sender {
 public:
  explicit sender(world_state& state) : state_(state) {}

  void send(const message_plan& message, const own_part& part) {
    packer pack(message, part);
    const bool as_it_lies = message.runs.size() == 1 && (message.runs[0].step == 1 || message.runs[0].count == 1);
    const index_t most = elements_of_piece(part.width);
    for (index_t done = 0; done < message.count; done += most) {
      const index_t count = std::min(most, message.count - done);
      const auto length = static_cast<std::size_t>(count) * part.width;
      if (as_it_lies) {
        sent_.push_back(state_.door().send(message.peer, {at(part.data, message.runs[0].first + done, part.width), length}));
        continue;
      }
      bytes& room = free_room(length);
      pack.fill(room.data(), count);
      packed_.push_back(state_.door().send(message.peer, {room.data(), length}));
    }
  }
  void finish() {
    for (request& r : packed_) state_.wait(std::move(r));
    packed_.clear();
    state_.wait(sent_);
    sent_.clear();
  }
  bool is_empty() const { return packed_.empty() && sent_.empty(); }
  bool is_done() {
    const auto done = [](const request& r) { return !r || r->done(); };
    return std::ranges::all_of(packed_, done) && std::ranges::all_of(sent_, done);
  }

 private:
  // Pieces are freed in the order in which they were filled.
  bytes& free_room(std::size_t length) {
    if (packed_.size() == pieces_under_way) {
      state_.wait(std::move(packed_.front()));
      packed_.pop_front();
      rooms_.push_back(std::move(rooms_.front()));
      rooms_.pop_front();
    } else {
      rooms_.emplace_back();
    }
    rooms_.back().resize(length);
    return rooms_.back();
  }

  world_state& state_;
  std::deque<bytes> rooms_;
  std::deque<request> packed_;
  std::vector<request> sent_;
};

// ---- laying out leaves

// Lays out the elements of one leaf, block after block.
class leaf_reader {
 public:
  leaf_reader(const std::vector<segment>& segments, const own_part& part, const std::byte* ghosts, bool copies)
      : segments_(segments), part_(part), ghosts_(ghosts), is_direct_(!copies && segments.size() == 1 && is_line(segments[0].from)) {}

  // In memory, or laid out in the room.
  const void* read(index_t first, index_t count, std::byte* room) {
    if (is_direct_) return at(source(segments_[0]), segments_[0].from.first + first, part_.width);
    lay_out(first, count, room);
    return room;
  }
  bool needs_room() const { return !is_direct_; }
  // Whether the places have elements that other ranks send. Blocks are asked about in order; so are they read.
  bool has_ghosts(index_t first, index_t count) {
    for (; asked_ < segments_.size() && segments_[asked_].place < first + count; ++asked_) {
      const segment& s = segments_[asked_];
      const index_t end = s.place + s.from.count;
      if (s.is_ghost && end > first) return true;
      if (end > first + count) break;
    }
    return false;
  }
  void begin_anew() { next_ = asked_ = 0; }

 private:
  static bool is_line(const element_run& r) { return r.step == 1 || r.count == 1; }
  const std::byte* source(const segment& s) const { return s.is_ghost ? ghosts_ : part_.data; }

  void lay_out(index_t first, index_t count, std::byte* room) {
    const index_t end = first + count;
    while (next_ < segments_.size()) {
      const segment& s = segments_[next_];
      const index_t begin = std::max(first, s.place), stop = std::min(end, s.place + s.from.count);
      if (begin < stop) {
        const index_t from = s.from.first + (begin - s.place) * s.from.step;
        move_elements(at(room, begin - first, part_.width), 1, at(source(s), from, part_.width), s.from.step, stop - begin, part_.width);
      }
      if (s.place + s.from.count > end) return;
      ++next_;
    }
  }

  const std::vector<segment>& segments_;
  const own_part& part_;
  const std::byte* ghosts_;
  bool is_direct_;
  std::size_t next_ = 0, asked_ = 0;
};

// The own part of the target, block after block.
class target_writer {
 public:
  target_writer(const schedule& plan, const own_part& part) : own_(plan.own), part_(part), is_line_(plan.own_is_line) {}

  // The memory in which the places lie one after the other; null if they do not.
  std::byte* line(index_t first, index_t count) {
    if (is_line_) return at(part_.data, own_[0].address + first, part_.width);
    skip_to(first);
    if (run_ == own_.size()) return nullptr;
    const address_run& r = own_[run_];
    const bool is_line = first + count <= begin_ + r.count && (r.address_step == 1 || count == 1);
    return is_line ? at(part_.data, r.address + (first - begin_) * r.address_step, part_.width) : nullptr;
  }
  void write(index_t first, index_t count, const std::byte* room) {
    for (const index_t end = first + count; first < end;) {
      skip_to(first);
      const address_run& r = own_[run_];
      const index_t now = std::min(end, begin_ + r.count) - first;
      move_elements(at(part_.data, r.address + (first - begin_) * r.address_step, part_.width), r.address_step, room, 1, now, part_.width);
      room = at(room, now, part_.width);
      first += now;
    }
  }

 private:
  void skip_to(index_t place) {
    while (run_ < own_.size() && begin_ + own_[run_].count <= place) begin_ += own_[run_++].count;
  }

  const std::vector<address_run>& own_;
  const own_part& part_;
  bool is_line_;
  std::size_t run_ = 0;
  index_t begin_ = 0;  // the place where the run begins
};

}  // namespace

std::vector<index_t> block_at_hand::positions() const {
  std::vector<index_t> all;
  all.reserve(static_cast<std::size_t>(count));
  const address_run* r = run;
  index_t begin = run_begin;
  for (index_t i = first; i < first + count; ++i) {
    while (i >= begin + r->count) begin += r++->count;
    all.push_back(r->position + (i - begin) * r->position_step);
  }
  return all;
}
index_t block_at_hand::spacing() const {
  if (first + count > run_begin + run->count) return 0;
  return count == 1 ? 1 : run->position_step;
}

// The state of a run between its halves.
struct block_evaluation::work {
  std::shared_ptr<const schedule> plan;
  std::vector<bytes> ghosts;  // of each group
  std::vector<leaf_reader> readers;
  std::vector<bytes> rooms;  // of each leaf
  bytes out;
  index_t block;
  bool is_held = false;  // the target is read at other places than it is written: results are written when all are there
  std::vector<request> wanted;
  sender sends;

  work(const block_evaluation& e, std::size_t hash);
  void post(const block_evaluation& e, world_state& state);
  void compute(const block_evaluation& e, world_state& state, ravel::detail::function_ref<void(const block_at_hand&)> f);
  void finish(world_state& state);
  bool has_arrived();
};

block_evaluation::block_evaluation(const world& ranks, const char* operation) : ranks_(ranks), operation_(operation) {}
block_evaluation::~block_evaluation() = default;

void block_evaluation::add(const world& of, const shared_part& part, const dims& map, std::string_view type) {
  check_one_world(operation_, of, ranks_);
  types_.push_back(type);
  const auto found = std::find(groups_.begin(), groups_.end(), part);
  key_.leaves.push_back({map, static_cast<std::size_t>(found - groups_.begin())});
  if (found != groups_.end()) return;
  groups_.push_back(part);
  key_.spans.push_back(part->span);
}
void block_evaluation::write_to(const world& of, const shared_part& part, const dims& map) {
  if (!(of == ranks_)) throw value_error(text() << operation_ << ": the target belongs to another world");
  if (!map.is_unique()) {
    throw layout_error(text() << operation_ << ": the target shows one element at several positions: " << ravel::to_string(map));
  }
  compute_over(map, part->span);
  written_ = part;
}
void block_evaluation::compute_over(const dims& map, index_t span, index_t block) {
  key_.target = map;
  key_.target_span = span;
  block_ = block;
}

block_evaluation::work::work(const block_evaluation& e, std::size_t hash)
    : plan(e.ranks_.state().schedules().get(e.key_, hash, e.ranks_.rank(), e.ranks_.size())), sends(e.ranks_.state()) {
  std::size_t width = e.written_ ? e.written_->width : 0;  // of all rooms
  for (std::size_t k = 0; k < e.key_.leaves.size(); ++k) {
    const leaf_key& l = e.key_.leaves[k];
    is_held = is_held || (e.written_ && e.groups_[l.group] == e.written_ && l.map != e.key_.target);
    width += e.groups_[l.group]->width;
  }
  block = e.block_ > 0 ? e.block_ : std::clamp(static_cast<index_t>(room_bytes / std::max<std::size_t>(width, 1)), least_block, most_block);
  block = std::min(block, std::max<index_t>(plan->own_count, 1));
  for (std::size_t g = 0; g < e.groups_.size(); ++g) {
    ghosts.emplace_back(static_cast<std::size_t>(plan->groups[g].ghosts) * e.groups_[g]->width);
  }
  for (std::size_t k = 0; k < e.key_.leaves.size(); ++k) {
    const std::size_t g = e.key_.leaves[k].group;
    readers.emplace_back(plan->leaves[k], *e.groups_[g], ghosts[g].data(), e.copies_);
    rooms.emplace_back(readers.back().needs_room() && !e.copies_ ? static_cast<std::size_t>(block) * e.groups_[g]->width : 0);
  }
  if (e.written_ && (is_held || !plan->own_is_line)) {
    out.resize(static_cast<std::size_t>(is_held ? plan->own_count : block) * e.written_->width);
  }
}

void block_evaluation::work::post(const block_evaluation& e, world_state& state) {
  for (std::size_t g = 0; g < e.groups_.size(); ++g) {
    const std::size_t width = e.groups_[g]->width;
    std::byte* room = ghosts[g].data();
    for (const message_plan& m : plan->groups[g].receives) {
      const index_t most = elements_of_piece(width);
      for (index_t done = 0; done < m.count; done += most) {
        const auto length = static_cast<std::size_t>(std::min(most, m.count - done)) * width;
        wanted.push_back(state.door().receive(m.peer, {room, length}));
        room += length;
      }
    }
  }
  for (std::size_t g = 0; g < e.groups_.size(); ++g) {
    for (const message_plan& m : plan->groups[g].sends) sends.send(m, *e.groups_[g]);
  }
}

bool block_evaluation::work::has_arrived() {
  return std::ranges::all_of(wanted, [](const request& r) { return !r || r->done(); }) && sends.is_done();
}

void block_evaluation::work::finish(world_state& state) {
  state.exchange([&] {
    sends.finish();
    state.wait(wanted);
  });
}

// Blocks of a target that lack nothing are computed while messages are under way. Between blocks the transport is asked, since MPI goes on
// only inside its calls.
void block_evaluation::work::compute(const block_evaluation& e, world_state& state,
                                     ravel::detail::function_ref<void(const block_at_hand&)> f) {
  ravel::detail::watched_loop loop;
  index_t done = 0;
  const auto blocks = [&](std::optional<bool> with_ghosts) {
    std::optional<target_writer> writer;
    if (e.written_) writer.emplace(*plan, *e.written_);
    block_at_hand here;
    here.run = plan->own.data();
    here.leaves.resize(readers.size());
    std::size_t arrived = 0;
    for (leaf_reader& r : readers) r.begin_anew();
    for (here.first = 0; here.first < plan->own_count; here.first += here.count) {
      here.count = std::min(block, plan->own_count - here.first);
      const auto lacks = [&](leaf_reader& r) { return r.has_ghosts(here.first, here.count); };
      if (with_ghosts && std::ranges::any_of(readers, lacks) != *with_ghosts) continue;
      loop.at(done, plan->own_count);
      done += here.count;
      while (here.first >= here.run_begin + here.run->count) here.run_begin += here.run++->count;
      std::byte* const line = writer && !is_held ? writer->line(here.first, here.count) : nullptr;
      here.out = line != nullptr ? line : is_held ? at(out.data(), here.first, e.written_->width) : out.data();
      if (!writer) here.out = nullptr;
      for (std::size_t k = 0; k < readers.size(); ++k) {
        here.leaves[k] = readers[k].read(here.first, here.count, e.copies_ ? here.out : rooms[k].data());
      }
      if (!e.copies_) f(here);
      if (writer && line == nullptr && !is_held) writer->write(here.first, here.count, out.data());
      while (arrived < wanted.size() && (!wanted[arrived] || wanted[arrived]->done())) ++arrived;
      if (arrived == wanted.size()) (void)sends.is_done();
    }
  };
  std::exception_ptr failed;
  const bool is_split = e.written_ && !(wanted.empty() && sends.is_empty());
  try {
    if (is_split) blocks(false);
  } catch (...) {
    failed = std::current_exception();
  }
  finish(state);
  if (failed) std::rethrow_exception(failed);
  blocks(is_split ? std::optional(true) : std::nullopt);
  if (is_held) target_writer(*plan, *e.written_).write(0, plan->own_count, out.data());
}

std::string name_of_type(const std::type_info& type) {
  int failed = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type.name(), nullptr, nullptr, &failed), std::free);
  return failed == 0 ? name.get() : type.name();
}

std::string block_evaluation::details() const {
  text said;
  for (const function& f : functions_) said << "the function " << name_of_type(*f.type) << " before operand " << f.first_operand << "\n";
  for (std::size_t k = 0; k < key_.leaves.size(); ++k) {
    said << "the operand " << types_[k] << ravel::to_string(key_.leaves[k].map) << " of buffer " << key_.leaves[k].group << "\n";
  }
  for (const std::string& e : equal_) said << e << "\n";
  said << "the target " << ravel::to_string(key_.target) << "\n";
  return said;
}

traffic block_evaluation::of_this_rank() const {
  const auto plan = ranks_.state().schedules().get(key_, key_.hash(), ranks_.rank(), ranks_.size());
  traffic all;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::size_t width = groups_[g]->width;
    const auto add = [&](const std::vector<message_plan>& plans, index_t& messages, index_t& total) {
      for (const message_plan& m : plans) {
        messages += (m.count - 1) / elements_of_piece(width) + 1;
        total += m.count * static_cast<index_t>(width);
      }
    };
    add(plan->groups[g].sends, all.messages_sent, all.bytes_sent);
    add(plan->groups[g].receives, all.messages_received, all.bytes_received);
  }
  return all;
}

std::string block_evaluation::begin(ravel::detail::function_ref<std::string()> prepare) {
  const std::string called = prepare();
  const std::size_t hash = key_.hash();
  if (communication_is_refused()) check_moves_nothing(operation_, of_this_rank());
  work_ = std::make_unique<work>(*this, hash);
  text said;
  said << called << "\n" << hash;
  for (const std::string_view type : types_) said << " " << type;
  for (const std::string& e : equal_) said << " " << e;
  for (const function& f : functions_) said << " " << f.type->hash_code() << " " << f.first_operand;
  return said;
}

void block_evaluation::post() {
  ranks_.state().exchange([&] { work_->post(*this, ranks_.state()); });
}

void block_evaluation::run(ravel::detail::function_ref<std::string()> prepare,
                           ravel::detail::function_ref<void(const block_at_hand&)> compute, std::initializer_list<stage> finish) {
  const auto perform = [&] {
    post();
    work_->compute(*this, ranks_.state(), compute);
    for (const stage& next : finish) next();
  };
  const stage stages[] = {perform};
  collectively(
      ranks_, operation_, [&] { return begin(prepare); }, stages, [&] { return details(); });
}

void block_evaluation::start(ravel::detail::function_ref<std::string()> prepare) {
  ranks_.state().perform(
      operation_, nullptr, [&] { return begin(prepare); }, {}, [&] { return details(); });
  post();
}
void block_evaluation::complete(ravel::detail::function_ref<void(const block_at_hand&)> compute) {
  world_state& state = ranks_.state();
  const auto perform = [&] { work_->compute(*this, state, compute); };
  const stage stages[] = {perform};
  try {
    state.perform(
        operation_, nullptr, [] { return std::string("completed"); }, stages, [] { return std::string(); });
  } catch (const agreed_error&) {
    work_->finish(state);
    throw;
  }
}
bool block_evaluation::has_arrived() const { return work_->has_arrived(); }

schedule own_runs(const dims& map, index_t span, int rank) {
  schedule_key key;
  key.target = map;
  key.target_span = span;
  return make_schedule(key, rank, rank + 1);
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
