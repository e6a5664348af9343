// SPDX-License-Identifier: BSL-1.0
// cast, wrap_cast, saturate_cast: a reader's elements converted to another type: checked, modulo 2^n, or clamped (element/cast.hpp has the
// exact rules). A cast to the reader's own type returns the reader. A checked cast throws when an element that does not fit is read, not
// before. Owns its source; any thread may read.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/lazy/map.hpp>

namespace ravel {

namespace detail {

// kernel_node: applies a function of whole blocks that is compiled in the library, such as a cast or a function of lazy/math.hpp. A fused
// expression reads it as one leaf of its loop. Owns its operands. Safe to read from any thread.

inline void check_same_size(index_t a, index_t b) {
  if (a != b) throw_sizes_differ(a, b);
}

template <class Kernel, class... Sources>
struct kernel_call {
  [[no_unique_address]] Kernel kernel;
  std::tuple<leaf<Sources>...> operands;

  // Parentheses for the base, not braces: clang 16 compiles the initialisation of an empty base incorrectly.
  kernel_call(Kernel by, leaf<Sources>... of) : kernel(by), operands(std::move(of)...) {}

  // Calls f(operand, …).
  template <class F>
  decltype(auto) pass_to(F f) const {
    return std::apply(f, operands);
  }
  index_t size() const {
    return pass_to([](const auto& first, const auto&... others) {
      (check_same_size(others.size(), first.size()), ...);
      return first.size();
    });
  }
};

// Kernels that tell which function of a tile machine they are, if any.
template <class Kernel>
inline constexpr bool has_tile = requires(const Kernel& kernel) { kernel.tile; };

// A kernel can be called with elements, and with (T* out, index_t n, blocks); both give the same bits. A block may be `out` itself, element
// for element.
template <class T, class Kernel, class... Sources>
class kernel_node final : private kernel_call<Kernel, Sources...>, public listed_node<T, has_tile<Kernel>> {
  using call = kernel_call<Kernel, Sources...>;
  using base = listed_node<T, has_tile<Kernel>>;
  using blocks = std::tuple<block<const Sources>...>;

 public:
  explicit kernel_node(Kernel by, leaf<Sources>... of)
      : call(by, std::move(of)...), base(call::size(), static_cast<const call*>(this), how) {}

  T at(index_t i) const override {
    if (sizeof...(Sources) > 1 && this->depth() > low_tree) return read_one<T>(*this, i);
    return called().pass_to([&](const auto&... operand) { return called().kernel(operand.unchecked(i)...); });
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    if constexpr (sizeof...(Sources) == 1) {
      const auto& source = std::get<0>(called().operands).source();
      if (source.lends()) {  // with any step
        run(called().kernel, out, n, blocks(source.pull(start, n, nullptr, from)));
        return {out, 1};
      }
    }
    return base::produce(start, n, out, from);
  }

 private:
  const call& called() const { return *this; }

  static void run(const Kernel& kernel, T* out, index_t n, const blocks& in) {
    std::apply([&](const auto&... block) { kernel(out, n, block...); }, in);
  }
  static void list(const void* function, leaf_list& to) {
    static_cast<const call*>(function)->pass_to([&](const auto&... operand) { (operand.list(to), ...); });
  }
  static void compute(const void* function, const void* const* values, index_t n, T* out) {
    const auto& of = *static_cast<const call*>(function);
    const auto next = [&]<class S>(const leaf<S>&) { return block<const S>{static_cast<const S*>(*values++), 1}; };
    of.pass_to([&](const auto&... operand) { run(of.kernel, out, n, blocks{next(operand)...}); });
  }
  static bool list_operations_of(const void* function, operation_list& to) {
    const auto& of = *static_cast<const call*>(function);
    if constexpr (has_tile<Kernel>) {
      const auto add_all = [&](const auto&... operand) { return (operand.list_operations(to) && ...); };
      return of.kernel.tile != tile_function::none && of.pass_to(add_all) && to.add(of.kernel.tile, sizeof...(Sources), false);
    }
    return false;
  }
  static constexpr function_of<T> how{
      .list = list, .compute = compute, .any_length = false, .list_operations = has_tile<Kernel> ? list_operations_of : nullptr};
};

template <class T, class Kernel, class... Sources>
reader<T> apply_kernel(Kernel kernel, reader<Sources>... sources) {
  return make_reader<kernel_node<T, Kernel, Sources...>>(kernel, leaf<Sources>(std::move(sources))...);
}

template <cast_mode M, class S, class D>
struct cast_kernel {
  D operator()(const S& value) const { return cast_element<M, D>(value); }
  void operator()(D* out, index_t n, block<const S> in) const { cast_block(M, in.data, in.step, out, n); }
};

template <cast_mode M, class D, class R>
reader<D> cast_reader(R&& r) {
  using S = read_t<R>;
  reader<S> source(std::forward<R>(r));
  if constexpr (std::same_as<S, D>) {
    return source;
  } else {
    return apply_kernel<D>(cast_kernel<M, S, D>{}, std::move(source));
  }
}

template <class R, class D>
concept castable_reader = lazy_reader<R> && castable<read_t<R>, D>;

}  // namespace detail

template <class D, class R>
  requires detail::castable_reader<R, D>
reader<D> cast(R&& r) {
  return detail::cast_reader<cast_mode::checked, D>(std::forward<R>(r));
}

// Each element as a D; what does not fit an integer is taken modulo 2^n, as wrap_value does.
template <class D, class R>
  requires detail::castable_reader<R, D>
reader<D> wrap_cast(R&& r) {
  return detail::cast_reader<cast_mode::wrap, D>(std::forward<R>(r));
}

// Each element as a D; the nearest value that fits stands for one that does not, as saturate_value does.
template <class D, class R>
  requires detail::castable_reader<R, D>
reader<D> saturate_cast(R&& r) {
  return detail::cast_reader<cast_mode::saturate, D>(std::forward<R>(r));
}

template <class D>
void cast(...) = delete;  // to a type that the elements convert to: cast<float>(x); of times ticks(x)
template <class D>
void wrap_cast(...) = delete;  // of numbers: wrap_cast<int>(x)
template <class D>
void saturate_cast(...) = delete;  // of numbers: saturate_cast<int>(x)

}  // namespace ravel
