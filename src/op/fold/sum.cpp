// SPDX-License-Identifier: BSL-1.0
// Sums and products of whole readers of every element type, gathered block by block.
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/reader/detail/read.hpp>
#include "exec/from_pieces.hpp"
#include "op/fold/entries_of_line.hpp"

namespace ravel::detail {

namespace {

// The elements between two positions, which may be a part of a line. A node that can adds them up without writing them; an expression over
// memory is one loop.
template <class Line, class T>
auto total_of_part(const node<T>& source, index_t begin, index_t end) {
  Line line;
  if (const auto& memory = source.memory(); memory.data) {
    for (watched_pieces at(end - begin); at.next();) line.take(memory.data + (begin + at.done()) * memory.step, memory.step, at.size());
    return line.finish();
  }
  if (add_up_directly(source, begin, end, line)) return line.finish();
  // No source_blocks here: a node that can adds up itself instead of giving blocks.
  evaluation run(begin, end - begin, scratch_need::room_for<T>(), evaluation::blocks::fitting, source);
  const scratch<T> room(run.memory(), run.length());
  const bool whole = run.length() % chunk_length == 0 || run.length() >= end - begin;
  while (run.next()) {
    if (whole && add_up_piece(source, run.position(), run.size(), room.data(), line, run.memory())) continue;
    const block<const T> b = run.pull(source, room.data());
    line.take(b.data, b.step, run.size());
  }
  return line.finish();
}

template <class Fold, class T>
typename Fold::state gathered(Fold, const node<T>& source) {
  if constexpr (in_chunks<Fold>) {
    if (by_entries(source)) return total_of_entries<Fold>(source);
    return total_of_parts<Fold>(source.size(),
                                [&](index_t begin, index_t end) { return total_of_part<line_total<Fold, T>>(source, begin, end); });
  } else {
    if (by_entries(source)) return gathered_entries<Fold>(source);
    const auto of_part = [&](index_t begin, index_t end) { return total_of_part<exact_line<Fold, T>>(source, begin, end); };
    return from_pieces(source.size(), 1, of_part, Fold::joined);
  }
}

}  // namespace

template <class T>
accumulator_t<T> total_of(const node<T>& source) {
  if constexpr (complex_element<T>) {
    return gathered(complex_sum<T>{}, source);
  } else if constexpr (real_element<T>) {
    return gathered(real_sum<T>{}, source);
  } else if constexpr (boolean_element<T>) {
    return gathered(integer_sum<T, std::int64_t>{}, source);
  } else {
    return in_64_bits<sum_t<T>>(gathered(integer_sum<T, int128>{}, source), "the sum of the integers");
  }
}

template <class T>
integer_factors integer_factors_of(const node<T>& source) {
  return gathered(integer_product<T>{}, source);
}

template <class T>
accumulator_t<T> product_of(const node<T>& source) {
  if constexpr (complex_element<T>) {
    return gathered(complex_product<T>{}, source);
  } else if constexpr (real_element<T>) {
    return gathered(real_product<T>{}, source);
  } else {
    return integer_factors_of(source).template result<sum_t<T>>();
  }
}

template <class T>
double mean_of_integers(const node<T>& source) {
  return static_cast<double>(gathered(integer_sum<T, int128>{}, source)) / static_cast<double>(source.size());
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
    return total_of_line(real_sum<T>{}, block.data(), 1, n);
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

// Takes a zero for each NaN, as sum(x, nan_policy::skip) does.
template <class T>
double total_of_numbers(const node<T>& source) {
  const instead_of_nan<T> number{T{}};
  if (by_entries(source)) return total_of_entries<real_sum<T>>(source, number);
  return total_of_parts<real_sum<T>>(source.size(), [&](index_t begin, index_t end) {
    line_total<real_sum<T>, T> line;
    T room[static_cast<std::size_t>(block_length<T>)];
    each_span(source, begin, end - begin, [&](std::span<const T> block, index_t) {
      std::ranges::transform(block, room, number);
      line.take(room, 1, std::ssize(block));
    });
    return line.finish();
  });
}

// reducer::sum of a whole reader is its sum.
template <class T>
sum_state<T> state_of_sum(const char* operation, nan_policy policy, const node<T>& source) {
  if constexpr (may_be_nan<T>) {
    if (policy == nan_policy::refuse) refuse_nan_in_any(operation, source);
    if (policy == nan_policy::skip) return {total_of_numbers(source)};
  }
  if constexpr (real_element<T>) {
    return {total_of(source)};
  } else {
    return {parts(gathered(integer_sum<T, int128>{}, source))};
  }
}

#define RAVEL_INSTANTIATE(T)                                                                                              \
  template RAVEL_API partial_total_t<T> total_in(std::span<const T>);                                                     \
  template <>                                                                                                             \
  RAVEL_API sum_state<T> gather_in_src<sum_reducer, T>(const char* operation, nan_policy policy, const node<T>& source) { \
    return state_of_sum(operation, policy, source);                                                                       \
  }
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

template RAVEL_API std::int64_t integer_factors::result<std::int64_t>() const;
template RAVEL_API std::uint64_t integer_factors::result<std::uint64_t>() const;
#define RAVEL_INSTANTIATE(T)                                             \
  template RAVEL_API integer_factors integer_factors_of(const node<T>&); \
  template RAVEL_API double mean_of_integers(const node<T>&);
RAVEL_INSTANTIATE(bool)
RAVEL_FOR_EACH_INTEGER(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
