// SPDX-License-Identifier: BSL-1.0
// field: one member of each struct of a reader. Over memory the result is memory with a longer step, if the layout of the struct allows it;
// else the structs are read. Writes go through to a writer; without memory, a write reads, changes and writes the whole struct. Owns its
// source. Any thread may read.
#pragma once

#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/lazy/sources.hpp>
#include <ravel/storage/buffer.hpp>

namespace ravel {

namespace detail {

template <class S, class Member>
class field_node final : public node<std::remove_const_t<Member>> {
  using T = std::remove_const_t<Member>;

 public:
  field_node(const source<S>& below, Member S::*member)
      : node<T>(facts(below), {}, below->fill() ? &(below->fill()->*member) : nullptr), below_(below), member_(member) {}

  T at(index_t i) const override { return below_->at(i).*member_; }
  void store(index_t start, index_t n, const void* values) const override {
    if constexpr (std::is_const_v<Member>) {
      node<T>::store(start, n, values);
    } else {
      for (index_t i = 0; i < n; ++i) {
        S changed = below_->at(start + i);
        changed.*member_ = static_cast<const T*>(values)[i];
        below_->store(start + i, 1, std::addressof(changed));
      }
    }
  }
  overlap meets(const target_memory& target) const override { return below_->meets(target); }
  void each_operand(shared_blocks& found) const override { found(*below_); }
  owned_stream entries(entry_pass& pass) const override {
    entry_join<T> join(pass);
    join.add(*below_, joined_leaf<S>);
    const auto compute = [](const void* self, const void* const* values, index_t n, T* out) {
      const auto* const from = static_cast<const S*>(*values);
      for (index_t i = 0; i < n; ++i) out[i] = from[i].*static_cast<const field_node*>(self)->member_;
    };
    return std::move(join).entries({this, compute}, *this->fill());
  }
  index_t guess_stored() const override { return below_->about_stored(); }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    const arena_frame frame(from);
    optional_scratch<S> room;
    const block<const S> b = below_->pull(start, n, below_->memory().data ? nullptr : room.take(from, n), from);
    for (index_t i = 0; i < n; ++i) out[i] = b.data[i * b.step].*member_;
    return {out, 1};
  }

 private:
  static node_facts facts(const source<S>& below) {
    node_facts facts = facts_through(below->size(), below);
    if (!below->memory().data) facts.need = facts.need + scratch_need::room_for<S>();
    return facts;
  }

  source<S> below_;
  Member S::*member_;
};

[[noreturn]] RAVEL_API void throw_no_member();

template <class S, class Member>
source<std::remove_const_t<Member>> field_of(const source<S>& below, Member S::*member) {
  using T = std::remove_const_t<Member>;
  if constexpr (sizeof(S) % sizeof(T) == 0) {  // steps count elements
    if (dynamic_cast<const memory_node<S>*>(below.get())) {
      const auto& memory = below->memory();
      T* first = below->size() > 0 ? const_cast<T*>(std::addressof(memory.data->*member)) : nullptr;
      return make_node<memory_node<T>>(first, memory.step * index_t{sizeof(S) / sizeof(T)}, below->size(), below);
    }
  }
  return make_node<field_node<S, Member>>(below, member);
}

}  // namespace detail

template <class R, class S, class Member>
  requires(detail::rearrangeable<R> && std::derived_from<detail::read_t<R>, S> && std::semiregular<std::remove_const_t<Member>>)
[[nodiscard]] auto field(R&& r, Member S::*member) {
  using T = std::remove_const_t<Member>;
  Member detail::read_t<R>::*const own_member = member;  // a member of a base class too
  if (!own_member) detail::throw_no_member();
  auto values = detail::field_of(detail::owned_source(std::forward<R>(r)), own_member);
  if constexpr (writable<R> && !std::is_const_v<Member>) {
    return detail_access::wrap<writer<T>>(std::move(values));
  } else {
    return detail_access::wrap<reader<T>>(std::move(values));
  }
}

template <class R>
void field(R&& r, std::nullptr_t) = delete;  // which member? field(r, &S::member)

}  // namespace ravel
