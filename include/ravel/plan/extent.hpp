// SPDX-License-Identifier: BSL-1.0
// planned_extent: a length that only a run of a plan knows. planned_length: what shapes of planned values are made of, numbers and extents
// and sums and products of them. Values; copies of an extent are the same extent. Any thread may read them.
#pragma once

#include <ravel/base/index.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ravel {

namespace detail {

class recorded;
struct found_extent;

}  // namespace detail

class RAVEL_API_RESULT planned_extent {
 public:
  explicit planned_extent(std::string name);
  std::string name() const { return told_->name; }

  // Two are equal if one is a copy of the other, whatever their names.
  friend bool operator==(const planned_extent& a, const planned_extent& b) { return a.told_ == b.told_; }

 private:
  friend struct length_access;
  friend struct detail::found_extent;
  // Where only the elements tell a length, a step of the run finds it.
  enum class found : unsigned char { by_input, by_step, by_mask };
  struct told {
    std::string name;
    std::uint64_t number;  // in the order in which extents are made
    found where = found::by_input;
    std::shared_ptr<const detail::recorded> mask = nullptr;   // whose true elements are counted
    mutable std::weak_ptr<const detail::recorded> step = {};  // whose shape has the extent, and so owns it
  };
  explicit planned_extent(std::shared_ptr<const told> known) : told_(std::move(known)) {}
  std::shared_ptr<const told> told_;
};

// The number that each extent stands for in a run.
class RAVEL_API extent_values {
 public:
  extent_values() = default;
  // extent_values{{n, 500}, {m, 3}}; value_error if an extent has two values.
  extent_values(std::initializer_list<std::pair<planned_extent, index_t>> known);

  // Gives the number that the extent has had so far, if it is another.
  std::optional<index_t> set(const planned_extent& of, index_arg value);
  std::optional<index_t> find(const planned_extent& of) const;
  void clear() { known_.clear(); }
  friend bool operator==(const extent_values&, const extent_values&) = default;

 private:
  using known_extent = std::pair<planned_extent, index_t>;
  std::vector<known_extent>::const_iterator place_of(const planned_extent& of) const;

  std::vector<known_extent> known_;  // in the order in which the extents were made
};

namespace detail {

// The word of an extent in a text; empty: its name.
using extent_words = std::function<std::string(const planned_extent& of)>;

}  // namespace detail

// A polynomial of extents with integers as factors, such as 3, n, n - 1 or n * m. Two are equal if they are the same polynomial.
class RAVEL_API_RESULT planned_length {
 public:
  template <detail::integer Int>
  planned_length(Int known) : planned_length(detail::to_index(known), known_number()) {}
  planned_length(const planned_extent& of);

  // The number that it is, if it needs no extent.
  std::optional<index_t> number() const;
  // The extent that it is, if it is no more than one.
  std::optional<planned_extent> lone_extent() const;
  // Its number in a run; shape_error if an extent is not among the values, or if the number is below 0 or beyond the largest index.
  index_t at(const extent_values& values) const;
  bool known_by(const extent_values& values) const;  // all its extents are among the values

  friend RAVEL_API bool operator==(const planned_length& a, const planned_length& b);
  friend RAVEL_API std::string to_string(const planned_length& of);
  friend RAVEL_API std::string to_string(const planned_length& of, const detail::extent_words& words);

 private:
  struct known_number {};
  planned_length(index_t known, known_number);
  index_t total(const extent_values& values) const;  // as at(values), but it may be below 0
  // A product of extents, in the order in which they were made, that counts so many times.
  struct term {
    std::vector<planned_extent> factors;
    index_t times;
  };
  friend struct length_access;
  friend struct detail::found_extent;

  std::vector<term> terms_;  // sorted, with different factors
};

// n - 1, n * m: one of the two may be an extent or an integer.
[[nodiscard]] RAVEL_API planned_length operator+(const planned_length& a, const planned_length& b);
[[nodiscard]] RAVEL_API planned_length operator-(const planned_length& a, const planned_length& b);
[[nodiscard]] RAVEL_API planned_length operator*(const planned_length& a, const planned_length& b);

namespace detail {

// By a number, or a product of extents that all terms of a have; nothing otherwise.
RAVEL_API std::optional<planned_length> length_quotient(const planned_length& a, const planned_length& b);

}  // namespace detail

// The lengths of the axes of a planned value, outermost first: {n, 3}.
class RAVEL_API_RESULT planned_shape {
 public:
  planned_shape() = default;
  planned_shape(std::initializer_list<planned_length> lengths) : lengths_(lengths) {}
  planned_shape(std::vector<planned_length> lengths) : lengths_(std::move(lengths)) {}

  index_t rank() const { return static_cast<index_t>(lengths_.size()); }
  const planned_length& operator[](index_arg axis) const&;
  planned_length operator[](index_arg axis) const&& { return (*this)[axis]; }
  const std::vector<planned_length>& lengths() const& { return lengths_; }
  std::vector<planned_length> lengths() const&& { return lengths_; }
  planned_length elements() const;
  bool known_by(const extent_values& values) const;

  friend bool operator==(const planned_shape&, const planned_shape&) = default;
  // "[n 3]"
  friend RAVEL_API std::string to_string(const planned_shape& of);
  friend RAVEL_API std::string to_string(const planned_shape& of, const detail::extent_words& words);

 private:
  std::vector<planned_length> lengths_;
};

}  // namespace ravel
