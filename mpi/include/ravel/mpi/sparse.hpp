// SPDX-License-Identifier: BSL-1.0
// Parts, transposes, sums and products of sparse tensors over ranks. Products ask for rows by the columns that have entries, once for all
// products with operands that lie alike. Collective. Needs ravel::sparse beside ravel::mpi.
#pragma once

#include <ravel/mpi/fetch.hpp>
#include <ravel/mpi/lines.hpp>
#include <ravel/mpi/product.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/mpi/sparse_tensor.hpp>
#include <ravel/sparse/matmul.hpp>
#include <ravel/tensor/elementwise.hpp>

#include <concepts>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace ravel {
namespace mpi {

namespace detail {

template <class T>
void check_matrix_of_ranks(const char* operation, const sparse_tensor<T>& x) {
  check_on_all_ranks(x.ranks(), operation, [&] { check_is_matrix(operation, x.shape()); });
}

}  // namespace detail

// ---- chosen: views of <ravel/mpi/elementwise.hpp>, such as slice, select and take

// The parts along an axis at distributed positions, or where a mask is true. The positions, or the mask, come to all ranks.
template <class T, detail::spread_positions P>
[[nodiscard]] sparse_tensor<T> take(const sparse_tensor<T>& x, index_arg axis, const P& positions) {
  detail::check_one_world("take", x.ranks(), positions.ranks());
  return ravel::take(x, axis, collect(flat(positions)));
}
template <class T, detail::any_mask M>
[[nodiscard]] sparse_tensor<T> compress(const sparse_tensor<T>& x, const M& mask, index_arg axis) {
  if constexpr (detail::distributed<M>) {
    detail::check_one_world("compress", x.ranks(), mask.ranks());
    return compress(x, collect(mask), axis);
  } else {
    return detail::shown_entries(x, [&](const dims& map) {
      ravel::detail::check_list("compress along an axis", "flags", mask);
      ravel::detail::check_line_mask(mask.size(), map.shape(), axis);
      return map.gather(axis, ravel::detail::true_positions(ravel::detail::node_for_call(mask)));
    });
  }
}

// ---- transposed and added up

// Rows become columns. Entries move to the ranks of their new rows, which lie as told, or as those of x if they can. No distribution is
// made of braces, which list axes.
template <class T, std::derived_from<distribution> How>
[[nodiscard]] sparse_tensor<T> transpose(const sparse_tensor<T>& x, const How& how) {
  detail::check_matrix_of_ranks("transpose", x);
  return detail::moved_entries("transpose", x, ravel::shape{x.extent(1), x.extent(0)}, how, true);
}
template <class T>
[[nodiscard]] sparse_tensor<T> transpose(const sparse_tensor<T>& x) {
  detail::check_matrix_of_ranks("transpose", x);
  return transpose(x, detail::fitting_distribution(x.how(), ravel::shape{x.extent(1), x.extent(0)}));
}

namespace detail {

// Exact. Default values count as often as they occur.
template <class T>
ravel::detail::wide_total exact_sparse_total(const sparse_tensor<T>& x) {
  using C = canonical_t<T>;
  using total_t = ravel::detail::wide_total;
  const ravel::tensor<const T> own = x.own();
  const auto of_rank = [&] {
    const auto values = ravel::clone(ravel::cast<C>(ravel::stored_values(own)));
    total_t total = ravel::detail::total_in(std::span<const C>(values.data(), static_cast<std::size_t>(values.size())));
    const C rest = static_cast<C>(x.fill());
    total_t defaults = ravel::detail::total_in(std::span<const C>(&rest, 1));
    ravel::detail::multiply_total(defaults, own.size() - values.size());
    ravel::detail::add_total(total, defaults);
    return total;
  };
  return joined_of_ranks<total_t>("sum", x.ranks(), said_sparse(x), of_rank,
                                  [](total_t& all, const total_t& t) { ravel::detail::add_total(all, t); });
}

// Entries move into blocks of the row-major order. A block's total is a node of the tree by which one machine adds.
template <class T>
auto floating_sparse_total(const sparse_tensor<T>& x) {
  using total_t = accumulator_t<T>;
  const ravel::tensor<const T> own = x.own();
  const index_t width = row_width(x.shape()), length = x.size(), block = sum_block(length, x.ranks().size());
  const ravel::shape in_blocks{ravel::detail::parts_of(length, block), block};
  std::optional<entry_mail<T>> mail;
  forest<total_t> all;
  std::vector<forest_node<total_t>> nodes;
  const auto joined = [](const total_t& a, const total_t& b) { return a + b; };
  const auto sort_out = [&] {
    mail.emplace(x.ranks(), in_blocks, blocks{0});
    const divider by(block);
    each_own_entry(own, cut_of(x), width, [&](index_t row, index_t column, const T& value) {
      const auto [number, place] = by.divmod(row * width + column);
      mail->send(number, place, value);
    });
    return said_sparse(x);
  };
  const auto agree = [&] { mail->agree(); };
  const auto exchange = [&] { mail->exchange(); };
  const auto add = [&] {
    const row_places cut(blocks{0}, in_blocks, x.ranks());
    const auto line = flat(mail->rows(x.fill()));
    forest<total_t> of_rank;
    for (index_t k = 0; k < cut.own(); ++k) {
      const index_t number = cut.row_at(k), count = std::min(block, length - number * block);
      of_rank.add({0, number, static_cast<total_t>(ravel::detail::total(slice(line, 0, k * block, count)))}, joined);
    }
    if (cut.own() > 0) nodes = of_rank.nodes();
  };
  const auto join = [&] {
    for (const auto& node : gathered_items(x.ranks().state(), nodes)) all.add(node, joined);
  };
  collectively(x.ranks(), "sum", sort_out, {agree, exchange, add, join});
  return all.nodes().empty() ? total_t{} : all.total(joined);
}

}  // namespace detail

// The sum of all elements, by entries; integers are exact in 64 bits or throw overflow_error.
template <class T>
  requires element<T>
[[nodiscard]] auto sum(const sparse_tensor<T>& x) {
  if constexpr (ravel::detail::real_or_complex<T>) {
    return static_cast<sum_t<T>>(detail::floating_sparse_total(x));
  } else if constexpr (std::same_as<T, bool>) {
    const ravel::tensor<const T> own = x.own();
    return static_cast<sum_t<T>>(detail::counted_over_ranks("sum", x.ranks(), detail::said_sparse(x), [&] { return ravel::count(own); }));
  } else {
    return static_cast<sum_t<T>>(ravel::detail::narrow_total<canonical_t<T>>(detail::exact_sparse_total(x)));
  }
}
// The sums along an axis, as a dense tensor. Along axis 0 of a matrix, entries move to the ranks of their columns.
template <class T>
  requires element<T>
[[nodiscard]] auto sum(const sparse_tensor<T>& x, index_arg axis) {
  index_t along = 0;
  detail::check_on_all_ranks(x.ranks(), "sum", [&] {
    along = ravel::detail::check_axis(axis, x.rank());
    if (along == 0) detail::check_is_matrix("sum along axis 0", x.shape());
  });
  const sparse_tensor<T> lines = along == 0 ? transpose(x) : x;
  const index_t on = along == 0 ? 1 : along;
  const ravel::tensor<const T> own = lines.own();
  using R = ravel::detail::read_t<decltype(ravel::sum(own, on))>;
  const ravel::shape& from = lines.shape();
  std::vector<index_t> extents(from.begin(), from.end());
  extents.erase(extents.begin() + on);
  const auto write = [&](const tensor<R>& t) {
    if (t.local().size() > 0) ravel::copy(ravel::sum(own, on), t.local());
  };
  return detail::made<R>("sum", x.ranks(), extents, lines.how(), write, " of " + detail::said_sparse(x));
}

// ---- products

namespace detail {

// Keeps rows of a tensor for its next product, or makes them for this one.
template <class T>
kept_for_product<T>& product_rows_of(const sparse_tensor<T>& x, kept_for_product<T>& own) {
  return x.kept() ? *x.kept() : own;
}

// The rows of a right operand that lies so which the columns of x name: from the last product, or asked for. Collective if they are not
// known.
template <class T>
void learn_rows(const char* operation, const sparse_tensor<T>& x, kept_for_product<T>& kept, const distribution& of,
                const ravel::shape& right) {
  if (kept.known && *kept.of == of) return;
  const ravel::tensor<const T> own = x.own();
  std::optional<compact_rows<T>> compact = kept.compact;
  known_rows known = ask_for_rows(operation, x.ranks(), [&](const row_asker& ask) -> std::string {
    if (!compact) compact.emplace(own);
    const row_places cut(of, right, x.ranks());
    for (const index_t row : compact->columns) ask(cut.rank_of(row), cut.place_of(row));
    return ravel::detail::text() << "asks for rows: " << said_sparse(x) << " by " << ravel::to_string(right) << " in " << of.description();
  });
  kept.compact = std::move(compact);
  kept.known = std::move(known);
  kept.of = of;
}

// A tensor of which each rank has whole rows: x itself, or a copy in blocks.
template <distributed X>
tensor<typename X::value_type> in_cut_rows(const X& x) {
  using T = typename X::value_type;
  if constexpr (std::same_as<X, tensor<T>>) {
    if (cuts_rows(x.how(), x.shape()) && box_of(x.ranks(), x.dims(), x.span(), x.how())) return x;
  }
  return clone(x, blocks{0});
}

template <class T>
void check_zero_elsewhere(const char* operation, const sparse_tensor<T>& x) {
  check_is_matrix(operation, x.shape());
  if (!ravel::detail::is_fill(x.fill(), T{})) throw_fill_not_zero(operation, ravel::detail::fill_text(x.fill()));
}

}  // namespace detail

// A sparse matrix by a dense vector or matrix. Each rank gets the rows of b that its columns name, and has the rows of the product that
// belong to its own. Requests travel once: x keeps them for the next product with a b that lies so, unless x is a function.
template <class A, detail::spread_numbers B>
[[nodiscard]] auto matmul(const sparse_tensor<A>& a, const B& b) {
  using U = typename B::value_type;
  using R = ravel::detail::read_t<decltype(std::declval<const detail::rows_by_dense<A, U>&>().product())>;
  detail::check_on_all_ranks(a.ranks(), "matmul", [&] {
    detail::check_one_world("matmul", a.ranks(), b.ranks());
    detail::check_zero_elsewhere("matmul", a);
    detail::check_right_side(a.shape(), b.shape());
  });
  const tensor<U> right = detail::in_cut_rows(b);
  detail::kept_for_product<A> own;
  detail::kept_for_product<A>& kept = detail::product_rows_of(a, own);
  detail::learn_rows("matmul", a, kept, right.how(), right.shape());
  const index_t width = detail::row_width(right.shape());
  const bool is_vector = right.rank() == 1;
  std::vector<index_t> extents{a.extent(0)};
  if (!is_vector) extents.push_back(width);
  const world& ranks = a.ranks();
  detail::row_mail mail(*kept.known, static_cast<std::size_t>(width) * sizeof(U));
  detail::rows_by_dense<A, U> rows(*kept.compact, width, is_vector);
  detail::bytes non_finite;
  std::vector<detail::bytes> all_non_finite;
  std::optional<tensor<R>> result;
  const auto pack = [&] {
    result.emplace(detail::unfilled<R>(ranks, extents, a.how()));
    const auto* const elements = reinterpret_cast<const U*>(right.part()->data);
    mail.pack(right.part()->data);
    if (width > 0) non_finite = detail::non_finite_rows(elements, width, detail::row_places(right.how(), right.shape(), ranks));
    return static_cast<std::string>(ravel::detail::text() << detail::said_sparse(a) << " by " << detail::said_type<U>()
                                                          << ravel::to_string(right.shape()) << " in " << right.how().description());
  };
  const auto tell_non_finite = [&] { all_non_finite = detail::gathered_bytes(ranks.state(), non_finite); };
  const auto exchange = [&] { mail.exchange(ranks.state()); };
  const auto multiply = [&] {
    if (result->local().size() == 0) return;
    rows.take(mail);
    rows.add_non_finite(all_non_finite);
    ravel::copy(rows.product(), result->local());
  };
  if constexpr (ravel::detail::always_finite<U>) {
    detail::collectively(ranks, "matmul", pack, {exchange, multiply});
  } else {
    detail::collectively(ranks, "matmul", pack, {tell_non_finite, exchange, multiply});
  }
  return *std::move(result);
}
// By a vector or a matrix that all ranks have. Nothing moves.
template <class A, detail::local_operand B>
  requires element<ravel::detail::read_t<B>>
[[nodiscard]] auto matmul(const sparse_tensor<A>& a, const B& b) {
  const auto right = ravel::detail::as_read_tensor(b);
  detail::check_on_all_ranks(a.ranks(), "matmul", [&] {
    detail::check_is_matrix("matmul", a.shape());
    detail::check_right_side(a.shape(), right.shape());
  });
  const ravel::tensor<const A> own = a.own();
  using R = ravel::detail::read_t<decltype(ravel::matmul(own, right))>;
  std::vector<index_t> extents{a.extent(0)};
  if (right.rank() == 2) extents.push_back(right.extent(1));
  const auto write = [&](const tensor<R>& t) {
    if (t.local().size() > 0) ravel::copy(ravel::matmul(own, right), t.local());
  };
  return detail::made<R>("matmul", a.ranks(), extents, a.how(), write, " of " + detail::said_sparse(a));
}
// A dense vector or matrix, distributed or on all ranks, by a sparse one: the transpose of the product of the transposes. Entries of b move
// to the ranks of their columns.
template <detail::product_side A, class B>
[[nodiscard]] auto matmul(const A& a, const sparse_tensor<B>& b) {
  const auto& left = detail::side_of_product(a);
  detail::check_on_all_ranks(b.ranks(), "matmul", [&] {
    if constexpr (detail::distributed<A>) detail::check_one_world("matmul", left.ranks(), b.ranks());
    detail::check_zero_elsewhere("matmul", b);
    detail::check_left_side(left.shape(), b.shape());
  });
  return transpose(matmul(transpose(b), transpose(left)));
}
template <class A, detail::sparse_distributed B>
void matmul(const sparse_tensor<A>& a, const B& b) = delete;  // sparse_matmul(a, b) is sparse, matmul(a, clone(b)) is dense

// The product of two sparse matrices over a semiring. Each rank gets the rows of b that its columns name, as entries.
template <class A, class B, class Semiring = ravel::detail::plus_times_semiring>
  requires(!ravel::detail::is_mask<Semiring>)
[[nodiscard]] auto sparse_matmul(const sparse_tensor<A>& a, const sparse_tensor<B>& b, const Semiring& ring = {}) {
  detail::check_on_all_ranks(a.ranks(), "sparse_matmul", [&] {
    detail::check_one_world("sparse_matmul", a.ranks(), b.ranks());
    ravel::detail::check_sparse_product(a.shape(), b.shape());
  });
  detail::kept_for_product<A> own_rows;
  detail::kept_for_product<A>& kept = detail::product_rows_of(a, own_rows);
  const ravel::tensor<const B> own = b.own();
  detail::learn_rows("sparse_matmul", a, kept, b.how(), b.shape());
  using T = ravel::detail::read_t<decltype(ravel::sparse_matmul(std::declval<ravel::tensor<const A>>(), own, ring))>;
  const world& ranks = a.ranks();
  const detail::known_rows& known = *kept.known;
  detail::row_mail lengths(known, sizeof(index_t));
  detail::routes<detail::placed_entry<B>> entries(ranks);
  std::optional<sparse_tensor<T>> result;
  const auto look_up = [&] {
    const csr_entries<B> rows = ravel::to_csr(own);
    const index_t* const starts = rows.starts.data();
    std::vector<index_t> of_rows(static_cast<std::size_t>(own.extent(0)));
    for (std::size_t i = 0; i < of_rows.size(); ++i) of_rows[i] = starts[i + 1] - starts[i];
    lengths.pack(reinterpret_cast<const std::byte*>(of_rows.data()));
    for (int r = 0; r < ranks.size(); ++r) {
      for (const index_t place : known.given[static_cast<std::size_t>(r)]) {
        for (index_t k = starts[place]; k < starts[place + 1]; ++k)
          entries.to(r).push_back({rows.columns.data()[k], rows.values.data()[k]});
      }
    }
    return detail::said_sparse(a) + " by " + detail::said_sparse(b);
  };
  const auto tell_lengths = [&] { lengths.exchange(ranks.state()); };
  const auto tell_counts = [&] { entries.agree(); };
  const auto exchange = [&] { entries.exchange(); };
  const auto multiply = [&] {
    const auto count = static_cast<index_t>(known.order.size());
    std::vector<index_t> length(known.order.size()), first(known.order.size());
    if (count > 0) std::memcpy(length.data(), lengths.received().data(), lengths.received().size());
    std::exclusive_scan(length.begin(), length.end(), first.begin(), index_t{0});
    const auto total = static_cast<index_t>(entries.received().size());
    const auto starts = ravel::make_buffer<index_t>(count + 1), columns = ravel::make_buffer<index_t>(total);
    const auto values = ravel::make_buffer<B>(total);
    index_t at = 0;
    for (index_t k = 0; k < count; ++k) {
      const auto place = static_cast<std::size_t>(known.order[static_cast<std::size_t>(k)]);
      for (index_t i = 0; i < length[place]; ++i, ++at) {
        const auto& entry = entries.received()[static_cast<std::size_t>(first[place] + i)];
        columns.data()[at] = entry.position;
        values.data()[at] = entry.value;
      }
      starts.data()[k + 1] = at;
    }
    const auto right = ravel::from_csr({count, b.extent(1)}, starts, columns, values, b.fill());
    result.emplace(sparse_tensor<T>::made(ranks, ravel::shape{a.extent(0), b.extent(1)}, a.how(),
                                          ravel::sparse_matmul(kept.compact->matrix, right, ring)));
  };
  detail::collectively(ranks, "sparse_matmul", look_up, {tell_lengths, tell_counts, exchange, multiply});
  return *std::move(result);
}

}  // namespace mpi
}  // namespace ravel
