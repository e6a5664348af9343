// SPDX-License-Identifier: BSL-1.0
// Verbs along dims of expressions of run-time types, and sums of products, which are contractions in the type of their sum.
#include <ravel/base/error.hpp>
#include <ravel/named/any_verbs.hpp>
#include "named/any_named.hpp"

#include <cmath>

namespace ravel {

namespace detail {

namespace {

// ---- work along axes

// On values whose leading axes have these names, the last of them those of the plan.
any_labelled worked_any(const any_labelled& x, const dims_plan& plan, const any_work& f) {
  const std::size_t before = x.labels.size() - plan.along.size();
  const auto work = [&] { return f(x.values, ints(axes_behind(before, plan))); };
  any_labelled made{with_subject([&] { return to_string(plan); }, work), x.labels};
  if (plan.then == axes_are::gone) made.labels.erase(made.labels.begin() + static_cast<std::ptrdiff_t>(before), made.labels.end());
  return made;
}

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
any_named now_or_later_any(const dims_plan& plan, const any_maker& make) {
  const auto later = [&] { return make_any<made_any_node>(plan.whole, make); };
  const auto now = [&] {
    const loops axes = without(plan.whole.dims, plan.along);
    return any_named(bound_any(make(lowering(axes, shape()))));
  };
  if (!plan.whole.known()) return later();
  if (!plan.whole.may_miss) return now();
  try {
    return now();
  } catch (const index_error&) {  // which may lie where nothing is taken
    return later();
  }
}

any_named along_any(const any_named& e, const dims_plan& plan, const any_work& f) {
  return now_or_later_any(plan, [=](const lowering& to) { return worked_any(lowered_inside(e, to, plan.along), plan, f); });
}

// ---- contractions

dtype type_of_sum(dtype type) {
  const dtype number = computed_as(type);
  return kind_of(number) <= element_kind::integer ? sum_type(number) : number;
}

bool is_call_of_product(const any_named& e) {
  const any_call* const call = e.node().call();
  if (!call) return false;
  const auto& f = call->f;
  if (f.is == any_function::kind::single) return f.single == any_single::negated;
  return f.is == any_function::kind::pair && (f.pair == any_pair::times || f.pair == any_pair::divided_by);
}

dtype values_type(const any_named& e, const dims_plan& plan, const lowering& to) {
  if (const auto& known = e.node().type()) return *known;
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
    const any_call* const call = e.node().call();
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

any_named any_gone(const char* operation, const any_named& e, const named_axes& axes, const any_work& f) {
  return along_any(e, plan_dims(operation, e.of(), axes, axes_are::gone), f);
}
any_named any_kept(const char* operation, const any_named& e, const named_axes& axes, const any_work& f) {
  return along_any(e, plan_dims(operation, e.of(), axes, axes_are::kept), f);
}
any_named any_changed(const char* operation, const any_named& e, const named_axes& axes, const any_work& f) {
  const dims_plan plan = plan_dims(operation, e.of(), axes, axes_are::kept);
  check_known(plan.whole);
  const loops others = without(plan.whole.dims, plan.along);
  const any_labelled given = lowered_inside(e, lowering(others, shape()), plan.along);
  any_labelled made = worked_any(given, plan, f);
  made.labels = labels_along(plan, given.labels, given.values.shape(), made.values.shape());
  return any_named(bound_any(made));
}

any_named sum_along(const any_named& e, const named_axes& axes) {
  const dims_plan plan = plan_dims("sum", e.of(), axes, axes_are::gone);
  return now_or_later_any(plan, [=](const lowering& to) {
    if (const auto made = contracted_any(e, plan, to)) return *made;
    return worked_any(lowered_inside(e, to, plan.along), plan, [](const any_tensor& x, const ints& on) { return sum(x, on); });
  });
}

any_named mean_along(const any_named& e, const named_axes& axes) {
  const dims_plan plan = plan_dims("mean", e.of(), axes, axes_are::gone);
  const index_t count = elements_along(e.of(), plan);
  return now_or_later_any(plan, [=](const lowering& to) {
    if (count > 0) {
      if (const auto made = contracted_any(e, plan, to, count)) return *made;
    }
    return worked_any(lowered_inside(e, to, plan.along), plan, [](const any_tensor& x, const ints& on) { return mean(x, on); });
  });
}

namespace {

class doubles_node final : public named_node<double> {
 public:
  doubles_node(const char* operation, const any_named& e) : named_node<double>(e.of()), operation_(operation), e_(e) {}
  tensor<const double> lower(const lowering& to) const override { return elements_as_doubles(operation_, e_.lower(to)); }

 private:
  const char* operation_;
  any_named e_;
};

}  // namespace

named<double> as_named_doubles(const char* operation, const any_named& e) {
  if (const any_labelled* const there = e.node().at_hand())
    return bound<double>({elements_as_doubles(operation, there->values), there->labels});
  return named_access::wrap<double>(make_released<false, doubles_node>(operation, e));
}

}  // namespace detail
}  // namespace ravel
