// SPDX-License-Identifier: BSL-1.0
// The facts a tensor computes of its map once, and the errors of element access.
#include <ravel/base/error.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/walk/node.hpp>
#include "dims/pull_back.hpp"
#include "lazy/moved_entries.hpp"
#include "reader/words.hpp"

#include <utility>

namespace ravel::detail {

map_facts::map_facts(const dims& map) {
  const layer& top = map.top();
  if (top.size() <= 1) {
    in_line = true;
    first = top.size() == 0 ? 0 : map.to_local(index_t{0});
    strides.assign(static_cast<std::size_t>(map.rank()), 0);
    affine = true;
    return;
  }
  if (top.below) return;
  affine = in_line = true;
  first = top.base;
  strides.resize(static_cast<std::size_t>(top.rank()));
  index_t expected = 0;
  bool innermost = true;
  for (index_t k = top.rank(); k-- > 0;) {
    const auto modes = top.axis(k);
    if (modes.size() > 1 || (modes.size() == 1 && !modes[0].affine())) {
      affine = in_line = false;
      return;
    }
    if (modes.empty()) continue;  // one position: its stride does not matter
    const index_t stride = modes[0].stride;
    strides[static_cast<std::size_t>(k)] = stride;
    if (std::exchange(innermost, false)) step = expected = stride;
    in_line = in_line && stride == expected;
    expected = stride * modes[0].extent;
  }
}

bool mapped_arrangement::same(const arrangement& other) const {
  const auto* const mapped = dynamic_cast<const mapped_arrangement*>(&other);
  return mapped && map_ == mapped->map_;
}

void check_map(const dims& map, index_t base_size) {
  const auto fits = [&](const address_bounds& b) { return b.lowest >= 0 && b.highest < base_size; };
  if (map.size() == 0 || fits(outer_bounds(map.top()))) return;
  const address_bounds reached = map.bounds();
  if (fits(reached)) return;
  throw layout_error(text() << "a tensor of shape " << to_string(map.shape()) << " with addresses from " << reached.lowest << " to "
                            << reached.highest << " does not fit over " << counted(base_size, "element"));
}

void throw_no_memory(const char* instead) {
  throw layout_error(text() << "there is no memory below this tensor to refer to: t.at({i, j}) reads an element, " << instead);
}

namespace {

// The elements of memory at the runs of a map. Short runs are not worth a call.
template <class Word>
raw_block read_runs(const dims& map, const untyped_node& base, index_t start, index_t n, Word* out) {
  constexpr index_t worth_a_call = 16;
  const index_t between = base.lent_step();
  const Word* const first = static_cast<const Word*>(base.lent_from(0));
  raw_block lent{out, 1};
  map.each_run(start, start + n, [&](const run& r) {
    const Word* const from = first + r.address * between;
    Word* const to = out + (r.position - start);
    const index_t step = r.step * between;
    if (r.gather) {
      for (index_t i = 0; i < r.count; ++i) to[i] = from[r.gather[i] * step];
    } else if (r.count == n) {
      lent = {from, step};
    } else if (r.count < worth_a_call) {
      for (index_t i = 0; i < r.count; ++i) to[i] = from[i * step];
    } else {
      spread_bytes(from, step, r.count, to, sizeof(Word));
    }
  });
  return lent;
}

}  // namespace

untyped_tensor::untyped_tensor(const map_facts& facts, dims map, shared_untyped base)
    : map_(std::move(map)), base_(std::move(base)), facts_(facts) {}

node_facts untyped_tensor::node_of(const dims& map, const map_facts& facts, const untyped_node& base) {
  // For memory, the base is asked.
  return {.size = map.size(),
          .depth = base.lends() ? base.depth() : base.depth() + 1,
          .need = base.need(),
          .immutable = base.immutable(),
          .never_stores = base.never_stores(),
          .finite = base.finite(),
          .single_pass = base.single_pass() && facts.in_sequence()};
}

shared_untyped untyped_tensor::viewed(const map_change& change) const {
  if (as_node().depth() <= low_tree) return changed(change);
  const auto* const known = change.made.find(this);
  return known ? *known : change.made.add(this, changed(change));
}

shared_untyped untyped_tensor::changed(const map_change& change) const {
  dims map = change(map_);
  if (const shaped_base* const base = base_->as_shaped()) {
    if (shared_untyped view = base->viewed(whole() ? &change : nullptr, map, origin()))
      return over(dims::row_major(map.shape()), std::move(view));
  }
  return viewed(std::move(map));
}

const shaped_base* untyped_tensor::whole() const {
  const bool in_order = facts_.in_line && facts_.first == 0 && (facts_.step == 1 || map_.size() < 2);
  const shaped_base* const base = in_order ? base_->as_shaped() : nullptr;
  return base && base->extents() == extents() ? base : nullptr;
}

const shared_untyped& untyped_tensor::origin() const {
  const shaped_base* const base = base_->as_shaped();
  return base && base->origin() ? base->origin() : base_;
}

void untyped_tensor::add_maps(std::vector<laid_map>& to) const {
  const shaped_base* const base = whole();
  if (base && base_->depth() <= low_tree) return base->add_maps(to);
  to.push_back({&map_, base_->lends() ? base_->lent_step() : 1});
}

quick_access untyped_tensor::quick_of_memory() const {
  quick_access quick;
  if (!base_->lends() || !facts_.affine || facts_.strides.size() > quick.axes.size()) return quick;
  quick.first = const_cast<void*>(base_->lent_from(map_.size() == 0 ? 0 : facts_.first));
  quick.rank = map_.rank();
  for (std::size_t k = 0; k < facts_.strides.size(); ++k)
    quick.axes[k] = {map_.shape()[static_cast<index_t>(k)], facts_.strides[k] * base_->lent_step()};
  return quick;
}

raw_block untyped_tensor::fetch(const address_row& where, index_t n, void* out, arena& from) const {
  if (base_->lends()) {
    const raw_block row{base_->lent_from(where.address), where.step * base_->lent_step()};
    if (!where.gather) return row;
    gather(kind(), row, where.gather, n, out);
    return {out, 1};
  }
  if (!where.gather) return pull_steps(*base_, where.address, where.step, n, out, from);
  constexpr index_t at_once = 256;
  index_t addresses[at_once];
  for (index_t done = 0; done < n; done += at_once) {
    const index_t count = std::min(n - done, at_once);
    for (index_t i = 0; i < count; ++i) addresses[i] = where.at(done + i);
    pull_chosen(*base_, addresses, count, element_at(kind(), out, done), from);
  }
  return {out, 1};
}

void untyped_tensor::put(const address_row& where, index_t n, const void* values) const {
  if (base_->lends() && !where.gather) {
    scatter(kind(), {values, 1}, n, const_cast<void*>(base_->lent_from(where.address)), where.step * base_->lent_step());
  } else if (where.step == 1 && !where.gather) {
    base_->store(where.address, n, values);
  } else {
    for (index_t i = 0; i < n; ++i) base_->store(where.at(i), 1, element_at(kind(), values, i));
  }
}

raw_block untyped_tensor::pull_by_map(index_t start, index_t n, void* out, arena& from) const {
  if (facts_.in_line) return fetch({facts_.first + start * facts_.step, facts_.step}, n, out, from);
  const element_room& elements = kind();
  if (quick_.rank > 0 && elements.of_words() &&
      read_short_rows(quick_.first, std::span(quick_.axes).first(static_cast<std::size_t>(quick_.rank)), start, n, out, elements.bytes))
    return {out, 1};
  raw_block lent{out, 1};
  if (base_->lends() && with_words(elements, [&]<class Word>(Word) { lent = read_runs(map_, *base_, start, n, static_cast<Word*>(out)); }))
    return lent;
  map_.each_run(start, start + n, [&](const run& r) {
    std::byte* const room = element_at(elements, out, r.position - start);
    const raw_block got = fetch(r.row(), r.count, room, from);
    if (r.count == n) {
      lent = got;
    } else {
      spread(elements, got, r.count, room);
    }
  });
  return lent;
}

void untyped_tensor::store_by_map(index_t start, index_t n, const void* values) const {
  map_.each_run(start, start + n, [&](const run& r) { put(r.row(), r.count, element_at(kind(), values, r.position - start)); });
}

void untyped_tensor::store_at_by_map(const index_t* positions, index_t n, const void* values) const {
  std::vector<index_t> addresses(static_cast<std::size_t>(n));
  map_.to_local(std::span(positions, addresses.size()), addresses);
  store_chosen(*base_, addresses.data(), n, values, [](index_t address) { return address; });
}

owned_stream untyped_tensor::entries_by_map(entry_pass& pass) const {
  const index_t size = map_.size();
  if (size == 0) return no_entries();
  if (facts_.in_sequence()) return part_of_entries(*base_, facts_.first, facts_.first + size, 0, pass);
  // For a chain of maps, finding the bounds walks the chain. That must not take longer than visiting the entries.
  const bool quickly = !map_.top().below || size <= pass.about(*base_);
  const auto [lowest, highest] = quickly ? map_.bounds() : outer_bounds(map_.top());
  const raw_collected_entries below(pass.stream(*base_), lowest, highest + 1, kind());
  auto [list, times, each] = entries_pulled_back(map_.top(), below.all(), kind());
  if (times == 1 && each == 1) return listed(std::move(list));
  return std::make_unique<repeated_entries>(std::make_shared<const entry_list>(std::move(list)), size / times, size, each);
}

index_t untyped_tensor::guess_stored_by_map() const {
  const index_t below = base_->about_stored(), size = map_.size();
  const index_t times = std::max<index_t>(1, parts_of(size, std::max<index_t>(1, base_->size())));
  return below > size / times ? size : below * times;
}

target_memory untyped_tensor::extent() const {
  const index_t bytes = kind().bytes, between = base_->lent_step();
  const auto* const data = static_cast<const std::byte*>(base_->lent_from(0));
  if (facts_.in_line) return {data + facts_.first * between * bytes, facts_.step * between * bytes, map_.size(), bytes};
  const auto [lowest, highest] = map_.bounds();
  const index_t at = between < 0 ? highest : lowest, step = between < 0 ? -between : between;
  return {data + at * between * bytes, step * bytes, highest - lowest + 1, bytes, &arrangement_};
}

overlap untyped_tensor::meets_by_map(const target_memory& target) const {
  if (!base_->lends()) return facts_.keeps_positions() ? base_->meets(target) : rearranged(base_->meets(target));
  const target_memory own = extent();
  const bool same_order = own.arranged && target.arranged && own.first == target.first && own.step == target.step &&
                          own.element == target.element && own.arranged->same(*target.arranged);
  return same_order ? overlap::elementwise : meets_memory(own, target);
}

bool is_view_of(const untyped_tensor& a, const untyped_tensor& b) {
  if (a.base()->lends() && b.base()->lends()) return meets_memory(a.extent(), b.extent()) != overlap::none;
  return a.origin() == b.origin();
}

#define RAVEL_INSTANTIATE(T)                                \
  template class tensor_node<T>;                            \
  template RAVEL_API shared_untyped tensor_of_nothing<T>(); \
  template RAVEL_API const tensor_node<T>& as_tensor_node(const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
