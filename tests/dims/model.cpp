// SPDX-License-Identifier: BSL-1.0
// The dense table and its operations.
#include <dims/model.hpp>

#include <algorithm>
#include <numeric>

namespace model {

index_t product(const list& extents) { return std::accumulate(extents.begin(), extents.end(), index_t{1}, std::multiplies<>()); }

index_t pick(engine& random, index_t low, index_t high) {
  return low + static_cast<index_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

namespace {

template <class F>
dense build(list shape, F value) {
  dense made{std::move(shape), {}};
  each_position(made.shape, [&](const list& x) { made.flat.push_back(value(x)); });
  return made;
}

class sorted_members final : public ravel::ascending_set {
 public:
  explicit sorted_members(list members) : members_(std::move(members)) {}
  index_t size() const override { return size_of(members_); }
  index_t at(index_t rank) const override { return members_.at(model::at(rank)); }
  index_t rank(index_t position) const override { return std::lower_bound(members_.begin(), members_.end(), position) - members_.begin(); }

 private:
  list members_;
};

}  // namespace

index_t dense::value(const list& coordinates) const {
  index_t position = 0;
  for (std::size_t k = 0; k < shape.size(); ++k) position = position * shape[k] + coordinates[k];
  return flat[at(position)];
}

dense dense::transpose(const list& order) const {
  list extents;
  for (const index_t k : order) extents.push_back(extent(k));
  return build(extents, [&](const list& x) {
    list y(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) y[at(order[k])] = x[k];
    return value(y);
  });
}

dense dense::take(index_t axis, const list& positions) const {
  list extents = shape;
  extents[at(axis)] = size_of(positions);
  return build(extents, [&](list x) {
    x[at(axis)] = positions[at(x[at(axis)])];
    return value(x);
  });
}

dense dense::drop(index_t axis, index_t position) const {
  dense one = take(axis, {position});
  one.shape.erase(one.shape.begin() + axis);
  return one;
}

dense dense::reshape(list extents) const { return {std::move(extents), flat}; }

dense dense::diagonal(index_t a, index_t b, index_t shift) const {
  list pairs;
  for (index_t i = 0; i < extent(a); ++i) {
    if (i + shift >= 0 && i + shift < extent(b)) pairs.push_back(i);
  }
  list extents;
  for (index_t k = 0; k < rank(); ++k) {
    if (k != a && k != b) extents.push_back(extent(k));
  }
  extents.push_back(size_of(pairs));
  return build(extents, [&](const list& x) {
    list y;
    std::size_t next = 0;
    for (index_t k = 0; k < rank(); ++k) y.push_back(k == a ? pairs[at(x.back())] : k == b ? pairs[at(x.back())] + shift : x[next++]);
    return value(y);
  });
}

dense dense::windows(index_t axis, index_t width, index_t step) const {
  list extents = shape;
  extents[at(axis)] = (extent(axis) - width) / step + 1;
  extents.push_back(width);
  return build(extents, [&](list x) {
    x[at(axis)] = x[at(axis)] * step + x.back();
    x.pop_back();
    return value(x);
  });
}

bool separable(const dense& of) {
  if (of.size() == 0) return true;
  const list zero(of.shape.size(), 0);
  const index_t base = of.flat[0];
  bool adds_up = true;
  each_position(of.shape, [&](const list& x) {
    index_t sum = base;
    for (std::size_t k = 0; k < x.size(); ++k) {
      list along = zero;
      along[k] = x[k];
      sum += of.value(along) - base;
    }
    adds_up = adds_up && sum == of.value(x);
  });
  return adds_up;
}

std::shared_ptr<const ravel::ascending_set> make_set(list members) { return std::make_shared<sorted_members>(std::move(members)); }

}  // namespace model
