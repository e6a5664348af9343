// SPDX-License-Identifier: BSL-1.0
// interleave: the first elements of all parts, then their second elements, and so on. The parts have one size and one element type. Of k
// parts, element i is element i div k of part i mod k. Owns the parts. Any thread may read.
#pragma once

#include <ravel/lazy/detail/moved_entries.hpp>
#include <ravel/lazy/detail/source.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_uneven_parts(index_t part, index_t size, index_t first_size);

template <class T>
index_t interleaved_size(std::span<const source<T>> parts) {
  if (parts.empty()) return 0;
  const index_t each = parts[0]->size(), count = static_cast<index_t>(parts.size());
  for (index_t p = 1; p < count; ++p) {
    const index_t size = parts[static_cast<std::size_t>(p)]->size();
    if (size != each) throw_uneven_parts(p, size, each);
  }
  return mul_index(each, count);
}

template <class T>
class interleave_node final : public node<T> {
 public:
  explicit interleave_node(std::vector<source<T>> parts) : node<T>(facts(parts), {}, common_fill<T>(parts)), parts_(std::move(parts)) {}

  T at(index_t i) const override { return part(i % count()).at(i / count()); }
  overlap meets(const target_memory& target) const override { return rearranged(meets_any<T>(parts_, target)); }
  void each_operand(shared_blocks& found) const override {
    for (const source<T>& part : parts_) found.elsewhere(*part);
  }
  entries_of<T> entries(entry_pass& pass) const override {
    entry_array<T> found;
    placed_positions moved;
    for (index_t p = 0; p < count(); ++p) {
      const auto mine = all_entries(part(p), pass);
      for (const index_t position : mine.positions()) moved.add(position * count() + p, moved.size());
      found.append(mine.all());
    }
    sort_by_position(moved);
    return listed(values_at_places(std::move(moved), found.values()));
  }
  index_t guess_stored() const override { return about_stored_in<T>(parts_); }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    const index_t step = count();
    const scratch<T> room(from, (n - 1) / step + 1);
    for (index_t i = 0; i < std::min(n, step); ++i) {  // elements i, i + step, … of the block come from one part
      const index_t position = start + i, mine = (n - 1 - i) / step + 1;
      const block<const T> b = part(position % step).pull(position / step, mine, room.data(), from);
      for (index_t j = 0; j < mine; ++j) out[i + j * step] = b.data[j * b.step];
    }
    return {out, 1};
  }

 private:
  static node_facts facts(std::span<const source<T>> parts) {
    node_facts facts = facts_through<T>(interleaved_size(parts), parts);
    facts.need = facts.need + scratch_need::room_for<T>();
    return facts;
  }

  index_t count() const { return static_cast<index_t>(parts_.size()); }
  const node<T>& part(index_t p) const { return *parts_[static_cast<std::size_t>(p)]; }

  std::vector<source<T>> parts_;
};

template <class T>
reader<T> interleave_of(std::vector<source<T>> parts) {
  if (parts.size() == 1) return detail_access::wrap(parts.front());
  return make_reader<interleave_node<T>>(std::move(parts));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API reader<T> interleave_of(std::vector<source<T>>);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <class R, class... Rs>
  requires detail::alike<R, Rs...>
[[nodiscard]] auto interleave(R&& first, Rs&&... more) {
  using T = detail::read_t<R>;
  return detail::interleave_of<T>({detail::owned_source(std::forward<R>(first)), detail::owned_source(std::forward<Rs>(more))...});
}

template <detail::handle_range Parts>
[[nodiscard]] auto interleave(const Parts& parts) {
  return detail::interleave_of(detail::own_each(parts));
}

template <detail::rearrangeable R, detail::rearrangeable... Rs>
  requires(!detail::alike<R, Rs...>)
void interleave(R&& first, Rs&&... more) = delete;  // the elements are of different types: interleave(a, cast<T>(b)) gives them one

}  // namespace ravel
