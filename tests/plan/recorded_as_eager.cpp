// SPDX-License-Identifier: BSL-1.0
// Runs both faces of an expression and compares them.
#include <ravel/base/error.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>
#include <support/sparse_samples.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace plan_tests {

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

bool same_bits(const any_tensor& a, const any_tensor& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  return visit_held(clone(a), [&]<class T>(const tensor<const T>& x) {
    const tensor<const T> y = as<T>(clone(b));
    for (index_t i = 0; i < x.size(); ++i) {
      const T p = x.unchecked(i), q = y.unchecked(i);
      if constexpr (std::is_trivially_copyable_v<T>) {
        if (std::memcmp(&p, &q, sizeof(T)) != 0) return false;
      } else {
        if (p != q) return false;
      }
    }
    return true;
  });
}

// Functions and reducers of the program have no text.
std::optional<std::string> text_if_any(const plan& p) {
  try {
    return to_string(p);
  } catch (const value_error& thrown) {
    const std::string why = thrown.what();
    INFO(why);
    const auto calls_program = [&](const char* verb) { return why.find(std::string(verb) + "(") != std::string::npos; };
    constexpr const char* verbs[] = {"map",      "filter",  "reduce",    "reduce_with", "scan",        "reduce_axis",
                                     "map_axis", "rolling", "expanding", "downsample",  "group_reduce"};
    CHECK(why.find("…") != std::string::npos);
    CHECK(std::ranges::any_of(verbs, calls_program));
    return std::nullopt;
  }
}

namespace {

planned placeholder_like(const any_tensor& x, const std::string& name, std::vector<planned_extent>& extents) {
  std::vector<planned_length> lengths;
  for (const index_t n : x.shape()) {
    while (std::ssize(extents) <= n) extents.emplace_back("n" + std::to_string(std::ssize(extents)));
    lengths.push_back(n == 1 ? planned_length(1) : planned_length(extents[static_cast<std::size_t>(n)]));
  }
  return placeholder(x.dtype(), name, lengths);
}

std::optional<any_tensor> unless_type_error(const std::function<any_tensor()>& f) {
  try {
    return f();
  } catch (const type_error&) {
    return std::nullopt;
  }
}

// The same elements, row by row in the opposite order of axes and of positions.
any_tensor turned(const any_tensor& x) {
  if (x.rank() == 0) return clone(x);
  const auto back = [](const any_tensor& of) { return flip(transpose(of), 0); };
  const auto forth = [](const any_tensor& of) { return transpose(flip(of, 0)); };
  return forth(clone(back(x)));
}

// The same elements, computed when they are read.
any_tensor computed(const any_tensor& x) {
  return visit_held(x, []<class T>(const tensor<const T>& of) { return any_tensor(map([](const T& one) { return one; }, of)); });
}

// The same elements, every other one of a memory.
any_tensor strided(const any_tensor& x) { return select(clone(stack(along(x.rank()), x, x)), -1, 1); }

// The same elements, of which those that are not the type's own default are stored.
any_tensor sparse(const any_tensor& x) {
  return visit_held(x, [&]<class T>(const tensor<const T>& of) {
    support::stored_elements<T> stored;
    for (index_t i = 0; i < of.size(); ++i) {
      if (!detail::is_fill(of.unchecked(i), T())) stored.emplace(i, of.unchecked(i));
    }
    return any_tensor(as_tensor(support::listed<T>(of.size(), T(), std::move(stored)), of.shape()));
  });
}

// A plan that is saved and read is the same plan.
void check_saved(const plan& p, const std::vector<any_tensor>& given, const any_tensor& made) {
  const std::optional<std::string> saved = text_if_any(p);
  if (!saved) return;
  INFO(*saved);
  const plan read = read_plan(*saved, named_tensors(p));
  CHECK(to_string(read) == *saved);
  CHECK(same_bits(read.run(given)["made"], made));
}

any_tensor run_often(const two_faces& f, const std::vector<any_tensor>& given) {
  std::vector<planned_extent> extents;
  std::vector<planned> inputs;
  for (std::size_t k = 0; k < given.size(); ++k) inputs.push_back(placeholder_like(given[k], "x" + std::to_string(k), extents));
  const planned made = f.recorded(inputs);
  const plan p(inputs, {{"made", made}});
  workspace room(p);
  const any_tensor first = p.run(room, given)["made"], again = p.run(room, given)["made"];
  CHECK(made.dtype() == first.dtype());
  CHECK(made.rank() == first.rank());
  CHECK(same_bits(first, again));
  // Other memory, other layouts, and no memory. Of what is sparse a verb may take the entries alone.
  std::vector<any_tensor> copies;
  for (const any_tensor& x : given) copies.push_back(clone(x));
  const any_tensor of_copies = p.run(room, copies)["made"];
  CHECK(same_bits(first, of_copies));
  for (const auto backing : {&turned, &strided, &computed, &sparse}) {
    std::vector<any_tensor> others;
    for (const any_tensor& x : given) others.push_back(backing(x));
    CHECK(same_bits(clone(f.eager(others)), p.run(room, others)["made"]));
  }
  // Results stay as they are, whatever happens to inputs and to the workspace.
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (given[k].rank() > 0) copy(clone(flip(given[k], 0)), copies[k]);
  }
  try {
    (void)p.run(room, copies);
  } catch (const error&) {  // such positions may be outside
  }
  CHECK(same_bits(first, of_copies));
  const any_tensor target = clone(first);
  const plan both(inputs, {{"made", made}, {"also", made}});
  const results two = both.run(given, {{"also", target}});
  CHECK(same_bits(first, two["made"]));
  CHECK(same_bits(first, target));
  check_saved(p, given, first);
  return first;
}

}  // namespace

void check_recorded(const two_faces& f, std::vector<any_tensor> given) {
  const auto eager = unless_type_error([&] { return clone(f.eager(given)); });
  const auto recorded = unless_type_error([&] { return run_often(f, given); });
  CHECK(eager.has_value() == recorded.has_value());
  if (eager && recorded) CHECK(same_bits(*eager, *recorded));
}

std::vector<any_tensor> one_of_each_kind(support::random& r, const shape& extents) {
  std::vector<any_tensor> all;
  any_tests::for_each_kind_of_type([&](auto type) { all.push_back(any_tests::random_tensor<typename decltype(type)::type>(r, extents)); });
  return all;
}
std::vector<any_tensor> one_of_each_type(support::random& r, const shape& extents) {
  std::vector<any_tensor> all;
  any_tests::for_each_type([&](auto type) { all.push_back(any_tests::random_tensor<typename decltype(type)::type>(r, extents)); });
  return all;
}

}  // namespace plan_tests
