// SPDX-License-Identifier: BSL-1.0
// Questions to the readers of a function, and functions of the closed set.
#include <ravel/lazy/detail/function_node.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

bool of_bytes(const element_room& room) { return !room.begin && !room.end && room.alignment == scratch_alignment; }

}  // namespace

void leaf_list::add(const untyped_node& of, joined_maker joined) {
  leaf& added = leaves_.emplace_back(leaf{&of, joined, nullptr, 0, independent_});
  if (!of.lends() || of.lent_step() != 1) return;
  added.memory = static_cast<const std::byte*>(of.lent_from(0));
  added.step = of.room().bytes;
}

bool leaf_list::all_sparse() const {
  return std::all_of(leaves_.begin(), leaves_.end(), [](const leaf& l) { return l.node->sparse(); });
}

small_vector<const void*, 6> leaf_list::fills() const {
  small_vector<const void*, 6> found;
  for (const leaf& l : leaves_) found.push_back(l.node->fill_at());
  return found;
}

overlap leaf_list::meets(const target_memory& target) const {
  overlap found = crossing_ ? overlap::arbitrary : overlap::none;
  for (const leaf& l : leaves_) {
    if (found == overlap::arbitrary) break;
    if (!l.independent) found = worst(found, meets_once(*l.node, target));
  }
  return found;
}

index_t leaf_list::about_stored() const {
  index_t sum = 0;
  for (const leaf& l : leaves_) sum = about_with(sum, *l.node);
  return sum;
}

node_facts leaf_list::plan(index_t size, const element_room& result, bool any_length) {
  node_facts facts{.size = size, .immutable = true, .never_stores = true, .single_pass = any_length};
  scratch_need rooms;
  bool result_is_free = true;
  plain_ = leaves_.size() <= few;
  for (unsigned at = 0; at < leaves_.size(); ++at) {
    const untyped_node& below = *leaves_[at].node;
    facts.depth = std::max(facts.depth, below.depth() + 1);
    facts.immutable = facts.immutable && below.immutable();
    facts.never_stores = facts.never_stores && below.never_stores();
    facts.need = either(facts.need, below.need());
    if (leaves_[at].step != 0) continue;
    facts.single_pass = false;
    computed& made = computed_.emplace_back(computed{&below, at, 0, place::earlier});
    while (leaves_[made.earlier].node != &below) ++made.earlier;
    if (made.earlier < at) continue;
    if (&below.room() == &result && std::exchange(result_is_free, false)) {
      made.stands = place::result;
    } else {
      made.stands = place::room;
      rooms = rooms + below.room().need;
      plain_ = plain_ && of_bytes(below.room());
    }
  }
  in_place_ = plain_ && (computed_.empty() || (computed_.size() == 1 && computed_[0].stands == place::result));
  facts.need = facts.need + rooms;
  return facts;
}

void* element_rooms::take(const element_room& kind) {
  std::byte* const room = from_.take_bytes(length_ * kind.bytes, kind.alignment);
  if (kind.end) made_.reserve(made_.size() + 1);
  if (kind.begin) kind.begin(room, length_);
  if (kind.end) made_.push_back({&kind, room});
  return room;
}
void element_rooms::end() {
  for (const made& one : made_) one.kind->end(one.room, length_);
}

loaded_leaves::loaded_leaves(const leaf_list& leaves, index_t start, index_t n, void* result, arena& from) : rooms_(from, n) {
  const std::size_t count = leaves.all().size();
  if (count > few) many_ = std::make_unique_for_overwrite<const void*[]>(count);
  leaves.load(start, n, result, from, many_ ? many_.get() : few_, [&](const element_room& kind) { return rooms_.take(kind); });
}

#define RAVEL_INSTANTIATE(T) template class function_node<T>;
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
