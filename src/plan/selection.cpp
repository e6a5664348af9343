// SPDX-License-Identifier: BSL-1.0
// Records selections by masks and positions, and searches: their lengths, and the verb that a run calls.
#include <ravel/any/make.hpp>
#include <ravel/any/order.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/op/fold/map_axis.hpp>
#include <ravel/plan/planned.hpp>
#include <ravel/plan/views.hpp>
#include <ravel/tensor/make.hpp>
#include "plan/steps.hpp"

#include <algorithm>

namespace ravel {

namespace detail {

namespace {

void check_mask(const char* verb, const recorded& mask) {
  if (mask.type() != dtype::bool_)
    throw type_error(text() << verb << ": the mask " << step_text(mask) << " has no bools: write a comparison, such as x > 0");
}
tensor<const index_t> positions_of(const any_tensor& x) { return as<index_t>(cast(x, dtype_of<index_t>())); }

// The elements as the verbs of tensors compute with them: half floats as float, and no strings.
any_tensor numbers_of(const char* verb, const any_tensor& x) {
  if (x.dtype() == dtype::string) throw_no_operation(verb, x.dtype());
  return any_tensor_access::numbers(x);
}
// compress and take_along_axis by moves of elements, which are compiled once for all types.
any_tensor kept_elements(const any_tensor& x, index_t axis, const any_tensor& mask) {
  return clone(take(numbers_of("compress", x), axis, argfilter(mask)));
}
any_tensor taken_along(const any_tensor& x, const tensor<const index_t>& positions, index_t axis) {
  const tensor<index_t> places = clone(positions);  // row-major in x
  const index_t extent = x.extent(axis), taken = places.extent(axis), behind = positions_behind(x.shape(), axis);
  index_t* place = places.data();
  for (index_t line = 0; line * taken * behind < places.size(); ++line) {
    for (index_t i = 0; i < taken * behind; ++i, ++place) {
      if (*place < 0 || *place >= extent) throw_taken_outside(*place, extent, axis);
      *place = (line * extent + *place) * behind + i % behind;
    }
  }
  return reshape(clone(take(flat(numbers_of("take_along_axis", x)), 0, selection(flat(places)))), positions.shape());
}

[[noreturn]] void throw_mask_length(const char* verb, const recorded& x, const recorded& mask, const planned_length& length, index_t axis) {
  throw shape_error(text() << verb << ": axis " << axis << " of " << step_text(x) << " has the length " << to_string(length)
                           << ", and the mask is " << step_text(mask));
}

planned_length count_of(const shared_recorded& mask) {
  const planned_length all = mask->shape().elements();
  return all == planned_length(0) ? all : found_extent::by_mask(mask);
}

}  // namespace

void check_positions(const char* verb, const recorded& positions) {
  if (kind_of(positions.type()) != element_kind::integer)
    throw type_error(text() << verb << ": the positions " << step_text(positions) << " are no integers");
}

planned record_compress(const planned_argument& x, const planned_argument& mask) {
  check_mask("compress", *mask.step);
  if (!(x.step->shape() == mask.step->shape()))
    throw shape_error(text() << "compress: " << step_text(*x.step) << " and the mask " << step_text(*mask.step) << " differ in shape");
  const auto run = [](const any_tensor& t, const any_tensor& kept) { return kept_elements(flat(t), 0, kept); };
  return record_at_once("compress", arguments_of(), on_two(run), x.step->type(), {count_of(mask.step)}, {x.step, mask.step});
}

planned record_compress(const planned_argument& x, const planned_argument& mask, index_arg axis) {
  check_mask("compress", *mask.step);
  auto made = x.step->shape().lengths();
  const index_t along = check_axis(axis, x.step->shape().rank());
  planned_length& length = made[static_cast<std::size_t>(along)];
  if (!(mask.step->shape().elements() == length)) throw_mask_length("compress", *x.step, *mask.step, length, along);
  length = count_of(mask.step);
  const auto run = [along](const any_tensor& t, const any_tensor& kept) { return kept_elements(t, along, kept); };
  return record_at_once("compress", arguments_of(along), on_two(run), x.step->type(), std::move(made), {x.step, mask.step});
}

planned record_take(const planned_argument& x, index_arg axis, const planned_argument& positions) {
  check_positions("take", *positions.step);
  if (positions.step->shape().rank() != 1)
    throw shape_error(text() << "take: the positions " << step_text(*positions.step) << " have not one axis: take_along_axis has more");
  auto made = x.step->shape().lengths();
  const index_t along = check_axis(axis, x.step->shape().rank());
  made[static_cast<std::size_t>(along)] = positions.step->shape()[0];
  const auto run = [along](const any_tensor& t, const any_tensor& at) { return take(t, along, selection(positions_of(at))); };
  step_call call{step_work::view, "take", arguments_of(along), on_two(run)};
  call.argument_place = 1;
  call.is_placed_by_elements = true;
  return record_call(std::move(call), x.step->type(), std::move(made), {x.step, positions.step});
}

planned record_take_along_axis(const planned_argument& x, const planned_argument& positions, index_arg axis) {
  check_positions("take_along_axis", *positions.step);
  const planned_shape& shape = x.step->shape();
  const index_t along = check_axis(axis, shape.rank());
  auto made = positions.step->shape().lengths();
  auto same = x.step->shape().lengths();
  if (made.size() == same.size()) same[static_cast<std::size_t>(along)] = made[static_cast<std::size_t>(along)];
  if (!(made == same))
    throw shape_error(text() << "take_along_axis: " << step_text(*x.step) << " and the positions " << step_text(*positions.step)
                             << " differ in another axis than " << along);
  const auto run = [along](const any_tensor& t, const any_tensor& at) { return taken_along(t, positions_of(at), along); };
  return record_at_once("take_along_axis", arguments_of(along), on_two(run), x.step->type(), std::move(made), {x.step, positions.step});
}

planned record_searchsorted(const planned_argument& sorted, const planned_argument& values, search_side side) {
  if (sorted.step->shape().rank() != 1)
    throw shape_error(text() << "searchsorted: the sorted data " << step_text(*sorted.step) << " have not one axis");
  const auto run = [side](const any_tensor& x, const any_tensor& y) -> any_tensor { return searchsorted(x, y, side); };
  return record_at_once("searchsorted", side == search_side::left ? arguments_of() : arguments_of(side), on_two(run), dtype::int64,
                        values.step->shape(), {sorted.step, values.step});
}

planned record_index_of(const planned_argument& x, const planned_argument& values) {
  const auto run = [](const any_tensor& t, const any_tensor& y) -> any_tensor { return index_of(t, y); };
  return record_at_once("index_of", arguments_of(), on_two(run), dtype::int64, values.step->shape(), {x.step, values.step});
}

planned record_membership(const planned_argument& x, const planned_argument& values) {
  const auto run = [](const any_tensor& t, const any_tensor& y) -> any_tensor { return membership(t, y); };
  return record_at_once("membership", arguments_of(), on_two(run), dtype::bool_, x.step->shape(), {x.step, values.step});
}

}  // namespace detail

planned planned::operator()(const planned& places) const {
  const auto& mask = detail::planned_access::step(places);
  if (mask->type() != dtype::bool_) return detail::record_take(*this, 0, places);
  auto made = shape().lengths();
  const auto& marked = mask->shape().lengths();
  if (marked.empty() || marked.size() > made.size() || !std::equal(marked.begin(), marked.end(), made.begin()))
    throw shape_error(detail::text() << "the mask " << detail::step_text(*mask) << " does not have the first axes of "
                                     << step_text(*step_));
  made.erase(made.begin(), made.begin() + std::ssize(marked));
  made.insert(made.begin(), detail::count_of(mask));
  const auto run = detail::on_two([](const any_tensor& t, const any_tensor& kept) { return clone(t(kept)); });
  return detail::record_call({detail::step_work::at_once, "", detail::arguments_of(), run}, dtype(), std::move(made), {step_, mask});
}

planned argfilter(const planned& mask) {
  const auto& step = detail::planned_access::step(mask);
  detail::check_mask("argfilter", *step);
  const auto run = detail::on_one([](const any_tensor& marks) {
    const selection found = argfilter(marks);
    const tensor<index_t> made = empty<index_t>(found.size());
    found.read(0, std::span(made.data(), static_cast<std::size_t>(found.size())));
    return any_tensor(made);
  });
  return detail::record_call({detail::step_work::at_once, "argfilter", detail::arguments_of(), run}, dtype::int64, {detail::count_of(step)},
                             {step});
}

planned nonzero(const planned& mask) {
  const auto& step = detail::planned_access::step(mask);
  detail::check_mask("nonzero", *step);
  const auto run = detail::on_one([](const any_tensor& marks) -> any_tensor { return nonzero(marks); });
  return detail::record_call({detail::step_work::at_once, "nonzero", detail::arguments_of(), run}, dtype::int64,
                             {detail::count_of(step), mask.rank()}, {step});
}

planned unique(const planned& x) {
  const auto run = detail::on_one([](const any_tensor& t) { return unique(t); });
  return detail::record_at_once("unique", detail::arguments_of(), run, x.dtype(), {detail::found_extent::by_step("length of unique")},
                                {detail::planned_access::step(x)});
}

}  // namespace ravel
