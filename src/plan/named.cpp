// SPDX-License-Identifier: BSL-1.0
// Records expressions with dims: aligns operands by views, so that all work is that of planned values. Changes of dims are views: new axes
// that are stretched, slices, and joins of parts over the union of their other dims.
#include <ravel/base/error.hpp>
#include <ravel/plan/named.hpp>
#include <ravel/plan/views.hpp>
#include "plan/named_product.hpp"
#include "plan/steps.hpp"

#include <algorithm>
#include <numeric>

namespace ravel {

namespace detail {

bool contains_dim(const std::vector<dim>& all, const dim& d) {
  return std::ranges::any_of(all, [&](const dim& one) { return same(one, d); });
}

std::vector<dim> joint_dims(const std::vector<planned_named_operand>& operands) {
  std::vector<dim> joint;
  std::vector<std::pair<const planned_named*, planned_length>> met;
  for (const planned_named_operand& one : operands) {
    if (!one.named) continue;
    for (const dim& d : one.named->labels()) {
      const planned_length length = extent(*one.named, d);
      const auto known = std::ranges::find_if(joint, [&](const dim& other) { return same(other, d); });
      if (known == joint.end()) {
        joint.push_back(d);
        met.emplace_back(&*one.named, length);
        continue;
      }
      const auto& [other, before] = met[static_cast<std::size_t>(known - joint.begin())];
      if (!(before == length))
        throw shape_error(text() << "dim " << d.name() << " has the lengths " << to_string(before) << " in " << step_text(other->values())
                                 << " and " << to_string(length) << " in " << step_text(one.named->values()));
    }
  }
  return joint;
}

planned aligned_to_dims(const planned_named_operand& x, const std::vector<dim>& joint, index_t positional) {
  if (!x.named) return planned_access::wrap(x.number);
  const planned_named& e = *x.named;
  std::vector<dim> own;
  for (const dim& d : joint) {
    if (contains_dim(e.labels(), d)) own.push_back(d);
  }
  planned values = with_dims_in_order(e, own);
  if (own.empty()) return values;
  for (std::size_t k = 0; k < joint.size(); ++k) {
    if (!contains_dim(own, joint[k])) values = new_axis(values, static_cast<index_t>(k));
  }
  const auto dims = static_cast<index_t>(joint.size());
  while (values.rank() < dims + positional) values = new_axis(values, dims);
  return values;
}

namespace {

std::vector<planned> aligned(const std::vector<planned_named_operand>& operands, const std::vector<dim>& joint) {
  index_t positional = 0;
  for (const planned_named_operand& one : operands) {
    if (one.named) positional = std::max(positional, one.named->shape().rank());
  }
  std::vector<planned> values;
  for (const planned_named_operand& one : operands) values.push_back(aligned_to_dims(one, joint, positional));
  return values;
}

}  // namespace

planned_named_operand::planned_named_operand(const planned_argument& x) {
  if (x.step->shape().rank() == 0) {
    number = x.step;
  } else {
    named = planned_named(planned_access::wrap(x.step));
  }
}
planned_named_operand::planned_named_operand(const any_named& x) {
  const any_labelled held = values_of(x);
  named = planned_named(planned_access::wrap(planned_argument(held.values).step), held.labels);
}

void check_has(const planned_named& e, const dim& d, const char* what) {
  if (contains_dim(e.labels(), d)) return;
  throw value_error(text() << what << ": " << step_text(e.values()) << " has no dim " << d.name());
}
std::size_t place_of_dim(const planned_named& e, const dim& d) {
  check_has(e, d, "extent");
  const auto found = std::ranges::find_if(e.labels(), [&](const dim& one) { return same(one, d); });
  return static_cast<std::size_t>(found - e.labels().begin());
}

planned with_dims_in_order(const planned_named& e, const std::vector<dim>& dims) {
  std::vector<index_t> order;
  for (const dim& d : dims) order.push_back(static_cast<index_t>(place_of_dim(e, d)));
  for (index_t axis = std::ssize(dims); axis < e.values().rank(); ++axis) order.push_back(axis);
  return std::ranges::is_sorted(order) ? e.values() : transpose(e.values(), ints(order));
}

planned_named record_named(any_single f, const planned_named& x) {
  return {record(f, x.values()), x.labels(), product_of(any_function_of(f), {x})};
}
planned_named record_named(any_pair f, const planned_named_operand& a, const planned_named_operand& b) {
  const std::vector<dim> joint = joint_dims({a, b});
  const auto values = aligned({a, b}, joint);
  return {record(f, values[0], values[1]), joint, product_of(any_function_of(f), {a, b})};
}
planned_named record_named(record_three f, const planned_named_operand& a, const planned_named_operand& b, const planned_named_operand& c) {
  const std::vector<dim> joint = joint_dims({a, b, c});
  const auto values = aligned({a, b, c}, joint);
  return {f(values[0], values[1], values[2]), joint};
}
planned_named record_named_cast(planned (*f)(const planned&, dtype), const planned_named& x, dtype to) {
  return {f(x.values(), to), x.labels()};
}

// ---- verbs

namespace {

void check_named_once(const char* verb, const planned_named& e, const sized_dim& d, const std::vector<dim>& before) {
  check_has(e, d.of, verb);
  if (contains_dim(before, d.of)) throw value_error(text() << verb << " names dim " << d.of.name() << " twice");
  const planned_length length = extent(e, d.of);
  if (d.stated() && !(length == planned_length(d.extent)))
    throw shape_error(text() << verb << ": dim " << d.of.name() << " has the length " << to_string(length) << ", not " << d.extent);
}

}  // namespace

planned_along::planned_along(const char* verb, const planned_named& e, const named_axes& given) {
  for (const sized_dim& d : given.dims()) {
    check_named_once(verb, e, d, dims);
    dims.push_back(d.of);
  }
  for (const dim& d : e.labels()) {
    if (!contains_dim(dims, d)) others.push_back(d);
  }
  const index_t labels = std::ssize(e.labels());
  for (const index_t axis : given.positional()) {
    const index_t on = check_axis(axis, e.values().rank() - labels);
    if (std::ranges::find(positional, on) != positional.end()) throw value_error(text() << verb << " names axis " << on << " twice");
    positional.push_back(on);
  }
  std::ranges::sort(positional);
  for (std::size_t k = 0; k < dims.size(); ++k) axes.push_back(static_cast<index_t>(others.size() + k));
  for (const index_t axis : positional) axes.push_back(labels + axis);
}

namespace {

std::vector<dim> joined_lists(std::vector<dim> a, const std::vector<dim>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

planned_named along_planned(const char* verb, const planned_named& e, const named_axes& axes, axes_become what, const planned_work& f) {
  const planned_along along(verb, e, axes);
  std::vector<dim> all = joined_lists(along.others, along.dims);
  const planned made = f(with_dims_in_order(e, all), ints(along.axes));
  return {made, what == axes_become::gone ? along.others : std::move(all)};
}

planned_named along_planned(const char* verb, const planned_named_operand& a, const planned_named_operand& b, const named_axes& axes,
                            axes_become what, const planned_pair_work& f) {
  const std::vector<dim> joint = joint_dims({a, b});
  const auto values = aligned({a, b}, joint);
  const planned_shape lengths = broadcast_shape(verb, std::vector{planned_access::step(values[0]), planned_access::step(values[1])});
  const planned_named x(broadcast(values[0], lengths), joint), y(broadcast(values[1], lengths), joint);
  const planned_along along(verb, x, axes);
  std::vector<dim> all = joined_lists(along.others, along.dims);
  const planned made = f(with_dims_in_order(x, all), with_dims_in_order(y, all), ints(along.axes));
  return {made, what == axes_become::gone ? along.others : std::move(all)};
}

planned planned_in_order(const planned_named& e, axis_groups&& groups) {
  std::vector<dim> all;
  std::vector<planned_length> lengths;
  bool packed = false;
  for (const loops& group : std::move(groups).taken()) {
    planned_length product = 1;
    packed = packed || group.size() != 1;
    for (const sized_dim& d : group) {
      check_named_once("order", e, d, all);
      all.push_back(d.of);
      product = product * extent(e, d.of);
    }
    lengths.push_back(product);
  }
  loops left;
  for (const dim& d : e.labels()) {
    if (!contains_dim(all, d)) left.emplace_back(d);
  }
  if (!left.empty()) throw value_error(text() << "dims " << to_string(left) << " are still bound: order them too");
  const planned values = with_dims_in_order(e, all);
  if (!packed) return values;
  const planned_shape positional = e.shape();
  lengths.insert(lengths.end(), positional.lengths().begin(), positional.lengths().end());
  return reshape(values, lengths);
}

namespace {

std::string called(const planned_named& e) { return step_text(e.values()); }
[[noreturn]] void throw_has_dim(const char* verb, const planned_named& e, const dim& d) {
  throw value_error(text() << verb << ": " << called(e) << " has dim " << d.name() << " already");
}

// Parts over the same dims and positional axes, but for one dim each.
struct planned_parts {
  planned_parts(const char* name, const std::vector<planned_named_operand>& given) : verb(name), operands(given) {
    if (operands.empty()) throw value_error(text() << verb << " needs at least one part");
    for (const planned_named_operand& one : operands) {
      if (!one.named && number_behind(*one.number)) throw value_error(text() << verb << " of a number: it takes values with elements");
      if (!one.named) continue;
      const planned_shape shape = one.named->shape();
      while (std::ssize(positional) < shape.rank()) positional.insert(positional.begin(), planned_length(1));
      for (index_t k = 1; k <= shape.rank(); ++k)
        widen(positional[positional.size() - static_cast<std::size_t>(k)], shape[shape.rank() - k]);
    }
  }

  // Those that the part has alone.
  std::vector<dim> own_dims(std::size_t part) const {
    std::vector<dim> own;
    if (!operands[part].named) return own;
    for (const dim& d : operands[part].named->labels()) {
      const auto has = [&](const planned_named_operand& one) { return one.named && has_dim(*one.named, d); };
      if (std::ranges::count_if(operands, has) == 1) own.push_back(d);
    }
    return own;
  }
  // The parts one after the other, by these dims of their own, which have these lengths.
  planned_named joined(const dim& along, std::vector<dim> shared, const std::vector<dim>& own,
                       const std::vector<planned_length>& lengths) const {
    for (const dim& d : shared) {
      if (same(d, along)) throw value_error(text() << verb << ": every part has dim " << along.name() << " already");
    }
    const auto behind = std::ssize(shared);
    std::vector<shared_recorded> steps;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      std::vector<dim> dims = shared;
      dims.push_back(own[k]);
      lengths_of whole = shared_lengths(shared);
      whole.push_back(lengths[k]);
      whole.insert(whole.end(), positional.begin(), positional.end());
      const planned values = aligned_to_dims(operands[k], dims, std::ssize(positional));
      steps.push_back(planned_access::step(broadcast(values, whole)));
    }
    shared.push_back(along);
    return {record_concat(ravel::along(behind), std::move(steps)), std::move(shared)};
  }

  const char* verb;
  const std::vector<planned_named_operand>& operands;
  lengths_of positional;

 private:
  void widen(planned_length& to, const planned_length& with) const {
    if (to == planned_length(1)) to = with;
    if (!(with == planned_length(1)) && !(with == to))
      throw shape_error(text() << verb << ": positional axes of parts have the lengths " << to_string(to) << " and " << to_string(with));
  }
  lengths_of shared_lengths(const std::vector<dim>& shared) const {
    lengths_of made;
    for (const dim& d : shared) {
      const auto has = [&](const planned_named_operand& one) { return one.named && has_dim(*one.named, d); };
      made.push_back(extent(*std::ranges::find_if(operands, has)->named, d));
    }
    return made;
  }
};

std::string listed(const planned_named& e) {
  return called(e) + " with dims (" + comma_list(e.labels(), [](const dim& d) { return d.name(); }) + ")";
}

}  // namespace

planned_named expanded_planned(const planned_named& e, const std::vector<planned_dim>& by) {
  std::vector<dim> labels = e.labels();
  planned values = e.values();
  lengths_of whole = values.shape().lengths();
  for (const planned_dim& d : by) {
    if (contains_dim(labels, d.of)) throw_has_dim("expand", e, d.of);
    if (!d.length) throw shape_error(text() << "nobody states the extent of dim " << d.of.name() << ": write " << d.of.name() << "(n)");
    const auto at = std::ssize(labels);
    values = new_axis(values, at);
    whole.insert(whole.begin() + at, *d.length);
    labels.push_back(d.of);
  }
  return {broadcast(values, whole), std::move(labels)};
}

planned_named concat_planned(const dim& along, const std::vector<planned_named_operand>& operands) {
  const planned_parts parts("concat", operands);
  std::vector<dim> shared = joint_dims(operands), own;
  std::vector<planned_length> lengths;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const std::vector<dim> alone = parts.own_dims(k);
    if (alone.size() != 1)
      throw value_error(text() << "concat: part " << k + 1 << " is "
                               << (operands[k].named ? listed(*operands[k].named) : step_text(*operands[k].number))
                               << ", and needs one dim that no other part has, to be joined along");
    own.push_back(alone[0]);
    lengths.push_back(extent(*operands[k].named, alone[0]));
    std::erase_if(shared, [&](const dim& d) { return same(d, alone[0]); });
  }
  return parts.joined(along, std::move(shared), own, lengths);
}

planned_named stack_planned(const dim& along, const std::vector<planned_named_operand>& operands) {
  const planned_parts parts("stack", operands);
  const std::vector<dim> own(operands.size(), dim(along.name()));
  return parts.joined(along, joint_dims(operands), own, std::vector<planned_length>(operands.size(), planned_length(1)));
}

}  // namespace detail

planned_shape planned_named::shape() const {
  const auto& lengths = values_.shape().lengths();
  return std::vector(lengths.begin() + std::ssize(labels_), lengths.end());
}
planned planned_named::whole() const { return detail::planned_in_order(*this, detail::axis_groups()); }

bool has_dim(const planned_named& e, const dim& d) { return detail::contains_dim(e.labels(), d); }
planned_length extent(const planned_named& e, const dim& d) { return e.values().shape()[static_cast<index_t>(detail::place_of_dim(e, d))]; }
planned_named rename(const planned_named& e, const dim& from, const dim& to) {
  detail::check_has(e, from, "rename");
  if (!same(from, to) && has_dim(e, to)) throw value_error(detail::text() << "rename: there is a dim " << to.name() << " already");
  std::vector<dim> labels = e.labels();
  labels[detail::place_of_dim(e, from)] = to;
  return {e.values(), std::move(labels)};
}

std::vector<planned_named> split(const planned_named& e, const dim& d, std::vector<planned_dim> parts) {
  detail::check_has(e, d, "split");
  const planned_length whole = extent(e, d);
  planned_length total = 0;
  planned_dim* open = nullptr;
  for (planned_dim& part : parts) {
    if (part.length) {
      total = total + *part.length;
    } else if (open) {
      throw shape_error(detail::text() << "split: nobody states the extents of dims " << open->of.name() << " and " << part.of.name());
    } else {
      open = &part;
    }
    if (!same(part.of, d) && has_dim(e, part.of)) detail::throw_has_dim("split", e, part.of);
  }
  if (open) open->length = whole - total;
  const auto left = (whole - total).number();
  if (open ? left && *left < 0 : !(total == whole))
    throw shape_error(detail::text() << "split: parts of dim " << d.name() << " make " << to_string(total) << ", it has extent "
                                     << to_string(whole));
  const auto axis = static_cast<index_t>(detail::place_of_dim(e, d));
  std::vector<planned_named> made;
  planned_length start = 0;
  for (const planned_dim& part : parts) {
    std::vector<dim> labels = e.labels();
    labels[static_cast<std::size_t>(axis)] = part.of;
    made.emplace_back(slice(e.values(), axis, start, *part.length), std::move(labels));
    start = start + *part.length;
  }
  return made;
}

}  // namespace ravel
