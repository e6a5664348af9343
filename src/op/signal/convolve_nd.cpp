// SPDX-License-Identifier: BSL-1.0
// Writes out the tensor extended beyond its ends. In row-major memory, a weight then meets elements at one distance from every place, so
// that a window of many axes is one row of weights with gaps.
#include <ravel/base/error.hpp>
#include <ravel/op/signal/convolve.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

// The positions of the first `counts` places of each axis, in row-major order, in a shape of these strides.
std::vector<index_t> positions_in(std::span<const index_t> counts, std::span<const index_t> strides) {
  std::vector<index_t> all{0};
  for (std::size_t k = 0; k < counts.size(); ++k) {
    std::vector<index_t> next;
    for (const index_t before : all) {
      for (index_t i = 0; i < counts[k]; ++i) next.push_back(before + i * strides[k]);
    }
    all = std::move(next);
  }
  return all;
}

}  // namespace

window_grid grid_of(const shape& data, std::span<const index_t> window, std::span<const window_reach> reach, edge_mode edge) {
  window_grid grid;
  // A tensor without axes counts as one element in a row.
  grid.given.assign(data.begin(), data.end());
  if (grid.given.empty()) grid.given.push_back(1);
  const std::size_t axes = grid.given.size();
  grid.sources.resize(axes);
  grid.strides.resize(axes);
  grid.places.resize(axes);
  for (std::size_t k = axes; k-- > 0;) {
    const index_t n = grid.given[k];
    if (n > 0) {
      std::vector<index_t>& sources = grid.sources[k];
      sources.resize(at(add_index(n, add_index(reach[k].before, reach[k].after))));
      // Counted from 1, because 0 means no source.
      for (index_t i = 0; i < n; ++i) sources[at(reach[k].before + i)] = i + 1;
      fill_beyond(sources.data() + reach[k].before, n, reach[k], edge);
      for (index_t& source : sources) --source;
    }
    grid.strides[k] = grid.extended;
    grid.extended = mul_index(grid.extended, std::ssize(grid.sources[k]));
    grid.places[k] = std::max<index_t>(std::ssize(grid.sources[k]) - window[k] + 1, 0);
  }
  grid.result = data.rank() > 0 ? shape(grid.places) : shape();
  grid.offsets = positions_in(window, grid.strides);
  const std::size_t last = axes - 1;
  grid.starts = positions_in({grid.places.data(), last}, {grid.strides.data(), last});
  return grid;
}

template <class A>
buffer<A> extended_by(const window_grid& grid, const A* data) {
  const buffer<A> whole = unfilled_buffer<A>(grid.extended);
  const std::size_t last = grid.given.size() - 1;
  const std::vector<index_t>& in_row = grid.sources[last];
  std::vector<index_t> row(last, 0);
  for (A* out = whole.data(); out != whole.data() + grid.extended; out += std::ssize(in_row)) {
    index_t from = 0;
    bool inside = true;
    for (std::size_t k = 0; k < last; ++k) {
      const index_t source = grid.sources[k][at(row[k])];
      inside &= source >= 0;
      from = from * grid.given[k] + source;
    }
    const A* const values = data + (inside ? from * grid.given[last] : 0);
    for (std::size_t i = 0; i < in_row.size(); ++i) out[i] = inside && in_row[i] >= 0 ? values[in_row[i]] : A{};
    for (std::size_t k = last; k-- > 0;) {
      if (++row[k] < std::ssize(grid.sources[k])) break;
      row[k] = 0;
    }
  }
  return whole;
}

template <class A>
tensor<A> correlate_nd(const tensor<const A>& data, const tensor<const A>& weights, const convolving& how, const tensor<A>* given) {
  if (weights.rank() != data.rank())
    throw shape_error(text() << "a window of shape " << to_string(weights.shape()) << " for a tensor of shape " << to_string(data.shape())
                             << ": both must have as many axes; or say which axis of the tensor a line of weights goes along");
  const shape extents = weights.shape();
  std::vector<index_t> window(extents.begin(), extents.end());
  if (window.empty()) window.push_back(1);
  std::vector<window_reach> reach;
  for (const index_t width : window) reach.push_back(convolve_reach(width, how.mode, how.edge));
  const window_grid grid = grid_of(data.shape(), window, reach, how.edge);
  const result_memory<A> made(given, grid.result);
  if (grid.result.elements() == 0) return made.result();
  const buffer<A> whole = extended_by(grid, data.data());
  const std::span<const A> by(weights.data(), grid.offsets.size());
  correlate_rows<A>(whole.span(), by, {grid.offsets, grid.starts, grid.places.back()}, how.method, made.data());
  return made.result();
}

#define RAVEL_INSTANTIATE(A)                                              \
  template RAVEL_API buffer<A> extended_by(const window_grid&, const A*); \
  template RAVEL_API tensor<A> correlate_nd(const tensor<const A>&, const tensor<const A>&, const convolving&, const tensor<A>*);
RAVEL_FOR_EACH_WIDE_SUM(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
