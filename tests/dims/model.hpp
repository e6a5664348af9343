// SPDX-License-Identifier: BSL-1.0
// What dims must agree with: a dense table of addresses that every operation copies, without strides, modes or layers.
#pragma once

#include <ravel/dims.hpp>

#include <random>
#include <string>
#include <vector>

namespace model {

using ravel::dims;
using ravel::index_t;
using list = std::vector<index_t>;
using engine = std::mt19937_64;

inline std::size_t at(index_t i) { return static_cast<std::size_t>(i); }
inline index_t size_of(const list& l) { return static_cast<index_t>(l.size()); }
index_t product(const list& extents);

// From low to high, both possible.
index_t pick(engine& random, index_t low, index_t high);

struct dense {
  list shape;
  list flat;

  index_t rank() const { return size_of(shape); }
  index_t size() const { return size_of(flat); }
  index_t extent(index_t axis) const { return shape[at(axis)]; }
  index_t value(const list& coordinates) const;

  dense transpose(const list& order) const;
  dense take(index_t axis, const list& positions) const;
  dense drop(index_t axis, index_t position) const;
  dense reshape(list extents) const;
  dense diagonal(index_t a, index_t b, index_t shift) const;
  dense windows(index_t axis, index_t width, index_t step) const;
};

// f(coordinates) for every position of a shape, in row-major order.
template <class F>
void each_position(const list& extents, F f) {
  list x(extents.size(), 0);
  for (index_t left = product(extents); left > 0; --left) {
    f(x);
    for (std::size_t k = x.size(); k-- > 0 && ++x[k] == extents[k];) x[k] = 0;
  }
}

// The same map twice.
struct pair {
  dims ours;
  dense theirs;
};

// A layout to start from: row- or column-major, padded, any strides, or the four arrays.
pair random_start(engine& random, index_t most_rank, index_t most_extent);

// The views. `step` makes a random one that both sides can take, or leaves the pair as it is and returns an empty string.
inline constexpr int kinds = 17;
std::string step(engine& random, int kind, pair& at);
const char* name(int kind);

// Fails the test, showing the text and the map, unless ours says about everything what theirs says.
void require_equal(const pair& both, engine& random, const std::string& how);

// Whether some numbers for each axis add up to every address.
bool separable(const dense& of);

// A set of positions for gathering.
std::shared_ptr<const ravel::ascending_set> make_set(list members);

}  // namespace model
