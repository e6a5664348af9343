// SPDX-License-Identifier: BSL-1.0
// The untyped part of a handle: the node that it shares, and its kind. Copying, moving, binding and destroying handles is compiled once, in
// src/. Reading from several threads is safe.
#pragma once

#include <ravel/reader/concept.hpp>
#include <ravel/reader/detail/moved_node.hpp>

#include <memory>
#include <utility>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_bound_through_base(const char* base, const char* whole);

// The kind of a whole handle, of which a reader& may be a base, with the node of an unbound handle.
struct handle_kind {
  const char* name;
  shared_untyped (*nothing)();
};

}  // namespace detail

namespace adl_barrier {

class RAVEL_API untyped_handle : public handle_base {
 public:
  bool bound() const { return node_.use_count() > 0; }  // false: nothing was ever bound to it

 protected:
  using kind = detail::handle_kind;

  untyped_handle(detail::shared_untyped n, const kind& is) noexcept : node_(std::move(n)), kind_(&is) {}
  // Makes a handle of this kind from another handle.
  untyped_handle(const untyped_handle& h, const kind& is);
  untyped_handle(untyped_handle&& h, const kind& is) noexcept;
  ~untyped_handle();

  // Only the most derived handle may call this. Binding the reader part of a buffer alone would let the buffer write to read-only elements.
  void bind(untyped_handle&& h, const kind& is);
  void bind(const untyped_handle& h, const kind& is) { bind(untyped_handle(h, is), is); }
  detail::shared_untyped shared() const;
  const detail::untyped_node& node() const { return node_ ? *node_ : no_elements(); }

  detail::shared_untyped node_;

 private:
  // Pure, so that a loop over elements does not reload the node of this handle.
  [[gnu::noinline, gnu::cold, gnu::pure]] const detail::untyped_node& no_elements() const noexcept;

  const kind* kind_;
};

}  // namespace adl_barrier

}  // namespace ravel
