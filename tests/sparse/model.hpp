// SPDX-License-Identifier: BSL-1.0
// Sparse data in plain lines over a map: what the tests of sparse/ compare with. Belongs to one test.
#pragma once

#include <ravel/reader/detail/entries.hpp>

#include <support/catch.hpp>
#include <support/reader_contract.hpp>

#include <map>
#include <utility>
#include <vector>

namespace sparse_model {

using ravel::index_t;

template <class T>
using listed = std::vector<std::pair<index_t, T>>;

// What a sparse reader lists, in the order of its blocks.
template <class T>
listed<T> entries(const ravel::reader<T>& r) {
  listed<T> all;
  for (ravel::detail::entry_blocks<T> blocks(ravel::detail_access::node(r)); blocks.next();) {
    const ravel::detail::entry_block<T> b = blocks.at_hand();
    for (index_t i = 0; i < b.count; ++i) all.emplace_back(b.positions[i], b.values[i]);
  }
  return all;
}

// Elements of which those are stored that differ from the fill.
template <class T>
class elements {
 public:
  elements(index_t n, T fill) : n_(n), fill_(std::move(fill)) {}

  index_t size() const { return n_; }
  const T& fill() const { return fill_; }
  T operator[](index_t i) const {
    const auto found = stored_.find(i);
    return found == stored_.end() ? fill_ : found->second;
  }
  void write(index_t i, const T& value) {
    if (ravel::detail::is_fill(value, fill_)) {
      stored_.erase(i);
    } else {
      stored_.insert_or_assign(i, value);
    }
  }
  listed<T> entries() const { return {stored_.begin(), stored_.end()}; }
  std::vector<T> all() const {
    std::vector<T> values;
    for (index_t i = 0; i < n_; ++i) values.push_back((*this)[i]);
    return values;
  }

 private:
  index_t n_;
  T fill_;
  std::map<index_t, T> stored_;
};

template <class T>
bool same_entries(const listed<T>& a, const listed<T>& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.first == y.first && (support::detail::identical<T>(x.second, y.second) || x.second == y.second);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

// Lists what the model stores, and nothing else.
template <class T>
void check_entries(const ravel::reader<T>& r, const elements<T>& model) {
  REQUIRE(r.size() == model.size());
  REQUIRE(r.fill().has_value());
  REQUIRE(same_entries(entries(r), model.entries()));
}

}  // namespace sparse_model
