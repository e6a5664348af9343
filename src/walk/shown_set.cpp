// SPDX-License-Identifier: BSL-1.0
// Masks as set algebra. A function of masks is constant where all masks are constant. It divides the positions by every operand, and calls
// the function once for each part.
#include "index/shown_set.hpp"
#include <ravel/index/detail/marks.hpp>
#include <ravel/lazy/detail/function_node.hpp>
#include <ravel/walk/node.hpp>
#include "lazy/concat.hpp"
#include "lazy/slice.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

index_set all_below(index_t n) { return index_set(slice(0, n)); }

// The members among `positions` positions from `first` on, moved to 0.
index_set members_from(const index_set& s, index_t first, index_t positions) {
  return (s & index_set(slice(first, positions))).offset(-first);
}

// Belongs to one call. Visits a node that stands in many places of a deep tree once.
class set_search {
 public:
  std::optional<index_set> find(const node<bool>& mask) {
    if (mask.depth() <= low_tree) return look(mask);
    if (const auto* const known = known_.find(&mask)) return *known;
    return known_.add(&mask, look(mask));
  }

 private:
  // Limits the parts, of which there are up to 2^operands.
  static constexpr std::size_t most_operands = 6;

  std::optional<index_set> look(const node<bool>& mask) {
    if (const auto* const shown = dynamic_cast<const shows_set*>(&mask)) return shown->members();
    if (mask.fill() && mask.never_stores()) return *mask.fill() ? all_below(mask.size()) : index_set();
    if (const auto* const f = dynamic_cast<const function_node<bool>*>(&mask)) return of_function(mask, f->leaves());
    if (const untyped_tensor* const view = mask.as_tensor()) {
      if (!view->facts().in_sequence()) return std::nullopt;
      return of_part(as_mask(*view->base()), view->facts().first, mask.size());
    }
    if (const auto* const view = moved_as<slice_movement>(mask)) {
      if (view->places().step() != 1) return std::nullopt;
      return of_part(as_mask(*view->below()), view->places().start(), mask.size());
    }
    if (const auto* const parts = moved_as<concat_movement>(mask)) return of_concat(parts->sources());
    return std::nullopt;
  }

  std::optional<index_set> of_part(const node<bool>& below, index_t first, index_t positions) {
    const auto whole = find(below);
    if (!whole || positions == 0) return whole ? std::optional(index_set()) : std::nullopt;
    return members_from(*whole, first, positions);
  }

  static const node<bool>& as_mask(const untyped_node& mask) { return static_cast<const node<bool>&>(mask); }

  std::optional<index_set> of_concat(std::span<const shared_untyped> parts) {
    const auto sets = of_each(parts.size(), [&](std::size_t k) { return &as_mask(*parts[k]); });
    if (!sets) return std::nullopt;
    index_set all;
    index_t start = 0;
    for (std::size_t k = 0; k < parts.size(); start += parts[k++]->size()) all = all | (*sets)[k].offset(start);
    return all;
  }

  std::optional<index_set> of_function(const node<bool>& mask, const leaf_list& leaves) {
    std::vector<const node<bool>*> operands;
    for (const auto& leaf : leaves.all()) {
      const auto* const operand = dynamic_cast<const node<bool>*>(leaf.node);
      if (!operand) return std::nullopt;
      if (std::ranges::find(operands, operand) == operands.end()) operands.push_back(operand);
      if (operands.size() > most_operands) return std::nullopt;
    }
    const auto sets = of_each(operands.size(), [&](std::size_t k) { return operands[k]; });
    if (!sets) return std::nullopt;
    index_set found;
    for (const index_set& part : parted(all_below(mask.size()), *sets)) {
      if (mask.at(part.min())) found = found | part;
    }
    return found;
  }

  // The sets of several masks, if at least one is known without reading entries.
  template <class Mask>
  std::optional<std::vector<index_set>> of_each(std::size_t count, Mask mask) {
    std::vector<std::optional<index_set>> found;
    for (std::size_t k = 0; k < count; ++k) found.push_back(find(*mask(k)));
    if (std::ranges::none_of(found, [](const auto& one) { return one.has_value(); })) return std::nullopt;
    for (std::size_t k = 0; k < count; ++k) {
      if (!found[k] && !by_entries(*mask(k))) return std::nullopt;
    }
    std::vector<index_set> sets;
    for (std::size_t k = 0; k < count; ++k) sets.push_back(found[k] ? *found[k] : index_set(true_positions(*mask(k))));
    return sets;
  }

  // The nonempty parts.
  static std::vector<index_set> parted(index_set all, const std::vector<index_set>& sets) {
    std::vector<index_set> parts;
    if (!all.empty()) parts.push_back(std::move(all));
    for (const index_set& set : sets) {
      std::vector<index_set> finer;
      for (const index_set& part : parts) {
        for (const index_set& half : {part & set, part - set}) {
          if (!half.empty()) finer.push_back(half);
        }
      }
      parts = std::move(finer);
    }
    return parts;
  }

  known_nodes<std::optional<index_set>> known_;
};

}  // namespace

std::optional<index_set> shown_set(const node<bool>& mask) { return set_search().find(mask); }

}  // namespace ravel::detail
