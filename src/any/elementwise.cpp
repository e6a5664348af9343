// SPDX-License-Identifier: BSL-1.0
// Dispatches operations on run-time types: first bools, then the common type of the operands, then the part that implements the operation.
// equal and close compare directly for one type, else each pair by value, or as complex numbers.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/tensor/elementwise.hpp>
#include "any/function_group.hpp"
#include "any/loop_node.hpp"

#include <algorithm>
#include <span>

namespace ravel::detail {

namespace {

// Two bools have a sum and a product, but no other arithmetic.
bool adds_bools(any_pair f) {
  return f == any_pair::plus || f == any_pair::times || f == any_pair::checked_add || f == any_pair::checked_mul;
}
[[noreturn]] void throw_no_bits(std::string_view function, dtype a, dtype b) {
  throw type_error(text() << function << " of " << ravel::name(a) << " and " << ravel::name(b)
                          << ": only integers and bools have bits, and cast<int>(x) makes integers");
}

}  // namespace

any_tensor apply_any(any_pair f, const any_operand& given_a, const any_operand& given_b) {
  const met_types types = meet(given_a, given_b);
  const auto refuse = [&] { throw_no_operation(name(f), types.a, types.b); };
  const bool bools = types.a == dtype::bool_ && types.b == dtype::bool_;
  const function_group group = group_of(f);
  const bool bits = group == function_group::bits, shift = group == function_group::shift, choice = group == function_group::choice;
  if (group == function_group::comparison) return apply_comparison(f, given_a, given_b);
  if (is_text(types.a) || is_text(types.b)) refuse();
  if (group == function_group::transcendental) return apply_transcendental(f, given_a, given_b);
  if (group == function_group::logical) {
    if (given_a.dtype() != dtype::bool_ || given_b.dtype() != dtype::bool_) throw_no_operation(name(f), given_a.dtype(), given_b.dtype());
    return apply_bits(f == any_pair::logical_and ? any_pair::bit_and : any_pair::bit_or, given_a, given_b, dtype::bool_);
  }
  if (!types.meet) refuse();
  const taking_part taking_a(given_a, types.a), taking_b(given_b, types.b);
  const any_operand &a = taking_a.operand(), &b = taking_b.operand();
  const dtype meet = bools && (bits || choice) ? dtype::bool_ : *types.meet;
  if (choice) return apply_choice(f, a, b, meet);
  if (bits || shift) {
    const bool whole = kind_of(types.a) <= element_kind::integer && kind_of(types.b) <= element_kind::integer;
    if (!whole) throw_no_bits(name(f), types.a, types.b);
    if (shift && (types.a == dtype::bool_ || types.b == dtype::bool_)) refuse();
    return apply_bits(f, a, b, meet);
  }
  if (bools && !adds_bools(f)) refuse();
  return apply_arithmetic(f, a, b, meet);
}

any_tensor apply_any(any_single f, const any_operand& x) {
  const any_tensor values = operand_as(x, x.dtype());
  const bool is_bool = x.dtype() == dtype::bool_;
  if (f == any_single::logical_not && !is_bool) throw_no_operation(name(f), x.dtype());
  if (f == any_single::logical_not || (f == any_single::bit_not && is_bool)) return loop_over<logical_not>(as<bool>(values));
  const function_group group = group_of(f);
  const bool takes_bool = f == any_single::square || group == function_group::nan;
  if ((is_bool && !takes_bool) || is_text(x.dtype())) throw_no_operation(name(f), x.dtype());
  if (group == function_group::transcendental || group == function_group::unit) return apply_transcendental(f, values);
  if (group == function_group::rounding || group == function_group::nan) return apply_rounding(f, values);
  return apply_arithmetic(f, values);
}

namespace {

constexpr std::string_view pair_names[] = {
#define RAVEL_NAME(sign, name) #sign,
    RAVEL_FOR_EACH_ANY_OPERATOR(RAVEL_NAME) RAVEL_FOR_EACH_COMPARISON(RAVEL_NAME)
#undef RAVEL_NAME
#define RAVEL_NAME(name, ...) #name,
        RAVEL_FOR_EACH_ANY_PAIR_FUNCTION(RAVEL_NAME)
#undef RAVEL_NAME
};
constexpr std::string_view single_names[] = {
#define RAVEL_NAME(sign, name) #sign,
    RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_NAME)
#undef RAVEL_NAME
#define RAVEL_NAME(name, ...) #name,
        RAVEL_FOR_EACH_ANY_FUNCTION(RAVEL_NAME)
#undef RAVEL_NAME
};

template <class Function>
std::optional<Function> function_named(std::span<const std::string_view> names, std::string_view called) {
  const auto place = std::ranges::find(names, called) - names.begin();
  return place < std::ssize(names) ? std::optional(static_cast<Function>(place)) : std::nullopt;
}

}  // namespace

std::string_view name(any_pair f) { return pair_names[static_cast<std::size_t>(f)]; }
std::string_view name(any_single f) { return single_names[static_cast<std::size_t>(f)]; }
std::optional<any_pair> pair_named(std::string_view called) { return function_named<any_pair>(pair_names, called); }
std::optional<any_single> single_named(std::string_view called) { return function_named<any_single>(single_names, called); }

const any_tensor& apply_in_place(any_pair f, const any_tensor& x, const any_operand& y) {
  check_writable(x);
  const any_tensor result = apply_any(f, x, y);
  if (kind_of(result.dtype()) > kind_of(x.dtype()))
    throw type_error(text() << name(f) << "= on " << ravel::name(x.dtype()) << " would write elements of " << ravel::name(result.dtype())
                            << ": x = x " << name(f) << " y makes a tensor of them");
  return x.assign(result);
}

bool equal_any(const any_operand& a, const any_operand& b) {
  if (is_text(a.dtype()) != is_text(b.dtype())) throw_no_operation("equal", a.dtype(), b.dtype());
  const any_tensor x = operand_as(a, a.dtype()), y = operand_as(b, b.dtype());
  if (x.shape() != y.shape()) return false;
  if (x.dtype() != y.dtype()) return all_of(as<bool>(apply_comparison(any_pair::equals, x, y)));
  return visit_keys(x, [&](const auto& t) { return equal(t, as<typename std::remove_cvref_t<decltype(t)>::value_type>(y)); });
}

bool close_any(const any_operand& a, const any_operand& b, double rtol, double atol) {
  const any_tensor x = operand_as(a, a.dtype()), y = operand_as(b, b.dtype());
  for (const dtype type : {x.dtype(), y.dtype()}) check_no_text("close", type);
  if (x.shape() != y.shape()) return false;
  if (x.dtype() == y.dtype())
    return visit(x, [&](const auto& t) { return close(t, as<typename std::remove_cvref_t<decltype(t)>::value_type>(y), rtol, atol); });
  if (kind_of(x.dtype()) == element_kind::complex || kind_of(y.dtype()) == element_kind::complex)
    return close(cast<std::complex<double>>(x), cast<std::complex<double>>(y), rtol, atol);
  return close(cast<double>(x), cast<double>(y), rtol, atol);
}

}  // namespace ravel::detail

bool ravel::same(const any_tensor& a, const any_tensor& b) {
  return a.dtype() == b.dtype() && any_tensor_access::shared(a) == any_tensor_access::shared(b);
}
