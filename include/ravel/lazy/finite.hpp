// SPDX-License-Identifier: BSL-1.0
// finite: the same reader, of which the caller vouches that no element is infinite or NaN. 0 times it is 0 then, so that its product with
// sparse elements is sparse. Nothing is looked at; whoever says so answers for it.
#pragma once

#include <ravel/lazy/slice.hpp>

namespace ravel {

namespace detail {

template <class T>
class finite_node final : public node<T> {
 public:
  explicit finite_node(const source<T>& below) : node<T>(facts(below), below->memory(), below->fill()), below_(below) {}

  T at(index_t i) const override { return below_->at(i); }
  meeting meets(const target_memory& target) const override { return below_->meets(target); }
  void each_operand(shared_blocks& found) const override { found(*below_); }
  bool is_progression(progression& found) const override { return below_->is_progression(found); }
  bool sorted() const override { return below_->sorted(); }
  entries_of<T> entries(entry_pass& pass) const override { return pass.of(*below_); }
  index_t guess_stored() const override { return below_->about_stored(); }
  source<T> sliced(index_t start, index_t count, index_t step, const source<T>&) const override {
    return make_node<finite_node>(slice_of(below_, slice(start, count, step)));
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override { return below_->pull(start, n, out, from); }

 private:
  static node_facts facts(const source<T>& below) {
    node_facts facts = facts_through(below->size(), below);
    facts.finite = true;
    return facts;
  }

  source<T> below_;
};

}  // namespace detail

template <detail::rearrangeable R>
[[nodiscard]] auto finite(R&& r) {
  return detail::make_reader<detail::finite_node<detail::read_t<R>>>(detail::own(std::forward<R>(r)));
}

}  // namespace ravel
