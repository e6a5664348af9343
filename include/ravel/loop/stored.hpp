// SPDX-License-Identifier: BSL-1.0
// The entries of a sparse reader: their number, positions and values, and loops over them. A lazy reader computes its entries. A reader
// that is not sparse is a value_error; r.fill() tells if it is sparse. Any thread.
#pragma once

#include <ravel/lazy/detail/parameter.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/storage/list.hpp>

#include <iterator>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_not_sparse(const char* operation, index_t size);

template <class T>
void check_sparse(const char* operation, const node<T>& source) {
  if (!source.fill()) throw_not_sparse(operation, source.size());
}

// The number of entries of a sparse node.
template <class T>
index_t count_entries(const node<T>& of) {
  index_t count = 0;
  for (entry_blocks<T> blocks(of); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    count += b.count;
  }
  return count;
}
template <class T>
buffer<index_t> entry_positions(const node<T>& of) {
  list<index_t> found;
  for (entry_blocks<T> blocks(of); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    found.append(borrow(std::span(b.positions, static_cast<std::size_t>(b.count))));
  }
  return found.take();
}
template <class T>
buffer<T> entry_values(const node<T>& of) {
  list<T> found;
  for (entry_blocks<T> blocks(of); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    found.append(borrow(std::span(b.values, static_cast<std::size_t>(b.count))));
  }
  return found.take();
}
#define RAVEL_DECLARE(T)                                                     \
  extern template RAVEL_API void check_sparse(const char*, const node<T>&);  \
  extern template RAVEL_API index_t count_entries(const node<T>&);           \
  extern template RAVEL_API buffer<index_t> entry_positions(const node<T>&); \
  extern template RAVEL_API buffer<T> entry_values(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Calls answer(r as a sparse node).
template <class R, class Answer>
auto of_sparse(const char* operation, const R& r, Answer answer) {
  auto&& source = node_for_call(r);
  const node<read_t<R>>& of = source;
  check_sparse(operation, of);
  return answer(of);
}

}  // namespace detail

// The number of entries.
template <detail::input R>
[[nodiscard]] index_t stored_count(const R& r) {
  return detail::of_sparse("stored_count", r, [](const auto& of) { return detail::count_entries(of); });
}

// The positions of the entries, ascending.
template <detail::input R>
buffer<index_t> stored_positions(const R& r) {
  return detail::of_sparse("stored_positions", r, [](const auto& of) { return detail::entry_positions(of); });
}

// The values of the entries, in the order of their positions.
template <detail::input R>
[[nodiscard]] auto stored_values(const R& r) {
  return detail::of_sparse("stored_values", r, [](const auto& of) { return detail::entry_values(of); });
}

// Calls f(position, value) in the order of the positions.
template <detail::input R, class F>
  requires(std::invocable<F&, index_t, detail::element_ref<R>> && detail::takes_whole<F, detail::checked_position, detail::read_t<R>>)
void for_each_stored(const R& r, F f) {
  using T = detail::read_t<R>;
  detail::of_sparse("for_each_stored", r, [&](const detail::node<T>& of) {
    detail::check_parameter<F, 0>(of.size());
    for (detail::entry_blocks<T> blocks(of); blocks.next();) {
      const detail::entry_block<T> b = blocks.at_hand();
      for (index_t i = 0; i < b.count; ++i) static_cast<void>(f(detail::as_parameter<F, 0>(b.positions[i]), b.values[i]));
    }
  });
}

// Some entries, valid until the next block.
template <class T>
struct stored_block {
  std::span<const index_t> positions;
  std::span<const T> values;
};

// for (auto [positions, values] : blocks_stored(r)): a single-pass range that owns its source.
template <class T>
class stored_range {
 public:
  class iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = stored_block<T>;
    using difference_type = index_t;

    explicit iterator(stored_range* range) : range_(range) {}
    stored_block<T> operator*() const {
      const auto& b = range_->block_;
      const auto n = static_cast<std::size_t>(b.count);
      return {{b.positions, n}, {b.values, n}};
    }
    iterator& operator++() {
      range_->block_ = range_->entries_.next();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& it, std::default_sentinel_t) { return (*it).positions.empty(); }

   private:
    stored_range* range_;
  };

  explicit stored_range(reader<T> source) : source_(std::move(source)) { detail::check_sparse("blocks_stored", node()); }

  iterator begin() & {
    pass_.emplace();
    entries_ = detail::entries_of<T>(node().entries(*pass_));
    return ++iterator(this);
  }
  std::default_sentinel_t end() const& { return {}; }
  iterator begin() && = delete;  // the iterator would outlive the range: name the range first
  std::default_sentinel_t end() const&& = delete;

 private:
  const detail::node<T>& node() const { return detail_access::node(source_); }

  reader<T> source_;
  std::optional<detail::entry_pass> pass_;
  detail::entries_of<T> entries_;
  detail::entry_block<T> block_;
};

// A range of blocks of entries, each with their positions and values, ascending.
template <detail::keepable R>
[[nodiscard]] auto blocks_stored(R&& r) {
  return stored_range<detail::read_t<R>>(reader<detail::read_t<R>>(std::forward<R>(r)));
}

template <detail::foreign_lvalue R>
void blocks_stored(R&& r) =
    delete;  // not owned by Ravel: blocks_stored(std::move(x)) takes it over, for_each_stored(x, f) only looks at it

}  // namespace ravel
