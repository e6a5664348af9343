// SPDX-License-Identifier: BSL-1.0
// sparse_from: makes a sparse buffer from positions and values in any order. It checks every position before it makes anything. Eager; owns
// copies, or the containers that are moved to it if they are in order.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/index/selection.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/storage/adopt.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace ravel {

// Combines several values for one position: an error, the first, the last, or their sum (for bools: whether any is true).
// (GCC confuses the enumerators with names of the namespace, which has ravel::last.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class on_duplicates : unsigned char { refuse, first, last, sum };
#pragma GCC diagnostic pop

namespace detail {

RAVEL_API void check_entry_count(index_t positions, index_t values);
// Throws unless all positions are in [0, n) and, if duplicates are refused, distinct.
RAVEL_API void check_entries(const index_t* positions, index_t count, index_t n);
RAVEL_API void check_distinct(const index_t* positions, index_t count, const position_order& order);
[[noreturn]] RAVEL_API void throw_no_sum(index_t position, index_t first_entry);
[[noreturn]] RAVEL_API void throw_sum_overflow(index_t position, index_t first_entry, double sum, dtype type);

// Combines the values of one position.
template <class T>
class adding_up {
 public:
  adding_up(index_t position, index_t entry, const T& first) : position_(position), entry_(entry), sum_(first) {}
  void add(const T& more) {
    if constexpr (boolean_element<T>) {
      sum_ = sum_ || more;
    } else if constexpr (requires(T& sum) { sum = sum + more; }) {
      sum_ = sum_ + static_cast<wide>(more);
    } else {
      throw_no_sum(position_, entry_);
    }
  }
  T sum() const {
    if constexpr (integer_element<T>) {
      if (sum_ < std::numeric_limits<T>::min() || sum_ > std::numeric_limits<T>::max())
        throw_sum_overflow(position_, entry_, static_cast<double>(sum_), dtype_of<T>());
    }
    return static_cast<T>(sum_);
  }

 private:
  using wide = std::conditional_t<integer_element<T>, int128, T>;
  index_t position_;
  index_t entry_;  // the first of them
  wide sum_;
};

// Adds the combined values of the entries [begin, end) in the given order.
template <class T>
void add_combined(const entry_block<T>& given, const position_order& order, index_t begin, index_t end, const T& fill, on_duplicates how,
                  entry_array<T>& made) {
  made.make_room(end - begin);
  index_t* const positions = made.positions() + made.size();
  T* const values = made.values() + made.size();
  index_t kept = 0;
  const auto keep = [&](index_t position, const T& value) {
    if (is_fill(value, fill)) return;
    positions[kept] = position;
    values[kept++] = value;
  };
  for (index_t i = begin, next = begin; i < end; i = next) {
    const index_t position = given.positions[order.place(i)];
    for (next = i + 1; next < end && given.positions[order.place(next)] == position;) ++next;
    const T& chosen = given.values[order.place(how == on_duplicates::last ? next - 1 : i)];
    if (how != on_duplicates::sum || next == i + 1) {
      keep(position, chosen);
      continue;
    }
    adding_up<T> sum(position, order.place(i), chosen);
    for (index_t k = i + 1; k < next; ++k) sum.add(given.values[order.place(k)]);
    keep(position, sum.sum());
  }
  made.grow_by(kept);
}

// Sorts and combines values. Precondition: their positions are valid.
template <class T>
entry_array<T> combined(const entry_block<T>& given, const T& fill, on_duplicates how) {
  const position_order order(given.positions, given.count);
  if (how == on_duplicates::refuse) check_distinct(given.positions, given.count, order);
  const auto add = [&](index_t begin, index_t end, entry_list& list) {
    entry_array<T> made(std::move(list));
    add_combined(given, order, begin, end, fill, how, made);
    list = std::move(made);
  };
  return entry_array<T>(entries_from_ordered_pieces(element_room_of<T>, given.positions, given.count, order, add));
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API entry_array<T> combined(const entry_block<T>&, const T&, on_duplicates);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Calls f with all elements of a source as consecutive memory: lent, or read first.
template <class T, class F>
auto with_elements(const node<T>& source, const F& f) {
  if (const auto& memory = source.memory(); memory.data && memory.step == 1) return f(memory.data);
  const auto read = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(source.size()));
  read_into(source, 0, source.size(), read.get());
  return f(static_cast<const T*>(read.get()));
}

template <class V, class T>
entry_array<T> entries_from(const index_t* positions, const V& values, index_t n, const T& fill, on_duplicates how) {
  auto&& peeked = node_for_call(values);
  const node<T>& source = peeked;
  check_entries(positions, source.size(), n);
  return with_elements(source, [&](const T* whole) { return combined<T>({positions, whole, source.size()}, fill, how); });
}

template <class T>
bool any_fill(const T* values, index_t n, const T& fill) {
  return std::any_of(values, values + n, [&](const T& value) { return is_fill(value, fill); });
}

// Adopts two lists of one length as entries, if the positions rise and no value equals the fill.
template <class T>
std::shared_ptr<const entry_store<T>> store_adopted(const reader<index_t>& positions, const reader<T>& values, index_t size,
                                                    const T& fill) {
  const auto at = positions.memory();
  const auto given = values.memory();
  const index_t n = values.size();
  if (!at || !given) return nullptr;  // empty
  check_entries(at->data, n, size);
  if (std::adjacent_find(at->data, at->data + n, std::greater_equal<>()) != at->data + n || any_fill(given->data, n, fill)) return nullptr;
  using owned = std::pair<reader<index_t>, reader<T>>;
  return shared_store<T>(entry_block<T>{at->data, given->data, n}, make_released<true, kept<owned>>(owned(positions, values)));
}

}  // namespace detail

template <detail::position_source P, detail::input V>
sparse_buffer<detail::read_t<V>> sparse_from(const P& positions, const V& values, index_arg n,
                                             detail::value_for<detail::read_t<V>> fill = detail::read_t<V>(),
                                             on_duplicates how = on_duplicates::refuse) {
  using T = detail::read_t<V>;
  const index_t size = detail::check_size(n, "number of elements"), count = detail::count_positions(positions);
  const auto held = detail::borrowed_handle(values);
  detail::check_entry_count(count, held.size());
  const auto list = detail::read_positions(positions, count);
  const T& rest = fill;
  return detail::sparse_buffer_of<T>(size, rest, detail::entries_from(list.get(), held, size, rest, how));
}
template <detail::position_source P, detail::input V>
sparse_buffer<detail::read_t<V>> sparse_from(const P& positions, const V& values, index_arg n, on_duplicates how) {
  return sparse_from(positions, values, n, detail::read_t<V>(), how);
}
// Adopts containers and handles that are moved here, without a copy, if the positions rise and no value equals the fill. Nobody may write
// them any more.
template <detail::adoptable P, detail::adoptable V>
  requires(detail::position_source<P> && detail::input<V>)
[[nodiscard]] auto sparse_from(P&& positions, V&& values, index_arg n, detail::value_for<detail::read_t<V>> fill = detail::read_t<V>(),
                               on_duplicates how = on_duplicates::refuse) {
  const auto at = adopt(std::move(positions));
  const auto given = adopt(std::move(values));
  using T = detail::read_t<decltype(given)>;
  if constexpr (std::same_as<detail::read_t<decltype(at)>, index_t>) {
    const T& rest = fill;
    const index_t size = detail::check_size(n, "number of elements");
    detail::check_entry_count(at.size(), given.size());
    if (auto entries = detail::store_adopted<T>(at, given, size, rest)) return detail::sparse_buffer_of<T>(size, rest, std::move(entries));
  }
  return sparse_from(at, given, n, fill, how);
}
template <detail::adoptable P, detail::adoptable V>
  requires(detail::position_source<P> && detail::input<V>)
[[nodiscard]] auto sparse_from(P&& positions, V&& values, index_arg n, on_duplicates how) {
  return sparse_from(std::move(positions), std::move(values), n, detail::read_t<V>(), how);
}
// sparse_from({7, 2, 90}, values, 100)
template <detail::input V>
sparse_buffer<detail::read_t<V>> sparse_from(const ints& positions, const V& values, index_arg n,
                                             detail::value_for<detail::read_t<V>> fill = detail::read_t<V>(),
                                             on_duplicates how = on_duplicates::refuse) {
  return sparse_from(std::span<const index_t>(positions.begin(), positions.end()), values, n, fill, how);
}
template <detail::input V>
sparse_buffer<detail::read_t<V>> sparse_from(const ints& positions, const V& values, index_arg n, on_duplicates how) {
  return sparse_from(positions, values, n, detail::read_t<V>(), how);
}

}  // namespace ravel
