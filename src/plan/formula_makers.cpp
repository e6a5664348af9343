// SPDX-License-Identifier: BSL-1.0
// Calls the verbs that make tensors of lengths: zeros<float64>([n 3]), arange<int32>(0, n), random_normal<float32>([n], 0, 1, 5).
#include <ravel/base/error.hpp>
#include <ravel/plan/make.hpp>
#include "any/typed.hpp"
#include "plan/formula_value.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

constexpr std::string_view makers[] = {"zeros", "ones", "full", "arange", "random_uniform", "random_normal", "random_integers"};

[[noreturn]] void refuse(std::string_view name, const std::string& written) {
  throw value_error(text() << name << " is written " << written);
}

planned lengths_from_to(dtype type, std::span<const formula_value> x) {
  const auto start = x.size() == 2 ? integer_argument(x[0]) : std::nullopt;
  const auto stop = x.size() == 2 ? length_argument(x[1]) : std::nullopt;
  if (!start || !stop) refuse("arange", "arange<int64>(start, stop)");
  return record_arange(type, *start, *stop);
}

// The 64 bits of an integer, or a planned value.
std::optional<seed_of_plan> seed_argument(const formula_value& x) {
  if (is_operand(x)) return *x.as<planned>();
  const auto* const number = x.as<any_scalar>();
  if (number && number->dtype() == dtype::uint64) return any_access::value<std::uint64_t>(*number);
  const auto signed_number = integer_argument(x);
  return signed_number ? std::optional<seed_of_plan>(*signed_number) : std::nullopt;
}

template <class T>
planned random_numbers(std::string_view name, std::span<const formula_value> x) {
  const auto lengths = x.size() == 4 ? shape_argument(x[0]) : std::nullopt;
  const auto seed = x.size() == 4 ? seed_argument(x[3]) : std::nullopt;
  if (!lengths || !seed || !x[1].as<any_scalar>() || !x[2].as<any_scalar>())
    refuse(name, text() << name << "<" << ravel::name(dtype_of<T>()) << ">([n 3], 0, 1, seed)");
  const T a = cast_value<T>(*x[1].as<any_scalar>()), b = cast_value<T>(*x[2].as<any_scalar>());
  if constexpr (std::floating_point<T>) {
    return name == "random_uniform" ? random_uniform<T>(*lengths, a, b, *seed) : random_normal<T>(*lengths, a, b, *seed);
  } else {
    return random_integers<T>(*lengths, a, b, *seed);
  }
}

}  // namespace

bool is_formula_maker(std::string_view name) { return std::ranges::find(makers, name) != std::end(makers); }

namespace {

planned made_of_lengths(std::string_view name, dtype type, std::span<const formula_value> x) {
  if (name == "arange") return lengths_from_to(type, x);
  if (name.starts_with("random")) {
    return with_held_type(type, [&](auto of) -> planned {
      using T = typename decltype(of)::type;
      if constexpr (integer_element<T> || std::floating_point<T>) {
        if (integer_element<T> == (name == "random_integers")) return random_numbers<T>(name, x);
      }
      throw type_error(text() << "formulas have no " << name << " of " << ravel::name(type));
    });
  }
  const std::size_t needed = name == "full" ? 2 : 1;
  const auto lengths = x.size() == needed ? shape_argument(x[0]) : std::nullopt;
  const auto* const value = lengths && needed == 2 ? x[1].as<any_scalar>() : nullptr;
  if (lengths && value) return record_full(type, *lengths, *value);
  if (!lengths || needed == 2) refuse(name, text() << name << (needed == 2 ? "<float64>([n 3], 0.5)" : "<float64>([n 3])"));
  return record_full(type, *lengths, name == "ones", name == "ones" ? "ones" : "zeros");
}

}  // namespace

planned formula_maker(std::string_view name, dtype type, std::span<const formula_value> x, bool limited) {
  const planned made = made_of_lengths(name, type, x);
  planned_length numbers = 1;  // the product of the lengths that are numbers
  for (const planned_length& one : made.shape().lengths()) {
    if (limited && one.number()) numbers = limited_argument(*(numbers * one).number());
  }
  return made;
}

}  // namespace ravel::detail
