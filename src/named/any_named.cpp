// SPDX-License-Identifier: BSL-1.0
// Expressions of run-time types: places, order, elementwise work and writing. Each step is that of the typed templates in named/, and
// changes index maps, which know no elements.
#include "named/any_named.hpp"
#include <ravel/any/copy.hpp>
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/named/assign.hpp>
#include <ravel/tensor/map.hpp>

#include <algorithm>

namespace ravel {

namespace detail {

any_named_node::any_named_node(form of, std::optional<dtype> type) : form_(std::move(of)), type_(type) {}
any_named_node::~any_named_node() = default;

any_labelled values_of(const any_named& e) {
  if (const any_labelled* const there = e.node().at_hand()) return *there;
  check_known(e.of());
  const lowering to(e.of().dims, e.of().positional);
  return {stretched_out(e.lower(to), shape_of(e.of().dims, e.of().positional)), names(e.of().dims)};
}

namespace {

class bound_any_node final : public any_named_node {
 public:
  explicit bound_any_node(const any_labelled& x) : any_named_node(form_of(x.labels, x.values.shape()), x.values.dtype()), x_(x) {}
  any_tensor lower(const lowering& to) const override { return aligned(x_, to); }
  const any_labelled* at_hand() const override { return &x_; }

 private:
  any_labelled x_;
};

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

// That of the function of no elements, if those of all operands are known. Types that do not meet are refused.
std::optional<dtype> type_of_call(const any_call& call) {
  std::vector<any_operand> nothing;
  for (const any_named_operand& x : call.operands) {
    if (x.value) {
      nothing.emplace_back(*x.value);
    } else if (const auto& type = x.named->node().type()) {
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
  if (xs.size() == 1) return joined_forms({forms[0]});
  if (xs.size() == 2) return joined_forms({forms[0], forms[1]});
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

class positions_node final : public named_node<index_t> {
 public:
  explicit positions_node(const any_named& e) : named_node<index_t>(e.of()), e_(e) {}
  tensor<const index_t> lower(const lowering& to) const override { return of(e_.lower(to)); }

  static tensor<const index_t> of(const any_tensor& x) {
    if (kind_of(x.dtype()) != element_kind::integer || is_text(x.dtype()))
      throw type_error(text() << "a position is an integer, not " << name(x.dtype())
                              << ": cast(e, dtype::int64) makes one of each element");
    return ravel::cast<index_t>(x);
  }

 private:
  any_named e_;
};

}  // namespace

shared_any_node bound_any(const any_labelled& x) { return make_released<false, bound_any_node>(x); }

#define RAVEL_INSTANTIATE(T) template RAVEL_API shared_any_node any_node_of(const named<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

named<index_t> integer_positions(const any_named& e) {
  if (const any_labelled* const there = e.node().at_hand()) return bound<index_t>({positions_node::of(there->values), there->labels});
  return named_access::wrap<index_t>(make_released<false, positions_node>(e));
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

any_named apply_named(const any_function& f, std::vector<any_named_operand> operands) {
  const form whole = joined_operands_any(operands);
  return make_any<called_any_node>(whole, any_call{f, std::move(operands)});
}

any_tensor tensor_of(const any_named& e) {
  const loops& left = e.of().dims;
  if (left.empty()) return values_of(e).values;
  return with_held_type(e.node().type().value_or(dtype::float64), [&](auto type) {
    using T = typename decltype(type)::type;
    return any_tensor(compute<T>(e.shape(), still_bound<T>{left}));
  });
}

// ---- writing

namespace {

struct any_written {
  any_tensor view;
  loops axes;
  shape positional;
};

// Calls f(places of the target, with the names first). An error names the target.
template <class F>
void write_to(const any_tensor& target, const named_places& places, const form& source, F f) {
  check_writable(target);
  const binding b = plan_write(target.shape(), places, source);
  const lowering to(b.whole.dims, b.whole.positional);
  const all_found found = find_positions(b, shape_at(target.shape(), b), to);
  std::vector<dim> labels;
  const any_tensor shown = named_values(target, labels, b, b.whole.dims, found);
  with_subject([&] { return to_string(b); }, [&] { f(any_written{shown, ordered_like(labels, b.whole.dims), b.whole.positional}); });
}

any_tensor lowered_to(const any_written& to, const any_named& source) {
  shape joint = to.positional;
  widen_shape(joint, source.of().positional);
  return source.lower({to.axes, joint});
}

void combine_at(any_pair f, const any_tensor& view, const any_operand& source) {
  if (!view.dims().is_unique())
    throw layout_error(text() << name(f) << "= to one place several times needs the type of the elements: write to as_writable<T>(x)");
  apply_in_place(f, view, source);
}

}  // namespace

void write_any(const any_tensor& target, const named_places& places, const any_named& source) {
  write_to(target, places, source.of(), [&](const any_written& to) { copy_any(lowered_to(to, source), to.view); });
}
void write_any(const any_tensor& target, const named_places& places, const any_scalar& value) {
  write_to(target, places, form(), [&](const any_written& to) { copy_any(value, to.view); });
}
void combine_any(any_pair f, const any_tensor& target, const named_places& places, const any_named& source) {
  write_to(target, places, source.of(), [&](const any_written& to) { combine_at(f, to.view, lowered_to(to, source)); });
}
void combine_any(any_pair f, const any_tensor& target, const named_places& places, const any_scalar& value) {
  write_to(target, places, form(), [&](const any_written& to) { combine_at(f, to.view, value); });
}

}  // namespace detail

any_named::any_named(const any_tensor& x) : node_(detail::bound_any({any_tensor_access::to_read(x), {}})) {}

ravel::dtype any_named::dtype() const {
  detail::check_known(of());
  return node_->type() ? *node_->type() : detail::values_of(*this).values.dtype();
}

any_tensor any_named::lower(const detail::lowering& to) const {
  if (of().depth <= detail::low_expression) return node_->lower(to);
  const auto make = [](const void* node, const detail::lowering& at) -> std::shared_ptr<const void> {
    return std::make_shared<const any_tensor>(static_cast<const detail::any_named_node*>(node)->lower(at));
  };
  return *static_cast<const any_tensor*>(to.made_once(node_.get(), make).get());
}

any_scalar any_named::value() const { return detail::only_element(detail::values_of(*this).values); }

}  // namespace ravel
