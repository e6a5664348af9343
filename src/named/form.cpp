// SPDX-License-Identifier: BSL-1.0
// Joins forms of expressions, and solves for extents that follow from others.
#include <ravel/base/error.hpp>
#include <ravel/named/detail/lowering.hpp>
#include <ravel/tensor/map.hpp>

#include <algorithm>

namespace ravel {

dim::dim(std::string name) : identity_(std::make_shared<const std::string>(std::move(name))) {}

dim::dim(const dim&) noexcept = default;
dim& dim::operator=(const dim&) noexcept = default;
dim::~dim() = default;

sized_dim::sized_dim(dim d, index_arg stated) : of(std::move(d)), extent(stated) {
  if (extent < 0) throw shape_error(detail::text() << "the extent of dim " << of.name() << " is " << extent << ", which is negative");
}

dim_pack pack(std::span<const dim> parts) { return dim_pack(std::vector<sized_dim>(parts.begin(), parts.end())); }

std::string to_string(const sized_dim& d) { return d.stated() ? detail::text() << d.of.name() << "=" << d.extent : d.of.name(); }

namespace detail {

form::form() = default;
RAVEL_DEFAULT_MEMBERS(form)

namespace {

constexpr int deepest = 256;

[[noreturn]] void throw_extents(const dim& d, index_t here, std::string_view in, index_t there, std::string_view other) {
  throw shape_error(text() << "dim " << d.name() << " has extent " << here << " in " << in << " and " << there << " in " << other);
}

// "i=3, j"
std::string listed(const loops& dims) {
  text all;
  for (std::size_t k = 0; k < dims.size(); ++k) all << (k > 0 ? ", " : "") << to_string(dims[k]);
  return all;
}

std::string described(std::size_t operand, const form& f) {
  constexpr const char* which[] = {"the first", "the second", "the third"};
  text all;
  if (operand < 3)
    all << which[operand] << " operand ";
  else
    all << "operand " << operand + 1 << " ";
  return all << to_string(f);
}

loops sized(const std::vector<dim>& dims, const form& f) {
  loops all;
  for (const dim& d : dims) all.push_back(*f.find(d));
  return all;
}

// Solves the pack if one extent is unknown. True if nothing is left to find.
bool solved(const open_pack& pack, form& f) {
  const loops dims = sized(pack.dims, f);
  index_t product = 1;
  const sized_dim* open = nullptr;
  for (const sized_dim& d : dims) {
    if (d.stated())
      product = mul_index(product, d.extent);
    else if (open)
      return false;  // also if it is the same again: its extent is a root, which the rest of the statement may tell
    else
      open = &d;
  }
  if (!open) {
    if (product == pack.elements) return true;
    throw shape_error(text() << "pack(" << listed(dims) << ") has " << counted(product, "element") << ", its axis has extent "
                             << pack.elements);
  }
  if (product == 0 || pack.elements % product != 0)
    throw shape_error(text() << "extent " << pack.elements << " of pack(" << listed(dims) << ") does not divide by " << product);
  f.state(open->of(pack.elements / product), "pack");
  return true;
}

}  // namespace

bool contains(const loops& dims, const dim& d) {
  return std::any_of(dims.begin(), dims.end(), [&](const sized_dim& one) { return same(one.of, d); });
}

loops without(const loops& dims, const loops& gone) {
  loops left;
  for (const sized_dim& d : dims) {
    if (!contains(gone, d.of)) left.push_back(d);
  }
  return left;
}

loops with_more(loops dims, const loops& more) {
  dims.insert(dims.end(), more.begin(), more.end());
  return dims;
}

std::vector<dim> names(const loops& dims) {
  std::vector<dim> all;
  for (const sized_dim& d : dims) all.push_back(d.of);
  return all;
}

form form_of(const std::vector<dim>& labels, const shape& of) {
  form f;
  const auto axes = static_cast<index_t>(labels.size());
  for (index_t k = 0; k < axes; ++k) f.dims.push_back({labels[static_cast<std::size_t>(k)], of[k]});
  f.positional = shape(ints(std::span(of.data() + axes, static_cast<std::size_t>(of.rank() - axes))));
  return f;
}

shape shape_of(const loops& dims, const shape& positional) {
  small_vector<index_t, 6> extents;
  for (const sized_dim& d : dims) extents.push_back(d.extent);
  for (const index_t n : positional) extents.push_back(n);
  return shape(ints(std::span<const index_t>(extents.data(), extents.size())));
}

const sized_dim* form::find(const dim& d) const {
  for (const sized_dim& one : dims) {
    if (same(one.of, d)) return &one;
  }
  return nullptr;
}

bool form::known() const {
  return packs.empty() && std::all_of(dims.begin(), dims.end(), [](const sized_dim& d) { return d.stated(); });
}

void form::state(const sized_dim& d, std::string_view what) {
  auto* const here = const_cast<sized_dim*>(find(d.of));
  if (!here) {
    dims.push_back(d);
  } else if (!here->stated()) {
    here->extent = d.extent;
  } else if (d.stated() && d.extent != here->extent) {
    throw_extents(d.of, here->extent, to_string(*this), d.extent, what);
  }
}

void form::add(const form& other, std::string_view what) {
  for (const sized_dim& d : other.dims) state(d, what);
  packs.insert(packs.end(), other.packs.begin(), other.packs.end());
  may_miss = may_miss || other.may_miss;
  depth = std::max(depth, other.depth + 1);
  if (depth > deepest) throw layout_error(text() << "a named expression is " << depth << " deep: order and clone() a part of it");
}

void form::solve() {
  const auto unsolved = [&] { return std::erase_if(packs, [&](const open_pack& pack) { return solved(pack, *this); }); };
  while (!packs.empty() && unsolved() > 0) {
  }
}

void form::drop(const loops& gone) {
  for (open_pack& pack : packs) {
    for (const sized_dim& d : gone) {
      const auto taken = std::erase_if(pack.dims, [&](const dim& one) { return same(one, d.of); });
      if (taken == 0) continue;
      for (std::size_t time = 0; time < taken; ++time) {
        if (d.extent == 0 || pack.elements % d.extent != 0)
          throw shape_error(text() << "extent " << pack.elements << " of a pack does not divide by " << to_string(d));
        pack.elements /= d.extent;
      }
    }
  }
  dims = without(dims, gone);
}

form joined_forms(std::initializer_list<const form*> operands) {
  form all;
  std::size_t k = 0;
  for (const form* f : operands) {
    if (!f) {
      ++k;
      continue;
    }
    for (const sized_dim& d : f->dims) {
      const sized_dim* const before = all.find(d.of);
      if (!before || !before->stated() || !d.stated() || before->extent == d.extent) continue;
      std::size_t first = 0;
      const auto states = [&](const form* g) { return g && g->find(d.of) && g->find(d.of)->stated(); };
      while (!states(operands.begin()[first])) ++first;
      throw_extents(d.of, before->extent, described(first, *operands.begin()[first]), d.extent, described(k, *f));
    }
    all.add(*f, "");
    with_subject([&] { return described(k, *f); }, [&] { widen_shape(all.positional, f->positional); });
    ++k;
  }
  all.solve();
  return all;
}

std::string to_string(const loops& dims) { return text() << "(" << listed(dims) << ")"; }

std::string to_string(const form& f) {
  text all;
  all << to_string(f.dims);
  if (f.positional.rank() > 0) all << " with axes " << ravel::to_string(f.positional);
  return all;
}

void check_has(const form& f, const dim& d, std::string_view what) {
  if (!f.find(d)) throw value_error(text() << what << ": the expression " << to_string(f) << " has no dim " << d.name());
}

void throw_unstated(const form& f, const dim& d) {
  text all;
  all << "nobody states the extent of dim " << d.name() << " in " << to_string(f);
  for (const open_pack& pack : f.packs) all << "; pack(" << listed(sized(pack.dims, f)) << ") has " << counted(pack.elements, "element");
  throw shape_error(all << ": write " << d.name() << "(n)");
}

void check_known(const form& f) {
  for (const sized_dim& d : f.dims) {
    if (!d.stated()) throw_unstated(f, d.of);
  }
}

}  // namespace detail
}  // namespace ravel
