// SPDX-License-Identifier: BSL-1.0
// The loops of reductions along axes. With a strip of S results side by side, element p of its lines goes to partial result p mod (lanes *
// S): consecutive elements meet consecutive partial results, whatever the shape, and a floating sum has the lanes that the sum of its slice
// alone has.
#include <ravel/base/error.hpp>
#include <ravel/element/for_each.hpp>
#include <ravel/tensor/reduce.hpp>

namespace ravel::detail {
namespace {

using wide = int128;

template <class Op>
concept any_order = std::same_as<Op, least> || std::same_as<Op, greatest>;

template <class S>
S in_64_bits(wide total, const char* what) {
  if (total < std::numeric_limits<S>::min() || total > std::numeric_limits<S>::max())
    throw overflow_error(text() << what << " does not fit 64 bits (it is about " << static_cast<double>(total) << ")");
  return static_cast<S>(total);
}

// ---- what is kept for a result while its elements come, and what becomes of it

template <class T>
struct real_sum {
  using state = double;
  static constexpr index_t lanes = detail::lanes;
  static double first(T value) { return 0.0 + static_cast<double>(value); }
  static double next(double total, T value) { return total + static_cast<double>(value); }
  static double joined(double a, double b) { return a + b; }
};

template <class T>
struct complex_sum {
  using state = std::complex<double>;
  static constexpr index_t lanes = detail::lanes;
  static state first(T value) { return next(state{}, value); }
  static state next(state total, T value) { return add_values(total, promoted<state>(value)); }
  static state joined(state a, state b) { return add_values(a, b); }
};

template <class T, class Total>
struct integer_sum {
  using state = Total;
  static constexpr index_t lanes = 1;  // or as many as one likes: the order does not matter
  static Total first(T value) { return static_cast<Total>(value); }
  static Total next(Total total, T value) { return total + static_cast<Total>(value); }
  static Total joined(Total a, Total b) { return a + b; }
};

template <class T>
struct real_product {
  using state = double;
  static constexpr index_t lanes = detail::lanes;
  static double first(T value) { return 1.0 * static_cast<double>(value); }
  static double next(double product, T value) { return product * static_cast<double>(value); }
  static double joined(double a, double b) { return a * b; }
};

template <class T>
struct complex_product {
  using state = std::complex<double>;
  static constexpr index_t lanes = 0;  // one after the other
  static state first(T value) { return next(state{1}, value); }
  static state next(state product, T value) { return multiply_values(product, promoted<state>(value)); }
  static state joined(state a, state) { return a; }
};

// Exact. Once beyond 128 bits only a factor of 0 brings it back.
struct integer_factors {
  wide product = 1;
  bool zero = false, beyond = false;
};

template <class T>
struct integer_product {
  using state = integer_factors;
  static constexpr index_t lanes = 1;
  static state first(T value) { return next({}, value); }
  static state next(state s, T value) { return joined(s, {value, value == 0, false}); }
  static state joined(state a, const state& b) {
    a.zero = a.zero || b.zero;
    a.beyond = a.beyond || b.beyond || (!a.zero && __builtin_mul_overflow(a.product, b.product, &a.product));
    return a;
  }
};

template <class Before, class T>
struct picked {
  using state = T;
  static constexpr index_t lanes = 1;
  static T first(T value) { return value; }
  static T next(T found, T value) { return preferred<Before>(found, value); }
  static T joined(T a, T b) { return preferred<Before>(a, b); }
};

template <class Op, class T>
struct finishing;
template <class T>
struct finishing<summing, T> {
  template <class Total>
  static sum_t<T> result(Total total, index_t) {
    if constexpr (real_or_complex<T>) {
      return static_cast<T>(total);
    } else {
      return in_64_bits<sum_t<T>>(total, "the sum of the integers");
    }
  }
};
template <class T>
struct finishing<multiplying, T> {
  static sum_t<T> result(const integer_factors& found, index_t) {
    if (found.zero) return 0;
    if (found.beyond) throw overflow_error("the product of the integers does not fit 64 bits, nor 128");
    return in_64_bits<sum_t<T>>(found.product, "the product of the integers");
  }
  static T result(double product, index_t) { return static_cast<T>(product); }
  static T result(std::complex<double> product, index_t) { return static_cast<T>(product); }
};
template <class Mean, class T>
  requires std::same_as<Mean, averaging>
struct finishing<Mean, T> {
  using R = axis_result_t<Mean, T>;
  template <class Total>
  static R result(Total total, index_t n) {
    if constexpr (std::same_as<Total, std::complex<double>>) {
      return static_cast<R>(total / static_cast<double>(n));
    } else {
      return static_cast<R>(static_cast<double>(total) / static_cast<double>(n));
    }
  }
};
// Which of two zeros was met first is a matter of lanes and layout: the result is the positive one.
template <class Before, class T>
  requires any_order<Before>
struct finishing<Before, T> {
  static T result(T found, index_t) { return found == T{} ? T{} : found; }
};

// ---- the loops

// Partial results at, at + 1, … of `period`, and around, each with the next element.
template <class How, class T>
[[gnu::always_inline]] inline void go_around(How, const T* data, index_t step, index_t n, typename How::state* __restrict partial,
                                             index_t at, index_t period) {
  while (n > 0) {
    auto* const to = partial + at;
    if (at == 0 && step == 1 && n >= 4 * period) {  // a quarter of the way to and from partial results that no register holds
      for (index_t j = 0; j < period; ++j)
        to[j] = How::next(How::next(How::next(How::next(to[j], data[j]), data[j + period]), data[j + 2 * period]), data[j + 3 * period]);
      data += 4 * period;
      n -= 4 * period;
      continue;
    }
    const index_t count = std::min(n, period - at);
    if (step == 1) {
      for (index_t j = 0; j < count; ++j) to[j] = How::next(to[j], data[j]);
    } else {
      for (index_t j = 0; j < count; ++j) to[j] = How::next(to[j], data[j * step]);
    }
    data += count * step;
    n -= count;
    at = 0;
  }
}

// The same for as many partial results as registers hold.
template <class How, class T>
[[gnu::always_inline]] inline void go_around_lanes(How how, const T* data, index_t step, index_t n, typename How::state* __restrict partial,
                                                   index_t at) {
  if (at > 0) {
    const index_t head = std::min(n, lanes - at);
    go_around(how, data, step, head, partial, at, lanes);
    data += head * step;
    n -= head;
  }
  typename How::state lane[static_cast<std::size_t>(lanes)];
  for (index_t j = 0; j < lanes; ++j) lane[j] = partial[j];
  const index_t whole = n - n % lanes;
  if (step == 1) {
    for (index_t i = 0; i < whole; i += lanes) {
      for (index_t j = 0; j < lanes; ++j) lane[j] = How::next(lane[j], data[i + j]);
    }
  } else {
    for (index_t i = 0; i < whole; i += lanes) {
      for (index_t j = 0; j < lanes; ++j) lane[j] = How::next(lane[j], data[(i + j) * step]);
    }
  }
  for (index_t j = 0; j < lanes; ++j) partial[j] = lane[j];
  go_around(how, data + whole * step, step, n - whole, partial, 0, lanes);
}

// Whole lines of at least `lanes` elements, one after the other.
template <class How, class T>
[[gnu::always_inline]] inline void go_along_lines(How, const T* data, index_t step, index_t inner, index_t count,
                                                  typename How::state* __restrict out) {
  for (; count > 0; --count, data += inner * step) {
    typename How::state lane[static_cast<std::size_t>(lanes)];
    for (index_t j = 0; j < lanes; ++j) lane[j] = How::first(data[j * step]);
    index_t i = lanes;
    if (step == 1) {
      for (; i + lanes <= inner; i += lanes) {
        for (index_t j = 0; j < lanes; ++j) lane[j] = How::next(lane[j], data[i + j]);
      }
    }
    for (; i < inner; i += lanes) {
      for (index_t j = 0; j < std::min(lanes, inner - i); ++j) lane[j] = How::next(lane[j], data[(i + j) * step]);
    }
    for (index_t width = lanes / 2; width > 0; width /= 2) {
      for (index_t k = 0; k < width; ++k) lane[k] = How::joined(lane[k], lane[k + width]);
    }
    *out++ = lane[0];
  }
}

template <class How, class T>
void add_lines(How how, const T* data, index_t step, index_t inner, index_t count, typename How::state* out) {
  go_along_lines(how, data, step, inner, count, out);
}

template <class How, class T>
void add(How how, const T* data, index_t step, index_t n, typename How::state* partial, index_t at, index_t period) {
  go_around(how, data, step, n, partial, at, period);
}

#define RAVEL_ADD_KERNEL(How, T)                                                                                             \
  RAVEL_KERNEL void add(How how, const T* data, index_t step, index_t n, How::state* partial, index_t at, index_t period) {  \
    period == lanes ? go_around_lanes(how, data, step, n, partial, at) : go_around(how, data, step, n, partial, at, period); \
  }
#define RAVEL_LINES_KERNEL(How, T)                                                                                   \
  RAVEL_KERNEL void add_lines(How how, const T* data, index_t step, index_t inner, index_t count, How::state* out) { \
    go_along_lines(how, data, step, inner, count, out);                                                              \
  }
#define RAVEL_REAL_KERNELS(T)        \
  RAVEL_ADD_KERNEL(real_sum<T>, T)   \
  RAVEL_LINES_KERNEL(real_sum<T>, T) \
  RAVEL_ADD_KERNEL(real_product<T>, T)
RAVEL_FOR_EACH_REAL(RAVEL_REAL_KERNELS)
using narrow_bool_sum = integer_sum<bool, std::int64_t>;
RAVEL_ADD_KERNEL(narrow_bool_sum, bool)
#define RAVEL_INTEGER_KERNELS(T)                               \
  using narrow_sum_of_##T = integer_sum<std::T, std::int64_t>; \
  RAVEL_ADD_KERNEL(narrow_sum_of_##T, std::T)
RAVEL_INTEGER_KERNELS(int8_t)
RAVEL_INTEGER_KERNELS(int16_t)
RAVEL_INTEGER_KERNELS(int32_t)
RAVEL_INTEGER_KERNELS(uint8_t)
RAVEL_INTEGER_KERNELS(uint16_t)
RAVEL_INTEGER_KERNELS(uint32_t)
template <class T>
using least_of = picked<least, T>;
template <class T>
using greatest_of = picked<greatest, T>;
#define RAVEL_PICK_KERNELS(T)      \
  RAVEL_ADD_KERNEL(least_of<T>, T) \
  RAVEL_ADD_KERNEL(greatest_of<T>, T)
RAVEL_FOR_EACH_ORDERED(RAVEL_PICK_KERNELS)

// ---- the sink

// Partial results of the lines at hand. Knows how elements go together, not what becomes of them: reductions that add up share it.
template <class How, class T>
class gathering : public element_sink<T> {
 protected:
  using state = typename How::state;

  explicit gathering(const line_sizes& of)
      : of_(of),
        lanes_(std::min(lanes_for(of.strip), of.inner)),
        period_(lanes_ * of.strip),
        partial_(std::make_unique_for_overwrite<state[]>(static_cast<std::size_t>(period_))) {}

  // What has come together in so many strips, for each place of the strip.
  virtual void put(const state* found, index_t strips) = 0;
  const line_sizes& sizes() const { return of_; }

 public:
  void take(block<const T> b, index_t n) final {
    const index_t whole = of_.inner * of_.strip;
    while (n > 0) {
      const index_t lines = whole_lines(n);
      const index_t count = lines > 0         ? take_lines(b, lines)
                            : done_ < period_ ? start(b, std::min(n, period_ - done_))
                                              : go_on(b, std::min(n, whole - done_));
      b.data += count * b.step;
      n -= count;
      if (done_ == whole) finish();
    }
  }

 private:
  // Where the order does not matter, short rows still have long loops.
  static index_t lanes_for(index_t strip) {
    if constexpr (How::lanes == 0) return 1;
    return How::lanes == 1 && strip >= lanes ? 1 : lanes;
  }

  index_t whole_lines(index_t n) const { return How::lanes != 0 && of_.strip == 1 && done_ == 0 && of_.inner >= lanes ? n / of_.inner : 0; }
  index_t take_lines(block<const T> b, index_t lines) {
    state found[16];
    const index_t count = std::min<index_t>(lines, std::size(found));
    add_lines(How{}, b.data, b.step, of_.inner, count, found);
    put(found, count);
    return count * of_.inner;
  }
  index_t start(block<const T> b, index_t n) {
    state* __restrict const to = partial_.get() + done_;
    if (b.step == 1) {
      for (index_t j = 0; j < n; ++j) to[j] = How::first(b.data[j]);
    } else {
      for (index_t j = 0; j < n; ++j) to[j] = How::first(b.data[j * b.step]);
    }
    done_ += n;
    return n;
  }
  index_t go_on(block<const T> b, index_t n) {
    add(How{}, b.data, b.step, n, partial_.get(), done_ % period_, period_);
    done_ += n;
    return n;
  }
  // In the order in which the sum of a slice alone joins its lanes.
  [[gnu::always_inline]] static void join(state* partial, index_t joined, index_t strip) {
    for (index_t width = lanes / 2; width > 0; width /= 2) {
      const index_t count = std::min(width, joined - width) * strip;
      for (index_t k = 0; k < count; ++k) partial[k] = How::joined(partial[k], partial[k + width * strip]);
    }
  }
  void finish() {
    if (lanes_ == lanes && of_.strip == 1) {
      join(partial_.get(), lanes, 1);  // unrolled
    } else {
      join(partial_.get(), lanes_, of_.strip);
    }
    put(partial_.get(), 1);
    done_ = 0;
  }

  line_sizes of_;
  index_t lanes_;
  index_t period_;
  std::unique_ptr<state[]> partial_;
  index_t done_ = 0;  // elements of the lines at hand
};

template <class Op, class How, class T>
class reducer final : public gathering<How, T> {
  using result = axis_result_t<Op, T>;

 public:
  reducer(const line_sizes& of, result* out) : gathering<How, T>(of), out_(out) {}

 private:
  void put(const typename How::state* found, index_t strips) override {
    const auto [inner, strip, pitch] = this->sizes();
    for (; strips > 0; --strips, found += strip, out_ += pitch) {
      for (index_t c = 0; c < strip; ++c) out_[c] = finishing<Op, T>::result(found[c], inner);
    }
  }

  result* out_;
};

// Fewer elements than this cannot take a sum of integers below 64 bits out of 64.
constexpr index_t narrow_limit = index_t{1} << 30;

template <class Op, class T, class F>
auto with_way(index_t inner, F make) {
  if constexpr (any_order<Op>) {
    return make(picked<Op, T>{});
  } else if constexpr (std::same_as<Op, multiplying>) {
    if constexpr (complex_element<T>)
      return make(complex_product<T>{});
    else if constexpr (real_element<T>)
      return make(real_product<T>{});
    else
      return make(integer_product<T>{});
  } else if constexpr (complex_element<T>) {
    return make(complex_sum<T>{});
  } else if constexpr (real_element<T>) {
    return make(real_sum<T>{});
  } else {
    if constexpr (sizeof(T) < 8) {
      if (inner < narrow_limit) return make(integer_sum<T, std::int64_t>{});
    }
    return make(integer_sum<T, wide>{});
  }
}

}  // namespace

template <class Op, class T>
std::unique_ptr<element_sink<T>> reducing(const line_sizes& of, axis_result_t<Op, T>* out) {
  return with_way<Op, T>(
      of.inner, [&](auto how) -> std::unique_ptr<element_sink<T>> { return std::make_unique<reducer<Op, decltype(how), T>>(of, out); });
}

#define RAVEL_INSTANTIATE(Op, T) \
  template RAVEL_API std::unique_ptr<element_sink<T>> reducing<Op, T>(const line_sizes&, axis_result_t<Op, T>*);
#define RAVEL_INSTANTIATE_SUMS(T)   \
  RAVEL_INSTANTIATE(summing, T)     \
  RAVEL_INSTANTIATE(multiplying, T) \
  RAVEL_INSTANTIATE(averaging, T)
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE_SUMS)
#define RAVEL_INSTANTIATE_PICKS(T) \
  RAVEL_INSTANTIATE(least, T)      \
  RAVEL_INSTANTIATE(greatest, T)
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE_PICKS)

}  // namespace ravel::detail
