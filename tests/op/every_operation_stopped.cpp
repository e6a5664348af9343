// SPDX-License-Identifier: BSL-1.0
// Every operation that is asked to stop throws `cancelled`, at each place where any of them looks whether it is. What went before has given
// what it gives otherwise, and what it was given is as it was: all of them are right afterwards. And every operation goes on with what it
// was given where who watches binds the names of its operands anew.
#include "every_operation.hpp"

#include <support/catch.hpp>
#include <support/vanishing.hpp>

#include <chrono>
#include <functional>
#include <stop_token>

using namespace every_operation;

namespace {

void looked_at(const std::function<void()>& look, const std::function<void()>& work) {
  ravel::with_progress([&](const ravel::progress&) { look(); }, std::chrono::seconds(0), work);
}

void check_stops(const ravel::reader<double>& x, const ravel::reader<double>& y, const ravel::reader<int>& k,
                 const ravel::reader<bool>& mask) {
  const auto run = [&](results& all) {
    reduce_all(all, x, y, k, mask);
    rearrange_all(all, x, y, k, mask);
    search_all(all, x, y, k, mask);
  };
  results all;
  index_t total = 0;
  looked_at([&] { ++total; }, [&] { run(all); });
  check("watched", all);
  REQUIRE(total > 200);

  // Behind the last place nobody looks again; the callback is called once more when all is done.
  for (index_t stop = 0; stop + 2 < total; ++stop) {
    results found;
    std::stop_source source;
    index_t looked = 0;
    bool stopped = false;
    const auto look = [&] {
      if (looked++ == stop) source.request_stop();
    };
    try {
      looked_at(look, [&] { ravel::with_stop(source.get_token(), [&] { run(found); }); });
    } catch (const ravel::cancelled&) {
      stopped = true;
    }
    INFO("look " << stop << " of " << total);
    const bool shared = ravel::detail::current_executor != nullptr;  // how often a search looks depends on the order of its pieces then
    REQUIRE((stopped || (shared && looked <= stop + 2)));
    REQUIRE((!stopped || found.size() < all.size()));
    for (std::size_t i = 0; i < found.size(); ++i) {
      INFO(found[i].first);
      REQUIRE_EQUAL(found[i].second, all[i].second);
    }
  }
  results again;
  run(again);
  check("after many stops", again);
}

}  // namespace

TEST_CASE("every operation stops where it is asked to", "[every_operation]") {
  const auto x = in_buffer<double>(values), y = in_buffer<double>(weights);
  const auto k = in_buffer<int>(values);
  check_stops(x, y, k, ravel::clone(k > 2));
  check_stops(x + 0.0, y * 1.0, k + 0, k > 2);
}

namespace {

// Operands that nobody else holds.
struct operands {
  ravel::reader<double> x, y;
  ravel::reader<int> k;
  ravel::reader<bool> mask;
};

operands in_vanishing_memory() {
  return {support::vanishing<double>(values), support::vanishing<double>(weights), support::vanishing<int>(values),
          support::vanishing<bool>(numbers{1, 0, 1, 0, 1})};
}
operands computed() {
  const auto [x, y, k, mask] = in_vanishing_memory();
  return {x + 0.0, y * 1.0, k + 0, mask && true};
}

void check_bound_anew(const char* kind, operands (*make)()) {
  operands now = make();
  bool inside = false;
  results found;
  found.before = [&] { inside = true; };
  found.after = [&](const std::string&) {
    inside = false;
    now = make();
  };
  const auto bind_anew = [&] {
    if (inside) now = {};
  };
  looked_at(bind_anew, [&] {
    reduce_all(found, now.x, now.y, now.k, now.mask);
    rearrange_all(found, now.x, now.y, now.k, now.mask);
    search_all(found, now.x, now.y, now.k, now.mask);
  });
  check(kind, found);
}

}  // namespace

TEST_CASE("every operation goes on with what it was given when the names of it are bound anew", "[every_operation]") {
  check_bound_anew("memory", in_vanishing_memory);
  check_bound_anew("computed", computed);
}
