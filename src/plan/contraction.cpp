// SPDX-License-Identifier: BSL-1.0
// Records sums and means along dims. Over a product it is one step, which contracts the product of tensors with the same dims, so that it
// has their bits.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/named/any_verbs.hpp>
#include "any/typed.hpp"
#include "plan/formula_reader.hpp"
#include "plan/named_product.hpp"
#include "plan/steps.hpp"

#include <algorithm>

namespace ravel::detail {

std::shared_ptr<const planned_product> product_of(const any_function& f, std::vector<planned_named_operand> operands) {
  const bool negates = f.is == any_function::kind::single && f.single == any_single::negated;
  const bool times = f.is == any_function::kind::pair && (f.pair == any_pair::times || f.pair == any_pair::divided_by);
  if (!negates && !times) return nullptr;
  constexpr int deepest = 256;
  int depth = 1;
  for (const planned_named_operand& one : operands) {
    if (one.named && one.named->product()) depth = std::max(depth, one.named->product()->depth + 1);
  }
  if (depth > deepest) throw layout_error(text() << "a product of planned expressions is " << depth << " deep: order a part of it");
  return std::make_shared<const planned_product>(planned_product{f, std::move(operands), depth});
}

namespace {

// A part of a product: an operand of the step, with dims or as a number, or a product of other parts.
struct product_part {
  std::optional<std::size_t> operand;
  std::vector<dim> labels;
  any_function f{};
  std::vector<product_part> parts;
};

// Lists the operands of a product as those of one step.
class product_lister {
 public:
  product_part add(const planned_named& e) {
    if (!e.product()) return operand(planned_access::step(e.values()), e.labels());
    product_part made;
    made.f = e.product()->f;
    for (const planned_named_operand& one : e.product()->operands)
      made.parts.push_back(one.named ? add(*one.named) : operand(one.number, {}));
    return made;
  }
  std::vector<shared_recorded> steps;

 private:
  product_part operand(const shared_recorded& step, const std::vector<dim>& labels) {
    product_part made;
    made.operand = steps.size();
    made.labels = labels;
    steps.push_back(step);
    return made;
  }
};

// The product of tensors with the same dims.
any_named_operand product_of_values(const product_part& part, const operand_values& values) {
  if (part.operand) {
    const any_operand& value = values[*part.operand];
    if (value.scalar) return *value.scalar;
    return any_named(bound_any({value.values, part.labels}));
  }
  std::vector<any_named_operand> operands;
  for (const product_part& one : part.parts) operands.push_back(product_of_values(one, values));
  return apply_named(part.f, std::move(operands));
}

// "(0 i k * 1 k j)", as formula_contractions.cpp reads it.
class part_writer {
 public:
  std::string written(const product_part& part) {
    if (part.operand) return text() << *part.operand << letters(part.labels);
    const std::string first = written(part.parts[0]);
    if (part.parts.size() == 1) return "-" + first;
    const std::string second = written(part.parts[1]);
    return text() << "(" << first << " " << name(part.f.pair) << " " << second << ")";
  }
  std::string letters(const std::vector<dim>& dims) {
    std::string made;
    for (const dim& d : dims) made += " " + word(d);
    return made;
  }

 private:
  // The name, with a number behind it if another dim has it.
  std::string word(const dim& d) {
    const auto known = std::ranges::find_if(met_, [&](const auto& one) { return same(one.first, d); });
    if (known != met_.end()) return known->second;
    const std::string name = is_formula_word(d.name()) && d.name() != "over" ? d.name() : "d";
    std::string made = name;
    for (int number = 2; std::ranges::find(met_, made, &met_dim::second) != met_.end();) made = text() << name << "#" << number++;
    return met_.emplace_back(d, made).second;
  }

  using met_dim = std::pair<dim, std::string>;
  std::vector<met_dim> met_;
};

// Extents that are stated were checked, and an example has others.
named_axes without_extents(const named_axes& axes, const std::vector<dim>& dims) {
  return axes.positional().empty() ? named_axes(dims) : axes;
}

}  // namespace

planned_named contracted_planned(const planned_named& e, const named_axes& axes, contraction_gives what) {
  const char* const verb = what == contraction_gives::sum ? "sum" : "mean";
  if (!e.product()) {
    const auto plain = [what](const planned& x, const ints& on) { return what == contraction_gives::sum ? sum(x, on) : mean(x, on); };
    return along_planned(verb, e, axes, axes_become::gone, plain);
  }
  const planned_along along(verb, e, axes);
  product_lister list;
  const product_part product = list.add(e);
  const auto run = [product, axes = without_extents(axes, along.dims), what, others = along.others](const operand_values& values,
                                                                                                    const extent_values&) -> any_tensor {
    const any_named whole = *product_of_values(product, values).named;
    const any_named total = what == contraction_gives::sum ? sum_along(whole, axes) : mean_along(whole, axes);
    return tensor_of(order_by(total, std::span<const dim>(others)));
  };
  const auto example_of = [](const recorded& step) {
    auto number = number_behind(step);
    return number ? *std::move(number) : any_operand(one_element(step));
  };
  const dtype type = run(example_values(list.steps, example_of).all(), {}).dtype();
  std::vector<planned_length> lengths;
  for (const dim& d : along.others) lengths.push_back(extent(e, d));
  const planned_shape positional = e.shape();
  for (index_t axis = 0; axis < positional.rank(); ++axis) {
    if (std::ranges::find(along.positional, axis) == along.positional.end()) lengths.push_back(positional[axis]);
  }
  part_writer writer;
  call_arguments arguments;
  arguments.words = ", \"" + writer.written(product);  // meets dims in the order in which they are written
  arguments.words += " over" + writer.letters(along.dims);
  for (const index_t axis : along.positional) arguments.words += " " + std::to_string(axis);
  arguments.words += "\"";
  step_call call{step_work::at_once, std::string(verb) + "_of_product", std::move(arguments), run};
  return {record_call(std::move(call), type, std::move(lengths), std::move(list.steps)), along.others};
}

}  // namespace ravel::detail
