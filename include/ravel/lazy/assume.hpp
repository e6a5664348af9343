// SPDX-License-Identifier: BSL-1.0
// assume_finite(r) and assume_no_alias(r): the same reader with a promise that nobody checks. assume_finite: no element is infinite or NaN,
// so a product with sparse elements stays sparse. assume_no_alias: nothing is read that is being written, so copy makes no temporary. The
// result keeps all facts about the reader, and still lends its memory. Owns its source. Safe to read from any thread.
#pragma once

#include <ravel/lazy/slice.hpp>

namespace ravel {

namespace detail {

enum class promise : bool { finite, no_alias };

template <class T, promise Promise>
class promised_node final : public node<T> {
 public:
  explicit promised_node(const source<T>& below) : node<T>(facts(below), below->memory(), below->fill()), below_(below) {}

  T at(index_t i) const override { return below_->at(i); }
  overlap meets(const target_memory& target) const override { return Promise == promise::no_alias ? overlap::none : below_->meets(target); }
  void each_operand(shared_blocks& found) const override { found(*below_); }
  bool is_progression(progression& found) const override { return below_->is_progression(found); }
  bool sorted() const override { return below_->sorted(); }
  owned_stream entries(entry_pass& pass) const override { return pass.stream(*below_); }
  index_t guess_stored() const override { return below_->about_stored(); }
  shared_untyped sliced(index_t start, index_t count, index_t step, const shared_untyped&) const override {
    return make_node<promised_node>(std::static_pointer_cast<const node<T>>(slice_of(below_, slice(start, count, step))));
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override { return below_->pull(start, n, out, from); }

 private:
  static node_facts facts(const source<T>& below) {
    node_facts facts = facts_through(below->size(), below);
    if constexpr (Promise == promise::finite) facts.finite = true;
    return facts;
  }

  source<T> below_;
};

}  // namespace detail

template <detail::rearrangeable R>
[[nodiscard]] auto assume_finite(R&& r) {
  return detail::make_reader<detail::promised_node<detail::read_t<R>, detail::promise::finite>>(detail::owned_source(std::forward<R>(r)));
}

template <detail::rearrangeable R>
[[nodiscard]] auto assume_no_alias(R&& r) {
  if constexpr (detail::fused_expression<std::remove_cvref_t<R>>) {  // the result stays one loop
    auto same = std::remove_cvref_t<R>(std::forward<R>(r));
    same.declare_independent();
    return same;
  } else {
    return detail::make_reader<detail::promised_node<detail::read_t<R>, detail::promise::no_alias>>(
        detail::owned_source(std::forward<R>(r)));
  }
}

// The names before 0.2.
template <readable R>
[[nodiscard]] [[deprecated("write assume_finite(x)")]] auto finite(R&& r) {
  return assume_finite(std::forward<R>(r));
}
template <readable R>
[[nodiscard]] [[deprecated("write assume_no_alias(x)")]] auto independent(R&& r) {
  return assume_no_alias(std::forward<R>(r));
}

}  // namespace ravel
