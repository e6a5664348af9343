// SPDX-License-Identifier: BSL-1.0
// The run-time tables of promotion, which the compiler fills from the rules for types.
#include <ravel/any/any_scalar.hpp>
#include <ravel/any/elementwise.hpp>
#include <ravel/base/error.hpp>
#include <ravel/element/promote.hpp>

#include <array>

namespace ravel {

namespace {

constexpr auto types = static_cast<std::size_t>(dtype::other);
using row = std::array<dtype, types>;
using table = std::array<row, types>;

template <class A, class B>
constexpr dtype promoted_type() {
  if constexpr (promotable<A, B>) return dtype_of<promote_t<A, B>>();
  return dtype::other;
}
template <class A, class B>
constexpr dtype weak_type() {
  return dtype_of<weak_scalar_t<A, B>>();
}

#define RAVEL_NEXT(B) promoted_type<A, B>(),
template <class A>
constexpr row promoted_row() {
  return {RAVEL_FOR_EACH_ELEMENT(RAVEL_NEXT)};
}
#undef RAVEL_NEXT
#define RAVEL_NEXT(B) weak_type<A, B>(),
template <class A>
constexpr row weak_row() {
  return {RAVEL_FOR_EACH_ELEMENT(RAVEL_NEXT)};
}
#undef RAVEL_NEXT

#define RAVEL_NEXT(A) promoted_row<A>(),
constexpr table promotions{RAVEL_FOR_EACH_ELEMENT(RAVEL_NEXT)};
#undef RAVEL_NEXT
#define RAVEL_NEXT(A) weak_row<A>(),
constexpr table weak_scalars{RAVEL_FOR_EACH_ELEMENT(RAVEL_NEXT)};
#undef RAVEL_NEXT
#define RAVEL_NEXT(A) dtype_of<sum_t<A>>(),
constexpr row sums{RAVEL_FOR_EACH_ELEMENT(RAVEL_NEXT)};
#undef RAVEL_NEXT

// The lists of types and of tags have one order.
#define RAVEL_NEXT(A) dtype_of<A>(),
constexpr row in_order{RAVEL_FOR_EACH_ELEMENT(RAVEL_NEXT)};
#undef RAVEL_NEXT
static_assert([] {
  for (std::size_t k = 0; k < types; ++k) {
    if (in_order[k] != static_cast<dtype>(k)) return false;
  }
  return true;
}());

std::size_t place_of(dtype held) {
  const dtype type = detail::computed_as(held);
  if (type >= dtype::other) detail::throw_no_element_type(type);
  return static_cast<std::size_t>(type);
}

}  // namespace

std::optional<dtype> promote(dtype a, dtype b) {
  if (a == dtype::string || b == dtype::string) return std::nullopt;
  const dtype found = promotions[place_of(a)][place_of(b)];
  return found == dtype::other ? std::nullopt : std::optional(found);
}
dtype weak_scalar(dtype beside, dtype scalar) { return weak_scalars[place_of(beside)][place_of(scalar)]; }
dtype sum_type(dtype of) { return sums[place_of(of)]; }

namespace detail {

void throw_no_element_type(dtype type) {
  if (type == dtype::string)
    throw type_error(
        "elements of type string: Ravel computes with bool, integers, reals and complex numbers; as<std::string>(x) and visit_held take "
        "it");
  if (computed_as(type) != type)
    throw type_error(text() << "elements of type " << name(type) << ": as_writable<" << name(type)
                            << ">(x) gives them to be written, and where Ravel computes they are " << name(computed_as(type)));
  throw type_error(text() << "elements of type " << name(type) << ": Ravel computes with bool, integers, reals and complex numbers");
}
void throw_no_cast(dtype from, dtype to) {
  throw type_error(text() << "no cast from " << name(from) << " to " << name(to) << ": map(f, as<"
                          << (from == dtype::string ? "std::string" : name(from)) << ">(x)) makes one of the other");
}
void throw_not_that_type(const char* what, dtype is, dtype asked) {
  const bool casts = is != dtype::string && asked != dtype::string;
  throw type_error(text() << "the " << what << " has elements of " << name(is) << ", not " << name(asked) << (casts ? ": cast<" : "")
                          << (casts ? name(asked) : "") << (casts ? "> converts them" : ""));
}

}  // namespace detail
}  // namespace ravel
