// SPDX-License-Identifier: BSL-1.0
// Expressions of run-time types: places, order, elementwise work and writing. Each step is that of the typed templates in named/, and
// changes index maps, which know no elements.
#include <ravel/any/make.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/named/any_named.hpp>
#include <ravel/named/assign.hpp>
#include <ravel/tensor/map.hpp>
#include "any/typed.hpp"

#include <algorithm>

namespace ravel {

namespace detail {

any_named_node::any_named_node(form of, std::optional<dtype> type) : form_(std::move(of)), type_(type) {}
any_named_node::~any_named_node() = default;

template RAVEL_API any_labelled values_of(const any_named&);

namespace {

// ---- elementwise

// A function that is not part of a loop around it is computed once for those loops that it depends on, not again for all the others.
any_tensor computed_once_any(const any_tensor& x, const lowering& to) {
  return x.size() < to.elements && x.layout() == layout::computed ? clone(x) : x;
}

any_operand lowered_operand(const any_named_operand& x, const lowering& to) {
  if (x.value) return *x.value;
  return x.named->lower(to);
}

bool may_miss_any(const any_named_operand& x) { return x.named && x.named->of().may_miss; }

// The branches know where they are taken, if one of them looks up positions that may lie outside.
any_tensor lowered_where(const std::vector<any_named_operand>& xs, const lowering& to) {
  const any_operand mask = lowered_operand(xs[0], to);
  if (!may_miss_any(xs[1]) && !may_miss_any(xs[2])) return choose_any(mask, lowered_operand(xs[1], to), lowered_operand(xs[2], to));
  if (mask.dtype() != dtype::bool_) throw_no_operation("where", mask.dtype());
  const tensor<const bool> first = as<bool>(operand_as(mask, dtype::bool_));
  const branch_masks taken = masks_of_branches(to.taken, first);
  const lowering then = to.where_taken(taken.yes), otherwise = to.where_taken(taken.no);
  return choose_any(any_tensor(first), lowered_operand(xs[1], then), lowered_operand(xs[2], otherwise));
}

any_tensor applied(const any_function& f, const std::vector<any_operand>& x) {
  switch (f.is) {
    case any_function::kind::single:
      return apply_any(f.single, x[0]);
    case any_function::kind::pair:
      return apply_any(f.pair, x[0], x[1]);
    case any_function::kind::where:
      return choose_any(x[0], x[1], x[2]);
    case any_function::kind::clip:
      return clip_any(x[0], x[1], x[2]);
    case any_function::kind::cast:
      return cast(x[0].values, f.to);
    case any_function::kind::wrap_cast:
      return wrap_cast(x[0].values, f.to);
    default:
      return saturate_cast(x[0].values, f.to);
  }
}

// The type of the function of no elements, if the types of all operands are known. Types that do not meet are refused.
std::optional<dtype> type_of_call(const any_call& call) {
  std::vector<any_operand> nothing;
  for (const any_named_operand& x : call.operands) {
    if (x.value) {
      nothing.emplace_back(*x.value);
    } else if (const auto type = named_access::node(*x.named).type()) {
      nothing.emplace_back(empty(*type, {0}));
    } else {
      return std::nullopt;
    }
  }
  return applied(call.f, nothing).dtype();
}

form joined_operands_any(const std::vector<any_named_operand>& xs) {
  std::array<const form*, 3> forms{};
  for (std::size_t k = 0; k < xs.size(); ++k) forms[k] = xs[k].named ? &xs[k].named->of() : nullptr;
  return joined_forms({forms[0], forms[1], forms[2]});
}

class called_any_node final : public any_named_node {
 public:
  called_any_node(const form& of, const any_call& call) : any_named_node(of, type_of_call(call)), call_(call) {}

  any_tensor lower(const lowering& to) const override { return computed_once_any(called(to), to); }
  const any_call* call() const override { return &call_; }

 private:
  any_tensor called(const lowering& to) const {
    if (call_.f.is == any_function::kind::where) return lowered_where(call_.operands, to);
    std::vector<any_operand> lowered;
    for (const any_named_operand& x : call_.operands) lowered.push_back(lowered_operand(x, to));
    return applied(call_.f, lowered);
  }

  any_call call_;
};

}  // namespace

shared_any_node bound_any(const any_labelled& x) { return make_released<false, bound_node<any_named>>(x); }

#define RAVEL_INSTANTIATE(T) template RAVEL_API shared_any_node any_node_of(const named<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

named<index_t> integer_positions(const any_named& e) {
  return converted_named<index_t>(e, [](const any_tensor& x) -> tensor<const index_t> {
    if (kind_of(x.dtype()) != element_kind::integer || is_text(x.dtype()))
      throw type_error(text() << "a position is an integer, not " << name(x.dtype())
                              << ": cast(e, dtype::int64) makes one of each element");
    return ravel::cast<index_t>(x);
  });
}

// Its type is that of elements that are taken elsewhere.
any_tensor nothing_of(const any_named& e, const lowering& to) {
  const shape ones(std::vector<index_t>(to.axes.size() + static_cast<std::size_t>(to.positional), 1));
  return with_held_type(lowered_inside(e, to).values.dtype(), [&](auto of) {
    using T = typename decltype(of)::type;
    return any_tensor(full<T>(ones, T()));
  });
}

template RAVEL_API any_named bind_places(const any_named&, const named_places&);
template RAVEL_API any_named in_given_order(const any_named&, axis_groups&&);
template RAVEL_API any_named expanded(const any_named&, const std::vector<sized_dim>&);
template RAVEL_API any_named renamed(const any_named&, const dim&, const dim&);
template RAVEL_API std::vector<any_named> split_along(const any_named&, const dim&, std::vector<sized_dim>);
template RAVEL_API any_named joined_along(const std::vector<any_named>&, const joined_parts&);

any_named apply_named(const any_function& f, std::vector<any_named_operand> operands) {
  const form whole = joined_operands_any(operands);
  return named_access::make<any_named, called_any_node>(whole, any_call{f, std::move(operands)});
}

any_tensor tensor_of(const any_named& e) {
  const loops& left = e.of().dims;
  if (left.empty()) return values_of(e).values;
  return with_held_type(named_access::node(e).type().value_or(dtype::float64), [&](auto type) {
    using T = typename decltype(type)::type;
    return any_tensor(compute<T>(e.shape(), still_bound<T>{left}));
  });
}

// ---- writing

namespace {

// Calls f(view of the places, with the names first, what is written to it). An error names the target.
template <class F>
void write_to(const any_tensor& target, const named_places& places, const any_named_operand& source, F f) {
  check_writable(target);
  const form given = source.named ? source.named->of() : form();
  const binding b = plan_write(target.shape(), places, given);
  const lowering to(b.whole.dims, b.whole.positional);
  const all_found found = find_positions(b, shape_at(target.shape(), b), to);
  std::vector<dim> labels;
  const any_tensor view = named_values(target, labels, b, b.whole.dims, found);
  const loops axes = ordered_like(labels, b.whole.dims);
  const auto write = [&] {
    shape joint = b.whole.positional;
    widen_shape(joint, given.positional);
    f(view, lowered_operand(source, {axes, joint}));
  };
  with_subject([&] { return to_string(b); }, write);
}

}  // namespace

void write_any(const any_tensor& target, const named_places& places, const any_named_operand& source) {
  write_to(target, places, source, [](const any_tensor& view, const any_operand& values) { copy_any(values, view); });
}
void combine_any(any_pair f, const any_tensor& target, const named_places& places, const any_named_operand& source) {
  write_to(target, places, source, [f](const any_tensor& view, const any_operand& values) {
    if (!view.dims().is_unique())
      throw layout_error(text() << name(f) << "= to one place several times needs the type of the elements: write to as_writable<T>(x)");
    apply_in_place(f, view, values);
  });
}

}  // namespace detail

any_named::any_named(const any_tensor& x) : handle(detail::bound_any({any_tensor_access::to_read(x), {}})) {}

ravel::dtype any_named::dtype() const {
  detail::check_known(of());
  const std::optional<ravel::dtype> known = detail::named_access::node(*this).type();
  return known ? *known : detail::values_of(*this).values.dtype();
}

any_scalar any_named::value() const { return detail::only_element(detail::values_of(*this).values); }

}  // namespace ravel
