// SPDX-License-Identifier: BSL-1.0
// index_of and last_index_of: the first or last position of a value, or nothing; for many values, the first position of each. They stop at
// the deciding block, and compare by value, so NaN is never found. membership: for each element, true if it is one of some values, or for
// integers, a member of an index set; argfilter turns the bools into positions, and NaN is found if NaN is among the values. All search
// sparse readers by their entries. Eager, with fresh results; safe to call from any thread.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/element/detail/compare.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/keys/detail/key_column.hpp>
#include <ravel/op/keys/detail/key_table.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/detail/read.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ravel {

// The position of a value that is not found.
inline constexpr index_t no_position = -1;

namespace detail {

template <class V, class R>
concept value_beside = input<R> && std::predicate<equals, element_ref<R>, const V&>;

template <class R, class V, class Search>
std::optional<index_t> place_where(const R& r, const V& value, Search search) {
  using T = read_t<R>;
  auto&& source = node_for_call(r);
  const node<T>& of = source;
  const index_t place = search(of, [&](const T& x) { return static_cast<bool>(equals{}(x, value)); });
  return place < 0 ? std::nullopt : std::optional(place);
}

// Takes elements by ascending position, and looks them up among keys. False if no later element is needed.
class RAVEL_API key_seeker {
 public:
  virtual bool take(const void* elements, index_t n) = 0;                            // the next n
  virtual bool take(const void* elements, const index_t* positions, index_t n) = 0;  // those at some positions

 protected:
  ~key_seeker() = default;
};

struct keys_to_find {
  const row_numbering& known;  // of one column
  std::span<const key_number> numbers;
  bool can_be_nan;
};
// The first position of each key, in the order of the numbers, among `size` elements. Calls search(seeker, begin, end) for parts of them,
// which threads may share, or once for all; not at all if no key can be found.
RAVEL_API buffer<index_t> first_places_of(const keys_to_find& keys, index_t size, bool in_parts,
                                          function_ref<void(key_seeker&, index_t, index_t)> search);

template <class T>
void seek_in_elements(const node<T>& elements, index_t begin, index_t end, key_seeker& seeker) {
  constexpr index_t piece = 1024;  // a block may be longer, but the search may stop early
  evaluation run(begin, end - begin, consecutive_blocks<T>::need(elements), evaluation::blocks::whole, elements);
  const consecutive_blocks<T> blocks(elements, run);
  while (run.next()) {
    const T* const block = blocks.at_hand().data();
    for (index_t done = 0; done < run.size(); done += piece) {
      if (!seeker.take(block + done, std::min(piece, run.size() - done))) return;
    }
  }
}

// Takes the entries of a sparse node, and the fill at its first position as soon as that is known.
template <class T>
void seek_in_entries(const node<T>& elements, key_seeker& seeker) {
  gap_search gap(false);
  bool fill_is_left = true;
  const auto take_fill = [&](index_t place) {
    return place < 0 || !std::exchange(fill_is_left, false) || seeker.take(elements.fill(), &place, 1);
  };
  for (entry_blocks<T> blocks(elements); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    gap.take(b.positions, b.count);
    if (!take_fill(gap.known()) || !seeker.take(b.values, b.positions, b.count)) return;
  }
  take_fill(gap.found(elements.size()));
}

// Numbers the values, and looks up the elements among them until all values were found.
template <class T>
buffer<index_t> first_places(const node<T>& elements, const node<T>& values) {
  row_numbers<T> known(values.size());
  const bool is_sparse = by_entries(elements);
  const auto places = [&](std::span<const key_number> numbers) {
    return first_places_of({known, numbers, !equals_itself_always<T>}, elements.size(), !is_sparse,
                           [&](key_seeker& seeker, index_t begin, index_t end) {
                             is_sparse ? seek_in_entries(elements, seeker) : seek_in_elements(elements, begin, end, seeker);
                           });
  };
  if (current_executor) {
    const buffer<key_number> numbers = number_rows(known, column_set<T>(values).all());
    return places(numbers.span());
  }
  std::vector<key_number> numbers(static_cast<std::size_t>(values.size()));
  each_span<T>(values, [&](std::span<const T> block, index_t position) {
    const void* const keys = block.data();
    known.number(std::ssize(block), numbers.data() + position, &keys);
  });
  return places(numbers);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API buffer<index_t> first_places(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::input R, detail::value_beside<R> V>
[[nodiscard]] std::optional<index_t> index_of(const R& r, const V& value) {
  return detail::place_where(r, value, [](const auto& source, auto equal) { return detail::first_place(source, equal); });
}

// The row-major position of the last element that equals a value, or nothing.
template <detail::input R, detail::value_beside<R> V>
[[nodiscard]] std::optional<index_t> last_index_of(const R& r, const V& value) {
  return detail::place_where(r, value, [](const auto& source, auto equal) { return detail::last_place(source, equal); });
}

// The first position of each value, or no_position: one pass over the stored elements, looked up by hash. NaN is never found.
template <detail::groupable R, detail::line_input V>
  requires std::same_as<detail::read_t<R>, detail::read_t<V>>
buffer<index_t> index_of(const R& r, const V& values) {
  return detail::first_places<detail::read_t<R>>(detail::node_for_call(r), detail::node_for_call(values));
}

// For a tensor of values, in its shape.
template <detail::groupable R, detail::shaped_reader V>
  requires std::same_as<detail::read_t<R>, detail::read_t<V>>
tensor<index_t> index_of(const R& r, const V& values) {
  return detail::shaped_like(values, [&](const auto& row) { return index_of(r, row); });
}

template <detail::groupable R>
buffer<index_t> index_of(const R& r, std::initializer_list<detail::read_t<R>> values) {
  return index_of(r, buffer<detail::read_t<R>>(values));
}

void index_of(...) = delete;       // of a value, or of many that have the type of the elements: index_of(r, cast<double>(values))
void last_index_of(...) = delete;  // of a value: last_index_of(r, 3)

namespace detail {

// Answers each element of a node. Equal elements have equal answers. Asks a sparse node for its entries, and once for the fill. Threads may
// call `answer` at once.
template <class A, class T, class Answer>
buffer<A> answers_of(const node<T>& source, Answer answer) {
  const buffer<A> made = unfilled_buffer<A>(source.size());
  A* const out = made.data();
  if (by_entries(source)) {
    std::fill_n(out, source.size(), answer(*source.fill()));
    for (entry_blocks<T> blocks(source); blocks.next();) {
      const entry_block<T> b = blocks.at_hand();
      for (index_t i = 0; i < b.count; ++i) out[b.positions[i]] = answer(b.values[i]);
    }
  } else {
    in_pieces(source.size(), 1, [&](index_t begin, index_t end) {
      for (source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
        const auto [b, position, n] = blocks.at_hand();
        for (index_t i = 0; i < n; ++i) out[position + i] = answer(b.data[i * b.step]);
      }
    });
  }
  return made;
}

template <class R, class Holds>
buffer<bool> answered(const R& r, Holds holds) {
  auto&& source = node_for_call(r);
  const node<read_t<R>>& of = source;
  return answers_of<bool>(of, [&](const read_t<R>& value) -> bool { return holds(value); });
}

template <class T>
buffer<bool> membership_of(const node<T>& elements, const node<T>& values) {
  key_table<T> known;
  for (source_blocks<T> blocks(values); blocks.next();) {
    const auto [b, at, n] = blocks.at_hand();
    for (index_t i = 0; i < n; ++i) known.number(b.data[i * b.step]);
  }
  return answers_of<bool>(elements, [&](const T& value) { return known.find(value) != no_key; });
}
#define RAVEL_DECLARE(T) extern template RAVEL_API buffer<bool> membership_of(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::groupable R, detail::input V>
  requires detail::line_input<R> && std::same_as<detail::read_t<R>, detail::read_t<V>>
buffer<bool> membership(const R& r, const V& values) {
  return detail::membership_of<detail::read_t<R>>(detail::node_for_call(r), detail::node_for_call(values));
}

template <detail::groupable R>
  requires detail::line_input<R>
buffer<bool> membership(const R& r, std::initializer_list<detail::read_t<R>> values) {
  return membership(r, buffer<detail::read_t<R>>(values));
}

template <detail::line_input R>
  requires integer_element<detail::read_t<R>>
buffer<bool> membership(const R& r, const index_set& set) {
  return detail::answered(r, [&](auto value) {
    return std::in_range<index_t>(canonical_t<decltype(value)>{value}) && set.contains(static_cast<index_t>(value));
  });
}

// For a tensor, in its shape.
template <detail::shaped_reader X, class V>
  requires(detail::input<V> || std::same_as<V, index_set>) &&
          requires(const reader<detail::read_t<X>>& r, const V& values) { membership(r, values); }
tensor<bool> membership(const X& t, const V& values) {
  return detail::shaped_like(t, [&](const auto& row) { return membership(row, values); });
}
template <detail::shaped_reader X>
  requires detail::groupable<X>
tensor<bool> membership(const X& t, std::initializer_list<detail::read_t<X>> values) {
  return membership(t, buffer<detail::read_t<X>>(values));
}

void membership(...) = delete;  // in values of the elements' type, or positions in an index_set: membership(x, cast<double>(values))

}  // namespace ravel
