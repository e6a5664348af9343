// SPDX-License-Identifier: BSL-1.0
// Filters over several axes. Along an axis that is not the last, many lines go side by side: rows of memory, each times its weight, in
// bands that a cache holds. Elements beyond the ends are rows again. Threads share the parts of an axis, or its places, each with its own
// rooms.
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/spares.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/filters.hpp>

#include <algorithm>
#include <cmath>

namespace ravel::detail {

namespace {

constexpr index_t tile = 32, band = 256;

// out[i] is the sum of weights[j] * rows[j][first + i], weight after weight.
RAVEL_KERNEL void weigh_rows(const double* const* rows, const double* weights, index_t m, index_t first, index_t n, double* out) {
  index_t i = first;
  for (; i + tile <= first + n; i += tile) {
    double sum[static_cast<std::size_t>(tile)] = {};
    for (index_t j = 0; j < m; ++j) {
      const double weight = weights[j];
      const double* const row = rows[j] + i;
      for (index_t k = 0; k < tile; ++k) sum[k] += weight * row[k];
    }
    for (index_t k = 0; k < tile; ++k) out[i + k] = sum[k];
  }
  for (; i < first + n; ++i) {
    double sum = 0;
    for (index_t j = 0; j < m; ++j) sum += weights[j] * rows[j][i];
    out[i] = sum;
  }
}

// One axis of a filter. Its input comes part after part, each n places of `inner` elements; it passes on `places` of them.
struct weighed_axis {
  index_t outer = 1, n, inner = 1;
  index_t places, before;     // the places that it passes on; the extra places in front of the first in a room
  index_t made = 1;           // result elements for each part
  bool lines;                 // a part fits in its own room, with the elements beyond its ends
  bool whole;                 // a part is passed on as a whole, not place by place
  double* room = nullptr;     // of lines, or of places that are read
  double* results = nullptr;  // its output
  const double** rows = nullptr;
  const index_t* sources = nullptr;  // for each place, and for those beyond the ends, its place in the part counted from 1; 0: none

  index_t reach() const { return n + 2 * before; }
};

// The number of elements side by side that is worth its own loop, and the number that is kept in a near cache.
constexpr index_t long_inner = 256, kept_near = index_t{1} << 19;
constexpr index_t several = 8;  // parts or places; each thread has more than one

class axes_filter {
 public:
  axes_filter(const node<double>& source, const shape& given, const axis_list& axes, std::span<const double> weights, edge_mode edge,
              const precise_target& to, std::size_t first = 0)
      : source_(source),
        given_(given),
        named_(axes),
        weights_(weights),
        edge_(edge),
        to_(to),
        first_(first),
        axes_(axes.size()),
        memory_(source.memory()) {
    for (std::size_t k = 0; k < axes.size(); ++k) plan(given, axes, k, edge);
    for (std::size_t k = axes_.size(); k-- > 0;) finish_plan(k);
    take_rooms(edge);
  }
  void run() { weigh(0, memory_.step == 1 ? memory_.data : nullptr, 0, 0); }

 private:
  index_t m() const { return std::ssize(weights_); }
  bool last(std::size_t k) const { return k + 1 == axes_.size(); }
  bool reads(std::size_t k) const { return k == 0 && !(memory_.data && memory_.step == 1); }

  void plan(const shape& given, const axis_list& axes, std::size_t k, edge_mode edge) {
    weighed_axis& a = axes_[k];
    const index_t radius = m() / 2;
    a.n = given[axes[k]];
    a.before = edge == edge_mode::valid ? 0 : radius;
    a.places = edge == edge_mode::valid ? std::max<index_t>(a.n - 2 * radius, 0) : a.n;
    for (index_t i = k == 0 ? 0 : axes[k - 1] + 1; i < axes[k]; ++i) a.outer *= given[i];
    for (index_t i = axes[k] + 1; i < given.rank(); ++i) a.inner *= given[i];
    a.lines = a.inner < long_inner;
    a.whole = a.lines || a.inner * m() > kept_near;
  }
  // An axis that passes on whole parts gives all its places to the next axis at once, as that many parts.
  void finish_plan(std::size_t k) {
    weighed_axis& a = axes_[k];
    a.made = last(k) ? a.places * a.inner : (a.whole ? 1 : a.places) * axes_[k + 1].outer * axes_[k + 1].made;
    if (k > 0 && axes_[k - 1].whole) a.outer *= axes_[k - 1].places;
    if (k == 0) total_ = a.outer * a.made;
  }
  void take_rooms(edge_mode edge);
  template <class F>
  void with_others(index_t count, index_t elements, std::size_t k, const F& f) const;
  void weigh(std::size_t k, const double* data, index_t start, index_t out);
  void weigh_parts(std::size_t k, const double* data, index_t start, index_t out, index_t begin, index_t end);
  void weigh_line(std::size_t k, const double* data, index_t start, index_t out);
  void weigh_bands(std::size_t k, const double* data, index_t out);
  void weigh_places(std::size_t k, const double* data, index_t start, index_t out);
  void weigh_some_places(std::size_t k, const double* data, index_t start, index_t out, index_t begin, index_t end);
  void show_place(std::size_t k, const double* data, index_t start, index_t i);
  void load(const double* data, index_t start, index_t n, double* to) const {
    if (!data) return read_into(source_, start, n, to);
    if (data != to) std::copy_n(data, n, to);
  }
  // Elements [first, first + n) of such rows, at the place where the next axis or the caller wants them.
  double* target(std::size_t k, index_t out) const { return last(k) && to_.doubles ? to_.doubles + out : axes_[k].results; }
  void weigh_part(const double* const* rows, index_t first, index_t n, double* made) {
    loop_.at(done_, total_, n * m());
    in_pieces(
        n, m(), [&](index_t begin, index_t end) { weigh_rows(rows, weights_.data(), m(), first + begin, end - begin, made); }, tile);
  }
  void give_on(std::size_t k, index_t n, index_t out) {
    if (!last(k)) return weigh(k + 1, axes_[k].results, 0, out);
    if (to_.floats)
      std::transform(axes_[k].results, axes_[k].results + n, to_.floats + out, [](double v) { return static_cast<float>(v); });
    done_ += n;
  }

  const node<double>& source_;
  const shape given_;
  const axis_list named_;
  std::span<const double> weights_;
  const edge_mode edge_;
  const precise_target& to_;
  const std::size_t first_;  // the first axis weighed here: those before it need no rooms
  std::vector<weighed_axis> axes_;
  block<const double> memory_;
  std::vector<double> doubles_;
  std::vector<const double*> rows_;
  std::vector<index_t> sources_;
  const double* nothing_ = nullptr;
  index_t done_ = 0, total_ = 0;
  watched_steps loop_;
};

// All memory of the call, in one allocation.
void axes_filter::take_rooms(edge_mode edge) {
  index_t doubles = 0, rows = 0, sources = 0, zeros = 0;
  const auto room = [&](std::size_t k) {
    const weighed_axis& a = axes_[k];
    return a.lines ? a.reach() * a.inner : reads(k) ? m() * a.inner : 0;
  };
  const auto results = [&](std::size_t k) {
    const weighed_axis& a = axes_[k];
    return last(k) && to_.doubles ? 0 : (a.whole ? a.places : 1) * a.inner;
  };
  for (std::size_t k = first_; k < axes_.size(); ++k) {
    doubles += room(k) + results(k);
    rows += axes_[k].lines ? m() : axes_[k].reach();
    sources += axes_[k].reach();
    zeros = std::max(zeros, axes_[k].inner);
  }
  doubles_.resize(at(doubles + zeros), 0.0), rows_.resize(at(rows)), sources_.resize(at(sources));
  double* next = doubles_.data();
  const double** next_row = rows_.data();
  index_t* next_source = sources_.data();
  for (std::size_t k = first_; k < axes_.size(); ++k) {
    weighed_axis& a = axes_[k];
    a.room = next, a.results = next + room(k), next += room(k) + results(k);
    a.rows = next_row, next_row += a.lines ? m() : a.reach();
    a.sources = next_source;
    for (index_t i = 0; i < a.n; ++i) next_source[a.before + i] = i + 1;  // 0: no source
    fill_beyond(next_source + a.before, a.n, {a.before, a.before}, edge);
    for (index_t j = 0; a.lines && j < m(); ++j) a.rows[j] = a.room + j * a.inner;
    next_source += a.reach();
  }
  nothing_ = next;
  for (std::size_t k = first_; k + 1 < axes_.size(); ++k) {  // directly where the next axis wants them
    const weighed_axis& after = axes_[k + 1];
    if (after.lines && after.outer == 1) axes_[k].results = after.room + after.before * after.inner;
  }
}

// Calls f(filter, begin, end) for pieces of [0, count), with private rooms for axis k and those behind it.
template <class F>
void axes_filter::with_others(index_t count, index_t elements, std::size_t k, const F& f) const {
  spares<std::unique_ptr<axes_filter>> others;
  const auto make = [&] { return std::make_unique<axes_filter>(source_, given_, named_, weights_, edge_, to_, k); };
  in_pieces(count, elements, [&](index_t begin, index_t end) {
    others.with_room(make, [&](const std::unique_ptr<axes_filter>& own) { f(*own, begin, end); });
  });
}

void axes_filter::weigh(std::size_t k, const double* data, index_t start, index_t out) {
  const weighed_axis& a = axes_[k];
  if (!current_executor || a.outer < several) return weigh_parts(k, data, start, out, 0, a.outer);
  with_others(a.outer, a.n * a.inner * m(), k,
              [&](axes_filter& own, index_t begin, index_t end) { own.weigh_parts(k, data, start, out, begin, end); });
}

void axes_filter::weigh_parts(std::size_t k, const double* data, index_t start, index_t out, index_t begin, index_t end) {
  const weighed_axis& a = axes_[k];
  const index_t size = a.n * a.inner;
  for (index_t o = begin; o < end; ++o) {
    const double* const part = reads(k) ? nullptr : data + o * size;
    a.lines ? weigh_line(k, part, start + o * size, out + o * a.made) : weigh_places(k, part, start + o * size, out + o * a.made);
  }
}

// All places at once: for the next weight, the elements lie one place further in the room.
void axes_filter::weigh_line(std::size_t k, const double* data, index_t start, index_t out) {
  const weighed_axis& a = axes_[k];
  double* const middle = a.room + a.before * a.inner;
  load(data, start, a.n * a.inner, middle);
  for (index_t i = 0; i < a.reach(); ++i) {
    if (i == a.before) i += a.n;
    if (i >= a.reach()) break;
    const index_t from = a.sources[i];
    std::copy_n(from == 0 ? nothing_ : middle + (from - 1) * a.inner, a.inner, a.room + i * a.inner);
  }
  const index_t count = a.places * a.inner;
  weigh_part(a.rows, 0, count, target(k, out));
  give_on(k, count, out);
}

// Rows of memory, or as many of the rows as a window has.
void axes_filter::show_place(std::size_t k, const double* data, index_t start, index_t i) {
  const weighed_axis& a = axes_[k];
  const index_t from = a.sources[i] - 1;
  if (!data && from >= 0) load(nullptr, start + from * a.inner, a.inner, a.room + i % m() * a.inner);
  a.rows[i] = from < 0 ? nothing_ : data ? data + from * a.inner : a.room + i % m() * a.inner;
}

// In bands that a cache holds.
void axes_filter::weigh_bands(std::size_t k, const double* data, index_t out) {
  const weighed_axis& a = axes_[k];
  double* const made = target(k, out);
  for (index_t i = 0; i < a.reach(); ++i) show_place(k, data, 0, i);
  const bool by_one = !current_executor;
  in_pieces((a.inner - 1) / band + 1, band * a.places * m(), [&](index_t begin, index_t end) {
    watched_steps part;
    watched_steps& loop = by_one ? loop_ : part;
    for (index_t first = begin * band; first < std::min(a.inner, end * band); first += band) {
      const index_t n = std::min(band, a.inner - first);
      for (index_t i = 0; i < a.places; ++i) {
        loop.at(done_, total_, n * m());
        weigh_rows(a.rows + i, weights_.data(), m(), first, n, made + i * a.inner);
      }
    }
  });
  give_on(k, a.places * a.inner, out);
}

void axes_filter::weigh_places(std::size_t k, const double* data, index_t start, index_t out) {
  const weighed_axis& a = axes_[k];
  if (a.whole && data) return weigh_bands(k, data, out);
  if (current_executor && !a.whole && a.places >= several) {
    return with_others(a.places, a.inner * m(), k,
                       [&](axes_filter& own, index_t begin, index_t end) { own.weigh_some_places(k, data, start, out, begin, end); });
  }
  weigh_some_places(k, data, start, out, 0, a.places);
  if (a.whole) give_on(k, a.places * a.inner, out);
}

void axes_filter::weigh_some_places(std::size_t k, const double* data, index_t start, index_t out, index_t begin, index_t end) {
  const weighed_axis& a = axes_[k];
  for (index_t i = begin; i < (data ? end : begin) + m() - 1; ++i) show_place(k, data, start, i);
  for (index_t i = begin; i < end; ++i) {
    if (!data) show_place(k, data, start, i + m() - 1);
    double* const to = a.whole ? target(k, out) + i * a.inner : target(k, out + i * a.made / a.places);
    weigh_part(a.rows + i, 0, a.inner, to);
    if (!a.whole) give_on(k, a.inner, out + i * a.made / a.places);
  }
}

double median_of(std::vector<double>& values) {
  for (const double value : values) {
    if (std::isnan(value)) return value;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  const double below = *std::max_element(values.begin(), middle);
  return below == *middle ? below : below + (*middle - below) / 2;
}

}  // namespace

axis_list every_axis(index_t rank) {
  axis_list all(at(rank));
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<index_t>(k);
  return all;
}

shape weighed_shape(const shape& given, const axis_list& axes, index_t weights, edge_mode edge) {
  std::vector<index_t> extents(given.begin(), given.end());
  for (const index_t axis : axes) {
    if (edge == edge_mode::valid) extents[at(axis)] = std::max<index_t>(extents[at(axis)] - weights / 2 * 2, 0);
  }
  return extents;
}

void weigh_axes(const node<double>& x, const shape& given, const axis_list& axes, std::span<const double> weights, edge_mode edge,
                const precise_target& to) {
  if (weighed_shape(given, axes, std::ssize(weights), edge).elements() == 0) return;
  if (!axes.empty()) return axes_filter(x, given, axes, weights, edge, to).run();
  each_span(x, [&](std::span<const double> values, index_t position) {
    if (to.doubles) std::copy(values.begin(), values.end(), to.doubles + position);
    if (to.floats) std::transform(values.begin(), values.end(), to.floats + position, [](double v) { return static_cast<float>(v); });
  });
}

median_windows::median_windows(const shape& given, const ints& widths, edge_mode edge) {
  const std::size_t axes = at(std::max<index_t>(given.rank(), 1));
  std::vector<index_t> window(widths.begin(), widths.end());
  if (window.size() == 1) window.resize(axes, window.front());
  if (window.size() != axes)
    throw shape_error(text() << "median_filter with " << window.size() << " widths for a tensor of shape " << to_string(given));
  std::vector<window_reach> reach;
  for (const index_t width : window) {
    check_width("median_filter", width);
    reach.push_back(edge == edge_mode::valid ? window_reach{0, 0} : reach_of(width, window_position::centre));
  }
  grid_ = std::make_unique<const window_grid>(grid_of(given, window, reach, edge));
}
median_windows::~median_windows() = default;
const shape& median_windows::result() const { return grid_->result; }

void median_windows::write(const double* data, double* out) const {
  const window_grid& grid = *grid_;
  const index_t size = grid.result.elements();
  if (size == 0) return;
  const buffer<double> whole = extended_by(grid, data);
  const index_t row = grid.places.back(), under_window = std::ssize(grid.offsets);
  const auto write_rows = [&](index_t begin, index_t end) {
    std::vector<double> under(grid.offsets.size());
    double* to = out + begin * row;
    watched_steps loop;
    for (index_t r = begin; r < end; ++r) {
      for (index_t i = 0; i < row; ++i) {
        loop.at(to - out, size, under_window);
        const double* const first = whole.data() + grid.starts[at(r)] + i;
        for (std::size_t j = 0; j < under.size(); ++j) under[j] = first[grid.offsets[j]];
        *to++ = median_of(under);
      }
    }
  };
  in_pieces(std::ssize(grid.starts), row * under_window, write_rows);
}

}  // namespace ravel::detail
