// SPDX-License-Identifier: BSL-1.0
// Composes two layers into one list of modes. Exact by construction: two real positions show how far each step moves every lower digit, and
// the result stands only if no digit carries anywhere in the box of all positions.
#include "dims/axis.hpp"

#include <algorithm>

namespace ravel::detail {
namespace {

using wide = int128;
using digits = small_vector<index_t, 6>;

// An upper mode, or an affine piece of one, with `reach` ticks beyond the lowest.
struct column {
  mode of;
  std::uint32_t owner;
  index_t reach;
};

class composer {
 public:
  composer(const part& lower, index_t start, std::span<const mode> upper);

  bool add(const mode& upper, std::uint32_t owner);  // inner modes first; false if it does not move whole digits
  bool carries() const;
  bool emit(composition& out) const;

 private:
  digits digits_at(index_t position) const;
  index_t affine_ticks(const digits& moves) const;
  void push(mode m, std::uint32_t owner, index_t reach, const digits& moves);
  bool add_whole(const mode& upper, std::uint32_t owner);
  index_t move(std::size_t j, std::size_t k) const { return moves_[j * weights_.size() + k]; }
  bool carries(std::size_t k) const;
  bool only_feeder(std::size_t j, std::size_t k) const;
  std::optional<part> walk(std::size_t j, std::size_t k) const;
  bool emit(std::size_t j, composition& out, std::size_t first) const;

  const part& lower_;
  digits weights_;                   // the step of each lower digit in the lower layer's positions
  index_t start_;                    // the position where every column is at its lowest tick
  digits first_;                     // and its digits
  small_vector<column, 6> columns_;  // innermost first
  small_vector<index_t, 36> moves_;  // the move of each lower digit by a tick of each column
};

composer::composer(const part& lower, index_t start, std::span<const mode> upper)
    : lower_(lower), weights_(lower.modes.size()), start_(start) {
  index_t weight = 1;
  for (std::size_t k = weights_.size(); k-- > 0; weight *= lower.modes[k].extent) weights_[k] = weight;
  for (const mode& m : upper) start_ += m.stride * m.lowest();
  first_ = digits_at(start_);
}

digits composer::digits_at(index_t position) const {
  digits at(weights_.size());
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    at[k] = position / weights_[k];
    position -= at[k] * weights_[k];
  }
  return at;
}

void composer::push(mode m, std::uint32_t owner, index_t reach, const digits& moves) {
  columns_.push_back({std::move(m), owner, reach});
  for (const index_t by : moves) moves_.push_back(by);
}

// The number of ticks from the first that move the digits alike, before one of them carries.
index_t composer::affine_ticks(const digits& moves) const {
  index_t steps = index_limit;
  for (std::size_t k = 0; k < moves.size(); ++k) {
    if (moves[k] > 0) steps = std::min(steps, (lower_.modes[k].extent - 1 - first_[k]) / moves[k]);
    if (moves[k] < 0) steps = std::min(steps, first_[k] / -moves[k]);
  }
  return steps + 1;
}

// Adds a cycle or a list. If its digits are affine in its ticks, one tick moves them by the total move divided by the number of ticks.
bool composer::add_whole(const mode& upper, std::uint32_t owner) {
  const index_t reach = upper.stride == 0 ? 0 : upper.highest() - upper.lowest();
  digits moves = digits_at(start_ + upper.stride * reach);
  for (std::size_t k = 0; k < moves.size(); ++k) {
    moves[k] -= first_[k];
    if (reach != 0 && moves[k] % reach != 0) return false;
    if (reach != 0) moves[k] /= reach;
  }
  push(upper, owner, reach, moves);
  return true;
}

// Adds an affine mode. It is cut wherever a lower digit carries, so that each piece moves whole digits.
bool composer::add(const mode& upper, std::uint32_t owner) {
  if (!upper.affine() || upper.stride == 0) return add_whole(upper, owner);
  index_t step = upper.stride, left = upper.extent;
  while (left > 1) {
    digits moves = digits_at(start_ + step);
    for (std::size_t k = 0; k < moves.size(); ++k) moves[k] -= first_[k];
    const index_t ticks = std::min(left, affine_ticks(moves));
    if (left % ticks != 0) return false;
    push(affine_mode(ticks, step), owner, ticks - 1, moves);
    step *= ticks;
    left /= ticks;
  }
  return true;
}

bool composer::carries() const {
  for (std::size_t k = 0; k < first_.size(); ++k) {
    if (carries(k)) return true;
  }
  return false;
}

bool composer::carries(std::size_t k) const {
  wide low = first_[k], high = first_[k];
  for (std::size_t j = 0; j < columns_.size(); ++j) (move(j, k) < 0 ? low : high) += wide{move(j, k)} * columns_[j].reach;
  return low < 0 || high >= lower_.modes[k].extent;
}

bool composer::only_feeder(std::size_t j, std::size_t k) const {
  for (std::size_t other = 0; other < columns_.size(); ++other) {
    if (other != j && move(other, k) != 0) return false;
  }
  return true;
}

// The modes that result if column k alone moves the lower mode j, which is not affine.
std::optional<part> composer::walk(std::size_t j, std::size_t k) const {
  const mode& above = columns_[j].of;
  const mode& below = lower_.modes[k];
  if (above.affine()) return slice_mode(below, slice(first_[k], above.extent, move(j, k)));
  if (!above.chosen && !below.chosen) return std::nullopt;  // no list would replace one that is there
  const mode chosen = chosen_mode(above.extent, below.stride,
                                  [&](index_t digit) { return below.tick(first_[k] + move(j, k) * (above.tick(digit) - above.lowest())); });
  return in_canonical_form({&chosen, 1});
}

// Appends what column j adds: the sum of its steps through affine modes, or its walk through one other mode.
bool composer::emit(std::size_t j, composition& out, std::size_t first) const {
  const mode& above = columns_[j].of;
  index_t stride = 0;
  std::size_t fed = 0, other = first_.size();
  for (std::size_t k = 0; k < first_.size(); ++k) {
    const mode& below = lower_.modes[k];
    if (move(j, k) == 0 || below.stride == 0) continue;
    ++fed;
    if (below.affine()) {
      stride += below.stride * move(j, k);
    } else if (only_feeder(j, k)) {
      other = k;
    } else {
      return false;
    }
  }
  if (other == first_.size()) {
    out.result.base = add_index(out.result.base, mul_index(-stride, above.lowest()));
    append_mode(out.result.modes, first, out.result.base, {above.extent, above.period, above.offset, stride, above.chosen});
    return true;
  }
  const auto walked = fed == 1 ? walk(j, other) : std::nullopt;
  if (!walked) return false;
  out.result.base += walked->base - lower_.modes[other].at(first_[other]);
  for (const mode& m : walked->modes) append_mode(out.result.modes, first, out.result.base, m);
  return true;
}

bool composer::emit(composition& out) const {
  out.result.base = lower_.base;
  for (std::size_t k = 0; k < first_.size(); ++k) out.result.base += lower_.modes[k].at(first_[k]);
  std::size_t first = 0;
  for (std::size_t j = columns_.size(); j-- > 0;) {
    for (; out.ends.size() < columns_[j].owner; out.ends.push_back(static_cast<std::uint32_t>(first))) first = out.result.modes.size();
    if (!emit(j, out, first)) return false;
  }
  return true;
}

std::optional<composition> try_compose(const part& lower, index_t start, std::span<const mode> upper) {
  composer attempt(lower, start, upper);
  for (std::size_t j = upper.size(); j-- > 0;) {
    const mode_list pieces = split_cycles(upper.subspan(j, 1));
    for (std::size_t i = pieces.size(); i-- > 0;) {
      if (!attempt.add(pieces[i], static_cast<std::uint32_t>(j))) return std::nullopt;
    }
  }
  composition out;
  if (attempt.carries() || !attempt.emit(out)) return std::nullopt;
  while (out.ends.size() < upper.size()) out.ends.push_back(static_cast<std::uint32_t>(out.result.modes.size()));
  return out;
}

// A lower part of at most one affine mode only scales.
composition scale(const part& lower, index_t start, std::span<const mode> upper) {
  const index_t by = lower.modes.empty() ? 0 : lower.modes[0].stride;
  composition out;
  out.result.base = lower.base + by * start;
  for (const mode& m : upper) {
    append_mode(out.result.modes, out.result.modes.size(), out.result.base, {m.extent, m.period, m.offset, by * m.stride, m.chosen});
    out.ends.push_back(static_cast<std::uint32_t>(out.result.modes.size()));
  }
  return out;
}

// Two positions are always one step apart.
composition step(const part& lower, index_t start, const mode& two) {
  const index_t first = value_at(as_span(lower.modes), start + two.at(0)), second = value_at(as_span(lower.modes), start + two.at(1));
  composition out{{lower.base, {}}, {}};
  append_mode(out.result.modes, 0, out.result.base, affine_mode(2, second - first));
  out.result.base += first;
  out.ends.push_back(static_cast<std::uint32_t>(out.result.modes.size()));
  return out;
}

}  // namespace

std::optional<composition> compose(const part& lower, index_t start, std::span<const mode> upper) {
  if (lower.modes.empty() || (lower.modes.size() == 1 && lower.modes[0].affine())) return scale(lower, start, upper);
  if (upper.size() == 1 && upper[0].extent == 2) return step(lower, start, upper[0]);
  if (auto found = try_compose(lower, start, upper)) return found;
  const part split{lower.base, split_cycles(as_span(lower.modes))};
  if (split.modes.size() != lower.modes.size()) {
    if (auto found = try_compose(split, start, upper)) return found;
  }
  part fused = fuse_cycles(as_span(lower.modes));
  if (fused.modes.size() == lower.modes.size()) return std::nullopt;
  fused.base += lower.base;
  return try_compose(fused, start, upper);
}

}  // namespace ravel::detail
