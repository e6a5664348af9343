// SPDX-License-Identifier: BSL-1.0
// Brings elements together: collect to a local tensor, one element to all ranks, and printing by rank 0. Collective, but for <<, which says
// in one line what this rank has.
#pragma once

#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/detail/collective.hpp>
#include <ravel/print/print.hpp>

#include <optional>
#include <ostream>
#include <string>

namespace ravel {
namespace mpi {

namespace detail {

// Where everything lies on one rank, in row-major order.
RAVEL_API placement placed_on(const world& ranks, const ravel::shape& extents, index_t rank);
RAVEL_API std::ostream& standard_output();
RAVEL_API std::string one_line(const world& ranks, std::string_view type, const dims& map, index_t span, const distribution& how);

// The elements on one rank, or on all; a tensor of no elements elsewhere.
template <class X>
ravel::tensor<typename X::value_type> elements_on(const char* operation, const X& x, index_t root, bool on_all) {
  using T = typename X::value_type;
  const world& ranks = x.ranks();
  ravel::tensor<T> whole;
  writing<X, T> work(ranks, operation);
  const auto prepare = [&] {
    const placement at = placed_on(ranks, x.shape(), root);
    whole = ravel::empty<T>(ranks.rank() == root || on_all ? x.shape() : ravel::shape{0});
    own_part part;
    part.data = whole.size() == 0 ? nullptr : reinterpret_cast<std::byte*>(whole.data());
    part.span = at.span;
    part.width = sizeof(T);
    const std::string said = work.set(x, tensor<T>(ranks, at.map, std::make_shared<const own_part>(std::move(part)), blocks{}));
    return static_cast<std::string>(ravel::detail::text() << said << " on rank " << root);
  };
  const auto spread = [&] {
    if (on_all)
      broadcast_bytes(ranks.state(), static_cast<int>(root),
                      std::as_writable_bytes(std::span(whole.data(), static_cast<std::size_t>(whole.size()))));
  };
  work.run(prepare, {spread});
  return whole;
}

// Every rank gets the result of verb(elements) on rank 0, which has all elements. `said` tells its other arguments.
template <class X, class Verb>
auto worked_on_rank_0(const char* operation, const X& x, const std::string& said, const Verb& verb) {
  const world& ranks = x.ranks();
  const auto whole = elements_on(operation, x, 0, false);
  std::remove_const_t<decltype(verb(whole))> result{};
  static_assert(std::is_trivially_copyable_v<decltype(result)>, "results travel as bytes");
  const auto work = [&] {
    if (ranks.rank() == 0) result = verb(whole);
  };
  const auto spread = [&] { broadcast_bytes(ranks.state(), 0, std::as_writable_bytes(std::span(&result, 1))); };
  collectively(ranks, operation, [&] { return "on rank 0" + said; }, {work, spread});
  return result;
}

}  // namespace detail

// A local tensor on every rank.
template <detail::distributed X>
[[nodiscard]] auto collect(const X& x) {
  return detail::elements_on("collect", x, 0, true);
}
// A local tensor on one rank, nothing on the others.
template <detail::distributed X>
[[nodiscard]] auto collect(const X& x, index_arg rank) {
  auto whole = detail::elements_on("collect", x, rank, false);
  using Whole = decltype(whole);
  return x.ranks().rank() == rank ? std::optional<Whole>(std::move(whole)) : std::nullopt;
}

// The element at these coordinates, on every rank.
template <detail::distributed X>
[[nodiscard]] auto at(const X& x, const ints& coordinates) {
  const index_t position = dims::row_major(x.shape()).to_local(coordinates);
  const auto one = detail::elements_on("at", slice(flat(x), 0, position, 1), 0, true);
  typename X::value_type value = one(0);
  return value;
}

// Writes the text of the local tensor. Only the elements that are shown come to rank 0.
template <detail::distributed X>
void print(const X& x, std::ostream& out, const print_options& options = {}) {
  const auto part = x.changed([&](const dims& map) { return ravel::detail::shown(map, options); });
  const auto elements = detail::elements_on("print", part, 0, false);
  if (x.ranks().rank() != 0) return;
  using T = typename X::value_type;
  std::vector<std::string> values;
  for (index_t i = 0; i < part.size(); ++i) values.push_back(ravel::detail::value_text(elements.data()[i], options));
  out << ravel::detail::title_text("tensor", ravel::detail::type_name<T>(), x.shape(), "")
      << ravel::detail::rows_text(x.shape(), part.shape(), values) << "\n";
}
template <detail::distributed X>
void print(const X& x) {
  print(x, detail::standard_output());
}

// Local: "float64[8 12], blocks along [0 1], rank 1 of 4". A view says what it is a view of.
template <class T>
std::ostream& operator<<(std::ostream& out, const tensor<T>& t) {
  return out << detail::one_line(t.ranks(), ravel::detail::type_name<T>(), t.dims(), t.span(), t.how());
}

}  // namespace mpi
}  // namespace ravel
