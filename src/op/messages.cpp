// SPDX-License-Identifier: BSL-1.0
// Error messages of verbs, and the checks that give them.
#include <ravel/base/error.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/keys/arg_join.hpp>
#include <ravel/op/keys/group_transform.hpp>
#include <ravel/op/keys/resample.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/sketch/sketches.hpp>

namespace ravel::detail {

void throw_not_of_one_shape(const char* operation, const shape& a, const shape& b) {
  throw shape_error(
      text() << operation << " of shapes " << to_string(a) << " and " << to_string(b)
             << ": elements are taken in pairs, place by place. Rearrange one, or write flat(t) of both to pair them in order.");
}

void throw_no_list(const char* operation, const char* elements, const shape& of) {
  throw shape_error(text() << operation << " takes a list of " << elements << ", which has rank 1. This one has rank " << of.rank()
                           << " and shape " << to_string(of) << ": write flat(t) to list all of its elements");
}

void throw_negative_tolerance(const std::string& given) {
  throw value_error("arg_join_asof with tolerance{" + given + "}: it must be a number that is not negative");
}

void throw_no_distance() { throw type_error("arg_join_asof with asof_direction::nearest: the keys cannot be subtracted"); }

void throw_group_size(index_t group, index_t given, index_t size) {
  throw shape_error(text() << "group_transform: the function gave " << counted(given, "value") << " for the " << size << " of group "
                           << group << "; one value, or one for each, is wanted");
}

void throw_group_top(index_t k) {
  throw value_error(text() << "group_top_k: the " << k << " greatest values of each group; k is 0 or more");
}

void throw_no_end(const std::string& from, const std::string& to) {
  throw value_error("resample: steps from " + (from.empty() ? "a key" : from) + " to " + (to.empty() ? "one" : to) +
                    " begin or end nowhere");
}

void throw_mask_changed() { throw value_error("compress reads its mask twice, and the mask had changed: clone() it first"); }

void check_line_mask(index_t mask, const shape& of, index_t axis) {
  if (const index_t extent = of[check_axis(axis, of.rank())]; mask != extent)
    throw shape_error(text() << "a mask of " << counted(mask, "element") << " does not fit axis " << axis << " of " << to_string(of));
}

index_t reservoir_capacity(index_t capacity) {
  if (capacity < 0) throw value_error(text() << "reservoir of " << capacity << " elements: it must not be negative");
  return capacity;
}

}  // namespace ravel::detail
