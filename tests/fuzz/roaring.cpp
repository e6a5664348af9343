// SPDX-License-Identifier: BSL-1.0
// Any bytes as an index set in Roaring's format, of both forms. The library must say what the specification says: these positions, or an
// error of its own; and what it took it must write again so that it is the same set.
#include <ravel/base/error.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/storage/adopt.hpp>

#include <fuzz/input.hpp>
#include <support/roaring_model.hpp>

#include <optional>

using ravel::index_set;
using ravel::index_t;
using ravel::roaring_form;

namespace {

void check(std::span<const std::byte> bytes, roaring_form form) {
  const auto wanted = support::roaring_model::of(bytes, form == roaring_form::bits_64);
  std::optional<index_set> s;
  try {
    s = ravel::from_roaring(bytes, form);
  } catch (const ravel::error&) {
  }
  fuzz::require(s.has_value() == wanted.has_value(), wanted ? "good bytes are refused" : "bad bytes are taken");
  if (!s) return;
  index_t members = 0;
  for (const auto& [first, end] : *wanted) {
    const auto begin = static_cast<index_t>(first), last = static_cast<index_t>(end - 1);
    fuzz::require(s->contains(begin) && s->contains(last), "a member is missing");
    fuzz::require(s->rank(last) - s->rank(begin) == last - begin, "members are missing");
    members += last - begin + 1;
  }
  fuzz::require(s->size() == members, "the number of members");
  fuzz::require(from_roaring(to_roaring(*s, form), form) == *s, "bytes and back");
  const index_set lying = ravel::detail::lying_roaring(ravel::borrow(bytes), form);
  fuzz::require(lying.size() == members && lying == *s, "the set that looks at the bytes is another");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  check(bytes, roaring_form::bits_32);
  check(bytes, roaring_form::bits_64);
  return 0;
}
