// SPDX-License-Identifier: BSL-1.0
// Finds the common type of operands, and reports if there is none.
#include "any/typed.hpp"

#include <ravel/any/elementwise.hpp>
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel::detail {

namespace {

void add_value(text& to, const any_scalar& value) {
  visit_held(value, [&](const auto& v) {
    using T = std::remove_cvref_t<decltype(v)>;
    if constexpr (std::same_as<T, std::string>) {
      to << "\"" << v << "\"";
    } else if constexpr (complex_element<T>) {
      to << v.real() << (v.imag() < 0 ? "" : "+") << v.imag() << "i";
    } else if constexpr (signed_element<T>) {
      to << static_cast<std::int64_t>(v);
    } else if constexpr (unsigned_element<T>) {
      to << static_cast<std::uint64_t>(v);
    } else if constexpr (half_element<T>) {
      to << static_cast<float>(v);
    } else {
      to << v;
    }
  });
}

// A repeated value. Its node knows that it is constant, so that sparse data stays sparse.
struct constant_tensor {
  template <class T>
  any_tensor operator()(const T& value) const {
    return tensor<const T>(dims::row_major({}), constant<T>(1, value));
  }
};

}  // namespace

void throw_loses_value(const any_scalar& value, dtype to) {
  text message;
  add_value(message, value);
  throw type_error(message << " does not fit " << name(to));
}
any_scalar fitting_scalar(const any_scalar& value, dtype type) {
  return with_held_type(type, [&](auto of) { return any_scalar(fitting_value<typename decltype(of)::type>(value)); });
}
void throw_no_operation(std::string_view function, dtype a) {
  throw type_error(text() << function << " of " << name(a) << ": there is no such operation");
}
void throw_no_operation(std::string_view function, dtype a, dtype b) {
  throw type_error(text() << function << " of " << name(a) << " and " << name(b) << ": "
                          << (is_text(a) || is_text(b) || ravel::promote(a, b) ? "there is no such operation"
                                                                               : "no type holds the values of both, cast one of them"));
}

void check_no_text(std::string_view function, dtype type) {
  if (is_text(type)) throw_no_operation(function, type);
}

tensor<const bool> mask_of(const char* operation, const any_data& mask) {
  if (mask.values.dtype() != dtype::bool_) throw_no_operation(operation, mask.values.dtype());
  return as<bool>(mask.values);
}

tensor<const index_t> integers_of(const char* operation, const any_data& x) {
  if (kind_of(x.values.dtype()) > element_kind::integer) throw_no_operation(operation, x.values.dtype());
  return as<index_t>(cast(x.values, dtype_of<index_t>()));
}
tensor<const index_t> any_positions(const char* operation, const any_data& positions) {
  if (positions.values.dtype() == dtype::bool_)
    throw type_error(text() << operation << " by bools: positions are integers, compress(x, mask, axis) takes a mask");
  return integers_of(operation, positions);
}

std::optional<dtype> exact_type(dtype a, dtype b) {
  if (a == b) return a;
  if (is_text(a) || is_text(b)) return std::nullopt;
  const auto has_64_bits = [](dtype type) { return type == dtype::int64 || type == dtype::uint64; };
  const auto met = ravel::promote(a, b);
  const bool rounds = met && kind_of(*met) > element_kind::integer && (has_64_bits(a) || has_64_bits(b));
  return rounds ? std::nullopt : met;
}

met_types meet(const any_operand& a, const any_operand& b) {
  met_types types{a.dtype(), b.dtype(), {}};
  if (is_text(types.a) || is_text(types.b)) return types;
  if (a.scalar && !b.scalar) types.a = weak_scalar(types.b, types.a);
  if (b.scalar && !a.scalar) types.b = weak_scalar(types.a, types.b);
  types.meet = ravel::promote(types.a, types.b);
  return types;
}

any_scalar weak_value(const any_scalar& value, dtype type) {
  try {
    return cast(value, type);
  } catch (const type_error&) {
    visit_held(value, [&]<class T>(const T& v) {
      if constexpr (element<T>) throw_weak_misfit(&v, dtype_of<T>(), type);
    });
    throw;
  }
}

any_tensor operand_as(const any_operand& x, dtype type) {
  if (x.scalar) return visit_held(cast(*x.scalar, type), constant_tensor());
  return x.values.dtype() == type ? x.values : cast(x.values, type);
}

tensor<const double> elements_as_doubles(const char* operation, const any_data& x) {
  check_no_text(operation, x.values.dtype());
  return visit(x.values, [&]<class T>(const tensor<const T>& t) -> tensor<const double> {
    if constexpr (complex_element<T>) {
      throw_no_operation(operation, dtype_of<T>());
    } else {
      return widened_tensor<double>(t);
    }
  });
}

text scalar_text(const any_scalar& value) {
  text written;
  add_value(written, value);
  return written;
}

any_tensor widened_any(const any_tensor& x) {
  const bool whole = kind_of(x.dtype()) <= element_kind::integer;
  return operand_as(x, whole ? sum_type(x.dtype()) : computed_as(x.dtype()));
}

any_tensor in_type_of(const any_data& x, const any_tensor& made) {
  return made.dtype() == x.values.dtype() ? made : clone(cast(made, x.values.dtype()));
}

any_scalar only_element(const any_tensor& x) { return x.at(ints(std::span<const index_t>())); }

}  // namespace ravel::detail
