// SPDX-License-Identifier: BSL-1.0
// Fits each piece about its own middle, so that a large offset costs no digits.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/signal/filters.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

void straighten(std::span<double> piece, trend_kind kind) {
  if (piece.empty()) return;
  const double level = mean(piece), centre = static_cast<double>(piece.size() - 1) / 2;
  for (double& value : piece) value -= level;
  if (kind == trend_kind::constant || piece.size() < 2) return;
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const double from_centre = static_cast<double>(i) - centre;
    products += from_centre * piece[i];
    squares += from_centre * from_centre;
  }
  const double slope = products / squares;
  for (std::size_t i = 0; i < piece.size(); ++i) piece[i] -= slope * (static_cast<double>(i) - centre);
}

}  // namespace

std::vector<index_t> ends_of_pieces(index_t n, std::vector<index_t> breaks) {
  for (const index_t position : breaks) {
    if (position < 0 || position > n)
      throw index_error(text() << "detrend with a breakpoint at " << position << " of " << counted(n, "element"));
  }
  breaks.push_back(n);
  std::sort(breaks.begin(), breaks.end());
  return breaks;
}

void take_trends_off(double* line, trend_kind kind, std::span<const index_t> ends) {
  index_t begin = 0;
  for (const index_t end : ends) {
    straighten({line + begin, static_cast<std::size_t>(end - begin)}, kind);
    begin = end;
  }
}

buffer<double> without_trend(const node<double>& line, trend_kind kind, std::vector<index_t> breaks) {
  const std::vector<index_t> ends = ends_of_pieces(line.size(), std::move(breaks));
  const buffer<double> all = unfilled_buffer<double>(line.size());
  read_into(line, 0, line.size(), all.data());
  take_trends_off(all.data(), kind, ends);
  return all;
}

}  // namespace ravel::detail
