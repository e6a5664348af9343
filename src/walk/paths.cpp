// SPDX-License-Identifier: BSL-1.0
// Turns the strides of a view into steps along the axes of the original shape.
#include <ravel/walk/paths.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

// The positions of an evenly spaced walk of `count` steps from `start` that lie in [from, to): first, and one past the last.
struct stay {
  index_t first, last;
};
stay stay_inside(index_t start, index_t step, index_t count, index_t from, index_t to) {
  if (step < 0) return stay_inside(-start, -step, count, 1 - to, 1 - from);
  const auto steps_to = [&](index_t place) { return place <= start ? 0 : std::min(count, parts_of(place - start, step)); };
  return {steps_to(from), steps_to(to)};
}

bool goes_along_rows(const dims& view, const map_facts& facts) {
  for (index_t j = view.rank(); j-- > 0;) {
    if (view.extent(j) > 1) return facts.strides[static_cast<std::size_t>(j)] == 1;
  }
  return true;
}

}  // namespace

// Each address is the sum of coordinates times the stride of each axis, and no coordinate leaves its axis: the coordinates are unique.
std::optional<axis_paths> paths_through(const dims& view, const shape& whole) {
  const map_facts facts(view);
  if (!facts.affine || view.size() == 0 || goes_along_rows(view, facts)) return std::nullopt;
  axis_paths paths(static_cast<std::size_t>(whole.rank()));
  small_vector<index_t, 6> pace(paths.size());
  index_t beyond = 1;
  for (std::size_t k = paths.size(); k-- > 0;) {
    const index_t extent = whole[static_cast<index_t>(k)];
    paths[k] = {axis_path::nowhere, facts.first / beyond % extent, 1};
    pace[k] = beyond;
    beyond *= extent;
  }
  for (index_t j = 0; j < view.rank(); ++j) {
    if (view.extent(j) == 1) continue;
    const index_t stride = facts.strides[static_cast<std::size_t>(j)];
    std::size_t k = 0;
    while (k < paths.size() && (whole[static_cast<index_t>(k)] == 1 || pace[k] > std::max(stride, -stride))) ++k;
    if (k == paths.size() || stride % pace[k] != 0 || paths[k].along != axis_path::nowhere) return std::nullopt;
    const index_t step = stride / pace[k], last = paths[k].start + step * (view.extent(j) - 1);
    if (last < 0 || last >= whole[static_cast<index_t>(k)]) return std::nullopt;
    paths[k] = {j, paths[k].start, step};
  }
  return paths;
}

std::optional<seen_box> seen(const box& of, const axis_paths& paths, const shape& view) {
  seen_box found{{small_vector<index_t, 6>(static_cast<std::size_t>(view.rank()), 0), {}}, paths};
  std::vector<index_t> extents(static_cast<std::size_t>(view.rank()), 1);
  for (std::size_t k = 0; k < paths.size(); ++k) {
    const axis_path& path = paths[k];
    const index_t from = of.at[k], to = from + of.extents[static_cast<index_t>(k)];
    const bool alone = path.along == axis_path::nowhere;
    const auto [first, last] = stay_inside(path.start, path.step, alone ? 1 : view[path.along], from, to);
    if (first >= last) return std::nullopt;
    found.through[k].start = path.start + first * path.step - from;
    if (alone) continue;
    found.where.at[static_cast<std::size_t>(path.along)] = first;
    extents[static_cast<std::size_t>(path.along)] = last - first;
  }
  found.where.extents = ints(extents);
  return found;
}

view_row::view_row(const shape& view, const axis_paths& paths, index_t position) {
  small_vector<index_t, 6> at(static_cast<std::size_t>(view.rank()));
  for (std::size_t j = at.size(); j-- > 0; position /= view[static_cast<index_t>(j)]) at[j] = position % view[static_cast<index_t>(j)];
  if (!at.empty()) left = view[view.rank() - 1] - at.back();
  for (std::size_t k = 0; k < paths.size(); ++k) {
    const auto [along, start, by] = paths[k];
    first[k] = start;
    if (along == axis_path::nowhere) continue;
    first[k] += by * at[static_cast<std::size_t>(along)];
    step[k] = along == view.rank() - 1 ? by : 0;
  }
}

axis_paths joined(const axis_paths& first, const axis_paths& second) {
  axis_paths both = first;
  for (axis_path& path : both) {
    if (path.along == axis_path::nowhere) continue;
    const axis_path& next = second[static_cast<std::size_t>(path.along)];
    path = {next.along, path.start + path.step * next.start, path.step * next.step};
  }
  return both;
}

dims part_of(const dims& map, const box& where) {
  dims part = map;
  for (index_t k = 0; k < map.rank(); ++k) {
    if (where.extents[k] != map.extent(k)) part = part.slice(k, where.at[static_cast<std::size_t>(k)], where.extents[k]);
  }
  return part;
}

dims along_paths(const dims& map, const axis_paths& paths, const shape& view) {
  dims seen = map;
  std::vector<index_t> order;  // of the axes that are left, as the view has them
  for (std::size_t k = paths.size(); k-- > 0;) {
    const auto [along, start, step] = paths[k];
    const auto axis = static_cast<index_t>(k);
    seen = along == axis_path::nowhere ? seen.select(axis, start) : seen.slice(axis, start, view[along], step);
  }
  std::vector<index_t> left;
  for (const axis_path& path : paths) {
    if (path.along != axis_path::nowhere) left.push_back(path.along);
  }
  std::vector<index_t> ascending = left;
  std::sort(ascending.begin(), ascending.end());
  for (const index_t j : ascending) order.push_back(std::find(left.begin(), left.end(), j) - left.begin());
  seen = seen.transpose(order);
  for (index_t j = 0; j < view.rank(); ++j) {
    if (!std::binary_search(ascending.begin(), ascending.end(), j)) seen = seen.new_axis(j);
  }
  return seen;
}

}  // namespace ravel::detail
