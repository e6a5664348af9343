// SPDX-License-Identifier: BSL-1.0
// Random layouts and random views, made on both sides.
#include <dims/model.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>

namespace model {
namespace {

enum kind {
  transpose,
  swap_axes,
  select,
  slice,
  flip,
  rotate,
  broadcast,
  tile,
  new_axis,
  squeeze,
  gather,
  gather_rising,
  gather_set,
  diagonal,
  windows,
  reshape,
  join
};

constexpr std::array<const char*, kinds> names{"transpose",  "swap_axes", "select",   "slice",   "flip",   "rotate",
                                               "broadcast",  "tile",      "new_axis", "squeeze", "gather", "gather_rising",
                                               "gather_set", "diagonal",  "windows",  "reshape", "join"};

constexpr index_t most_elements = 400;

index_t remainder(index_t a, index_t n) { return ((a % n) + n) % n; }

list iota(index_t count, index_t start = 0, index_t step = 1) {
  list values;
  for (index_t i = 0; i < count; ++i) values.push_back(start + i * step);
  return values;
}

std::string text(const list& l) { return ravel::detail::list_text(l); }

// One axis of `at`, and as a caller may name it: half the time from the end.
struct axis_name {
  index_t axis;
  index_t called;
};

axis_name pick_axis(engine& random, const dense& of) {
  const index_t axis = pick(random, 0, of.rank() - 1);
  return {axis, pick(random, 0, 1) == 0 ? axis : axis - of.rank()};
}

list random_extents(engine& random, index_t elements) {
  list extents;
  while (elements > 1 && pick(random, 0, 4) != 0) {
    const index_t by = pick(random, 1, elements);
    if (elements % by != 0) continue;
    extents.push_back(by);
    elements /= by;
  }
  extents.push_back(elements);
  std::shuffle(extents.begin(), extents.end(), random);
  return extents;
}

list random_members(engine& random, index_t below) {
  list members;
  for (index_t i = 0; i < below; ++i) {
    if (pick(random, 0, 2) != 0) members.push_back(i);
  }
  return members;
}

std::string take_slice(engine& random, pair& now) {
  const auto [axis, called] = pick_axis(random, now.theirs);
  const index_t extent = now.theirs.extent(axis);
  index_t step = std::array<index_t, 8>{1, 1, 1, 2, 3, -1, -1, -2}[at(pick(random, 0, 7))];
  index_t count = pick(random, 0, 19) == 0 ? 0 : pick(random, std::min<index_t>(1, extent), extent);
  while (count > 1 && std::abs(step) * (count - 1) >= extent) step > 0 ? --step : ++step;
  if (step == 0) step = 1;
  const index_t reach = count == 0 ? 0 : std::abs(step) * (count - 1);
  const index_t low = extent == 0 ? 0 : pick(random, 0, extent - 1 - reach), start = step > 0 ? low : low + reach;
  now.theirs = now.theirs.take(axis, iota(count, start, step));
  now.ours = now.ours.slice(called, start, count, step);
  return "slice(" + text({called, start, count, step}) + ")";
}

std::string take_gather(engine& random, pair& now, kind how) {
  const auto [axis, called] = pick_axis(random, now.theirs);
  const index_t extent = now.theirs.extent(axis);
  list positions(at(extent == 0 ? 0 : pick(random, 0, 6)));
  for (index_t& p : positions) p = pick(random, 0, extent - 1);
  if (how == gather_rising) std::sort(positions.begin(), positions.end());
  if (how == gather_set) positions = random_members(random, extent);
  now.theirs = now.theirs.take(axis, positions);
  now.ours = how == gather_set ? now.ours.gather(called, make_set(positions)) : now.ours.gather(called, positions);
  return "gather(" + std::to_string(called) + ", " + text(positions) + ")";
}

std::string take_broadcast(engine& random, pair& now) {
  list extents = now.theirs.shape, times;
  for (index_t& extent : extents) {
    times.push_back(extent == 0 ? 1 : pick(random, 0, 3) == 0 ? pick(random, 0, 3) : 1);
    extent *= times.back();
  }
  dense tiled = now.theirs;
  for (index_t k = 0; k < now.theirs.rank(); ++k) {
    const index_t extent = now.theirs.extent(k);
    list positions;
    for (index_t i = 0; i < extents[at(k)]; ++i) positions.push_back(i % extent);
    tiled = tiled.take(k, positions);
  }
  for (index_t added = pick(random, 0, 1); added > 0; --added) {
    const index_t extent = pick(random, 0, 3);
    tiled.shape.insert(tiled.shape.begin(), 1);
    tiled = tiled.take(0, list(at(extent), 0));
    extents.insert(extents.begin(), extent);
  }
  if (tiled.size() > most_elements) return "";
  now = {now.ours.broadcast(extents), tiled};
  return "broadcast(" + text(extents) + ")";
}

std::string take_reshape(engine& random, pair& now) {
  list extents = random_extents(random, now.theirs.size()), asked = extents;
  if (now.theirs.size() == 0) {
    extents = asked = now.theirs.shape;
    std::reverse(extents.begin(), extents.end());
    std::reverse(asked.begin(), asked.end());
  } else if (pick(random, 0, 3) == 0) {
    asked[at(pick(random, 0, size_of(asked) - 1))] = -1;
  }
  now = {now.ours.reshape(asked), now.theirs.reshape(extents)};
  return "reshape(" + text(asked) + ")";
}

std::string take_windows(engine& random, pair& now) {
  const auto [axis, called] = pick_axis(random, now.theirs);
  const index_t extent = now.theirs.extent(axis);
  if (extent == 0) return "";
  const index_t width = pick(random, 1, extent), step = pick(random, 1, 3);
  now = {now.ours.windows(called, width, step), now.theirs.windows(axis, width, step)};
  return "windows(" + text({called, width, step}) + ")";
}

std::string take_diagonal(engine& random, pair& now) {
  const auto a = pick_axis(random, now.theirs), b = pick_axis(random, now.theirs);
  if (a.axis == b.axis) return "";
  const index_t shift = pick(random, 0, 1) == 0 ? 0 : pick(random, -3, 3);
  now = {now.ours.diagonal(a.called, b.called, shift), now.theirs.diagonal(a.axis, b.axis, shift)};
  return "diagonal(" + text({a.called, b.called, shift}) + ")";
}

// Two neighbouring axes become one.
std::string take_join(engine& random, pair& now) {
  list extents = now.theirs.shape;
  if (extents.size() < 2) return "";
  const index_t axis = pick(random, 0, size_of(extents) - 2);
  extents[at(axis)] *= extents[at(axis + 1)];
  extents.erase(extents.begin() + axis + 1);
  now = {now.ours.reshape(extents), now.theirs.reshape(extents)};
  return "reshape(" + text(extents) + ")";
}

// What any map can take.
std::string take_any(engine& random, kind how, pair& now) {
  const dense& before = now.theirs;
  switch (how) {
    case transpose: {
      list order = iota(before.rank());
      std::shuffle(order.begin(), order.end(), random);
      now = {now.ours.transpose(order), before.transpose(order)};
      return "transpose(" + text(order) + ")";
    }
    case broadcast:
      return take_broadcast(random, now);
    case new_axis: {
      const index_t place = pick(random, 0, before.rank());
      list extents = before.shape;
      extents.insert(extents.begin() + place, 1);
      now = {now.ours.new_axis(pick(random, 0, 1) == 0 ? place : place - before.rank() - 1), before.reshape(extents)};
      return "new_axis(" + std::to_string(place) + ")";
    }
    case squeeze: {
      list extents = before.shape;
      std::erase(extents, 1);
      now = {now.ours.squeeze(), before.reshape(extents)};
      return "squeeze()";
    }
    case reshape:
      return take_reshape(random, now);
    default:
      return take_join(random, now);
  }
}

// What needs an axis.
std::string take_axis(engine& random, kind how, pair& now) {
  const auto [axis, called] = pick_axis(random, now.theirs);
  const index_t extent = now.theirs.extent(axis);
  switch (how) {
    case swap_axes: {
      const auto other = pick_axis(random, now.theirs);
      list order = iota(now.theirs.rank());
      std::swap(order[at(axis)], order[at(other.axis)]);
      now = {now.ours.swap_axes(called, other.called), now.theirs.transpose(order)};
      return "swap_axes(" + text({called, other.called}) + ")";
    }
    case select: {
      if (extent == 0) return "";
      const index_t position = pick(random, 0, extent - 1);
      now = {now.ours.select(called, position), now.theirs.drop(axis, position)};
      return "select(" + text({called, position}) + ")";
    }
    case slice:
      return take_slice(random, now);
    case flip: {
      now = {now.ours.flip(called), now.theirs.take(axis, iota(extent, extent - 1, -1))};
      return "flip(" + std::to_string(called) + ")";
    }
    case rotate: {
      const index_t by = pick(random, -9, 9);
      list positions;
      for (index_t i = 0; i < extent; ++i) positions.push_back(remainder(i - by, extent));
      now = {now.ours.rotate(called, by), now.theirs.take(axis, positions)};
      return "rotate(" + text({called, by}) + ")";
    }
    case tile: {
      const index_t times = pick(random, 0, 9) == 0 ? 0 : pick(random, 1, 3);
      if (now.theirs.size() * times > most_elements) return "";
      list positions;
      for (index_t i = 0; i < extent * times; ++i) positions.push_back(i % extent);
      now = {now.ours.tile(called, times), now.theirs.take(axis, positions)};
      return "tile(" + text({called, times}) + ")";
    }
    case diagonal:
      return take_diagonal(random, now);
    case windows:
      return take_windows(random, now);
    default:
      return take_gather(random, now, how);
  }
}

pair from_formula(dims ours, const list& shape, const list& strides, const list& offsets, const list& extents, index_t base) {
  dense theirs{extents, {}};
  each_position(extents, [&](const list& x) {
    index_t address = base;
    for (std::size_t k = 0; k < x.size(); ++k) address += strides[k] * ((x[k] + offsets[k]) % shape[k]);
    theirs.flat.push_back(address);
  });
  return {std::move(ours), std::move(theirs)};
}

}  // namespace

const char* name(int kind) { return names[at(kind)]; }

std::string step(engine& random, int which, pair& now) {
  const auto how = static_cast<kind>(which);
  const bool any = how == transpose || how == broadcast || how == new_axis || how == squeeze || how == reshape || how == join;
  if (!any && now.theirs.rank() == 0) return "";
  pair next = now;
  std::string done = any ? take_any(random, how, next) : take_axis(random, how, next);
  if (next.theirs.size() > most_elements) return "";
  now = std::move(next);
  return done;
}

pair random_start(engine& random, index_t most_rank, index_t most_extent) {
  list shape(at(pick(random, 0, most_rank))), strides, offsets, extents;
  for (index_t& extent : shape) extent = pick(random, 0, 24) == 0 ? 0 : pick(random, 0, 4) == 0 ? 1 : pick(random, 1, most_extent);
  for (std::size_t k = 0; k < shape.size(); ++k) {
    strides.push_back(pick(random, -8, 12));
    offsets.push_back(pick(random, 0, 6));
    extents.push_back(shape[k] == 0 ? 0 : pick(random, 0, most_extent + 1));
  }
  const list none(shape.size(), 0);
  list packed(shape.size());
  const auto pack = [&](const list& allocated, bool last_is_fastest) {
    index_t stride = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const std::size_t k = last_is_fastest ? shape.size() - 1 - i : i;
      packed[k] = stride;
      stride *= std::max<index_t>(allocated[k], 1);
    }
  };
  switch (pick(random, 0, 5)) {
    case 0:
      pack(shape, false);
      return from_formula(dims::column_major(shape), shape, packed, none, shape, 0);
    case 1: {
      const index_t base = pick(random, -5, 5);
      return from_formula(dims::strided(shape, strides, base), shape, strides, none, shape, base);
    }
    case 2:
      return from_formula(dims(shape, strides, offsets, extents), shape, strides, offsets, extents, 0);
    case 3: {
      list allocated = shape;
      for (index_t& extent : allocated) extent += pick(random, 0, 2);
      const bool rows = pick(random, 0, 1) == 0;
      pack(allocated, rows);
      return from_formula(rows ? dims::row_major(shape, allocated) : dims::column_major(shape, allocated), shape, packed, none, shape, 0);
    }
    default:
      pack(shape, true);
      return from_formula(dims::row_major(shape), shape, packed, none, shape, 0);
  }
}

}  // namespace model
