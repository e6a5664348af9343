// SPDX-License-Identifier: BSL-1.0
// Every operation that is asked to stop throws `cancelled`, at each place where any of them looks whether it is. What went before has given
// what it gives otherwise, and what it was given is as it was: all of them are right afterwards.
#include "every_operation.hpp"

#include <support/catch.hpp>

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
    REQUIRE(stopped);
    REQUIRE(found.size() < all.size());
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
