// SPDX-License-Identifier: BSL-1.0
// Loops for user code at the speed of blocks. for_each calls a function with every element, blocks is a range of spans, and walk is a range
// of elements. The ranges are single-pass and own their source. Elements come in ascending order, each once. At the end stand the calls
// that loops refuse.
#pragma once

#include <ravel/element/detail/signature.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/reader/foreign.hpp>

#include <iterator>

namespace ravel {

namespace detail {

template <class R>
using element_ref = const read_t<R>&;
template <class R>
concept element_reader = input<R> && element<read_t<R>>;
template <class R>
concept mask = input<R> && boolean_element<read_t<R>>;
template <class Less, class R>
concept order_of = input<R> && predicate_on<Less, element_ref<R>, element_ref<R>>;

// The loop of every reduction: calls f(element) for each element in ascending order. f may return false to stop; the result is then false.
template <input R, class F>
bool each_element(const R& r, F&& f) {
  using T = read_t<R>;
  auto&& source = node_for_call(r);
  const node<T>& node = source;
  for (source_blocks<T> blocks(node); blocks.next();) {
    const auto [b, at, n] = blocks.at_hand();
    for (index_t i = 0; i < n; ++i) {
      if constexpr (std::same_as<decltype(f(*b.data)), bool>) {
        if (!f(b.data[i * b.step])) return false;
      } else {
        f(b.data[i * b.step]);
      }
    }
  }
  return true;
}

}  // namespace detail

template <detail::input R, detail::called_with<detail::element_ref<R>> F>
void for_each(const R& r, F f) {
  detail::each_element(r, [&](const detail::read_t<R>& value) { static_cast<void>(f(value)); });
}

// for (std::span<const double> part : blocks(r)): consecutive elements, a block at a time. A part is valid until the next.
template <class T>
class block_range {
 public:
  class iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = std::span<const T>;
    using difference_type = index_t;

    explicit iterator(block_range* range) : range_(range) {}
    std::span<const T> operator*() const { return range_->part_; }
    iterator& operator++() {
      range_->part_ = range_->run_.next() ? range_->blocks_.at_hand() : std::span<const T>();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& it, std::default_sentinel_t) { return (*it).empty(); }

   private:
    block_range* range_;
  };

  explicit block_range(reader<T> source)
      : source_(std::move(source)),
        run_(0, source_.size(), detail::consecutive_blocks<T>::need(node()), detail::evaluation::blocks::whole, node()),
        blocks_(node(), run_) {}

  iterator begin() & {
    run_.rewind();
    return ++iterator(this);
  }
  std::default_sentinel_t end() const& { return {}; }
  iterator begin() && = delete;  // the iterator would outlive the range: name the range first
  std::default_sentinel_t end() const&& = delete;

 private:
  const detail::node<T>& node() const { return detail_access::node(source_); }

  reader<T> source_;
  detail::evaluation run_;
  detail::consecutive_blocks<T> blocks_;
  std::span<const T> part_;
};

// A range of spans: consecutive elements of a reader, read block by block.
template <detail::keepable R>
[[nodiscard]] auto blocks(R&& r) {
  return block_range<detail::read_t<R>>(reader<detail::read_t<R>>(std::forward<R>(r)));
}

template <detail::foreign_lvalue R>
void blocks(R&& r) = delete;  // not owned by Ravel: blocks(std::move(x)) takes it over, for_each(x, f) only looks at it

// for (double x : walk(r)): the elements, read a block at a time.
template <class T>
class walk_range {
 public:
  class iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = T;
    using difference_type = index_t;

    explicit iterator(typename block_range<T>::iterator part) : part_(part) { enter(); }
    const T& operator*() const { return *at_; }
    iterator& operator++() {
      if (++at_ == end_) {
        ++part_;
        enter();
      }
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& it, std::default_sentinel_t) { return it.at_ == it.end_; }

   private:
    void enter() {
      const auto part = *part_;
      at_ = part.data();
      end_ = part.data() + part.size();
    }
    typename block_range<T>::iterator part_;
    const T* at_ = nullptr;
    const T* end_ = nullptr;
  };

  explicit walk_range(reader<T> source) : blocks_(std::move(source)) {}
  iterator begin() & { return iterator(blocks_.begin()); }
  std::default_sentinel_t end() const& { return {}; }
  iterator begin() && = delete;  // the iterator would outlive the range: name the range first
  std::default_sentinel_t end() const&& = delete;

 private:
  block_range<T> blocks_;
};

// A range of all elements of a reader, read block by block.
template <detail::keepable R>
[[nodiscard]] auto walk(R&& r) {
  return walk_range<detail::read_t<R>>(reader<detail::read_t<R>>(std::forward<R>(r)));
}

template <detail::foreign_lvalue R>
void walk(R&& r) = delete;  // not owned by Ravel: walk(std::move(x)) takes it over, for_each(x, f) only looks at it

// Mistaken arguments of copy, clone, fill and for_each. A deleted overload refuses each in one error that says what to write. These rank
// below every overload that takes its arguments.

namespace detail {

// A function whose parameters can be inspected without compiling its body, and take no element.
template <class F, class R>
concept takes_no_element =
    input<R> && (std::is_function_v<std::remove_pointer_t<F>> || requires { &F::operator(); }) && !std::invocable<F&, const read_t<R>&>;
template <class W>
concept only_read = readable<W> && !writable<W>;

}  // namespace detail

template <class R, class F, class... More>
  requires detail::takes_no_element<F, R>
void for_each(const R& r, F f, More... more) = delete;  // the function takes one element of the reader: [](double x) { … }
template <readable R>
void copy(const R& r) = delete;  // into what? copy(source, target) writes; clone(r) makes a new buffer
template <element S, writable W>
void copy(const S& value, const W& target) = delete;  // one value for all of it: fill(target, value)
template <readable A, writable B>
void clone(const A& a, const B& b) = delete;  // into memory that is there: copy(source, target)

template <detail::input R, detail::only_read W, class... More>
void copy(const R& source, const W& target, More... more) = delete;  // the target can only be read: copy writes to a buffer, writer, tensor
template <detail::only_read W, class V, class... More>
void fill(const W& target, const V& value, More... more) = delete;  // the target can only be read: fill writes to a buffer, writer, tensor

}  // namespace ravel
