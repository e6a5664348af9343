// SPDX-License-Identifier: BSL-1.0
// The order of contraction: the cheapest of all for few factors, greedy for many.
#include <ravel/named/einsum.hpp>

#include <limits>

namespace ravel::detail {

namespace {

using dim_set = std::uint64_t;
using dim_sets = std::vector<dim_set>;

class planner {
 public:
  planner(const std::vector<index_t>& extents, dim_set left) : extents_(extents), left_(left) {}

  std::vector<contraction_step> plan(const dim_sets& factors) {
    if (factors.size() <= most_tried) {
      search(factors, 0);
    } else {
      dim_sets rest = factors;
      while (rest.size() > 1) take(rest, cheapest(rest));
      best_ = steps_;
    }
    return best_;
  }

 private:
  static constexpr std::size_t most_tried = 5;

  double volume(dim_set dims) const {
    double product = 1;
    for (std::size_t k = 0; k < extents_.size(); ++k) {
      if (dims >> k & 1) product *= static_cast<double>(extents_[k]);
    }
    return product;
  }
  // The cost of a step: multiplications and elements written.
  double cost(const dim_sets& of, contraction_step s) const { return volume(of[s.a] | of[s.b]) + volume(product(of, s)); }
  dim_set product(const dim_sets& of, contraction_step s) const {
    dim_set needed = left_;
    for (std::size_t k = 0; k < of.size(); ++k) {
      if (k != s.a && k != s.b) needed |= of[k];
    }
    return (of[s.a] | of[s.b]) & needed;
  }

  template <class F>
  static void each_pair(std::size_t n, F f) {
    for (std::size_t b = 1; b < n; ++b) {
      for (std::size_t a = 0; a < b; ++a) f(contraction_step{a, b});
    }
  }
  contraction_step cheapest(const dim_sets& of) const {
    contraction_step best{0, 1};
    double least = std::numeric_limits<double>::infinity();
    each_pair(of.size(), [&](contraction_step s) {
      // The cost that a product adds to that of its factors.
      const double added = cost(of, s) - volume(of[s.a]) - volume(of[s.b]);
      if (added >= least) return;
      least = added;
      best = s;
    });
    return best;
  }
  void take(dim_sets& of, contraction_step s) {
    steps_.push_back(s);
    const dim_set made = product(of, s);
    of.erase(of.begin() + static_cast<std::ptrdiff_t>(s.b));
    of.erase(of.begin() + static_cast<std::ptrdiff_t>(s.a));
    of.push_back(made);
  }
  void search(const dim_sets& of, double spent) {
    if (spent >= least_) return;
    if (of.size() <= 1) {
      least_ = spent;
      best_ = steps_;
      return;
    }
    each_pair(of.size(), [&](contraction_step s) {
      dim_sets rest = of;
      const double now = spent + cost(of, s);
      take(rest, s);
      search(rest, now);
      steps_.pop_back();
    });
  }

  const std::vector<index_t>& extents_;
  dim_set left_;
  double least_ = std::numeric_limits<double>::infinity();
  std::vector<contraction_step> steps_, best_;
};

}  // namespace

std::vector<contraction_step> plan_contraction(std::vector<std::uint64_t> factors, const std::vector<index_t>& extents,
                                               std::uint64_t left) {
  if (factors.size() == 2) return {{0, 1}};
  return planner(extents, left).plan(factors);
}

bool matrices_pay(index_t stack, index_t rows, index_t summed, index_t columns) {
  if (rows > 1 && columns > 1) return true;
  return (rows > 1 || columns > 1) && (stack == 1 || std::max(rows, columns) >= 4096 / std::max<index_t>(summed, 1));
}

}  // namespace ravel::detail
