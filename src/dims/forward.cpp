// SPDX-License-Identifier: BSL-1.0
// Addresses of positions, one at a time and in bulk. A bulk call makes its dividers once and then multiplies.
#include <ravel/base/divider.hpp>
#include <ravel/base/error.hpp>
#include <ravel/dims/dims.hpp>
#include "dims/axis.hpp"

#include <algorithm>

namespace ravel {
namespace {

using detail::as_span;
using detail::text;
using addresses_out = std::span<index_t>;

index_t through(const layer* top, index_t position) {
  for (; top != nullptr; top = top->below.get()) position = top->at(position);
  return position;
}

void check_room(std::size_t given, std::size_t wanted, const char* what) {
  if (given != wanted) throw shape_error(text() << given << " " << what << " do not fit room for " << wanted);
}

// ---- from row-major positions

// A flattened layer with its dividers. Works position by position, so addresses may overwrite the positions.
class forward_map {
 public:
  explicit forward_map(const layer& of) : flat_(detail::flat_of(of)), extents_(flat_.modes.size()), size_(of.size()) {
    for (std::size_t j = 1; j < extents_.size(); ++j) extents_[j] = divider(flat_.modes[j].extent);
  }

  void operator()(const index_t* positions, addresses_out addresses) const {
    const bool affine = std::all_of(flat_.modes.begin(), flat_.modes.end(), [](const detail::mode& m) { return m.affine(); });
    switch (affine ? flat_.modes.size() : 0) {
      case 1:
        return affine_addresses<1>(positions, addresses);
      case 2:
        return affine_addresses<2>(positions, addresses);
      case 3:
        return affine_addresses<3>(positions, addresses);
      case 4:
        return affine_addresses<4>(positions, addresses);
      default:
        break;
    }
    for (index_t& address : addresses) address = at(detail::check_position(*positions++, size_));
  }

 private:
  template <std::size_t Modes>
  void affine_addresses(const index_t* positions, addresses_out addresses) const {
    divider by[Modes];
    index_t stride[Modes];
    for (std::size_t j = 0; j < Modes; ++j) {
      by[j] = extents_[j];
      stride[j] = flat_.modes[j].stride;
    }
    const index_t base = flat_.base, size = size_;
    for (index_t& address : addresses) {
      index_t position = detail::check_position(*positions++, size), sum = base;
      for (std::size_t j = Modes; j-- > 1;) {
        const auto [rest, digit] = by[j].divmod(position);
        sum += digit * stride[j];
        position = rest;
      }
      address = sum + position * stride[0];
    }
  }

  index_t at(index_t position) const {
    index_t address = flat_.base;
    for (std::size_t j = extents_.size(); j-- > 1;) {
      const auto [rest, digit] = extents_[j].divmod(position);
      address += flat_.modes[j].at(digit);
      position = rest;
    }
    return extents_.empty() ? address : address + flat_.modes[0].at(position);
  }

  const detail::part& flat_;
  detail::small_vector<divider, 6> extents_;
  index_t size_;
};

// ---- from coordinates

[[noreturn, gnu::cold]] void refuse_coordinates(const shape& of, const index_t* coordinates) {
  detail::check_coordinates(of, {coordinates, static_cast<std::size_t>(of.rank())});
  __builtin_unreachable();
}

index_t at_coordinates(const layer& top, const index_t* coordinates) {
  const index_t* extents = top.extents.data();
  const detail::mode* m = top.modes.data();
  index_t address = top.base;
  for (std::size_t k = 0; k < top.ends.size(); ++k) {
    const index_t x = coordinates[k];
    if (x < 0 || x >= extents[k]) refuse_coordinates(top.extents, coordinates);
    const detail::mode* end = top.modes.data() + top.ends[k];
    if (end - m == 1) {
      address += m->at(x);
    } else if (m != end) {
      address += detail::value_at({m, end}, x);
    }
    m = end;
  }
  return address;
}

// Skips the modes: each axis has one stride.
void affine_coordinates(const layer& top, const index_t* strides, const index_t* x, addresses_out addresses) {
  const auto rank = static_cast<std::size_t>(top.rank());
  const index_t* extents = top.extents.data();
  for (index_t& address : addresses) {
    bool inside = true;
    auto sum = static_cast<std::uint64_t>(top.base);  // may wrap until it is known that all is inside
    for (std::size_t k = 0; k < rank; ++k) {
      inside &= static_cast<std::uint64_t>(x[k]) < static_cast<std::uint64_t>(extents[k]);
      sum += static_cast<std::uint64_t>(x[k]) * static_cast<std::uint64_t>(strides[k]);
    }
    if (!inside) refuse_coordinates(top.extents, x);
    address = static_cast<index_t>(sum);
    x += rank;
  }
}

}  // namespace

void detail::check_coordinates(const shape& of, std::span<const index_t> given) {
  if (static_cast<index_t>(given.size()) != of.rank()) {
    throw index_error(text() << detail::counted(static_cast<index_t>(given.size()), "coordinate") << " " << detail::list_text(given)
                             << " for shape " << to_string(of) << " of rank " << of.rank()
                             << (static_cast<index_t>(given.size()) < of.rank() ? ": write all for the others, t(0, all) is a view" : ""));
  }
  for (index_t k = 0; k < of.rank(); ++k) {
    const index_t position = given[static_cast<std::size_t>(k)];
    if (position < 0 || position >= of[k])
      throw index_error(text() << "position " << position << " is outside [0, " << of[k] << ") on axis " << k << " of shape "
                               << to_string(of));
  }
}

index_t dims::address_of(index_t position) const {
  detail::check_position(position, size());
  return through(top_.get(), position);
}

index_t dims::to_local(const ints& coordinates) const {
  if (coordinates.size() != rank()) detail::check_coordinates(shape(), coordinates);
  return through(top_->below.get(), at_coordinates(*top_, coordinates.data()));
}

void dims::to_local(std::span<const index_t> positions, std::span<index_t> addresses) const {
  check_room(positions.size(), addresses.size(), "positions");
  const index_t* from = positions.data();
  for (const layer* at = top_.get(); at != nullptr; at = at->below.get()) {
    forward_map{*at}(from, addresses);
    from = addresses.data();
  }
}

void dims::to_local_by_coordinates(std::span<const index_t> coordinates, std::span<index_t> addresses) const {
  check_room(coordinates.size(), addresses.size() * static_cast<std::size_t>(rank()), "coordinates");
  if (const auto known = strides()) return affine_coordinates(*top_, known->data(), coordinates.data(), addresses);
  const index_t* x = coordinates.data();
  for (index_t& address : addresses) {
    address = through(top_->below.get(), at_coordinates(*top_, x));
    x += rank();
  }
}

}  // namespace ravel
