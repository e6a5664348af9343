// SPDX-License-Identifier: BSL-1.0
// Copies, moves and binds handles.
#include <ravel/base/error.hpp>
#include <ravel/reader/reader.hpp>

namespace ravel {

namespace detail {

void throw_bound_through_base(const char* base, const char* whole) {
  throw type_error(text() << "this " << base << "& is part of a " << whole
                          << " and cannot be bound anew alone: assign(x) writes the elements, " << base
                          << "<T> r = x is a name of its own");
}

}  // namespace detail

namespace adl_barrier {

untyped_handle::untyped_handle(const untyped_handle& h, const kind& is)
    : untyped_handle(h.node_ || h.kind_ == &is ? h.node_ : h.kind_->nothing(), is) {}
untyped_handle::untyped_handle(untyped_handle&& h, const kind& is) noexcept
    : untyped_handle(h.node_ || h.kind_ == &is ? std::move(h.node_) : h.kind_->nothing(), is) {}
untyped_handle::~untyped_handle() = default;

detail::shared_untyped untyped_handle::shared() const { return node_ ? node_ : kind_->nothing(); }
const detail::untyped_node& untyped_handle::no_elements() const noexcept { return *kind_->nothing(); }

void untyped_handle::bind(untyped_handle&& h, const kind& is) {
  if (kind_ != &is) detail::throw_bound_through_base(is.name, kind_->name);
  node_ = untyped_handle(std::move(h), is).node_;
}

}  // namespace adl_barrier

}  // namespace ravel
