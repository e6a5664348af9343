// SPDX-License-Identifier: BSL-1.0
// Rolling sums, means, extremes and variances of every ordered element type, and comoments of two readers.
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/windows/rolling.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

using wide = int128;

// The type that adds up a window; exact for integers.
template <class T>
using rolling_total_t = std::conditional_t<real_element<T>, double, wide>;

template <class T, class Windows, class Out>
void roll_totals(const T* data, const Windows& windows, Out out) {
  using A = rolling_total_t<T>;
  each_window(
      windows, [=](index_t i, index_t) { return static_cast<A>(data[i]); }, [](A& total, const A& more) { total += more; }, out);
}

// Moments about an element nearby. Other elements are close to it, so a common offset costs no digits.
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

template <class T>
double way_from(T near, T value) {
  if constexpr (real_element<T>) {
    return static_cast<double>(value) - static_cast<double>(near);
  } else {
    return static_cast<double>(static_cast<wide>(value) - static_cast<wide>(near));
  }
}

template <class T, class Windows, class Finish>
void roll_spreads(const T* data, const Windows& windows, Finish finish, double* out) {
  const auto begin = [=](index_t i, index_t near) {
    const double value = way_from(data[near], data[i]);
    return spread{1, value, value - value};  // 0, or NaN for an infinity
  };
  each_window(
      windows, begin, [](spread& state, const spread& later) { state.merge(later); },
      [=](index_t i, index_t width, const spread& state) {
        out[i] = finish(moments{width, 0, state.second});
      });
}

}  // namespace

template <class T, class Windows>
void roll(const sum_reducer&, const T* data, const Windows& windows, sum_t<T>* out) {
  roll_totals(data, windows, [=](index_t i, index_t, const rolling_total_t<T>& total) {
    if constexpr (real_element<T>) {
      out[i] = static_cast<T>(total);
    } else {
      out[i] = narrow_total<T>({static_cast<std::uint64_t>(total), static_cast<std::int64_t>(total >> 64)});
    }
  });
}

template <class T, class Windows>
void roll(const mean_reducer&, const T* data, const Windows& windows, double* out) {
  roll_totals(data, windows, [=](index_t i, index_t width, const rolling_total_t<T>& total) {
    out[i] = static_cast<double>(total) / static_cast<double>(width);
  });
}

template <class Before, class T, class Windows>
void roll(const extreme_reducer<Before>&, const T* data, const Windows& windows, T* out) {
  each_window(
      windows, [=](index_t i, index_t) { return data[i]; }, [](T& found, const T& value) { found = preferred<Before>(found, value); },
      [=](index_t i, index_t, T found) { out[i] = without_sign_of_zero(found); });
}

template <class T, class Windows>
void roll(const variance_reducer& reducer, const T* data, const Windows& windows, double* out) {
  roll_spreads(
      data, windows, [=](const moments& m) { return reducer.finish(m); }, out);
}

template <class T, class Windows>
void roll(const standard_deviation_reducer& reducer, const T* data, const Windows& windows, double* out) {
  roll_spreads(
      data, windows, [=](const moments& m) { return reducer.finish(m); }, out);
}

namespace {

// As spread, for two readers at once.
struct joint_spread {
  double count;
  double mean_a, mean_b;
  double second_a, second_b, product;

  void merge(const joint_spread& later) {
    const double n = count + later.count, share = later.count / n, weight = share * count;
    const double apart_a = later.mean_a - mean_a, apart_b = later.mean_b - mean_b;
    mean_a += apart_a * share;
    mean_b += apart_b * share;
    second_a += later.second_a + apart_a * apart_a * weight;
    second_b += later.second_b + apart_b * apart_b * weight;
    product += later.product + apart_a * apart_b * weight;
    count = n;
  }
};

struct joint_state {
  joint_spread gathered;
  index_t near;
};

}  // namespace

template <class Windows>
void roll_comoments(const Windows& windows, const double* a, const double* b, const take_comoments& take) {
  const auto begin = [=](index_t i, index_t near) {
    const double x = a[i] - a[near], y = b[i] - b[near];
    return joint_state{{1, x, y, x - x, y - y, (x - x) * (y - y)}, near};
  };
  const auto merge = [](joint_state& state, const joint_state& later) { state.gathered.merge(later.gathered); };
  each_window(windows, begin, merge, [&](index_t i, index_t width, const joint_state& state) {
    const joint_spread& g = state.gathered;
    const double sum_a = (a[state.near] + g.mean_a) * g.count, sum_b = (b[state.near] + g.mean_b) * g.count;
    take(i, {width, sum_a, sum_b, g.second_a, g.second_b, g.product});
  });
}
template RAVEL_API void roll_comoments(const equal_windows&, const double*, const double*, const take_comoments&);
template RAVEL_API void roll_comoments(const window_ranges&, const double*, const double*, const take_comoments&);

index_t checked_every(every step) {
  if (step.value <= 0) throw value_error(text() << "rolling with every{" << index_t{step.value} << "}: it must be at least 1");
  return step.value;
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<T> every_one(const buffer<T>&, every);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

#define RAVEL_INSTANTIATE_OVER(T, Windows)                                                      \
  template RAVEL_API void roll(const sum_reducer&, const T*, const Windows&, sum_t<T>*);        \
  template RAVEL_API void roll(const mean_reducer&, const T*, const Windows&, double*);         \
  template RAVEL_API void roll(const extreme_reducer<least>&, const T*, const Windows&, T*);    \
  template RAVEL_API void roll(const extreme_reducer<greatest>&, const T*, const Windows&, T*); \
  template RAVEL_API void roll(const variance_reducer&, const T*, const Windows&, double*);     \
  template RAVEL_API void roll(const standard_deviation_reducer&, const T*, const Windows&, double*);
#define RAVEL_INSTANTIATE(T)               \
  RAVEL_INSTANTIATE_OVER(T, equal_windows) \
  RAVEL_INSTANTIATE_OVER(T, window_ranges)
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#undef RAVEL_INSTANTIATE_OVER

}  // namespace ravel::detail
