// SPDX-License-Identifier: BSL-1.0
// repeat: all elements of a reader, as many times as requested. Owns the reader, and reads each element once a block. Any thread may read.
#pragma once

#include <ravel/lazy/detail/source.hpp>
#include <ravel/reader/detail/entries.hpp>

namespace ravel {

namespace detail {

template <class T>
class repeat_node final : public node<T> {
 public:
  repeat_node(const source<T>& below, index_t times)
      : node<T>(facts_through(mul_index(below->size(), times), below), {}, below->fill()), below_(below) {}

  T at(index_t i) const override { return below_->at(i % below_->size()); }
  overlap meets(const target_memory& target) const override { return rearranged(below_->meets(target)); }
  void each_operand(shared_blocks& found) const override { found.elsewhere(*below_); }
  entries_of<T> entries(entry_pass& pass) const override {
    if (below_->size() == 0) return node<T>::entries(pass);
    return std::make_unique<repeated_entries<T>>(pass.kept(*below_), below_->size(), this->size());
  }
  index_t guess_stored() const override { return below_->size() == 0 ? 0 : this->size() / below_->size() * below_->about_stored(); }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    const index_t period = below_->size();
    const index_t first = start % period, head = std::min(n, period - first);
    if (head == n) return below_->pull(first, n, out, from);
    spread(below_->pull(first, head, out, from), head, out);
    const index_t rest = std::min(n - head, first);  // now the part of the period before `first`
    if (rest > 0) spread(below_->pull(0, rest, out + head, from), rest, out + head);
    for (index_t done = head + rest; done < n;) {  // one whole period; each copy doubles it
      const index_t more = std::min(done, n - done);
      std::copy_n(out, more, out + done);
      done += more;
    }
    return {out, 1};
  }

 private:
  source<T> below_;
};

template <class T>
reader<T> repeat_of(const source<T>& below, index_t times) {
  check_size(times, "number of times");
  if (times == 1) return detail_access::wrap(below);
  return make_reader<repeat_node<T>>(below, times);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API reader<T> repeat_of(const source<T>&, index_t);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::rearrangeable R>
reader<detail::read_t<R>> repeat(R&& r, index_arg times) {
  return detail::repeat_of(detail::owned_source(std::forward<R>(r)), times);
}

}  // namespace ravel
