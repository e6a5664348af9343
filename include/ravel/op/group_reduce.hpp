// SPDX-License-Identifier: BSL-1.0
// group_reduce: what reducers make of the values under each key, in one pass over keys and values that keeps one small state for each
// group; or what a function does, which is called once for each group with a reader of its values. Keys, and values that a reducer takes in
// pairs, are one reader or a std::tuple of columns. NaN is one key, and so are the zeros.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/detail/alike_at_first.hpp>
#include <ravel/op/detail/grouped_rows.hpp>
#include <ravel/op/detail/one_by_one.hpp>
#include <ravel/op/detail/row_numbers.hpp>
#include <ravel/op/merge_sorted.hpp>
#include <ravel/op/options.hpp>
#include <ravel/op/when_empty.hpp>

namespace ravel {

// The keys are a buffer, or a tuple with one for each column; so are the values, by the number of reducers.
template <class Keys, class Values>
struct group_results {
  Keys keys;
  Values values;
};

namespace detail {

template <class Reducer, class Row>
inline constexpr bool reduces_row = false;
template <class Reducer, class... Ts>
inline constexpr bool reduces_row<Reducer, row_of<Ts...>> = reducer_of<Reducer, Ts...>;
template <class Reducer, class Row>
inline constexpr bool reduces_canonical_row = false;
template <class Reducer, class... Ts>
inline constexpr bool reduces_canonical_row<Reducer, row_of<Ts...>> = reducer_of<Reducer, canonical_t<Ts>...>;

template <class Reducer, class X>
concept reduces_columns = columns<X> && (reduces_row<Reducer, row_t<X>> || reduces_canonical_row<Reducer, row_t<X>>);

// Rows come in batches: what a group has gathered of each is merged in their order, so that threads may gather them apart. The first has
// 65,536 rows; where they have many groups, all rows are one batch, as few rows of a group would be merged with few. About 32 others have
// a power of two rows each. So the rows alone say where batches end.
inline constexpr index_t first_batch = 65536, few_groups = 8192;
inline index_t length_of_batches(index_t rows) {
  return std::max(first_batch, static_cast<index_t>(std::bit_ceil(static_cast<std::uint64_t>(rows / 32 + 1))));
}

// One state for each group. Rows come in ascending order. A call that gives no policy about NaN compiles none.
template <bool Policy, class Reducer, class... Ts>
class group_states {
  static constexpr bool minds_nan = Policy && (may_be_nan<Ts> || ...);
  using single = one_by_one<Reducer, Ts...>;
  using state = typename single::state;
  using whole = std::remove_cvref_t<decltype(single::whole(std::declval<const Reducer&>(), std::declval<const state&>()))>;

 public:
  static constexpr bool merges = !draws<Reducer, Ts...> && !goes_on<Reducer>;
  static constexpr bool marks = !empty_is_neutral<Reducer>;  // the groups that a batch has

  group_states(const char* operation, const Reducer& reducer, nan_policy policy, bool in_batches = false)
      : operation_(operation), reducer_(reducer), policy_(policy), in_batches_(in_batches) {}

  // The same of none.
  group_states begun_anew() const { return group_states(operation_, reducer_, policy_, in_batches_); }

  void refuse(index_t position, std::span<const Ts>... values) const {
    if constexpr (minds_nan) {
      if (policy_ == nan_policy::refuse) refuse_nan_in<Ts...>(operation_, position, values...);
    }
  }
  // Takes row after row into the state of its number, up to one that has none: how many that were.
  template <class Number>
  std::size_t add(Number number, std::size_t n, const Ts*... values) {
    if constexpr (minds_nan) {
      const auto is_number = [](const Ts&... of_row) { return !(is_nan{}(of_row) || ...); };
      if (policy_ == nan_policy::skip) return take<true>(number, is_number, n, values...);
    }
    const auto all = [](const Ts&...) { return true; };
    if constexpr (merges && marks) {
      if (in_batches_) return take<true>(number, all, n, values...);
    }
    return take<false>(number, all, n, values...);
  }
  void make_room(index_t groups) {
    groups_ = static_cast<std::size_t>(groups);
    if ((in_batches_ && marks) || (minds_nan && policy_ == nan_policy::skip)) has_some_.resize(groups_);
    if constexpr (draws<Reducer, Ts...>) {
      for (; begun_ < groups; ++begun_) states_.resize(begun_ + 1, begin_group<single>(reducer_, begun_));
    } else {
      states_.resize(groups, single::begin(reducer_));
    }
  }

  void stay_in_one_batch() { in_batches_ = false; }
  // The next rows are those of another batch.
  void end_batch() {
    totals_.resize(groups_);
    for (std::size_t group = 0; group < groups_; ++group) {
      if constexpr (marks) {
        if (std::exchange(has_some_[group], 0) == 0) continue;
      }
      state& gathered = states_.data()[group];
      merge(group, single::whole(reducer_, gathered));
      gathered = single::begin(reducer_);
    }
  }
  // What others gathered of the next batch, whose groups have these numbers here, of so many.
  void add_batch(const group_states& other, const key_number* numbers, index_t groups) {
    make_room(groups);
    totals_.resize(groups_);
    for (std::size_t group = 0; group < other.groups_; ++group) {
      if (!other.has_some_.empty() && other.has_some_[group] == 0) continue;
      if (!marks && !has_some_.empty()) has_some_[numbers[group]] = 1;
      merge(numbers[group], single::whole(reducer_, other.states_.data()[group]));
    }
  }

  // Of a group nothing may be left; each has a row.
  bool has_some(std::size_t group) const {
    return has_some_.empty() || has_some_[group] != 0 || (marks && group < totals_.size() && totals_[group]);
  }
  auto finish(std::size_t group) const {
    if (group < totals_.size() && totals_[group]) return reducer_.finish(*totals_[group]);
    return reducer_.finish(single::whole(reducer_, states_.data()[group]));
  }

 private:
  template <bool Marks, class Number, class Counts>
  std::size_t take(Number number, Counts counts, std::size_t n, const Ts*... values) {
    state* const states = states_.data();
    for (std::size_t i = 0; i < n; ++i) {
      const key_number group = number(i);
      if (group == no_key) return i;
      if (!counts(values[i]...)) continue;
      single::add(reducer_, states[group], values[i]...);
      if constexpr (Marks) has_some_[group] = 1;
    }
    return n;
  }
  void merge(std::size_t group, const whole& later) {
    if (std::optional<whole>& to = totals_[group]) {
      reducer_.merge(*to, later);
    } else {
      to = later;
    }
  }

  const char* operation_;
  const Reducer& reducer_;
  nan_policy policy_;
  bool in_batches_;
  std::size_t groups_ = 0;
  alike_at_first<state> states_;
  std::vector<unsigned char> has_some_;       // where some values are left out, and where a batch has marks
  std::vector<std::optional<whole>> totals_;  // of the batches that ended
  index_t begun_ = 0;                         // where each begins with its number
};

template <bool Policy, class Reducer, class Row>
struct group_states_of;
template <bool Policy, class Reducer, class... Ts>
struct group_states_of<Policy, Reducer, row_of<Ts...>> {
  using type = group_states<Policy, Reducer, Ts...>;
};
template <bool Policy, class Reducer, class Row>
using group_states_t = typename group_states_of<Policy, Reducer, Row>::type;

// Numbers the rows of keys and takes the values beside them into the states of their groups.
template <class KeyRow, class States, class ValueRow>
class group_pass;
template <class... Ks, class States, class... Ts>
class group_pass<row_of<Ks...>, States, row_of<Ts...>> final : public row_taker {
  using numbering = row_numbers<Ks...>;

 public:
  group_pass(numbering& rows, States& states) : rows_(rows), states_(states) {}

  template <class Keys, class Values>
  void run(const Keys& keys, const Values& values, index_t begin, index_t end) {
    with_columns(keys, [&](const auto&... key) {
      with_columns(values, [&](const auto&... value) {
        each_block_of_rows(column_set<Ks..., Ts...>(peek(key)..., peek(value)...).all(), begin, end, *this);
      });
    });
  }

  void take(index_t position, index_t n, const void* const* blocks) override {
    [&]<std::size_t... C>(std::index_sequence<C...>) {
      take_values(position, static_cast<std::size_t>(n), blocks, static_cast<const Ts*>(blocks[sizeof...(Ks) + C])...);
    }(std::index_sequence_for<Ts...>());
  }

 private:
  void take_values(index_t position, std::size_t n, const void* const* keys, const Ts*... values) {
    states_.refuse(position, std::span(values, n)...);
    if constexpr (numbering::by_places) {
      add_by_places(static_cast<const Ks*>(keys[0])..., n, values...);
    } else {
      add_numbered(n, keys, values...);
    }
  }
  // Integers whose number is at hand need no second loop. Where one is new, few are numbered at once: the rest may be known again.
  template <class K>
  void add_by_places(const K* keys, std::size_t n, const Ts*... values) {
    for (std::size_t done = 0; done < n;) {
      const key_places places = rows_.places();
      const K* const rest = keys + done;
      if (places.count > 0) done += states_.add([=](std::size_t i) { return places.find(rest[i]); }, n - done, (values + done)...);
      const void* const next = keys + done;
      const std::size_t some = std::min<std::size_t>(n - done, 256);
      add_numbered(some, &next, (values + done)...);
      done += some;
    }
  }
  void add_numbered(std::size_t n, const void* const* keys, const Ts*... values) {
    const key_number* const numbers = rows_.next_numbers(static_cast<index_t>(n), keys);
    states_.make_room(rows_.size());
    states_.add([=](std::size_t i) { return numbers[i]; }, n, values...);
  }

  numbering& rows_;
  States& states_;
};

// The numbers that keys of others have in these rows, where new ones are kept.
template <class Rows, class K>
const key_number* next_numbers_of(Rows& rows, const buffer<K>& keys) {
  const void* const block = keys.data();
  return rows.next_numbers(keys.size(), &block);
}
template <class Rows, class... Ks>
const key_number* next_numbers_of(Rows& rows, const std::tuple<buffer<Ks>...>& keys) {
  return std::apply(
      [&](const buffer<Ks>&... column) {
        const void* const blocks[] = {column.data()...};
        return rows.next_numbers(std::get<0>(keys).size(), blocks);
      },
      keys);
}

template <class States, class Keys, class Values>
void add_rows(row_numbers_t<Keys>& rows, States& states, const Keys& keys, const Values& values, index_t begin, index_t end) {
  group_pass<row_t<Keys>, States, row_t<Values>>(rows, states).run(keys, values, begin, end);
}
// Batch after batch, or each by a thread.
template <class States, class Keys, class Values>
void add_in_batches(row_numbers_t<Keys>& rows, States& states, const Keys& keys, const Values& values) {
  const index_t size = rows_of(keys);
  watched_loop loop;
  loop.at(0, size);
  add_rows(rows, states, keys, values, 0, first_batch);
  if (rows.size() > few_groups) {
    states.stay_in_one_batch();
    return add_rows(rows, states, keys, values, first_batch, size);
  }
  states.end_batch();
  const index_t length = length_of_batches(size), count = (size - first_batch - 1) / length + 1;
  const auto begin = [=](index_t k) { return std::min(size, first_batch + k * length); };
  if (!current_executor) {
    for (index_t k = 0; k < count; ++k) {
      loop.at(begin(k), size);
      add_rows(rows, states, keys, values, begin(k), begin(k + 1));
      states.end_batch();
    }
    return;
  }
  struct gathered_batch {
    row_numbers_t<Keys> rows;
    States states;
  };
  std::vector<std::unique_ptr<gathered_batch>> batches(static_cast<std::size_t>(count));
  const auto gather = [&](index_t first, index_t behind) {
    for (index_t k = first; k < behind; ++k) {
      auto of = std::unique_ptr<gathered_batch>(new gathered_batch{row_numbers_t<Keys>(length), states.begun_anew()});
      add_rows(of->rows, of->states, keys, values, begin(k), begin(k + 1));
      batches[static_cast<std::size_t>(k)] = std::move(of);
    }
  };
  run_tasks(count, size - first_batch, gather, task_length::long_ones);
  for (const auto& of : batches) {
    const auto seen = of->rows.take_keys();
    const key_number* const numbers = next_numbers_of(rows, seen);
    states.add_batch(of->states, numbers, rows.size());
  }
}

// Where the groups stand in the order of their keys.
template <class K>
buffer<index_t> order_of_keys(const buffer<K>& keys) {
  return argsort(keys);
}
template <class... Ks>
buffer<index_t> order_of_keys(const std::tuple<buffer<Ks>...>& keys) {
  return std::apply([](const buffer<Ks>&... column) { return argsort_by(column...); }, keys);
}

template <class... Ts>
std::tuple<buffer<Ts>...> in_this_order(const std::tuple<buffer<Ts>...>& columns, const buffer<index_t>& order) {
  return std::apply([&](const buffer<Ts>&... column) { return std::tuple<buffer<Ts>...>{in_this_order(column, order)...}; }, columns);
}

template <class Row>
inline constexpr bool has_sorted_row = false;
template <class... Ks>
inline constexpr bool has_sorted_row<row_of<Ks...>> = (ordered_value<Ks> && ...);

// The results of one reducer, as they are finished.
template <class R>
class group_result {
 public:
  explicit group_result(index_t groups) { results_.reserve(groups); }
  void add(R&& result) { results_.push_back(std::move(result)); }
  buffer<R> take() { return results_.take(); }

 private:
  list<R> results_;
};
template <element R>
class group_result<R> {
 public:
  explicit group_result(index_t groups) : results_(unfilled_buffer<R>(groups)), next_(results_.data()) {}
  void add(R result) { *next_++ = result; }
  const buffer<R>& take() const { return results_; }

 private:
  buffer<R> results_;
  R* next_;
};

// The results of all groups: a buffer, or of several reducers one for each. name(g) says what the group is called in an error.
template <class Result, class States, class Name>
Result result_of_group(const States& states, index_t group, const std::optional<Result>& told, Name name) {
  const auto g = static_cast<std::size_t>(group);
  if (told && !states.has_some(g)) return *told;
  return at_place([&] { return name(group); }, [&] { return states.finish(g); });
}
template <class States, class Told, class Name>
auto finished(const States& states, index_t groups, const Told& told, Name name, std::bool_constant<false>) {
  group_result<decltype(states.finish(0))> results(groups);
  for (index_t g = 0; g < groups; ++g) results.add(result_of_group(states, g, told, name));
  return results.take();
}
template <class States, class Told, class Name>
auto finished(const States& states, index_t groups, const Told& told, Name name, std::bool_constant<true>) {
  using results = decltype(states.finish(0));
  return [&]<class... Rs, std::size_t... K>(std::type_identity<std::tuple<Rs...>>, std::index_sequence<K...>) {
    std::tuple<group_result<Rs>...> columns{group_result<Rs>(groups)...};
    for (index_t g = 0; g < groups; ++g) {
      auto of_group = result_of_group(states, g, told, name);
      (std::get<K>(columns).add(std::move(std::get<K>(of_group))), ...);
    }
    return std::tuple<buffer<Rs>...>{std::get<K>(columns).take()...};
  }(std::type_identity<results>(), std::make_index_sequence<std::tuple_size_v<results>>());
}

// "Bonn, 1"; what cannot be shown is left out.
template <class... Ks>
std::string name_of_keys(const Ks&... keys) {
  std::string named;
  const auto add = [&](const std::string& shown) { named += (named.empty() || shown.empty() ? "" : ", ") + shown; };
  (add(text_of_value(keys)), ...);
  return named;
}
template <class... Ks>
std::string name_of_group(const Ks&... keys) {
  const std::string named = name_of_keys(keys...);
  return named.empty() ? "a group" : "the group of " + named;
}
template <class K>
std::string name_of_group_in(const buffer<K>& keys, index_t g) {
  return name_of_group(keys.unchecked(g));
}
template <class... Ks>
std::string name_of_group_in(const std::tuple<buffer<Ks>...>& keys, index_t g) {
  return std::apply([&](const buffer<Ks>&... column) { return name_of_group(column.unchecked(g)...); }, keys);
}
// Groups are called by their keys, unless somebody has other keys for them.
struct called_by_keys {
  template <class Keys>
  std::string operator()(const Keys& keys, index_t g) const {
    return name_of_group_in(keys, g);
  }
};

// Whether there are several results, and which options were given: they cost time to compile.
struct group_plan {
  bool several = false;
  bool ordered = false;
  bool policy = false;
};

template <bool Ordered, class Keys, class Results>
group_results<Keys, Results> in_group_order(Keys keys, Results results, group_order order) {
  if constexpr (Ordered) {
    if (order == group_order::sorted) {
      const auto sorted = order_of_keys(keys);
      keys = in_this_order(keys, sorted);
      results = in_this_order(results, sorted);
    }
  }
  return {std::move(keys), std::move(results)};
}

template <group_plan Plan, class Keys, class Values, class Reducer, class Call = called_by_keys, class... Options>
auto reduce_groups(const char* operation, const Keys& keys, const Values& values, const Reducer& reducer, group_order order,
                   nan_policy policy, Call call = {}, const Options&... options) {
  if constexpr (!reduces_row<Reducer, row_t<Values>>) {
    const auto known = with_columns(
        values, [](const auto&... each) { return std::tuple{map(widened<canonical_t<read_t<decltype(each)>>>{}, look_in_row(each))...}; });
    return reduce_groups<Plan>(operation, keys, known, reducer, order, policy, call, options...);
  } else {
    using states = group_states_t<Plan.policy, Reducer, row_t<Values>>;
    using result = decltype(std::declval<const states&>().finish(0));
    const auto told = told_value<result>(options...);
    row_numbers_t<Keys> rows(rows_of(keys));
    const index_t size = rows_of(keys);
    const bool in_batches = states::merges && size > first_batch;
    states gathered(operation, reducer, policy, in_batches);
    if constexpr (states::merges) {
      if (in_batches) add_in_batches(rows, gathered, keys, values);
    }
    if (!in_batches) add_rows(rows, gathered, keys, values, 0, size);
    const index_t groups = rows.size();
    auto found = rows.take_keys();
    auto results = finished(
        gathered, groups, told, [&](index_t g) { return call(found, g); }, std::bool_constant<Plan.several>());
    return in_group_order<Plan.ordered>(std::move(found), std::move(results), order);
  }
}

template <class A>
concept group_option = among<A, group_order, nan_policy> || says_when_empty<A>;

template <class Values, class... Arguments>
concept reducers_and_options =
    (... && (group_option<Arguments> || reduces_columns<Arguments, Values>)) && (0 + ... + int{!group_option<Arguments>}) > 0;
// What has no < is not sorted.
template <class Keys, class... Arguments>
concept orders_groups = has_sorted_row<row_t<Keys>> || !(std::same_as<Arguments, group_order> || ...);

// f(all of them that are no options)
template <class F>
auto call_with_reducers(F f) {
  return f();
}
template <class F, class First, class... More>
auto call_with_reducers(F f, const First& first, const More&... more) {
  if constexpr (group_option<First>) {
    return call_with_reducers(f, more...);
  } else {
    return call_with_reducers([&](const auto&... rest) { return f(first, rest...); }, more...);
  }
}

// Groups of keys that call(their keys, g) has names for.
template <class Call, class Keys, class Values, class... Arguments>
auto reduce_groups_called(Call call, const Keys& keys, const Values& values, const Arguments&... arguments) {
  const group_order order = option_or(group_order::first_seen, arguments...);
  const nan_policy policy = option_or(nan_policy::keep, arguments...);
  constexpr bool ordered = is_given<group_order, Arguments...>, with_policy = is_given<nan_policy, Arguments...>;
  const auto reduce = [&](const auto&... reducers) {
    constexpr group_plan plan{sizeof...(reducers) > 1, ordered, with_policy};
    if constexpr (plan.several) {
      return reduce_groups<plan>("group_reduce", keys, values, compose(reducers...), order, policy, call, arguments...);
    } else {
      return reduce_groups<plan>("group_reduce", keys, values, reducers..., order, policy, call, arguments...);
    }
  };
  return call_with_reducers(reduce, arguments...);
}

// What f gives of the values of each group.
template <class Call, class Keys, class Values, class F, class... Options>
auto call_on_groups(Call call, const Keys& keys, const Values& values, F& f, const Options&... options) {
  using result = group_result_t<F, Values>;
  row_numbers_t<Keys> rows(rows_of(keys));
  const auto held = look_at(values);
  const auto grouped = group_rows(rows, keys, held.size());
  const auto found = rows.take_keys();
  const auto told = told_value<result>(options...);
  group_result<result> results(grouped.groups());
  const auto take = [&](index_t g, const auto& of_group) {
    results.add(result_or_told<result>(
        told, of_group.size() == 0, [&] { return call(found, g); }, [&] { return f(of_group); }));
  };
  each_group("group_reduce", option_or(nan_policy::keep, options...), grouped, held, take);
  constexpr bool ordered = (std::same_as<Options, group_order> || ...);
  return in_group_order<ordered>(found, results.take(), option_or(group_order::first_seen, options...));
}

}  // namespace detail

// group_reduce(keys, values, reducer, …, options…)
template <detail::key_columns Keys, detail::columns Values, class... Arguments>
  requires detail::reducers_and_options<Values, Arguments...> && detail::orders_groups<Keys, Arguments...>
[[nodiscard]] auto group_reduce(const Keys& keys, const Values& values, const Arguments&... arguments) {
  detail::check_rows_of_one_shape("group_reduce", keys, values);
  return detail::reduce_groups_called(detail::called_by_keys{}, keys, values, arguments...);
}

// group_reduce(keys, values, f): what f gives of the values of each group, a reader of them, where no reducer does.
template <detail::key_columns Keys, detail::input Values, std::invocable<const reader<detail::read_t<Values>>&> F,
          detail::group_option... Options>
  requires detail::orders_groups<Keys, Options...> && std::movable<detail::group_result_t<F, Values>>
[[nodiscard]] auto group_reduce(const Keys& keys, const Values& values, F f, const Options&... options) {
  detail::check_rows_of_one_shape("group_reduce", keys, values);
  return detail::call_on_groups(detail::called_by_keys{}, keys, values, f, options...);
}

void group_reduce(detail::any_columns k,  // keys with ==, reducers of the values, or f(reader)
                  detail::any_columns v, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {},
                  detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) = delete;

}  // namespace ravel
