// SPDX-License-Identifier: BSL-1.0
// Groups of distributed vectors: group_reduce and value_counts. All rows of a key travel to one rank, in the order of their positions, so
// that floating results have the bits of one machine. Results are distributed. Collective.
#pragma once

#include <ravel/mpi/fetch.hpp>
#include <ravel/mpi/order.hpp>
#include <ravel/op/fold/compose.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/tensor/elementwise.hpp>

#include <exception>
#include <tuple>

namespace ravel {
namespace mpi {

namespace detail {

template <class T>
struct columns_of_type : std::type_identity<tensor<T>> {};
template <class... Ts>
struct columns_of_type<std::tuple<Ts...>> : std::type_identity<std::tuple<tensor<Ts>...>> {};

}  // namespace detail

// One key and one result for each group: tensors, or of std::tuples a tensor for each column.
template <class K, class R>
struct group_results {
  typename detail::columns_of_type<K>::type keys;
  typename detail::columns_of_type<R>::type values;
};
template <class T>
struct counted_values {
  tensor<T> values;
  tensor<index_t> counts;
};

// The different elements of all, as of one machine.
template <class T>
struct uniques {
  tensor<T> values;         // ascending
  tensor<index_t> first;    // the first position of each
  tensor<index_t> counts;   // the count of each
  tensor<index_t> inverse;  // for each element, the place of its value in `values`
};

namespace detail {

RAVEL_API index_t rank_of_hash(std::size_t hash, int ranks);

using ravel::detail::row_of;

// One distributed column, or a std::tuple of several.
template <class X>
inline constexpr bool is_spread_tuple = false;
template <class First, class... More>
inline constexpr bool is_spread_tuple<std::tuple<First, More...>> = (spread_numbers<First> && ... && spread_numbers<More>);
template <class X>
concept spread_columns = spread_numbers<X> || is_spread_tuple<X>;

template <class X>
struct spread_row_in : std::type_identity<row_of<typename X::value_type>> {};
template <class... Xs>
struct spread_row_in<std::tuple<Xs...>> : std::type_identity<row_of<typename std::remove_cvref_t<Xs>::value_type...>> {};
template <class X>
using spread_row_t = typename spread_row_in<X>::type;

template <class Row>
inline constexpr bool is_ordered_row = false;
template <class... Ts>
inline constexpr bool is_ordered_row<row_of<Ts...>> = ((kind_v<Ts> < element_kind::complex) && ...);
template <class X>
concept spread_keys = spread_columns<X> && is_ordered_row<spread_row_t<X>>;

template <class X>
auto tied(const X& x) {
  if constexpr (distributed<X>) {
    return std::tie(x);
  } else {
    return std::apply([](const auto&... each) { return std::tie(each...); }, x);
  }
}
// One column alone, or all.
template <class... Xs>
auto untied(std::tuple<Xs...> columns) {
  if constexpr (sizeof...(Xs) == 1) {
    return std::get<0>(std::move(columns));
  } else {
    return columns;
  }
}

// Equal keys have one owner: the zeros are one key, and so is NaN.
template <class K>
std::size_t hash_of_key(const K& key) {
  if (key != key) return 0;
  return std::hash<K>{}(key == K{} ? K{} : key);
}

// The elements of a row, as bytes that travel.
template <class... Ts>
struct cells {};
template <class T, class... More>
struct cells<T, More...> {
  T first;
  [[no_unique_address]] cells<More...> more;
};
inline cells<> packed_cells() { return {}; }
template <class T, class... More>
cells<T, More...> packed_cells(const T& first, const More&... more) {
  return {first, packed_cells(more...)};
}
template <std::size_t C, class T, class... More>
const auto& cell(const cells<T, More...>& row) {
  if constexpr (C == 0) {
    return row.first;
  } else {
    return cell<C - 1>(row.more);
  }
}

// The rows of this rank's keys, by rising position.
template <class KeyRow, class ValueRow>
struct rows_of_keys;
template <class... Ks, class... Vs>
struct rows_of_keys<row_of<Ks...>, row_of<Vs...>> {
  using row = cells<index_t, Ks..., Vs...>;
  using columns = std::tuple<ravel::tensor<Ks>..., ravel::tensor<Vs>...>;

  std::vector<index_t> positions;
  std::tuple<ravel::tensor<Ks>...> keys;
  std::tuple<ravel::tensor<Vs>...> values;

  static index_t owner_of(const row& r, int ranks) {
    return [&]<std::size_t... C>(std::index_sequence<C...>) {
      std::size_t hash = 0;
      ((hash = hash * 31 + hash_of_key(cell<1 + C>(r))), ...);
      return rank_of_hash(hash, ranks);
    }(std::index_sequence_for<Ks...>());
  }
  void take(const std::vector<row>& rows) {
    positions.reserve(rows.size());
    for (const row& r : rows) positions.push_back(r.first);
    fill<1>(keys, rows);
    fill<1 + sizeof...(Ks)>(values, rows);
  }
  // Rows before a position.
  index_t before(index_t position) const { return std::ranges::lower_bound(positions, position) - positions.begin(); }

 private:
  template <std::size_t First, class... Ts>
  static void fill(std::tuple<ravel::tensor<Ts>...>& to, const std::vector<row>& rows) {
    const auto column = [&]<class T, std::size_t C>(ravel::tensor<T>& t, std::integral_constant<std::size_t, C>) {
      t = ravel::empty<T>({static_cast<index_t>(rows.size())});
      for (std::size_t i = 0; i < rows.size(); ++i) t.data()[i] = cell<C>(rows[i]);
    };
    [&]<std::size_t... C>(std::index_sequence<C...>) {
      (column(std::get<C>(to), std::integral_constant<std::size_t, First + C>()), ...);
    }(std::index_sequence_for<Ts...>());
  }
};

// Checks that all columns are vectors of one length.
template <class First, class... More>
void check_tied_columns(const char* operation, const std::tuple<First, More...>& columns) {
  const ravel::shape extents = std::get<0>(columns).shape();
  std::apply([&](const auto&... each) { (check_columns(operation, extents, each.shape()), ...); }, columns);
}

// Sends each row to the owner of its keys, which are the first columns.
template <class KeyRow, class ValueRow, class... Columns>
rows_of_keys<KeyRow, ValueRow> sent_to_owners(const char* operation, const std::tuple<Columns...>& columns) {
  using all_rows = rows_of_keys<KeyRow, ValueRow>;
  const auto& first_column = std::get<0>(columns);
  const world& ranks = first_column.ranks();
  routes<typename all_rows::row> rows(ranks);
  all_rows own;
  const auto sort_out = [&](index_t first, const auto&... blocks) {
    const typename all_rows::columns known(ravel::clone(blocks)...);
    for (index_t i = 0; i < std::get<0>(known).size(); ++i) {
      const auto row = std::apply([&](const auto&... each) { return packed_cells(first + i, each.data()[i]...); }, known);
      rows.to(all_rows::owner_of(row, ranks.size())).push_back(row);
    }
  };
  const auto agree = [&] { rows.agree(); };
  const auto send = [&] { rows.exchange(); };
  const auto keep = [&] { own.take(rows.received()); };
  std::apply(
      [&](const auto&... each) {
        each_line_part(operation, ranks, first_column.shape(), sort_out, {agree, send, keep}, each...);
      },
      columns);
  return own;
}

// A buffer for each column.
template <class B>
auto in_tuple(B columns) {
  if constexpr (requires { std::tuple_size<B>(); }) {
    return columns;
  } else {
    return std::tuple(std::move(columns));
  }
}

// States that note of which group they were asked last.
template <class States>
struct noting_states {
  const States& all;
  index_t& last;

  bool has_some(std::size_t group) const { return all.has_some(group); }
  auto finish(std::size_t group) const {
    last = static_cast<index_t>(group);
    return all.finish(group);
  }
};

// Gathers states in the batches of one machine, which end at fixed positions of the whole.
template <bool Policy, class KeyRow, class ValueRow, class Reducer>
class group_work {
  using groups = ravel::detail::groups_of<Policy, KeyRow, Reducer, ValueRow>;
  using states = typename groups::states;

 public:
  using result = decltype(std::declval<const states&>().finish(0));
  using told = std::optional<result>;
  using key_buffers = decltype(std::declval<groups&>().take_keys());

  group_work(const char* operation, const world& ranks, const rows_of_keys<KeyRow, ValueRow>& rows, index_t size, const Reducer& reducer,
             nan_policy policy)
      : ranks_(ranks),
        rows_(rows),
        size_(size),
        in_batches_(states::merges && size > ravel::detail::first_batch),
        groups_(std::ssize(rows.positions), states(operation, reducer, policy, in_batches_)) {
    groups_.note_first_rows(first_rows_);
  }

  void begin() { add(0, in_batches_ ? ravel::detail::first_batch : size_); }
  // Part of a stage.
  void count() {
    for (const index_t n : gathered_items<index_t>(ranks_.state(), {groups_.groups()})) all_groups_ += n;
  }
  void end() {
    if (!in_batches_) return;
    if (all_groups_ > ravel::detail::few_groups) {
      groups_.stay_in_one_batch();
      return add(ravel::detail::first_batch, size_);
    }
    groups_.end_batch();
    const index_t length = ravel::detail::length_of_batches(size_);
    for (index_t at = ravel::detail::first_batch; at < size_; at += length) {
      add(at, std::min(at + length, size_));
      groups_.end_batch();
    }
  }

  index_t size() const { return groups_.groups(); }
  key_buffers take_keys() { return groups_.take_keys(); }
  // A buffer for each column, of groups that are first seen at these positions. A failure is kept, because another rank may fail earlier.
  template <class Call>
  auto results(Call call, const key_buffers& keys, const ravel::tensor<const index_t>& first, const told& when_empty) {
    constexpr bool several = requires { std::tuple_size<result>(); };
    const auto name = [&](index_t g) { return call(keys, g); };
    index_t last = 0;
    const noting_states<states> noting{groups_.gathered(), last};
    const auto finish = [&] {
      return in_tuple(ravel::detail::finished(noting, first.size(), when_empty, name, std::bool_constant<several>()));
    };
    std::optional<decltype(finish())> found;
    try {
      found.emplace(finish());
    } catch (...) {
      failed_ = std::current_exception();
      failed_at_ = first.size() == 0 ? 0 : first(last);
    }
    return found;
  }
  // Throws the error of the group that is first seen. Part of a stage.
  void throw_first_failure() const {
    const auto all = gathered_items<index_t>(ranks_.state(), {failed_at_});
    if (failed_ && failed_at_ == std::ranges::min(all)) std::rethrow_exception(failed_);
  }
  // The position at which each group is first seen.
  ravel::tensor<const index_t> first_positions() const {
    const ravel::tensor<index_t> all = ravel::empty<index_t>({size()});
    for (index_t g = 0; g < size(); ++g) {
      all.data()[g] = rows_.positions[static_cast<std::size_t>(first_rows_[static_cast<std::size_t>(g)])];
    }
    return all;
  }

 private:
  void add(index_t begin, index_t end) {
    const index_t first = rows_.before(begin), behind = rows_.before(end);
    if (first == behind) return;
    ravel::detail::with_any_columns(rows_.keys, rows_.values, [&](ravel::detail::any_columns_of_rows given) {
      ravel::detail::each_block_of_rows(given, first, behind, groups_);
    });
  }

  world ranks_;
  const rows_of_keys<KeyRow, ValueRow>& rows_;
  index_t size_;
  bool in_batches_;
  groups groups_;
  std::vector<index_t> first_rows_;
  index_t all_groups_ = 0;
  std::exception_ptr failed_;
  index_t failed_at_ = index_limit;
};

template <class X>
ravel::tensor<const X> as_vector(const ravel::buffer<X>& elements) {
  return ravel::tensor<const X>(dims::row_major({elements.size()}), elements);
}

template <class Reducer, class Row>
inline constexpr bool reduces_groups = false;
template <class Reducer, class... Ts>
inline constexpr bool reduces_groups<Reducer, row_of<Ts...>> =
    !ravel::detail::draws<Reducer, Ts...> && (ravel::reducer_of<Reducer, Ts...> || ravel::reducer_of<Reducer, canonical_t<Ts>...>);

template <class A>
concept group_argument = ravel::detail::group_option<A> || std::derived_from<A, distribution>;

// The columns of values as the reducer takes them.
template <class Reducer, class Row>
struct reduced_row;
template <class Reducer, class... Ts>
struct reduced_row<Reducer, row_of<Ts...>>
    : std::type_identity<std::conditional_t<ravel::reducer_of<Reducer, Ts...>, row_of<Ts...>, row_of<canonical_t<Ts>...>>> {};
template <class T, class X>
auto in_elements(const X& x) {
  if constexpr (std::same_as<typename X::value_type, T>) {
    return x;
  } else {
    return cast<T>(x);
  }
}
template <class... Ts, class... Xs>
auto with_row(row_of<Ts...>, const std::tuple<Xs...>& columns) {
  return std::apply([](const auto&... each) { return std::tuple(in_elements<Ts>(each)...); }, columns);
}

// The positions of the groups in the order of their keys: stable sorts, by the last column first.
template <class... Ks>
tensor<index_t> places_by_keys(const std::tuple<tensor<Ks>...>& keys) {
  std::optional<tensor<index_t>> places;
  const auto sort_by = [&](const auto& column) { places = places ? take(*places, 0, argsort(take(column, 0, *places))) : argsort(column); };
  [&]<std::size_t... C>(std::index_sequence<C...>) {
    (sort_by(std::get<sizeof...(Ks) - 1 - C>(keys)), ...);
  }(std::index_sequence_for<Ks...>());
  return *std::move(places);
}

// Call{}(keys of groups, g) names a group in an error.
template <class Call, class Keys, class Values, class Reducer, class... Options>
auto groups_over_ranks(const char* name, const Keys& keys, const Values& values, const Reducer& reducer, const distribution& how,
                       const Options&... options) {
  using key_row = spread_row_t<Keys>;
  using value_row = typename reduced_row<Reducer, spread_row_t<Values>>::type;
  using work = group_work<ravel::detail::is_given<nan_policy, Options...>, key_row, value_row, Reducer>;
  const auto key_columns = tied(keys);
  check_tied_columns(name, std::tuple_cat(key_columns, tied(values)));
  const world& ranks = std::get<0>(key_columns).ranks();
  const auto policy = ravel::detail::option_or(nan_policy::keep, options...);
  if (policy == nan_policy::refuse) std::apply([&](const auto&... each) { refuse_nan_over_ranks(name, each...); }, tied(values));
  const auto columns = std::tuple_cat(key_columns, with_row(value_row(), tied(values)));
  const auto rows = sent_to_owners<key_row, value_row>(name, columns);
  const auto told = ravel::detail::told_value<typename work::result>(options...);
  std::optional<work> groups;
  std::optional<typename work::key_buffers> own_keys;
  std::optional<ravel::tensor<const index_t>> first;
  decltype(groups->results(Call{}, *own_keys, *first, told)) own_values;
  const auto begin = [&] {
    groups.emplace(name, ranks, rows, std::get<0>(key_columns).size(), reducer, policy);
    groups->begin();
  };
  const auto count = [&] { groups->count(); };
  const auto end = [&] {
    groups->end();
    first.emplace(groups->first_positions());
    own_keys.emplace(groups->take_keys());
    own_values = groups->results(Call{}, *own_keys, *first, told);
  };
  const auto agree = [&] { groups->throw_first_failure(); };
  collectively(ranks, name, [&] { return "reducing" + said_arguments(reducer, options...); }, {begin, count, end, agree});
  // Braces: from left to right on all ranks.
  const auto spread = [&]<class... Ts>(const ravel::buffer<Ts>&... each) {
    return std::tuple<tensor<Ts>...>{parts_in_order<Ts>(name, ranks, as_vector(each), nullptr)...};
  };
  const auto found_keys = std::apply(spread, in_tuple(*own_keys));
  const auto found_values = std::apply(spread, *own_values);
  const auto places = ravel::detail::option_or(group_order::first_seen, options...) == group_order::sorted
                          ? places_by_keys(found_keys)
                          : argsort(parts_in_order<index_t>(name, ranks, *first, nullptr));
  const auto in_order = [&]<class... Ts>(const tensor<Ts>&... each) { return std::tuple<tensor<Ts>...>{take(each, 0, places, how)...}; };
  return std::pair(std::apply(in_order, found_keys), std::apply(in_order, found_values));
}

template <class A>
auto reducer_alone(const A& a) {
  if constexpr (group_argument<A>) {
    return std::tuple<>();
  } else {
    return std::tuple<A>(a);
  }
}
template <class... Arguments>
distribution where_groups_lie(const Arguments&... arguments) {
  static_assert((0 + ... + std::derived_from<Arguments, distribution>) <= 1, "a distribution is given twice");
  distribution how = blocks{0};
  [[maybe_unused]] const auto look = [&](const auto& a) {
    if constexpr (std::derived_from<std::remove_cvref_t<decltype(a)>, distribution>) how = a;
  };
  (look(arguments), ...);
  return how;
}

template <class... Ks, class... Rs>
group_results<decltype(untied(std::declval<std::tuple<Ks...>>())), decltype(untied(std::declval<std::tuple<Rs...>>()))> as_group_results(
    std::pair<std::tuple<tensor<Ks>...>, std::tuple<tensor<Rs>...>> found) {
  return {untied(std::move(found.first)), untied(std::move(found.second))};
}

}  // namespace detail

// The values of each key, reduced: group_reduce(keys, values, reducer, …, group_order, distribution). Keys, and values that a reducer takes
// in pairs, are one distributed vector or a std::tuple of columns. Of several reducers the values are a tuple. The groups come in the order
// in which they are first seen, or of their keys; they lie in blocks or as told. nan_policy and when_empty{v} are those of one machine.
template <detail::spread_keys Keys, detail::spread_columns Values, class Reducer, class... Arguments>
  requires(detail::reduces_groups<Reducer, detail::spread_row_t<Values>> &&
           ((detail::group_argument<Arguments> || detail::reduces_groups<Arguments, detail::spread_row_t<Values>>)&&...))
[[nodiscard]] auto group_reduce(const Keys& keys, const Values& values, const Reducer& reducer, const Arguments&... arguments) {
  const distribution how = detail::where_groups_lie(arguments...);
  const auto reduce_by = [&](const auto& one) {
    return detail::groups_over_ranks<ravel::detail::called_by_keys>("group_reduce", keys, values, one, how, arguments...);
  };
  const auto reduce = [&](const auto&... reducers) {
    if constexpr (sizeof...(reducers) == 1) {
      return reduce_by(reducers...);
    } else {
      return reduce_by(ravel::compose(reducers...));
    }
  };
  return detail::as_group_results(std::apply(reduce, std::tuple_cat(std::tuple(reducer), detail::reducer_alone(arguments)...)));
}

// The different elements and how often each is there, the commonest first and equally common ones in ascending order.
template <detail::spread_ordered X>
[[nodiscard]] auto value_counts(const X& x, const distribution& how = blocks{0}) {
  using T = typename X::value_type;
  detail::sharing<T> parts(x.ranks());
  const auto line = flat(x);
  parts.run("value_counts", line);
  std::optional<ravel::uniques<T>> own;
  const auto tell_apart = [&] { own.emplace(ravel::unique_all(parts.values())); };
  detail::collectively(x.ranks(), "value_counts", [] { return std::string("counting"); }, {tell_apart});
  const auto values = detail::parts_in_order<T>("value_counts", x.ranks(), detail::as_vector(own->values), nullptr);
  const auto counts = detail::parts_in_order<index_t>("value_counts", x.ranks(), detail::as_vector(own->counts), nullptr);
  const auto commonest = argsort(-counts);
  return counted_values<T>{take(values, 0, commonest, how), take(counts, 0, commonest, how)};
}

namespace detail {

// For the rank of an element: which of its own that is, and the place among all values.
struct place_of_element {
  index_t row;
  index_t place;
};

}  // namespace detail

// The different elements in ascending order, the first position and the count of each, in blocks or as told, and the place of every element
// among them, which lies as x does.
template <detail::spread_ordered X>
[[nodiscard]] auto unique_all(const X& x, const distribution& how = blocks{0}) {
  using T = typename X::value_type;
  constexpr auto name = "unique_all";
  const world& ranks = x.ranks();
  detail::sharing<T> parts(ranks);
  const auto line = flat(x);
  parts.run(name, line);
  const detail::row_owner owner(x.size(), ranks.size());
  detail::routes<detail::place_of_element> places(ranks);
  std::optional<ravel::uniques<T>> own;
  std::vector<index_t> different;
  std::optional<tensor<index_t>> inverse;
  const auto tell_apart = [&] {
    own.emplace(ravel::unique_all(parts.values()));
    different = {own->values.size()};
  };
  const auto tell = [&] { different = detail::gathered_items(ranks.state(), different); };
  const auto place = [&] {
    const index_t before = std::accumulate(different.begin(), different.begin() + ranks.rank(), index_t{0});
    for (index_t i = 0; i < own->inverse.size(); ++i) {
      const index_t position = parts.share()[static_cast<std::size_t>(i)].position;
      places.to(owner.rank_of(position)).push_back({owner.place_of(position), before + own->inverse[i]});
    }
    for (index_t& row : own->first.span()) row = parts.share()[static_cast<std::size_t>(row)].position;
  };
  const auto agree = [&] { places.agree(); };
  const auto send = [&] { places.exchange(); };
  const auto put = [&] {
    inverse.emplace(detail::unfilled<index_t>(ranks, {x.size()}, blocks{0}));
    for (const auto& p : places.received()) reinterpret_cast<index_t*>(inverse->part()->data)[p.row] = p.place;
  };
  detail::collectively(ranks, name, [] { return std::string("telling apart"); }, {tell_apart, tell, place, agree, send, put});
  const auto in_parts = [&]<class E>(const ravel::buffer<E>& each) {
    return detail::parts_in_order<E>(name, ranks, detail::as_vector(each), &how);
  };
  return uniques<T>{in_parts(own->values), in_parts(own->first), in_parts(own->counts),
                    clone(reshape(*inverse, ints(x.shape())), detail::fitting_distribution(x.first_leaf().how(), x.shape()))};
}

}  // namespace mpi
}  // namespace ravel
