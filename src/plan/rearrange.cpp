// SPDX-License-Identifier: BSL-1.0
// Records margins, tiles, turns, diagonals and slices without counting.
#include <ravel/any/copy.hpp>
#include <ravel/any/make.hpp>
#include <ravel/any/pad.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/plan/rearrange.hpp>
#include <ravel/plan/views.hpp>
#include "plan/found_extent.hpp"
#include "plan/view_step.hpp"

#include <algorithm>

namespace ravel {

namespace detail {

namespace {

call_arguments arguments_of_margins(const std::vector<margin>& each, const std::string& rest) {
  call_arguments made;
  made.have_text = rest.empty() || rest.starts_with(", pad_mode");  // words do not tell each bit of a value
  text written;
  written << ", {";
  for (std::size_t k = 0; k < each.size(); ++k) written << (k ? ", " : "") << "{" << each[k].before << ", " << each[k].after << "}";
  made.words = written << "}" << rest;
  return made;
}

template <class F>
planned record_pad(const planned& x, const margins& widths, const std::string& rest, const F& padded) {
  const std::vector<margin> each = widths.of(one_element(x).shape());
  auto made = lengths(x);
  for (std::size_t k = 0; k < made.size(); ++k) made[k] = made[k] + (each[k].before + each[k].after);
  return record_view("pad", x, arguments_of_margins(each, rest), std::move(made),
                     [each, padded](const any_tensor& t, const extent_values&) { return padded(t, margins(each)); });
}

const char* words_of_mode(pad_mode mode) {
  return mode == pad_mode::edge ? ", pad_mode::edge" : mode == pad_mode::reflect ? ", pad_mode::reflect" : ", pad_mode::wrap";
}

// How many positions a slice has of an axis: of long axes a number, or all but a number. Nothing if it skips some.
std::optional<planned_length> open_count(const open_slice& positions, const planned_length& of) {
  if (const auto known = of.number()) return planned_length(positions.within(*known).size());
  const index_t size = index_t{1} << 40;
  const index_t count = positions.within(size).size(), more = positions.within(size + 1).size() - count;
  if (positions.within(size + 2).size() - count != 2 * more || more < 0 || more > 1) return std::nullopt;
  return more == 0 ? planned_length(count) : of - (size - count);
}

}  // namespace

}  // namespace detail

planned pad(const planned& x, const margins& widths, const any_scalar& value) {
  (void)full(x.dtype(), {}, value);  // throws if the value does not fit
  return detail::record_pad(x, widths, ", " + detail::planned_argument(value).step->written({}),
                            [value](const any_tensor& t, const margins& each) { return pad(t, each, value); });
}
planned pad(const planned& x, const margins& widths) {
  return detail::record_pad(x, widths, "", [](const any_tensor& t, const margins& each) { return pad(t, each); });
}
planned pad(const planned& x, const margins& widths, pad_mode mode) {
  return detail::record_pad(x, widths, detail::words_of_mode(mode),
                            [mode](const any_tensor& t, const margins& each) { return pad(t, each, mode); });
}

planned tile(const planned& x, const ints& times) {
  (void)tile(detail::one_element(x), times);  // throws if a number is negative
  auto made = detail::lengths(x);
  while (std::ssize(made) < times.size()) made.insert(made.begin(), planned_length(1));
  for (index_t k = 0; k < times.size(); ++k) {
    planned_length& along = made[made.size() - static_cast<std::size_t>(times.size() - k)];
    along = along * planned_length(times[k]);
  }
  return detail::record_view("tile", x, detail::arguments_of(times), std::move(made),
                             [times](const any_tensor& t, const extent_values&) { return tile(t, times); });
}

planned rotate(const planned& x, const ints& shifts) {
  (void)rotate(detail::one_element(x), shifts);  // throws if there are more or fewer shifts than axes
  return detail::record_view("rotate", x, detail::arguments_of(shifts), detail::lengths(x),
                             [shifts](const any_tensor& t, const extent_values&) { return rotate(t, shifts); });
}

planned rot90(const planned& x, index_arg times, index_arg from, index_arg to) {
  (void)rot90(detail::one_element(x), times, from, to);  // throws if there is no such plane
  auto made = detail::lengths(x);
  if (times % 2 != 0) std::swap(made[detail::place(from, x.rank())], made[detail::place(to, x.rank())]);
  return detail::record_view("rot90", x, detail::arguments_of(index_t{times}, index_t{from}, index_t{to}), std::move(made),
                             [times, from, to](const any_tensor& t, const extent_values&) { return rot90(t, times, from, to); });
}

planned diagonal(const planned& x, index_arg a, index_arg b, index_arg by) {
  (void)diagonal(detail::one_element(x), a, b);  // throws if there are no such axes
  auto made = detail::lengths(x);
  const std::size_t first = detail::place(a, x.rank()), second = detail::place(b, x.rank());
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
  const auto run = [a, b, by](const detail::operand_values& operands, const extent_values&) {
    return clone(diagonal(operands.tensor(0), a, b, by));
  };
  return detail::record_call({detail::step_work::at_once, "diagonal", std::move(arguments), run}, x.dtype(), std::move(made),
                             {detail::planned_access::step(x)});
}

planned slice(const planned& x, index_arg axis, const index_range& positions) {
  auto made = detail::lengths(x);
  planned_length& along = made[detail::place(axis, x.rank())];
  if (const auto known = along.number()) selection(positions).check_within(*known);
  along = positions.size();
  return detail::record_view("slice", x, detail::arguments_of(index_t{axis}, positions.start(), positions.size(), positions.step()),
                             std::move(made),
                             [axis, positions](const any_tensor& t, const extent_values&) { return slice(t, axis, positions); });
}

planned slice(const planned& x, index_arg axis, const open_slice& positions) {
  auto made = detail::lengths(x);
  planned_length& along = made[detail::place(axis, x.rank())];
  const auto count = detail::open_count(positions, along);
  if (!count)
    throw shape_error(detail::text() << "slice: axis " << axis << " of " << detail::step_text(*detail::planned_access::step(x))
                                     << " has the length " << to_string(along) << ", of which no rule tells every other element");
  along = *count;
  return detail::record_view("slice", x, detail::untold_arguments(detail::text() << ", " << index_t{axis} << ", …"), std::move(made),
                             [axis, positions](const any_tensor& t, const extent_values&) { return slice(t, axis, positions); });
}

std::vector<planned> split(const planned& x, index_arg axis, const std::vector<planned_length>& counts) {
  const planned_length along = x.shape()[axis];
  planned_length total = 0;
  for (const planned_length& count : counts) total = total + count;
  if (!(total == along))
    throw shape_error(detail::text() << "split: axis " << axis << " of " << detail::step_text(*detail::planned_access::step(x))
                                     << " has the length " << to_string(along) << ", and its parts have " << to_string(total));
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
