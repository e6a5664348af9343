// SPDX-License-Identifier: BSL-1.0
// kernel_node: readers seen through a function of whole blocks that stands compiled in the library, as casts and the functions of
// lazy/math.hpp do. Where it stands in a fused expression it is one leaf of the loop. Owns its operands.
#pragma once

#include <ravel/lazy/fused.hpp>

namespace ravel::detail {

// The block of one operand while a kernel runs: lent by the source, or computed in the spare room, or in room of its own.
template <class S>
class pulled_block {
 public:
  template <class T>
  pulled_block(const node<S>& source, index_t start, index_t n, arena& from, spare_room<T>& spare) {
    S* out = nullptr;
    if (!source.memory().data) {
      out = spare.template take<S>();
      if (!out) out = room_.emplace(from, n).data();
    }
    block_ = source.pull(start, n, out, from);
  }
  operator block<const S>() const { return block_; }

 private:
  std::optional<scratch<S>> room_;
  block<const S> block_;
};

inline void check_same_size(index_t a, index_t b) {
  if (a != b) throw_sizes_differ(a, b);
}

// Kernel is called with elements, and with (T* out, index_t n, blocks); both give the same bits. A block may be out itself, element for
// element.
template <class T, class Kernel, class... Sources>
class kernel_node final : public node<T> {
 public:
  explicit kernel_node(Kernel kernel, leaf<Sources>... operands)
      : node<T>(facts(operands...)), kernel_(kernel), operands_(std::move(operands)...), fill_(fill_of(kernel_, operands_)) {
    if (fill_) this->declare_fill(&*fill_);
  }

  T at(index_t i) const override {
    if (sizeof...(Sources) > 1 && this->depth() > low_tree) return read_one<T>(*this, i);
    return std::apply([&](const auto&... operand) { return kernel_(operand.unchecked(i)...); }, operands_);
  }
  meeting meets(const target_memory& target) const override {
    return std::apply(
        [&](const auto&... operand) {
          meeting found = meeting::none;
          ((found = worst(found, operand.meets(target))), ...);
          return found;
        },
        operands_);
  }

  void each_operand(shared_blocks& found) const override {
    std::apply([&](const auto&... operand) { (operand.each_leaf(found), ...); }, operands_);
  }
  entries_of<T> entries(entry_pass& pass) const override {
    entry_join<T> join(pass);
    std::apply([&](const auto&... operand) { (operand.each_leaf(join), ...); }, operands_);
    return std::move(join).entries({this, compute_entries}, *fill_);
  }
  index_t about_stored() const override {
    index_t sum = 0;
    std::apply([&](const auto&... operand) { ((sum = about_both(sum, operand.source().about_stored())), ...); }, operands_);
    return sum;
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    spare_room<T> spare{out};
    std::apply([&](const auto&... operand) { kernel_(out, n, pulled_block<Sources>(operand.source(), start, n, from, spare)...); },
               operands_);
    return {out, 1};
  }

 private:
  // Where the kernel throws on the fills it is not sparse.
  static std::optional<T> fill_of(const Kernel& kernel, const std::tuple<leaf<Sources>...>& operands) {
    try {
      return std::apply(
          [&](const auto&... operand) {
            return (operand.fill_or_throw() && ...) ? std::optional<T>(kernel(*operand.fill_or_throw()...)) : std::nullopt;
          },
          operands);
    } catch (...) {
      return std::nullopt;
    }
  }
  static void compute_entries(const void* self, const void* const* values, index_t n, T* out) {
    const auto next = [&]<class S>(const leaf<S>&) { return block<const S>{static_cast<const S*>(*values++), 1}; };
    const auto& of = *static_cast<const kernel_node*>(self);
    std::apply([&](const auto&... operand) { compute_blocks(of.kernel_, out, n, {next(operand)...}); }, of.operands_);
  }
  static void compute_blocks(const Kernel& kernel, T* out, index_t n, const std::tuple<block<const Sources>...>& blocks) {
    std::apply([&](const auto&... block) { kernel(out, n, block...); }, blocks);
  }
  static node_facts facts(const leaf<Sources>&... operands) {
    node_facts facts{.size = (operands.size(), ...), .fixed = true, .bare = true};
    (check_same_size(operands.size(), facts.size), ...);
    operand_facts sum{&facts, {}, {}};
    T result{};
    spare_room<T> spare{&result};
    (operands.add_to(sum, spare), ...);
    facts.need = sum.rooms + sum.inner;
    return facts;
  }

  [[no_unique_address]] Kernel kernel_;
  std::tuple<leaf<Sources>...> operands_;
  std::optional<T> fill_;
};

template <class T, class Kernel, class... Sources>
reader<T> apply_kernel(Kernel kernel, reader<Sources>... sources) {
  return make_reader<kernel_node<T, Kernel, Sources...>>(kernel, leaf<Sources>(std::move(sources))...);
}

}  // namespace ravel::detail
