// SPDX-License-Identifier: BSL-1.0
// Sketches estimate from all elements what exact results take much memory for: distinct_sketch the number of different elements
// (HyperLogLog, in 16 KiB), quantile_sketch quantiles within a stated error of rank (docs/decisions/sketches.md gives the reasons for its
// design), reservoir draws a random sample without replacement. Sketches of parts merge in any tree; distinct counts to the same bits.
// reducer::distinct_sketch, distinct_count, quantile_sketch and reservoir make them. Plain values, which own their elements.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/base/random.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/storage/list.hpp>

#include <bit>
#include <vector>

namespace ravel {

// The standard error is 0.8 %: about 1 count in 3 has a larger error, 1 in 20 more than 1.6 %, 1 in 400 more than 2.4 %. Equal elements
// count once, and so do both zeros, and NaN.
class distinct_sketch {
 public:
  static constexpr double standard_error = 0.0081;

  template <element T>
    requires(!complex_element<T>)
  void add(std::span<const T> values) {
    if (registers_.empty()) registers_.resize(std::size_t{1} << index_bits);
    for (const T value : values) add_bits(bits_of(value));
  }
  RAVEL_API void merge(const distinct_sketch& other);
  RAVEL_API double count() const;

 private:
  template <class T>
  static std::uint64_t bits_of(T value) {
    if constexpr (real_element<T>) {
      if (value != value) return ~std::uint64_t{0};
      return std::bit_cast<std::uint64_t>(static_cast<double>(value) + 0.0);  // -0 + 0 is +0
    } else {
      return static_cast<std::uint64_t>(value);
    }
  }
  // Gives the register, and the number of leading zeros of the remaining hash.
  void add_bits(std::uint64_t bits) {
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u + 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
    bits ^= bits >> 32;
    const auto zeros = static_cast<unsigned char>(std::countl_zero(bits << index_bits | std::uint64_t{1} << (index_bits - 1)) + 1);
    unsigned char& most = registers_[bits >> (64 - index_bits)];
    most = zeros > most ? zeros : most;
  }

  static constexpr int index_bits = 14;
  std::vector<unsigned char> registers_;  // empty before the first element
};

// The type of reducer::distinct_sketch.
struct distinct_sketch_reducer {
  static distinct_sketch init() { return distinct_sketch(); }
  template <detail::kernel_number T>
  static void step(distinct_sketch& state, std::span<const T> block) {
    state.add(block);
  }
  static void merge(distinct_sketch& state, const distinct_sketch& later) { state.merge(later); }
  static void repeat(const distinct_sketch&, index_t) {}
  static distinct_sketch finish(const distinct_sketch& state) { return state; }
};

// Rounded to a whole number.
struct distinct_count_reducer : distinct_sketch_reducer {
  static index_t finish(const distinct_sketch& state) { return static_cast<index_t>(state.count() + 0.5); }
};

namespace reducer {
inline constexpr distinct_sketch_reducer distinct_sketch;
// The estimated number of different elements, rounded to a whole number.
inline constexpr distinct_count_reducer distinct_count;
}  // namespace reducer

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

namespace detail {

// Throws if negative.
RAVEL_API index_t reservoir_capacity(index_t capacity);

}  // namespace detail

// Every k of the added elements are equally likely. Their order is arbitrary. The same seed, streams, elements and tree of merges give the
// same sample on every machine.
template <class T>
class reservoir {
 public:
  // Reservoirs that will be merged must draw from different streams of one seed.
  explicit reservoir(index_arg capacity, seed_arg seed = 0, seed_arg stream = 0)
      : capacity_(detail::reservoir_capacity(capacity)), random_(seed, stream) {}

  void add(std::span<const T> values) {
    for (const T& value : values) {
      count_ += 1;
      if (size() < capacity_) {
        kept_.push_back({value});
      } else if (const index_t place = random_.below(count()); place < capacity_) {
        kept_[static_cast<std::size_t>(place)].value = value;
      }
    }
  }

  // As many of each as drawing from all would give: the next element comes from either with the share that is left in it. The smaller
  // capacity holds.
  void merge(const reservoir& other) {
    const index_t left_together = detail::add_index(count_, other.count_);  // throws before any change
    capacity_ = capacity_ < other.capacity_ ? capacity_ : other.capacity_;
    std::vector<item> theirs = other.kept_, mine = std::move(kept_);  // in this order: both may be the same
    index_t left_mine = count_, left_theirs = other.count_;
    count_ = left_together;
    kept_.clear();
    while (size() < capacity_ && left_mine + left_theirs > 0) {
      const bool from_mine = random_.below(left_mine + left_theirs) < left_mine;
      kept_.push_back(take(from_mine ? mine : theirs));
      --(from_mine ? left_mine : left_theirs);
    }
  }

  index_t count() const { return count_; }  // the number of added elements
  index_t size() const { return static_cast<index_t>(kept_.size()); }
  buffer<T> values() const {
    list<T> drawn;
    for (const item& one : kept_) drawn.push_back(one.value);
    return drawn.take();
  }

 private:
  struct item {
    T value;  // in a struct, because a vector<bool> has no elements
  };
  item take(std::vector<item>& from) {
    std::swap(from[static_cast<std::size_t>(random_.below(static_cast<index_t>(from.size())))], from.back());
    item taken = std::move(from.back());
    from.pop_back();
    return taken;
  }

  index_t capacity_;
  detail::moved_size count_ = 0;
  random_engine random_;
  std::vector<item> kept_;
};

// Gives a buffer of `capacity` elements, or of all if there are fewer.
struct [[nodiscard]] reservoir_reducer {
  index_t capacity = 1;
  std::uint64_t seed = 0;

  template <std::copyable T>
  reservoir<T> init() const {
    return reservoir<T>(capacity, seed);
  }
  template <std::copyable T>
  reservoir<T> init_at(index_t position) const {
    return reservoir<T>(capacity, seed, position);
  }
  template <class T>
  static void step(reservoir<T>& state, std::span<const T> block) {
    state.add(block);
  }
  template <class T>
  static void merge(reservoir<T>& state, const reservoir<T>& later) {
    state.merge(later);
  }
  template <class T>
  static buffer<T> finish(const reservoir<T>& state) {
    return state.values();
  }
};

namespace reducer {
inline reservoir_reducer reservoir(index_arg capacity, seed_arg seed) { return {detail::reservoir_capacity(capacity), seed}; }
}  // namespace reducer

}  // namespace ravel
