// SPDX-License-Identifier: BSL-1.0
// An index set as a reader: of its members, or of a bool per position. Both keep the set alive.
#include <ravel/index/detail/marks.hpp>
#include <ravel/index/index_set.hpp>

#include <algorithm>
#include <array>

namespace ravel {

namespace {

class positions_node final : public detail::node<index_t> {
 public:
  explicit positions_node(index_set s) : node({.size = s.size(), .immutable = true}), set_(std::move(s)) {}

  index_t at(index_t i) const override { return set_.select(i); }
  detail::overlap meets(const detail::target_memory&) const override { return detail::overlap::none; }
  bool sorted() const override { return true; }

 protected:
  block<const index_t> produce(index_t start, index_t n, index_t* out, detail::arena&) const override {
    set_.read(start, {out, static_cast<std::size_t>(n)});
    return {out, 1};
  }

 private:
  index_set set_;
};

class mask_node final : public detail::node<bool>, public detail::shows_set {
 public:
  mask_node(index_set s, index_t n) : node({.size = n, .immutable = true}), set_(std::move(s)) {}

  bool at(index_t i) const override { return set_.contains(i); }
  const index_set& members() const override { return set_; }
  detail::overlap meets(const detail::target_memory&) const override { return detail::overlap::none; }

 protected:
  block<const bool> produce(index_t start, index_t n, bool* out, detail::arena&) const override {
    std::fill_n(out, n, false);
    const index_t end = set_.rank(start + n);
    std::array<index_t, 256> room;
    for (index_t rank = set_.rank(start); rank < end;) {
      const auto members = std::span(room).first(static_cast<std::size_t>(std::min<index_t>(room.size(), end - rank)));
      set_.read(rank, members);
      for (const index_t member : members) out[member - start] = true;
      rank += static_cast<index_t>(members.size());
    }
    return {out, 1};
  }

 private:
  index_set set_;
};

}  // namespace

reader<index_t> positions(const index_set& s) { return detail::make_reader<positions_node>(s); }

reader<bool> mask(const index_set& s, index_arg n) {
  s.check_within(n);
  return detail::make_reader<mask_node>(s, n);
}

}  // namespace ravel
