// SPDX-License-Identifier: BSL-1.0
// Instructions of the tile machine, for vectors of 32 and of 64 bytes. Like sources with RAVEL_KERNEL, this one is compiled with -O3, and
// for several instruction sets by GCC alone: clang passes such vectors in memory unless the whole file is compiled for them.
#include "lazy/tiles.hpp"

#include <ravel/base/config.hpp>
#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/functions.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace ravel::detail {

namespace {

using erased = void (*)();

// The unsigned integers as wide as an element, and the type in which elements wrap around as unsigned numbers do.
template <class T>
using bits_of = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T>
using wrapping = std::conditional_t<std::is_floating_point_v<T>, T, bits_of<T>>;

// Whether a machine has the function for elements of T.
template <class T>
constexpr bool computes(tile_function f) {
  const bool of_reals = f == tile_function::divided_by || (f >= tile_function::square_root && f <= tile_function::whole_nearest);
  return f != tile_function::none && (std::is_floating_point_v<T> || !of_reals);
}

// Calls with(std::integral_constant<tile_function, f>()), for functions that machines have.
template <class T, class With>
erased with_function(tile_function f, const With& with) {
  switch (f) {
#define RAVEL_CASE(name)                                                                                                       \
  case tile_function::name:                                                                                                    \
    if constexpr (computes<T>(tile_function::name)) return with(std::integral_constant<tile_function, tile_function::name>()); \
    break;
    RAVEL_CASE(plus)
    RAVEL_CASE(minus)
    RAVEL_CASE(times)
    RAVEL_CASE(divided_by)
    RAVEL_CASE(smaller)
    RAVEL_CASE(larger)
    RAVEL_CASE(equals)
    RAVEL_CASE(differs)
    RAVEL_CASE(less)
    RAVEL_CASE(less_equal)
    RAVEL_CASE(bits_and)
    RAVEL_CASE(bits_or)
    RAVEL_CASE(bits_xor)
    RAVEL_CASE(negated)
    RAVEL_CASE(absolute)
    RAVEL_CASE(squared)
    RAVEL_CASE(bits_not)
    RAVEL_CASE(square_root)
    RAVEL_CASE(whole_below)
    RAVEL_CASE(whole_above)
    RAVEL_CASE(whole_towards_zero)
    RAVEL_CASE(whole_nearest)
    RAVEL_CASE(packed)
    RAVEL_CASE(chosen)
#undef RAVEL_CASE
    case tile_function::none:
      break;
  }
  return nullptr;
}

// ---- the portable machine

constexpr std::size_t portable_tile = tile_machine::longest_tile;
using portable_work = void (*)(const tile_instruction& now, std::byte* const* places, std::size_t at);

template <class T, tile_function F>
T element_of(T a, T b, T c) {
  using bits = bits_of<T>;
  const auto of = [](T x) { return std::bit_cast<bits>(x); };
  const auto truth = [](bool is) { return std::bit_cast<T>(is ? ~bits{0} : bits{0}); };
  if constexpr (F == tile_function::plus) return plus{}(a, b);
  if constexpr (F == tile_function::minus) return minus{}(a, b);
  if constexpr (F == tile_function::times) return times{}(a, b);
  if constexpr (F == tile_function::divided_by) return divided_by{}(a, b);
  if constexpr (F == tile_function::smaller) return smaller{}(a, b);
  if constexpr (F == tile_function::larger) return larger{}(a, b);
  if constexpr (F == tile_function::equals) return truth(a == b);
  if constexpr (F == tile_function::differs) return truth(a != b);
  if constexpr (F == tile_function::less) return truth(a < b);
  if constexpr (F == tile_function::less_equal) return truth(a <= b);
  if constexpr (F == tile_function::bits_and) return std::bit_cast<T>(of(a) & of(b));
  if constexpr (F == tile_function::bits_or) return std::bit_cast<T>(of(a) | of(b));
  if constexpr (F == tile_function::bits_xor) return std::bit_cast<T>(of(a) ^ of(b));
  if constexpr (F == tile_function::negated) return negated{}(a);
  if constexpr (F == tile_function::absolute) return absolute{}(a);
  if constexpr (F == tile_function::squared) return squared{}(a);
  if constexpr (F == tile_function::bits_not) return std::bit_cast<T>(~of(a));
  if constexpr (F == tile_function::square_root) return std::sqrt(a);
  if constexpr (F == tile_function::whole_below) return rounded_down{}(a);
  if constexpr (F == tile_function::whole_above) return rounded_up{}(a);
  if constexpr (F == tile_function::whole_towards_zero) return rounded_to_zero{}(a);
  if constexpr (F == tile_function::whole_nearest) return rounded_half_to_even{}(a);
  if constexpr (F == tile_function::chosen) return std::bit_cast<T>((of(a) & of(b)) | (~of(a) & of(c)));
}

template <class T, tile_function F>
void work_in_memory(const tile_instruction& now, std::byte* const* places, std::size_t at) {
  const auto* const a = reinterpret_cast<const T*>(places[now.a] + (at & now.step_a));
  constexpr std::size_t n = portable_tile / sizeof(T);
  if constexpr (F == tile_function::packed) {
    auto* const to = reinterpret_cast<unsigned char*>(places[now.to] + (at & now.step_to) / sizeof(T));
    for (std::size_t i = 0; i < n; ++i) to[i] = std::bit_cast<bits_of<T>>(a[i]) & 1;
  } else {
    const auto* const b = reinterpret_cast<const T*>(places[now.b] + (at & now.step_b));
    const auto* const c = reinterpret_cast<const T*>(places[now.c] + (at & now.step_c));
    auto* const to = reinterpret_cast<T*>(places[now.to] + (at & now.step_to));
    RAVEL_INDEPENDENT
    for (std::size_t i = 0; i < n; ++i) to[i] = element_of<T, F>(a[i], takes_two(F) ? b[i] : T(), takes_three(F) ? c[i] : T());
  }
}

template <class T>
erased portable_instruction(tile_function f) {
  return with_function<T>(f, []<tile_function F>(std::integral_constant<tile_function, F>) {
    return reinterpret_cast<erased>(static_cast<portable_work>(work_in_memory<T, F>));
  });
}

void run_in_memory(const tile_instruction* first, std::byte* const* places, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += portable_tile) {
    for (const tile_instruction* now = first; now->work; ++now) reinterpret_cast<portable_work>(now->work)(*now, places, at);
  }
}

}  // namespace

// ---- machines of vectors

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

namespace {

// Eight bits as bools.
constexpr auto bytes_of_bits = [] {
  std::array<std::uint64_t, 256> table{};
  for (std::size_t bits = 0; bits < 256; ++bits) {
    for (std::size_t k = 0; k < 8; ++k) table[bits] |= static_cast<std::uint64_t>(bits >> k & 1) << 8 * k;
  }
  return table;
}();

// Functions for which vectors of 32 and of 64 bytes have instructions, and no operators.
namespace machine_of_32_bytes {
using doubles = double __attribute__((vector_size(32)));
using floats = float __attribute__((vector_size(32)));
template <int How>
__attribute__((target("avx2"), always_inline)) inline doubles rounded_by(doubles x) {
  return __builtin_ia32_roundpd256(x, How);
}
template <int How>
__attribute__((target("avx2"), always_inline)) inline floats rounded_by(floats x) {
  return __builtin_ia32_roundps256(x, How);
}
__attribute__((target("avx2"), always_inline)) inline doubles root_of(doubles x) { return __builtin_ia32_sqrtpd256(x); }
__attribute__((target("avx2"), always_inline)) inline floats root_of(floats x) { return __builtin_ia32_sqrtps256(x); }
template <std::size_t Element>
__attribute__((target("avx2"), always_inline)) inline void pack(doubles x, std::byte* to) {
  if constexpr (Element == 8)
    std::memcpy(to, &bytes_of_bits[static_cast<unsigned>(__builtin_ia32_movmskpd256(x))], 4);
  else
    std::memcpy(to, &bytes_of_bits[static_cast<unsigned>(__builtin_ia32_movmskps256((floats)x))], 8);
}
}  // namespace machine_of_32_bytes
namespace machine_of_64_bytes {
using doubles = double __attribute__((vector_size(64)));
using floats = float __attribute__((vector_size(64)));
constexpr int as_set = 4;  // rounds as the thread's mode says
template <int How>
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"), always_inline)) inline doubles rounded_by(doubles x) {
  return __builtin_ia32_rndscalepd_mask(x, How, x, -1, as_set);
}
template <int How>
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"), always_inline)) inline floats rounded_by(floats x) {
  return __builtin_ia32_rndscaleps_mask(x, How, x, -1, as_set);
}
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"), always_inline)) inline doubles root_of(doubles x) {
  return __builtin_ia32_sqrtpd512_mask(x, x, -1, as_set);
}
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"), always_inline)) inline floats root_of(floats x) {
  return __builtin_ia32_sqrtps512_mask(x, x, -1, as_set);
}
template <std::size_t Element>
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"), always_inline)) inline void pack(doubles x, std::byte* to) {
  if constexpr (Element == 8) {
    typedef std::int64_t lanes __attribute__((vector_size(64)));
    typedef signed char packed __attribute__((vector_size(8)));
    const packed bytes = __builtin_convertvector((lanes)x, packed) & 1;
    std::memcpy(to, &bytes, 8);
  } else {
    typedef std::int32_t lanes __attribute__((vector_size(64)));
    typedef signed char packed __attribute__((vector_size(16)));
    const packed bytes = __builtin_convertvector((lanes)x, packed) & 1;
    std::memcpy(to, &bytes, 16);
  }
}
}  // namespace machine_of_64_bytes

#define RAVEL_EACH_VECTOR(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

#define RAVEL_TILES(machine, bytes, needed)                                                                                               \
  namespace machine {                                                                                                                     \
  template <class T>                                                                                                                      \
  struct vectors {                                                                                                                        \
    typedef T type __attribute__((vector_size(bytes)));                                                                                   \
    typedef wrapping<T> unsigned_type __attribute__((vector_size(bytes)));                                                                \
  };                                                                                                                                      \
  template <class T>                                                                                                                      \
  using vector = typename vectors<T>::type;                                                                                               \
  /* The registers of all types pass as vectors of double, so that instructions have one type. */                                         \
  using passed = vector<double>;                                                                                                          \
  using instruction = void (*)(const tile_instruction*, std::byte* const*, std::size_t, passed, passed, passed, passed, passed, passed,   \
                               passed, passed);                                                                                           \
                                                                                                                                          \
  template <class T>                                                                                                                      \
  __attribute__((target(needed), always_inline)) inline vector<T> loaded(const std::byte* from, int k) {                                  \
    vector<T> made;                                                                                                                       \
    std::memcpy(&made, from + static_cast<std::size_t>(k) * sizeof(made), sizeof(made));                                                  \
    return made;                                                                                                                          \
  }                                                                                                                                       \
  template <class T, tile_function F>                                                                                                     \
  __attribute__((target(needed), always_inline)) inline vector<T> result(vector<T> a, vector<T> b, vector<T> c) {                         \
    using W = typename vectors<T>::unsigned_type;                                                                                         \
    using B = vector<bits_of<T>>;                                                                                                         \
    const W x = (W)a, y = (W)b, zero = {};                                                                                                \
    if constexpr (F == tile_function::plus) return (vector<T>)(x + y);                                                                    \
    if constexpr (F == tile_function::minus) return (vector<T>)(x - y);                                                                   \
    if constexpr (F == tile_function::times) return (vector<T>)(x * y);                                                                   \
    if constexpr (F == tile_function::divided_by) return (vector<T>)(x / y);                                                              \
    if constexpr (F == tile_function::smaller) return ((b < a) | (b != b)) ? b : a;                                                       \
    if constexpr (F == tile_function::larger) return ((a < b) | (b != b)) ? b : a;                                                        \
    if constexpr (F == tile_function::equals) return (vector<T>)(a == b);                                                                 \
    if constexpr (F == tile_function::differs) return (vector<T>)(a != b);                                                                \
    if constexpr (F == tile_function::less) return (vector<T>)(a < b);                                                                    \
    if constexpr (F == tile_function::less_equal) return (vector<T>)(a <= b);                                                             \
    if constexpr (F == tile_function::bits_and) return (vector<T>)((B)a & (B)b);                                                          \
    if constexpr (F == tile_function::bits_or) return (vector<T>)((B)a | (B)b);                                                           \
    if constexpr (F == tile_function::bits_xor) return (vector<T>)((B)a ^ (B)b);                                                          \
    if constexpr (F == tile_function::bits_not) return (vector<T>)~(B)a;                                                                  \
    if constexpr (F == tile_function::chosen) return (vector<T>)(((B)a & (B)b) | (~(B)a & (B)c));                                         \
    if constexpr (F == tile_function::squared) return (vector<T>)(x * x);                                                                 \
    if constexpr (F == tile_function::negated && std::is_floating_point_v<T>) return -a;                                                  \
    if constexpr (F == tile_function::negated) return (vector<T>)(zero - x);                                                              \
    if constexpr (F == tile_function::absolute && !std::is_floating_point_v<T>) return a < 0 ? (vector<T>)(zero - x) : a;                 \
    if constexpr (F == tile_function::absolute && std::is_floating_point_v<T>) return (vector<T>)((B)a & (~B{} >> 1));                    \
    if constexpr (F == tile_function::square_root) return root_of(a);                                                                     \
    /* Without a report that a result is inexact. */                                                                                      \
    if constexpr (F == tile_function::whole_below) return rounded_by<8 + 1>(a);                                                           \
    if constexpr (F == tile_function::whole_above) return rounded_by<8 + 2>(a);                                                           \
    if constexpr (F == tile_function::whole_towards_zero) return rounded_by<8 + 3>(a);                                                    \
    if constexpr (F == tile_function::whole_nearest) return rounded_by<8 + 4>(a);                                                         \
    return a;                                                                                                                             \
  }                                                                                                                                       \
                                                                                                                                          \
  template <class T, tile_function F, bool AInMemory, bool BInMemory, bool CInMemory, bool Stores>                                        \
  __attribute__((target(needed))) void work(const tile_instruction* now, std::byte* const* places, std::size_t at, passed v0, passed v1,  \
                                            passed v2, passed v3, passed v4, passed v5, passed v6, passed v7) {                           \
    [[maybe_unused]] const std::byte* const a = AInMemory ? places[now->a] + (at & now->step_a) : nullptr;                                \
    [[maybe_unused]] const std::byte* const b = BInMemory ? places[now->b] + (at & now->step_b) : nullptr;                                \
    [[maybe_unused]] const std::byte* const c = CInMemory ? places[now->c] + (at & now->step_c) : nullptr;                                \
    constexpr std::size_t narrower = F == tile_function::packed ? sizeof(T) : 1;                                                          \
    [[maybe_unused]] std::byte* const to = Stores ? places[now->to] + (at & now->step_to) / narrower : nullptr;                           \
    RAVEL_EACH_VECTOR(RAVEL_COMPUTE)                                                                                                      \
    ++now;                                                                                                                                \
    return reinterpret_cast<instruction>(now->work)(now, places, at, v0, v1, v2, v3, v4, v5, v6, v7);                                     \
  }                                                                                                                                       \
  __attribute__((target(needed))) void stop(const tile_instruction*, std::byte* const*, std::size_t, passed, passed, passed, passed,      \
                                            passed, passed, passed, passed) {}                                                            \
  __attribute__((target(needed))) void run(const tile_instruction* first, std::byte* const* places, std::size_t whole) {                  \
    const passed none = {};                                                                                                               \
    for (std::size_t at = 0; at < whole; at += 8 * bytes)                                                                                 \
      reinterpret_cast<instruction>(first->work)(first, places, at, none, none, none, none, none, none, none, none);                      \
    /* GCC leaves it out, and whatever runs next without AVX would wait for the upper halves of its registers. */                         \
    __builtin_ia32_vzeroupper();                                                                                                          \
  }                                                                                                                                       \
  struct of_machine {                                                                                                                     \
    static constexpr std::size_t tile = 8 * bytes;                                                                                        \
    static erased stop_of_machine() { return reinterpret_cast<erased>(stop); }                                                            \
    static void run_of_machine(const tile_instruction* first, std::byte* const* places, std::size_t whole) { run(first, places, whole); } \
    template <class T, tile_function F, bool A, bool B, bool C, bool S>                                                                   \
    static erased instruction_of() {                                                                                                      \
      return reinterpret_cast<erased>(work<T, F, A, B, C, S>);                                                                            \
    }                                                                                                                                     \
  };                                                                                                                                      \
  }

#define RAVEL_COMPUTE(k)                                                                                                    \
  v##k = (passed)result<T, F>(AInMemory ? loaded<T>(a, k) : (vector<T>)v##k, BInMemory ? loaded<T>(b, k) : (vector<T>)v##k, \
                              CInMemory ? loaded<T>(c, k) : (vector<T>)v##k);                                               \
  if constexpr (F == tile_function::packed)                                                                                 \
    pack<sizeof(T)>(v##k, to + k * sizeof(v##k) / sizeof(T));                                                               \
  else if constexpr (Stores)                                                                                                \
    std::memcpy(to + k * sizeof(v##k), &v##k, sizeof(v##k));

RAVEL_TILES(machine_of_32_bytes, 32, "avx2")
RAVEL_TILES(machine_of_64_bytes, 64, "avx512f,avx512dq,avx512vl,avx512bw")

#undef RAVEL_COMPUTE
#undef RAVEL_TILES
#undef RAVEL_EACH_VECTOR

template <class Machine, class T, tile_function F, bool A, bool B, bool C>
erased stored_or_not(bool stores) {
  if constexpr (F == tile_function::packed)
    return Machine::template instruction_of<T, F, A, B, C, true>();
  else
    return stores ? Machine::template instruction_of<T, F, A, B, C, true>() : Machine::template instruction_of<T, F, A, B, C, false>();
}

template <class Machine, class T, tile_function F>
erased in_form(tile_form form) {
  constexpr bool two = takes_two(F), three = takes_three(F);
  if (!form.a_in_memory) return stored_or_not<Machine, T, F, false, two, three>(form.stores);
  if constexpr (two) {
    if (!form.b_in_memory) return stored_or_not<Machine, T, F, true, false, three>(form.stores);
  }
  if constexpr (three) {
    if (!form.c_in_memory) return stored_or_not<Machine, T, F, true, true, false>(form.stores);
  }
  return stored_or_not<Machine, T, F, true, two, three>(form.stores);
}

// Functions of bits are the same for all types of a width.
template <class T, tile_function F>
using worked_as = std::conditional_t<!of_bits(F) && F != tile_function::chosen && F != tile_function::packed, T,
                                     std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>>;

template <class Machine, class T>
erased for_type(tile_function f, tile_form form) {
  return with_function<T>(
      f, [&]<tile_function F>(std::integral_constant<tile_function, F>) { return in_form<Machine, worked_as<T, F>, F>(form); });
}

template <class Machine>
erased instruction_of(dtype type, tile_function f, tile_form form) {
  return with_tile_type(type, [&]<class T>(std::type_identity<T>) { return for_type<Machine, T>(f, form); });
}

template <class Machine>
tile_machine machine_of() {
  return {Machine::tile, true, instruction_of<Machine>, Machine::stop_of_machine(), Machine::run_of_machine};
}

const tile_machine* machine_of_vectors(std::size_t bytes) {
  static const tile_machine of_32 = machine_of<machine_of_32_bytes::of_machine>(), of_64 = machine_of<machine_of_64_bytes::of_machine>();
  static const bool has_32 = __builtin_cpu_supports("avx2"),
                    has_64 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  if (bytes == 64) return has_64 ? &of_64 : nullptr;
  return has_32 ? &of_32 : nullptr;
}

}  // namespace

#else

namespace {

const tile_machine* machine_of_vectors(std::size_t) { return nullptr; }

}  // namespace

#endif

const tile_machine* tile_machine_of(std::size_t vector_bytes) {
  const auto instruction = [](dtype type, tile_function f, tile_form) {
    return with_tile_type(type, [&]<class T>(std::type_identity<T>) { return portable_instruction<T>(f); });
  };
  static const tile_machine portable{portable_tile, false, instruction, nullptr, run_in_memory};
  return vector_bytes == 0 ? &portable : machine_of_vectors(vector_bytes);
}

const tile_machine*& tile_machine_in_use() {
  static const tile_machine* chosen = tile_machine_of(64)   ? tile_machine_of(64)
                                      : tile_machine_of(32) ? tile_machine_of(32)
                                                            : tile_machine_of(0);
  return chosen;
}

}  // namespace ravel::detail
