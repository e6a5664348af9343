// SPDX-License-Identifier: BSL-1.0
// by_lines: the one mechanism of all verbs along axes. Lines that are cut are brought together, or borders to parts of lines where these
// are enough; each rank runs a local verb on its own, and what that makes becomes a distributed tensor. A rank without lines learns the
// extents from the others. Collective.
#pragma once

#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/detail/borders.hpp>
#include <ravel/mpi/detail/collective.hpp>
#include <ravel/walk/axis_plan.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

// The distribution in which lines along these axes are whole: `how` if it cuts none of them, else blocks of the longest other axis, or
// everything on rank 0 if there is none.
RAVEL_API distribution whole_along(const distribution& how, const ravel::shape& extents, const std::vector<index_t>& axes);

// What a verb makes of all lines: axes change their extents or are gone. The ranks that have lines say the extents of their results, each
// after the number of its axes.
struct RAVEL_API lines_made {
  lines_made(const ravel::shape& lines, const distribution& how, const std::vector<index_t>& axes, const std::vector<index_t>& said);

  std::vector<index_t> extents;
  distribution how;
};

template <class X, class Verb>
class local_line_work {
 public:
  using T = typename X::value_type;
  using R = ravel::detail::read_t<std::invoke_result_t<const Verb&, const ravel::tensor<T>&, const ints&>>;

  local_line_work(const X& x, const ints& axes, const Verb& verb) : x_(x), axes_(axes), verb_(verb) {}

  // If parts of the axis are ranges, borders of neighbours are enough for a verb that has some.
  template <class Near>
  void look_nearby(const Near& near) {
    const distribution& how = x_.first_leaf().how();
    const auto all = ravel::detail::worked_axes(axes_, x_.rank());
    if (all.size() != 1 || std::ranges::find(how.axes(), all[0]) == how.axes().end()) return;
    try {
      if (const maybe_border found = near()) plan_ = border_plan::make(*found, how, x_.shape(), all[0], x_.ranks());
    } catch (const error&) {  // the verb tells what is wrong
    }
  }

  // The result where its lines lie. `said` is of the other arguments.
  tensor<R> run(const char* operation, const std::string& said) {
    const auto pack = [&] {
      if (plan_) borders_.emplace(lines_->local(), axis(), *plan_, x_.ranks().rank());
    };
    const auto change = [&] { work(); };
    const auto tell = [&] { extents_ = gathered_items(x_.ranks().state(), extents_); };
    const auto make = [&] { keep(); };
    if constexpr (std::same_as<X, tensor<T>>) {
      if (lies_in_lines()) {
        collectively(x_.ranks(), operation, [&] { return called(said); }, {pack, change, tell, make});
        return finished(operation);
      }
    }
    writing<X, T> move(x_.ranks(), operation);
    const auto prepare = [&] {
      lines_.emplace(unfilled<T>(x_.ranks(), x_.shape(), where()));
      (void)move.set(x_, *lines_);
      return called(said);
    };
    move.run(prepare, {pack, change, tell, make});
    return finished(operation);
  }

 private:
  std::vector<index_t> axes_from_front() const {
    const auto all = ravel::detail::worked_axes(axes_, x_.rank());
    return std::vector<index_t>(all.begin(), all.end());
  }
  std::string called(const std::string& said) const {
    ravel::detail::text at;
    at << said_type<T>() << ravel::to_string(x_.shape()) << " in " << x_.first_leaf().how().description() << " along "
       << ravel::detail::list_text(axes_) << said;
    if (plan_) at << ", by borders of " << plan_->width();
    return at;
  }
  index_t axis() const { return axes_from_front().front(); }
  distribution where() const {
    const distribution& how = x_.first_leaf().how();
    return plan_ ? how : whole_along(how, x_.shape(), axes_from_front());
  }
  bool lies_in_lines() {
    if (!(where() == x_.how())) return false;
    if (!box_of(x_.ranks(), x_.dims(), x_.span(), x_.how())) return false;
    lines_ = x_;
    return true;
  }
  // Of no elements every rank asks the verb, which knows what it makes of them.
  void work() {
    if (x_.size() == 0) {
      made_.emplace(ravel::detail::as_read_tensor(verb_(ravel::empty<T>(x_.shape()), axes_)));
    } else if (plan_) {
      const ravel::tensor<T> rows = borders_->exchanged(x_.ranks().state());
      if (rows.size() > 0) made_.emplace(slice(ravel::detail::as_read_tensor(verb_(rows, axes_)), axis(), plan_->dropped(), plan_->made()));
    } else if (const ravel::tensor<T> own = lines_->local(); own.size() > 0) {
      made_.emplace(ravel::detail::as_read_tensor(verb_(own, axes_)));
    }
    if (!made_) return;
    const ravel::shape extents = made_->shape();
    extents_.push_back(extents.rank());
    extents_.insert(extents_.end(), extents.begin(), extents.end());
    if (plan_) extents_[static_cast<std::size_t>(axis()) + 1] = plan_->results();
  }
  void keep() {
    const lines_made made(x_.shape(), lines_->how(), axes_from_front(), extents_);
    results_.emplace(unfilled<R>(x_.ranks(), ints(made.extents), made.how));
    const auto own = results_->local();
    if (own.size() == 0 || x_.size() == 0) return;
    ravel::copy(*made_, own);
  }
  // Of no elements there may be results all the same, which all ranks have made.
  tensor<R> finished(const char* operation) {
    if (x_.size() == 0) write(operation, *made_, *results_);
    return *std::move(results_);
  }

  const X& x_;
  const ints& axes_;
  const Verb& verb_;
  std::optional<border_plan> plan_;
  std::optional<bordered_rows<T>> borders_;
  std::optional<tensor<T>> lines_;
  std::optional<ravel::tensor<const R>> made_;
  std::vector<index_t> extents_;
  std::optional<tensor<R>> results_;
};

// Where a result lies if nobody says where: as its operand, if that is possible.
template <class X, class R>
tensor<R> lying_as(const X& x, const tensor<R>& result, const distribution* how) {
  const distribution wanted =
      (how != nullptr ? *how : fitting_distribution(x.first_leaf().how(), result.shape())).from_front(result.rank());
  return wanted == result.how() ? result : clone(result, wanted);
}

template <class X, class Verb, class Near>
auto by_lines(const char* operation, const X& x, const ints& axes, const distribution* how, const Verb& verb, std::string said,
              const Near& near) {
  if (how != nullptr) said += ", in " + how->description();
  local_line_work<X, Verb> work(x, axes, verb);
  work.look_nearby(near);
  return lying_as(x, work.run(operation, said), how);
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
