// SPDX-License-Identifier: BSL-1.0
// Layers as dims::layers() shows them, and asking from several threads.
#include <dims/model.hpp>

#include <support/catch.hpp>

#include <thread>

namespace {

using namespace model;
using ravel::layer;
using ravel::shape;

}  // namespace

TEST_CASE("a layer shows the modes of each axis") {
  const dims d = dims::strided({2, 1, 3}, {10, 7, -1}, 5).tile(2, 2);
  const auto layers = d.layers();
  REQUIRE(layers.size() == 1);
  const layer& l = layers[0];
  CHECK(l.base == 5);
  CHECK(l.extents == shape{2, 1, 6});
  REQUIRE(l.axis(0).size() == 1);
  CHECK(l.axis(0)[0].extent == 2);
  CHECK(l.axis(0)[0].stride == 10);
  CHECK(l.axis(1).empty());
  REQUIRE(l.axis(2).size() == 2);
  CHECK(l.axis(2)[0].stride == 0);
  CHECK(l.axis(2)[1].stride == -1);
  CHECK(l.at(11) == d.to_local(11));
}

TEST_CASE("a layer without elements has no modes and base 0") {
  for (const dims& d : {dims::strided({2, 0}, {3, 1}, 9), dims::row_major({2, 3}).slice(1, 2, 0),
                        dims::row_major({4, 6}).transpose({1, 0}).reshape({8, 3}).slice(0, 0, 0)}) {
    CHECK(d.layers().size() == 1);
    CHECK(d.top().base == 0);
    CHECK(d.top().modes.empty());
    CHECK(d.top().axis(0).empty());
    CHECK(d.bounds() == ravel::address_bounds{});
    CHECK(d.to_global(0).empty());
    CHECK(d.is_unique());
    CHECK(d.is_contiguous());
  }
}

TEST_CASE("layers of a chain can be taken out and asked alone") {
  const dims chain = dims::row_major({4, 6}).transpose({1, 0}).reshape({8, 3});
  const auto layers = chain.layers();
  REQUIRE(layers.size() == 2);
  CHECK(layers[0].below == nullptr);
  CHECK(layers[1].depth == 2);
  for (index_t g = 0; g < 24; ++g) CHECK(chain.to_local(g) == layers[0].at(layers[1].at(g)));
}

TEST_CASE("threads may ask one map everything at once") {
  const dims d = dims::row_major({30, 40}).transpose({1, 0}).gather(0, {5, 1, 1, 9}).reshape({8, 15});
  std::vector<char> right(4, 0);
  {
    std::vector<std::thread> threads;
    for (char& ok : right) {
      threads.emplace_back([&] {
        ok = !d.is_unique() && d.bounds().lowest == 1;
        for (index_t g = 0; g < d.size(); ++g) {
          const auto positions = d.to_global(d.to_local(g));
          ok = ok && std::find(positions.begin(), positions.end(), g) != positions.end();
        }
        d.each_run([&](const ravel::run& r) {
          ok = ok && d.to_local(r.position) == r.address + (r.gather == nullptr ? 0 : r.step * r.gather[0]);
        });
      });
    }
    for (auto& thread : threads) thread.join();
  }
  CHECK(right == std::vector<char>(4, 1));
}
