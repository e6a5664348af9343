// SPDX-License-Identifier: BSL-1.0
// Axes by name: a product of matrices that batches, attention, an embedding bag, pixel shuffle, a Gram matrix and k-means
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <cmath>
#include <iostream>

using ravel::all, ravel::named, ravel::order, ravel::tensor;

namespace {

named<double> matrix_product(const named<double>& a, const named<double>& b) {
  RAVEL_DIMS(i, j, k);
  return order(sum(a(i, k) * b(k, j), k), i, j);
}

// It knows nothing of batches and heads.
named<double> attention(const named<double>& keys, const named<double>& queries, const named<double>& values) {
  RAVEL_DIMS(channel, key, query);
  const auto scores = sum(keys(channel, key) * queries(channel, query), channel);
  const auto weights = softmax(scores / std::sqrt(static_cast<double>(keys.shape()[0])), key);
  return order(sum(values(channel, key) * weights, key), channel, query);
}

// The mean of the rows of a table that each list of words stands for.
tensor<const double> embedding_bag(const tensor<const int>& words, const tensor<const double>& table) {
  RAVEL_DIMS(bag, place, feature);
  return order(mean(table(words(bag, place), feature), place), bag, feature);
}

tensor<const double> pixel_shuffle(const tensor<const double>& image, ravel::index_t up) {
  RAVEL_DIMS(b, c, h, w, h2, w2);
  return order(image(b, pack(c, h2(up), w2(up)), h, w), b, c, pack(h, h2), pack(w, w2));
}

tensor<const double> gram(const tensor<const double>& images) {
  RAVEL_DIMS(b, c, c2, h, w);
  return order(sum(images(b, c, h, w) * images(b, c2, h, w), {h, w}), b, c, c2);
}

// One turn of k-means: to which centre each point is nearest, and the mean of the points of each.
tensor<const double> moved_centres(const tensor<const double>& points, const tensor<const double>& centres) {
  RAVEL_DIMS(p, c, x);
  const auto nearest = argmin(sum(square(points(p, x) - centres(c, x)), x), c);
  const auto sums = ravel::zeros<double>(centres.shape());
  const auto counts = ravel::zeros<double>(centres.extent(0));
  sums(nearest, x) += points(p, x);
  counts(nearest) += 1;
  return order(sums(c, x) / counts(c), c, x);
}

}  // namespace

int main() {
  const auto a = reshape(ravel::arange<double>(12.0), {2, 2, 3});
  RAVEL_DIMS(batch, head);
  std::cout << order(matrix_product(a(0, all, all), transpose(a(1, all, all)))) << "\n";
  std::cout << order(matrix_product(a(batch), transpose(a(1, all, all))), batch).shape() << "\n";

  const auto noise = [](ravel::index_t seed) { return ravel::random_normal<double>({2, 4, 8, 5}, 0, 1, seed); };
  const auto heads = order(attention(noise(1)(batch, head), noise(2)(batch, head), noise(3)(batch, head)), batch, head);
  std::cout << heads.shape() << "\n";

  std::cout << embedding_bag(tensor<int>{{0, 2}, {1, 1}}, tensor<double>{{1, 2}, {3, 4}, {5, 6}}) << "\n";
  std::cout << pixel_shuffle(reshape(ravel::arange<double>(8.0), {1, 4, 1, 2}), 2) << "\n";
  std::cout << gram(reshape(ravel::arange<double>(8.0), {1, 2, 2, 2})) << "\n";
  std::cout << moved_centres(tensor<double>{{0, 0}, {0, 2}, {9, 9}, {11, 9}}, tensor<double>{{1, 1}, {8, 8}}) << "\n";
}
