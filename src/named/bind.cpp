// SPDX-License-Identifier: BSL-1.0
// Names axes: resolves places for a form, changes maps, and looks positions up.
#include <ravel/base/error.hpp>
#include <ravel/named/bind.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/tensor/make.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

index_t extent_of(const dim& d, const loops& known) {
  for (const sized_dim& one : known) {
    if (same(one.of, d)) return one.extent;
  }
  return sized_dim::unstated;
}

loops sized(const std::vector<affine_form::term>& terms, const loops& known) {
  loops all;
  for (const affine_form::term& t : terms) all.push_back({t.of, extent_of(t.of, known)});
  return all;
}

struct bounds {
  index_t lowest, highest;
};
// The range of positions of a sum; nullopt if it has none.
std::optional<bounds> bounds_of(const affine_form& sum, const loops& known) {
  bounds b{sum.constant, sum.constant};
  for (const affine_form::term& t : sum.terms) {
    const index_t extent = extent_of(t.of, known);
    if (extent == 0) return std::nullopt;
    index_t& end = t.times < 0 ? b.lowest : b.highest;
    end = add_index(end, mul_index(t.times, extent - 1));
  }
  return b;
}

bool lies_within(const affine_form& sum, const loops& known, index_t extent) {
  const auto b = bounds_of(sum, known);
  return !b || (b->lowest >= 0 && b->highest < extent);
}

// Splits one axis into several.
dims split_axis(const dims& map, index_t axis, const loops& parts, const shape& more) {
  small_vector<index_t, 6> extents;
  for (index_t k = 0; k < map.rank(); ++k) {
    if (k != axis) {
      extents.push_back(map.extent(k));
      continue;
    }
    for (const sized_dim& d : parts) extents.push_back(d.extent);
    for (const index_t n : more) extents.push_back(n);
  }
  return map.reshape(std::span<const index_t>(extents.data(), extents.size()));
}

dims moved_axis(const dims& map, index_t from, index_t to) {
  small_vector<index_t, 6> order;
  for (index_t k = 0; k < map.rank(); ++k) {
    if (k != from) order.push_back(k);
  }
  order.insert(order.begin() + to, from);
  return map.transpose(std::span<const index_t>(order.data(), order.size()));
}

// Indexes an axis by a sum of dims, with one axis for each: windows of windows.
dims summed_axis(const dims& map, index_t axis, const affine_form& sum, const loops& known) {
  const loops parts = sized(sum.terms, known);
  const auto b = bounds_of(sum, known);
  if (!b) return split_axis(map.slice(axis, 0, 0), axis, parts, {});
  index_t reach = b->highest - b->lowest + 1;
  dims view = map.slice(axis, b->lowest, reach);
  for (std::size_t k = 0; k < sum.terms.size(); ++k) {
    const index_t times = std::abs(sum.terms[k].times);
    if (k + 1 < sum.terms.size()) {
      reach -= times * (parts[k].extent - 1);
      view = moved_axis(view.windows(axis, reach, times), view.rank(), axis + 1);
    } else {
      view = view.slice(axis, 0, parts[k].extent, times);
    }
    if (sum.terms[k].times < 0) view = view.flip(axis);
    ++axis;
  }
  return view;
}

using axis_labels = std::vector<std::optional<dim>>;

// Merges axes of one name into their diagonal.
dims merged(dims map, axis_labels& labels) {
  for (std::size_t a = 0; a < labels.size(); ++a) {
    for (std::size_t b = a + 1; labels[a] && b < labels.size(); ++b) {
      if (!labels[b] || !same(*labels[a], *labels[b])) continue;
      map = map.diagonal(static_cast<index_t>(a), static_cast<index_t>(b));
      const std::optional<dim> name = labels[a];
      labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(b));
      labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(a));
      labels.push_back(name);
      --a;
      break;
    }
  }
  return map;
}

// Moves named axes to the front.
dims named_first(const dims& map, const axis_labels& labels, std::vector<dim>& names) {
  small_vector<index_t, 6> order;
  names.clear();
  for (const bool named : {true, false}) {
    for (std::size_t k = 0; k < labels.size(); ++k) {
      if (labels[k].has_value() != named) continue;
      order.push_back(static_cast<index_t>(k));
      if (named) names.push_back(*labels[k]);
    }
  }
  return map.transpose(std::span<const index_t>(order.data(), order.size()));
}

dims changed_axis(const dims& map, index_t axis, const axis_name& name, const loops& known, const found_positions& found, axis_labels& to) {
  switch (name.is) {
    case axis_name::kind::none:
      to = {std::nullopt};
      return map;
    case axis_name::kind::one:
      to = {name.dims.front().of};
      return map;
    case axis_name::kind::packed: {
      loops parts = name.dims;
      for (sized_dim& d : parts) d.extent = extent_of(d.of, known);
      to.assign(parts.size(), std::nullopt);
      for (std::size_t k = 0; k < parts.size(); ++k) to[k] = parts[k].of;
      return split_axis(map, axis, parts, {});
    }
    default:
      break;
  }
  to.clear();
  if (found.shown) {
    for (const affine_form::term& t : name.sum->terms) to.emplace_back(t.of);
    return summed_axis(map, axis, *name.sum, known);
  }
  for (const sized_dim& d : found.dims) to.emplace_back(d.of);
  to.resize(to.size() + static_cast<std::size_t>(found.positional.rank()));
  return split_axis(map.gather(axis, found.positions), axis, found.dims, found.positional);
}

// ---- looking positions up

// `at` has the position of each loop in place of its extent.
[[noreturn]] void throw_outside(index_t position, index_t extent, index_t axis, const loops& at) {
  text all;
  all << "position " << position << " is outside [0, " << extent << ") on axis " << axis;
  for (std::size_t k = 0; k < at.size(); ++k) all << (k == 0 ? ", where " : ", ") << to_string(at[k]);
  throw index_error(all);
}

bool outside(index_t position, index_t extent) { return position < 0 || position >= extent; }

// The extents of the expression's own loops, and 1 for the others.
shape own_shape(const loops& mine, const lowering& to, const shape& positional) {
  std::vector<index_t> extents;
  for (const sized_dim& d : to.axes) extents.push_back(contains(mine, d.of) ? d.extent : 1);
  extents.insert(extents.end(), positional.begin(), positional.end());
  return extents;
}

// The mask of taken positions, with other positional axes.
tensor<const bool> taken_beside(const tensor<const bool>& taken, std::size_t loop_count, index_t positional) {
  std::vector<index_t> axes;
  for (auto k = static_cast<index_t>(loop_count); k < taken.rank(); ++k) axes.push_back(k);
  tensor<const bool> mask = axes.empty() ? taken : tensor<const bool>(any_of(taken, axes));
  for (index_t k = 0; k < positional; ++k) mask = new_axis(mask, -1);
  return mask;
}

// Replaces positions outside by 0, and throws if one of them is taken.
void mend(const tensor<index_t>& positions, index_t extent, index_t axis, const loops& mine, const lowering& to) {
  const tensor<const bool> taken = to.taken ? *to.taken : tensor<const bool>(full<bool>(positions.shape(), true));
  const tensor<bool> wrong = clone(map([extent](index_t p, bool used) { return used && outside(p, extent); }, positions, taken));
  bool* const end = wrong.data() + wrong.size();
  if (bool* const first = std::find(wrong.data(), end, true); first != end) {
    std::vector<index_t> at = coordinates(wrong.shape(), first - wrong.data());
    const tensor<const index_t> all = ravel::stretch(positions, wrong.shape());
    const index_t position = all.at(at);
    loops where;
    for (std::size_t k = 0; k < to.axes.size(); ++k) {
      if (contains(mine, to.axes[k].of)) where.push_back({to.axes[k].of, at[k]});
    }
    throw_outside(position, extent, axis, where);
  }
  for (index_t k = 0; k < positions.size(); ++k) {
    if (outside(positions.data()[k], extent)) positions.data()[k] = 0;
  }
}

found_positions looked_up(const named<index_t>& wanted, index_t extent, index_t axis, const lowering& to) {
  const form& f = wanted.of();
  found_positions found;
  found.dims = loops_of(f, to.axes);
  found.positional = f.positional;
  lowering at(to.axes, f.positional);
  std::optional<tensor<const bool>> taken;
  if (to.taken) at.taken = &taken.emplace(taken_beside(*to.taken, to.axes.size(), f.positional.rank()));
  const tensor<index_t> positions = clone(stretched_out(wanted.lower(at), own_shape(found.dims, to, f.positional)));
  index_t wrong = 0;
  for (index_t k = 0; k < positions.size(); ++k) wrong += static_cast<index_t>(outside(positions.data()[k], extent));
  if (wrong > 0) mend(positions, extent, axis, found.dims, at);
  found.shown = false;
  found.none = extent == 0 && wrong > 0;
  if (!found.none) found.positions = selection(positions);
  return found;
}

bool is_shown(const axis_name& name, index_t extent, const loops& known) {
  return name.is != axis_name::kind::looked_up || (name.sum && lies_within(*name.sum, known, extent));
}

}  // namespace

axis_name::axis_name() = default;
RAVEL_DEFAULT_MEMBERS(axis_name)
named_places::named_places() = default;
RAVEL_DEFAULT_MEMBERS(named_places)

void named_places::add(const dim& d) { add(sized_dim(d)); }
void named_places::add(const sized_dim& d) {
  named_place& p = all_.emplace_back();
  p.name.is = axis_name::kind::one;
  p.name.dims = {d};
}
void named_places::add(const dim_pack& pack) {
  named_place& p = all_.emplace_back();
  p.name.is = axis_name::kind::packed;
  p.name.dims = pack.parts();
}
void named_places::add(std::span<const dim> all) {
  for (const dim& d : all) add(sized_dim(d));
}
void named_places::add(const named<index_t>& wanted) {
  named_place& p = all_.emplace_back();
  p.name.is = axis_name::kind::looked_up;
  p.name.wanted = wanted;
  p.name.sum = affine_positions(wanted);
}
void named_places::add(const place& at, index_t takes, index_t leaves, bool rest) {
  named_place& p = all_.emplace_back();
  p.at = at;
  p.takes = takes;
  p.leaves = leaves;
  p.rest = rest;
}

binding::binding(const form& base) : whole(base) {}
RAVEL_DEFAULT_MEMBERS(binding)

std::vector<dim> labels_of(given_dims dims) {
  std::vector<dim> labels;
  labels.reserve(dims.size());
  for (const dim* const d : dims) labels.push_back(*d);
  return labels;
}
named_places places_of_dims(given_dims dims) {
  named_places places;
  for (const dim* const d : dims) places.add(*d);
  return places;
}

std::optional<affine_form> affine_positions(const named<index_t>& wanted) {
  affine_form sum;
  if (!named_access::node(wanted).add_affine(sum, 1)) return std::nullopt;
  const bool repeats = std::any_of(sum.terms.begin(), sum.terms.end(), [](const affine_form::term& t) { return t.times == 0; });
  return repeats ? std::nullopt : std::optional(sum);
}

bool relabels(index_t rank, given_dims dims) {
  if (static_cast<index_t>(dims.size()) > rank) return false;
  for (const dim* const* a = dims.begin(); a != dims.end(); ++a) {
    if (std::any_of(dims.begin(), a, [&](const dim* b) { return same(**a, *b); })) return false;
  }
  return true;
}

loops loops_of(const form& f, const loops& all) {
  loops mine;
  for (const sized_dim& d : all) {
    if (f.find(d.of)) mine.push_back(d);
  }
  return mine;
}

bool names_alone(const binding& b) {
  if (!std::all_of(b.places.begin(), b.places.end(), [](const place& p) { return p.is_whole(); })) return false;
  std::size_t named = 0;
  for (std::size_t k = 0; k < b.axes.size(); ++k) {
    const axis_name& axis = b.axes[k];
    if (axis.is == axis_name::kind::none) continue;
    if (axis.is != axis_name::kind::one || k != named++) return false;
    for (std::size_t before = 0; before < k; ++before) {
      if (same(b.axes[before].dims.front().of, axis.dims.front().of)) return false;
    }
  }
  return true;
}

bool label_alone(const binding& b, std::vector<dim>& labels) {
  if (!labels.empty() || !names_alone(b)) return false;
  for (const axis_name& axis : b.axes) {
    if (axis.is == axis_name::kind::one) labels.push_back(axis.dims.front().of);
  }
  return true;
}

shape shape_at(const shape& positional, const binding& b) {
  if (std::ssize(b.places) <= positional.rank() && names_alone(b)) return positional;
  return view_at(dims::row_major(positional), b.places).shape();
}

namespace {

// Takes the places, and sets a name or none for each axis that they leave and for each axis after them.
void give_names(const named_places& places, index_t rank, binding& b) {
  index_t taken = 0;
  for (const named_place& p : places.all()) taken += p.rest ? 0 : p.takes;
  const auto left = static_cast<std::size_t>(std::max<index_t>(0, rank - taken));
  bool rest = false;
  for (const named_place& p : places.all()) {
    b.places.push_back(p.at);
    rest = rest || p.rest;
    b.axes.insert(b.axes.end(), p.rest ? left : static_cast<std::size_t>(p.leaves), p.name);
  }
  if (!rest) b.axes.insert(b.axes.end(), left, axis_name());
}

// Adds an axis's dims to the form, and the positional extents that it becomes.
void state_axis(const axis_name& name, const shape& at, index_t axis, form& whole, std::vector<index_t>& positional) {
  switch (name.is) {
    case axis_name::kind::none:
      positional.push_back(at[axis]);
      break;
    case axis_name::kind::one:
      whole.state(name.dims.front(), "its place");
      whole.state(name.dims.front().of(at[axis]), std::string(text() << "axis " << axis << " of " << to_string(at)));
      break;
    case axis_name::kind::packed:
      for (const sized_dim& d : name.dims) whole.state(d, "its pack");
      whole.packs.push_back({names(name.dims), at[axis]});
      break;
    case axis_name::kind::looked_up:
      whole.add(name.wanted->of(), "a position");
      whole.may_miss = true;
      for (const index_t n : name.wanted->of().positional) positional.push_back(n);
      break;
  }
}

}  // namespace

binding plan_binding(const form& base, const named_places& places) {
  binding b(base);
  give_names(places, base.positional.rank(), b);
  const shape at = shape_at(base.positional, b);
  b.whole.positional = shape();
  ++b.whole.depth;
  std::vector<index_t> positional;
  for (std::size_t k = 0; k < b.axes.size(); ++k) state_axis(b.axes[k], at, static_cast<index_t>(k), b.whole, positional);
  b.whole.positional = positional;
  b.whole.solve();
  return b;
}

bool shows(const binding& b, const shape& axes) {
  for (std::size_t k = 0; k < b.axes.size(); ++k) {
    if (!is_shown(b.axes[k], axes[static_cast<index_t>(k)], b.whole.dims)) return false;
  }
  return true;
}

all_found shown_positions(const binding& b) { return all_found(b.axes.size()); }

all_found find_positions(const binding& b, const shape& axes, const lowering& to) {
  all_found found;
  for (std::size_t k = 0; k < b.axes.size(); ++k) {
    const auto axis = static_cast<index_t>(k);
    const bool shown = is_shown(b.axes[k], axes[axis], to.axes);
    found.push_back(shown ? found_positions() : looked_up(*b.axes[k].wanted, axes[axis], axis, to));
  }
  return found;
}

dims named_map(const dims& map, const binding& b, const loops& known, const all_found& found, const std::vector<dim>& before,
               std::vector<dim>& labels) {
  labels = before;
  std::vector<place> places(labels.size(), place(all));
  places.insert(places.end(), b.places.begin(), b.places.end());
  dims view = view_at(map, places);
  axis_labels named(labels.begin(), labels.end());
  index_t axis = static_cast<index_t>(labels.size());
  for (std::size_t k = 0; k < b.axes.size(); ++k) {
    axis_labels becomes;
    view = changed_axis(view, axis, b.axes[k], known, found[k], becomes);
    named.insert(named.end(), becomes.begin(), becomes.end());
    axis += static_cast<index_t>(becomes.size());
  }
  view = merged(view, named);
  return named_first(view, named, labels);
}

#define RAVEL_INSTANTIATE(T)                                                     \
  template RAVEL_API named<T> bound(labelled<T>);                                \
  template RAVEL_API labelled<T> values_of(const named<T>&);                     \
  template RAVEL_API named<T> bind_places(const named<T>&, const named_places&); \
  template RAVEL_API named<T> bind_dims(const tensor<const T>&, given_dims);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
