// SPDX-License-Identifier: BSL-1.0
// Paths of views along the axes of a shape: where they lead, against the addresses of the view, and what they show of a box.
#include <ravel/walk/paths.hpp>

#include <support/catch.hpp>

#include <tensor/backing.hpp>

using namespace ravel;
using detail::axis_path;
using detail::axis_paths;

namespace {

index_t address_along(const axis_paths& paths, const shape& whole, const shape& view, index_t position) {
  std::vector<index_t> places(static_cast<std::size_t>(view.rank()));
  for (std::size_t j = places.size(); j-- > 0; position /= view[static_cast<index_t>(j)])
    places[j] = position % view[static_cast<index_t>(j)];
  index_t address = 0;
  for (std::size_t k = 0; k < paths.size(); ++k) {
    const auto [along, start, step] = paths[k];
    address = address * whole[static_cast<index_t>(k)] + start;
    if (along != axis_path::nowhere) address += step * places[static_cast<std::size_t>(along)];
  }
  return address;
}

dims random_view(support::random& r, const shape& s) {
  dims view = dims::row_major(s);
  for (index_t steps = r.below(5); steps > 0; --steps) view = backing::stepped(view, backing::random_step(r));
  return view;
}

}  // namespace

TEST_CASE("paths lead where the view says", "[tensor]") {
  support::random r(7);
  int found = 0;
  for (int program = 0; program < 3000; ++program) {
    const shape s = backing::random_shape(r);
    const dims view = random_view(r, s);
    const auto paths = detail::paths_through(view, s);
    if (!paths) continue;
    ++found;
    INFO(to_string(s) << " " << to_string(view));
    for (index_t p = 0; p < view.size(); ++p) {
      REQUIRE(address_along(*paths, s, view.shape(), p) == view.to_local(p));
      const detail::view_row row(view.shape(), *paths, p);
      REQUIRE(row.left == (view.rank() == 0 ? 1 : view.extent(-1) - p % view.extent(-1)));
    }
    REQUIRE(same_map(detail::along_paths(dims::row_major(s), *paths, view.shape()), view));
    const dims next = random_view(r, view.shape());
    const auto further = detail::paths_through(next, view.shape());
    for (index_t p = 0; further && p < next.size(); ++p)
      REQUIRE(address_along(detail::joined(*paths, *further), s, next.shape(), p) == view.to_local(next.to_local(p)));
  }
  CHECK(found > 200);
}

TEST_CASE("views that turn have paths, rows and others have none", "[tensor]") {
  const dims d = dims::row_major({4, 6});
  CHECK(detail::paths_through(d.transpose({1, 0}), {4, 6}));
  CHECK(detail::paths_through(d.flip(1), {4, 6}));
  CHECK(detail::paths_through(d.slice(1, 5, 3, -2), {4, 6}));
  CHECK_FALSE(detail::paths_through(d, {4, 6}));
  CHECK_FALSE(detail::paths_through(d.slice(0, 2, 2), {4, 6}));
  CHECK_FALSE(detail::paths_through(d.diagonal(0, 1), {4, 6}));
  CHECK_FALSE(detail::paths_through(d.transpose({1, 0}).reshape({-1}), {4, 6}));
  CHECK_FALSE(detail::paths_through(d.gather(1, {0, 2, 1}), {4, 6}));
  CHECK_FALSE(detail::paths_through(d.slice(1, 0, 0).transpose({1, 0}), {4, 6}));
  CHECK_FALSE(detail::paths_through(dims::strided({4, 4}, {0, 6}), {4, 6}));
}

TEST_CASE("the part of a box that a view shows", "[tensor]") {
  support::random r(9);
  int shown = 0;
  for (int program = 0; program < 2000; ++program) {
    const shape s = backing::random_shape(r);
    const dims view = random_view(r, s);
    const auto paths = detail::paths_through(view, s);
    if (!paths) continue;
    detail::box part{{}, {}};
    std::vector<index_t> extents;
    for (index_t k = 0; k < s.rank(); ++k) {
      part.at.push_back(r.below(s[k]));
      extents.push_back(1 + r.below(s[k] - part.at.back()));
    }
    part.extents = ints(extents);
    const dims whole = dims::row_major(s), inside = detail::part_of(whole, part);
    const auto seen = detail::seen(part, *paths, view.shape());
    std::vector<index_t> wanted, got;
    for (index_t p = 0; p < view.size(); ++p) {
      if (inside.first_global(view.to_local(p))) wanted.push_back(view.to_local(p));
    }
    INFO(to_string(view) << " of " << to_string(inside));
    REQUIRE(seen.has_value() == !wanted.empty());
    if (!seen) continue;
    ++shown;
    const dims through = detail::along_paths(inside, seen->through, seen->where.extents);
    REQUIRE(same_map(through, detail::part_of(view, seen->where)));
    for (index_t p = 0; p < through.size(); ++p) got.push_back(through.to_local(p));
    REQUIRE(got == wanted);
  }
  CHECK(shown > 100);
}
