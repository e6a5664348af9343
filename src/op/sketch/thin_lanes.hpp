// SPDX-License-Identifier: BSL-1.0
// A chunk of doubles as rows of 8 lanes. Lanes are sorted and thinned side by side, only with min and max: no branch and no address depends
// on an element. Coins decide which half is kept; four fall either way. Plain functions, for any thread.
#pragma once

#include <ravel/base/index.hpp>

#include <cstdint>

namespace ravel::detail {

inline constexpr int row_lanes = 8;              // on every machine, so that results are the same
inline constexpr std::uint64_t lane_coins = 70;  // the number of ways to choose 4 lanes of 8

// Groups of 2^first rows are sorted in each lane and halved; four of the halved groups are merged and halved, and so on, up to 2^last rows.
// The sorted rows may then be halved again without sorting.
struct thinning {
  static constexpr int least = 4;
  int first, last;  // least <= first <= last
  int again = 0;

  int halvings() const { return (last - first) / 2 + 1 + again; }
  int coins() const;
  // The sum of squared errors of rank, which bounds their tail.
  double spread() const;
};

// The kept rows are in front, and each lane ascends down them.
void thin_lanes(double* rows, thinning how, const std::uint8_t* coins);

// Widens the limits to all elements except NaN. True if there is a NaN.
bool widen_limits(const double* values, index_t n, double& low, double& high);

}  // namespace ravel::detail
