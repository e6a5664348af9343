// SPDX-License-Identifier: BSL-1.0
// The two loops that every evaluation is: read a range into memory, and visit a range block by block. Each makes one arena and asks the
// node for one block after the other, in ascending order.
#pragma once

#include <ravel/element/for_each.hpp>
#include <ravel/reader/node.hpp>

#include <cstring>

namespace ravel::detail {

// out[i] = from[i * step]
template <class T>
void spread_steps(const T* from, index_t step, index_t n, T* out) {
  for (index_t i = 0; i < n; ++i) out[i] = from[i * step];
}
#define RAVEL_DECLARE(T) RAVEL_API void spread_steps(const T* from, index_t step, index_t n, T* out);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// A block into consecutive memory; exact overlap is fine.
template <class T>
void spread(block<const T> from, index_t n, T* out) {
  if (n <= 0 || (from.data == out && from.step == 1)) return;
  if (from.step == 1) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      std::memmove(out, from.data, static_cast<std::size_t>(n) * sizeof(T));
    } else {
      std::copy_n(from.data, n, out);
    }
  } else if (from.step == 0) {
    std::fill_n(out, n, T(*from.data));
  } else {
    spread_steps(from.data, from.step, n, out);
  }
}

// What one evaluation works in, block by block: scratch memory, and what is kept of a tree whose nodes may stand in many places of it.
template <class T>
class evaluation {
 public:
  // The room is what the caller takes of it, besides the source.
  evaluation(const node<T>& source, index_t count, scratch_need room)
      : source_(source),
        need_(source.need() + room + look_through(count)),
        length_(std::min(count, much() ? block_length<T> / 2 : block_length<T>)),
        memory_(need_, length_) {
    shared_.take_room(memory_, length_);
  }

  index_t length() const { return length_; }  // of a block
  arena& memory() { return memory_; }
  void begin(index_t start, index_t n) { shared_.begin(start, n); }
  block<const T> pull(index_t start, index_t n, T* out) {
    begin(start, n);
    return source_.pull(start, n, out, memory_);
  }

 private:
  // Worth it where there are several blocks, or perhaps more places than could ever be read.
  scratch_need look_through(index_t count) {
    if (source_.depth() > low_tree || (source_.depth() > 1 && count > block_length<T>)) source_.each_operand(shared_);
    return shared_.need();
  }
  // Where it would not stay in the first-level cache, blocks are half as long.
  bool much() const { return source_.depth() > 1 && need_.bytes * block_length<T> > 2 * block_bytes; }

  const node<T>& source_;
  shared_blocks shared_;
  scratch_need need_;
  index_t length_;
  arena memory_;
};

template <class T>
void read_blocks(const node<T>& source, index_t start, index_t count, T* out) {
  evaluation<T> run(source, count, {});
  for (index_t done = 0; done < count; done += run.length()) {
    const index_t n = std::min(run.length(), count - done);
    spread(run.pull(start + done, n, out + done), n, out + done);
  }
}

// One element of a tree that is not low, with each of its nodes read once.
template <class T>
T read_one(const node<T>& source, index_t i) {
  T room{};
  read_blocks(source, i, 1, &room);
  return room;
}

template <class T>
void read_into(const node<T>& source, index_t start, index_t count, T* out) {
  if (count <= 0) return;
  if (!source.memory().data && !source.direct()) return read_blocks(source, start, count, out);
  arena from(source.need(), count);
  spread(source.pull(start, count, out, from), count, out);
}

// Compiled once, in src/, for the elements of the closed set: what every statement that evaluates would compile again.
#define RAVEL_DECLARE(T)                                                            \
  extern template RAVEL_API void spread(block<const T>, index_t, T*);               \
  extern template class RAVEL_API evaluation<T>;                                    \
  extern template RAVEL_API void read_blocks(const node<T>&, index_t, index_t, T*); \
  extern template RAVEL_API void read_into(const node<T>&, index_t, index_t, T*);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// f(block, position of its first element, count), which may answer false to stop. Memory is one block of any length. True when not stopped.
template <class T, class F>
bool each_block(const node<T>& source, index_t start, index_t count, F&& f) {
  const auto visit = [&](block<const T> b, index_t position, index_t n) {
    if constexpr (std::is_same_v<decltype(f(b, position, n)), bool>) {
      return f(b, position, n);
    } else {
      f(b, position, n);
      return true;
    }
  };
  if (count <= 0) return true;
  if (const auto& memory = source.memory(); memory.data) return visit({memory.data + start * memory.step, memory.step}, start, count);
  evaluation<T> run(source, count, scratch_need::room_for<T>());
  scratch<T> room(run.memory(), run.length());
  for (index_t done = 0; done < count; done += run.length()) {
    const index_t n = std::min(run.length(), count - done);
    if (!visit(run.pull(start + done, n, room.data()), start + done, n)) return false;
  }
  return true;
}

// f(block of a, block of b, count) in step, for two sources of one size; f answers false to stop. True when not stopped.
template <class A, class B, class F>
bool each_pair_of_blocks(const node<A>& a, const node<B>& b, F&& f) {
  const index_t length = std::min({a.size(), block_length<A>, block_length<B>});
  arena from(scratch_need::room_for<A>() + scratch_need::room_for<B>() + either(a.need(), b.need()), length);
  scratch<A> room_a(from, length);
  scratch<B> room_b(from, length);
  for (index_t done = 0; done < a.size(); done += length) {
    const index_t n = std::min(length, a.size() - done);
    const block<const A> block_a = a.pull(done, n, room_a.data(), from);
    if (!f(block_a, b.pull(done, n, room_b.data(), from), n)) return false;
  }
  return true;
}

}  // namespace ravel::detail
