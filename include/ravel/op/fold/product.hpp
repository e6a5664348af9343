// SPDX-License-Identifier: BSL-1.0
// matmul, dot and outer. Products of matrices are eager and give a new tensor, with the element type of a sum of products. Integers are
// exact in 64 bits or throw. A BLAS computes the products if there is one. outer is elementwise and lazy.
#pragma once

#include <ravel/element/types.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/tensor/into.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/walk/node.hpp>

namespace ravel::detail {

// Multiplies matrices in memory, one or a stack of them: by a BLAS if there is one that takes them, else by our own blocked loop. Knows no
// tensors. Runs on the calling thread, apart from what a BLAS does itself.

// Element i, j stands at data[i * row + j * column].
template <class T>
struct matrix {
  T* data;
  index_t row;
  index_t column;

  T& operator()(index_t i, index_t j) const { return data[i * row + j * column]; }
};

// An m x k matrix times a k x n matrix is m x n.
struct product_size {
  index_t m, n, k;
};

// The position of a result in a larger one, for error messages.
struct product_origin {
  index_t row = 0, column = 0;
};

RAVEL_API bool blas_keeps_nan();  // else the plain loop multiplies non-finite elements
// True if there is a BLAS whose integers hold the size.
RAVEL_API bool blas_takes(const product_size& size);
// True if the plain loop is faster than a BLAS: it has few terms to add, and few rows or columns that it keeps in registers.
inline constexpr index_t few_terms = 16, few_terms_of_vector = 4;
constexpr bool is_small(const product_size& size) {
  constexpr index_t few = 16;
  const auto [m, n, k] = size;
  return n == 1 ? k <= few_terms_of_vector : k <= few_terms && (n <= few || (m > 1 && m <= few));
}
// True if the BLAS multiplies matrices of this type and size. Small products have the same bits everywhere.
template <class T>
bool by_blas(const product_size& size) {
  return (complex_element<T> || (real_element<T> && !is_small(size))) && blas_takes(size);
}
// True if the BLAS takes a matrix as it lies: with stride 1 on one axis, and without overlap on the other.
bool blas_takes(index_t rows, index_t columns, index_t row_step, index_t column_step);

// c = a b for operands that the BLAS takes. NaN and infinities stand where plain_multiply has them.
void blas_multiply(const product_size& size, const matrix<const float>& a, const matrix<const float>& b, float* c);
void blas_multiply(const product_size& size, const matrix<const double>& a, const matrix<const double>& b, double* c);
void blas_multiply(const product_size& size, const matrix<const std::complex<float>>& a, const matrix<const std::complex<float>>& b,
                   std::complex<float>* c);
void blas_multiply(const product_size& size, const matrix<const std::complex<double>>& a, const matrix<const std::complex<double>>& b,
                   std::complex<double>* c);

// c = a b without a BLAS. Each element of a product of reals adds its terms in their order; a product of complex numbers first computes the
// real products. Integers are exact, or throw an overflow_error.
template <class T>
void plain_multiply(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c, const product_origin& origin = {});

// The lower triangle of a times its transpose, m x k by k x m: through the BLAS, or without it.
void blas_gram(index_t m, index_t k, const matrix<const float>& a, float* c);
void blas_gram(index_t m, index_t k, const matrix<const double>& a, double* c);
void blas_gram(index_t m, index_t k, const matrix<const std::complex<float>>& a, std::complex<float>* c);
void blas_gram(index_t m, index_t k, const matrix<const std::complex<double>>& a, std::complex<double>* c);
template <class T>
void plain_gram(index_t m, index_t k, const matrix<const T>& a, T* c);

// The shapes of two operands as matrices behind the same leading axes, and the shape of the result.
struct product_plan {
  shape batch;
  product_size size;
  shape result;
  product_origin origin = {};
};
RAVEL_API product_plan plan_product(const shape& a, const shape& b);

// The map of an operand as matrices behind the leading axes of both. A vector is a row on the left and a column on the right.
RAVEL_API dims stacked_left(const dims& map, const product_plan& plan);
RAVEL_API dims stacked_right(const dims& map, const product_plan& plan);

// One operand: its memory, the step between its elements, and its map, with a stride for each axis.
template <class T>
struct stored_operand {
  const T* data;
  index_t step;
  dims map;
};

// Writes the products of all matrices to c, row-major. A matrix by its own transpose takes half the work, and the result is symmetric to
// the bit. Defined for the types of sums.
template <class T>
void multiply_stacks(const product_plan& plan, const stored_operand<T>& a, const stored_operand<T>& b, T* c);

// As multiply_stacks, by the entries of operands that are sparse and 0 elsewhere. False if no operand is.
template <class T>
bool multiply_stored(const product_plan& plan, const tensor_node<T>& a, const tensor_node<T>& b, T* c);

}  // namespace ravel::detail

namespace ravel {

namespace detail {

template <class A, class B>
using plain_product_t = std::remove_cvref_t<decltype(std::declval<const A&>() * std::declval<const B&>())>;

// Two tensors, or a tensor and a reader. Element types outside the closed set need * and +.
template <class A, class B>
concept product_operands =
    input<A> && input<B> && shaped_among<A, B> &&
    (promotable<read_t<A>, read_t<B>> || requires(const read_t<A>& a, const read_t<B>& b, plain_product_t<read_t<A>, read_t<B>> sum) {
      requires !(element<read_t<A>> && element<read_t<B>>);
      sum = sum + a * b;
    });

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
  const tensor<const T> x = widened_tensor<T>(a), y = widened_tensor<T>(b);
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

void matmul(...) = delete;  // one operand is a tensor (as_tensor(r, shape) makes one), and the elements have * and +

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

void outer(...) = delete;  // of two handles whose elements have a *: outer(a, b), with borrow(v) of a vector

}  // namespace ravel
