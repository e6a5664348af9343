// SPDX-License-Identifier: BSL-1.0
// Casts of whole blocks. A target that holds every source value is filled by widening directly. Otherwise a source is first widened,
// exactly, to int32, int64, uint64 or double. From these four there is one kernel for each target and form, which notes if a value did not
// fit. Only then is the offending element searched for.
#include <ravel/base/error.hpp>
#include <ravel/element/cast.hpp>
#include <ravel/element/detail/for_each.hpp>

#include <algorithm>
#include <cstring>

namespace ravel::detail {

namespace {

constexpr index_t chunk_size = 512;

// The one of the four types that holds every value of S.
template <class S>
struct wide : std::type_identity<promote_t<S, std::int32_t>> {};
template <real_element S>
struct wide<S> : std::type_identity<double> {};
template <>
struct wide<std::uint64_t> : std::type_identity<std::uint64_t> {};
template <class S>
using wide_t = typename wide<S>::type;

// Copies bytes, because int64_t stands for long long too. Compiles to a plain load and store.
template <class T>
T load(const T* from, index_t i) {
  T value;
  std::memcpy(&value, reinterpret_cast<const char*>(from) + i * static_cast<index_t>(sizeof(T)), sizeof(T));
  return value;
}

template <class T>
void store(T* to, index_t i, T value) {
  std::memcpy(reinterpret_cast<char*>(to) + i * static_cast<index_t>(sizeof(T)), &value, sizeof(T));
}

template <class S, class W>
[[gnu::always_inline]] inline void widen_loop(const S* in, index_t step, W* out, index_t n) {
  if (step == 1) {
    for (index_t i = 0; i < n; ++i) store(out, i, static_cast<W>(load(in, i)));
  } else {
    for (index_t i = 0; i < n; ++i) store(out, i, static_cast<W>(load(in, i * step)));
  }
}

// Gives whether a value did not fit. The flag is as wide as the values it is computed from, which suits vectors.
template <cast_mode M, class W, class D>
[[gnu::always_inline]] inline bool narrow_loop(const W* in, D* out, index_t n) {
  std::conditional_t<sizeof(W) == 4, std::int32_t, std::int64_t> misfits = 0;
  for (index_t i = 0; i < n; ++i) {
    bool fits = true;
    store(out, i, cast_real<M, D>(load(in, i), fits));
    misfits |= !fits;
  }
  return misfits != 0;
}

#define RAVEL_WIDEN(S, W) \
  RAVEL_KERNEL void widen(const S* __restrict in, index_t step, W* __restrict out, index_t n) { widen_loop(in, step, out, n); }
#define RAVEL_WIDEN_FIRST(S) RAVEL_WIDEN(S, wide_t<S>)
RAVEL_FOR_EACH_INTEGER_OR_REAL(RAVEL_WIDEN_FIRST)
#define RAVEL_WIDEN_SMALL(S) RAVEL_WIDEN(S, std::int64_t) RAVEL_WIDEN(S, float) RAVEL_WIDEN(S, double)
RAVEL_WIDEN_SMALL(std::int8_t)
RAVEL_WIDEN_SMALL(std::int16_t)
RAVEL_WIDEN_SMALL(std::uint8_t)
RAVEL_WIDEN_SMALL(std::uint16_t)
RAVEL_WIDEN(std::uint32_t, double)
#undef RAVEL_WIDEN_SMALL
#undef RAVEL_WIDEN_FIRST
#undef RAVEL_WIDEN

template <class S, class W>
concept widens_to = !std::same_as<S, W> && requires(const S* in, index_t n, W* out) { widen(in, n, out, n); };

#define RAVEL_NARROW_AS(kernel, mode, W, D) \
  RAVEL_KERNEL bool kernel(const W* __restrict in, D* __restrict out, index_t n) { return narrow_loop<cast_mode::mode>(in, out, n); }
#define RAVEL_NARROW(W, D)                       \
  RAVEL_NARROW_AS(narrow_checked, checked, W, D) \
  RAVEL_NARROW_AS(narrow_wrap, wrap, W, D)       \
  RAVEL_NARROW_AS(narrow_saturate, saturate, W, D)
#define RAVEL_NARROW_TO(D) \
  RAVEL_NARROW(std::int32_t, D) RAVEL_NARROW(std::int64_t, D) RAVEL_NARROW(std::uint64_t, D) RAVEL_NARROW(double, D)
RAVEL_FOR_EACH_ORDERED(RAVEL_NARROW_TO)
#undef RAVEL_NARROW_TO
#undef RAVEL_NARROW
#undef RAVEL_NARROW_AS

template <class W, class D>
bool narrow(cast_mode mode, const W* in, D* out, index_t n) {
  switch (mode) {
    case cast_mode::checked:
      return narrow_checked(in, out, n);
    case cast_mode::wrap:
      return narrow_wrap(in, out, n);
    default:
      return narrow_saturate(in, out, n);
  }
}

template <class W>
bool narrow(cast_mode mode, const W* in, dtype to, void* out, index_t n) {
  switch (to) {
#define RAVEL_CASE(D) \
  case dtype_of<D>(): \
    return narrow(mode, in, static_cast<D*>(out), n);
    RAVEL_FOR_EACH_ORDERED(RAVEL_CASE)
#undef RAVEL_CASE
    default:
      return true;
  }
}

// n elements of one type, `step` of them apart.
struct source {
  dtype type;
  const char* data;
  index_t step;

  source from(index_t i) const { return {type, data + i * step * static_cast<index_t>(size_of(type)), step}; }
};

// Widens directly, if the cast is to this type.
template <class S>
bool widened_at_once(const S* in, index_t step, dtype to, void* out, index_t n) {
  const auto to_type = [&]<class W>(std::type_identity<W>) {
    if constexpr (widens_to<S, W>) {
      widen(in, step, static_cast<W*>(out), n);
      return true;
    }
    return false;
  };
  switch (to) {
#define RAVEL_CASE(W) \
  case dtype_of<W>(): \
    return to_type(std::type_identity<W>());
    RAVEL_CASE(std::int32_t)
    RAVEL_CASE(std::int64_t)
    RAVEL_CASE(float)
    RAVEL_CASE(double)
#undef RAVEL_CASE
    default:
      return false;
  }
}

template <class S>
bool cast_reals(cast_mode mode, const S* in, index_t step, dtype to, void* out, index_t n) {
  using W = wide_t<S>;
  if (widened_at_once(in, step, to, out, n)) return false;
  if constexpr (std::is_same_v<S, W>) {
    if (step == 1) return narrow(mode, in, to, out, n);
  }
  W wide[chunk_size];
  widen(in, step, wide, n);
  return narrow(mode, wide, to, out, n);
}

// Casts up to chunk_size real, integer or bool elements.
bool cast_reals(cast_mode mode, source in, dtype to, void* out, index_t n) {
  switch (in.type == dtype::bool_ ? dtype::uint8 : in.type) {  // a bool is a byte, 0 or 1
#define RAVEL_CASE(S) \
  case dtype_of<S>(): \
    return cast_reals(mode, reinterpret_cast<const S*>(in.data), in.step, to, out, n);
    RAVEL_FOR_EACH_INTEGER_OR_REAL(RAVEL_CASE)
#undef RAVEL_CASE
    default:
      return true;
  }
}

dtype real_part(dtype type) { return type == dtype::complex64 ? dtype::float32 : type == dtype::complex128 ? dtype::float64 : type; }

bool is_complex(dtype type) { return kind_of(type) == element_kind::complex; }

// The real or imaginary parts of complex numbers are reals with twice the step.
source part(source in, int which) {
  const dtype type = real_part(in.type);
  return {type, in.data + which * static_cast<index_t>(size_of(type)), 2 * in.step};
}

bool any_nonzero(source in, index_t n) {
  double values[chunk_size];
  cast_reals(cast_mode::wrap, in, dtype::float64, values, n);
  return std::any_of(values, values + n, [](double x) { return x != 0; });
}

template <class R>
bool cast_to_complex(cast_mode mode, source in, std::complex<R>* out, index_t n) {
  R re[chunk_size];
  R im[chunk_size] = {};
  constexpr dtype to = dtype_of<R>();
  bool misfit = false;
  if (is_complex(in.type)) {
    misfit = cast_reals(mode, part(in, 0), to, re, n);
    misfit |= cast_reals(mode, part(in, 1), to, im, n);
  } else {
    misfit = cast_reals(mode, in, to, re, n);
  }
  for (index_t i = 0; i < n; ++i) out[i] = {re[i], im[i]};
  return misfit;
}

// Casts up to chunk_size elements; true if one did not fit.
bool cast_chunk(cast_mode mode, source in, dtype to, void* out, index_t n) {
  if (to == dtype::complex64) return cast_to_complex(mode, in, static_cast<std::complex<float>*>(out), n);
  if (to == dtype::complex128) return cast_to_complex(mode, in, static_cast<std::complex<double>*>(out), n);
  if (!is_complex(in.type)) return cast_reals(mode, in, to, out, n);
  const bool misfit = any_nonzero(part(in, 1), n);
  return cast_reals(mode, part(in, 0), to, out, n) || misfit;
}

template <class T>
text& write(text& message, T value) {
  return message << value;
}
template <class R>
text& write(text& message, std::complex<R> value) {
  return message << "(" << value.real() << ", " << value.imag() << ")";
}

text spelled(const void* value, dtype type) {
  text message;
  switch (type) {
#define RAVEL_CASE(T)                                      \
  case dtype_of<T>():                                      \
    write(message, load(static_cast<const T*>(value), 0)); \
    break;
    RAVEL_FOR_EACH_ELEMENT(RAVEL_CASE)
#undef RAVEL_CASE
    default:
      break;
  }
  return message;
}

// Throws for the first element that does not fit. There is one.
void throw_first_misfit(cast_mode mode, source in, dtype to, void* out, index_t n) {
  for (index_t i = 0; i < n; ++i) {
    if (cast_chunk(mode, in.from(i), to, out, 1)) throw_misfit(in.from(i).data, in.type, to);
  }
}

}  // namespace

void throw_misfit(const void* value, dtype from, dtype to) { throw type_error(spelled(value, from) << " does not fit " << name(to)); }
void throw_weak_misfit(const void* value, dtype from, dtype to) {
  const std::string_view wider = from == dtype::int32 ? "int" : from == dtype::float64 ? "double" : name(from);
  throw type_error(spelled(value, from) << " does not fit " << name(to)
                                        << ", the type of the elements: write a value of that type, or cast<" << wider << ">(x)");
}

void cast_block(cast_mode mode, dtype from, const void* in, index_t step, dtype to, void* out, index_t n) {
  if (from == dtype::other || to == dtype::other) throw type_error(text() << "cannot cast " << name(from) << " to " << name(to));
  const source all{from, static_cast<const char*>(in), step};
  for (index_t start = 0; start < n; start += chunk_size) {
    const source chunk = all.from(start);
    char* const target = static_cast<char*>(out) + start * static_cast<index_t>(size_of(to));
    const index_t count = std::min(chunk_size, n - start);
    if (cast_chunk(mode, chunk, to, target, count)) throw_first_misfit(mode, chunk, to, target, count);
  }
}

}  // namespace ravel::detail
