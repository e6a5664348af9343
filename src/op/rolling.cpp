// SPDX-License-Identifier: BSL-1.0
// Rolling sums, means, extremes and variances of every ordered element type.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/rolling.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

using wide = int128;

// What the sum of a window is added up in: integers are exact.
template <class T>
using rolling_total_t = std::conditional_t<real_element<T>, double, wide>;

template <class T, class Out>
void roll_totals(const T* data, index_t windows, index_t width, Out out) {
  using A = rolling_total_t<T>;
  each_window(
      windows, width, [=](index_t i) { return static_cast<A>(data[i]); }, [](A& total, const A& more) { total += more; }, out);
}

template <class Before, class T>
void roll_extremes(const T* data, index_t windows, index_t width, T* out) {
  each_window(
      windows, width, [=](index_t i) { return data[i]; }, [](T& found, const T& value) { found = preferred<Before>(found, value); },
      [=](index_t i, T found) { out[i] = without_sign_of_zero(found); });
}

struct spread {
  double count;
  double mean;
  double second;

  void merge(const spread& later) {
    const double n = count + later.count, apart = later.mean - mean, share = later.count / n;
    mean += apart * share;
    second += later.second + apart * apart * share * count;
    count = n;
  }
};

template <class T, class Finish>
void roll_spreads(const T* data, index_t windows, index_t width, Finish finish, double* out) {
  const auto begin = [=](index_t i) {
    const auto value = static_cast<double>(data[i]);
    return spread{1, value, value - value};  // 0, or NaN for an infinity too
  };
  each_window(
      windows, width, begin, [](spread& state, const spread& later) { state.merge(later); },
      [=](index_t i, const spread& state) {
        out[i] = finish(moments{width, 0, state.second});
      });
}

}  // namespace

template <class T>
void roll(const sum_reducer&, const T* data, index_t windows, index_t width, sum_t<T>* out) {
  roll_totals(data, windows, width, [=](index_t i, const rolling_total_t<T>& total) {
    if constexpr (real_element<T>) {
      out[i] = static_cast<T>(total);
    } else {
      out[i] = narrow_total<T>({static_cast<std::uint64_t>(total), static_cast<std::int64_t>(total >> 64)});
    }
  });
}

template <class T>
void roll(const mean_reducer&, const T* data, index_t windows, index_t width, double* out) {
  const auto count = static_cast<double>(width);
  roll_totals(data, windows, width, [=](index_t i, const rolling_total_t<T>& total) { out[i] = static_cast<double>(total) / count; });
}

template <class T>
void roll(const extreme_reducer<least>&, const T* data, index_t windows, index_t width, T* out) {
  roll_extremes<least>(data, windows, width, out);
}

template <class T>
void roll(const extreme_reducer<greatest>&, const T* data, index_t windows, index_t width, T* out) {
  roll_extremes<greatest>(data, windows, width, out);
}

template <class T>
void roll(const variance_reducer& reducer, const T* data, index_t windows, index_t width, double* out) {
  roll_spreads(
      data, windows, width, [=](const moments& m) { return reducer.finish(m); }, out);
}

template <class T>
void roll(const standard_deviation_reducer& reducer, const T* data, index_t windows, index_t width, double* out) {
  roll_spreads(
      data, windows, width, [=](const moments& m) { return reducer.finish(m); }, out);
}

#define RAVEL_INSTANTIATE(T)                                                                      \
  template RAVEL_API void roll(const sum_reducer&, const T*, index_t, index_t, sum_t<T>*);        \
  template RAVEL_API void roll(const mean_reducer&, const T*, index_t, index_t, double*);         \
  template RAVEL_API void roll(const extreme_reducer<least>&, const T*, index_t, index_t, T*);    \
  template RAVEL_API void roll(const extreme_reducer<greatest>&, const T*, index_t, index_t, T*); \
  template RAVEL_API void roll(const variance_reducer&, const T*, index_t, index_t, double*);     \
  template RAVEL_API void roll(const standard_deviation_reducer&, const T*, index_t, index_t, double*);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
