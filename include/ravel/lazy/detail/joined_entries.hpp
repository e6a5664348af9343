// SPDX-License-Identifier: BSL-1.0
// joined_entries: the entries of a function of several sparse readers. Some of its operands cover it: outside of their entries it is its
// fill. It merges their positions, looks the other operands up there, and computes blocks of values like those of dense elements. It skips
// positions that a gate closes, because the other factor of a product has no entry there. Belongs to one evaluation on one thread.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/detail/node.hpp>
#include <ravel/reader/detail/read.hpp>

#include <algorithm>
#include <optional>

namespace ravel::detail {

// Pulls blocks of elements that are not consecutive below: at even steps, or at chosen positions. It reads no element that was not
// requested, because reading an element may throw. Stateless.

// Pulls the elements at start, start + step, …, as untyped_node::pull_raw does.
RAVEL_API raw_block pull_steps(const untyped_node& below, index_t start, index_t step, index_t n, void* out, arena& from);
// Pulls the elements at chosen positions to `out`. Consecutive positions are pulled together.
RAVEL_API void pull_chosen(const untyped_node& below, const index_t* positions, index_t n, void* out, arena& from);

// Values that can be moved as words of `bytes` bytes; 0 if they cannot.
struct value_words {
  index_t bytes = 0;
  const void* fill = nullptr;
  void* room = nullptr;
};

// An operand without its type. While a covering operand has entries left, they stand at positions[at] to positions[count].
class joined_operand {
 public:
  virtual ~joined_operand() = default;
  virtual void refill() {}  // called if at == count; sets count to 0 at the end
  virtual void seek(index_t) {}
  // Writes the values of the merged positions [begin, end) to the room: the last n entries before `at` go to the targets, the fill
  // elsewhere.
  virtual void place(const index_t* targets, index_t n, index_t begin, index_t end) = 0;
  virtual void look_up(const index_t* positions, index_t n) = 0;
  virtual index_t first_from(index_t position) { return position; }  // no entry lies before the result; index_limit: none is left
  virtual const void* room() const = 0;
  virtual const void* lent() const { return nullptr; }  // the values from `at` on
  virtual value_words words() const { return {}; }      // the values from `at` on, and the room

  const index_t* positions = nullptr;
  index_t count = 0;
  index_t at = 0;
};
using operand_list = std::vector<std::unique_ptr<joined_operand>>;

struct merge_window;

using gate_list = std::vector<std::vector<std::size_t>>;

// A cover of an expression: the numbers of its leaves outside of whose entries it is its fill, and the gates. Where no leaf of a gate has
// an entry, the expression is its fill too. One factor covers a product, and the other is a gate.
struct leaf_cover {
  std::vector<std::size_t> leaves;
  gate_list gates;
};

// Merges the positions of the covering operands, which come first. A gate is a list of other operands.
class RAVEL_API position_merge {
 public:
  position_merge(operand_list operands, std::size_t covering, gate_list gates = {});
  ~position_merge();

  // Computes the next positions and the value of each operand at them; returns 0 at the end.
  index_t next();
  void seek(index_t position);
  const index_t* positions() const { return positions_; }
  const void* const* values() const { return ready_.data(); }

 private:
  bool refill();
  bool pass_gates();
  index_t first_position() const;
  index_t open_from(index_t position);
  bool far_before(index_t position) const;
  bool share_positions() const;
  index_t lend();
  index_t merge();
  index_t placed(index_t done, index_t begin);
  index_t merge_some(index_t done);
  index_t merge_two(index_t done);
  index_t merge_close(index_t done);

  operand_list operands_;
  std::size_t covering_;
  gate_list gates_;
  index_t most_;  // the limit of the next block: small after a gap, as the gate may close again
  std::vector<const void*> ready_;
  const index_t* positions_ = nullptr;
  index_t merged_[entry_block_length];
  std::vector<std::unique_ptr<index_t[]>> targets_;  // for each operand, the indices of its entries in the merged list
  std::unique_ptr<merge_window> window_;             // for entries that lie close together
  std::vector<index_t> before_;                      // for each operand, its position before a step
};

template <class S>
class typed_operand : public joined_operand {
 public:
  const void* room() const override { return room_.get(); }
  void place(const index_t*, index_t, index_t, index_t) override {}
  void look_up(const index_t*, index_t) override {}

 protected:
  std::unique_ptr<S[]> room_ = std::make_unique<S[]>(entry_block_length);
};

// A sparse operand, either covering or looked up.
template <class S>
class sparse_operand final : public typed_operand<S> {
 public:
  sparse_operand(entries_of<S> entries, const S& fill) : entries_(std::move(entries)), fill_(fill) {}

  void refill() override {
    block_ = entries_.next();
    this->positions = block_.positions;
    this->count = block_.count;
    this->at = 0;
  }
  void seek(index_t position) override {
    this->at += block_.from(this->at).find(position);
    if (this->at == this->count) entries_.seek(position);
  }
  void place(const index_t* targets, index_t n, index_t begin, index_t end) override {
    S* const out = this->room_.get();
    std::fill(out + begin, out + end, fill_);
    const S* const values = block_.values + this->at - n;
    for (index_t i = 0; i < n; ++i) out[targets[i]] = values[i];
  }
  // Positions rise from call to call, so passed entries are not needed again.
  void look_up(const index_t* wanted, index_t n) override {
    if (lie_close(wanted, n)) return compare_halves(wanted, n);
    for (index_t i = 0; i < n;) {
      if (!reach(wanted[i])) {
        std::fill(this->room_.get() + i, this->room_.get() + n, fill_);
        return;
      }
      i = compare_some(wanted, i, n);
    }
  }
  index_t first_from(index_t position) override { return reach(position) ? block_.positions[this->at] : index_limit; }
  const void* lent() const override { return block_.values + this->at; }
  value_words words() const override {
    if constexpr (std::is_trivially_copyable_v<S>) return {static_cast<index_t>(sizeof(S)), std::addressof(fill_), this->room_.get()};
    return {};
  }

 private:
  // Moves to the first entry at or after a position.
  bool reach(index_t position) {
    constexpr index_t close_by = 8;
    index_t& k = this->at;
    for (;;) {
      for (index_t step = 0; k < this->count && step < close_by; ++k, ++step) {
        if (block_.positions[k] >= position) return true;
      }
      if (k < this->count) k += block_.from(k).find(position);
      if (k < this->count) return true;
      if (over_) return false;
      entries_.seek(position);
      refill();
      over_ = this->count == 0;
    }
  }

  // True if about as many entries lie between the wanted positions, and all of them are in the current block.
  bool lie_close(const index_t* wanted, index_t n) const {
    constexpr index_t enough = 32, times_more = 4;
    if (!std::is_arithmetic_v<S> || n < enough || this->at == this->count || block_.positions[this->count - 1] < wanted[n - 1])
      return false;
    const index_t far = this->at + times_more * n;
    return far >= this->count || block_.positions[far] >= wanted[n - 1];
  }
  // Compares two halves side by side: a step depends on the one before it, but not on the other half.
  void compare_halves(const index_t* wanted, index_t n) {
    S* const out = this->room_.get();
    const S fill = fill_;
    const entry_block<S> left = block_.from(this->at);
    const auto step = [&](index_t& i, index_t& k) {
      const index_t position = wanted[i], stored = left.positions[k];
      out[i] = position == stored ? left.values[k] : fill;
      i += position <= stored;
      k += stored < position;
    };
    const index_t middle = n / 2, behind_lower = left.find(wanted[middle]);
    index_t i = 0, k = 0, j = middle, l = behind_lower;
    for (; (i < middle) & (k < behind_lower) & (j < n);) {
      step(i, k);
      step(j, l);
    }
    while ((i < middle) & (k < behind_lower)) step(i, k);
    std::fill(out + i, out + middle, fill);
    while (j < n) step(j, l);  // stops at an entry at or after the last
    this->at += l;
  }

  // Takes a few steps on either list without an unpredictable branch. Returns how far it came in `wanted`.
  index_t compare_some(const index_t* wanted, index_t i, index_t n) {
    constexpr index_t steps = std::is_arithmetic_v<S> ? 8 : 1;
    S* const out = this->room_.get();
    index_t& k = this->at;
    for (index_t step = 0; step < steps && i < n && k < this->count; ++step) {
      const index_t position = wanted[i], stored = block_.positions[k];
      out[i] = position == stored ? block_.values[k] : fill_;
      i += position <= stored;
      k += stored < position;
    }
    return i;
  }

  entries_of<S> entries_;
  const S& fill_;
  entry_block<S> block_;
  bool over_ = false;
};

// A dense operand.
template <class S>
class dense_operand final : public typed_operand<S> {
 public:
  explicit dense_operand(const node<S>& source) : source_(source), from_(source.need(), entry_block_length) {}

  void look_up(const index_t* wanted, index_t n) override {
    S* const out = this->room_.get();
    if (source_.depth() > low_tree) return read_runs(wanted, n, out);
    pull_chosen(source_, wanted, n, out, from_);
  }

 private:
  // Reads each node of the tree once per run of positions.
  void read_runs(const index_t* wanted, index_t n, S* out) const {
    for (index_t done = 0, run = 0; done < n; done += run) {
      for (run = 1; done + run < n && wanted[done + run] == wanted[done] + run;) ++run;
      read_into(source_, wanted[done], run, out + done);
    }
  }

  const node<S>& source_;
  arena from_;
};

// Makes the operand for an untyped node whose element type the maker knows.
using joined_maker = std::unique_ptr<joined_operand> (*)(const untyped_node& source, entry_pass& pass);

template <class S>
std::unique_ptr<joined_operand> joined_leaf(const untyped_node& source, entry_pass& pass) {
  const auto& of = static_cast<const node<S>&>(source);
  if (of.fill()) return std::make_unique<sparse_operand<S>>(pass.of(of), *of.fill());
  return std::make_unique<dense_operand<S>>(of);
}

// Computes a block from the values of each operand, in the order of the function's operands.
template <class T>
struct entry_function {
  const void* function;
  void (*call)(const void* function, const void* const* values, index_t n, T* out);
};

template <class T>
index_t count_fills(const T* values, index_t n, const T& fill) {
  index_t fills = 0;
  for (index_t i = 0; i < n; ++i) fills += is_fill(values[i], fill);
  return fills;
}
// Compiled once, in src/, as kernels.
#define RAVEL_DECLARE(T) \
  template <>            \
  RAVEL_API index_t count_fills(const T*, index_t, const T&);
RAVEL_FOR_EACH_ORDERED(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class T>
class joined_entries final : public entry_stream {
 public:
  // order[k] is the function's operand at index k of the merge.
  joined_entries(entry_function<T> compute, const T& fill, operand_list operands, std::size_t covering, gate_list gates,
                 std::vector<std::size_t> order)
      : compute_(compute),
        fill_(fill),
        merge_(std::move(operands), covering, std::move(gates)),
        order_(std::move(order)),
        values_(order_.size()),
        room_(std::make_unique<T[]>(entry_block_length)) {}

  raw_entry_block next() override {
    for (;;) {
      const index_t n = merge_.next();
      if (n == 0) return {};
      for (std::size_t k = 0; k < order_.size(); ++k) values_[order_[k]] = merge_.values()[k];
      compute_.call(compute_.function, values_.data(), n, room_.get());
      if (const entry_block<T> kept = without_fills({merge_.positions(), room_.get(), n}); kept.count > 0) return kept;
    }
  }
  void seek(index_t position) override { merge_.seek(position); }

 private:
  entry_block<T> without_fills(const entry_block<T>& computed) {
    if (count_fills(computed.values, computed.count, fill_) == 0) return computed;
    index_t kept = 0;
    for (index_t i = 0; i < computed.count; ++i) {
      if (is_fill(room_[static_cast<std::size_t>(i)], fill_)) continue;
      kept_[kept] = computed.positions[i];
      if (kept != i) room_[static_cast<std::size_t>(kept)] = std::move(room_[static_cast<std::size_t>(i)]);
      ++kept;
    }
    return {kept_, room_.get(), kept};
  }

  entry_function<T> compute_;
  const T& fill_;
  position_merge merge_;
  std::vector<std::size_t> order_;
  std::vector<const void*> values_;
  std::unique_ptr<T[]> room_;
  index_t kept_[entry_block_length];
};

// Sorts the operands of a function into the order of the merge.
class RAVEL_API operand_order {
 protected:
  explicit operand_order(std::optional<leaf_cover>&& covering);  // empty: all operands cover
  ~operand_order();

  bool next_covers() const;
  void add(std::unique_ptr<joined_operand> operand, bool covers);
  void add_followed();  // call after the last operand
  gate_list gates() const;

  std::optional<leaf_cover> covering_;
  operand_list operands_, followed_;
  std::size_t covering_count_ = 0;
  std::vector<std::size_t> order_;  // the covering operands, then the others
};

template <class T>
class entry_join : operand_order {
 public:
  explicit entry_join(entry_pass& pass, std::optional<leaf_cover> covering = {}) : operand_order(std::move(covering)), pass_(pass) {}

  // Adds the next reader.
  void add(const untyped_node& source, joined_maker make) {
    const bool covers = next_covers();
    operand_order::add(make(source, pass_), covers);
  }
  owned_stream entries(const entry_function<T>& compute, const T& fill) &&;

 private:
  entry_pass& pass_;
};

template <class T>
owned_stream entry_join<T>::entries(const entry_function<T>& compute, const T& fill) && {
  add_followed();
  gate_list closing = gates();
  return std::make_unique<joined_entries<T>>(compute, fill, std::move(operands_), covering_count_, std::move(closing), std::move(order_));
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T)                                                                                      \
  extern template RAVEL_API std::unique_ptr<joined_operand> joined_leaf<T>(const untyped_node&, entry_pass&); \
  extern template RAVEL_API owned_stream entry_join<T>::entries(const entry_function<T>&, const T&)&&;
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
