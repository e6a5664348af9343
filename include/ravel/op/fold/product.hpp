// SPDX-License-Identifier: BSL-1.0
// matmul, dot and outer. Products of matrices are eager and give a new tensor, with the element type of a sum of products. Integers are
// exact in 64 bits or throw. A BLAS computes the products if there is one. outer is elementwise and lazy.
#pragma once

#include <ravel/op/fold/detail/matrix.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/tensor/into.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

namespace detail {

template <class A, class B>
using plain_product_t = std::remove_cvref_t<decltype(std::declval<const A&>() * std::declval<const B&>())>;

// Element types outside the closed set need * and +.
template <class A, class B>
concept multipliable =
    promotable<A, B> || (foreign_operands<A, B> && requires(const A& a, const B& b, plain_product_t<A, B> sum) { sum = sum + a * b; });

// Two tensors, or a tensor and a reader.
template <class A, class B>
concept product_operands = input<A> && input<B> && shaped_among<A, B> && multipliable<read_t<A>, read_t<B>>;

template <class T, class X>
tensor<const T> factor_of(const X& x) {
  if constexpr (std::same_as<read_t<X>, T>) {
    return as_read_tensor(x);
  } else {
    return map(widened<T>{}, as_read_tensor(x));
  }
}
// The tensor in memory, with a stride for each axis: itself, or a copy.
template <class T>
tensor<const T> stored(const tensor<const T>& x) {
  const auto& node = tensor_node_of<T>(x);
  const temporary_memory why("an operand of a product is computed, or has no stride");
  return node.base_memory().data && node.facts().affine ? x : tensor<const T>(clone(x));
}

// Writes the products of all matrices to c, row-major. Defined in src/ for the types of sums.
template <class T>
void multiply_tensors(const product_plan& plan, const tensor<const T>& x, const tensor<const T>& y, T* c);

template <class A, class B>
auto multiply_elements(const A& a, const B& b, const product_plan& plan) {
  using T = sum_t<promote_t<read_t<A>, read_t<B>>>;
  const tensor<const T> x = factor_of<T>(a), y = factor_of<T>(b);
  const result_memory<T> made(target_of_result<T>(a), plan.result);
  multiply_tensors<T>(plan, x, y, made.data());
  return made.result();
}

template <class A, class B>
auto multiply_others(const A& a, const B& b, const product_plan& plan) {
  using T = plain_product_t<read_t<A>, read_t<B>>;
  const auto x = clone(viewed(as_read_tensor(a), [&](const dims& map) { return stacked_left(map, plan); }));
  const auto y = clone(viewed(as_read_tensor(b), [&](const dims& map) { return stacked_right(map, plan); }));
  const auto [m, n, k] = plan.size;
  const auto *left = tensor_data(x), *right = tensor_data(y);
  const tensor<T> made = full<T>(plan.result, T());
  T* out = tensor_data(made);
  for (index_t s = 0; s < plan.batch.elements(); ++s, left += m * k, right += k * n) {
    for (index_t i = 0; i < m; ++i) {
      for (index_t j = 0; j < n; ++j, ++out) {
        for (index_t l = 0; l < k; ++l) {
          T term = left[i * k + l] * right[l * n + j];
          *out = l == 0 ? std::move(term) : T(*out + term);
        }
      }
    }
  }
  return made;
}

}  // namespace detail

// The BLAS that this build of Ravel multiplies with, such as "OpenBLAS"; "" if it multiplies by its own loop.
[[nodiscard]] RAVEL_API const char* blas_name();

// As in NumPy, the last two axes are matrices and the leading axes stretch. A vector is a row on the left and a column on the right, and
// that axis is missing in the result.
template <class A, class B>
  requires detail::product_operands<A, B>
[[nodiscard]] auto matmul(const A& a, const B& b) {
  const auto plan = detail::plan_product(detail::joint_shape(a), detail::joint_shape(b));
  if constexpr (promotable<detail::read_t<A>, detail::read_t<B>>) {
    return detail::multiply_elements(a, b, plan);
  } else {
    return detail::multiply_others(a, b, plan);
  }
}

template <detail::input A, detail::input B>
  requires(!detail::product_operands<A, B>)
void matmul(const A& a, const B& b) = delete;  // one operand is a tensor (as_tensor(r, shape) makes one), and the elements have * and +

RAVEL_TAKES_INTO(matmul)

// The result of dot: a tensor. If both operands are vectors, it converts to the one number that it holds.
template <class T>
class dot_product : public tensor<T> {
 public:
  explicit dot_product(tensor<T> product) : tensor<T>(std::move(product)) {}
  operator T() const { return (*this)(); }
};
template <class T>
inline constexpr bool shaped<dot_product<T>> = true;

namespace detail {

RAVEL_API void check_dot(const shape& a, const shape& b);

}  // namespace detail

// dot of two vectors is their sum of products, added up as by dot of readers. With a matrix it is matmul.
template <class A, class B>
  requires detail::product_operands<A, B>
[[nodiscard]] auto dot(const A& a, const B& b) {
  using X = detail::read_t<A>;
  using Y = detail::read_t<B>;
  const shape first = detail::joint_shape(a), second = detail::joint_shape(b);
  detail::check_dot(first, second);
  if constexpr (promotable<X, Y>) {
    if (first.rank() == 1 && second.rank() == 1)
      return dot_product(scalar_tensor(dot(reader<X>(detail::as_read_tensor(a)), reader<Y>(detail::as_read_tensor(b)))));
  }
  return dot_product(matmul(a, b));
}

// The element at i…, j… is a(i…) * b(j…). Elementwise.
template <class A, class B>
  requires(readable<A> && detail::handle<A> && readable<B> && detail::handle<B> &&
           requires(const reader<detail::read_t<A>>& x, const reader<detail::read_t<B>>& y) { x* y; })
[[nodiscard]] auto outer(const A& a, const B& b) {
  const tensor<const detail::read_t<A>> x = detail::as_read_tensor(a);
  const tensor<const detail::read_t<B>> y = detail::as_read_tensor(b);
  const auto behind = [&](const dims& map) {
    dims view = map;
    for (index_t k = 0; k < y.rank(); ++k) view = view.new_axis(-1);
    return view;
  };
  return detail::viewed(x, behind) * y;
}

}  // namespace ravel
