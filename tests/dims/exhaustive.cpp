// SPDX-License-Identifier: BSL-1.0
// Everything there is among tiny maps: each axis of the four arrays under each view, each pair of views of an axis, each reshape of each
// transpose.
#include <dims/model.hpp>

#include <support/catch.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace {

using namespace model;
using ravel::run;

// Table, inverse and runs only, so that there can be many.
bool same(const dims& ours, const list& addresses) {
  if (ours.size() != size_of(addresses)) return false;
  std::map<index_t, list> places;
  for (index_t g = 0; g < ours.size(); ++g) {
    if (ours.to_local(g) != addresses[at(g)]) return false;
    places[addresses[at(g)]].push_back(g);
  }
  for (const auto& [address, expected] : places) {
    if (ours.to_global(address) != expected) return false;
  }
  list walked;
  ours.each_run([&](const run& r) {
    for (index_t i = 0; i < r.count; ++i) walked.push_back(r.address + r.step * (r.gather == nullptr ? i : r.gather[i]));
  });
  return walked == addresses;
}

struct axis_view {
  std::string text;
  list places;  // of the axis before, one for each position after
  std::function<dims(const dims&)> make;
};

// Every slice, flip, rotation, tile and some gathers of an axis.
std::vector<axis_view> views_of(index_t extent, index_t most_times) {
  std::vector<axis_view> views;
  for (const index_t step : {-3, -2, -1, 1, 2, 3}) {
    for (index_t start = 0; start < extent; ++start) {
      list places;
      for (index_t p = start; p >= 0 && p < extent; p += step) {
        places.push_back(p);
        const index_t count = size_of(places);
        if (count == 1 && step != 1) continue;
        views.push_back({"slice", places, [=](const dims& d) { return d.slice(0, start, count, step); }});
      }
    }
  }
  list all(at(extent));
  std::iota(all.begin(), all.end(), index_t{0});
  for (index_t by = 1; by < extent; ++by) {
    list places = all;
    std::rotate(places.begin(), places.end() - by, places.end());
    views.push_back({"rotate", places, [=](const dims& d) { return d.rotate(0, by); }});
  }
  for (index_t times = 2; times <= most_times; ++times) {
    list places;
    for (index_t t = 0; t < times; ++t) places.insert(places.end(), all.begin(), all.end());
    views.push_back({"tile", places, [=](const dims& d) { return d.tile(0, times); }});
  }
  if (extent > 2) views.push_back({"gather", {2, 0, 0, 1}, [](const dims& d) { return d.gather(0, {2, 0, 0, 1}); }});
  return views;
}

list taken(const list& from, const list& places) {
  list to;
  for (const index_t p : places) to.push_back(from[at(p)]);
  return to;
}

// f(dims, addresses) for every axis of the four arrays with a small period and extent.
template <class F>
void each_axis(index_t most_extent, F f) {
  for (index_t period = 1; period <= 4; ++period) {
    for (index_t offset = 0; offset < period; ++offset) {
      for (index_t extent = 1; extent <= most_extent; ++extent) {
        for (const index_t stride : {-2, 0, 1}) {
          list addresses;
          for (index_t i = 0; i < extent; ++i) addresses.push_back(stride * ((i + offset) % period));
          f(dims(period, stride, offset, extent), addresses);
        }
      }
    }
  }
}

template <class F>
void each_shape(index_t elements, index_t most_rank, F f) {
  list shape;
  const auto extend = [&](const auto& self, index_t left) -> void {
    if (left == 1) f(shape);
    if (size_of(shape) == most_rank) return;
    for (index_t extent = 1; extent <= left; ++extent) {
      if (left % extent != 0) continue;
      shape.push_back(extent);
      self(self, left / extent);
      shape.pop_back();
    }
  };
  extend(extend, elements);
}

}  // namespace

TEST_CASE("every pair of views of every tiny axis") {
  int checked = 0;
  each_axis(6, [&](const dims& d, const list& addresses) {
    if (!same(d, addresses)) FAIL(d);
    for (const axis_view& first : views_of(d.size(), 3)) {
      const dims once = first.make(d);
      const list once_taken = taken(addresses, first.places);
      if (!same(once, once_taken)) FAIL(first.text << " of " << d << ": " << once);
      for (const axis_view& second : views_of(std::min<index_t>(once.size(), 6), 2)) {
        if (once.size() > 6 && second.text != "slice") continue;
        const dims twice = second.make(once);
        if (!same(twice, taken(once_taken, second.places))) FAIL(second.text << " of " << first.text << " of " << d << ": " << twice);
        ++checked;
      }
    }
  });
  CHECK(checked > 50000);
}

TEST_CASE("every reshape of every transpose of every small shape") {
  int chains = 0, closed = 0;
  for (const index_t elements : {1, 2, 4, 6, 8, 12, 16, 24}) {
    each_shape(elements, 3, [&](const list& shape) {
      list order(shape.size());
      std::iota(order.begin(), order.end(), index_t{0});
      do {
        const dims turned = dims::row_major(shape).transpose(order);
        list addresses;
        for (index_t g = 0; g < elements; ++g) addresses.push_back(turned.to_local(g));
        each_shape(elements, 3, [&](const list& wanted) {
          const dims made = turned.reshape(wanted);
          (made.layers().size() == 1 ? closed : chains) += 1;
          if (!same(made, addresses)) FAIL(turned << " to " << ravel::detail::list_text(wanted));
        });
      } while (std::next_permutation(order.begin(), order.end()));
    });
  }
  CHECK(chains > 1000);
  CHECK(closed > chains);
}
