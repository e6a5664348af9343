// SPDX-License-Identifier: BSL-1.0
// Makes distributed tensors. Filled ones, random ones, whose bits do not depend on the number of ranks, and those of a local tensor that
// all ranks have move nothing. from_parts joins the rows of each rank, which travel to where the result lies. concat, stack, pad and shift
// copy each part into its place of a new tensor, which lies as the first distributed part does. Collective, so that all ranks make the same
// tensor or none; margins that show elements of the tensor itself are views.
#pragma once

#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/one_axis.hpp>

#include <numeric>

namespace ravel {
namespace mpi {

namespace detail {

// Makes a tensor and lets write(tensor) fill the own part. Ranks must agree on the arguments.
template <class T, class Write>
tensor<T> made(const char* operation, const world& ranks, const ravel::shape& extents, const distribution& how, Write write,
               const std::string& arguments = {}) {
  std::optional<tensor<T>> result;
  const auto prepare = [&] {
    result.emplace(unfilled<T>(ranks, extents, how));
    write(*result);
    return static_cast<std::string>(ravel::detail::text()
                                    << said_type<T>() << ravel::to_string(extents) << " in " << result->how().description() << arguments);
  };
  collectively(ranks, operation, prepare);
  return *std::move(result);
}

// The extents with another one for one axis.
RAVEL_API std::vector<index_t> with_extent(const ravel::shape& of, index_t axis, index_t extent);

template <class T, class B>
std::string said_arguments(const T& a, const B& b, std::uint64_t seed) {
  return ravel::detail::text() << " of " << a << ", " << b << " and seed " << seed;
}

// Calls f(room, first position, count) for parts of the own elements that follow each other, and writes what it puts into the room.
template <class T, class F>
void each_own_part(const tensor<T>& t, const F& f) {
  const schedule own = own_runs(t.dims(), t.span(), t.ranks().rank());
  T* const data = reinterpret_cast<T*>(t.part()->data);
  for (const ravel::detail::address_run& r : own.own) {
    if (r.address_step == 1 && r.position_step == 1) {
      f(data + r.address, r.position, r.count);
      continue;
    }
    for (index_t i = 0; i < r.count; ++i) f(data + r.address + i * r.address_step, r.position + i * r.position_step, index_t{1});
  }
}

}  // namespace detail

// A new tensor that holds the value at every position.
template <travelling T>
tensor<T> full(const world& ranks, const ravel::shape& extents, ravel::detail::value_for<std::type_identity_t<T>> value,
               const distribution& how) {
  const T& held = value;
  return detail::made<T>(
      "full", ranks, extents, how, [&](const tensor<T>& t) { ravel::fill(t.local(), held); }, " of " + detail::said_value(held));
}
// A new tensor of zeros.
template <travelling T = double>
tensor<T> zeros(const world& ranks, const ravel::shape& extents, const distribution& how) {
  return detail::made<T>("zeros", ranks, extents, how, [&](const tensor<T>& t) { ravel::fill(t.local(), T{}); });
}
// Elements of trivial types are not initialised.
template <travelling T = double>
tensor<T> empty(const world& ranks, const ravel::shape& extents, const distribution& how) {
  return detail::made<T>("empty", ranks, extents, how, [](const tensor<T>&) {});
}
// A new tensor with the shape and the distribution of another; elements of trivial types are not initialised.
template <travelling T>
[[nodiscard]] tensor<T> empty_like(const tensor<T>& t) {
  return empty<T>(t.ranks(), t.shape(), detail::fitting_distribution(t.how(), t.shape()));
}

// The elements of a local tensor or reader that all ranks have. Each rank keeps its own part.
template <detail::local_operand X>
[[nodiscard]] auto from_local(const world& ranks, const X& x, const distribution& how) {
  using T = ravel::detail::read_t<X>;
  const ravel::tensor<const T> whole = ravel::detail::as_read_tensor(x);
  const tensor<T> made = empty<T>(ranks, whole.shape(), how);
  copy(whole, made);
  return made;
}

// The elements of the local tensor of the same name, whatever the number of ranks and the distribution.
template <std::floating_point T = double>
tensor<T> random_uniform(const world& ranks, const ravel::shape& extents, ravel::detail::value_for<T> low, ravel::detail::value_for<T> high,
                         seed_arg seed, const distribution& how) {
  const auto write = [&](const tensor<T>& t) {
    detail::each_own_part(t, [&](T* out, index_t first, index_t n) { ravel::detail::fill_uniform<T>(out, first, n, low, high, seed); });
  };
  return detail::made<T>("random_uniform", ranks, extents, how, write,
                         detail::said_arguments<T>(static_cast<const T&>(low), static_cast<const T&>(high), seed));
}
template <std::floating_point T = double>
tensor<T> random_normal(const world& ranks, const ravel::shape& extents, ravel::detail::value_for<T> mean, ravel::detail::value_for<T> sd,
                        seed_arg seed, const distribution& how) {
  const auto write = [&](const tensor<T>& t) {
    detail::each_own_part(t, [&](T* out, index_t first, index_t n) { ravel::detail::fill_normal<T>(out, first, n, mean, sd, seed); });
  };
  return detail::made<T>("random_normal", ranks, extents, how, write,
                         detail::said_arguments<T>(static_cast<const T&>(mean), static_cast<const T&>(sd), seed));
}
template <integer_element T = index_t>
  requires std::same_as<T, canonical_t<T>>
tensor<T> random_integers(const world& ranks, const ravel::shape& extents, ravel::detail::value_for<T> low, ravel::detail::open_end high,
                          seed_arg seed, const distribution& how) {
  const auto write = [&](const tensor<T>& t) {
    detail::each_own_part(t, [&](T* out, index_t first, index_t n) {
      ravel::detail::fill_integers<T>(out, first, n, static_cast<const T&>(low), high, seed);
    });
  };
  return detail::made<T>("random_integers", ranks, extents, how, write,
                         detail::said_arguments<T>(static_cast<const T&>(low), static_cast<index_t>(high), seed));
}

namespace detail {

// The rows of all ranks, in the order of ranks, distributed as told. On all ranks they have the same other extents.
template <class R>
tensor<R> parts_in_order(const char* operation, const world& ranks, const ravel::tensor<const R>& own, const distribution* how) {
  std::vector<index_t> lengths{own.extent(0)};
  std::optional<tensor<R>> parts;
  const auto tell = [&] { lengths = gathered_items(ranks.state(), lengths); };
  const auto make = [&] {
    const index_t total = std::accumulate(lengths.begin(), lengths.end(), index_t{0});
    parts.emplace(unfilled<R>(ranks, ints(with_extent(own.shape(), 0, total)), counts(0, lengths)));
    if (own.size() > 0) ravel::copy(own, parts->local());
  };
  collectively(ranks, operation, [] { return std::string("joining"); }, {tell, make});
  return clone(*parts, how != nullptr ? *how : blocks{0});
}

// All ranks have parts of one width.
RAVEL_API void check_parts(const char* operation, const world& ranks, const ravel::shape& own);

}  // namespace detail

// The rows of rank 0, then those of rank 1, and so on, in blocks or as told. Ranks may have different numbers of rows, or none, of the same
// other extents.
template <detail::local_operand X>
[[nodiscard]] auto from_parts(const world& ranks, const X& own, const distribution& how = blocks{0}) {
  using T = std::remove_const_t<ravel::detail::read_t<X>>;
  const ravel::tensor<const T> part = ravel::detail::as_read_tensor(own);
  detail::check_parts("from_parts", ranks, part.shape());
  return detail::parts_in_order<T>("from_parts", ranks, part, &how);
}

namespace detail {

RAVEL_API ravel::shape joined_extents(const std::vector<ravel::shape>& parts, index_t axis);

template <class X, class... More>
const auto& first_leaf_among(const X& x, const More&... more) {
  if constexpr (distributed<X>) {
    return x.first_leaf();
  } else {
    return first_leaf_among(more...);
  }
}
template <class X>
auto with_new_axis(const X& x, index_t axis) {
  if constexpr (distributed<X>) {
    return new_axis(x, axis);
  } else {
    return ravel::new_axis(ravel::detail::as_read_tensor(x), axis);
  }
}

}  // namespace detail

// Parts one behind the other along an axis: distributed tensors, and local ones that all ranks have.
template <class... Xs>
  requires detail::spread_among<Xs...>
[[nodiscard]] auto concat(along axis, const Xs&... xs) {
  using T = ravel::detail::joined_element_t<detail::value_in_t<Xs>...>;
  const auto& leaf = detail::first_leaf_among(xs...);
  const std::vector<ravel::shape> parts{detail::joined_shape(xs)...};
  const index_t k = ravel::detail::check_axis(axis.axis, parts[0].rank());
  const ravel::shape extents = detail::joined_extents(parts, k);
  const auto made = empty<T>(leaf.ranks(), extents, detail::fitting_distribution(leaf.how(), extents));
  index_t at = 0;
  const auto put = [&](const auto& x) {
    const index_t count = detail::joined_shape(x)[k];
    copy(x, slice(made, k, at, count));
    at += count;
  };
  (put(xs), ...);
  return made;
}
// Parts of one shape beside each other along a new axis.
template <class... Xs>
  requires detail::spread_among<Xs...>
[[nodiscard]] auto stack(along axis, const Xs&... xs) {
  return concat(axis, detail::with_new_axis(xs, axis.axis)...);
}

// With margins of one value.
template <detail::distributed X>
[[nodiscard]] auto pad(const X& x, const margins& widths, ravel::detail::value_for<typename X::value_type> value = {}) {
  using T = typename X::value_type;
  const ravel::shape extents = ravel::detail::padded_shape(x.shape(), widths);
  const auto made = full<T>(x.ranks(), extents, value, detail::fitting_distribution(x.first_leaf().how(), extents));
  const std::vector<margin> each = widths.of(x.shape());
  tensor<T> inside = made;
  for (index_t k = 0; k < x.rank(); ++k) inside = slice(inside, k, each[static_cast<std::size_t>(k)].before, x.extent(k));
  copy(x, inside);
  return made;
}
using ravel::pad;  // by a pad_mode: a view

// The elements of a vector, moved by so many places towards the end, or towards the start. The edge element fills the gap. A view.
template <detail::distributed X>
[[nodiscard]] auto shift(const X& x, index_arg by) {
  ravel::detail::check_one_axis("shift", "a view of an axis, or rotate(t, {by, …}), which goes around", x.shape());
  const index_t places = std::clamp<index_t>(by, -x.size(), x.size());
  if (places == 0) return x;
  const margin gap(std::max<index_t>(places, 0), std::max<index_t>(-places, 0));
  return slice(pad(x, {gap}, pad_mode::edge), 0, gap.after, x.size());
}

}  // namespace mpi
}  // namespace ravel
