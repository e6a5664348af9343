// SPDX-License-Identifier: BSL-1.0
// Records views: the lengths that each gives, and the view of a tensor that a run makes.
#include <ravel/any/make.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/dims/dims.hpp>
#include <ravel/plan/detail/call_step.hpp>
#include <ravel/plan/views.hpp>
#include "plan/steps.hpp"

#include <algorithm>
#include <numeric>

namespace ravel {

namespace detail {

namespace {

// The position within an axis whose length is known.
void check_position_of_axis(const planned_length& of, index_t position) {
  const std::optional<index_t> size = of.number();
  if (size) check_position(position, *size);
  if (position < 0) throw_position(position, 0);
}

call_arguments arguments_of_lengths(const planned_shape& lengths) {
  call_arguments made = arguments_of();
  made.lengths = lengths;
  made.last = call_arguments::lengths_are::a_shape;
  return made;
}

// More positions than this are no text.
constexpr index_t most_positions = 1000;

call_arguments arguments_of_positions(index_t axis, const selection& positions) {
  if (positions.size() > most_positions) return untold_arguments();
  std::vector<index_t> list(static_cast<std::size_t>(positions.size()));
  positions.read(0, list);
  return arguments_of(axis, std::span<const index_t>(list));
}

}  // namespace

any_tensor one_element(const recorded& of) {
  return zeros(of.type(), shape(std::vector<index_t>(static_cast<std::size_t>(of.shape().rank()), 1)));
}

planned record_view(const char* verb, const planned& x, call_arguments arguments, lengths_of made, view_function f, lengths_of also) {
  const auto run = [f = std::move(f)](const operand_values& operands, const extent_values& extents) {
    return f(operands.tensor(0), extents);
  };
  step_call call{step_work::view, verb, std::move(arguments), run};
  call.reads_lengths = std::move(also);
  call.reads_lengths.insert(call.reads_lengths.end(), made.begin(), made.end());
  return record_call(std::move(call), x.dtype(), std::move(made), {planned_access::step(x)});
}

}  // namespace detail

using namespace detail;

planned transpose(const planned& x, const ints& axes) {
  (void)transpose(one_element(x), axes);  // throws unless each axis is named once
  std::vector<index_t> order;
  for (const index_t axis : axes) order.push_back(check_axis(axis, x.rank()));
  const auto& of = x.shape().lengths();
  lengths_of made;
  for (const index_t axis : order) made.push_back(of[static_cast<std::size_t>(axis)]);
  const bool is_reversed = std::is_sorted(order.rbegin(), order.rend());
  return record_view("transpose", x, is_reversed ? arguments_of() : arguments_of(ints(order)), std::move(made),
                     [order](const any_tensor& t, const extent_values&) { return transpose(t, ints(order)); });
}
planned transpose(const planned& x) {
  std::vector<index_t> order(static_cast<std::size_t>(x.rank()));
  std::iota(order.rbegin(), order.rend(), index_t{0});
  return transpose(x, ints(order));
}
planned swap_axes(const planned& x, index_arg a, index_arg b) {
  std::vector<index_t> order(static_cast<std::size_t>(x.rank()));
  std::iota(order.begin(), order.end(), index_t{0});
  std::swap(order[axis_at(a, x.rank())], order[axis_at(b, x.rank())]);
  return transpose(x, ints(order));
}

planned select(const planned& x, index_arg axis, index_arg position) {
  auto made = x.shape().lengths();
  const std::size_t at = axis_at(axis, x.rank());
  check_position_of_axis(made[at], position);
  made.erase(made.begin() + static_cast<std::ptrdiff_t>(at));
  return record_view("select", x, arguments_of(index_t{axis}, index_t{position}), std::move(made),
                     [axis, position](const any_tensor& t, const extent_values&) { return select(t, axis, position); });
}

planned slice(const planned& x, index_arg axis, const planned_length& start, const planned_length& count, index_arg step) {
  auto made = x.shape().lengths();
  planned_length& along = made[axis_at(axis, x.rank())];
  const auto first = start.number(), size = along.number(), taken = count.number();
  if (first && size && taken) {
    (void)dims::row_major(*size).slice(0, *first, *taken, step);  // throws if a position is outside
  } else if (first && *first < 0) {
    throw_position(*first, 0);
  }
  along = count;
  call_arguments arguments = arguments_of(index_t{axis});
  arguments.lengths = step == 1 ? planned_shape{start, count} : planned_shape{start, count, index_t{step}};
  arguments.last = call_arguments::lengths_are::each;
  return record_view("slice", x, std::move(arguments), std::move(made),
                     [axis, start, count, step](const any_tensor& t, const extent_values& extents) {
                       return slice(t, axis, start.at(extents), count.at(extents), step);
                     },
                     {start});
}

planned take(const planned& x, index_arg axis, const selection& positions) {
  auto made = x.shape().lengths();
  made[axis_at(axis, x.rank())] = positions.size();
  return record_view("take", x, arguments_of_positions(axis, positions), std::move(made),
                     [axis, positions](const any_tensor& t, const extent_values&) { return take(t, axis, positions); });
}

planned flip(const planned& x, const ints& axes) {
  return record_tried_view(
      "flip", x, x.shape().lengths(), [](const any_tensor& t, const ints& along) { return flip(t, along); }, axes);
}
planned flip(const planned& x) {
  std::vector<index_t> axes(static_cast<std::size_t>(x.rank()));
  std::iota(axes.begin(), axes.end(), index_t{0});
  return flip(x, ints(axes));
}

namespace {

// With the length that is -1 as the elements leave it.
planned_shape with_length_that_is_left(const planned& x, const planned_shape& wanted) {
  lengths_of lengths = wanted.lengths();
  const auto open = std::ranges::find(lengths, planned_length(-1));
  if (open == lengths.end() || std::find(open + 1, lengths.end(), planned_length(-1)) != lengths.end()) return wanted;
  *open = 1;
  const planned_length rest = planned_shape(lengths).elements();
  const auto left = length_quotient(x.shape().elements(), rest);
  if (!left)
    throw shape_error(text() << "reshape of " << step_text(x) << " to " << to_string(wanted) << ": the other lengths have "
                             << to_string(rest) << " elements, by which " << to_string(x.shape().elements())
                             << " cannot be divided before a run");
  *open = *left;
  return lengths;
}

}  // namespace

planned reshape(const planned& x, const planned_shape& wanted) {
  const planned_shape lengths = with_length_that_is_left(x, wanted);
  if (!(lengths.elements() == x.shape().elements()))
    throw shape_error(text() << "reshape of " << step_text(x) << " to " << to_string(lengths) << ": they have "
                             << to_string(x.shape().elements()) << " and " << to_string(lengths.elements()) << " elements");
  return record_view("reshape", x, arguments_of_lengths(lengths), lengths.lengths(),
                     [lengths](const any_tensor& t, const extent_values& extents) { return reshape(t, shape_in_run(lengths, extents)); });
}
planned flat(const planned& x) { return reshape(x, {x.shape().elements()}); }

planned squeeze(const planned& x, index_arg axis) {
  auto made = x.shape().lengths();
  const std::size_t at = axis_at(axis, x.rank());
  if (!(made[at] == planned_length(1)))
    throw shape_error(text() << "squeeze: axis " << at << " of " << step_text(x) << " has the length " << to_string(made[at]) << ", not 1");
  made.erase(made.begin() + static_cast<std::ptrdiff_t>(at));
  return record_tried_view(
      "squeeze", x, std::move(made), [](const any_tensor& t, index_arg along) { return squeeze(t, along); }, axis);
}
planned new_axis(const planned& x, index_arg at) {
  auto made = x.shape().lengths();
  made.insert(made.begin() + static_cast<std::ptrdiff_t>(axis_at(at, x.rank() + 1)), planned_length(1));
  return record_tried_view(
      "new_axis", x, std::move(made), [](const any_tensor& t, index_arg before) { return new_axis(t, before); }, at);
}

planned broadcast(const planned& x, const planned_shape& lengths) {
  const planned_shape of = x.shape();
  for (index_t k = 1; k <= of.rank(); ++k) {
    if (k > lengths.rank() || !(of[of.rank() - k] == planned_length(1) || of[of.rank() - k] == lengths[lengths.rank() - k]))
      throw shape_error(text() << "cannot broadcast " << step_text(x) << " to " << to_string(lengths));
  }
  return record_view("broadcast", x, arguments_of_lengths(lengths), lengths.lengths(),
                     [lengths](const any_tensor& t, const extent_values& extents) { return broadcast(t, shape_at(lengths, extents)); });
}

planned windows(const planned& x, const ints& axes, const ints& widths) {
  const std::vector<index_t> ones(static_cast<std::size_t>(widths.size()), 1);
  (void)windows(one_element(x), axes, ints(ones));  // throws unless each axis has one width
  auto made = x.shape().lengths();
  for (index_t k = 0; k < axes.size(); ++k) {
    planned_length& along = made[axis_at(axes[k], x.rank())];
    if (widths[k] < 1 || (along.number() && *along.number() < widths[k]))
      throw shape_error(text() << "windows of " << widths[k] << " along axis " << axes[k] << ", whose length is " << to_string(along));
    along = along - widths[k] + 1;
    made.push_back(widths[k]);
  }
  return record_view("windows", x, arguments_of(axes, widths), std::move(made),
                     [axes, widths](const any_tensor& t, const extent_values&) { return windows(t, axes, widths); });
}

namespace detail {

namespace {

[[noreturn]] void throw_parts(const char* verb, const recorded& a, const recorded& b) {
  throw shape_error(text() << verb << ": " << step_text(a) << " and " << step_text(b) << " differ in another axis");
}

using join = any_tensor (*)(along, std::span<const any_tensor>);

planned record_join(const char* verb, join f, along axis, lengths_of made, std::vector<shared_recorded> parts) {
  const auto run = [f, axis](const operand_values& operands, const extent_values&) {
    std::vector<any_tensor> values;
    for (std::size_t k = 0; k < operands.size(); ++k) values.push_back(operands.tensor(k));
    return f(axis, std::span<const any_tensor>(values));
  };
  std::vector<any_tensor> examples;
  for (const auto& one : parts) examples.push_back(one_element(*one));
  const dtype type = f(axis, std::span<const any_tensor>(examples)).dtype();
  return record_call({step_work::view, verb, arguments_of(axis.axis), run}, type, std::move(made), std::move(parts));
}

}  // namespace

planned record_concat(along axis, std::vector<shared_recorded> parts) {
  lengths_of made = parts[0]->shape().lengths();
  const std::size_t at = axis_at(axis.axis, std::ssize(made));
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const auto& more = parts[k]->shape().lengths();
    for (std::size_t i = 0; i < std::max(more.size(), made.size()); ++i) {
      if (more.size() != made.size() || (i != at && !(more[i] == made[i]))) throw_parts("concat", *parts[0], *parts[k]);
    }
    made[at] = made[at] + more[at];
  }
  return record_join("concat", &ravel::concat, axis, std::move(made), std::move(parts));
}
planned record_stack(along axis, std::vector<shared_recorded> parts) {
  lengths_of made = parts[0]->shape().lengths();
  for (const auto& one : parts) {
    if (!(one->shape() == parts[0]->shape())) throw_parts("stack", *parts[0], *one);
  }
  const auto at = static_cast<std::ptrdiff_t>(axis_at(axis.axis, std::ssize(made) + 1));
  made.insert(made.begin() + at, planned_length(std::ssize(parts)));
  return record_join("stack", &ravel::stack, axis, std::move(made), std::move(parts));
}

}  // namespace detail
}  // namespace ravel
