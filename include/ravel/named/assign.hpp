// SPDX-License-Identifier: BSL-1.0
// out(i, j) = e and out(i, j) += e: writes to named places of a tensor. The dims on the right must be among those on the left; missing ones
// broadcast. The result is that of the loop over the left dims: += of several values to one element adds them all. One thread writes.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/element/cast.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/loop/stored.hpp>
#include <ravel/named/bind.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/tensor/copy.hpp>

namespace ravel {

namespace detail {

// The plan of a write. The dims of both sides are those of the left.
RAVEL_API binding plan_write(const shape& target, const named_places& places, const form& source);
RAVEL_API std::string to_string(const binding& target);
RAVEL_API loops ordered_like(const std::vector<dim>& labels, const loops& all);

// The same for a view that has only names, whose places were not kept.
RAVEL_API binding plan_write(const shape& target, const std::vector<dim>& names, const form& source);

// For each position that is written, the number of the element in the target.
RAVEL_API tensor<const index_t> numbers_written(const shape& target, const binding& b, const all_found& found);
// These copy the numbers to memory: all, or those at the given positions.
RAVEL_API tensor<const index_t> numbers_kept(const tensor<const index_t>& numbers);
RAVEL_API tensor<const index_t> numbers_at(const tensor<const index_t>& numbers, const buffer<index_t>& positions);

template <class T>
struct written_places {
  tensor<T> view;
  tensor<const index_t> numbers;  // which element of the target each one is
  loops axes;
};

// The view that is written, with names first. It has element numbers if values may meet at one element.
template <class T>
written_places<T> places_written(const tensor<T>& target, const binding& b, bool numbered) {
  const lowering to(b.whole.dims, b.whole.positional);
  const all_found found = find_positions(b, shape_at(target.shape(), b), to);
  std::vector<dim> labels;
  const tensor<T> view = named_values(target, labels, b, b.whole.dims, found);
  const loops axes = ordered_like(labels, b.whole.dims);
  return {view, numbered ? numbers_written(target.shape(), b, found) : tensor<const index_t>(), axes};
}

// The values and their elements in the target, in the order of the loops.
template <class T>
struct placed_values {
  tensor<const index_t> numbers;
  tensor<const T> values;
};

// If 0 changes nothing, takes only the entries of sparse values.
template <bool ByEntries, class T>
placed_values<T> come_together(const tensor<const index_t>& numbers, const tensor<const T>& values) {
  if constexpr (ByEntries) {
    const auto& of = detail_access::node(values);
    if (by_entries<T>(of) && *of.fill() == T())
      return {numbers_at(numbers, stored_positions(values)), as_tensor(stored_values(values), {stored_count(values)})};
  }
  return {numbers_kept(numbers), clone(values)};
}

// Combines one element after the other.
template <class T, class Op>
void combine_elements(const tensor<T>& elements, const tensor<const index_t>& numbers, const tensor<const T>& values, Op op) {
  for (index_t k = 0; k < numbers.size(); ++k) {
    T& element = elements.data()[numbers.data()[k]];
    element = op(element, values.data()[k]);
  }
}

template <class Op, class T>
void combine_places(const tensor<T>& target, const written_places<T>& to, const tensor<const T>& source) {
  constexpr bool zero_changes_nothing = element<T> && among<Op, plus, minus, bit_or, bit_xor>;
  const auto given = come_together<zero_changes_nothing, T>(to.numbers, ravel::stretch(source, to.numbers.shape()));
  const auto op = [](const T& a, const T& value) {
    if constexpr (element<T>) return cast_value<T>(Op()(a, value));
    if constexpr (!element<T>) return static_cast<T>(Op()(a, value));
  };
  if (is_contiguous(target)) return combine_elements(target, given.numbers, given.values, op);
  if (given.numbers.size() >= target.size()) {
    const tensor<T> whole = clone(target);
    combine_elements(whole, given.numbers, given.values, op);
    return copy(whole, target);
  }
  // Fewer elements are written than the target has: copy only those.
  const auto written = unique_all(given.numbers);
  const tensor<T> there = take(flat(target), 0, written.values), elements = clone(there);
  combine_elements<T>(elements, as_tensor(written.inverse, {written.inverse.size()}), given.values, op);
  copy(elements, there);
}

// Keeps the type of the expression, so that it fuses with the write to one loop.
template <class E>
auto source_of(const E& e) {
  if constexpr (!named_source<E>) {
    return e;
  } else if constexpr (is_named<E> && !named_handle<E>) {
    return e;
  } else {
    return named<named_value_t<E>>(e);
  }
}

template <class T, class E>
auto lowered_source(const E& e, const written_places<T>& to, const binding& b) {
  if constexpr (named_source<E>) {
    shape joint = b.whole.positional;
    widen_shape(joint, e.of().positional);
    const auto source = e.lower({to.axes, joint});
    if constexpr (std::same_as<named_value_t<E>, T>) {
      return source;
    } else {
      return map(widened<T>(), source);
    }
  } else {
    return tensor<const T>(dims::row_major({}), constant<T>(1, e));  // a constant node, so that sparse data stays sparse
  }
}

template <class E>
form source_form(const E& e) {
  if constexpr (named_source<E>) {
    return e.of();
  } else {
    return {};
  }
}

template <class E, class T>
concept written_as = (named_source<E> && widens_to<named_value_t<E>, T>) || (!named_source<E> && put_in_place_of<E, T>);

}  // namespace detail

// A writable expression of one tensor, with dims: t(i, j) of a tensor<T>. Assigning to it writes to the tensor.
template <class T>
class [[nodiscard]] named_view : public named<T> {
  using typename named<T>::part;

 public:
  named_view(const tensor<T>& target, const named<T>& shown, detail::named_places places)
      : named<T>(shown, part()), target_(target), places_(std::move(places)) {}
  named_view(const named_view& v) : named_view(v.target_, v, v.places_) {}

  // Assigning to a variable rebinds it…
  named_view& operator=(const named_view& v) & {
    places_ = v.places_;
    target_ = v.target_;
    this->bind(v);
    return *this;
  }
  template <class E>
  named_view& operator=(const E& e) & = delete;  // a name is bound to what it shows: write t(i, j) = e
  // …assigning to a temporary view writes through it.
  void operator=(const named_view& e) const&& { write(e); }
  template <detail::written_as<T> E>
  void operator=(const E& e) const&& {
    write(e);
  }

#define RAVEL_NAMED_ASSIGNMENT(sign, op)                                                                \
  template <detail::written_as<T> E>                                                                    \
    requires requires(const tensor<T>& to, const tensor<const T>& from) { to sign## = from; }           \
  void operator sign##=(const E& e) const {                                                             \
    combine<detail::op>(e, [](const tensor<T>& to, const tensor<const T>& from) { to sign## = from; }); \
  }
  RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_NAMED_ASSIGNMENT)
  RAVEL_FOR_EACH_SHIFT_OPERATOR(RAVEL_NAMED_ASSIGNMENT)
#undef RAVEL_NAMED_ASSIGNMENT

 private:
  template <class E>
  void write(const E& e) const {
    const auto source = detail::source_of(e);
    const detail::binding b = plan(detail::source_form(source));
    const auto to = detail::places_written(target_, b, false);
    written(b, [&] { copy(detail::lowered_source<T>(source, to, b), to.view); });
  }
  template <class Op, class E, class Whole>
  void combine(const E& e, Whole at_once) const {
    const auto given = detail::source_of(e);
    const detail::binding b = plan(detail::source_form(given));
    const auto to = detail::places_written(target_, b, true);
    const tensor<const T> source = detail::lowered_source<T>(given, to, b);
    written(b, [&] { to.view.dims().is_unique() ? at_once(to.view, source) : detail::combine_places<Op>(target_, to, source); });
  }
  // Adds the target to the message of an exception.
  template <class F>
  static void written(const detail::binding& b, F f) {
    detail::with_subject([&] { return to_string(b); }, f);
  }

  // Most views have only names and are seldom written to, so their places are made from the names.
  detail::binding plan(const detail::form& source) const {
    const auto* const shown = detail::named_access::node(static_cast<const named<T>&>(*this)).at_hand();
    if (places_.empty() && shown) return detail::plan_write(target_.shape(), shown->labels, source);
    return detail::plan_write(target_.shape(), places_, source);
  }

  tensor<T> target_;
  detail::named_places places_;
};

template <class T>
inline constexpr bool names_axis<named_view<T>> = true;

template <class T, class... Places>
  requires(!std::is_const_v<T>)
named_view<T> name_axes(const tensor<T>& t, const Places&... places) {
  if constexpr ((std::same_as<Places, dim> && ...)) {
    const detail::given_dims dims{&places...};
    return {t, detail::bind_dims<T>(t, dims), detail::relabels(t.rank(), dims) ? detail::named_places() : detail::places_of_dims(dims)};
  } else {
    const detail::named_places at = detail::places_of(places...);
    return {t, detail::bind_places(named<T>(t), at), at};
  }
}

}  // namespace ravel
