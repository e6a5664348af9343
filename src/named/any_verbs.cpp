// SPDX-License-Identifier: BSL-1.0
// Verbs along dims of expressions of run-time types; and sums of products and einsum, which are contractions in the type of their sum.
#include <ravel/base/error.hpp>
#include <ravel/named/any_verbs.hpp>
#include "any/typed.hpp"

#include <cmath>

namespace ravel {

namespace detail {

namespace {

// A result over some loops, of an expression that may have to wait for their extents.
using any_maker = std::function<any_labelled(const lowering& to)>;

class made_any_node final : public any_named_node {
 public:
  made_any_node(const form& of, const any_maker& make) : any_named_node(of), make_(make) {}
  any_tensor lower(const lowering& to) const override { return aligned(make_(to), to); }

 private:
  any_maker make_;
};

// Over the loops of the result at once, or as soon as they are known.
any_named made_over(const dims_plan& plan, const any_maker& make) {
  const auto now = [&] {
    const loops axes = without(plan.whole.dims, plan.along);
    return bound(make(lowering(axes, shape())));
  };
  return now_or_later(plan.whole, now, [&] { return named_access::make<any_named, made_any_node>(plan.whole, make); });
}

// ---- contractions

dtype type_of_sum(dtype type) {
  const dtype number = computed_as(type);
  return kind_of(number) <= element_kind::integer ? sum_type(number) : number;
}

bool is_call_of_product(const any_named& e) {
  const any_call* const call = named_access::node(e).call();
  if (!call) return false;
  const auto& f = call->f;
  if (f.is == any_function::kind::single) return f.single == any_single::negated;
  return f.is == any_function::kind::pair && (f.pair == any_pair::times || f.pair == any_pair::divided_by);
}

dtype values_type(const any_named& e, const dims_plan& plan, const lowering& to) {
  if (const auto known = named_access::node(e).type()) return *known;
  return lowered_inside(e, to, loops_of(e.of(), plan.along)).values.dtype();
}

// The factors of a product whose sum is of type S, over the loops where it is wanted.
template <class S>
class any_factors {
 public:
  any_factors(const lowering& to, const dims_plan& plan) : to_(to), plan_(plan) {}

  bool add_product(const any_named& e) { return add_call(e); }
  std::vector<labelled<S>> all;

 private:
  void push(const any_named& e) {
    const any_labelled x = lowered_inside(e, to_, loops_of(e.of(), plan_.along));
    all.push_back({as<S>(operand_as(any_data(x.values).values, dtype_of<S>())), x.labels});
  }
  void push(const S& value) { all.push_back({scalar_tensor<S>(value), {}}); }

  void add(const any_named_operand& x) {
    if (x.value) return push(as<S>(cast(*x.value, dtype_of<S>())));
    if (all.size() >= most_factors) {
      if (integer_element<S> && is_call_of_product(*x.named)) throw_too_many_factors();  // which would wrap
      return push(*x.named);
    }
    if (!add_call(*x.named)) push(*x.named);
  }

  bool add_call(const any_named& e) {
    const any_call* const call = named_access::node(e).call();
    if (!call || type_of_sum(values_type(e, plan_, to_)) != dtype_of<S>()) return false;
    const auto& f = call->f;
    const bool times = f.is == any_function::kind::pair && f.pair == any_pair::times;
    const bool negated = f.is == any_function::kind::single && f.single == any_single::negated && !std::is_unsigned_v<S>;
    const std::optional<S> share = share_of(*call);
    if (!times && !negated && !share) return false;
    add(call->operands[0]);
    if (times) add(call->operands[1]);
    if (negated) push(S(-1));
    if (share) push(*share);
    return true;
  }

  // One by the value that it is divided by, which is a number like others.
  std::optional<S> share_of(const any_call& call) const {
    if constexpr (!integer_element<S>) {
      if (call.f.is == any_function::kind::pair && call.f.pair == any_pair::divided_by && call.operands[1].value) {
        const S inverse = S(1) / as<S>(cast(*call.operands[1].value, dtype_of<S>()));
        if (std::isnormal(std::abs(inverse))) return inverse;
      }
    }
    return std::nullopt;
  }

  const lowering& to_;
  const dims_plan& plan_;
};

// Divides totals by the number of elements; gives the totals themselves for none.
template <class S>
any_tensor shares_of(const tensor<const S>& totals, index_t count) {
  using R = mean_t<S>;
  if (count == 0) return totals;
  return any_tensor(clone(map([by = promoted<R>(count)](const S& total) { return promoted<R>(total) / by; }, totals)));
}

// The sum over a product of several factors, if it is one, or the mean of so many elements.
std::optional<any_labelled> contracted_any(const any_named& e, const dims_plan& plan, const lowering& to, index_t count = 0) {
  if (!is_call_of_product(e)) return std::nullopt;
  const dtype type = values_type(e, plan, to);
  return with_wide_type(type_of_sum(type), [&](auto of) -> std::optional<any_labelled> {
    using S = typename decltype(of)::type;
    any_factors<S> factors(to, plan);
    if (!factors.add_product(e)) return std::nullopt;
    std::size_t with_dims = 0;
    for (const labelled<S>& x : factors.all) with_dims += static_cast<std::size_t>(!x.labels.empty());
    if (!integer_element<S> && with_dims < 2) return std::nullopt;
    const labelled<S> made = contracted<S>(std::move(factors.all), names(loops_of(plan.whole, to.axes)), plan);
    return any_labelled{shares_of<S>(made.values, count), made.labels};
  });
}

}  // namespace

template RAVEL_API any_named along_axes(const any_named& e, const dims_plan& plan, any_work f);

any_named sum_along(const any_named& e, const named_axes& axes) {
  const dims_plan plan = plan_dims("sum", e.of(), axes, axes_are::gone);
  return made_over(plan, [=](const lowering& to) {
    if (const auto made = contracted_any(e, plan, to)) return *made;
    return worked<any_labelled>(lowered_inside(e, to, plan.along), plan, [](const any_tensor& x, const ints& on) { return sum(x, on); });
  });
}

any_named mean_along(const any_named& e, const named_axes& axes) {
  const dims_plan plan = plan_dims("mean", e.of(), axes, axes_are::gone);
  const index_t count = elements_along(e.of(), plan);
  return made_over(plan, [=](const lowering& to) {
    if (count > 0) {
      if (const auto made = contracted_any(e, plan, to, count)) return *made;
    }
    return worked<any_labelled>(lowered_inside(e, to, plan.along), plan, [](const any_tensor& x, const ints& on) { return mean(x, on); });
  });
}

named<double> as_named_doubles(const char* operation, const any_named& e) {
  return converted_named<double>(e, [operation](const any_tensor& x) { return elements_as_doubles(operation, x); });
}

any_tensor einsum_any(std::string_view subscripts, std::span<const any_tensor> operands) {
  if (operands.empty()) throw value_error("einsum of no operands: there must be at least 1");
  std::vector<any_tensor> given;
  for (const any_tensor& x : operands) {
    given.push_back(any_data(x).values);
    check_no_text("einsum", given.back().dtype());
  }
  const dtype joined = joined_type("einsum", given);
  return with_wide_type(kind_of(joined) <= element_kind::integer ? sum_type(joined) : joined, [&](auto of) -> any_tensor {
    using S = typename decltype(of)::type;
    std::vector<tensor<const S>> typed;
    for (const any_tensor& x : given) typed.push_back(as<S>(operand_as(x, dtype_of<S>())));
    return einsum_of<S>(subscripts, typed);
  });
}

}  // namespace detail
}  // namespace ravel
