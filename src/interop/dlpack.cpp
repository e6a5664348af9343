// SPDX-License-Identifier: BSL-1.0
// The memory behind DLPack pointers: for export one block with the struct, shape, strides and the handle that owns the elements; for import
// the owner that calls the deleter.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/dlpack.hpp>
#include <ravel/tensor/make.hpp>
#include "any/typed.hpp"

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace ravel {

namespace {

using detail::text;

static_assert(sizeof(DLTensor) == 48 && sizeof(DLManagedTensor) == 64 && sizeof(DLManagedTensorVersioned) == 80);

constexpr std::uint64_t read_only_flag = 1, copied_flag = 2;
constexpr int most_axes = 64;

DLDataType type_of(dtype type, const dlpack_options& options) {
  const auto bits = static_cast<std::uint8_t>(8 * size_of(type));
  switch (kind_of(type)) {
    case element_kind::boolean:
      return {static_cast<std::uint8_t>(options.bools_as_uint8 ? 1 : 6), 8, 1};
    case element_kind::integer:
      return {static_cast<std::uint8_t>(type >= dtype::uint8 ? 1 : 0), bits, 1};
    case element_kind::real:
      return {static_cast<std::uint8_t>(type == dtype::bfloat16 ? 4 : 2), bits, 1};
    default:
      return {5, bits, 1};
  }
}

// The memory of the elements, if each axis has one stride.
struct standing {
  const void* first = nullptr;
  std::vector<std::int64_t> strides;
};

std::optional<standing> standing_of(const any_tensor& x) {
  standing found;
  found.strides.assign(static_cast<std::size_t>(x.rank()), 1);
  if (x.size() == 0) return found;
  const detail::untyped_tensor& values = any_tensor_access::node(x);
  const detail::untyped_node& base = *values.base();
  const auto strides = x.strides();
  if (!base.lends() || !strides) return std::nullopt;
  found.first = base.lent_from(values.address(0));
  // An axis of extent 1 may have any stride; other libraries expect 1.
  for (index_t k = 0; k < x.rank(); ++k) {
    if (x.extent(k) > 1) found.strides[static_cast<std::size_t>(k)] = (*strides)[static_cast<std::size_t>(k)] * base.lent_step();
  }
  return found;
}

bool is_shown_to_others(const standing& x) {
  for (const std::int64_t stride : x.strides) {
    if (stride < 0) return false;
  }
  return true;
}

// The object behind an exported pointer; the struct is its first member.
template <class Managed>
struct exported {
  explicit exported(const any_tensor& x) : owner(x) {}

  Managed managed{};
  std::vector<std::int64_t> shape, strides;
  any_tensor owner;
};

// True if the struct can tell consumers that it is read-only.
bool says_read_only(const DLManagedTensor&) { return false; }
bool says_read_only(const DLManagedTensorVersioned&) { return true; }
void set_flags(DLManagedTensor&, std::uint64_t) {}
void set_flags(DLManagedTensorVersioned& managed, std::uint64_t flags) {
  managed.version = {1, 1};
  managed.flags = flags;
}

text export_text(const any_tensor& x) { return text() << "to_dlpack of " << name(x.dtype()) << to_string(x.shape()); }

template <class Managed>
Managed* exported_as(const any_tensor& x, const dlpack_options& options) {
  auto made = std::make_unique<exported<Managed>>(x);
  auto at = standing_of(x);
  const bool writable = x.writable() && x.dims().is_unique();  // consumers might write an element that stands at several positions
  const bool shown = at && is_shown_to_others(*at) && (writable || says_read_only(made->managed));
  if (!shown) {
    if (!options.copy) {
      throw layout_error(
          export_text(x)
          << ": "
          << (!at                        ? "the elements are not in memory with one stride for each axis"
              : !is_shown_to_others(*at) ? "a stride is negative, which crashes some readers"
              : x.writable() ? "several positions are one element, so that others may only read it, which only to_dlpack_versioned can say"
                             : "it can only be read, which only to_dlpack_versioned can say")
          << "; {.copy = true} hands over a copy");
    }
    made->owner = clone(x);
    at = standing_of(made->owner);
    set_flags(made->managed, copied_flag);
  } else {
    set_flags(made->managed, writable ? 0 : read_only_flag);
  }
  for (const index_t extent : made->owner.dims().shape()) made->shape.push_back(extent);
  made->strides = std::move(at->strides);
  DLTensor& tensor = made->managed.dl_tensor;
  tensor.data = const_cast<void*>(at->first);
  tensor.device = {};
  tensor.device.device_type = kDLCPU;
  tensor.ndim = static_cast<std::int32_t>(made->shape.size());
  tensor.dtype = type_of(x.dtype(), options);
  tensor.shape = made->shape.empty() ? nullptr : made->shape.data();
  tensor.strides = made->strides.empty() ? nullptr : made->strides.data();
  tensor.byte_offset = 0;
  made->managed.manager_ctx = made.get();
  made->managed.deleter = [](Managed* self) { delete static_cast<exported<Managed>*>(self->manager_ctx); };
  return &made.release()->managed;
}

// Calls the deleter once. A moved-from owner calls nothing.
template <class Managed>
class imported {
 public:
  explicit imported(Managed* managed) : managed_(managed) {}
  imported(imported&& other) noexcept : managed_(std::exchange(other.managed_, nullptr)) {}
  imported& operator=(imported&&) = delete;
  ~imported() {
    if (managed_ && managed_->deleter) managed_->deleter(managed_);
  }

 private:
  Managed* managed_;
};

dtype dtype_of_dlpack(const DLDataType& type) {
  if (type.lanes == 1) {
    for (int k = 0; k <= static_cast<int>(dtype::bfloat16); ++k) {
      const auto ours = static_cast<dtype>(k);
      const DLDataType known = type_of(ours, {});
      if (kind_of(ours) != element_kind::other && known.code == type.code && known.bits == type.bits) return ours;
    }
  }
  throw type_error(
      text() << "from_dlpack: elements of code " << int{type.code} << ", " << int{type.bits} << " bits and " << int{type.lanes}
             << " lanes; Ravel has bool, integers of 8 to 64 bits, float16, bfloat16, float32, float64, complex64 and complex128");
}

void check_device(const DLDevice& device) {
  const auto type = static_cast<std::int32_t>(device.device_type);
  if (type != 1 && type != 3 && type != 11 && type != 13)
    throw value_error(text() << "from_dlpack: memory of a device of type " << type << ", which this program cannot read");
}

shape extents_of(const DLTensor& tensor) {
  if (tensor.ndim < 0 || tensor.ndim > most_axes)
    throw value_error(text() << "from_dlpack: " << tensor.ndim << " axes; from 0 to " << most_axes << " make sense");
  if (tensor.ndim > 0 && !tensor.shape) throw value_error("from_dlpack: there are axes, and no shape");
  std::vector<index_t> extents(tensor.shape, tensor.shape + tensor.ndim);
  for (const index_t extent : extents) {
    if (extent < 0) throw value_error(text() << "from_dlpack: an extent of " << extent);
  }
  return shape(ints(extents));
}

// The strides in elements. Without strides the tensor is row-major.
std::vector<index_t> strides_of(const DLTensor& tensor, const shape& extents) {
  if (tensor.strides) return {tensor.strides, tensor.strides + tensor.ndim};
  std::vector<index_t> strides(static_cast<std::size_t>(tensor.ndim), 1);
  for (index_t k = extents.rank() - 1; k > 0; --k) {
    const auto at = static_cast<std::size_t>(k);
    strides[at - 1] = detail::mul_index(strides[at], std::max<index_t>(extents[k], 1));
  }
  return strides;
}

// Checks that the address of every element is representable.
void check_addresses(const DLTensor& tensor, const shape& extents, const std::vector<index_t>& strides, std::size_t size) {
  using detail::int128;
  const auto [lowest, highest] = dims::strided(extents, strides).bounds();
  const int128 first = static_cast<int128>(reinterpret_cast<std::uintptr_t>(tensor.data)) + static_cast<int128>(tensor.byte_offset);
  const auto bytes = static_cast<int128>(size);
  if (first + lowest * bytes < 0 || first + (highest + int128{1}) * bytes > static_cast<int128>(UINTPTR_MAX))
    throw value_error(text() << "from_dlpack: " << to_string(extents) << " elements from " << lowest << " to " << highest << " around byte "
                             << tensor.byte_offset << ", which no memory has");
}

bool is_aligned(const void* at, std::size_t alignment) { return reinterpret_cast<std::uintptr_t>(at) % alignment == 0; }

std::size_t alignment_of(dtype type) { return kind_of(type) == element_kind::complex ? size_of(type) / 2 : size_of(type); }

// The elements in rows, byte by byte from where they cannot be read as elements.
any_tensor copied_elements(dtype type, const std::byte* first, const dims& map) {
  const any_tensor copied = empty(type, map.shape());
  const auto size = static_cast<index_t>(size_of(type));
  auto* const to = static_cast<std::byte*>(const_cast<void*>(standing_of(copied)->first));
  map.each_run([&](const run& part) {
    for (index_t i = 0; i < part.count; ++i)
      std::memcpy(to + (part.position + i) * size, first + (part.address + part.step * i) * size, static_cast<std::size_t>(size));
  });
  return copied;
}

any_tensor wrapped(dtype type, void* first, const shape& extents, const ints* strides, bool read_only, std::shared_ptr<const void> owner) {
  if (read_only) return detail::wrap_any(type, static_cast<const void*>(first), extents, strides, std::move(owner));
  return detail::wrap_any(type, first, extents, strides, std::move(owner));
}

// Takes over what the pointer owns.
template <class Managed>
imported<Managed> owner_of(Managed* managed) {
  if (!managed) throw value_error("from_dlpack of a null pointer");
  return imported<Managed>(managed);
}
// Called after the owner is made, since it may throw.
bool can_only_be_read(const DLManagedTensor&) { return false; }
bool can_only_be_read(const DLManagedTensorVersioned& managed) {
  // In another major version only the place of the deleter is known.
  if (managed.version.major != 1)
    throw value_error(text() << "from_dlpack: version " << managed.version.major << "." << managed.version.minor << " of DLPack, not 1.x");
  return (managed.flags & read_only_flag) != 0;
}

// A struct behind a pointer, checked except for addresses.
template <class Managed>
struct checked_import {
  explicit checked_import(Managed* managed) : owner(owner_of(managed)), read_only(can_only_be_read(*managed)), tensor(managed->dl_tensor) {
    check_device(tensor.device);
    type = dtype_of_dlpack(tensor.dtype);
    extents = extents_of(tensor);
  }

  imported<Managed> owner;
  bool read_only;
  const DLTensor& tensor;
  dtype type{};
  shape extents;
};

template <class Managed>
any_tensor imported_from(Managed* managed, const dlpack_import_options& options) {
  checked_import<Managed> from(managed);
  const DLTensor& tensor = from.tensor;
  const auto owner = std::make_shared<const imported<Managed>>(std::move(from.owner));
  auto* const bytes = static_cast<std::byte*>(tensor.data);
  if (from.extents.elements() == 0) return wrapped(from.type, nullptr, from.extents, nullptr, from.read_only, owner);
  if (!bytes) throw value_error(text() << "from_dlpack: " << to_string(from.extents) << " elements at a null pointer");
  const std::vector<index_t> strides = strides_of(tensor, from.extents);
  check_addresses(tensor, from.extents, strides, size_of(from.type));
  std::byte* const first = bytes + tensor.byte_offset;
  const ints steps(strides);
  const std::size_t alignment = alignment_of(from.type);
  if (is_aligned(first, alignment)) return wrapped(from.type, first, from.extents, &steps, from.read_only, owner);
  if (!options.copy)
    throw layout_error(text() << "from_dlpack: elements of " << alignment
                              << " bytes alignment at an address that is no multiple of it; {.copy = true} copies them");
  const any_tensor copied = copied_elements(from.type, first, dims::strided(from.extents, strides));
  return from.read_only ? any_tensor_access::to_read(copied) : copied;
}

}  // namespace

DLManagedTensor* to_dlpack(const any_tensor& x, const dlpack_options& options) {
  return detail::with_subject(export_text(x), [&] { return exported_as<DLManagedTensor>(x, options); });
}
DLManagedTensorVersioned* to_dlpack_versioned(const any_tensor& x, const dlpack_options& options) {
  return detail::with_subject(export_text(x), [&] { return exported_as<DLManagedTensorVersioned>(x, options); });
}

any_tensor from_dlpack(DLManagedTensor* managed, const dlpack_import_options& options) { return imported_from(managed, options); }
any_tensor from_dlpack(DLManagedTensorVersioned* managed, const dlpack_import_options& options) { return imported_from(managed, options); }

}  // namespace ravel
