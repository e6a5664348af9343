// SPDX-License-Identifier: BSL-1.0
// Records margins, tiles, turns, diagonals and slices without counting.
#include <ravel/any/copy.hpp>
#include <ravel/any/make.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/plan/views.hpp>
#include "plan/found_extent.hpp"
#include "plan/steps.hpp"

#include <algorithm>

namespace ravel {

namespace detail {

namespace {

call_arguments arguments_of_margins(const std::vector<margin>& each, const std::string& rest) {
  call_arguments made;
  text written;
  written << ", {";
  for (std::size_t k = 0; k < each.size(); ++k) written << (k ? ", " : "") << "{" << each[k].before << ", " << each[k].after << "}";
  made.words = written << "}" << rest;
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

using namespace detail;

planned pad(const planned& x, const margins& widths, const any_scalar& value) {
  (void)full(x.dtype(), {}, value);  // throws if the value does not fit
  return record_pad(x, widths, ", " + scalar_literal(value),
                    [value](const any_tensor& t, const margins& each) { return pad(t, each, value); });
}
planned pad(const planned& x, const margins& widths) {
  return record_pad(x, widths, "", [](const any_tensor& t, const margins& each) { return pad(t, each); });
}
planned pad(const planned& x, const margins& widths, pad_mode mode) {
  return record_pad(x, widths, ", " + argument_words(mode),
                    [mode](const any_tensor& t, const margins& each) { return pad(t, each, mode); });
}

planned tile(const planned& x, const ints& times) {
  auto made = x.shape().lengths();
  while (std::ssize(made) < times.size()) made.insert(made.begin(), planned_length(1));
  for (index_t k = 0; k < times.size(); ++k) {
    planned_length& along = made[made.size() - static_cast<std::size_t>(times.size() - k)];
    along = along * planned_length(times[k]);
  }
  return record_tried_view(
      "tile", x, std::move(made), [](const any_tensor& t, const ints& by) { return tile(t, by); }, times);
}

planned rotate(const planned& x, const ints& shifts) {
  return record_tried_view(
      "rotate", x, x.shape().lengths(), [](const any_tensor& t, const ints& by) { return rotate(t, by); }, shifts);
}

planned rot90(const planned& x, index_arg times, index_arg from, index_arg to) {
  (void)rot90(one_element(x), times, from, to);  // throws if there is no such plane
  auto made = x.shape().lengths();
  if (times % 2 != 0) std::swap(made[axis_at(from, x.rank())], made[axis_at(to, x.rank())]);
  return record_view("rot90", x, arguments_of(index_t{times}, index_t{from}, index_t{to}), std::move(made),
                     [times, from, to](const any_tensor& t, const extent_values&) { return rot90(t, times, from, to); });
}

planned diagonal(const planned& x, index_arg a, index_arg b, index_arg by) {
  (void)diagonal(one_element(x), a, b);  // throws if there are no such axes
  auto made = x.shape().lengths();
  const std::size_t first = axis_at(a, x.rank()), second = axis_at(b, x.rank());
  const auto rows = made[first].number(), columns = made[second].number();
  const index_t below = by < 0 ? -std::max(index_t{by}, -index_limit) : 0, above = std::max(index_t{by}, index_t{0});
  const bool is_main = by == 0 && made[first] == made[second], is_known = rows && columns;
  const planned_length count = is_main    ? made[first]
                               : is_known ? planned_length(std::max(index_t{0}, std::min(*rows - below, *columns - above)))
                                          : found_extent::by_step("length of diagonal");
  made.erase(made.begin() + static_cast<std::ptrdiff_t>(std::max(first, second)));
  made.erase(made.begin() + static_cast<std::ptrdiff_t>(std::min(first, second)));
  made.push_back(count);
  auto arguments = arguments_of(index_t{a}, index_t{b}, index_t{by});
  const auto view = [a, b, by](const any_tensor& t, const extent_values&) { return diagonal(t, a, b, by); };
  if (is_main || is_known) return record_view("diagonal", x, std::move(arguments), std::move(made), view);
  // Only a value that is computed at once finds a length. No polynomial is that of a diagonal, which may lie beside the matrix.
  const auto run = on_one([a, b, by](const any_tensor& t) { return clone(diagonal(t, a, b, by)); });
  return record_call({step_work::at_once, "diagonal", std::move(arguments), run}, x.dtype(), std::move(made), {planned_access::step(x)});
}

planned slice(const planned& x, index_arg axis, const index_range& positions) {
  return slice(x, axis, positions.start(), positions.size(), positions.step());
}

planned slice(const planned& x, index_arg axis, const open_slice& positions) {
  const planned_length along = x.shape()[axis];
  if (const auto known = along.number()) return slice(x, axis, positions.within(*known));
  const auto range = range_within(positions, along);
  if (!range)
    throw shape_error(text() << "slice: axis " << axis << " of " << step_text(x) << " has the length " << to_string(along)
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
    throw shape_error(text() << "split: axis " << axis << " of " << step_text(x) << " has the length " << to_string(along)
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
