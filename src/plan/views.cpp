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

namespace {

call_arguments arguments_of_margins(const std::vector<margin>& each, const std::string& rest) {
  const auto word = [](const margin& one) -> std::string { return text() << "{" << one.before << ", " << one.after << "}"; };
  call_arguments made;
  made.words = ", {" + comma_list(each, word) + "}" + rest;
  return made;
}

template <class F>
planned record_pad(const planned& x, const margins& widths, const std::string& rest, const F& padded) {
  const std::vector<margin> each = widths.of(one_element(x).shape());
  auto made = x.shape().lengths();
  for (std::size_t k = 0; k < made.size(); ++k) made[k] = made[k] + (each[k].before + each[k].after);
  return record_view("pad", x, arguments_of_margins(each, rest), std::move(made),
                     [each, padded](const any_tensor& t, const extent_values&) { return padded(t, margins(each)); });
}

// The positions of a slice, as lengths.
struct planned_range {
  planned_length start, count;
  index_t step;
};
// The range of a slice along an axis whose length is no number: each part is a number, or the length less a number. Nothing if the slice
// skips positions.
std::optional<planned_range> range_within(const open_slice& positions, const planned_length& of) {
  const index_t size = index_t{1} << 40;
  const index_range here = positions.within(size), next = positions.within(size + 1);
  const auto as_length = [&](index_t now, index_t then) { return then == now ? planned_length(now) : of - (size - now); };
  const index_t more = next.size() - here.size();
  if (positions.within(size + 2).size() - here.size() != 2 * more || more < 0 || more > 1) return std::nullopt;
  return planned_range{as_length(here.start(), next.start()), as_length(here.size(), next.size()), here.step()};
}

}  // namespace

}  // namespace detail

planned transpose(const planned& x, const ints& axes) {
  (void)transpose(detail::one_element(x), axes);  // throws unless each axis is named once
  std::vector<index_t> order;
  for (const index_t axis : axes) order.push_back(detail::check_axis(axis, x.rank()));
  const auto& of = x.shape().lengths();
  detail::lengths_of made;
  for (const index_t axis : order) made.push_back(of[static_cast<std::size_t>(axis)]);
  const bool is_reversed = std::is_sorted(order.rbegin(), order.rend());
  return detail::record_view("transpose", x, is_reversed ? detail::arguments_of() : detail::arguments_of(ints(order)), std::move(made),
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
  std::swap(order[detail::axis_at(a, x.rank())], order[detail::axis_at(b, x.rank())]);
  return transpose(x, ints(order));
}

planned select(const planned& x, index_arg axis, index_arg position) {
  auto made = x.shape().lengths();
  const std::size_t at = detail::axis_at(axis, x.rank());
  detail::check_position_of_axis(made[at], position);
  made.erase(made.begin() + static_cast<std::ptrdiff_t>(at));
  return detail::record_view("select", x, detail::arguments_of(index_t{axis}, index_t{position}), std::move(made),
                             [axis, position](const any_tensor& t, const extent_values&) { return select(t, axis, position); });
}

planned slice(const planned& x, index_arg axis, const planned_length& start, const planned_length& count, index_arg step) {
  auto made = x.shape().lengths();
  planned_length& along = made[detail::axis_at(axis, x.rank())];
  const auto first = start.number(), size = along.number(), taken = count.number();
  if (first && size && taken) {
    (void)dims::row_major(*size).slice(0, *first, *taken, step);  // throws if a position is outside
  } else if (first && *first < 0) {
    detail::throw_position(*first, 0);
  }
  along = count;
  detail::call_arguments arguments = detail::arguments_of(index_t{axis});
  arguments.lengths = step == 1 ? planned_shape{start, count} : planned_shape{start, count, index_t{step}};
  arguments.last = detail::call_arguments::lengths_are::each;
  return detail::record_view("slice", x, std::move(arguments), std::move(made),
                             [axis, start, count, step](const any_tensor& t, const extent_values& extents) {
                               return slice(t, axis, start.at(extents), count.at(extents), step);
                             },
                             {start});
}

planned take(const planned& x, index_arg axis, const selection& positions) {
  auto made = x.shape().lengths();
  made[detail::axis_at(axis, x.rank())] = positions.size();
  return detail::record_view("take", x, detail::arguments_of_positions(axis, positions), std::move(made),
                             [axis, positions](const any_tensor& t, const extent_values&) { return take(t, axis, positions); });
}

planned flip(const planned& x, const ints& axes) {
  return detail::record_tried_view(
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
  detail::lengths_of lengths = wanted.lengths();
  const auto open = std::ranges::find(lengths, planned_length(-1));
  if (open == lengths.end() || std::find(open + 1, lengths.end(), planned_length(-1)) != lengths.end()) return wanted;
  *open = 1;
  const planned_length rest = planned_shape(lengths).elements();
  const auto left = detail::length_quotient(x.shape().elements(), rest);
  if (!left)
    throw shape_error(detail::text() << "reshape of " << detail::step_text(x) << " to " << to_string(wanted) << ": the other lengths have "
                                     << to_string(rest) << " elements, by which " << to_string(x.shape().elements())
                                     << " cannot be divided before a run");
  *open = *left;
  return lengths;
}

}  // namespace

planned reshape(const planned& x, const planned_shape& wanted) {
  const planned_shape lengths = with_length_that_is_left(x, wanted);
  if (!(lengths.elements() == x.shape().elements()))
    throw shape_error(detail::text() << "reshape of " << detail::step_text(x) << " to " << to_string(lengths) << ": they have "
                                     << to_string(x.shape().elements()) << " and " << to_string(lengths.elements()) << " elements");
  return detail::record_view(
      "reshape", x, detail::arguments_of_lengths(lengths), lengths.lengths(),
      [lengths](const any_tensor& t, const extent_values& extents) { return reshape(t, detail::shape_in_run(lengths, extents)); });
}
planned flat(const planned& x) { return reshape(x, {x.shape().elements()}); }

planned squeeze(const planned& x, index_arg axis) {
  auto made = x.shape().lengths();
  const std::size_t at = detail::axis_at(axis, x.rank());
  if (!(made[at] == planned_length(1)))
    throw shape_error(detail::text() << "squeeze: axis " << at << " of " << detail::step_text(x) << " has the length "
                                     << to_string(made[at]) << ", not 1");
  made.erase(made.begin() + static_cast<std::ptrdiff_t>(at));
  return detail::record_tried_view(
      "squeeze", x, std::move(made), [](const any_tensor& t, index_arg along) { return squeeze(t, along); }, axis);
}
planned new_axis(const planned& x, index_arg at) {
  auto made = x.shape().lengths();
  made.insert(made.begin() + static_cast<std::ptrdiff_t>(detail::axis_at(at, x.rank() + 1)), planned_length(1));
  return detail::record_tried_view(
      "new_axis", x, std::move(made), [](const any_tensor& t, index_arg before) { return new_axis(t, before); }, at);
}

planned broadcast(const planned& x, const planned_shape& lengths) {
  const planned_shape of = x.shape();
  for (index_t k = 1; k <= of.rank(); ++k) {
    if (k > lengths.rank() || !(of[of.rank() - k] == planned_length(1) || of[of.rank() - k] == lengths[lengths.rank() - k]))
      throw shape_error(detail::text() << "cannot broadcast " << detail::step_text(x) << " to " << to_string(lengths));
  }
  return detail::record_view(
      "broadcast", x, detail::arguments_of_lengths(lengths), lengths.lengths(),
      [lengths](const any_tensor& t, const extent_values& extents) { return broadcast(t, detail::shape_at(lengths, extents)); });
}

planned windows(const planned& x, const ints& axes, const ints& widths) {
  const std::vector<index_t> ones(static_cast<std::size_t>(widths.size()), 1);
  (void)windows(detail::one_element(x), axes, ints(ones));  // throws unless each axis has one width
  auto made = x.shape().lengths();
  for (index_t k = 0; k < axes.size(); ++k) {
    planned_length& along = made[detail::axis_at(axes[k], x.rank())];
    if (widths[k] < 1 || (along.number() && *along.number() < widths[k]))
      throw shape_error(detail::text() << "windows of " << widths[k] << " along axis " << axes[k] << ", whose length is "
                                       << to_string(along));
    along = along - widths[k] + 1;
    made.push_back(widths[k]);
  }
  return detail::record_view("windows", x, detail::arguments_of(axes, widths), std::move(made),
                             [axes, widths](const any_tensor& t, const extent_values&) { return windows(t, axes, widths); });
}

planned pad(const planned& x, const margins& widths, const any_scalar& value) {
  (void)full(x.dtype(), {}, value);  // throws if the value does not fit
  return detail::record_pad(x, widths, ", " + detail::scalar_literal(value),
                            [value](const any_tensor& t, const margins& each) { return pad(t, each, value); });
}
planned pad(const planned& x, const margins& widths) {
  return detail::record_pad(x, widths, "", [](const any_tensor& t, const margins& each) { return pad(t, each); });
}
planned pad(const planned& x, const margins& widths, pad_mode mode) {
  return detail::record_pad(x, widths, ", " + detail::argument_words(mode),
                            [mode](const any_tensor& t, const margins& each) { return pad(t, each, mode); });
}

planned tile(const planned& x, const ints& times) {
  auto made = x.shape().lengths();
  while (std::ssize(made) < times.size()) made.insert(made.begin(), planned_length(1));
  for (index_t k = 0; k < times.size(); ++k) {
    planned_length& along = made[made.size() - static_cast<std::size_t>(times.size() - k)];
    along = along * planned_length(times[k]);
  }
  return detail::record_tried_view(
      "tile", x, std::move(made), [](const any_tensor& t, const ints& by) { return tile(t, by); }, times);
}

planned rotate(const planned& x, const ints& shifts) {
  return detail::record_tried_view(
      "rotate", x, x.shape().lengths(), [](const any_tensor& t, const ints& by) { return rotate(t, by); }, shifts);
}

planned rot90(const planned& x, index_arg times, index_arg from, index_arg to) {
  (void)rot90(detail::one_element(x), times, from, to);  // throws if there is no such plane
  auto made = x.shape().lengths();
  if (times % 2 != 0) std::swap(made[detail::axis_at(from, x.rank())], made[detail::axis_at(to, x.rank())]);
  return detail::record_view("rot90", x, detail::arguments_of(index_t{times}, index_t{from}, index_t{to}), std::move(made),
                             [times, from, to](const any_tensor& t, const extent_values&) { return rot90(t, times, from, to); });
}

planned diagonal(const planned& x, index_arg a, index_arg b, index_arg by) {
  (void)diagonal(detail::one_element(x), a, b);  // throws if there are no such axes
  auto made = x.shape().lengths();
  const std::size_t first = detail::axis_at(a, x.rank()), second = detail::axis_at(b, x.rank());
  const auto rows = made[first].number(), columns = made[second].number();
  const index_t below = by < 0 ? -std::max(index_t{by}, -index_limit) : 0, above = std::max(index_t{by}, index_t{0});
  const bool is_main = by == 0 && made[first] == made[second], is_known = rows && columns;
  const planned_length count = is_main    ? made[first]
                               : is_known ? planned_length(std::max(index_t{0}, std::min(*rows - below, *columns - above)))
                                          : detail::found_extent::by_step("length of diagonal");
  made.erase(made.begin() + static_cast<std::ptrdiff_t>(std::max(first, second)));
  made.erase(made.begin() + static_cast<std::ptrdiff_t>(std::min(first, second)));
  made.push_back(count);
  auto arguments = detail::arguments_of(index_t{a}, index_t{b}, index_t{by});
  const auto view = [a, b, by](const any_tensor& t, const extent_values&) { return diagonal(t, a, b, by); };
  if (is_main || is_known) return detail::record_view("diagonal", x, std::move(arguments), std::move(made), view);
  // Only a value that is computed at once finds a length. No polynomial is that of a diagonal, which may lie beside the matrix.
  const auto run = detail::on_one([a, b, by](const any_tensor& t) { return clone(diagonal(t, a, b, by)); });
  return detail::record_call({detail::step_work::at_once, "diagonal", std::move(arguments), run}, x.dtype(), std::move(made),
                             {detail::planned_access::step(x)});
}

planned slice(const planned& x, index_arg axis, const index_range& positions) {
  return slice(x, axis, positions.start(), positions.size(), positions.step());
}

planned slice(const planned& x, index_arg axis, const open_slice& positions) {
  const planned_length along = x.shape()[axis];
  if (const auto known = along.number()) return slice(x, axis, positions.within(*known));
  const auto range = detail::range_within(positions, along);
  if (!range)
    throw shape_error(detail::text() << "slice: axis " << axis << " of " << detail::step_text(x) << " has the length " << to_string(along)
                                     << ", of which no rule tells every other element");
  const auto& [start, count, step] = *range;
  if (step > 0 || count.number()) return slice(x, axis, start, count, step);
  return flip(slice(x, axis, start - (count - 1), count), index_t{axis});  // also of no elements, before which no position is the last
}

std::vector<planned> split(const planned& x, index_arg axis, const std::vector<planned_length>& counts) {
  const planned_length along = x.shape()[axis];
  planned_length total = 0;
  for (const planned_length& count : counts) total = total + count;
  if (!(total == along))
    throw shape_error(detail::text() << "split: axis " << axis << " of " << detail::step_text(x) << " has the length " << to_string(along)
                                     << ", and its parts have " << to_string(total));
  std::vector<planned> parts;
  planned_length start = 0;
  for (const planned_length& count : counts) {
    parts.push_back(slice(x, axis, start, count));
    start = start + count;
  }
  return parts;
}

planned squeeze(const planned& x) {
  planned made = x;
  for (index_t axis = x.rank() - 1; axis >= 0; --axis) {
    if (x.shape()[axis] == planned_length(1)) made = squeeze(made, axis);
  }
  return made;
}

}  // namespace ravel
