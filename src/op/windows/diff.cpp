// SPDX-License-Identifier: BSL-1.0
// Differences and slopes. Differences along an axis are of two views of the tensor, one shifted by a step. A lazy tensor is computed first,
// because both views would compute it.
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/op/windows/diff.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

// The elements themselves, or the differences to the element before.
template <class T>
void differences_into(const node<T>& source, bool whole, difference_t<T>* out) {
  T before{};
  each_span(source, [&](std::span<const T> block, index_t position) {
    if (whole || position > 0) *out++ = value_difference{}(before, block[0]);
    for (std::size_t i = 1; i < block.size(); ++i) *out++ = value_difference{}(whole ? T{} : block[i - 1], block[i]);
    if (!whole) before = block.back();
  });
}

void check_values(index_t n, bool second_order_ends) {
  const index_t wanted = second_order_ends ? 3 : 2;
  if (n < wanted) throw value_error(text() << "gradient of " << counted(n, "element") << ": there must be at least " << wanted);
}

// Slopes: sums of three values by weights.
struct slope_weights {
  double first, second, third;
  double of(const double* values) const { return first * values[0] + second * values[1] + third * values[2]; }
};

// For the middle, the first and the last of three places, which are a and b apart.
slope_weights at_middle(double a, double b) { return {-b / (a * (a + b)), (b - a) / (a * b), a / (b * (a + b))}; }
slope_weights at_first(double a, double b) { return {-(2 * a + b) / (a * (a + b)), (a + b) / (a * b), -a / (b * (a + b))}; }
slope_weights at_last(double a, double b) { return {b / (a * (a + b)), -(a + b) / (a * b), (2 * b + a) / (b * (a + b))}; }

}  // namespace

void check_order(index_t order) {
  if (order < 0) throw value_error(text() << "diff of order " << order << ": it must not be negative");
}

template <class T>
buffer<difference_t<T>> differences_of(const node<T>& source, index_t order) {
  const index_t n = source.size();
  if (order >= n) return make_buffer<difference_t<T>>(0);
  const auto result = unfilled_buffer<difference_t<T>>(n - std::min<index_t>(order, 1));
  auto* const out = result.data();
  differences_into(source, order == 0, out);
  for (index_t size = n - 2; size >= n - order; --size) {
    for (index_t i = 0; i < size; ++i) out[i] = value_difference{}(out[i], out[i + 1]);
  }
  return slice(result, 0, n - order);
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<difference_t<T>> differences_of(const node<T>&, index_t);
RAVEL_FOR_EACH_INTEGER_OR_REAL(RAVEL_INSTANTIATE)
RAVEL_FOR_EACH_COMPLEX(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

void gradient_at_steps(std::span<const double> values, double spacing, bool second_order_ends, double* out) {
  check_values(std::ssize(values), second_order_ends);
  if (spacing == 0 || !std::isfinite(spacing))
    throw value_error(text() << "gradient with a spacing of " << spacing << ": it must be a finite number other than 0");
  const double* const f = values.data();
  const std::size_t last = values.size() - 1;
  for (std::size_t i = 1; i < last; ++i) out[i] = (f[i + 1] - f[i - 1]) / (2 * spacing);
  if (second_order_ends) {
    out[0] = (2 * f[1] - 1.5 * f[0] - 0.5 * f[2]) / spacing;
    out[last] = (1.5 * f[last] - 2 * f[last - 1] + 0.5 * f[last - 2]) / spacing;
  } else {
    out[0] = (f[1] - f[0]) / spacing;
    out[last] = (f[last] - f[last - 1]) / spacing;
  }
}

void gradient_at_places(std::span<const double> values, std::span<const double> places, bool second_order_ends, double* out) {
  check_values(std::ssize(values), second_order_ends);
  if (values.size() != places.size()) throw_sizes_differ("gradient", std::ssize(values), std::ssize(places));
  const double *const f = values.data(), *const x = places.data();
  const std::size_t last = values.size() - 1;
  for (std::size_t i = 1; i < last; ++i) out[i] = at_middle(x[i] - x[i - 1], x[i + 1] - x[i]).of(f + i - 1);
  if (second_order_ends) {
    out[0] = at_first(x[1] - x[0], x[2] - x[1]).of(f);
    out[last] = at_last(x[last - 1] - x[last - 2], x[last] - x[last - 1]).of(f + last - 2);
  } else {
    out[0] = (f[1] - f[0]) / (x[1] - x[0]);
    out[last] = (f[last] - f[last - 1]) / (x[last] - x[last - 1]);
  }
}

namespace {

template <class T>
tensor<difference_t<T>> less_the_one_before(const tensor<const T>& x, index_t axis, const tensor<difference_t<T>>* given) {
  const index_t n = x.extent(axis) - 1;
  return written_or_cloned(given, map(value_difference{}, slice(x, axis, 0, n), slice(x, axis, 1, n)));
}

}  // namespace

template <class T>
tensor<difference_t<T>> differences_along(const tensor<const T>& x, index_t axis, index_t order, const tensor<difference_t<T>>* given) {
  check_order(order);
  if (order >= x.extent(axis)) {
    const shape of = x.shape();
    axis_list extents(of.begin(), of.end());
    extents[static_cast<std::size_t>(axis)] = 0;
    return result_memory<difference_t<T>>(given, ints(as_span(extents))).result();
  }
  if (order == 0) return written_or_cloned(given, map(value_difference{}, T{}, x));
  if (order == 1) return less_the_one_before(stored(x), axis, given);
  tensor<difference_t<T>> made = less_the_one_before<T>(stored(x), axis, nullptr);
  for (index_t k = 2; k < order; ++k) made = less_the_one_before<difference_t<T>>(made, axis, nullptr);
  return less_the_one_before<difference_t<T>>(made, axis, given);
}

#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API tensor<difference_t<T>> differences_along(const tensor<const T>&, index_t, index_t, const tensor<difference_t<T>>*);
RAVEL_FOR_EACH_INTEGER_OR_REAL(RAVEL_INSTANTIATE)
RAVEL_FOR_EACH_COMPLEX(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
