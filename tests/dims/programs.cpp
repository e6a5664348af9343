// SPDX-License-Identifier: BSL-1.0
// Random programs of views against the dense table. RAVEL_DIMS_PROGRAMS sets how many; the option -s shows how many ended as chains, and
// how many were one.
#include <dims/model.hpp>

#include <support/catch.hpp>
#include <support/sanitized.hpp>

#include <cstdlib>
#include <map>

namespace {

using namespace model;

int programs(int usually) {
  const char* asked = std::getenv("RAVEL_DIMS_PROGRAMS");
  return asked == nullptr ? usually : std::atoi(asked);
}

struct shares {
  int all = 0;
  int chains = 0;
  int irreducible = 0;
  int collapsed = 0;  // were a chain on the way, and ended as one layer
  std::map<std::size_t, int> depth;

  void count(const pair& end, bool was_chain) {
    const std::size_t layers = end.ours.layers().size();
    ++all;
    ++depth[layers];
    if (layers == 1) {
      collapsed += was_chain;
      return;
    }
    ++chains;
    irreducible += !separable(end.theirs);
  }
};

}  // namespace

namespace {

// One more view; what leaves nothing or a single element is mostly taken back, so that programs stay interesting.
std::string some_step(engine& random, pair& now) {
  for (;;) {
    const pair before = now;
    const std::string done = step(random, static_cast<int>(pick(random, 0, kinds - 1)), now);
    const bool dull = now.theirs.size() == 0 || now.theirs.rank() == 0;
    if (!done.empty() && (!dull || before.theirs.size() == 0 || before.theirs.rank() == 0 || pick(random, 0, 9) == 0)) return done;
    now = before;
  }
}

}  // namespace

TEST_CASE("random programs of views agree with the dense table at every step") {
  shares ends;
  const int count = programs(support::sanitized ? 300 : 1500);  // 1,500 take a minute there
  for (int seed = 0; seed < count; ++seed) {
    engine random(static_cast<std::uint64_t>(seed));
    pair now = random_start(random, 4, 5);
    std::string how = "program " + std::to_string(seed) + ": start " + to_string(now.ours);
    require_equal(now, random, how);
    bool was_chain = false;
    for (index_t left = pick(random, 1, 10); left > 0; --left) {
      how += "; " + some_step(random, now);
      require_equal(now, random, how);
      was_chain = was_chain || now.ours.layers().size() > 1;
    }
    ends.count(now, was_chain);
  }
  std::string depths;
  for (const auto& [layers, times] : ends.depth) depths += " " + std::to_string(layers) + ":" + std::to_string(times);
  INFO(ends.all << " programs; layers at the end" << depths << "; of " << ends.chains << " chains " << ends.irreducible
                << " cannot be one layer; " << ends.collapsed << " were a chain on the way and ended as one layer");
  CHECK(ends.chains * 5 < ends.all);
  CHECK((ends.chains - ends.irreducible) * 12 < ends.all);  // that tables of addresses could have made one layer
}

TEST_CASE("every ordered pair of views agrees with the dense table") {
  engine random(99);
  for (int first = 0; first < kinds; ++first) {
    for (int second = 0; second < kinds; ++second) {
      int done = 0;
      for (int attempt = 0; attempt < 200 && done < 12; ++attempt) {
        pair now = random_start(random, 3, 4);
        if (now.theirs.size() == 0 && attempt % 8 != 0) continue;
        std::string how = "start " + to_string(now.ours);
        const std::string a = step(random, first, now), b = step(random, second, now);
        how += "; " + a + "; " + b;
        require_equal(now, random, how);
        done += !a.empty() && !b.empty();
      }
      INFO(name(first) << " then " << name(second));
      REQUIRE(done == 12);
    }
  }
}
