// SPDX-License-Identifier: BSL-1.0
// The facts a tensor computes of its map once, and the errors of element access.
#include <ravel/base/detail/counted.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/detail/pull.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/walk/node.hpp>
#include "dims/pull_back.hpp"
#include "lazy/moved_entries.hpp"

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

void check_coordinates(const shape& of, std::span<const index_t> given) {
  if (static_cast<index_t>(given.size()) != of.rank()) {
    throw index_error(text() << counted(static_cast<index_t>(given.size()), "coordinate") << " " << list_text(given) << " for shape "
                             << to_string(of) << " of rank " << of.rank()
                             << (static_cast<index_t>(given.size()) < of.rank() ? ": write all for the others, t(0, all) is a view" : ""));
  }
  for (index_t k = 0; k < of.rank(); ++k) {
    const index_t position = given[static_cast<std::size_t>(k)];
    if (position < 0 || position >= of[k])
      throw index_error(text() << "position " << position << " is outside [0, " << of[k] << ") on axis " << k << " of shape "
                               << to_string(of));
  }
}

void throw_no_memory(const char* instead) {
  throw layout_error(text() << "there is no memory below this tensor to refer to: t.at({i, j}) reads an element, " << instead);
}

namespace {

// The elements of memory at the runs of a map. Short runs are not worth a call.
template <class Word>
raw_block read_runs(const mapped_base& of, index_t start, index_t n, Word* out) {
  constexpr index_t worth_a_call = 16;
  const index_t between = of.base.lent_step();
  const Word* const first = static_cast<const Word*>(of.base.lent_from(0));
  raw_block lent{out, 1};
  of.map.each_run(start, start + n, [&](const run& r) {
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

node_facts mapped_base::node() const {
  // For memory, the base is asked.
  return {.size = map.size(),
          .depth = base.lends() ? base.depth() : base.depth() + 1,
          .need = base.need(),
          .immutable = base.immutable(),
          .never_stores = base.never_stores(),
          .finite = base.finite(),
          .single_pass = base.single_pass() && facts.in_sequence()};
}

quick_access mapped_base::quick() const {
  quick_access quick;
  if (!base.lends() || !facts.affine || facts.strides.size() > quick.axes.size()) return quick;
  quick.first = const_cast<void*>(base.lent_from(map.size() == 0 ? 0 : facts.first));
  quick.rank = map.rank();
  for (std::size_t k = 0; k < facts.strides.size(); ++k)
    quick.axes[k] = {map.shape()[static_cast<index_t>(k)], facts.strides[k] * base.lent_step()};
  return quick;
}

raw_block mapped_base::fetch(const address_row& where, index_t n, void* out, arena& from) const {
  if (base.lends()) {
    const raw_block row{base.lent_from(where.address), where.step * base.lent_step()};
    if (!where.gather) return row;
    gather(base.room(), row, where.gather, n, out);
    return {out, 1};
  }
  if (!where.gather) return pull_steps(base, where.address, where.step, n, out, from);
  constexpr index_t at_once = 256;
  index_t addresses[at_once];
  for (index_t done = 0; done < n; done += at_once) {
    const index_t count = std::min(n - done, at_once);
    for (index_t i = 0; i < count; ++i) addresses[i] = where.at(done + i);
    pull_chosen(base, addresses, count, element_at(base.room(), out, done), from);
  }
  return {out, 1};
}

void mapped_base::put(const address_row& where, index_t n, const void* values) const {
  const element_room& kind = base.room();
  if (base.lends() && !where.gather) {
    scatter(kind, {values, 1}, n, const_cast<void*>(base.lent_from(where.address)), where.step * base.lent_step());
  } else if (where.step == 1 && !where.gather) {
    base.store(where.address, n, values);
  } else {
    for (index_t i = 0; i < n; ++i) base.store(where.at(i), 1, element_at(kind, values, i));
  }
}

raw_block mapped_base::pull(const quick_access& quick, index_t start, index_t n, void* out, arena& from) const {
  if (facts.in_line) return fetch({facts.first + start * facts.step, facts.step}, n, out, from);
  const element_room& kind = base.room();
  if (quick.rank > 0 && kind.of_words() &&
      read_short_rows(quick.first, std::span(quick.axes).first(static_cast<std::size_t>(quick.rank)), start, n, out, kind.bytes))
    return {out, 1};
  raw_block lent{out, 1};
  if (base.lends() && with_words(kind, [&]<class Word>(Word) { lent = read_runs(*this, start, n, static_cast<Word*>(out)); })) return lent;
  map.each_run(start, start + n, [&](const run& r) {
    std::byte* const room = element_at(kind, out, r.position - start);
    const raw_block got = fetch(r.row(), r.count, room, from);
    if (r.count == n) {
      lent = got;
    } else {
      spread(kind, got, r.count, room);
    }
  });
  return lent;
}

void mapped_base::store(index_t start, index_t n, const void* values) const {
  map.each_run(start, start + n, [&](const run& r) { put(r.row(), r.count, element_at(base.room(), values, r.position - start)); });
}

void mapped_base::store_at(const index_t* positions, index_t n, const void* values) const {
  std::vector<index_t> addresses(static_cast<std::size_t>(n));
  map.to_local(std::span(positions, addresses.size()), addresses);
  store_chosen(base, addresses.data(), n, values, [](index_t address) { return address; });
}

owned_stream mapped_base::entries(entry_pass& pass) const {
  const index_t size = map.size();
  if (size == 0) return no_entries();
  if (facts.in_sequence()) return part_of_entries(base, facts.first, facts.first + size, 0, pass);
  // For a chain of maps, finding the bounds walks the chain. That must not take longer than visiting the entries.
  const bool quickly = !map.top().below || size <= pass.about(base);
  const auto [lowest, highest] = quickly ? map.bounds() : outer_bounds(map.top());
  const raw_collected_entries below(pass.stream(base), lowest, highest + 1, base.room());
  auto [list, times, each] = entries_pulled_back(map.top(), below.all(), base.room());
  if (times == 1 && each == 1) return listed(std::move(list));
  return std::make_unique<repeated_entries>(std::make_shared<const entry_list>(std::move(list)), size / times, size, each);
}

index_t mapped_base::guess_stored() const {
  const index_t below = base.about_stored(), size = map.size();
  const index_t times = std::max<index_t>(1, parts_of(size, std::max<index_t>(1, base.size())));
  return below > size / times ? size : below * times;
}

target_memory mapped_base::extent() const {
  const index_t bytes = base.room().bytes, between = base.lent_step();
  const auto* const data = static_cast<const std::byte*>(base.lent_from(0));
  if (facts.in_line) return {data + facts.first * between * bytes, facts.step * between * bytes, map.size(), bytes};
  const auto [lowest, highest] = map.bounds();
  const index_t at = between < 0 ? highest : lowest, step = between < 0 ? -between : between;
  return {data + at * between * bytes, step * bytes, highest - lowest + 1, bytes, &arranged};
}

overlap mapped_base::meets(const target_memory& target) const {
  if (!base.lends()) return facts.keeps_positions() ? base.meets(target) : rearranged(base.meets(target));
  const target_memory own = extent();
  const bool same_order = own.arranged && target.arranged && own.first == target.first && own.step == target.step &&
                          own.element == target.element && own.arranged->same(*target.arranged);
  return same_order ? overlap::elementwise : meets_memory(own, target);
}

#define RAVEL_INSTANTIATE(T)                                \
  template class tensor_node<T>;                            \
  template RAVEL_API shared_untyped tensor_of_nothing<T>(); \
  template RAVEL_API const tensor_node<T>& as_tensor_node(const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
