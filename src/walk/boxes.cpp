// SPDX-License-Identifier: BSL-1.0
// Cuts space along the faces of boxes until every part belongs to one box or to none.
#include <ravel/base/error.hpp>
#include <ravel/walk/paths.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

std::string name_of(std::span<const box> boxes, index_t number) {
  const box& b = boxes[static_cast<std::size_t>(number)];
  return text() << "piece " << number << " of shape " << to_string(b.extents) << " at " << list_text(as_span(b.at));
}

void check_inside(const shape& whole, std::span<const box> boxes, index_t number) {
  const box& b = boxes[static_cast<std::size_t>(number)];
  if (b.extents.rank() != whole.rank() || static_cast<index_t>(b.at.size()) != whole.rank())
    throw shape_error(text() << name_of(boxes, number) << " cannot be part of shape " << to_string(whole) << ": it has another rank");
  for (index_t k = 0; k < whole.rank(); ++k) {
    const index_t from = b.at[static_cast<std::size_t>(k)];
    if (from < 0 || from > whole[k] || b.extents[k] > whole[k] - from)
      throw shape_error(text() << name_of(boxes, number) << " is not inside shape " << to_string(whole) << " on axis " << k);
  }
}

}  // namespace

box_index::box_index(const shape& whole, std::span<const box> boxes) {
  for (std::size_t k = 0; k < boxes.size(); ++k) check_inside(whole, boxes, static_cast<index_t>(k));
  merge_axes(whole, boxes);
  std::vector<const flat_box*> all;
  for (const flat_box& b : boxes_) all.push_back(&b);
  root_ = divide(region(extents_.size(), 0), region(extents_.begin(), extents_.end()), std::move(all), boxes, whole);
}

// Merges an axis with the one before it if every box spans it, or if the one before has extent 1.
void box_index::merge_axes(const shape& whole, std::span<const box> boxes) {
  std::vector<const box*> some;
  for (const box& b : boxes) {
    if (b.extents.elements() == 0) continue;
    some.push_back(&b);
    boxes_.push_back({&b - boxes.data(), region(1, 0), region(1, 1)});
  }
  extents_.assign(1, 1);
  axes_.assign(1, {nowhere, 1});
  for (index_t k = 0; k < whole.rank(); ++k) {
    const bool spanned = std::all_of(some.begin(), some.end(), [&](const box* b) { return b->extents[k] == whole[k]; });
    const bool first_of_all = extents_.back() == 1, merged = spanned || first_of_all;
    if (first_of_all) {
      axes_.back() = {k, 1};
    } else if (spanned) {
      axes_.back().behind *= whole[k];
    } else {
      axes_.push_back({k, 1});
    }
    merged ? void(extents_.back() *= whole[k]) : extents_.push_back(whole[k]);
    for (std::size_t i = 0; i < some.size(); ++i) {
      const index_t first = some[i]->at[static_cast<std::size_t>(k)], last = first + some[i]->extents[k] - 1;
      flat_box& b = boxes_[i];
      if (merged) {
        b.from.back() = b.from.back() * whole[k] + first;
        b.to.back() = (b.to.back() - 1) * whole[k] + last + 1;
      } else {
        b.from.push_back(first);
        b.to.push_back(last + 1);
      }
    }
  }
}

void box_index::add_gap(const shape& whole, const region& from, const region& to) {
  if (whole.elements() == 0) return;
  box gap{small_vector<index_t, 6>(static_cast<std::size_t>(whole.rank()), 0), {}};
  std::vector<index_t> extents(whole.begin(), whole.end());
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    if (axes_[k].axis == nowhere) continue;
    const auto axis = static_cast<std::size_t>(axes_[k].axis);
    gap.at[axis] = from[k] / axes_[k].behind;
    extents[axis] = (to[k] - from[k]) / axes_[k].behind;
  }
  gap.extents = ints(extents);
  gaps_.push_back(std::move(gap));
}

// The faces of boxes inside a region, on the axis that has most of them. None if no box ends inside.
box_index::faces box_index::most_faces(const region& from, const region& to, std::span<const flat_box* const> inside) const {
  faces most, here;
  for (std::size_t k = 0; k < extents_.size(); ++k) {
    here.axis = k;
    here.at.clear();
    for (const flat_box* b : inside) {
      if (b->from[k] > from[k]) here.at.push_back(b->from[k]);
      if (b->to[k] < to[k]) here.at.push_back(b->to[k]);
    }
    if (here.at.size() > most.at.size()) std::swap(most, here);
  }
  return most;
}

// Cuts at the middle face on the axis that has most faces.
index_t box_index::divide(const region& from, const region& to, std::vector<const flat_box*> inside, std::span<const box> given,
                          const shape& whole) {
  if (inside.empty()) {
    add_gap(whole, from, to);
    return leaf(nowhere);
  }
  faces most = most_faces(from, to, inside);
  if (most.at.empty()) {
    if (inside.size() > 1)
      throw shape_error(text() << "pieces overlap: " << name_of(given, inside[0]->number) << ", and " << name_of(given, inside[1]->number));
    return leaf(inside[0] - boxes_.data());
  }
  const auto middle = most.at.begin() + static_cast<std::ptrdiff_t>(most.at.size() / 2);
  std::nth_element(most.at.begin(), middle, most.at.end());
  const cut here{most.axis, *middle, 0, 0};

  std::vector<const flat_box*> below, above;
  for (const flat_box* b : inside) {
    if (b->from[here.axis] < here.at) below.push_back(b);
    if (b->to[here.axis] > here.at) above.push_back(b);
  }
  std::vector<const flat_box*>().swap(inside);  // freed before recursion, which needs as much again
  std::vector<index_t>().swap(most.at);
  region end = to, start = from;
  end[here.axis] = start[here.axis] = here.at;
  const std::size_t made = cuts_.size();
  cuts_.push_back(here);
  const index_t left = divide(from, end, std::move(below), given, whole);
  const index_t right = divide(start, to, std::move(above), given, whole);
  cuts_[made].below = left;
  cuts_[made].above = right;
  return static_cast<index_t>(made);
}

box_index::found box_index::find(index_t position) const {
  region coordinates(extents_.size());
  for (std::size_t k = extents_.size(); k-- > 1;) {
    const index_t rest = position / extents_[k];
    coordinates[k] = position - rest * extents_[k];
    position = rest;
  }
  coordinates[0] = position;
  const std::size_t last = extents_.size() - 1;
  index_t end = extents_[last], at = root_;
  while (at >= 0) {
    const cut& here = cuts_[static_cast<std::size_t>(at)];
    const bool below = coordinates[here.axis] < here.at;
    if (below && here.axis == last) end = std::min(end, here.at);
    at = below ? here.below : here.above;
  }
  const index_t count = end - coordinates[last];
  if (at == leaf(nowhere)) return {nowhere, 0, count};
  const flat_box& b = boxes_[static_cast<std::size_t>(leaf(at))];
  index_t inside = 0;
  for (std::size_t k = 0; k <= last; ++k) inside = inside * (b.to[k] - b.from[k]) + (coordinates[k] - b.from[k]);
  return {b.number, inside, count};
}

}  // namespace ravel::detail
