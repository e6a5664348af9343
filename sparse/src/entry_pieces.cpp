// SPDX-License-Identifier: BSL-1.0
// Collects entries in pieces and joins them. Entries are moved, not computed, so their type is not needed.
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/sparse/to_sparse.hpp>

#include <map>
#include <mutex>
#include <vector>

namespace ravel::detail {

namespace {

// Moves the entries of a list behind those of another.
void move_entries(entry_list& list, entry_list& to) {
  if (list.kind().of_bytes()) {
    to.append(list.all());
  } else {
    to.make_room(list.size());
    std::copy_n(list.positions(), list.size(), to.positions() + to.size());
    list.kind().move(list.values(), list.size(), element_at(to.kind(), to.values(), to.size()));
    to.grow_by(list.size());
  }
  list.shrink_to(0);
}

// Joins the entries of tasks in order. The thread that has the next task fills the joined list itself. All others fill lists of their own,
// which wait until the tasks before them are done. So one thread at a time writes the joined list, and nobody waits for it.
class joined_tasks {
 public:
  joined_tasks(const element_room& kind, index_t about) : kind_(kind), all_(kind) { all_.reserve(about); }

  // Calls fill(list) for a task.
  template <class Fill>
  void add(index_t task, const Fill& fill) {
    if (std::unique_lock lock(mutex_); task == next_ && !busy_) {
      busy_ = true;
      lock.unlock();
      fill(all_);
      lock.lock();
      end_task();
      join_waiting(lock);
    } else {
      entry_list list = spare();
      lock.unlock();
      fill(list);
      lock.lock();
      waiting_.try_emplace(task, std::move(list));
      join_waiting(lock);
    }
  }

  entry_list all() && {
    all_.fit();
    return std::move(all_);
  }

 private:
  entry_list spare() {
    if (spares_.empty()) return entry_list(kind_);
    entry_list list = std::move(spares_.back());
    spares_.pop_back();
    return list;
  }
  void end_task() {
    ++next_;
    busy_ = false;
  }
  void join_waiting(std::unique_lock<std::mutex>& lock) {
    while (!busy_ && !waiting_.empty() && waiting_.begin()->first == next_) {
      entry_list list = std::move(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      busy_ = true;
      lock.unlock();
      move_entries(list, all_);
      lock.lock();
      spares_.push_back(std::move(list));
      end_task();
    }
  }

  const element_room& kind_;
  std::mutex mutex_;
  entry_list all_;
  bool busy_ = false;                      // a thread writes to the joined list
  index_t next_ = 0;                       // the first task that it lacks
  std::map<index_t, entry_list> waiting_;  // by task
  std::vector<entry_list> spares_;
};

// Only both ends if no thread helps.
std::vector<index_t> even_cuts(index_t size) {
  std::vector<index_t> cuts{0};
  if (current_executor && size > 0) {
    const index_t each = task_size(size, rules_of_tasks.smallest);
    for (index_t cut = each; cut < size; cut += each) cuts.push_back(cut);
  }
  cuts.push_back(size);
  return cuts;
}

}  // namespace

entry_list entries_from_pieces(const element_room& kind, std::span<const index_t> cuts, index_t total, index_t about,
                               function_ref<void(index_t, index_t, entry_list&)> add) {
  const index_t tasks = std::ssize(cuts) - 1;
  if (!current_executor || tasks == 1) {
    entry_list list(kind);
    list.reserve(about);
    add(cuts.front(), cuts.back(), list);
    list.fit();
    return list;
  }
  joined_tasks joined(kind, about);
  run_tasks(tasks, total, [&](index_t first, index_t behind) {
    for (index_t task = first; task < behind; ++task) {
      const auto cut = cuts.begin() + task;
      joined.add(task, [&](entry_list& list) { add(cut[0], cut[1], list); });
    }
  });
  return std::move(joined).all();
}

entry_list entries_from_even_pieces(const element_room& kind, index_t size, index_t about,
                                    function_ref<void(index_t, index_t, entry_list&)> add) {
  return entries_from_pieces(kind, even_cuts(size), size, about, add);
}

entry_list entries_from_ordered_pieces(const element_room& kind, const index_t* positions, index_t count, const position_order& order,
                                       function_ref<void(index_t, index_t, entry_list&)> add) {
  std::vector<index_t> cuts = even_cuts(count);
  for (std::size_t k = 1; k + 1 < cuts.size(); ++k) {
    index_t& cut = cuts[k] = std::max(cuts[k], cuts[k - 1]);
    while (cut < count && positions[order.place(cut)] == positions[order.place(cut - 1)]) ++cut;
  }
  return entries_from_pieces(kind, cuts, count, count, add);
}

}  // namespace ravel::detail
