// SPDX-License-Identifier: BSL-1.0
// What every sparse reader does: sparse_fault says in words what a reader breaks first, and check_sparse requires that there is nothing. Of
// short readers every element is compared, of long ones those around the entries. Starts one thread.
#pragma once

#include <ravel/reader/detail/entries.hpp>

#include <support/combinations.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace support {

template <class T>
using entry = std::pair<std::int64_t, T>;

template <class T>
void take_block(std::vector<entry<T>>& all, const ravel::detail::entry_block<T>& b) {
  for (std::int64_t i = 0; i < b.count; ++i) all.emplace_back(b.positions[i], b.values[i]);
}

// What a stream has left.
template <class T>
std::vector<entry<T>> entries_left(ravel::detail::entries_of<T>& from) {
  std::vector<entry<T>> all;
  for (auto b = from.next(); b.count > 0; b = from.next()) take_block(all, b);
  return all;
}

template <class T>
std::vector<entry<T>> entries_of(const ravel::reader<T>& r) {
  ravel::detail::entry_pass pass;
  auto from = pass.of(ravel::detail_access::node(r));
  return entries_left(from);
}

namespace detail {

constexpr std::int64_t compared_whole = 5000;

template <class T>
void expect_entries(const ravel::reader<T>& r, const std::vector<entry<T>>& entries) {
  const T fill = *r.fill();
  std::int64_t before = -1;
  for (const auto& [position, value] : entries) {
    expect(position > before, "position ", position, " stands behind ", before);
    expect(position < r.size(), "position ", position, " is outside");
    expect(!ravel::detail::is_fill(value, fill), "the entry at ", position, " is the fill");
    before = position;
  }
}

// Elements [start, start + count) one by one and as a block.
template <class T>
void expect_part(const ravel::reader<T>& r, const std::vector<entry<T>>& entries, std::int64_t start, std::int64_t count) {
  const T fill = *r.fill();
  const auto room = std::make_unique<T[]>(static_cast<std::size_t>(count));
  r.read(start, std::span<T>(room.get(), static_cast<std::size_t>(count)));
  auto at = std::lower_bound(entries.begin(), entries.end(), start, [](const auto& e, std::int64_t i) { return e.first < i; });
  for (std::int64_t i = 0; i < count; ++i) {
    const bool stored = at != entries.end() && at->first == start + i;
    const T wanted = stored ? at->second : fill;
    at += stored;
    expect(equal_values<T, T>(room[static_cast<std::size_t>(i)], wanted), "its entries and its block at ", start, " differ at ", start + i);
    expect(equal_values<T, T>(r[start + i], wanted), "its entries and element ", start + i, " differ");
  }
}

template <class T>
void expect_elements(const ravel::reader<T>& r, const std::vector<entry<T>>& entries) {
  const std::int64_t n = r.size();
  if (n <= compared_whole) {
    each_part(n, [&](std::int64_t start, std::int64_t count) { expect_part(r, entries, start, count); });
    return;
  }
  expect_part(r, entries, 0, 100);
  expect_part(r, entries, n - 100, 100);
  for (std::size_t k = 0; k < entries.size(); k += 1 + entries.size() / 50) {
    const std::int64_t first = std::max<std::int64_t>(entries[k].first - 2, 0);
    expect_part(r, entries, first, std::min<std::int64_t>(5, n - first));
  }
}

// Seeking before the first block and between blocks, forwards and in vain.
template <class T>
void expect_seeks(const ravel::reader<T>& r, const std::vector<entry<T>>& entries) {
  const std::int64_t n = r.size();
  std::set<std::int64_t> places{0, 1, n / 2, n - 1, n, n + 1, ravel::index_limit};
  for (std::size_t k = 0; k < entries.size(); k += 1 + entries.size() / 6) places.insert({entries[k].first, entries[k].first + 1});
  if (!entries.empty()) places.insert({entries.back().first, entries.back().first + 1});
  const auto seek = [&](std::int64_t place, int blocks) {
    ravel::detail::entry_pass pass;
    auto stream = pass.of(ravel::detail_access::node(r));
    std::vector<entry<T>> before;
    for (int k = 0; k < blocks; ++k) take_block(before, stream.next());
    stream.seek(place);
    stream.seek(place / 2);  // does not go back
    const std::vector<entry<T>> left = entries_left(stream);
    std::size_t at = before.size();
    while (at < entries.size() && entries[at].first < place) ++at;
    expect(left.size() == entries.size() - at, "from ", place, " after ", blocks, " blocks there are ", left.size(), " entries and not ",
           entries.size() - at);
    for (std::size_t k = 0; k < left.size(); ++k) {
      expect(left[k].first == entries[at + k].first && equal_values<T, T>(left[k].second, entries[at + k].second), "after seeking ", place,
             " entries differ from ", left[k].first, " on");
    }
    for (int k = 0; k < 2; ++k) expect(stream.next().count == 0, "an exhausted stream goes on");
    stream.seek(0);
    expect(stream.next().count == 0, "an exhausted stream begins again");
  };
  places.erase(-1);  // of no elements
  each_combination(seek, std::vector<std::int64_t>(places.begin(), places.end()), std::vector<int>{0, 1, 2});
}

template <class T>
void expect_sparse(const ravel::reader<T>& r, contract extent) {
  expect(r.fill().has_value(), "it has no fill");
  const std::vector<entry<T>> entries = entries_of(r);
  expect_entries(r, entries);
  expect_elements(r, entries);
  expect_seeks(r, entries);
  if (extent == contract::quick) return;
  std::string fault;
  std::thread([&fault, &entries, copied = ravel::reader<T>(r)] {
    try {
      expect_elements(copied, entries);
      expect(entries_of(copied).size() == entries.size(), "there are other entries");
    } catch (const broken& b) {
      fault = b.what;
    }
  }).join();
  expect(fault.empty(), "on another thread: ", fault);
}

}  // namespace detail

template <class T>
std::string sparse_fault(const ravel::reader<T>& r, contract extent = contract::whole) {
  try {
    detail::expect_sparse(r, extent);
  } catch (const detail::broken& b) {
    return b.what;
  } catch (const ravel::error& e) {
    return std::string("it throws: ") + e.what();
  }
  return {};
}

template <class R>
void check_sparse(const R& r, contract extent = contract::quick) {
  REQUIRE(sparse_fault<ravel::value_t<R>>(ravel::reader<ravel::value_t<R>>(r), extent) == "");
}

}  // namespace support
