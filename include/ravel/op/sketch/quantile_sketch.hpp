// SPDX-License-Identifier: BSL-1.0
// quantile_sketch: quantiles of any number of elements within a stated error of rank, in little memory. Sketches of parts merge in any
// tree. reducer::quantile_sketch makes one. A plain value, which owns its elements. docs/decisions/sketches.md gives the reasons for its
// design.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/base/random.hpp>
#include <ravel/op/fold/reducers.hpp>

#include <vector>

namespace ravel {

// The quantile at a share q is within rank_error of that share among all elements in order, for each share that is asked for, except with a
// chance of 1e-7, whatever the elements and however sketches were merged. The least and the greatest are exact, and so is everything below
// 32 / rank_error elements. With NaN among them, every quantile is NaN.
class quantile_sketch {
 public:
  // Sketches that will be merged must draw from different streams of one seed.
  RAVEL_API explicit quantile_sketch(double rank_error = 0.001, seed_arg seed = 0, seed_arg stream = 0);

  RAVEL_API void add(std::span<const double> values);
  // The wider of both error bounds holds.
  RAVEL_API void merge(const quantile_sketch& other);

  index_t count() const { return count_; }
  double rank_error() const { return rank_error_; }
  RAVEL_API double quantile(double q) const;
  // The share of elements that are not greater than a value.
  RAVEL_API double share(double value) const;
  RAVEL_API index_t kept() const;  // the number of elements that it keeps

 private:
  // Each element stands for 2^level elements; they form ascending runs.
  struct level {
    std::vector<double> values;
    std::vector<std::size_t> run_ends;
  };

  std::size_t chunk() const;
  void forget();
  void take(std::span<const double> numbers);
  void thin_raw();
  void compact();
  void sort_level(std::size_t at);
  void halve(std::size_t at);

  double rank_error_;
  std::size_t capacity_;  // a level of this size is halved
  random_engine coins_;
  detail::moved_size count_ = 0, nan_ = 0;
  double low_ = 0, high_ = 0;
  double spent_ = 0;         // of the variance that thinning may have
  std::vector<double> raw_;  // less than a chunk, in the order of arrival
  std::vector<level> levels_;
};

// reducer::quantile_sketch(0.01, seed) sets another error.
struct quantile_sketch_reducer {
  static constexpr bool in_one_state = true;
  double rank_error = 0.001;
  std::uint64_t seed = 0;

  constexpr quantile_sketch_reducer operator()(double error, seed_arg other_seed = 0) const { return {error, other_seed}; }
  quantile_sketch init() const { return quantile_sketch(rank_error, seed); }
  quantile_sketch init_at(index_t position) const { return quantile_sketch(rank_error, seed, position); }
  template <detail::kernel_number T>
  static void step(quantile_sketch& state, std::span<const T> block) {
    detail::each_in_doubles([&](std::span<const double> piece) { state.add(piece); }, block);
  }
  static void merge(quantile_sketch& state, const quantile_sketch& later) { state.merge(later); }
  static quantile_sketch finish(const quantile_sketch& state) { return state; }
};

namespace reducer {
inline constexpr quantile_sketch_reducer quantile_sketch;
}  // namespace reducer

}  // namespace ravel
