// SPDX-License-Identifier: BSL-1.0
// The axes an operation works along: dims, positional axes by number, or both; and work on named values along them. Work is done at once if
// all extents are known, else when order supplies them. Values.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/named/bind.hpp>

namespace ravel {

// One axis: a dim, or the number of a positional axis, which may count from the end.
class named_axis {
 public:
  named_axis(const dim& d) : of_(d) {}
  named_axis(const sized_dim& d) : of_(d) {}
  template <detail::integer Int>
  named_axis(Int axis) : axis_(detail::to_index(axis)) {}

 private:
  friend class named_axes;
  std::optional<sized_dim> of_;
  index_t axis_ = 0;
};

// The argument for axes, as in sum(e, k) and sum(e, {i, k, 0}).
class RAVEL_API named_axes {
 public:
  template <std::convertible_to<named_axis> Axis>
  named_axes(const Axis& one) {
    add(named_axis(one));
  }
  named_axes(std::initializer_list<named_axis> list);
  explicit named_axes(std::span<const named_axis> list);  // as many as are known at run time
  template <class Dims>
    requires detail::is_dim_list<Dims>
  named_axes(const Dims& dims) : named_axes(std::span<const dim>(dims)) {}
  named_axes(const named_axes&);
  named_axes& operator=(const named_axes&);
  ~named_axes();

  const std::vector<sized_dim>& dims() const& { return dims_; }
  const std::vector<sized_dim>& dims() const&& = delete;  // they would outlive the axes: name the axes first
  const std::vector<index_t>& positional() const& { return positional_; }
  const std::vector<index_t>& positional() const&& = delete;

 private:
  explicit named_axes(std::span<const dim> dims);
  void add(const named_axis& one);

  std::vector<sized_dim> dims_;
  std::vector<index_t> positional_;
};

namespace detail {

// gone: the result drops the axes. kept: it keeps them.
enum class axes_are : bool { gone, kept };

struct RAVEL_API dims_plan {
  dims_plan(const char* named, const form& of, axes_are after);
  RAVEL_MEMBERS_IN_SRC(dims_plan)

  const char* operation;
  loops along;                      // with their extents
  std::vector<index_t> positional;  // ascending, among the positional axes
  form whole;                       // of the result
  axes_are then;
};
RAVEL_API dims_plan plan_dims(const char* operation, const form& of, const named_axes& axes, axes_are then);

// "sum over (i=3, k=4)", the prefix of errors.
RAVEL_API std::string to_string(const dims_plan& plan);

// The axes worked along: first the loops of the plan, which come after `before` others, then the positional axes.
RAVEL_API std::vector<index_t> axes_behind(std::size_t before, const dims_plan& plan);

// Calls f(values, axes). The leading axes of the values have names, and those of the plan are last among these.
template <class Made, class Labelled, class F>
Made worked(const Labelled& x, const dims_plan& plan, const F& f) {
  const std::size_t before = x.labels.size() - plan.along.size();
  const auto work = [&] { return f(x.values, ints(axes_behind(before, plan))); };
  Made made{with_subject([&] { return to_string(plan); }, work), x.labels};
  if (plan.then == axes_are::gone) made.labels.erase(made.labels.begin() + static_cast<std::ptrdiff_t>(before), made.labels.end());
  return made;
}

// The expression of what f(values, axes) makes of the values of an E.
template <class E, class F>
using worked_t = typename expression_of_values<std::invoke_result_t<const F&, const values_in<E>&, const ints&>>::type;

template <class E, class F>
class worked_node final : public node_in<worked_t<E, F>> {
  using made = worked_t<E, F>;

 public:
  worked_node(E e, dims_plan plan, F f) : node_in<made>(plan.whole), e_(std::move(e)), plan_(std::move(plan)), f_(std::move(f)) {}

  values_in<made> lower(const lowering& to) const override {
    return aligned(worked<labelled_in<made>>(lowered_inside(e_, to, plan_.along), plan_, f_), to);
  }

 private:
  E e_;
  dims_plan plan_;
  F f_;
};

// Calls now() if every extent is known and all looked-up positions lie within. Otherwise calls later(): positions outside may turn out not
// to be taken.
template <class Now, class Later>
auto now_or_later(const form& known, const Now& now, const Later& later) {
  if (!known.known()) return later();
  if (!known.may_miss) return now();
  try {
    return now();
  } catch (const index_error&) {
    return later();
  }
}

template <class E, class F>
worked_t<E, F> along_axes(const E& e, const dims_plan& plan, F f) {
  using made = worked_t<E, F>;
  const auto now = [&] {
    const loops axes = without(plan.whole.dims, plan.along);
    const lowering to(axes, shape());
    return bound(worked<labelled_in<made>>(lowered_inside(e, to, plan.along), plan, f));
  };
  return now_or_later(plan.whole, now, [&] { return named_access::make<made, worked_node<E, F>>(e, plan, f); });
}

}  // namespace detail
}  // namespace ravel
