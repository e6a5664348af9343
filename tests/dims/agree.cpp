// SPDX-License-Identifier: BSL-1.0
// Everything that can be asked about a map, compared with its table.
// GCC 12 at -O3 mistakes the storage of a vector for memory that was not allocated.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"
#endif

#include <dims/model.hpp>

#include <support/catch.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace model {
namespace {

using ravel::pulled;
using ravel::run;

class comparison {
 public:
  comparison(const pair& both, engine& random, const std::string& how)
      : ours_(both.ours), theirs_(both.theirs), random_(random), how_(how) {
    for (index_t g = 0; g < theirs_.size(); ++g) places_[theirs_.flat[at(g)]].push_back(g);
  }

  void whole() const;
  void forward() const;
  void back() const;
  void runs() const;
  void blocks() const;
  void pulled_back() const;
  void forms() const;

 private:
  void agree(bool holds, const char* about) const {
    if (!holds) FAIL(how_ << "\n" << about << " of " << to_string(ours_));
  }
  list walked(index_t first, index_t last) const;

  const dims& ours_;
  const dense& theirs_;
  engine& random_;
  const std::string& how_;
  std::map<index_t, list> places_;
};

bool is_affine(const dense& of, const list& strides) {
  bool all = true;
  each_position(of.shape, [&](const list& x) {
    index_t sum = of.flat[0];
    for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * strides[k];
    all = all && sum == of.value(x);
  });
  return all;
}

// The only strides that could do, where an extent says anything.
list slopes(const dense& of) {
  list strides;
  for (std::size_t k = 0; k < of.shape.size(); ++k) {
    list x(of.shape.size(), 0);
    if (of.shape[k] > 1 && of.size() > 0) x[k] = 1;
    strides.push_back(of.size() > 0 ? of.value(x) - of.flat[0] : 0);
  }
  return strides;
}

void comparison::whole() const {
  agree(list(ours_.shape().begin(), ours_.shape().end()) == theirs_.shape, "shape");
  agree(ours_.size() == theirs_.size() && ours_.rank() == theirs_.rank(), "size");
  const auto [low, high] = std::minmax_element(theirs_.flat.begin(), theirs_.flat.end());
  const ravel::address_bounds expected = theirs_.size() == 0 ? ravel::address_bounds{} : ravel::address_bounds{*low, *high};
  agree(ours_.bounds() == expected && ours_.span() == expected.highest - expected.lowest + 1, "bounds");
  agree(ours_.is_unique() == (static_cast<index_t>(places_.size()) == theirs_.size()), "uniqueness");
  bool contiguous = true;
  for (index_t g = 0; g < theirs_.size(); ++g) contiguous = contiguous && theirs_.flat[at(g)] == theirs_.flat[0] + g;
  agree(ours_.is_contiguous() == contiguous, "contiguity");
  const auto strides = ours_.strides();
  agree(strides.has_value() == ours_.is_affine(), "affinity");
  if (strides) agree(theirs_.size() == 0 || is_affine(theirs_, *strides), "strides");
  if (!strides && ours_.layers().size() == 1) agree(!is_affine(theirs_, slopes(theirs_)), "missing strides");
}

void comparison::forward() const {
  list positions, coordinates;
  each_position(theirs_.shape, [&](const list& x) {
    const index_t g = size_of(positions);
    agree(ours_.to_local(g) == theirs_.flat[at(g)], "address of a position");
    agree(ours_.to_local(x) == theirs_.flat[at(g)], "address of coordinates");
    positions.push_back(g);
    coordinates.insert(coordinates.end(), x.begin(), x.end());
  });
  list addresses(positions.size());
  ours_.to_local_by_coordinates(coordinates, addresses);
  agree(addresses == theirs_.flat, "addresses of many coordinates");
  std::reverse(positions.begin(), positions.end());
  ours_.to_local(positions, addresses);
  agree(std::equal(addresses.begin(), addresses.end(), theirs_.flat.rbegin()), "addresses of many positions");
}

void comparison::back() const {
  const auto ask = [&](index_t address, const list& expected) {
    agree(ours_.to_global(address) == expected, "positions of an address");
    agree(ours_.count_global(address) == size_of(expected), "number of positions");
    agree(ours_.first_global(address) == (expected.empty() ? std::nullopt : std::optional(expected[0])), "first position");
    list seen;
    const bool all = ours_.each_global(address, [&](index_t g) {
      seen.push_back(g);
      return seen.size() < 2;
    });
    agree(all == (expected.size() < 2) && std::equal(seen.begin(), seen.end(), expected.begin()), "first two positions");
  };
  for (const auto& [address, expected] : places_) ask(address, expected);
  const index_t low = places_.empty() ? 0 : places_.begin()->first, high = places_.empty() ? 0 : places_.rbegin()->first;
  for (const index_t address :
       {low - 1, high + 1, pick(random_, low, high), pick(random_, low, high), ravel::index_limit, -ravel::index_limit}) {
    if (!places_.contains(address)) ask(address, {});
  }
}

list comparison::walked(index_t first, index_t last) const {
  list addresses;
  ours_.each_run(first, last, [&](const run& r) {
    agree(r.position == first + size_of(addresses) && r.count > 0, "place of a run");
    for (index_t i = 0; i < r.count; ++i) addresses.push_back(r.address + r.step * (r.gather == nullptr ? i : r.gather[i]));
  });
  return addresses;
}

void comparison::runs() const {
  agree(walked(0, ours_.size()) == theirs_.flat, "runs");
  const index_t first = pick(random_, 0, ours_.size()), last = pick(random_, first, ours_.size());
  agree(walked(first, last) == list(theirs_.flat.begin() + first, theirs_.flat.begin() + last), "runs of a part");
  index_t runs = 0;
  const bool all = ours_.each_run([&](const run&) { return ++runs < 2; });
  agree(runs <= 2 && all == (runs < 2), "stopping at the second run");
}

void comparison::blocks() const {
  const dims count = dims::row_major(ours_.shape());
  const dims* both[] = {&count, &ours_};
  std::set<index_t> seen;
  const auto element = [](const ravel::address_rows& of, index_t row, index_t i) {
    return of.address + row * of.row_step + of.step * (of.gather == nullptr ? i : of.gather[i]);
  };
  std::ignore = ravel::each_rows(both, [&](const ravel::joint_rows& b) {
    for (index_t row = 0; row < b.rows; ++row) {
      for (index_t i = 0; i < b.count; ++i) {
        const index_t g = element(b.operands[0], row, i);
        agree(seen.insert(g).second && element(b.operands[1], row, i) == theirs_.flat[at(g)], "blocks");
      }
    }
  });
  agree(static_cast<index_t>(seen.size()) == ours_.size(), "number of elements in blocks");
  list addresses, sorted = theirs_.flat;
  const dims* alone[] = {&ours_};
  std::ignore = ravel::each_rows(alone, [&](const ravel::joint_rows& b) {
    for (index_t row = 0; row < b.rows; ++row) {
      for (index_t i = 0; i < b.count; ++i) addresses.push_back(element(b.operands[0], row, i));
    }
  });
  std::sort(addresses.begin(), addresses.end());
  std::sort(sorted.begin(), sorted.end());
  agree(addresses == sorted, "blocks in memory order");
}

void comparison::pulled_back() const {
  list stored;
  for (const auto& [address, positions] : places_) {
    if (pick(random_, 0, 2) != 0) stored.push_back(address);
    if (pick(random_, 0, 3) == 0 && !places_.contains(address + 1)) stored.push_back(address + 1);
  }
  const index_t beyond = stored.empty() ? 0 : stored.back() + 1;
  for (index_t i = pick(random_, 0, 1) * 4000; i > 0; --i) stored.push_back(beyond + i);  // so many that positions are looked up instead
  std::sort(stored.begin(), stored.end());
  stored.erase(std::unique(stored.begin(), stored.end()), stored.end());
  std::vector<pulled> expected;
  for (index_t g = 0; g < theirs_.size(); ++g) {
    const auto found = std::lower_bound(stored.begin(), stored.end(), theirs_.flat[at(g)]);
    if (found != stored.end() && *found == theirs_.flat[at(g)]) expected.push_back({g, found - stored.begin()});
  }
  agree(ours_.pull_back(stored) == expected, "pulled back addresses");
}

void comparison::forms() const {
  const dims again = ours_.reshape(ours_.shape());
  agree(again == ours_ && std::hash<dims>()(again) == std::hash<dims>()(ours_), "form after a reshape to the same shape");
  agree(same_map(again, ours_), "sameness with itself");
  if (theirs_.size() == 0) return;
  agree(!same_map(ours_, dims::strided(ours_.shape(), list(theirs_.shape.size(), 0), theirs_.flat[0] + 1)), "sameness with another");
}

}  // namespace

void require_equal(const pair& both, engine& random, const std::string& how) {
  const comparison all(both, random, how);
  all.whole();
  all.forward();
  all.back();
  all.runs();
  all.blocks();
  all.pulled_back();
  all.forms();
}

}  // namespace model
