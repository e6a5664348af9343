// SPDX-License-Identifier: BSL-1.0
// What a sparse reader stores: how many entries, where they are, their values, and loops over them. Of a lazy reader the entries are
// computed. A reader that is not sparse is a value_error; whether it is, r.fill() says.
#pragma once

#include <ravel/op/refused.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/storage/borrow.hpp>
#include <ravel/storage/list.hpp>

#include <iterator>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_not_sparse(const char* operation, index_t size);

template <class T>
void check_sparse(const char* operation, const node<T>& source) {
  if (!source.fill()) throw_not_sparse(operation, source.size());
}

// f(block) for all that is stored.
template <input R, class F>
void each_stored_block(const char* operation, const R& r, F f) {
  auto&& source = peek(r);
  const node<read_t<R>>& of = source;
  check_sparse(operation, of);
  each_entry_block(of, f);
}

}  // namespace detail

template <detail::input R>
index_t stored_count(const R& r) {
  index_t count = 0;
  detail::each_stored_block("stored_count", r, [&](const auto& b) { count += b.count; });
  return count;
}

// Ascending.
template <detail::input R>
buffer<index_t> stored_positions(const R& r) {
  list<index_t> found;
  detail::each_stored_block("stored_positions", r,
                            [&](const auto& b) { found.append(borrow(std::span(b.positions, static_cast<std::size_t>(b.count)))); });
  return found.take();
}

// In the order of their positions.
template <detail::input R>
auto stored_values(const R& r) {
  list<detail::read_t<R>> found;
  detail::each_stored_block("stored_values", r,
                            [&](const auto& b) { found.append(borrow(std::span(b.values, static_cast<std::size_t>(b.count)))); });
  return found.take();
}

// f(position, value) in the order of the positions.
template <detail::input R, std::invocable<index_t, const detail::read_t<R>&> F>
void for_each_stored(const R& r, F f) {
  detail::each_stored_block("for_each_stored", r, [&](const auto& b) {
    for (index_t i = 0; i < b.count; ++i) static_cast<void>(f(b.positions[i], b.values[i]));
  });
}

// Some entries, good until the next block.
template <class T>
struct stored_block {
  std::span<const index_t> positions;
  std::span<const T> values;
};

// for (auto [positions, values] : blocks_stored(r)): a single-pass range that owns what it reads.
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
      range_->block_ = range_->entries_->next();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& it, std::default_sentinel_t) { return (*it).positions.empty(); }

   private:
    stored_range* range_;
  };

  explicit stored_range(reader<T> source) : source_(std::move(source)) { detail::check_sparse("blocks_stored", node()); }

  iterator begin() {
    pass_.emplace();
    entries_ = node().entries(*pass_);
    return ++iterator(this);
  }
  std::default_sentinel_t end() const { return {}; }

 private:
  const detail::node<T>& node() const { return detail_access::node(source_); }

  reader<T> source_;
  std::optional<detail::entry_pass> pass_;
  detail::entries_of<T> entries_;
  detail::entry_block<T> block_;
};

template <detail::keepable R>
auto blocks_stored(R&& r) {
  return stored_range<detail::read_t<R>>(reader<detail::read_t<R>>(std::forward<R>(r)));
}

template <detail::foreign_lvalue R>
void blocks_stored(R&& r) =
    delete;  // not owned by Ravel: blocks_stored(std::move(x)) takes it over, for_each_stored(x, f) only looks at it

}  // namespace ravel
