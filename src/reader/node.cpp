// SPDX-License-Identifier: BSL-1.0
// Error messages of nodes and handles, and code that nodes of all types share.
#include <ravel/base/error.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/foreign.hpp>
#include <ravel/reader/reader.hpp>

#include <pthread.h>

#include <algorithm>

namespace ravel::detail {

void throw_too_deep(int depth) {
  throw layout_error(text() << "expression is " << depth << " deep: clone() a part of it (the limit is " << depth_limit << ")");
}

void throw_stack_used(int calls) {
  throw layout_error(text() << "functions that read other expressions are " << calls
                            << " calls deep and leave too little of this thread's stack: clone() what one of them reads");
}

constinit thread_local int user_call::running = 0;
constinit thread_local std::uintptr_t user_call::roomy_from = 0;
constinit thread_local std::uintptr_t user_call::roomy_bytes = 0;

namespace {

// A range of addresses on one stack, which grows down.
struct stack_part {
  std::uintptr_t low = 0, high = 0;

  bool has(std::uintptr_t here) const { return low <= here && here < high; }
  // The part with room for more calls. Half of the stack, or as much as an expression of full depth takes, stays free for what is called
  // next.
  stack_part roomy() const {
    constexpr std::uintptr_t most_left = 2 << 20;
    return {low + std::min((high - low) / 2, most_left), high};
  }
};

// Empty if the system does not tell.
stack_part stack_of_this_thread() {
  stack_part whole;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return whole;
  void* low = nullptr;
  std::size_t bytes = 0;
  if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
    whole.low = reinterpret_cast<std::uintptr_t>(low);
    whole.high = whole.low + bytes;
  }
  pthread_attr_destroy(&attributes);
  return whole;
}

// The size that is assumed below an address on a stack of unknown bounds, such as a fiber's.
constexpr std::uintptr_t little = 256 << 10;

}  // namespace

// The outermost call may begin anywhere on the stack, because user code called it.
void user_call::look_at_stack(std::uintptr_t here) {
  static constinit thread_local stack_part own;
  if (own.high == 0) own = stack_of_this_thread();
  const bool at_home = own.has(here);
  const bool just_below = here < roomy_from && roomy_from - here < little;
  if (running > 0 && (at_home ? !own.roomy().has(here) : just_below)) throw_stack_used(running + 1);
  const stack_part roomy = (at_home ? own : stack_part{here - std::min(here, little), here + 1}).roomy();
  roomy_from = roomy.low;
  roomy_bytes = roomy.high - roomy.low;
}

void throw_not_writable() { throw layout_error("this reader cannot be written"); }

owned_stream untyped_node::entries(entry_pass&) const { return no_entries(); }
void untyped_node::store(index_t, index_t, const void*) const { throw_not_writable(); }
void untyped_node::store_at(const index_t* positions, index_t n, const void* values) const {
  for (index_t i = 0; i < n; ++i) store(positions[i], 1, element_at(room_, values, i));
}
shared_untyped untyped_node::sliced(index_t, index_t, index_t, const shared_untyped&) const { return nullptr; }

void throw_bad_entry(index_t position, index_t from, index_t size) {
  throw value_error(text() << "read_stored gave the position " << position << ": positions must rise, from " << from
                           << " on and below the size " << size);
}
void throw_too_many_entries(index_t given, index_t room) {
  throw value_error(text() << "read_stored says that it wrote " << counted(given, "entry", "entries") << ", and there was room for "
                           << room);
}

void throw_nothing_shared() { throw value_error("from was given a null pointer, which shares nothing"); }

void throw_size_beyond(std::uint64_t size) { throw overflow_error(text() << "size " << size << " is beyond the limit of 2^62"); }

overlap meets_once(const untyped_node& of, const target_memory& target) {
  if (of.depth() <= low_tree) return of.meets(target);
  if (!target.known) {
    known_nodes<overlap> known;
    target_memory remembered = target;
    remembered.known = &known;
    return meets_once(of, remembered);
  }
  if (const overlap* const found = target.known->find(&of)) return *found;
  return target.known->add(&of, of.meets(target));
}

#define RAVEL_INSTANTIATE(T) \
  template class node<T>;    \
  template RAVEL_API shared_untyped only_node<nothing_node<T>>();
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
