// SPDX-License-Identifier: BSL-1.0
// x(i, j) of planned values: each place is a view, and then the axes with names are moved to the front.
#include <ravel/base/error.hpp>
#include <ravel/plan/views.hpp>
#include "plan/named_product.hpp"
#include "plan/steps.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

// Goes over the places from the first positional axis on. Each axis that it leaves has a dim or none.
class place_binder {
 public:
  explicit place_binder(const planned_named& base)
      : values_(base.values()), axes_(base.labels().begin(), base.labels().end()), at_(std::ssize(base.labels())) {}

  planned_named bind(const std::vector<planned_place>& places) {
    index_t taken = 0;
    for (const planned_place& one : places) taken += axes_taken(one);
    const index_t given = values_.rank() - at_, left = given - taken;
    if (left < 0)
      throw shape_error(text() << taken << " places for " << step_text(values_) << ", of which " << given << " axes are positional");
    for (const planned_place& one : places) {
      if (std::get_if<ellipsis_t>(&one)) {
        for (index_t k = 0; k < left; ++k) leave(std::nullopt);
      } else {
        std::visit([&](const auto& place) { take(place); }, one);
      }
    }
    while (at_ < values_.rank()) leave(std::nullopt);
    merge_equal_dims();
    return with_names_first();
  }

 private:
  static index_t axes_taken(const planned_place& one) {
    if (const auto* const positions = std::get_if<planned_named>(&one); positions && is_mask(*positions)) return positions->values().rank();
    return std::get_if<newaxis_t>(&one) || std::get_if<ellipsis_t>(&one) ? 0 : 1;
  }
  static bool is_mask(const planned_named& places) { return places.dtype() == dtype::bool_ && places.labels().empty(); }

  void leave(std::optional<dim> d) {
    axes_.push_back(std::move(d));
    ++at_;
  }
  const planned_shape& shape() const { return values_.shape(); }

  void take(const sized_dim& d) {
    if (d.stated() && !(shape()[at_] == planned_length(d.extent)))
      throw shape_error(text() << "dim " << d.of.name() << " is " << d.extent << ", and axis " << at_ << " of " << step_text(values_)
                               << " has the length " << to_string(shape()[at_]));
    leave(d.of);
  }
  // One axis for several dims. Of an axis whose length is a number, one extent may be left out.
  void take(const dim_pack& p) {
    const auto whole = shape()[at_].number();
    std::vector<planned_length> parts;
    index_t product = 1;
    std::optional<std::size_t> open;
    for (const sized_dim& d : p.parts()) {
      if (!d.stated() && (open || !whole))
        throw shape_error(text() << "pack: dim " << d.of.name() << " needs an extent: write " << d.of.name() << "(n)");
      if (!d.stated()) open = parts.size();
      if (d.stated()) product = mul_index(product, d.extent);
      parts.push_back(d.stated() ? d.extent : 1);
    }
    if (open && product > 0) parts[*open] = *whole / product;
    split(parts);
    for (const sized_dim& d : p.parts()) leave(d.of);
  }
  void take(index_t position) { values_ = select(values_, at_, position); }
  void take(all_t) { leave(std::nullopt); }
  void take(ellipsis_t) {}
  void take(newaxis_t) {
    values_ = new_axis(values_, at_);
    leave(std::nullopt);
  }
  template <among<index_range, open_slice> Slice>
  void take(const Slice& positions) {
    values_ = slice(values_, at_, positions);
    leave(std::nullopt);
  }
  // The axes of the positions take the place of the axis.
  void take(const planned_named& positions) {
    if (is_mask(positions)) return take_marked(positions.values());
    const planned_shape own = positions.values().shape();
    if (own.rank() == 1) {
      values_ = record_take(values_, at_, positions.values());
    } else {
      values_ = record_take(values_, at_, flat(positions.values()));
      split(own.lengths());
    }
    for (const dim& d : positions.labels()) leave(d);
    for (index_t k = std::ssize(positions.labels()); k < own.rank(); ++k) leave(std::nullopt);
  }

  // The axes of a mask become one, of the positions where it is true.
  void take_marked(const planned& mask) {
    const auto &of = shape().lengths(), &marked = mask.shape().lengths();
    if (marked.empty() || !std::equal(marked.begin(), marked.end(), of.begin() + at_))
      throw shape_error(text() << "the mask " << step_text(mask) << " does not have the axes of " << step_text(values_) << " from axis "
                               << at_ << " on");
    auto made = of;
    made.erase(made.begin() + at_, made.begin() + at_ + std::ssize(marked));
    made.insert(made.begin() + at_, mask.shape().elements());
    if (marked.size() > 1) values_ = reshape(values_, made);
    values_ = record_take(values_, at_, argfilter(mask));
    leave(std::nullopt);
  }
  // Makes several axes of the one at hand.
  void split(std::span<const planned_length> parts) {
    auto made = shape().lengths();
    const auto at = made.erase(made.begin() + at_);
    made.insert(at, parts.begin(), parts.end());
    values_ = reshape(values_, made);
  }

  void merge_equal_dims() {
    for (std::size_t k = 0; k < axes_.size(); ++k) {
      for (std::size_t j = 0; axes_[k] && j < k; ++j) {
        if (!axes_[j] || !same(*axes_[j], *axes_[k])) continue;
        const dim d = *axes_[k];
        const planned_length &first = shape()[static_cast<index_t>(j)], &second = shape()[static_cast<index_t>(k)];
        if (!(first == second))
          throw shape_error(text() << "dim " << d.name() << " has the lengths " << to_string(first) << " and " << to_string(second)
                                   << " in " << step_text(values_));
        values_ = diagonal(values_, static_cast<index_t>(j), static_cast<index_t>(k));
        axes_.erase(axes_.begin() + static_cast<std::ptrdiff_t>(k));
        axes_.erase(axes_.begin() + static_cast<std::ptrdiff_t>(j));
        axes_.emplace_back(d);
        return merge_equal_dims();
      }
    }
  }
  planned_named with_names_first() const {
    std::vector<index_t> order;
    std::vector<dim> labels;
    for (const bool named : {true, false}) {
      for (std::size_t k = 0; k < axes_.size(); ++k) {
        if (axes_[k].has_value() != named) continue;
        order.push_back(static_cast<index_t>(k));
        if (named) labels.push_back(*axes_[k]);
      }
    }
    return {std::ranges::is_sorted(order) ? values_ : transpose(values_, ints(order)), std::move(labels)};
  }

  planned values_;
  std::vector<std::optional<dim>> axes_;  // before the one at hand
  index_t at_;
};

}  // namespace

planned_named bind_planned(const planned_named& base, const std::vector<planned_place>& places) { return place_binder(base).bind(places); }

}  // namespace ravel::detail
