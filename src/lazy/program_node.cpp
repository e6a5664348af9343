// SPDX-License-Identifier: BSL-1.0
// Roots of trees that run as programs.
#include <ravel/lazy/detail/program_node.hpp>
#include "lazy/joined_function.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

// A program takes longer to make than it saves in one read of a smaller tree, or of one with fewer levels.
constexpr index_t joined_at_once = 4096;
constexpr int levels_joined_at_once = 4;

bool reads_computed(const leaf_list& leaves) {
  return std::ranges::any_of(leaves.all(), [](const leaf_list::leaf& l) { return !l.node->lends(); });
}
// Leaves of a program are not known as independent.
bool promises_independence(const leaf_list& leaves) {
  return std::ranges::any_of(leaves.all(), [](const leaf_list::leaf& l) { return l.independent; });
}

}  // namespace

template <class T>
program_node<T>::program_node(index_t size, const void* function, const function_of<T>& how)
    : function_node<T>(size, function, how), may_join_(how.list_operations && !this->sparse() && reads_computed(this->leaves())) {}
template <class T>
program_node<T>::~program_node() = default;

template <class T>
std::unique_ptr<const joined_tree<T>> program_node<T>::make_tree() const {
  auto joined = join_operations(dtype_of<T>(), [this](operation_list& to) { return this->list_operations_of_function(to); });
  return joined ? std::make_unique<const joined_tree<T>>(this->size(), *std::move(joined)) : nullptr;
}

template <class T>
const joined_tree<T>* program_node<T>::tree_if(bool read_before) const {
  if (!may_join_) return nullptr;
  if (const auto* const known = tree_.known()) return known->get();
  const bool pays = read_before || (this->size() >= joined_at_once && this->depth() >= levels_joined_at_once);
  if (!pays || !joins_trees()) return nullptr;
  return tree_.get([this] { return make_tree(); }).get();
}

template <class T>
const joined_tree<T>* program_node<T>::tree() const {
  return tree_if(false);
}

template <class T>
const joined_tree<T>* program_node<T>::tree_to_read() const {
  if (!may_join_ || tree_.known()) return tree();
  const bool read_before = was_read_.load(std::memory_order_relaxed);
  if (!read_before) was_read_.store(true, std::memory_order_relaxed);
  return tree_if(read_before);
}

// The arena of a pull is made for this node.
template <class T>
const function_node<T>& program_node<T>::fitting(const joined_tree<T>* tree) const {
  if (!tree) return *this;
  const scratch_need own = this->need(), other = tree->node.need();
  return other.bytes <= own.bytes && other.pieces <= own.pieces ? tree->node : *this;
}
template <class T>
const function_node<T>& program_node<T>::pulled(index_t start) const {
  return fitting(start == 0 ? tree_to_read() : tree());
}

template <class T>
overlap program_node<T>::meets(const target_memory& target) const {
  const joined_tree<T>* const by = promises_independence(this->leaves()) ? nullptr : tree();
  return by ? by->node.meets(target) : function_node<T>::meets(target);
}

template <class T>
void program_node<T>::each_operand(shared_blocks& found) const {
  fitting(tree()).function_node<T>::each_operand(found);
}

template <class T>
const void* program_node<T>::pull_row(index_t start, index_t n, void* room, arena& from) const {
  const untyped_node& self = *this;
  if (from.shared() && from.shared()->may_know(&self)) return node<T>::pull_row(start, n, room, from);
  return pulled(start).function_node<T>::pull_row(start, n, room, from);
}

// A program writes blocks; the loop that adds up knows this node's function alone. Bools are counted fastest by the loop that compares.
template <class T>
bool program_node<T>::add_up(index_t start, index_t n, T* room, chunk_total_t<T>* totals, arena& from) const {
  if constexpr (!std::same_as<T, bool>) {
    if (tree()) return false;
  }
  return function_node<T>::add_up(start, n, room, totals, from);
}

template <class T>
block<const T> program_node<T>::produce(index_t start, index_t n, T* out, arena& from) const {
  const function_node<T>& by = pulled(start);
  return &by == this ? function_node<T>::produce(start, n, out, from)
                     : block<const T>{static_cast<const T*>(by.pull_row(start, n, out, from)), 1};
}

#define RAVEL_INSTANTIATE(T) template class program_node<T>;
RAVEL_FOR_EACH_TILED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
