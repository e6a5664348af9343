// SPDX-License-Identifier: BSL-1.0
// pieces: a tensor made of others. Disjoint boxes of a shape show a tensor each, and all other positions show one value. A read-only view,
// which copies nothing, asks the tensor of each box in runs, and owns the tensors. Any thread may read.
#pragma once

#include <ravel/lazy/constant.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/walk/paths.hpp>

namespace ravel {

// A tensor and the coordinates of its first position.
template <class T>
struct piece {
  ints at;
  tensor<const T> values;
};

namespace detail {

template <class T>
class pieces_node final : public shaped_node<T> {
 public:
  // The tensors of the boxes, and last the value for positions in no box.
  pieces_node(const shape& whole, std::vector<box> boxes, std::vector<source<T>> parts, source<T> origin)
      : shaped_node<T>(facts_through<T>(whole.elements(), parts), whole, std::move(origin), common_fill<T>(parts)),
        boxes_(std::move(boxes)),
        parts_(std::move(parts)),
        index_(whole, boxes_) {}

  const std::vector<box>& boxes() const { return boxes_; }
  const std::vector<source<T>>& parts() const { return parts_; }
  bool covers() const { return index_.covers(); }

  T at(index_t i) const override {
    const auto found = index_.find(i);
    return part(found).at(found.position);
  }
  overlap meets(const target_memory& target) const override { return rearranged(meets_any<T>(parts_, target)); }
  entries_of<T> entries(entry_pass& pass) const override {
    entry_array<T> found;
    placed_positions moved;
    for (std::size_t k = 0; k < boxes_.size(); ++k) {
      const auto mine = all_entries(*parts_[k], pass);
      std::vector<index_t> places(static_cast<std::size_t>(mine.all().count));
      part_of(dims::row_major(this->extents()), boxes_[k]).to_local(mine.positions(), places);
      for (const index_t place : places) moved.add(place, moved.size());
      found.append(mine.all());
    }
    sort_by_position(moved);
    return listed(values_at_places(std::move(moved), found.values()));
  }
  index_t guess_stored() const override { return about_stored_in<T>(parts_); }
  void each_operand(shared_blocks& found) const override {
    for (const source<T>& part : parts_) found.elsewhere(*part);
  }

  // Views as pieces of views, if boxes stay boxes.
  source<T> viewed(const map_change*, const dims& map, const source<T>& origin) const override {
    constexpr std::size_t many = 16;  // limits the time to make a view
    const auto paths = boxes_.size() < many ? paths_through(map, this->extents()) : std::nullopt;
    if (!paths) return nullptr;
    std::vector<box> boxes;
    std::vector<source<T>> parts;
    for (std::size_t k = 0; k < boxes_.size(); ++k) {
      auto found = seen(boxes_[k], *paths, map.shape());
      if (!found) continue;
      const auto through = [&](const dims& part) { return along_paths(part, found->through, found->where.extents); };
      parts.push_back(as_tensor_node(*parts_[k]).viewed(change_of(through)));
      boxes.push_back(std::move(found->where));
    }
    parts.push_back(detail_access::shared(constant(map.size(), rest())));
    return make_node<pieces_node>(map.shape(), std::move(boxes), std::move(parts), origin);
  }

  // Writes one piece after the other, each in its best order.
  bool write(const tensor_node<T>& target) const override {
    constexpr index_t worth_a_copy = 1024;
    if (static_cast<index_t>(boxes_.size() + index_.gaps().size()) > this->size() / worth_a_copy) return false;
    for (std::size_t k = 0; k < boxes_.size(); ++k) write_box(boxes_[k], parts_[k], target);
    for (const box& gap : index_.gaps())
      write_box(gap, make_node<tensor_node<T>>(dims::strided(gap.extents, std::vector<index_t>(gap.at.size())), parts_.back()), target);
    return true;
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    for (index_t done = 0; done < n;) {
      const auto found = index_.find(start + done);
      const index_t count = std::min(n - done, found.count);
      const block<const T> got = part(found).pull(found.position, count, out + done, from);
      if (count == n) return got;
      spread(got, count, out + done);
      done += count;
    }
    return {out, 1};
  }

 private:
  const node<T>& part(const box_index::found& found) const {
    return *(found.box == box_index::nowhere ? parts_.back() : parts_[static_cast<std::size_t>(found.box)]);
  }
  static void write_box(const box& where, const source<T>& values, const tensor_node<T>& target) {
    // The caller has checked overlap for the whole target.
    write_elements<T>(detail_access::wrap(values), *target.viewed(part_of(target.map(), where)), target_is::fresh);
  }
  T rest() const { return *parts_.back()->memory().data; }

  std::vector<box> boxes_;
  std::vector<source<T>> parts_;
  box_index index_;
};

// Boxes that are being combined, each with its tensor.
template <class T>
struct placed_parts {
  std::vector<box> boxes;
  std::vector<source<T>> parts;

  void add(box where, source<T> part) {
    boxes.push_back(std::move(where));
    parts.push_back(std::move(part));
  }
  tensor<const T> tensor_of(const shape& whole, const T& rest) && {
    parts.push_back(detail_access::shared(constant(whole.elements(), rest)));
    return {dims::row_major(whole), make_reader<pieces_node<T>>(whole, std::move(boxes), std::move(parts), nullptr)};
  }
};

template <class T>
tensor<const T> put_together(const shape& extents, std::span<const piece<T>> parts, const T& rest) {
  placed_parts<T> placed;
  for (const piece<T>& one : parts) placed.add({{one.at.begin(), one.at.end()}, one.values.shape()}, detail_access::shared<T>(one.values));
  return std::move(placed).tensor_of(extents, rest);
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API tensor<const T> put_together(const shape&, std::span<const piece<T>>, const T&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <class T>
tensor<const T> pieces(const shape& extents, std::span<const piece<T>> parts, detail::value_for<T> rest = T()) {
  return detail::put_together<T>(extents, parts, rest);
}
template <class T>
tensor<const T> pieces(const shape& extents, std::initializer_list<piece<T>> parts, detail::value_for<T> rest = T()) {
  return pieces<T>(extents, std::span<const piece<T>>(parts.begin(), parts.size()), rest);
}

}  // namespace ravel
