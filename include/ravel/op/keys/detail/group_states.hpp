// SPDX-License-Identifier: BSL-1.0
// The states of groups, which take the rows of keys and values in batches, on one thread or several. A state belongs to the thread that
// gathers its batch. The loops over rows and batches are compiled once, in src/, for keys, values and reducers of all types.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/base/index.hpp>
#include <ravel/op/detail/columns.hpp>
#include <ravel/op/fold/detail/element_fold.hpp>
#include <ravel/op/keys/detail/key_column.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace ravel::detail {

// Values that begin as copies of one value: the states of groups. Trivially copyable states share one function for all types. A plain
// value.

// Appends copies of a value of so many bytes, until there are n values.
RAVEL_API void add_copies(std::vector<std::byte>& bytes, index_t n, const void* value, std::size_t size);

template <class T>
class state_table {
 public:
  void resize(index_t n, const T& value) { values_.resize(static_cast<std::size_t>(n), value); }
  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }

 private:
  std::vector<T> values_;
};

template <class T>
  requires(std::is_trivially_copyable_v<T> && alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__)
class state_table<T> {
 public:
  void resize(index_t n, const T& value) { add_copies(bytes_, n, std::addressof(value), sizeof(T)); }
  T* data() { return reinterpret_cast<T*>(bytes_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_.data()); }

 private:
  std::vector<std::byte> bytes_;
};

// Gathers the values of groups, for callers who know neither the types of keys and values nor the reducer. Takes rows as they come. After
// an exception it must not be used again.
class RAVEL_API group_gatherer : public row_taker {
 public:
  virtual ~group_gatherer() = default;
  virtual index_t groups() const = 0;

  // For reducers whose states merge: the same gatherer before its first row, for so many rows.
  virtual std::unique_ptr<group_gatherer> begun_anew(index_t rows) const = 0;
  // Ends a batch; the next rows are those of another one. The states of batches merge in their order, so that threads may gather them
  // separately.
  virtual void end_batch() = 0;
  // Merges the states that another gatherer of its kind has for the next batch.
  virtual void add_batch(group_gatherer& gathered) = 0;
  virtual void stay_in_one_batch() = 0;

  // Threads that share many groups gather parts of them. Each gatherer of a part notes the positions of first rows.
  virtual const row_numbering& numbered() const = 0;
  void note_first_rows(std::vector<index_t>& positions) { first_rows_ = &positions; }
  // Begins so many groups, and takes over those of another gatherer of its kind under these numbers.
  virtual void begin_parts(index_t groups) = 0;
  virtual void take_part(group_gatherer& part, std::span<const key_number> numbers) = 0;

 protected:
  // The groups from `known` on have their first rows among these.
  void note_new(index_t known, index_t position, std::span<const key_number> numbers) {
    if (first_rows_) add_first_rows(known, position, numbers);
  }

 private:
  void add_first_rows(index_t known, index_t position, std::span<const key_number> numbers);

  std::vector<index_t>* first_rows_ = nullptr;
};

// The first batch has 65,536 rows. If it has many groups, all rows are one batch, because the states of few rows would merge. About 32
// other batches have a power of two rows each. So only the rows decide where batches end.
inline constexpr index_t first_batch = 65536, few_groups = 8192;
RAVEL_API index_t length_of_batches(index_t rows);

// Gives all rows to the groups, in batches or not. Several threads may gather batches.
RAVEL_API void gather_groups(group_gatherer& groups, any_columns_of_rows columns, bool in_batches);

// One state for each group. Rows come in ascending order. A call without a policy about NaN compiles none.
template <bool Policy, class Reducer, class... Ts>
class group_states {
  static constexpr bool minds_nan = Policy && (may_be_nan<Ts> || ...);
  using single = element_fold<Reducer, Ts...>;
  using state = typename single::state;
  using whole = std::remove_cvref_t<decltype(single::whole(std::declval<const Reducer&>(), std::declval<const state&>()))>;

 public:
  static constexpr bool merges = !draws<Reducer, Ts...> && !requires { requires Reducer::in_one_state; };
  static constexpr bool marks = !empty_is_neutral<Reducer>;  // the groups of a batch

  group_states(const char* operation, const Reducer& reducer, nan_policy policy, bool in_batches = false)
      : operation_(operation), reducer_(reducer), policy_(policy), in_batches_(in_batches) {}

  // The same without rows.
  group_states begun_anew() const { return group_states(operation_, reducer_, policy_, in_batches_); }

  void refuse(index_t position, std::span<const Ts>... values) const {
    if constexpr (minds_nan) {
      if (policy_ == nan_policy::refuse) refuse_nan_in<Ts...>(operation_, position, values...);
    }
  }
  // Takes each row into the state of its number, up to a row without a number. Gives how many rows that were.
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
  // Ends a batch; the next rows belong to another one.
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
  // Merges the states that others gathered of the next batch. Their groups have these numbers here, below `groups`.
  void add_batch(const group_states& other, const key_number* numbers, index_t groups) {
    make_room(groups);
    totals_.resize(groups_);
    for (std::size_t group = 0; group < other.groups_; ++group) {
      if (!other.has_some_.empty() && other.has_some_[group] == 0) continue;
      if (!marks && !has_some_.empty()) has_some_[numbers[group]] = 1;
      merge(numbers[group], single::whole(reducer_, other.states_.data()[group]));
    }
  }

  // Begins a table of so many groups, and takes over those of others under these numbers.
  void begin_parts(index_t groups) {
    states_ = {};
    has_some_.clear();
    make_room(groups);
  }
  void take_part(group_states& part, std::span<const key_number> numbers) {
    for (std::size_t group = 0; group < numbers.size(); ++group) {
      states_.data()[numbers[group]] = std::move(part.states_.data()[group]);
      if (!has_some_.empty()) has_some_[numbers[group]] = part.has_some_[group];
    }
  }

  // True if values of the group are left. Each group has a row.
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
  state_table<state> states_;
  std::vector<unsigned char> has_some_;       // if some values are left out, and if a batch has marks
  std::vector<std::optional<whole>> totals_;  // of finished batches
  index_t begun_ = 0;                         // the number of begun states, if each depends on its group's number
};

// The numbers that keys of others have in these rows. New keys are added.
template <class Keys>
const key_number* next_numbers_of(row_numbering& rows, const Keys& keys) {
  return with_columns(keys, [&](const auto&... column) {
    const void* const blocks[] = {column.data()...};
    return rows.next_numbers(rows_of(keys), blocks);
  });
}

// The keys of parts, each at the place of its number.
template <class K>
void put_keys(buffer<K>& all, const buffer<K>& keys, std::span<const key_number> numbers) {
  for (index_t g = 0; g < keys.size(); ++g) all.unchecked(numbers[static_cast<std::size_t>(g)]) = keys.unchecked(g);
}
template <class... Ks>
void put_keys(std::tuple<buffer<Ks>...>& all, const std::tuple<buffer<Ks>...>& keys, std::span<const key_number> numbers) {
  [&]<std::size_t... C>(std::index_sequence<C...>) {
    (put_keys(std::get<C>(all), std::get<C>(keys), numbers), ...);
  }(std::index_sequence_for<Ks...>());
}

// Numbers the rows of keys, and takes the values beside them into the states of their groups.
template <bool Policy, class KeyRow, class Reducer, class ValueRow>
class groups_of;
template <bool Policy, class... Ks, class Reducer, class... Ts>
class groups_of<Policy, row_of<Ks...>, Reducer, row_of<Ts...>> final : public group_gatherer {
  using numbering = row_numbers<Ks...>;
  using key_buffers = decltype(std::declval<numbering&>().take_keys());

 public:
  using states = group_states<Policy, Reducer, Ts...>;

  groups_of(index_t rows, states gathered) : rows_(rows), states_(std::move(gathered)) {}

  key_buffers take_keys() { return of_parts_ ? std::move(*of_parts_) : rows_.take_keys(); }
  const states& gathered() const { return states_; }

  index_t groups() const override { return of_parts_ ? groups_of_parts_ : rows_.size(); }
  void take(index_t position, index_t n, const void* const* blocks) override {
    [&]<std::size_t... C>(std::index_sequence<C...>) {
      take_values(position, static_cast<std::size_t>(n), blocks, static_cast<const Ts*>(blocks[sizeof...(Ks) + C])...);
    }(std::index_sequence_for<Ts...>());
  }
  std::unique_ptr<group_gatherer> begun_anew(index_t rows) const override {
    return std::make_unique<groups_of>(rows, states_.begun_anew());
  }
  void stay_in_one_batch() override { states_.stay_in_one_batch(); }
  void end_batch() override {
    if constexpr (states::merges) states_.end_batch();
  }
  void add_batch(group_gatherer& gathered) override {
    if constexpr (states::merges) {
      groups_of& other = static_cast<groups_of&>(gathered);
      const auto seen = other.rows_.take_keys();
      const key_number* const numbers = next_numbers_of(rows_, seen);
      states_.add_batch(other.states_, numbers, rows_.size());
    }
  }
  const row_numbering& numbered() const override { return rows_; }
  void begin_parts(index_t groups) override {
    if constexpr (states::merges) {
      if constexpr (sizeof...(Ks) == 1) {
        of_parts_.emplace(make_buffer<Ks>(groups)...);
      } else {
        of_parts_.emplace(std::tuple(make_buffer<Ks>(groups)...));
      }
      groups_of_parts_ = groups;
      states_.begin_parts(groups);
    }
  }
  void take_part(group_gatherer& gathered, std::span<const key_number> numbers) override {
    if constexpr (states::merges) {
      groups_of& part = static_cast<groups_of&>(gathered);
      put_keys(*of_parts_, part.rows_.take_keys(), numbers);
      states_.take_part(part.states_, numbers);
    }
  }

 private:
  void take_values(index_t position, std::size_t n, const void* const* keys, const Ts*... values) {
    states_.refuse(position, std::span(values, n)...);
    if constexpr (numbering::by_places) {
      add_by_places(position, static_cast<const Ks*>(keys[0])..., n, values...);
    } else {
      add_numbered(position, n, keys, values...);
    }
  }
  // Integers with a known number need no second loop. After a new one, few are numbered at once, because the rest may be known again.
  template <class K>
  void add_by_places(index_t position, const K* keys, std::size_t n, const Ts*... values) {
    for (std::size_t done = 0; done < n;) {
      const key_places places = rows_.places();
      const K* const rest = keys + done;
      if (places.count > 0) done += states_.add([=](std::size_t i) { return places.find(rest[i]); }, n - done, (values + done)...);
      const void* const next = keys + done;
      const std::size_t some = std::min<std::size_t>(n - done, 256);
      add_numbered(position + static_cast<index_t>(done), some, &next, (values + done)...);
      done += some;
    }
  }
  void add_numbered(index_t position, std::size_t n, const void* const* keys, const Ts*... values) {
    const index_t known = rows_.size();
    const key_number* const numbers = rows_.next_numbers(static_cast<index_t>(n), keys);
    if (rows_.size() > known) note_new(known, position, {numbers, n});
    states_.make_room(rows_.size());
    states_.add([=](std::size_t i) { return numbers[i]; }, n, values...);
  }

  numbering rows_;
  states states_;
  std::optional<key_buffers> of_parts_;
  index_t groups_of_parts_ = 0;
};

}  // namespace ravel::detail
