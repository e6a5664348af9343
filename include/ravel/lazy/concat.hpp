// SPDX-License-Identifier: BSL-1.0
// concat: joins any number of readers of one element type end to end. Parts of a part that is a concatenation become parts of the result,
// so appending in a loop does not get deeper. Empty parts are dropped. A binary search finds the part of a position, once a block. Owns the
// parts. Any thread may read.
#pragma once

#include <ravel/lazy/detail/source.hpp>
#include <ravel/reader/detail/entries.hpp>

namespace ravel {

namespace detail {

// The start position of each part.
class RAVEL_API part_starts {
 public:
  void append(index_t size);  // throws overflow_error beyond 2^62
  index_t total() const { return starts_.back(); }
  index_t operator[](index_t part) const { return starts_[static_cast<std::size_t>(part)]; }
  index_t find(index_t position) const;  // the part that holds the position; no part is empty

 private:
  std::vector<index_t> starts_{0};  // and the end of the last part
};

template <class T>
class concat_node final : public node<T> {
 public:
  concat_node(std::vector<source<T>> parts, part_starts starts)
      : node<T>(facts_through<T>(starts.total(), parts), {}, common_fill<T>(parts)), parts_(std::move(parts)), starts_(std::move(starts)) {}

  const std::vector<source<T>>& parts() const { return parts_; }

  T at(index_t i) const override {
    const index_t p = starts_.find(i);
    return part(p).at(i - starts_[p]);
  }
  overlap meets(const target_memory& target) const override { return rearranged(meets_any<T>(parts_, target)); }
  void each_operand(shared_blocks& found) const override {
    for (const source<T>& part : parts_) found.elsewhere(*part);
  }
  entries_of<T> entries(entry_pass& pass) const override {
    std::vector<entry_part<T>> parts;
    for (index_t p = 0; p < std::ssize(parts_); ++p) parts.push_back({pass.of(part(p)), 0, part(p).size(), starts_[p]});
    return std::make_unique<entries_in_parts<T>>(std::move(parts));
  }
  index_t guess_stored() const override { return about_stored_in<T>(parts_); }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    index_t p = starts_.find(start);
    if (n <= starts_[p + 1] - start) return part(p).pull(start - starts_[p], n, out, from);
    for (index_t done = 0; done < n; ++p) {
      const index_t position = start + done, count = std::min(n - done, starts_[p + 1] - position);
      spread(part(p).pull(position - starts_[p], count, out + done, from), count, out + done);
      done += count;
    }
    return {out, 1};
  }

 private:
  const node<T>& part(index_t p) const { return *parts_[static_cast<std::size_t>(p)]; }

  std::vector<source<T>> parts_;
  part_starts starts_;
};

template <class T>
reader<T> concat_of(const std::vector<source<T>>& given) {
  if (given.size() == 1) return detail_access::wrap(given.front());
  std::vector<source<T>> parts;
  for (const source<T>& part : given) {
    if (const auto* inner = dynamic_cast<const concat_node<T>*>(part.get())) {
      parts.insert(parts.end(), inner->parts().begin(), inner->parts().end());
    } else if (part->size() > 0) {
      parts.push_back(part);
    }
  }
  if (parts.empty() && !given.empty()) return detail_access::wrap(given.front());
  if (parts.size() == 1) return detail_access::wrap(parts.front());
  part_starts starts;
  for (const source<T>& part : parts) starts.append(part->size());
  return make_reader<concat_node<T>>(std::move(parts), std::move(starts));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API reader<T> concat_of(const std::vector<source<T>>&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <class R, class... Rs>
  requires detail::alike<R, Rs...>
[[nodiscard]] auto concat(R&& first, Rs&&... more) {
  using T = detail::read_t<R>;
  return detail::concat_of<T>({detail::owned_source(std::forward<R>(first)), detail::owned_source(std::forward<Rs>(more))...});
}

template <detail::handle_range Parts>
[[nodiscard]] auto concat(const Parts& parts) {
  return detail::concat_of(detail::own_each(parts));
}

template <detail::rearrangeable R, detail::rearrangeable... Rs>
  requires(!detail::alike<R, Rs...>)
void concat(R&& first, Rs&&... more) = delete;  // the elements are of different types: concat(a, cast<T>(b)) gives them one

}  // namespace ravel
