// SPDX-License-Identifier: BSL-1.0
// The part of a handle that does not depend on the type of its elements: the node that it shares, and what kind of handle it is. Copies,
// moves, bindings and ends of all handles are compiled once, in src/. Reading from several threads is safe.
#pragma once

#include <ravel/reader/concept.hpp>
#include <ravel/reader/detail/node.hpp>

#include <memory>
#include <utility>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_bound_through_base(const char* base, const char* whole);

using shared_untyped = std::shared_ptr<const untyped_node>;

// The kind of a handle as a whole, of which a reader& may be but a part; and the node of the elements that it has where it was given none.
struct handle_kind {
  const char* name;
  shared_untyped (*nothing)();
};

}  // namespace detail

namespace adl_barrier {

class RAVEL_API untyped_handle : public handle_base {
 public:
  bool bound() const { return node_.use_count() > 0; }  // was it given anything?

 protected:
  using kind = detail::handle_kind;

  untyped_handle(detail::shared_untyped n, const kind& is) noexcept : node_(std::move(n)), kind_(&is) {}
  // Another handle as one of this kind.
  untyped_handle(const untyped_handle& h, const kind& is);
  untyped_handle(untyped_handle&& h, const kind& is) noexcept;
  ~untyped_handle();

  // Only by the handle that it is: a buffer whose base alone was bound anew would write to what can only be read.
  void bind(untyped_handle&& h, const kind& is);
  void bind(const untyped_handle& h, const kind& is) { bind(untyped_handle(h, is), is); }
  detail::shared_untyped shared() const;
  const detail::untyped_node& node() const { return node_ ? *node_ : no_elements(); }

  detail::shared_untyped node_;

 private:
  // Pure, so that a loop over elements need not load again what it knows of this handle.
  [[gnu::noinline, gnu::cold, gnu::pure]] const detail::untyped_node& no_elements() const noexcept;

  const kind* kind_;
};

}  // namespace adl_barrier

}  // namespace ravel
