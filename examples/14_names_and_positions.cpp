// SPDX-License-Identifier: BSL-1.0
// Positions that are computed or looked up: a convolution by index arithmetic, a join of two tables, and what a contraction will do
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <iostream>

using ravel::order, ravel::tensor;

namespace {

// As the loops say it: every window of the image by every kernel. It runs as one product of matrices.
tensor<const double> convolution(const tensor<const double>& images, const tensor<const double>& kernels) {
  RAVEL_DIMS(b, c, o, h, w, kh, kw);
  const auto high = images.extent(2) - kernels.extent(2) + 1, wide = images.extent(3) - kernels.extent(3) + 1;
  return order(sum(images(b, c, h + kh, w + kw) * kernels(o, c, kh, kw), {c, kh, kw}), b, o, h(high), w(wide));
}

// For each sale the columns of its product: the keys of the products are their places in a table of positions, which is looked up.
tensor<const double> joined(const tensor<const int>& sold, const tensor<const int>& keys, const tensor<const double>& products) {
  RAVEL_DIMS(sale, product, column);
  const auto place_of = ravel::full<ravel::index_t>({100}, -1);
  place_of(keys(product)) = product;
  return order(products(place_of(sold(sale)), column), sale, column);
}

}  // namespace

int main() {
  const tensor<double> image = reshape(ravel::arange<double>(16.0), {1, 1, 4, 4});
  const tensor<double> kernels = reshape(tensor<double>{0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 2, 0, -2, 1, 0, -1}, {2, 1, 3, 3});
  std::cout << convolution(image, kernels) << "\n";

  const tensor<int> keys{17, 42, 99}, sold{42, 17, 42};
  const tensor<double> products{{1.5, 10}, {2.5, 20}, {9, 90}};
  std::cout << joined(sold, keys, products) << "\n";
  try {
    joined(tensor<int>{42, 7}, keys, products)(1, 0);
  } catch (const ravel::index_error& e) {
    std::cout << e.what() << "\n";
  }

  RAVEL_DIMS(i, j, k, l);
  const auto a = ravel::ones<int>({100, 10}), b = ravel::ones<int>({10, 200}), c = ravel::ones<int>({200, 3});
  std::cout << describe_sum(a(i, j) * b(j, k) * c(k, l), {j, k}) << "\n";
}
