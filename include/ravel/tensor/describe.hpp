// SPDX-License-Identifier: BSL-1.0
// describe: the element type, shape, layout and owner of a tensor or a reader, as one value to keep, compare and print. It has no fact that
// t.shape(), t.layout() and their like do not give. Any thread.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/element/dtype.hpp>
#include <ravel/loop/stored.hpp>
#include <ravel/tensor/map.hpp>

#include <cmath>
#include <iosfwd>
#include <string>

namespace ravel {

// The owner of the elements below a tensor.
enum class owner_kind : unsigned char {
  ravel,     // memory that Ravel allocated
  shared,    // memory that something else keeps alive: wrapped, adopted, mapped, or a part of a buffer
  nobody,    // borrowed memory
  constant,  // one value for all positions
  reader     // not memory: computed elements, or elements that nobody lends
};
[[nodiscard]] RAVEL_API const char* name(owner_kind kind);

// The facts that describe gives. A value.
struct [[nodiscard]] description {
  ravel::dtype dtype = ravel::dtype::other;
  ravel::shape shape;
  ravel::layout layout = ravel::layout::computed;
  index_t bytes = 0;  // of all elements as consecutive memory; for a sparse tensor, of its entries and their positions; at most index_limit
  bool read_only = true;
  bool contiguous = false;
  owner_kind owner = owner_kind::reader;
  std::optional<std::vector<index_t>> strides;  // in elements, if one number per axis describes the layout
  index_t offset = 0;                           // of the first element
  bool sparse = false;
  index_t stored = 0;  // number of entries, if sparse
  std::string fill;    // the fill as text, if sparse; empty if its type has no text
  RAVEL_API double density() const;

  friend bool operator==(const description&, const description&) = default;
};

// "float64[2 3], contiguous, 48 bytes, writable, owner ravel, strides [3 1], offset 0"
[[nodiscard]] RAVEL_API std::string to_string(const description& d);
RAVEL_API std::ostream& operator<<(std::ostream& out, const description& d);

namespace detail {

template <class T>
owner_kind owner_of(const node<T>& base) {
  if (!base.memory().data) return owner_kind::reader;
  const auto* memory = dynamic_cast<const memory_node<T>*>(&base);
  if (!memory) return owner_kind::constant;
  if (memory->owner()) return owner_kind::shared;
  return dynamic_cast<const owned_memory_node<T>*>(memory) ? owner_kind::ravel : owner_kind::nobody;
}

template <class T>
std::string fill_text(const T& fill) {
  if constexpr (complex_element<T>) {
    return text() << fill.real() << (std::signbit(fill.imag()) ? "" : "+") << fill.imag() << "i";
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    return text() << "\"" << fill << "\"";
  } else if constexpr (element<T>) {
    return text() << fill;
  } else {
    return {};
  }
}
// The bytes of count elements; at most index_limit.
RAVEL_API index_t described_bytes(index_t count, index_t each);
// " sparse, 2 stored, density 0.25, fill 0, 32 bytes", for a title. Leaves out unknown facts.
RAVEL_API std::string sparse_text(std::optional<index_t> stored, index_t elements, index_t bytes_each, std::string_view fill);

// The number of entries, if it is known without a search: for a node that has all its entries in memory.
template <class T>
std::optional<index_t> known_stored(const tensor_node<T>& of) {
  const untyped_node& base = *of.base();
  const auto* const holder = dynamic_cast<const counts_entries*>(&base);
  if (!holder || of.size() != base.size() || !(of.facts().in_sequence() || of.map().is_unique())) return {};
  return holder->stored();
}
template <class T>
std::string sparse_title(const tensor_node<T>& of) {
  if (!by_entries<T>(of)) return {};
  return sparse_text(known_stored(of), of.size(), sizeof(T) + sizeof(index_t), fill_text(*of.fill()));
}
template <class T>
void describe_entries(const tensor_node<T>& of, description& d) {
  if (const auto known = known_stored(of))
    d.stored = *known;
  else
    d.stored += count_entries<T>(of);
  d.bytes = described_bytes(d.stored, sizeof(T) + sizeof(index_t));
  d.fill = fill_text(*of.fill());
}

}  // namespace detail

template <class T>
description describe(const tensor<T>& t) {
  using E = std::remove_const_t<T>;
  description d;
  d.dtype = t.dtype();
  d.shape = t.shape();
  d.layout = t.layout();
  d.read_only = std::is_const_v<T>;
  d.contiguous = d.layout == layout::contiguous;
  d.owner = detail::owner_of(detail_access::node(t.base()));
  d.strides = t.strides();
  d.offset = t.offset();
  const detail::tensor_node<E>& elements = detail::tensor_node_of<E>(t);
  d.sparse = detail::by_entries<E>(elements);
  if (d.sparse)
    detail::describe_entries(elements, d);
  else
    d.bytes = detail::described_bytes(t.size(), sizeof(E));
  return d;
}
template <class E>
description describe(const lazy_tensor<E>& t) {
  return describe(tensor<const typename E::value_type>(t));
}
// Describes a reader as one axis.
template <readable X>
  requires(detail::handle<X> && !shaped<X>)
description describe(const X& x) {
  description d = describe(detail::as_read_tensor(x));
  d.read_only = !writable<X>;
  return d;
}

}  // namespace ravel
