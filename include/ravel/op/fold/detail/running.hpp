// SPDX-License-Identifier: BSL-1.0
// Defines running sums, products and extremes, and the loop that computes them along one line. Floating sums and products go by chunks of
// 1,024 elements: a result joins the total of all chunks before with the total of its own chunk up to the element. So any thread can add up
// any chunk. One thread uses a running_line.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/detail/ordered.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/foreign.hpp>
#include <ravel/storage/buffer.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace ravel::detail {

inline constexpr index_t running_chunk = 1024;

// ---- how a line begins, goes on, and gives its results. `joined` joins two totals of neighbouring elements. If by_chunks is false, any
// split gives the same result.

template <class Step, class T>
struct running_total {
  template <class U>
  using of = running_total<Step, U>;
  using out = sum_t<T>;
  using carried = accumulator_t<T>;
  static constexpr bool by_chunks = !integer_element<carried>;
  static constexpr bool splits = by_chunks || std::same_as<Step, checked_plus>;
  using total = std::conditional_t<by_chunks, carried, int128>;  // elements before it may bring an overflow back into range

  static carried begin(const T& first) { return promoted<carried>(first); }
  static carried step(carried total, const T& value) { return Step{}(total, promoted<carried>(value)); }
  static total joined(total before, total more) {
    if constexpr (complex_element<carried>) {
      const total whole = Step{}(before, more);
      return {opaque(whole.real()), whole.imag()};  // a vector of both parts would wait until they are stored
    } else if constexpr (by_chunks) {
      return Step{}(before, more);
    } else {
      return before + more;
    }
  }
  static out given(const carried& now, const T&) { return static_cast<out>(now); }
};

template <class Before, class T>
struct running_extreme {
  using out = T;
  using carried = T;
  using total = T;
  static constexpr bool by_chunks = false;
  static constexpr bool splits = element<T> || std::same_as<T, std::string>;

  static T begin(const T& first) { return first; }
  static T step(T found, const T& value) {
    if constexpr (element<T>) {
      return preferred<Before>(found, value);
    } else {
      return before_others<Before>{}(value, found) ? value : found;
    }
  }
  static T joined(T before, const T& more) { return step(std::move(before), more); }
  static const T& given(const T& now, const T&) { return now; }
};

// The same for numbers only: NaN gives NaN at its position and is not carried on.
template <class Fold, class T>
struct past_nan {
  struct numbers {
    typename Fold::carried total{};
    bool any = false;
  };
  using out = typename Fold::out;
  using carried = numbers;
  using total = numbers;
  static constexpr bool by_chunks = Fold::by_chunks;
  static constexpr bool splits = Fold::splits;

  static carried begin(const T& first) { return step({}, first); }
  static carried step(carried now, const T& value) {
    if (is_nan{}(value)) return now;
    return {now.any ? Fold::step(std::move(now.total), value) : Fold::begin(value), true};
  }
  static total joined(total before, total more) {
    if (!before.any || !more.any) return before.any ? before : more;
    return {Fold::joined(std::move(before.total), std::move(more.total)), true};
  }
  static out given(const carried& now, const T& value) { return is_nan{}(value) ? static_cast<out>(value) : Fold::given(now.total, value); }
};

// Runs a function of the user's, called once for each element, in order.
template <class T, class F>
struct running_function {
  using out = T;
  using carried = T;
  static constexpr bool by_chunks = false;

  T begin(const T& first) { return first; }
  T step(T now, const T& value) { return f(std::move(now), value); }
  static const T& given(const T& now, const T&) { return now; }

  F f;
};

// ---- one line

template <class T>
block<T> from(block<T> b, index_t position) {
  return {b.data + position * b.step, b.step};
}

// The state of a line so far. Elements come in pieces of any length.
template <class Fold>
class running_line {
 public:
  using carried = typename Fold::carried;
  using out = typename Fold::out;

  explicit running_line(Fold how = {}) : how_(std::move(how)) {}

  // Starts the line behind a whole number of chunks, which have this total.
  void begin_behind(carried before) {
    if constexpr (Fold::by_chunks) {
      before_ = std::move(before);
      is_behind_ = true;
    } else {
      now_ = std::move(before);
      at_ = 1;
    }
  }

  // Writes the n results of the next n elements.
  template <class T>
  [[gnu::noinline]] void take(block<const T> b, index_t n, block<out> results) {
    for (index_t count = 0; n > 0; n -= count) {
      count = room_for(n);
      in_chunk([&](const auto& whole) {
        if (results.step == 1) return run(b, count, results.data, std::integral_constant<index_t, 1>(), whole);
        run(b, count, results.data, results.step, whole);
      });
      b.data += count * b.step, results.data += count * results.step;
    }
  }

  // The same for n equal elements. The total of a chunk soon stops changing, to the bit; from then on its results are equal.
  template <class T>
  void take_equal(const T& value, index_t n, out* results) {
    for (watched_pieces at(n); at.next();) {
      for (index_t left = at.size(), count = 0; left > 0; left -= count, results += count) {
        count = room_for(left);
        in_chunk([&](const auto& whole) { run_equal(value, count, results, whole); });
      }
    }
  }

 private:
  // The number of the next n elements that fit the current chunk. Begins a new chunk if that is full.
  index_t room_for(index_t n) {
    if constexpr (Fold::by_chunks) {
      if (at_ == running_chunk) {
        before_ = is_behind_ ? Fold::joined(std::move(before_), std::move(now_)) : std::move(now_);
        is_behind_ = true;
        at_ = 0;
      }
      return std::min(n, running_chunk - at_);
    } else {
      return n;
    }
  }
  // Makes the total of the line from the total of its chunk.
  struct behind {
    carried before;
    carried operator()(const carried& now) const { return Fold::joined(before, now); }
  };
  template <class F>
  void in_chunk(const F& f) {
    if constexpr (Fold::by_chunks) {
      if (is_behind_) return f(behind{before_});
    }
    f(std::identity());
  }

  // Results lie a step apart. The step is a constant if it is 1.
  template <class T, class Step, class Whole>
  void run(block<const T> b, index_t n, out* results, Step apart, const Whole& whole) {
    auto now = at_ == 0 ? how_.begin(*b.data) : how_.step(std::move(now_), *b.data);  // a local, so that it can stay in a register
    *results = how_.given(whole(now), *b.data);
    for (index_t i = 1; i < n; ++i) {
      const T& value = b.data[i * b.step];
      now = how_.step(std::move(now), value);
      results[i * apart] = how_.given(whole(now), value);
    }
    now_ = std::move(now);
    at_ += n;
  }
  template <class T, class Whole>
  void run_equal(const T& value, index_t n, out* results, const Whole& whole) {
    for (index_t i = 0; i < n; ++i) {
      const carried before = std::exchange(now_, at_ + i == 0 ? how_.begin(value) : how_.step(now_, value));
      results[i] = how_.given(whole(now_), value);
      if (at_ + i > 0 && std::memcmp(&before, &now_, sizeof(carried)) == 0) {
        std::fill(results + i, results + n, results[i]);
        break;
      }
    }
    at_ += n;
  }

  [[no_unique_address]] Fold how_;
  carried now_{};     // of the current chunk
  carried before_{};  // of all chunks before it
  bool is_behind_ = false;
  index_t at_ = 0;  // elements in the current chunk
};

template <class Fold, class T>
void run_in_order(running_line<Fold> at, const node<T>& line, index_t begin, index_t end, typename Fold::out* results) {
  for (source_blocks<T> blocks(line, begin, end - begin); blocks.next();) {
    const auto [b, position, n] = blocks.at_hand();
    at.take(b, n, {results + position, 1});
  }
}

// ---- few entries

// True if few elements are stored, so that going by entries pays.
template <class T>
bool few_entries(const node<T>& line) {
  return element<T> && by_entries(line) && line.about_stored() < line.size() / 32;
}

template <class Fold, class T>
void run_by_entries(const node<T>& line, typename Fold::out* results) {
  const T& fill = *line.fill();
  running_line<Fold> at;
  index_t done = 0;
  const auto fill_up_to = [&](index_t position) {
    at.take_equal(fill, position - done, results + done);
    done = position;
  };
  for (entry_blocks<T> blocks(line); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    for (index_t i = 0; i < b.count; ++i) {
      fill_up_to(b.positions[i]);
      at.take(block<const T>{b.values + i, 1}, 1, {results + done++, 1});
    }
  }
  fill_up_to(line.size());
}

// ---- threads: the totals of the chunks, the total before each chunk, and the results

// Adds up several chunks side by side, because each addition waits for the one before. A chunk of integers is added by halves of 32 bits,
// which cannot overflow.
template <class Fold, index_t Abreast, class T>
void totals_abreast(block<const T> b, typename Fold::total* totals) {
  using total = typename Fold::total;
  if constexpr (std::same_as<total, int128>) {
    for (index_t k = 0; k < Abreast; ++k) {
      std::int64_t high = 0, low = 0;
      for (index_t i = k * running_chunk; i < (k + 1) * running_chunk; ++i) {
        const typename Fold::carried value = Fold::begin(b.data[i * b.step]);
        high += static_cast<std::int64_t>(value >> 32);
        low += static_cast<std::uint32_t>(value);
      }
      totals[k] = int128{high} * (int128{1} << 32) + low;
    }
  } else {
    total now[static_cast<std::size_t>(Abreast)];
    for (index_t k = 0; k < Abreast; ++k) now[k] = Fold::begin(b.data[k * running_chunk * b.step]);
    for (index_t i = 1; i < running_chunk; ++i) {
      for (index_t k = 0; k < Abreast; ++k) now[k] = Fold::joined(std::move(now[k]), Fold::begin(b.data[(k * running_chunk + i) * b.step]));
    }
    std::move(now, now + Abreast, totals);
  }
}
template <class Fold, class T>
void totals_of_running_chunks(block<const T> b, index_t count, typename Fold::total* totals) {
  constexpr index_t abreast = element<T> ? 4 : 1;
  for (index_t n = 0; count > 0; count -= n, totals += n, b.data += n * running_chunk * b.step) {
    n = count < abreast ? 1 : abreast;
    n == 1 ? totals_abreast<Fold, 1>(b, totals) : totals_abreast<Fold, abreast>(b, totals);
  }
}

// An element before a total that does not fit has thrown already, in an earlier piece.
template <class Fold>
bool fits_carried(const typename Fold::total& total) {
  if constexpr (std::same_as<typename Fold::total, int128>) {
    using limits = std::numeric_limits<typename Fold::carried>;
    return limits::min() <= total && total <= limits::max();
  } else {
    return true;
  }
}

// Runs over elements in memory, which may be the memory of the results.
template <class Fold, class T>
void run_in_pieces(const node<T>& line, typename Fold::out* results) {
  using total = typename Fold::total;
  const auto& memory = line.memory();
  const index_t n = line.size(), chunks = (n - 1) / running_chunk + 1;
  const auto room = std::make_unique<total[]>(static_cast<std::size_t>(chunks));
  total* const totals = room.get();
  in_pieces(chunks - 1, running_chunk, [&](index_t begin, index_t end) {
    totals_of_running_chunks<Fold, T>({memory.data + begin * running_chunk * memory.step, memory.step}, end - begin, totals + begin);
  });
  for (index_t k = 1; k < chunks - 1; ++k) totals[k] = Fold::joined(totals[k - 1], std::move(totals[k]));
  in_pieces(chunks, running_chunk, [&](index_t begin, index_t end) {
    running_line<Fold> at;
    if (begin > 0) {
      if (!fits_carried<Fold>(totals[begin - 1])) return;
      at.begin_behind(static_cast<typename Fold::carried>(totals[begin - 1]));
    }
    run_in_order(std::move(at), line, begin * running_chunk, std::min(n, end * running_chunk), results);
  });
}

// A second pass over all elements pays from about 0.1 ms on.
inline bool runs_in_pieces(index_t length) { return current_executor && length > running_chunk && length / 64 >= rules_of_tasks.smallest; }

// Computes each element once, into memory. If one cannot be read, an element before it may already overflow its total.
template <class Fold, class T>
void read_for_pieces(const node<T>& line, T* elements, typename Fold::out* results) {
  try {
    read_into(line, 0, line.size(), elements);
  } catch (...) {
    if constexpr (std::same_as<typename Fold::total, int128>) run_in_order(running_line<Fold>(), line, 0, line.size(), results);
    throw;
  }
}

// Writes all results of a line.
template <class Fold, class T>
void run_along(const node<T>& line, typename Fold::out* results) {
  const index_t n = line.size();
  if constexpr (element<T>) {
    if (few_entries(line)) return run_by_entries<Fold>(line, results);
  }
  if constexpr (Fold::splits) {
    if (runs_in_pieces(n)) {
      if (line.memory().data) return run_in_pieces<Fold>(line, results);
      buffer<T> apart;
      T* elements = nullptr;
      if constexpr (std::same_as<T, typename Fold::out>) {
        elements = results;
      } else {
        elements = (apart = unfilled_buffer<T>(n)).data();
      }
      read_for_pieces<Fold>(line, elements, results);
      return run_in_pieces<Fold, T>(lent_node<T>(std::span<const T>(elements, static_cast<std::size_t>(n))), results);
    }
  }
  run_in_order(running_line<Fold>(), line, 0, n, results);
}

template <class Fold, class T>
void run_along_in_src(const node<T>& line, typename Fold::out* results);  // defined in src/
template <class Fold, class T>
void run_line(const node<T>& line, typename Fold::out* results) {
  if constexpr (in_src<T>) {
    run_along_in_src<Fold, T>(line, results);
  } else {
    run_along<Fold, T>(line, results);
  }
}

template <class Fold, class R>
buffer<typename Fold::out> running(const R& r) {
  using T = read_t<R>;
  auto&& source = node_for_call(r);
  const node<T>& line = source;
  const buffer<typename Fold::out> results = unfilled_buffer<typename Fold::out>(line.size());
  run_line<Fold, T>(line, results.data());
  return results;
}

template <class Fold, class R>
buffer<typename Fold::out> running_as(const char* operation, const R& r, nan_policy policy) {
  using T = read_t<R>;
  if constexpr (may_be_nan<T>) {
    if (policy == nan_policy::skip) return running<past_nan<Fold, T>>(r);
    if (policy == nan_policy::refuse) refuse_nan(r, operation);
  }
  return running<Fold>(r);
}

}  // namespace ravel::detail
