// SPDX-License-Identifier: BSL-1.0
// Sums and products of whole readers of every element type: what is gathered of their blocks.
#include <ravel/op/reducers.hpp>
#include <ravel/op/sum.hpp>
#include <ravel/reader/detail/read.hpp>
#include "exec/from_pieces.hpp"
#include "op/gathering.hpp"

#include <functional>

namespace ravel::detail {

namespace {

// What all elements gather in the lanes of How, which hold the neutral value. One lane gathers in any order.
template <class How, class T>
void gather_all(How how, const node<T>& source, typename How::state* partial, index_t period) {
  if (by_entries(source)) {
    entry_gathering<How, T> entries(partial, *source.fill());
    each_entry_block(source, [&](const entry_block<T>& b) { entries.take(b); });
    return entries.finish(source.size());
  }
  const auto gather_part = [&](index_t begin, index_t end, typename How::state* to) {
    each_block(source, begin, end - begin,
               [&](block<const T> b, index_t position, index_t n) { gather(how, b.data, b.step, n, to, position % period, period); });
  };
  if constexpr (How::lanes == 1) {
    const auto gathered = [&](index_t begin, index_t end) {
      typename How::state part{};
      gather_part(begin, end, &part);
      return part;
    };
    *partial = from_pieces(source.size(), 1, gathered, How::joined);
  } else {
    gather_part(0, source.size(), partial);
  }
}

void add_lanes(const bool* data, index_t step, index_t n, std::int64_t* count) {
  gather(integer_sum<bool, std::int64_t>{}, data, step, n, count, 0, 1);
}
template <real_element T>
void add_lanes(const T* data, index_t step, index_t n, double* partial) {
  gather(real_sum<T>{}, data, step, n, partial, 0, lanes);
}

// Blocks go to the lanes without being written where the node can do so; an expression over memory is one loop from end to end.
template <class T>
void add_part_to_lanes(const node<T>& source, index_t begin, index_t end, lane_t<T>* partial) {
  if (const auto& memory = source.memory(); memory.data) {
    for (watched_pieces at(end - begin); at.next();)
      add_lanes(memory.data + (begin + at.done()) * memory.step, memory.step, at.size(), partial);
    return;
  }
  if (source.direct()) {
    arena none({}, 0);
    if (add_directly(source, begin, end - begin, partial, none)) return;
  }
  // No each_block: a node that can adds to the lanes itself, where a block would have been asked for.
  evaluation run(begin, end - begin, scratch_need::room_for<T>(), evaluation::blocks::fitting, source);
  const scratch<T> room(run.memory(), run.length());
  while (run.next()) {
    if (source.add_to_lanes(run.position(), run.size(), room.data(), partial, run.memory())) continue;
    const block<const T> b = run.pull(source, room.data());
    add_lanes(b.data, b.step, run.size(), partial);
  }
}

index_t count_of(const node<bool>& source) {
  if (by_entries(source)) {
    std::int64_t count = 0;
    gather_all(integer_sum<bool, std::int64_t>{}, source, &count, 1);
    return count;
  }
  const auto counted = [&](index_t begin, index_t end) {
    std::int64_t count = 0;
    add_part_to_lanes(source, begin, end, &count);
    return count;
  };
  return from_pieces(source.size(), 1, counted, std::plus<>());
}

template <class T>
int128 integer_total(const node<T>& source) {
  int128 total = 0;
  gather_all(integer_sum<T, int128>{}, source, &total, 1);
  return total;
}

template <class How>
typename How::state joined(typename How::state* partial) {
  join_lanes<How>(partial, lanes, 1);
  return *partial;
}

}  // namespace

template <class T>
accumulator_t<T> total_of(const node<T>& source) {
  if constexpr (complex_element<T>) {
    std::complex<double> partial[lanes] = {};
    gather_all(complex_sum<T>{}, source, partial, lanes);
    return joined<complex_sum<T>>(partial);
  } else if constexpr (real_element<T>) {
    static_assert(block_length<T> % lanes == 0, "lanes would shift from one block to the next");
    double partial[lanes] = {};
    if (by_entries(source)) {
      gather_all(real_sum<T>{}, source, partial, lanes);
    } else {
      add_part_to_lanes(source, 0, source.size(), partial);
    }
    return joined<real_sum<T>>(partial);
  } else if constexpr (boolean_element<T>) {
    return count_of(source);
  } else {
    return in_64_bits<sum_t<T>>(integer_total(source), "the sum of the integers");
  }
}

template <class T>
accumulator_t<T> product_of(const node<T>& source) {
  if constexpr (complex_element<T>) {
    std::complex<double> product = 1;
    gather_all(complex_product<T>{}, source, &product, 1);
    return product;
  } else if constexpr (real_element<T>) {
    double partial[lanes];
    std::fill_n(partial, lanes, 1.0);
    gather_all(real_product<T>{}, source, partial, lanes);
    return joined<real_product<T>>(partial);
  } else {
    integer_factors found;
    gather_all(integer_product<T>{}, source, &found, 1);
    return found.result<sum_t<T>>();
  }
}

template <class T>
double mean_of_integers(const node<T>& source) {
  return static_cast<double>(integer_total(source)) / static_cast<double>(source.size());
}

// 128 bits as a state that can be copied and sent.
int128 whole(const wide_total& total) { return static_cast<int128>((static_cast<uint128>(total.high) << 64) + total.low); }
wide_total parts(int128 total) { return {static_cast<std::uint64_t>(total), static_cast<std::int64_t>(total >> 64)}; }

void add_total(wide_total& total, const wide_total& more) { total = parts(whole(total) + whole(more)); }
void multiply_total(wide_total& total, index_t times) { total = parts(whole(total) * times); }

template <class T>
partial_total_t<T> total_in(std::span<const T> block) {
  const auto n = static_cast<index_t>(block.size());
  if constexpr (real_element<T>) {
    double partial[lanes] = {};
    add_lanes(block.data(), 1, n, partial);
    return joined<real_sum<T>>(partial);
  } else {
    int128 total = 0;
    gather(integer_sum<T, int128>{}, block.data(), 1, n, &total, 0, 1);
    return parts(total);
  }
}

template <class T>
sum_t<T> narrow_total(const wide_total& total) {
  return in_64_bits<sum_t<T>>(whole(total), "the sum of the integers");
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API partial_total_t<T> total_in(std::span<const T>);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

#define RAVEL_INSTANTIATE(T) template RAVEL_API sum_t<T> narrow_total<T>(const wide_total&);
RAVEL_INSTANTIATE(bool)
RAVEL_FOR_EACH_INTEGER(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

#define RAVEL_INSTANTIATE(T)                                    \
  template RAVEL_API accumulator_t<T> total_of(const node<T>&); \
  template RAVEL_API accumulator_t<T> product_of(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

#define RAVEL_INSTANTIATE(T) template RAVEL_API double mean_of_integers(const node<T>&);
RAVEL_INSTANTIATE(bool)
RAVEL_FOR_EACH_INTEGER(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
