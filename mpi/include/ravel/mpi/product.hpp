// SPDX-License-Identifier: BSL-1.0
// Products of matrices on ranks. A rank makes its part of the result from the rows of the left and the columns of the right that it needs.
// It holds one of them and fetches the other in panels, so that no rank needs room for both matrices. Collective.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/detail/by_lines.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/op/fold/product.hpp>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

// An operand of a product as all ranks know it.
struct product_operand {
  ravel::shape extents;
  index_t width;              // bytes of an element
  bool is_on_all = false;     // a local tensor, which all ranks have
  const dims* map = nullptr;  // where it lies; null for an expression
  index_t span = 1;
};

// The part of an operand that each rank gets at a time. Along new axes, ranks get the same.
struct product_panel {
  std::vector<index_t> extents;
  distribution how;
  std::vector<index_t> new_axes;
  bool lies_there = false;         // nothing is to be fetched
  index_t axis = -1;               // of the operand; -1: the panel is all of it
  std::vector<index_t> positions;  // along the axis, ascending
  index_t first = 0, count = 0;    // of a rank's own results, along the axis of the result that panels cut

  RAVEL_API dims view(const dims& map) const;
};

// The way ranks share a product: where the result is made, which operand they hold, and the panels of the other one. A value, the same on
// all ranks.
class RAVEL_API product_shares {
 public:
  // The result is made where it is wanted, or in rows or columns if less would move. A panel has at most so many bytes on a rank, or a
  // quarter of its share of the operand, or one line.
  product_shares(const product_operand& left, const product_operand& right, index_t width, const distribution& wanted, const world& ranks,
                 index_t most_bytes);

  const ravel::shape& result() const& { return plan_.result; }
  const distribution& how() const& { return how_; }
  bool has_terms() const { return plan_.result.elements() > 0 && plan_.size.k > 0; }
  bool holds_left() const { return holds_left_; }
  const product_panel& held() const& { return held_->all; }
  index_t axis() const { return axis_; }      // of the result that panels cut; -1 if there is none
  index_t extent() const { return extent_; }  // of the largest part of the result along it
  product_panel panel(index_t first) const;   // the one that begins at this own result

 private:
  // An operand, and all of it as a panel.
  struct side {
    product_operand x;
    std::vector<index_t> axes;  // of the operand, for each axis of the result; -1: it has none
    product_panel all;
    index_t bytes = 0;  // that a rank needs room for
  };
  side side_for(const product_operand& x, bool is_left, const std::vector<distribution::axis_cut>& cuts, const world& ranks) const;
  void cut_into_panels(index_t most_bytes, int ranks);

  ravel::detail::product_plan plan_;
  distribution how_;
  std::vector<distribution::axis_cut> cuts_;
  std::optional<side> held_, other_;
  bool holds_left_ = true;
  index_t axis_ = -1, extent_ = 1, length_ = 1;
};

// A part of an operand on its way to the ranks that need it.
template <class X>
class fetched_part {
 public:
  using T = value_in_t<X>;

  // Collective, unless the part lies there.
  fetched_part(const world& ranks, const X& x, const product_panel& panel) : new_axes_(panel.new_axes) {
    if (panel.lies_there) {
      own_.emplace(lying(x, panel.how));
    } else {
      work_ = std::make_shared<work>(ranks, "matmul", view(x, panel), room{ranks, panel.extents, panel.how});
      start_work(ranks, work_);
      under_way_.emplace(ranks, work_);
    }
  }
  // Collective, unless the part lies there.
  void wait() {
    if (under_way_) under_way_->wait(), own_.emplace(work_->target().local());
    under_way_.reset();
    work_.reset();
  }
  // The part of it that this rank has, once it is there; it has some.
  ravel::tensor<const T> own() const {
    ravel::tensor<const T> found = *own_;
    for (auto axis = new_axes_.rbegin(); axis != new_axes_.rend(); ++axis) found = ravel::select(found, *axis, 0);
    return found;
  }

 private:
  struct room {
    world ranks;
    std::vector<index_t> extents;
    distribution how;
    tensor<T> operator()() const { return unfilled<T>(ranks, ints(extents), how); }
  };
  static X view(const X& x, const product_panel& panel) {
    const auto change = [&](const dims& map) { return panel.view(map); };
    if constexpr (distributed<X>) {
      return x.changed(change);
    } else {
      return ravel::detail::viewed(x, change);
    }
  }
  static ravel::tensor<const T> lying(const X& x, const distribution& how) {
    if constexpr (std::same_as<X, tensor<T>>) {
      return tensor<T>(x.ranks(), x.dims(), x.part(), how).local();
    } else if constexpr (readable<X>) {
      return x;
    } else {
      return ravel::empty<T>({0});  // an expression lies nowhere
    }
  }

  using work = started_write<X, room>;
  std::vector<index_t> new_axes_;
  std::shared_ptr<work> work_;
  std::optional<started_copy> under_way_;
  std::optional<ravel::tensor<const T>> own_;
};

template <class X>
product_operand operand_of_product(const X& x) {
  using T = value_in_t<X>;
  product_operand known{x.shape(), sizeof(T), readable<X>};
  if constexpr (std::same_as<X, tensor<T>>) known.map = &x.dims(), known.span = x.span();
  return known;
}
template <class X>
std::string said_operand(const X& x) {
  ravel::detail::text said;
  said << said_type<value_in_t<X>>() << ravel::to_string(x.shape());
  if constexpr (distributed<X>) said << " in " << x.first_leaf().how().description();
  return said;
}

// The first of two operands that is distributed.
template <class A, class B>
const auto& first_distributed(const A& a, const B& b) {
  if constexpr (distributed<A>) {
    return a;
  } else {
    return b;
  }
}

// One product of operands of which at least one is distributed.
template <class A, class B>
class spread_product {
 public:
  using R = ravel::detail::read_t<decltype(ravel::matmul(std::declval<const ravel::tensor<value_in_t<A>>&>(),
                                                         std::declval<const ravel::tensor<value_in_t<B>>&>()))>;

  spread_product(const A& a, const B& b) : a_(a), b_(b), ranks_(first_distributed(a, b).ranks()) {}

  tensor<R> made(index_t most_bytes) {
    const auto prepare = [&] {
      if constexpr (distributed<A> && distributed<B>) check_one_world("matmul", b_.ranks(), ranks_);
      shares_.emplace(operand_of_product(a_), operand_of_product(b_), index_t{sizeof(R)}, first_distributed(a_, b_).first_leaf().how(),
                      ranks_, most_bytes);
      result_.emplace(unfilled<R>(ranks_, ints(shares_->result()), shares_->how()));
      return said_operand(a_) + " by " + said_operand(b_);
    };
    collectively(ranks_, "matmul", prepare);
    if (!shares_->has_terms()) {
      fill(*result_, R{});
    } else if (shares_->holds_left()) {
      by_panels(a_, b_, [](const auto& held, const auto& panel, const auto& to) { ravel::matmul(held, panel, ravel::into(to)); });
    } else {
      by_panels(b_, a_, [](const auto& held, const auto& panel, const auto& to) { ravel::matmul(panel, held, ravel::into(to)); });
    }
    return *result_;
  }

 private:
  // The next panel travels while this rank multiplies by the one before.
  template <class X, class Y, class Multiply>
  void by_panels(const X& held, const Y& other, const Multiply& multiply) {
    fetched_part<X> kept(ranks_, held, shares_->held());
    product_panel panel = shares_->panel(0);
    std::optional<fetched_part<Y>> next(std::in_place, ranks_, other, panel);
    kept.wait();
    std::exception_ptr failed;
    while (next) {
      fetched_part<Y> now = *std::move(next);
      next.reset();
      now.wait();
      const index_t first = panel.first, count = panel.count;
      if (first + count < shares_->extent()) {
        panel = shares_->panel(first + count);
        next.emplace(ranks_, other, panel);
      }
      try {
        if (!failed) multiply_part(kept, now, first, count, multiply);
      } catch (...) {
        failed = std::current_exception();
      }
    }
    const auto agree = [&] {
      if (failed) std::rethrow_exception(failed);
    };
    collectively(ranks_, "matmul", [] { return std::string("made"); }, {agree});
  }
  template <class Kept, class Panel, class Multiply>
  void multiply_part(const Kept& kept, const Panel& now, index_t first, index_t count, const Multiply& multiply) {
    ravel::tensor<R> own = result_->local();
    if (own.size() == 0) return;
    if (const index_t axis = shares_->axis(); axis >= 0) {
      if (first >= own.extent(axis)) return;
      own = ravel::slice(own, axis, first, std::min(count, own.extent(axis) - first));
    }
    multiply(kept.own(), now.own(), own);
  }

  const A& a_;
  const B& b_;
  world ranks_;
  std::optional<product_shares> shares_;
  std::optional<tensor<R>> result_;
};

constexpr index_t bytes_of_panel = index_t{16} << 20;

// A distributed operand, or a local one that all ranks have.
template <class X>
concept product_side = spread_numbers<X> || (local_operand<X> && element<value_in_t<X>>);
template <class X>
decltype(auto) side_of_product(const X& x) {
  if constexpr (distributed<X>) {
    return (x);
  } else {
    return ravel::detail::as_read_tensor(x);
  }
}

}  // namespace detail

// As on one machine. A rank fetches the rows and columns that its part of the result needs, in panels; a local operand is that of all
// ranks. The result lies as the first distributed operand does, if it can. With a BLAS the last bits may depend on the number of ranks, as
// they depend on the shape on one machine.
template <detail::product_side A, detail::product_side B>
  requires(detail::distributed<A> || detail::distributed<B>)
[[nodiscard]] auto matmul(const A& a, const B& b) {
  const auto& left = detail::side_of_product(a);
  const auto& right = detail::side_of_product(b);
  detail::spread_product product(left, right);
  return detail::lying_as(detail::first_distributed(left, right), product.made(detail::bytes_of_panel), nullptr);
}

}  // namespace mpi
}  // namespace ravel
