// SPDX-License-Identifier: BSL-1.0
// Instructions of the tile machine, for vectors of 32 and of 64 bytes. Like sources with RAVEL_KERNEL, this one is compiled with -O3, and
// for several instruction sets by GCC alone: clang passes such vectors in memory unless the whole file is compiled for them.
#include "any/tiles.hpp"

#include <ravel/base/config.hpp>
#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/functions.hpp>

#include <cstring>
#include <type_traits>

namespace ravel::detail {

namespace {

using erased = void (*)();

// Calls f with one of the types, or gives null.
template <class F>
erased with_tile_type(dtype type, const F& f) {
  switch (type) {
    case dtype::float64:
      return f(std::type_identity<double>());
    case dtype::float32:
      return f(std::type_identity<float>());
    case dtype::int64:
      return f(std::type_identity<std::int64_t>());
    case dtype::int32:
      return f(std::type_identity<std::int32_t>());
    default:
      return nullptr;
  }
}

// ---- the portable machine

constexpr std::size_t portable_tile = tile_machine::longest_tile;
using portable_work = void (*)(const tile_instruction& now, std::byte* const* places, std::size_t at);

template <class T, class F, bool Two>
void work_in_memory(const tile_instruction& now, std::byte* const* places, std::size_t at) {
  const auto* const a = reinterpret_cast<const T*>(places[now.a] + (at & now.step_a));
  const auto* const b = reinterpret_cast<const T*>(places[now.b] + (at & now.step_b));
  auto* const to = reinterpret_cast<T*>(places[now.to] + (at & now.step_to));
  RAVEL_INDEPENDENT
  for (std::size_t i = 0; i < portable_tile / sizeof(T); ++i) {
    if constexpr (Two) {
      to[i] = F{}(a[i], b[i]);
    } else {
      to[i] = F{}(a[i]);
    }
  }
}

template <class T>
erased portable_instruction(tile_function f) {
  const auto erase = [](portable_work work) { return reinterpret_cast<erased>(work); };
  switch (f) {
    case tile_function::plus:
      return erase(work_in_memory<T, plus, true>);
    case tile_function::minus:
      return erase(work_in_memory<T, minus, true>);
    case tile_function::times:
      return erase(work_in_memory<T, times, true>);
    case tile_function::divided_by:
      if constexpr (std::is_floating_point_v<T>) return erase(work_in_memory<T, divided_by, true>);
      return nullptr;
    case tile_function::smaller:
      return erase(work_in_memory<T, smaller, true>);
    case tile_function::larger:
      return erase(work_in_memory<T, larger, true>);
    case tile_function::negated:
      return erase(work_in_memory<T, negated, false>);
    case tile_function::absolute:
      return erase(work_in_memory<T, absolute, false>);
    case tile_function::squared:
      return erase(work_in_memory<T, squared, false>);
    case tile_function::none:
      break;
  }
  return nullptr;
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

// The type in which elements wrap around as unsigned numbers do.
template <class T>
struct wrapping {
  using type = std::make_unsigned_t<T>;
};
template <class T>
  requires std::is_floating_point_v<T>
struct wrapping<T> {
  using type = T;
};

#define RAVEL_EACH_VECTOR(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

#define RAVEL_TILES(machine, bytes, needed)                                                                                               \
  namespace machine {                                                                                                                     \
  template <class T>                                                                                                                      \
  struct vectors {                                                                                                                        \
    typedef T type __attribute__((vector_size(bytes)));                                                                                   \
    typedef typename wrapping<T>::type unsigned_type __attribute__((vector_size(bytes)));                                                 \
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
  __attribute__((target(needed), always_inline)) inline vector<T> result(vector<T> a, vector<T> b) {                                      \
    using W = typename vectors<T>::unsigned_type;                                                                                         \
    const W x = (W)a, y = (W)b, zero = {};                                                                                                \
    if constexpr (F == tile_function::plus) return (vector<T>)(x + y);                                                                    \
    if constexpr (F == tile_function::minus) return (vector<T>)(x - y);                                                                   \
    if constexpr (F == tile_function::times) return (vector<T>)(x * y);                                                                   \
    if constexpr (F == tile_function::divided_by) return (vector<T>)(x / y);                                                              \
    if constexpr (F == tile_function::smaller) return ((b < a) | (b != b)) ? b : a;                                                       \
    if constexpr (F == tile_function::larger) return ((a < b) | (b != b)) ? b : a;                                                        \
    if constexpr (F == tile_function::squared) return (vector<T>)(x * x);                                                                 \
    if constexpr (F == tile_function::negated && std::is_floating_point_v<T>) return -a;                                                  \
    if constexpr (F == tile_function::negated) return (vector<T>)(zero - x);                                                              \
    if constexpr (F == tile_function::absolute && !std::is_floating_point_v<T>) return a < 0 ? (vector<T>)(zero - x) : a;                 \
    if constexpr (F == tile_function::absolute && std::is_floating_point_v<T>) {                                                          \
      typedef std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t> bits __attribute__((vector_size(bytes)));                  \
      const bits all = ~bits{};                                                                                                           \
      return (vector<T>)((bits)a & (all >> 1));                                                                                           \
    }                                                                                                                                     \
    return a;                                                                                                                             \
  }                                                                                                                                       \
                                                                                                                                          \
  template <class T, tile_function F, bool AInMemory, bool BInMemory, bool Stores>                                                        \
  __attribute__((target(needed))) void work(const tile_instruction* now, std::byte* const* places, std::size_t at, passed v0, passed v1,  \
                                            passed v2, passed v3, passed v4, passed v5, passed v6, passed v7) {                           \
    [[maybe_unused]] const std::byte* const a = AInMemory ? places[now->a] + (at & now->step_a) : nullptr;                                \
    [[maybe_unused]] const std::byte* const b = BInMemory ? places[now->b] + (at & now->step_b) : nullptr;                                \
    [[maybe_unused]] std::byte* const to = Stores ? places[now->to] + (at & now->step_to) : nullptr;                                      \
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
    template <class T, tile_function F, bool A, bool B, bool S>                                                                           \
    static erased instruction_of() {                                                                                                      \
      return reinterpret_cast<erased>(work<T, F, A, B, S>);                                                                               \
    }                                                                                                                                     \
  };                                                                                                                                      \
  }

#define RAVEL_COMPUTE(k)                                                                                                     \
  v##k = (passed)result<T, F>(AInMemory ? loaded<T>(a, k) : (vector<T>)v##k, BInMemory ? loaded<T>(b, k) : (vector<T>)v##k); \
  if constexpr (Stores) std::memcpy(to + k * sizeof(v##k), &v##k, sizeof(v##k));

RAVEL_TILES(machine_of_32_bytes, 32, "avx2")
RAVEL_TILES(machine_of_64_bytes, 64, "avx512f,avx512dq,avx512vl,avx512bw")

#undef RAVEL_COMPUTE
#undef RAVEL_TILES
#undef RAVEL_EACH_VECTOR

template <class Machine, class T, tile_function F>
erased in_form(tile_form form) {
  if (!takes_two(F)) {
    if (form.a_in_memory)
      return form.stores ? Machine::template instruction_of<T, F, true, false, true>()
                         : Machine::template instruction_of<T, F, true, false, false>();
    return form.stores ? Machine::template instruction_of<T, F, false, false, true>()
                       : Machine::template instruction_of<T, F, false, false, false>();
  }
  if (form.a_in_memory && form.b_in_memory)
    return form.stores ? Machine::template instruction_of<T, F, true, true, true>()
                       : Machine::template instruction_of<T, F, true, true, false>();
  if (form.a_in_memory)
    return form.stores ? Machine::template instruction_of<T, F, true, false, true>()
                       : Machine::template instruction_of<T, F, true, false, false>();
  return form.stores ? Machine::template instruction_of<T, F, false, true, true>()
                     : Machine::template instruction_of<T, F, false, true, false>();
}

template <class Machine, class T>
erased for_type(tile_function f, tile_form form) {
  switch (f) {
#define RAVEL_CASE(name)    \
  case tile_function::name: \
    return in_form<Machine, T, tile_function::name>(form);
    RAVEL_CASE(plus)
    RAVEL_CASE(minus)
    RAVEL_CASE(times)
    RAVEL_CASE(smaller)
    RAVEL_CASE(larger)
    RAVEL_CASE(negated)
    RAVEL_CASE(absolute)
    RAVEL_CASE(squared)
#undef RAVEL_CASE
    case tile_function::divided_by:
      if constexpr (std::is_floating_point_v<T>) return in_form<Machine, T, tile_function::divided_by>(form);
      return nullptr;
    case tile_function::none:
      break;
  }
  return nullptr;
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
