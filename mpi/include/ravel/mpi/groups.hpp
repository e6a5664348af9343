// SPDX-License-Identifier: BSL-1.0
// Groups of distributed vectors: group_reduce and value_counts. All rows of a key travel to one rank, in the order of their positions, so
// that floating results have the bits of one machine. Results are distributed. Collective.
#pragma once

#include <ravel/mpi/fetch.hpp>
#include <ravel/mpi/order.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/keys/unique.hpp>

namespace ravel {
namespace mpi {

// One key and one result for each group.
template <class K, class R>
struct group_results {
  tensor<K> keys;
  tensor<R> values;
};
template <class T>
struct counted_values {
  tensor<T> values;
  tensor<index_t> counts;
};

namespace detail {

RAVEL_API void check_columns(const char* operation, const ravel::shape& keys, const ravel::shape& values);
RAVEL_API index_t rank_of_hash(std::size_t hash, int ranks);

// Equal keys have one owner: the zeros are one key, and so is NaN.
template <class K>
index_t owner_of_key(const K& key, int ranks) {
  if (key != key) return 0;
  return rank_of_hash(std::hash<K>{}(key == K{} ? K{} : key), ranks);
}

template <class K, class V>
struct keyed_row {
  index_t position;
  K key;
  V value;
};

// The rows of this rank's keys, by rising position.
template <class K, class V>
struct rows_of_keys {
  std::vector<index_t> positions;
  ravel::tensor<K> keys;
  ravel::tensor<V> values;

  void take(const std::vector<keyed_row<K, V>>& rows) {
    const auto n = static_cast<index_t>(rows.size());
    keys = ravel::empty<K>({n});
    values = ravel::empty<V>({n});
    positions.reserve(rows.size());
    for (index_t i = 0; i < n; ++i) {
      const auto& row = rows[static_cast<std::size_t>(i)];
      positions.push_back(row.position);
      keys.data()[i] = row.key;
      values.data()[i] = row.value;
    }
  }
  // Rows before a position.
  index_t before(index_t position) const { return std::ranges::lower_bound(positions, position) - positions.begin(); }
};

// Sends each row to the owner of its key.
template <class K, class V, class Keys, class Values>
rows_of_keys<K, V> sent_to_owners(const char* operation, const world& ranks, const Keys& keys, const Values& values) {
  routes<keyed_row<K, V>> rows(ranks);
  rows_of_keys<K, V> own;
  const auto sort_out = [&](index_t first, const auto& of_keys, const auto& of_values) {
    const ravel::tensor<K> k = ravel::clone(of_keys);
    const ravel::tensor<V> v = ravel::clone(of_values);
    for (index_t i = 0; i < k.size(); ++i) {
      rows.to(owner_of_key<K>(k.data()[i], ranks.size())).push_back({first + i, k.data()[i], v.data()[i]});
    }
  };
  const auto agree = [&] { rows.agree(); };
  const auto send = [&] { rows.exchange(); };
  const auto keep = [&] { own.take(rows.received()); };
  each_joint_block(operation, ranks, dims::row_major(keys.shape()), cut_line(keys.size(), ranks.size()), sort_out, {agree, send, keep},
                   keys, values);
  return own;
}

// Gathers states in the batches of one machine, which end at fixed positions of the whole.
template <class K, class V, class Reducer>
class group_work {
  using groups = ravel::detail::groups_of<false, ravel::detail::row_of<K>, Reducer, ravel::detail::row_of<V>>;
  using states = typename groups::states;

 public:
  using result = decltype(std::declval<const states&>().finish(0));

  group_work(const world& ranks, const rows_of_keys<K, V>& rows, index_t size, const Reducer& reducer)
      : ranks_(ranks),
        rows_(rows),
        size_(size),
        in_batches_(states::merges && size > ravel::detail::first_batch),
        groups_(rows.keys.size(), states("group_reduce", reducer, nan_policy::keep, in_batches_)) {
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
  ravel::buffer<K> take_keys() { return groups_.take_keys(); }
  ravel::tensor<const result> results() const {
    const ravel::tensor<result> all = ravel::empty<result>({size()});
    for (index_t g = 0; g < size(); ++g) all.data()[g] = groups_.gathered().finish(static_cast<std::size_t>(g));
    return all;
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
    ravel::detail::with_any_columns(rows_.keys, rows_.values, [&](ravel::detail::any_columns_of_rows columns) {
      ravel::detail::each_block_of_rows(columns, first, behind, groups_);
    });
  }

  world ranks_;
  const rows_of_keys<K, V>& rows_;
  index_t size_;
  bool in_batches_;
  groups groups_;
  std::vector<index_t> first_rows_;
  index_t all_groups_ = 0;
};

template <class X>
ravel::tensor<const X> as_vector(const ravel::buffer<X>& elements) {
  return ravel::tensor<const X>(dims::row_major({elements.size()}), elements);
}

template <class Reducer, class V>
concept reduces_groups = !ravel::detail::draws<Reducer, V> && (ravel::reducer_of<Reducer, V> || ravel::reducer_of<Reducer, canonical_t<V>>);

}  // namespace detail

// The values of each key, reduced. The groups come in the order in which they are first seen, or of their keys; they lie in blocks or as
// told.
template <detail::spread_ordered Keys, detail::spread_numbers Values, class Reducer>
  requires detail::reduces_groups<Reducer, typename Values::value_type>
[[nodiscard]] auto group_reduce(const Keys& keys, const Values& values, const Reducer& reducer, group_order order = group_order::first_seen,
                                const distribution& how = blocks{0}) {
  using K = typename Keys::value_type;
  using V = std::conditional_t<ravel::reducer_of<Reducer, typename Values::value_type>, typename Values::value_type,
                               canonical_t<typename Values::value_type>>;
  constexpr auto name = "group_reduce";
  const world& ranks = keys.ranks();
  detail::check_columns(name, keys.shape(), values.shape());
  const auto rows = [&] {
    if constexpr (std::same_as<V, typename Values::value_type>) {
      return detail::sent_to_owners<K, V>(name, ranks, keys, values);
    } else {
      return detail::sent_to_owners<K, V>(name, ranks, keys, cast<V>(values));
    }
  }();
  using work = detail::group_work<K, V, Reducer>;
  using R = typename work::result;
  std::optional<work> groups;
  std::optional<ravel::buffer<K>> own_keys;
  std::optional<ravel::tensor<const R>> own_values;
  std::optional<ravel::tensor<const index_t>> first;
  const auto begin = [&] {
    groups.emplace(ranks, rows, keys.size(), reducer);
    groups->begin();
  };
  const auto count = [&] { groups->count(); };
  const auto end = [&] {
    groups->end();
    own_values.emplace(groups->results());
    first.emplace(groups->first_positions());
    own_keys.emplace(groups->take_keys());
  };
  detail::collectively(ranks, name, [] { return std::string("reducing"); }, {begin, count, end});
  const auto found_keys = detail::parts_in_order<K>(name, ranks, detail::as_vector(*own_keys), nullptr);
  const auto found_values = detail::parts_in_order<R>(name, ranks, *own_values, nullptr);
  const auto places =
      order == group_order::sorted ? argsort(found_keys) : argsort(detail::parts_in_order<index_t>(name, ranks, *first, nullptr));
  return group_results<K, R>{take(found_keys, 0, places, how), take(found_values, 0, places, how)};
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

}  // namespace mpi
}  // namespace ravel
