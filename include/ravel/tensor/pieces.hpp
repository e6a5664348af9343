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

// Disjoint boxes of a shape with a source each, and last the source for all positions in no box. Knows no element type.
class RAVEL_API boxed_sources {
 public:
  boxed_sources(const shape& whole, std::vector<box> boxes, std::vector<shared_untyped> parts);

  const std::vector<box>& boxes() const { return boxes_; }
  const std::vector<shared_untyped>& parts() const { return parts_; }
  const box_index& index() const { return index_; }

  movement::place find(index_t i) const;
  raw_block pull(index_t start, index_t n, void* out, arena& from) const;
  owned_stream entries(entry_pass& pass) const;

 private:
  const untyped_node& part(const box_index::found& found) const;

  shape whole_;
  std::vector<box> boxes_;
  std::vector<shared_untyped> parts_;
  box_index index_;
};

template <class T>
class pieces_node final : public shaped_node<T> {
 public:
  pieces_node(const shape& whole, boxed_sources pieces, source<T> origin)
      : shaped_node<T>(facts_through(whole.elements(), pieces.parts()), whole, std::move(origin), common_fill<T>(pieces.parts())),
        pieces_(std::move(pieces)) {}

  const boxed_sources& pieces() const { return pieces_; }

  T at(index_t i) const override {
    const auto [of, position] = pieces_.find(i);
    return static_cast<const node<T>*>(of)->at(position);
  }
  overlap meets(const target_memory& target) const override { return rearranged(meets_any(pieces_.parts(), target)); }
  owned_stream entries(entry_pass& pass) const override { return pieces_.entries(pass); }
  index_t guess_stored() const override { return about_stored_in(pieces_.parts()); }
  void each_operand(shared_blocks& found) const override {
    for (const shared_untyped& part : pieces_.parts()) found.elsewhere(*part);
  }

  // Views as pieces of views, if boxes stay boxes.
  source<T> viewed(const map_change*, const dims& map, const source<T>& origin) const override {
    constexpr std::size_t many = 16;  // limits the time to make a view
    const auto paths = pieces_.boxes().size() < many ? paths_through(map, this->extents()) : std::nullopt;
    if (!paths) return nullptr;
    std::vector<box> boxes;
    std::vector<shared_untyped> parts;
    for (std::size_t k = 0; k < pieces_.boxes().size(); ++k) {
      auto found = seen(pieces_.boxes()[k], *paths, map.shape());
      if (!found) continue;
      const auto through = [&](const dims& part) { return along_paths(part, found->through, found->where.extents); };
      parts.push_back(as_tensor_node(*part(k)).viewed(change_of(through)));
      boxes.push_back(std::move(found->where));
    }
    parts.push_back(detail_access::shared(constant(map.size(), rest())));
    return make_node<pieces_node>(map.shape(), boxed_sources(map.shape(), std::move(boxes), std::move(parts)), origin);
  }

  // Writes one piece after the other, each in its best order.
  bool write(const tensor_node<T>& target) const override {
    constexpr index_t worth_a_copy = 1024;
    const auto& [boxes, gaps] = std::tie(pieces_.boxes(), pieces_.index().gaps());
    if (static_cast<index_t>(boxes.size() + gaps.size()) > this->size() / worth_a_copy) return false;
    for (std::size_t k = 0; k < boxes.size(); ++k) write_box(boxes[k], part(k), target);
    for (const box& gap : gaps)
      write_box(gap, make_node<tensor_node<T>>(dims::strided(gap.extents, std::vector<index_t>(gap.at.size())), part(boxes.size())),
                target);
    return true;
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    const raw_block got = pieces_.pull(start, n, out, from);
    return {static_cast<const T*>(got.data), got.step};
  }

 private:
  static void write_box(const box& where, const source<T>& values, const tensor_node<T>& target) {
    // The caller has checked overlap for the whole target.
    write_elements<T>(detail_access::wrap(values), *target.viewed(part_of(target.map(), where)), target_is::fresh);
  }
  source<T> part(std::size_t k) const { return as_source<T>(pieces_.parts()[k]); }
  T rest() const { return *part(pieces_.boxes().size())->memory().data; }

  boxed_sources pieces_;
};

// Boxes that are being combined, each with its tensor.
template <class T>
struct placed_parts {
  std::vector<box> boxes;
  std::vector<shared_untyped> parts;

  void add(box where, shared_untyped part) {
    boxes.push_back(std::move(where));
    parts.push_back(std::move(part));
  }
  tensor<const T> tensor_of(const shape& whole, const T& rest) && {
    parts.push_back(detail_access::shared(constant(whole.elements(), rest)));
    return {dims::row_major(whole), make_reader<pieces_node<T>>(whole, boxed_sources(whole, std::move(boxes), std::move(parts)), nullptr)};
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
