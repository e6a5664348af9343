// SPDX-License-Identifier: BSL-1.0
// Writing tensors: copy, fill, clone, contiguous, += and its like, copy_where. The source stretches to the shape of the target. Right when
// it reads what is written, as if it had been read first; a target with one address at two positions is refused. When reading throws, what
// was written stays.
#pragma once

#include <ravel/op/copy.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/evaluate.hpp>

namespace ravel {

namespace detail {

RAVEL_API void check_assignable(const dims& target);

// Between memory, for elements that are bytes; false where it is not that.
RAVEL_API bool move_as_bytes(const walked_operand& from, const walked_operand& to);

// What writing to a tensor changes.
template <class T>
target_memory written(const tensor_node<T>& target) {
  return target.base_memory().data ? target.extent() : target_of(*target.base());
}

struct itself {
  template <class T>
  const T& operator()(const T& value) const {
    return value;
  }
};

// All leaves give their elements in row-major order without a look at their maps.
template <class E>
bool reads_in_line(const E& e) {
  bool all = true;
  auto look = [&](const auto& node) {
    const map_facts& facts = as_tensor_node(node).facts();
    all = all && facts.in_line && facts.step == 1;
  };
  e.each_leaf(look);
  return all;
}

template <class T>
bool in_a_row(const tensor_node<T>& target) {
  return target.memory().data && target.memory().step == 1;
}

// What is read meets what is written not at all or in step. In step, the target must not be room on the way to a result.
template <class T, class Function, class... Operands>
void write_now(const fused<Function, Operands...>& e, const tensor_node<T>& target, meeting) {
  if (in_a_row(target) && reads_in_line(e) && e.facts().direct) {
    read_into<T>(e.in_place(), 0, target.size(), const_cast<T*>(target.memory().data));
  } else {
    write_rows(e, target);
  }
}
template <class T>
void write_now(const reader<T>& source, const tensor_node<T>& target, meeting how) {
  const auto& from = as_tensor_node(detail_access::node(source));
  if (in_a_row(target) && from.facts().in_line && (how == meeting::none || from.memory().data)) {
    read_into<T>(from, 0, target.size(), const_cast<T*>(target.memory().data));
  } else if (!move_as_bytes(walked(from), walked(target))) {
    write_rows(fuse(itself{}, source), target);
  }
}

template <class T>
meeting meets(const reader<T>& source, const target_memory& target) {
  return detail_access::node(source).meets(target);
}
template <class Function, class... Operands>
meeting meets(const fused<Function, Operands...>& e, const target_memory& target) {
  return e.meets(target);
}

// A fused function or a reader, of the shape of the target.
template <class E, class T>
void write_elements(const E& e, const tensor_node<T>& target) {
  if constexpr (!std::same_as<typename E::value_type, T>) {
    write_elements(fuse(widened<T>{}, e), target);
  } else if (const meeting how = meets(e, written(target)); how == meeting::crossing) {
    const tensor<T> read_first = empty_tensor<T>(target.extents());
    write_now(e, tensor_access::node<T>(read_first), meeting::none);
    write_now<T>(read_first, target, meeting::none);
  } else {
    write_now(e, target, how);
  }
}

}  // namespace detail

template <readable R, class T>
  requires detail::widens_to<detail::read_t<R>, T>
void copy(const R& source, const tensor<T>& target) {
  const auto& to = detail::tensor_access::node<T>(target);
  detail::check_assignable(to.map());
  detail::write_elements(detail::stretched(detail::look_at(source), to.extents()), to);
}

template <readable R, class T>
  requires detail::narrows_to<detail::read_t<R>, T>
void copy(const R& source, const tensor<T>& target) = delete;  // the elements could lose their value: copy(cast<T>(source), target) checks

template <class T>
  requires(!std::is_const_v<T>)
void fill(const tensor<T>& target, const std::type_identity_t<T>& value) {
  copy(detail::with_shape(constant(1, value), {}), target);
}

// A scalar of another type is weak, as it is beside an operator: it must fit.
template <element T, detail::weak_beside<T> S>
void fill(const tensor<T>& target, const S& value) {
  fill(target, weak_scalar<T>(value));
}

template <element T, detail::of_higher_kind<T> S>
void fill(const tensor<T>& target, const S& value) = delete;  // the value could be cut: fill(target, cast_value<T>(value)) checks

template <readable R, class T>
void copy(serial_executor, const R& source, const tensor<T>& target) {
  copy(source, target);
}
template <class T, class S>
void fill(serial_executor, const tensor<T>& target, const S& value) {
  fill(target, value);
}

// Fresh memory, row-major.
template <detail::shaped_reader X>
auto clone(const X& x) {
  using T = detail::read_t<X>;
  const tensor<T> made = detail::empty_tensor<T>(x.shape());
  copy(x, made);
  return made;
}

template <class T>
bool is_contiguous(const tensor<T>& t) {
  return t.layout() == layout::contiguous;
}
template <class E>
bool is_contiguous(const lazy_tensor<E>&) {
  return false;
}

// The tensor itself if its elements stand one after the other in memory, and a copy if not.
template <class T>
tensor<T> contiguous(const tensor<T>& t) {
  return is_contiguous(t) ? t : tensor<T>(clone(t));
}
template <class E>
auto contiguous(const lazy_tensor<E>& t) {
  return clone(t);
}

// Where the mask is true. All of the source is read.
template <readable Mask, class X, class T>
  requires(!std::is_const_v<T>)
void copy_where(const Mask& mask, const X& source, const tensor<T>& target) {
  copy(where(mask, source, target), target);
}

namespace detail {

template <class R, class T>
concept fits_kind = element<R> && element<T> && (kind_v<R> <= kind_v<T>);

// Into a target whose type the result need not have: x += 1 for bytes. What does not fit is an error.
template <class X, class T>
void write_back(const X& result, const tensor<T>& target) {
  if constexpr (widens_to<read_t<X>, T>) {
    copy(result, target);
  } else {
    copy(cast<T>(result), target);
  }
}

}  // namespace detail

#define RAVEL_TENSOR_ASSIGNMENT(sign)                                      \
  template <class T, class X>                                              \
    requires(!std::is_const_v<T> &&                                        \
             requires(const tensor<T>& t, const X& x) {                    \
               { (t sign x)[0] } -> detail::fits_kind<T>;                  \
             } && !(element<X> && !detail::fits_kind<X, T>))               \
  const tensor<T>& operator sign##=(const tensor<T>& target, const X& x) { \
    detail::write_back(target sign x, target);                             \
    return target;                                                         \
  }

RAVEL_TENSOR_ASSIGNMENT(+)
RAVEL_TENSOR_ASSIGNMENT(-)
RAVEL_TENSOR_ASSIGNMENT(*)
RAVEL_TENSOR_ASSIGNMENT(/)
#undef RAVEL_TENSOR_ASSIGNMENT

}  // namespace ravel
