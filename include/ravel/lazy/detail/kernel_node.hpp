// SPDX-License-Identifier: BSL-1.0
// kernel_node: applies a function of whole blocks that is compiled in the library, such as a cast or a function of lazy/math.hpp. A fused
// expression reads it as one leaf of its loop. Owns its operands. Safe to read from any thread.
#pragma once

#include <ravel/lazy/fused.hpp>

namespace ravel::detail {

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

// A kernel can be called with elements, and with (T* out, index_t n, blocks); both give the same bits. A block may be `out` itself, element
// for element.
template <class T, class Kernel, class... Sources>
class kernel_node final : private kernel_call<Kernel, Sources...>, public function_node<T> {
  using call = kernel_call<Kernel, Sources...>;
  using blocks = std::tuple<block<const Sources>...>;

 public:
  explicit kernel_node(Kernel by, leaf<Sources>... of)
      : call(by, std::move(of)...), function_node<T>(call::size(), static_cast<const call*>(this), how) {}

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
    return function_node<T>::produce(start, n, out, from);
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
  static constexpr function_of<T> how{.list = list, .compute = compute, .any_length = false};
};

template <class T, class Kernel, class... Sources>
reader<T> apply_kernel(Kernel kernel, reader<Sources>... sources) {
  return make_reader<kernel_node<T, Kernel, Sources...>>(kernel, leaf<Sources>(std::move(sources))...);
}

}  // namespace ravel::detail
