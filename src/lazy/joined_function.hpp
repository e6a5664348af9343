// SPDX-License-Identifier: BSL-1.0
// A tree of functions as one program over its leaves. Owns its leaves; immutable. Any thread may run it.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/detail/small_vector.hpp>
#include <ravel/lazy/detail/program_node.hpp>
#include "lazy/tile_program.hpp"

#include <atomic>
#include <memory>
#include <optional>

namespace ravel::detail {

class joined_function {
 public:
  struct leaf {
    shared_untyped node;
    joined_maker joined;
  };
  using leaves = small_vector<leaf, tile_program::most_leaves>;

  joined_function(std::shared_ptr<const tile_program> program, leaves&& of) : program_(std::move(program)), leaves_(std::move(of)) {}

  const tile_program& program() const { return *program_; }
  const leaves& all_leaves() const { return leaves_; }
  joined_function over(leaves&& others) const { return {program_, std::move(others)}; }

  void list(leaf_list& to) const {
    for (const leaf& l : leaves_) to.add(*l.node, l.joined);
  }

 private:
  std::shared_ptr<const tile_program> program_;
  leaves leaves_;
};

// Joins the operations that list(to) lists, for elements of a type, with those behind their leaves. Nothing if fewer than two functions fit
// in a program, or if passes over memory are as fast.
std::optional<joined_function> join_operations(dtype type, function_ref<bool(operation_list& to)> list);

// Whether trees are joined: where a machine keeps results in registers, as else passes over blocks are faster. Tests choose; passes are the
// reference.
enum class joining : unsigned char { never, when_it_pays, always };
std::atomic<joining>& joining_in_use();
bool joins_trees();

template <class T>
struct joined_tree {
  explicit joined_tree(index_t size, joined_function&& f) : function(std::move(f)), node(size, &function, how) {}

  static void list(const void* function, leaf_list& to) { static_cast<const joined_function*>(function)->list(to); }
  static void compute(const void* function, const void* const* values, index_t n, T* out) {
    static_cast<const joined_function*>(function)->program().run(values, n, out);
  }
  static constexpr function_of<T> how{.list = list, .compute = compute};

  joined_function function;
  function_node<T> node;
};

}  // namespace ravel::detail
