// SPDX-License-Identifier: BSL-1.0
// mpi::sparse_tensor: a tensor whose rows are spread over ranks, each of which has a sparse reader of its own rows. A handle; copies share.
// Functions of sparse tensors are lazy and local, all else is collective. Needs ravel::sparse beside ravel::mpi.
#pragma once

#include <ravel/base/divider.hpp>
#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/detail/sparse_rows.hpp>
#include <ravel/mpi/make.hpp>
#include <ravel/mpi/refused.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/to_sparse.hpp>

#include <algorithm>
#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ravel {
namespace mpi {

// A schedule of an mpi::tensor follows from its dims alone, on each rank for itself. Where entries stand only their rank knows, so their
// number is told before they move: that is why sparse tensors of ranks have a type of their own.
template <class T>
class [[nodiscard]] sparse_tensor {
  static_assert(travelling<T>, "entries of a distributed tensor travel as bytes: numbers, and structs that can be copied as bytes");

 public:
  using value_type = T;

  const world& ranks() const& { return ranks_; }
  world ranks() const&& { return ranks_; }
  const ravel::shape& shape() const& { return extents_; }
  ravel::shape shape() const&& { return extents_; }
  const distribution& how() const& { return how_; }  // of rows
  distribution how() const&& { return how_; }
  index_t rank() const { return extents_.rank(); }
  index_t extent(index_arg axis) const { return extents_[ravel::detail::check_axis(axis, rank())]; }
  index_t size() const { return extents_.elements(); }
  T fill() const { return fill_; }  // the element at every position that is not stored

  // The rows of this rank, sparse. A function of tensors that lie differently has none before its entries have moved.
  ravel::tensor<const T> local() const {
    if (!own_) detail::throw_moves_first(how_.description());
    return *own_;
  }

  // For the engine. What is made, and not a function, keeps what its products know.
  static sparse_tensor made(const world& ranks, const ravel::shape& extents, const distribution& how, ravel::tensor<const T> own) {
    sparse_tensor t(ranks, extents, how, own.fill());
    t.own_ = std::move(own);
    t.kept_ = std::make_shared<detail::kept_for_product<T>>();
    return t;
  }
  static sparse_tensor function(const world& ranks, const ravel::shape& extents, const distribution& how, ravel::tensor<const T> own) {
    sparse_tensor t(ranks, extents, how, own.fill());
    t.own_ = std::move(own);
    return t;
  }
  // `bring` moves entries of operands, and is collective.
  static sparse_tensor function(const world& ranks, const ravel::shape& extents, const distribution& how, const std::optional<T>& fill,
                                std::function<ravel::tensor<const T>()> bring) {
    sparse_tensor t(ranks, extents, how, fill);
    t.bring_ = std::move(bring);
    return t;
  }
  bool lies_ready() const { return own_.has_value(); }
  ravel::tensor<const T> own() const { return own_ ? *own_ : bring_(); }  // collective if entries must move
  const std::shared_ptr<detail::kept_for_product<T>>& kept() const& { return kept_; }

 private:
  sparse_tensor(world ranks, ravel::shape extents, const distribution& how, const std::optional<T>& fill)
      : ranks_(std::move(ranks)), extents_(std::move(extents)), how_(how.from_front(extents_.rank())), fill_() {
    if (!fill) detail::throw_dense_result();
    fill_ = *fill;
  }

  world ranks_;
  ravel::shape extents_;
  distribution how_;
  T fill_;
  std::optional<ravel::tensor<const T>> own_;
  std::function<ravel::tensor<const T>()> bring_;
  std::shared_ptr<detail::kept_for_product<T>> kept_;
};

namespace detail {

template <class X>
concept sparse_distributed = ravel::detail::instance_of<std::remove_cvref_t<X>, sparse_tensor>;
// The others are neither tensors nor readers.
template <class... Xs>
concept sparse_among = (sparse_distributed<Xs> || ...) &&
                       ((sparse_distributed<Xs> || !(readable<Xs> || distributed<Xs> || names_axis<std::remove_cvref_t<Xs>>)) && ...);

// The properties on which ranks must agree.
template <class T>
std::string said_sparse(const ravel::shape& extents, const distribution& how, const T& fill) {
  return ravel::detail::text() << said_type<T>() << ravel::to_string(extents) << " sparse in " << how.description() << " with "
                               << ravel::detail::fill_text(fill);
}
template <class T>
std::string said_sparse(const sparse_tensor<T>& x) {
  return said_sparse(x.shape(), x.how(), x.fill());
}
template <class T>
row_places cut_of(const sparse_tensor<T>& x) {
  return row_places(x.how(), x.shape(), x.ranks());
}

// Makes rows of entries that set(mail) sends, in one operation. It returns what ranks must agree on. check(mail) looks at what has come.
template <class T, class Set, class Check>
sparse_tensor<T> made_of_mail(const char* operation, const world& ranks, const ravel::shape& extents, const distribution& how,
                              const T& fill, on_duplicates twice, const Set& set, const Check& check) {
  std::optional<entry_mail<T>> mail;
  std::optional<sparse_tensor<T>> made;
  const auto prepare = [&] {
    mail.emplace(ranks, extents, how);
    const std::string more = set(*mail);
    return said_sparse<T>(extents, how, fill) + more;
  };
  const auto agree = [&] { mail->agree(); };
  const auto exchange = [&] { mail->exchange(); };
  const auto keep = [&] {
    check(*mail);
    made.emplace(sparse_tensor<T>::made(ranks, extents, how, mail->rows(fill, twice)));
  };
  collectively(ranks, operation, prepare, {agree, exchange, keep});
  return *std::move(made);
}

// The entries of x at (row, column), or at (column, row), of a tensor that lies as told.
template <class T>
sparse_tensor<T> moved_entries(const char* operation, const sparse_tensor<T>& x, const ravel::shape& extents, const distribution& how,
                               bool is_transposed) {
  const ravel::tensor<const T> own = x.own();
  const auto set = [&](entry_mail<T>& mail) {
    each_own_entry(own, cut_of(x), row_width(x.shape()), [&](index_t row, index_t column, const T& value) {
      if (is_transposed) {
        mail.send(column, row, value);
      } else {
        mail.send(row, column, value);
      }
    });
    return " of " + said_sparse(x);
  };
  return made_of_mail<T>(operation, x.ranks(), extents, how, x.fill(), on_duplicates::refuse, set, [](const auto&) {});
}

// The entries of x that a view of its positions shows: all views of dims are one mechanism, since a map finds the positions of an entry.
template <class T, class Change>
sparse_tensor<T> shown_entries(const sparse_tensor<T>& x, const Change& change) {
  std::optional<dims> map;
  check_on_all_ranks(x.ranks(), "view", [&] { map.emplace(change(dims::row_major(x.shape()))); });
  const ravel::tensor<const T> own = x.own();
  const ravel::shape& extents = map->shape();
  const auto set = [&](entry_mail<T>& mail) {
    const index_t width = row_width(x.shape());
    std::vector<index_t> positions;
    std::vector<T> values;
    each_own_entry(own, cut_of(x), width, [&](index_t row, index_t column, const T& value) {
      positions.push_back(row * width + column);
      values.push_back(value);
    });
    const divider by(std::max<index_t>(row_width(extents), 1));
    for (const pulled& p : map->pull_back(positions)) {
      const auto [row, column] = by.divmod(p.position);
      mail.send(row, column, values[static_cast<std::size_t>(p.place)]);
    }
    return " of " + said_sparse(x) + " at " + said_map(*map);
  };
  const distribution how = fitting_distribution(x.how(), extents);
  return made_of_mail<T>("view", x.ranks(), extents, how, x.fill(), on_duplicates::refuse, set, [](const auto&) {});
}

// Makes a tensor of rows that make() gives, without messages.
template <class T, class Make>
sparse_tensor<T> made_in_place(const char* operation, const world& ranks, const ravel::shape& extents, const distribution& how,
                               const Make& make) {
  std::optional<sparse_tensor<T>> made;
  collectively(ranks, operation, [&] {
    made.emplace(sparse_tensor<T>::made(ranks, extents, how, make()));
    return said_sparse(*made);
  });
  return *std::move(made);
}

}  // namespace detail
}  // namespace mpi

// Views by <ravel/mpi/elementwise.hpp> of sparse tensors over ranks copy. Dims alone do not tell which entries a view shows, so these move
// to the ranks of its rows. The result lies as the tensor does, or in blocks of rows. Collective.
template <mpi::detail::sparse_distributed X>
struct detail::view_maker<X> {
  template <class Change>
  static X of(const X& x, const Change& change) {
    return mpi::detail::shown_entries(x, change);
  }
  template <class Change>
  static X to_read(const X& x, const Change& change) {
    return mpi::detail::shown_entries(x, change);
  }
};

namespace mpi {

// ---- making

// The entries of a local tensor that all ranks have. Each rank keeps its own rows; nothing moves. Of a dense tensor, zeros are not stored.
template <detail::local_operand X>
[[nodiscard]] auto sparse_from_local(const world& ranks, const X& x, const distribution& how) {
  using T = std::remove_const_t<ravel::detail::read_t<X>>;
  std::optional<sparse_tensor<T>> made;
  const auto prepare = [&] {
    const ravel::tensor<const T> whole = ravel::detail::as_sparse_tensor(x);
    const detail::row_places cut(how, whole.shape(), ranks);
    const index_t width = detail::row_width(whole.shape());
    ravel::detail::entry_array<T> own;
    index_t last = -1, place = 0, count = 0;
    for (ravel::detail::entry_blocks<T> from(ravel::detail::node_for_call(whole)); from.next();) {
      const ravel::detail::entry_block<T> block = from.at_hand();
      ravel::detail::each_in_matrix(width, block.positions, block.count, [&](index_t i, index_t row, index_t column) {
        if (row != last) place = cut.rank_of(last = row) == ranks.rank() ? cut.place_of(row) : -1;
        if (place >= 0) own.add(place * width + column, block.values[i]);
      });
      count += block.count;
    }
    const ravel::shape extents(detail::with_extent(whole.shape(), 0, cut.own()));
    const T fill = *whole.fill();
    auto rows = ravel::detail::tensor_over(extents, ravel::detail::sparse_buffer_of<T>(extents.elements(), fill, std::move(own)));
    made.emplace(sparse_tensor<T>::made(ranks, whole.shape(), how, std::move(rows)));
    return static_cast<std::string>(ravel::detail::text() << detail::said_sparse(*made) << " of " << count << " entries");
  };
  detail::collectively(ranks, "sparse_from_local", prepare);
  return *std::move(made);
}

// Entries that each rank has of its own, in any order, as from_coo takes them on one machine: those of rank 0 come first, then those of
// rank 1, and so on. They travel to the ranks of their rows.
template <class X = std::initializer_list<selection>, ravel::detail::input V>
  requires ravel::detail::coordinate_source<X>
[[nodiscard]] auto from_coo(const world& ranks, const ravel::shape& extents, const X& coordinates, const V& values,
                            const distribution& how = blocks{0}, on_duplicates twice = on_duplicates::refuse,
                            ravel::detail::value_for<ravel::detail::read_t<V>> fill = ravel::detail::read_t<V>()) {
  using T = ravel::detail::read_t<V>;
  const T& rest = fill;
  const std::string said_twice = ", duplicates " + std::to_string(static_cast<int>(twice));
  const auto set = [&](detail::entry_mail<T>& mail) {
    const auto held = ravel::detail::borrowed_handle(values);
    const auto positions = ravel::detail::positions_in(extents, coordinates, held.size());
    if (held.size() == 0) return said_twice;
    const divider by(detail::row_width(extents));
    for (index_t i = 0; i < held.size(); ++i) {
      const auto [row, column] = by.divmod(positions[static_cast<std::size_t>(i)]);
      mail.send(row, column, held[i]);
    }
    return said_twice;
  };
  const auto check = [&](const detail::entry_mail<T>& mail) {
    if (twice != on_duplicates::refuse) return;
    std::vector<index_t> positions;
    for (const auto& entry : mail.received()) positions.push_back(entry.position);
    detail::check_entry_once(extents, positions);
  };
  return detail::made_of_mail<T>("from_coo", ranks, extents, how, rest, twice, set, check);
}

// The elements that are not zero, or not the default value that is given, of a distributed tensor. They lie as told, or as it does if that
// cuts its rows alone.
template <detail::distributed X>
[[nodiscard]] auto to_sparse(const X& x, const distribution& how, ravel::detail::value_for<typename X::value_type> fill = {}) {
  using T = typename X::value_type;
  const T& rest = fill;
  const tensor<T> rows = [&]() -> tensor<T> {
    if constexpr (std::same_as<X, tensor<T>>) {
      if (x.how() == how.from_front(x.rank()) && detail::box_of(x.ranks(), x.dims(), x.span(), x.how())) return x;
    }
    return clone(x, how);
  }();
  return detail::made_in_place<T>("to_sparse", x.ranks(), x.shape(), how, [&]() -> ravel::tensor<const T> {
    const detail::row_places cut(how, x.shape(), x.ranks());
    const ravel::shape own(detail::with_extent(x.shape(), 0, cut.own()));
    if (own.elements() == 0) return ravel::sparse_tensor<T>(own, rest);
    return ravel::to_sparse(rows.local(), rest);
  });
}
template <detail::distributed X>
[[nodiscard]] auto to_sparse(const X& x) {
  const distribution& how = x.first_leaf().how();
  const bool is_kept = x.rank() > 0 && how.fits(x.shape()) && detail::cuts_rows(how, x.shape());
  return to_sparse(x, is_kept ? how : distribution(blocks{0}));
}
// The entries of a sparse tensor, lying as told. A function of sparse tensors is computed.
template <class T>
[[nodiscard]] sparse_tensor<T> to_sparse(const sparse_tensor<T>& x, const distribution& how) {
  return detail::moved_entries("to_sparse", x, x.shape(), how, false);
}
template <class T>
[[nodiscard]] sparse_tensor<T> to_sparse(const sparse_tensor<T>& x) {
  const ravel::tensor<const T> own = x.own();
  return detail::made_in_place<T>("to_sparse", x.ranks(), x.shape(), x.how(), [&] { return ravel::to_sparse(own); });
}

// ---- dense again

// A dense tensor, distributed as told, or as x is.
template <class T>
[[nodiscard]] tensor<T> clone(const sparse_tensor<T>& x) {
  const ravel::tensor<const T> own = x.own();
  const auto write = [&](const tensor<T>& t) {
    if (t.local().size() > 0) ravel::copy(own, t.local());
  };
  return detail::made<T>("clone", x.ranks(), x.shape(), x.how(), write, " of " + detail::said_sparse(x));
}
template <class T>
[[nodiscard]] tensor<T> clone(const sparse_tensor<T>& x, const distribution& how) {
  const tensor<T> rows = clone(x);
  return how.from_front(x.rank()) == rows.how() ? rows : clone(rows, how);
}

// Writes all elements of x to a dense tensor.
template <class T, class S>
  requires ravel::detail::widens_to<T, S>
void copy(const sparse_tensor<T>& x, const tensor<S>& target) {
  copy(clone(x), target);
}

namespace detail {

template <class T>
ravel::tensor<T> whole_of(const ravel::shape& extents, const T& fill, std::span<const placed_entry<T>> entries) {
  return ravel::detail::tensor_over(extents, ravel::detail::sparse_buffer_of<T>(extents.elements(), fill, sorted_entries(entries, fill)));
}

}  // namespace detail

// A local sparse tensor on every rank.
template <class T>
[[nodiscard]] ravel::tensor<T> collect(const sparse_tensor<T>& x) {
  const ravel::tensor<const T> own = x.own();
  const index_t width = detail::row_width(x.shape());
  std::vector<detail::placed_entry<T>> entries;
  std::optional<ravel::tensor<T>> whole;
  const auto list = [&] {
    detail::each_own_entry(own, detail::cut_of(x), width, [&](index_t row, index_t column, const T& value) {
      entries.push_back({row * width + column, value});
    });
    return detail::said_sparse(x);
  };
  const auto tell = [&] { entries = detail::gathered_items(x.ranks().state(), entries); };
  const auto make = [&] { whole.emplace(detail::whole_of<T>(x.shape(), x.fill(), entries)); };
  detail::collectively(x.ranks(), "collect", list, {tell, make});
  return *std::move(whole);
}
// A local sparse tensor on one rank, nothing on the others.
template <class T>
[[nodiscard]] std::optional<ravel::tensor<T>> collect(const sparse_tensor<T>& x, index_arg rank) {
  const ravel::tensor<const T> own = x.own();
  const index_t width = detail::row_width(x.shape());
  std::optional<detail::entry_mail<T>> mail;
  std::optional<ravel::tensor<T>> whole;
  const auto list = [&] {
    mail.emplace(x.ranks(), ravel::shape{1, x.size()}, owners(0, {rank}));
    detail::each_own_entry(own, detail::cut_of(x), width,
                           [&](index_t row, index_t column, const T& value) { mail->send(0, row * width + column, value); });
    return static_cast<std::string>(ravel::detail::text() << detail::said_sparse(x) << " on rank " << index_t{rank});
  };
  const auto agree = [&] { mail->agree(); };
  const auto exchange = [&] { mail->exchange(); };
  const auto make = [&] {
    if (x.ranks().rank() == rank) whole.emplace(detail::whole_of<T>(x.shape(), x.fill(), mail->received()));
  };
  detail::collectively(x.ranks(), "collect", list, {agree, exchange, make});
  return whole;
}

namespace detail {

// Joins the results of of_rank() by join(all, item), and gives the whole to all ranks.
template <class Item, class OfRank, class Join>
Item joined_of_ranks(const char* operation, const world& ranks, const std::string& said, const OfRank& of_rank, const Join& join) {
  Item all{};
  const auto prepare = [&] {
    all = of_rank();
    return said;
  };
  const auto tell = [&] { all = joined_items(ranks.state(), all, join); };
  collectively(ranks, operation, prepare, {tell});
  return all;
}
template <class Count>
index_t counted_over_ranks(const char* operation, const world& ranks, const std::string& said, const Count& count) {
  return joined_of_ranks<index_t>(operation, ranks, said, count, [](index_t& all, index_t n) { all += n; });
}

}  // namespace detail

// The number of entries.
template <class T>
[[nodiscard]] index_t stored_count(const sparse_tensor<T>& x) {
  const ravel::tensor<const T> own = x.own();
  return detail::counted_over_ranks("stored_count", x.ranks(), detail::said_sparse(x), [&] { return ravel::stored_count(own); });
}

// Writes the text of the local tensor. All entries come to rank 0.
template <class T>
void print(const sparse_tensor<T>& x, std::ostream& out) {
  if (const auto whole = collect(x, 0)) out << *whole << "\n";
}
template <class T>
void print(const sparse_tensor<T>& x) {
  print(x, detail::standard_output());
}
// Local: "float64[8 12] sparse, blocks along [0], rank 1 of 4".
template <class T>
std::ostream& operator<<(std::ostream& out, const sparse_tensor<T>& x) {
  return out << ravel::detail::type_name<T>() << ravel::to_string(x.shape()) << " sparse, " << x.how().description() << ", rank "
             << x.ranks().rank() << " of " << x.ranks().size();
}

// ---- functions, which are lazy: a rank goes by the entries of its own rows, as one machine does. The operators of elementwise.hpp take
// sparse tensors of one shape and values. Operands that lie differently move to the ranks of the first one's rows when the result is
// needed.

namespace detail {

template <class X>
struct rows_operand : std::type_identity<X> {};
template <class T>
struct rows_operand<sparse_tensor<T>> : std::type_identity<ravel::tensor<const T>> {};
template <class X>
using rows_operand_t = typename rows_operand<std::remove_cvref_t<X>>::type;

template <class X, class... More>
const auto& first_sparse_among(const X& x, const More&... more) {
  if constexpr (sparse_distributed<X>) {
    return x;
  } else {
    return first_sparse_among(more...);
  }
}
template <class First, class X>
void check_beside(const First& first, const X& x) {
  if constexpr (sparse_distributed<X>) {
    check_one_world("elementwise function", x.ranks(), first.ranks());
    if (!(x.shape() == first.shape())) throw_not_one_shape(first.shape(), x.shape());
  }
}
template <class X>
bool lies_so(const X& x, const distribution& how) {
  if constexpr (sparse_distributed<X>) {
    return x.lies_ready() && x.how() == how;
  } else {
    return true;
  }
}
template <class X>
decltype(auto) own_part_of(const X& x) {
  if constexpr (sparse_distributed<X>) {
    return x.local();
  } else {
    return (x);
  }
}
// Collective.
template <class X>
rows_operand_t<X> brought(const X& x, const distribution& how) {
  if constexpr (sparse_distributed<X>) {
    return x.how() == how ? x.own() : moved_entries("to_sparse", x, x.shape(), how, false).local();
  } else {
    return x;
  }
}
// No elements, with the same default value.
template <class X>
rows_operand_t<X> without_elements(const X& x) {
  if constexpr (sparse_distributed<X>) {
    return ravel::sparse_tensor<typename X::value_type>({0}, x.fill());
  } else {
    return x;
  }
}

template <class... Xs>
  requires sparse_among<Xs...>
struct elementwise_over_ranks<Xs...> {
  template <class X>
  using operand = rows_operand_t<X>;

  template <class F>
  static auto of(const F& f, const Xs&... xs) {
    const auto& first = first_sparse_among(xs...);
    (check_beside(first, xs), ...);
    using T = ravel::detail::read_t<std::invoke_result_t<const F&, const operand<Xs>&...>>;
    using local = ravel::tensor<const T>;
    using made = sparse_tensor<T>;
    const distribution how = first.how();
    if ((lies_so(xs, how) && ...)) return made::function(first.ranks(), first.shape(), how, local(f(own_part_of(xs)...)));
    const local none = f(without_elements(xs)...);
    return made::function(first.ranks(), first.shape(), how, none.fill(), [=] {
      const std::tuple<operand<Xs>...> operands{brought(xs, how)...};  // braces: from left to right
      return local(std::apply(f, operands));
    });
  }
};

}  // namespace detail

#define RAVEL_MPI_DELETED_OPERATOR(sign, ...)                                                                 \
  template <class A, class B>                                                                                 \
    requires((detail::sparse_distributed<A> || detail::sparse_distributed<B>) && !detail::sparse_among<A, B>) \
  void operator sign(const A& a, const B& b) = delete;  // one operand is dense: clone(x) makes the other one dense, to_sparse(x) this one
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_MPI_DELETED_OPERATOR)
RAVEL_FOR_EACH_COMPARING_OPERATOR(RAVEL_MPI_DELETED_OPERATOR)
#undef RAVEL_MPI_DELETED_OPERATOR

}  // namespace mpi
}  // namespace ravel
