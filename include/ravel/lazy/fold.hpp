// SPDX-License-Identifier: BSL-1.0
// fold(parts, f): element i is f(… f(f(a[i], b[i]), c[i]) …), from the first reader to the last; without f, their sum. The number of
// readers is known at run time. It makes one node for any number, with the bits of a loop. Owns its parts; f must be pure. Any thread may
// read.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/signature.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/sources.hpp>

#include <new>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_fold_of_nothing();

template <class Function, class T>
using folded_t = std::remove_cvref_t<std::invoke_result_t<const Function&, const T&, const T&>>;

template <class Function, class T>
concept folds = called_with<const Function, const T&, const T&> && std::constructible_from<folded_t<Function, T>, const T&> &&
                std::same_as<folded_t<Function, T>,
                             std::remove_cvref_t<std::invoke_result_t<const Function&, const folded_t<Function, T>&, const T&>>> &&
                takes_whole<Function, folded_t<Function, T>, T>;

template <class T, class Function>
class fold_node final : public node<folded_t<Function, T>> {
  using R = folded_t<Function, T>;

 public:
  static constexpr bool keeps_handles = may_hold_handles<Function>;

  fold_node(std::vector<source<T>> parts, Function function)
      : node<R>(facts(parts)), parts_(std::move(parts)), function_(std::move(function)), fill_(common_result()) {
    if (fill_) this->declare_fill(std::addressof(*fill_));
  }

  RAVEL_STRICT_LOOP R at(index_t i) const override {
    RAVEL_STRICT_BODY
    if (this->depth() > low_tree) return read_one<R>(*this, i);
    [[maybe_unused]] const call inside;
    R result = R(parts_.front()->at(i));
    for (std::size_t p = 1; p < parts_.size(); ++p) result = function_(result, parts_[p]->at(i));
    return result;
  }
  overlap meets(const target_memory& target) const override {
    return is_pure<Function, R, T> ? meets_any(parts_, target) : overlap::arbitrary;
  }
  void each_operand(shared_blocks& found) const override {
    for (const source<T>& part : parts_) found(*part);
  }
  owned_stream entries(entry_pass& pass) const override {
    entry_join<R> join(pass);
    for (const source<T>& part : parts_) join.add(*part, joined_leaf<T>);
    const auto compute = [](const void* self, const void* const* values, index_t n, R* out) {
      const auto& of = *static_cast<const fold_node*>(self);
      [[maybe_unused]] const call inside;
      first({static_cast<const T*>(values[0]), 1}, n, out);
      for (std::size_t p = 1; p < of.parts_.size(); ++p) add(of.function_, {static_cast<const T*>(values[p]), 1}, n, out);
    };
    return std::move(join).entries({this, compute}, *fill_);
  }
  index_t guess_stored() const override { return about_stored_in(parts_); }

 protected:
  block<const R> produce(index_t start, index_t n, R* out, arena& from) const override {
    [[maybe_unused]] const call inside;
    const scratch<T> room(from, n);
    first(parts_.front()->pull(start, n, room.data(), from), n, out);
    for (std::size_t p = 1; p < parts_.size(); ++p) add(function_, parts_[p]->pull(start, n, room.data(), from), n, out);
    return {out, 1};
  }

 private:
  using call = call_of<!stateless_function<Function>>;

  static node_facts facts(std::span<const source<T>> parts) {
    if (parts.empty()) throw_fold_of_nothing();
    for (const source<T>& part : parts) {
      if (part->size() != parts[0]->size()) throw_sizes_differ(parts[0]->size(), part->size());
    }
    node_facts facts = facts_through(parts[0]->size(), parts);
    facts.need = facts.need + scratch_need::room_for<T>();
    return facts;
  }

  // The result for the fills; none if a part is not sparse or the function throws.
  RAVEL_STRICT_LOOP std::optional<R> common_result() const {
    RAVEL_STRICT_BODY
    try {
      [[maybe_unused]] const call inside;
      for (const source<T>& part : parts_) {
        if (!part->fill()) return std::nullopt;
      }
      R result = R(*parts_.front()->fill());
      for (std::size_t p = 1; p < parts_.size(); ++p) result = function_(result, *parts_[p]->fill());
      return result;
    } catch (const std::bad_alloc&) {
      throw;  // it does not concern the fill
    } catch (...) {
      return std::nullopt;
    }
  }
  static void first(block<const T> b, index_t n, R* out) {
    for (index_t i = 0; i < n; ++i) out[i] = R(b.data[i * b.step]);
  }
  RAVEL_STRICT_LOOP static void add(const Function& function, block<const T> b, index_t n, R* out) {
    RAVEL_STRICT_BODY
    for (index_t i = 0; i < n; ++i) out[i] = function(out[i], b.data[i * b.step]);
  }

  std::vector<source<T>> parts_;
  [[no_unique_address]] Function function_;
  std::optional<R> fill_;
};

}  // namespace detail

template <detail::handle_range Parts, class Function = detail::plus>
  requires detail::folds<Function, detail::read_t<std::ranges::range_value_t<const Parts>>>
[[nodiscard]] auto fold(const Parts& parts, Function f = {}) {
  using T = detail::part_element_t<Parts>;
  return detail::make_reader<detail::fold_node<T, Function>>(detail::own_each<detail::node<T>>(parts), std::move(f));
}

}  // namespace ravel
