// SPDX-License-Identifier: BSL-1.0
// A chunk of doubles as rows of 8 lanes. Lanes are sorted and thinned side by side by min and max alone: no branch and no address depends
// on an element. What half is kept is said by coins, of which four fall either way.
#pragma once

#include <ravel/base/index.hpp>

#include <cstdint>

namespace ravel::detail {

inline constexpr int row_lanes = 8;              // whatever the machine has, so that results are the same on every one
inline constexpr std::uint64_t lane_coins = 70;  // in how many ways 4 lanes of 8 can be chosen

// Groups of 2^first rows are sorted in each lane and halved; four that are left are merged and halved, and so on, up to 2^last rows. What
// is sorted then may be halved again, without any sorting.
struct thinning {
  static constexpr int least = 4;
  int first, last;  // least <= first <= last
  int again = 0;

  int halvings() const { return (last - first) / 2 + 1 + again; }
  int coins() const;
  // Of errors of rank: the sum of squares that bounds their tail.
  double spread() const;
};

// The rows that are left are in front, and each lane ascends down them.
void thin_lanes(double* rows, thinning how, const std::uint8_t* coins);

// Widens the limits to all elements but NaN. Is there a NaN?
bool widen_limits(const double* values, index_t n, double& low, double& high);

}  // namespace ravel::detail
