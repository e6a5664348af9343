// SPDX-License-Identifier: BSL-1.0
// independent: the same reader, declared to read nothing that is being written, so that copy asks for no temporary. Whoever says so answers
// for it. All that the reader knows of itself stays known, and its memory stays lent.
#pragma once

#include <ravel/lazy/slice.hpp>

namespace ravel {

namespace detail {

template <class T>
class independent_node final : public node<T> {
 public:
  explicit independent_node(const source<T>& below)
      : node<T>(facts_through(below->size(), below), below->memory(), below->fill()), below_(below) {}

  T at(index_t i) const override { return below_->at(i); }
  meeting meets(const target_memory&) const override { return meeting::none; }
  void each_operand(shared_blocks& found) const override { found(*below_); }
  bool is_progression(progression& found) const override { return below_->is_progression(found); }
  bool sorted() const override { return below_->sorted(); }
  entries_of<T> entries(entry_pass& pass) const override { return pass.of(*below_); }
  index_t guess_stored() const override { return below_->about_stored(); }
  source<T> sliced(index_t start, index_t count, index_t step, const source<T>&) const override {
    return make_node<independent_node>(slice_of(below_, slice(start, count, step)));
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override { return below_->pull(start, n, out, from); }

 private:
  source<T> below_;
};

}  // namespace detail

template <detail::rearrangeable R>
[[nodiscard]] auto independent(R&& r) {
  if constexpr (detail::fused_expression<std::remove_cvref_t<R>>) {  // stays one loop
    auto same = std::remove_cvref_t<R>(std::forward<R>(r));
    same.declare_independent();
    return same;
  } else {
    return detail::make_reader<detail::independent_node<detail::read_t<R>>>(detail::own(std::forward<R>(r)));
  }
}

}  // namespace ravel
