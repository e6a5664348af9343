// SPDX-License-Identifier: BSL-1.0
// Compares by value. Operands of one type compare directly, others in a type that holds both. 64-bit integers, and types that no type holds
// together with them, compare exactly as they are.
#include <ravel/tensor/compute.hpp>
#include "any/loop_node.hpp"
#include "any/typed.hpp"

namespace ravel::detail {

namespace {

any_pair swapped(any_pair f) {
  switch (f) {
    case any_pair::less:
      return any_pair::greater;
    case any_pair::less_equal:
      return any_pair::greater_equal;
    case any_pair::greater:
      return any_pair::less;
    case any_pair::greater_equal:
      return any_pair::less_equal;
    default:
      return f;
  }
}

// Compiled for several instruction sets.
#define RAVEL_LOOPS(A, B)                                                                   \
  RAVEL_KERNEL_V3 void loops(int operation, bool* out, index_t n, const A* a, const B* b) { \
    switch (static_cast<any_pair>(operation)) {                                             \
      case any_pair::equals:                                                                \
        return run_loop<equals>(out, n, a, b);                                              \
      case any_pair::differs:                                                               \
        return run_loop<differs>(out, n, a, b);                                             \
      case any_pair::less:                                                                  \
        return run_loop<less>(out, n, a, b);                                                \
      case any_pair::less_equal:                                                            \
        return run_loop<less_equal>(out, n, a, b);                                          \
      case any_pair::greater:                                                               \
        return run_loop<less>(out, n, b, a);                                                \
      default:                                                                              \
        return run_loop<less_equal>(out, n, b, a);                                          \
    }                                                                                       \
  }
#define RAVEL_ALIKE(T) RAVEL_LOOPS(T, T)
RAVEL_FOR_EACH_ORDERED(RAVEL_ALIKE)
RAVEL_FOR_EACH_WIDENED(RAVEL_LOOPS)
#undef RAVEL_ALIKE
#undef RAVEL_LOOPS

// Counts true results in an integer as wide as the operands, so that no result is widened. Blocks are shorter than 2^31.
template <class Compares, class A, class B>
[[gnu::always_inline]] inline std::int64_t count_loop(index_t n, const A* a, const B* b) {
  std::conditional_t<sizeof(A) + sizeof(B) == 8, std::int32_t, std::int64_t> found = 0;
  for (index_t i = 0; i < n; ++i) found += Compares{}(a[i], b[i]);
  return found;
}

// For types whose results take longer to write than to count.
#define RAVEL_COUNTS(A, B)                                                                             \
  RAVEL_KERNEL_V3 void counts(int operation, std::int64_t* found, index_t n, const A* a, const B* b) { \
    switch (static_cast<any_pair>(operation)) {                                                        \
      case any_pair::equals:                                                                           \
        return void(*found += count_loop<equals>(n, a, b));                                            \
      case any_pair::differs:                                                                          \
        return void(*found += n - count_loop<equals>(n, a, b));                                        \
      case any_pair::less:                                                                             \
        return void(*found += count_loop<less>(n, a, b));                                              \
      case any_pair::less_equal:                                                                       \
        return void(*found += count_loop<less_equal>(n, a, b));                                        \
      case any_pair::greater:                                                                          \
        return void(*found += count_loop<less>(n, b, a));                                              \
      default:                                                                                         \
        return void(*found += count_loop<less_equal>(n, b, a));                                        \
    }                                                                                                  \
  }
#define RAVEL_ALIKE(T) RAVEL_COUNTS(T, T)
RAVEL_FOR_EACH_CHOSEN(RAVEL_ALIKE)
RAVEL_FOR_EACH_WIDENED(RAVEL_COUNTS)
#undef RAVEL_ALIKE
#undef RAVEL_COUNTS

// y is a tensor or a value.
template <class A, class Y>
any_tensor compare(any_pair f, const tensor<const A>& x, const Y& y) {
  using B = looped_element_t<Y>;
  if constexpr (requires(void (*run)(int, bool*, index_t, const A*, const B*)) { run = loops; }) {
    block_loop<bool, A, B> loop{loops, static_cast<int>(f)};
    loop.swaps = swaps_in_tiles_of(f);
    loop.tile = tile_function_of(f);
    if constexpr (requires { loop.count = counts; }) loop.count = counts;
    return loop_by<bool>(loop, x, y);
  } else {
    if (f == any_pair::equals) return loop_over<equals>(x, y);
    if (f == any_pair::differs) return loop_over<differs>(x, y);
    if constexpr (!complex_element<A>) {
      if (f == any_pair::less) return loop_over<less>(x, y);
      if (f == any_pair::less_equal) return loop_over<less_equal>(x, y);
      return f == any_pair::greater ? loop_over<greater>(x, y) : loop_over<greater_equal>(x, y);
    }
    throw_no_operation(name(f), dtype_of<A>(), dtype_of<A>());
  }
}

// The widest type of the kind; it holds every value of `type`.
dtype widest(dtype type) {
  switch (kind_of(type)) {
    case element_kind::boolean:
      return dtype::int64;
    case element_kind::integer:
      return type == dtype::uint64 ? type : dtype::int64;
    case element_kind::real:
      return dtype::float64;
    default:
      return dtype::complex128;
  }
}

// The type of x comes before that of b in the order int64, uint64, float64, complex128.
template <class A>
any_tensor compare_with_wider(any_pair f, const tensor<const A>& x, const any_tensor& b) {
  if constexpr (std::same_as<A, std::int64_t>) {
    if (b.dtype() == dtype::uint64) return compare(f, x, as<std::uint64_t>(b));
  }
  if (b.dtype() == dtype::float64) return compare(f, x, as<double>(b));
  const auto y = as<std::complex<double>>(b);
  return f == any_pair::equals ? loop_over<equals>(x, y) : loop_over<differs>(x, y);
}

any_tensor compare_mixed(any_pair f, const any_tensor& a, const any_tensor& b) {
  const auto rank = [](dtype type) { return type == dtype::int64 ? 0 : type == dtype::uint64 ? 1 : type == dtype::float64 ? 2 : 3; };
  if (rank(b.dtype()) < rank(a.dtype())) return compare_mixed(swapped(f), b, a);
  if (a.dtype() == dtype::int64) return compare_with_wider(f, as<std::int64_t>(a), b);
  if (a.dtype() == dtype::uint64) return compare_with_wider(f, as<std::uint64_t>(a), b);
  return compare(f, as<std::complex<double>>(cast(a, dtype::complex128)), as<std::complex<double>>(b));
}

// The scalar in the type of the data, if that type has its value.
std::optional<any_scalar> as_value_of(dtype type, const any_scalar& s) {
  if (kind_of(s.dtype()) > kind_of(type)) return std::nullopt;
  try {
    const any_scalar found = cast(s, type);
    if (found == s || !(s == s)) return found;
  } catch (const type_error&) {
  }
  return std::nullopt;
}

any_tensor compare_data(any_pair f, const any_tensor& a, const any_tensor& b) {
  if (a.dtype() == b.dtype())
    return visit(a, [&](const auto& x) { return compare(f, x, as<typename std::remove_cvref_t<decltype(x)>::value_type>(b)); });
#define RAVEL_CASE(S, W)                                                                               \
  if (a.dtype() == dtype_of<S>() && b.dtype() == dtype_of<W>()) return compare(f, as<S>(a), as<W>(b)); \
  if (b.dtype() == dtype_of<S>() && a.dtype() == dtype_of<W>()) return compare(swapped(f), as<S>(b), as<W>(a));
  RAVEL_FOR_EACH_WIDENED(RAVEL_CASE)
#undef RAVEL_CASE
  if (const auto type = exact_type(a.dtype(), b.dtype())) return compare_data(f, operand_as(a, *type), operand_as(b, *type));
  return compare_mixed(f, operand_as(a, widest(a.dtype())), operand_as(b, widest(b.dtype())));
}

// Compares strings by bytes, as std::string does. One function object for all comparisons.
struct text_comparison {
  any_pair f;

  bool operator()(const std::string& a, const std::string& b) const {
    const int order = a.compare(b);
    switch (f) {
      case any_pair::equals:
        return order == 0;
      case any_pair::differs:
        return order != 0;
      case any_pair::less:
        return order < 0;
      case any_pair::less_equal:
        return order <= 0;
      case any_pair::greater:
        return order > 0;
      default:
        return order >= 0;
    }
  }
};

any_tensor compare_text(any_pair f, const any_operand& a, const any_operand& b) {
  const auto side = [](const any_operand& x) { return as<std::string>(operand_as(x, dtype::string)); };
  if (!b.scalar || a.scalar) return map(text_comparison{f}, side(a), side(b));
  const auto with_value = [by = text_comparison{f}, value = as<std::string>(*b.scalar)](const std::string& x) { return by(x, value); };
  return map(with_value, side(a));
}

}  // namespace

template <class T>
std::optional<comparison_of> comparison_behind(const tensor<const bool>& mask) {
  const loop_node<bool>* const node = loop_behind(mask);
  if (!node || node->loop().run.function != raw_function::of(block_loop<bool, T, T>{loops}.run).function) return std::nullopt;
  if (mask.dims() != dims::row_major(mask.shape())) return std::nullopt;
  return comparison_of{static_cast<any_pair>(node->loop().operation), node->operands()[0], node->operands()[1]};
}
#define RAVEL_INSTANTIATE(T) template std::optional<comparison_of> comparison_behind<T>(const tensor<const bool>&);
RAVEL_FOR_EACH_CHOSEN(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

any_tensor apply_comparison(any_pair f, const any_operand& a, const any_operand& b) {
  const bool ordering = f != any_pair::equals && f != any_pair::differs;
  if (ordering && (kind_of(a.dtype()) == element_kind::complex || kind_of(b.dtype()) == element_kind::complex))
    throw_no_operation(name(f), a.dtype(), b.dtype());
  if (is_text(a.dtype()) != is_text(b.dtype())) throw_no_operation(name(f), a.dtype(), b.dtype());
  if (!a.scalar && !b.scalar) static_cast<void>(joint_shape(a.values, b.values));  // refuses in the order of the operands
  if (a.scalar && !b.scalar) return apply_comparison(swapped(f), b, a);
  if (is_text(a.dtype())) return compare_text(f, a, b);
  if (b.scalar && !a.scalar) {
    if (const auto value = as_value_of(a.dtype(), *b.scalar)) {
      return visit(a.values, [&](const auto& x) {
        return compare(f, x, any_access::value<typename std::remove_cvref_t<decltype(x)>::value_type>(*value));
      });
    }
  }
  return compare_data(f, operand_as(a, a.dtype()), operand_as(b, b.dtype()));
}

}  // namespace ravel::detail
