// SPDX-License-Identifier: BSL-1.0
// mpi::tensor: dims over a buffer that is spread over ranks. A handle: copies share the elements, and views change its dims and move
// nothing. Expressions of such tensors, local tensors and values are lazy. Building them is local; each rank must build the same ones.
#pragma once

#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/mpi/distribution.hpp>
#include <ravel/tensor/make.hpp>

#include <optional>
#include <type_traits>
#include <typeinfo>

namespace ravel {
namespace mpi {

template <class T>
class tensor;
template <class F, class... Xs>
class lazy;

// Elements that travel as bytes.
template <class T>
concept travelling = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> && !std::is_const_v<T>;

namespace detail {

template <class X>
inline constexpr bool is_spread = false;
template <class T>
inline constexpr bool is_spread<tensor<T>> = true;
template <class F, class... Xs>
inline constexpr bool is_spread<lazy<F, Xs...>> = true;

// A distributed tensor, or an expression of some.
template <class X>
concept distributed = is_spread<std::remove_cvref_t<X>>;
// Among what has no dims.
template <class... Xs>
concept spread_among = (distributed<Xs> || ...) && !(names_axis<std::remove_cvref_t<Xs>> || ...);

// The words of roll calls and their errors for a type and a value.
template <class T>
std::string_view said_type() {
  return name(dtype_of<T>());
}
template <class V>
std::string said_value(const V& value) {
  ravel::detail::text said;
  said << "the value";
  if constexpr (std::is_arithmetic_v<V>) said << " " << said_type<V>() << " " << value;
  if constexpr (std::is_enum_v<V>) said << " " << name_of_type(typeid(V)) << " " << static_cast<int>(value);
  return said;
}

// Stands for the elements of a block in an evaluation: each leaf takes the next one.
struct bind_cursor {
  const block_at_hand& block;
  std::size_t next = 0;
};

// A local tensor, the same on all ranks, as an operand.
template <class T>
class local_leaf {
 public:
  explicit local_leaf(ravel::tensor<const T> values) : values_(std::move(values)) {}

  ravel::shape shape() const { return values_.shape(); }
  template <class Change>
  local_leaf changed(const Change& change) const {
    return local_leaf(ravel::detail::viewed(values_, change));
  }
  void add_leaves(block_evaluation& to) const {
    to.add_equal(ravel::detail::text() << "the local operand " << said_type<T>() << ravel::to_string(shape()));
  }
  ravel::tensor<const T> bound(bind_cursor& at) const {
    const auto line = flat(values_);
    if (const index_t step = at.block.spacing(); step > 0) return slice(line, 0, at.block.first_position(), at.block.count, step);
    return take(line, 0, at.block.positions());
  }

 private:
  ravel::tensor<const T> values_;
};

// A value, the same for every element.
template <class V>
class value_leaf {
 public:
  explicit value_leaf(V value) : value_(std::move(value)) {}

  template <class Change>
  const value_leaf& changed(const Change&) const& {
    return *this;
  }
  void add_leaves(block_evaluation& to) const { to.add_equal(said_value(value_)); }
  const V& bound(bind_cursor&) const& { return value_; }

 private:
  V value_;
};

template <class X>
using bound_to_block_t = std::remove_cvref_t<decltype(std::declval<const X&>().bound(std::declval<bind_cursor&>()))>;

// The part of a tensor that was made so distributed; none of a view.
RAVEL_API std::optional<placement> box_of(const world& ranks, const dims& map, index_t span, const distribution& how);
[[noreturn]] RAVEL_API void throw_no_box(const world& ranks, const dims& map, const distribution& how);

}  // namespace detail

template <class T>
class [[nodiscard]] tensor : public adl_barrier::viewed_by_places<tensor<T>> {
  static_assert(travelling<T>, "elements of a distributed tensor travel as bytes: numbers, and structs that can be copied as bytes");

 public:
  using value_type = T;

  // For the engine: `map` shows addresses of the parts.
  tensor(world ranks, ravel::dims map, detail::shared_part part, distribution how)
      : ranks_(std::move(ranks)), map_(std::move(map)), part_(std::move(part)), how_(std::move(how)) {}
  tensor(const tensor&) = default;
  tensor(tensor&&) = default;
  tensor& operator=(const tensor&) & = default;  // binds a name anew
  tensor& operator=(tensor&&) & = default;
  // Assigning to a temporary view writes through it. Collective.
  const tensor& operator=(const tensor& x) const&& { return assign(x); }
  template <class X>
    requires(!std::same_as<X, tensor>)
  const tensor& operator=(const X& x) const&& {
    return assign(x);
  }
  // Collective.
  template <class X>
  const tensor& assign(const X& x) const {
    copy(x, *this);
    return *this;
  }

  const world& ranks() const& { return ranks_; }
  world ranks() const&& { return ranks_; }
  const ravel::dims& dims() const& { return map_; }  // addresses; rank r owns [r * span(), (r + 1) * span())
  ravel::dims dims() const&& { return map_; }
  index_t span() const { return part_->span; }
  const distribution& how() const& { return how_; }  // axes are counted from the front
  distribution how() const&& { return how_; }
  ravel::shape shape() const { return map_.shape(); }
  index_t rank() const { return map_.rank(); }
  index_t extent(index_arg axis) const { return map_.extent(axis); }
  index_t size() const { return map_.size(); }

  // The box of this rank, sharing its elements; of a tensor as it was made, not of a view.
  ravel::tensor<T> local() const {
    const placement at = own_place();
    const index_t length = at.own.size() == 0 ? 0 : at.own.bounds().highest + 1;
    return ravel::tensor<T>(at.own, ravel::wrap(reinterpret_cast<T*>(part_->data), length, part_));
  }
  // From positions of that box to row-major positions of the whole.
  ravel::dims positions() const { return own_place().positions; }

  using adl_barrier::viewed_by_places<tensor>::operator();
  template <ravel::detail::integer... Int>
    requires(sizeof...(Int) > 0)
  void operator()(Int... places) const = delete;  // one element may be on another rank: mpi::at(t, {i, j}) gives it to all ranks

  // For the engine.
  const detail::shared_part& part() const& { return part_; }
  template <class Change>
  tensor changed(const Change& change) const {
    return tensor(ranks_, change(map_), part_, how_);
  }
  void add_leaves(detail::block_evaluation& to) const { to.add(ranks_, part_, map_, detail::said_type<T>()); }
  ravel::tensor<const T> bound(detail::bind_cursor& at) const {
    return ravel::borrow(static_cast<const T*>(at.block.leaf(at.next++)), {at.block.count});
  }
  const tensor& first_leaf() const& { return *this; }

 private:
  placement own_place() const {
    if (auto at = detail::box_of(ranks_, map_, part_->span, how_)) return *std::move(at);
    detail::throw_no_box(ranks_, map_, how_);
  }

  world ranks_;
  ravel::dims map_;
  detail::shared_part part_;
  distribution how_;
};

}  // namespace mpi
}  // namespace ravel
