// SPDX-License-Identifier: BSL-1.0
// by_lines: the one mechanism of all verbs along axes. Lines that are cut are brought together; each rank runs a local verb on its own
// lines, and what that makes becomes a distributed tensor. A rank without lines learns the extents from the others. Collective.
#pragma once

#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/detail/collective.hpp>
#include <ravel/walk/axis_plan.hpp>

#include <optional>

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

  // The result where its lines lie. `said` is of the other arguments.
  tensor<R> run(const char* operation, const std::string& said) {
    const auto change = [&] { work(); };
    const auto tell = [&] { extents_ = gathered_items(x_.ranks().state(), extents_); };
    const auto make = [&] { keep(); };
    if constexpr (std::same_as<X, tensor<T>>) {
      if (lies_in_lines()) {
        const stage stages[] = {change, tell, make};
        collectively(
            x_.ranks(), operation, [&] { return called(said); }, stages);
        return finished(operation);
      }
    }
    writing<X, T> move(x_.ranks(), operation);
    const auto prepare = [&] {
      lines_.emplace(unfilled<T>(x_.ranks(), x_.shape(), whole_along(x_.first_leaf().how(), x_.shape(), axes_from_front())));
      (void)move.set(x_, *lines_);
      return called(said);
    };
    move.run(prepare, {change, tell, make});
    return finished(operation);
  }

 private:
  std::vector<index_t> axes_from_front() const {
    const auto all = ravel::detail::worked_axes(axes_, x_.rank());
    return std::vector<index_t>(all.begin(), all.end());
  }
  std::string called(const std::string& said) const {
    return ravel::detail::text() << said_type<T>() << ravel::to_string(x_.shape()) << " in " << x_.first_leaf().how().description()
                                 << " along " << ravel::detail::list_text(axes_) << said;
  }
  bool lies_in_lines() {
    if (!(whole_along(x_.how(), x_.shape(), axes_from_front()) == x_.how())) return false;
    if (!box_of(x_.ranks(), x_.dims(), x_.span(), x_.how())) return false;
    lines_ = x_;
    return true;
  }
  // Of no elements every rank asks the verb, which knows what it makes of them.
  void work() {
    if (x_.size() == 0) {
      made_.emplace(ravel::detail::as_read_tensor(verb_(ravel::empty<T>(x_.shape()), axes_)));
    } else if (const ravel::tensor<T> own = lines_->local(); own.size() > 0) {
      made_.emplace(ravel::detail::as_read_tensor(verb_(own, axes_)));
    }
    if (!made_) return;
    const ravel::shape extents = made_->shape();
    extents_.push_back(extents.rank());
    extents_.insert(extents_.end(), extents.begin(), extents.end());
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

template <class X, class Verb>
auto by_lines(const char* operation, const X& x, const ints& axes, const distribution* how, const Verb& verb, std::string said = {}) {
  if (how != nullptr) said += ", in " + how->description();
  return lying_as(x, local_line_work<X, Verb>(x, axes, verb).run(operation, said), how);
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
