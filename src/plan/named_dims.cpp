// SPDX-License-Identifier: BSL-1.0
// Records changes of dims as views: new axes that are stretched, slices, and joins of parts over the union of their other dims.
#include <ravel/base/error.hpp>
#include <ravel/plan/named.hpp>
#include <ravel/plan/views.hpp>
#include "plan/named_product.hpp"
#include "plan/steps.hpp"

#include <algorithm>

namespace ravel {

namespace detail {

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
  std::string all;
  for (const dim& d : e.labels()) all += (all.empty() ? "" : ", ") + d.name();
  return called(e) + " with dims (" + all + ")";
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

using namespace detail;

std::vector<planned_named> split(const planned_named& e, const dim& d, std::vector<planned_dim> parts) {
  check_has(e, d, "split");
  const planned_length whole = extent(e, d);
  planned_length total = 0;
  planned_dim* open = nullptr;
  for (planned_dim& part : parts) {
    if (part.length) {
      total = total + *part.length;
    } else if (open) {
      throw shape_error(text() << "split: nobody states the extents of dims " << open->of.name() << " and " << part.of.name());
    } else {
      open = &part;
    }
    if (!same(part.of, d) && has_dim(e, part.of)) throw_has_dim("split", e, part.of);
  }
  if (open) open->length = whole - total;
  const auto left = (whole - total).number();
  if (open ? left && *left < 0 : !(total == whole))
    throw shape_error(text() << "split: parts of dim " << d.name() << " make " << to_string(total) << ", it has extent "
                             << to_string(whole));
  const auto axis = static_cast<index_t>(place_of_dim(e, d));
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
