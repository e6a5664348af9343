// SPDX-License-Identifier: BSL-1.0
// The text of dims: "[2 3] = 7 + [2:3] [3:1]". A chain adds the layer below after "of".
#include <ravel/base/error.hpp>
#include <ravel/dims/dims.hpp>

#include <algorithm>
#include <ostream>

namespace ravel {
namespace {

using detail::text;

constexpr index_t shown = 6;  // chosen positions

void print(text& out, const detail::mode& m) {
  out << m.extent << ":" << m.stride;
  if (m.chosen) {
    out << " at {";
    for (index_t i = 0; i < std::min(shown, m.chosen->size()); ++i) out << (i == 0 ? "" : " ") << (*m.chosen)[i];
    out << (m.chosen->size() > shown ? " ...}" : "}");
  } else if (m.cyclic()) {
    out << " from " << m.offset << " of " << m.period;
  }
}

void print(text& out, const layer& l) {
  out << to_string(l.extents) << " = ";
  if (l.size() == 0) {
    out << "none";
    return;
  }
  out << l.base << (l.rank() == 0 ? "" : " +");
  for (index_t k = 0; k < l.rank(); ++k) {
    out << " [";
    const auto modes = l.axis(k);
    for (std::size_t j = 0; j < modes.size(); ++j) {
      if (j != 0) out << ", ";
      print(out, modes[j]);
    }
    out << "]";
  }
}

}  // namespace

std::string to_string(const dims& d) {
  text out;
  print(out, d.top());
  for (const layer* at = d.top().below.get(); at != nullptr; at = at->below.get()) {
    out << " of ";
    print(out, *at);
  }
  return out;
}

std::ostream& operator<<(std::ostream& out, const dims& d) { return out << to_string(d); }

}  // namespace ravel
