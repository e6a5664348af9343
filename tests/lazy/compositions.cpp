// SPDX-License-Identifier: BSL-1.0
// The rearranging readers on top of each other: all ordered pairs and random programs of six, against the same steps on vectors; programs
// of views of writers; copies onto what is being read; and no allocation that may fail unnoticed.
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>

#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

#include <functional>

namespace {

using ravel::index_t;
using support::contract;
using dice = support::random;
namespace model = support::model;
using positions = std::vector<index_t>;

std::int64_t changed(std::int64_t x) { return x ^ 5; }
std::string changed(const std::string& x) { return x + "!"; }

template <class T>
struct pair_of {
  T first{};
  T second{};
  friend bool operator==(const pair_of&, const pair_of&) = default;
};

// One step, on a reader and on a vector; both draw the same numbers.
template <class T>
struct step {
  using reader = ravel::reader<T>;
  using vector = std::vector<T>;
  const char* name;
  std::function<reader(const reader&, dice)> on_reader;
  std::function<vector(const vector&, dice)> on_vector;
};

struct part {
  index_t start, count, step;
};
part any_part(index_t n, dice& r) {
  if (n == 0) return {0, 0, 1};
  const index_t start = r.below(n), step = r.between(1, 4) * (r.chance(2) ? 1 : -1);
  const index_t most = (step > 0 ? n - 1 - start : start) / std::abs(step) + 1;
  return {start, r.chance(4) ? r.between(0, most) : most, step};
}
positions any_places(index_t n, dice& r) {
  positions places;
  while (n > 0 && model::size(places) < n) {
    const index_t first = r.below(n), run = std::min(n - first, r.chance(2) ? 1 : r.between(1, 20));
    for (index_t i = 0; i < run; ++i) places.push_back(first + i);
  }
  return places;
}

template <class T>
std::vector<step<T>> all_steps() {
  using reader = ravel::reader<T>;
  using vector = std::vector<T>;
  const auto five = support::samples<T>(5, 99);
  return {
      {"slice",
       [](const reader& r, dice x) {
         const auto p = any_part(r.size(), x);
         return slice(r, p.start, p.count, p.step);
       },
       [](const vector& v, dice x) {
         const auto p = any_part(model::size(v), x);
         return model::slice(v, p.start, p.count, p.step);
       }},
      {"without its ends", [](const reader& r, dice) { return slice(r, r.size() / 5, r.size() / 2); },
       [](const vector& v, dice) { return model::slice(v, model::size(v) / 5, model::size(v) / 2, 1); }},
      {"reverse", [](const reader& r, dice) { return reverse(r); }, [](const vector& v, dice) { return model::reverse(v); }},
      {"repeat", [](const reader& r, dice x) { return repeat(r, x.below(4)); },
       [](const vector& v, dice x) { return model::repeat(v, x.below(4)); }},
      {"concat with itself", [](const reader& r, dice) { return concat(r, r); },
       [](const vector& v, dice) {
         return model::concat<T>({v, v});
       }},
      {"concat with others", [five](const reader& r, dice) { return concat(ravel::constant(3, five[0]), r, support::in_memory(five)); },
       [five](const vector& v, dice) {
         return model::concat<T>({vector(3, five[0]), v, five});
       }},
      {"interleave", [](const reader& r, dice) { return interleave(r, reverse(r), ravel::constant(r.size(), T{})); },
       [](const vector& v, dice) {
         return model::interleave<T>({v, model::reverse(v), vector(v.size())});
       }},
      {"shift a little", [](const reader& r, dice) { return shift(r, 2); }, [](const vector& v, dice) { return model::shift(v, 2); }},
      {"shift far", [](const reader& r, dice) { return shift(r, -r.size() / 2); },
       [](const vector& v, dice) { return model::shift(v, -model::size(v) / 2); }},
      {"select", [](const reader& r, dice x) { return select(r, any_places(r.size(), x)); },
       [](const vector& v, dice x) { return model::select(v, any_places(model::size(v), x)); }},
      {"independent", [](const reader& r, dice) { return assume_no_alias(r); }, [](const vector& v, dice) { return v; }},
      {"field of computed structs",
       [](const reader& r, dice) {
         return field(map([](const T& x) { return pair_of<T>{T{}, x}; }, r), &pair_of<T>::second);
       },
       [](const vector& v, dice) { return v; }},
      {"field of structs in memory",
       [](const reader& r, dice) {
         return field(clone(map([](const T& x) { return pair_of<T>{x, T{}}; }, r)), &pair_of<T>::first);
       },
       [](const vector& v, dice) { return v; }},
      {"map", [](const reader& r, dice) { return map([](const T& x) { return changed(x); }, r); },
       [](const vector& v, dice) {
         return model::made<T>(model::size(v), [&](index_t i) { return changed(v[static_cast<std::size_t>(i)]); });
       }},
      {"foreign", [](const reader& r, dice) { return ravel::from(support::by_element<T>{to_vector(r)}); },
       [](const vector& v, dice) { return v; }},
  };
}

template <class T>
void check_pairs() {
  const auto steps = all_steps<T>();
  for (const index_t n : {0, 1, 2, 17, 1025}) {
    const auto values = support::samples<T>(n);
    const ravel::reader<T> source = support::in_memory(values);
    for (const auto& a : steps) {
      const auto middle = a.on_reader(source, dice(1));
      const auto expected = a.on_vector(values, dice(1));
      for (const auto& b : steps) {
        INFO(b.name << " of " << a.name << " of " << n);
        support::check_reader(b.on_reader(middle, dice(2)), b.on_vector(expected, dice(2)), contract::quick);
      }
    }
  }
}

}  // namespace

TEST_CASE("any two on top of each other") {
  check_pairs<std::int64_t>();
  check_pairs<std::string>();
}

TEST_CASE("random programs of six") {
  using T = std::int64_t;
  const auto steps = all_steps<T>();
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    dice r(seed);
    auto values = support::samples<T>(r.chance(3) ? r.below(20) : r.below(1500), seed);
    auto view = support::in_every_way(values)[static_cast<std::size_t>(r.below(4))];
    std::string program;
    for (int i = 0; i < 6; ++i) {
      const auto& chosen = steps[static_cast<std::size_t>(r.below(static_cast<index_t>(steps.size())))];
      const dice numbers(r.bits());
      if (view.size() > 4000 && i < 5) continue;  // has grown enough
      view = chosen.on_reader(view, numbers);
      values = chosen.on_vector(values, numbers);
      program += std::string(", ") + chosen.name;
    }
    INFO("seed " << seed << program);
    support::check_reader(view, values, seed % 50 == 0 ? contract::whole : contract::quick);
  }
}

TEST_CASE("programs of views of writers write through") {
  using T = std::int64_t;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    dice r(seed);
    const auto values = support::samples<T>(r.chance(2) ? r.between(1, 20) : r.between(1, 600), seed);
    const auto n = model::size(values);
    const ravel::buffer<T> memory = support::in_memory(values);
    const auto own = std::make_shared<support::by_element_writer<T>>(values);
    ravel::writer<T> view = r.chance(2) ? ravel::writer<T>(memory) : ravel::from(own);
    auto places = model::made<index_t>(n, [](index_t i) { return i; });
    for (int i = 0; i < 4; ++i) {
      const index_t size = view.size();
      if (r.chance(3)) {
        positions turned;  // each place once
        for (index_t k = 0; k < size; ++k) turned.push_back((k + size / 3) % size);
        if (size > 3) std::swap(turned[0], turned[2]);
        view = select(view, turned);
        places = model::select(places, turned);
      } else {
        const auto p = any_part(size, r);
        view = slice(view, p.start, p.count, p.step);
        places = model::slice(places, p.start, p.count, p.step);
      }
    }
    INFO("seed " << seed);
    support::check_writer(view, model::select(values, places), contract::quick);
    CHECK_EQUAL(memory, values);
    CHECK_EQUAL(own->values, values);
  }
}

TEST_CASE("copies onto what is being read") {
  using T = std::int64_t;
  // What begins where the target begins, and has changed on the way, may still not be read after it was written.
  const auto half = [](const ravel::reader<T>& r) { return map([](T x) { return changed(x); }, slice(r, 0, (r.size() + 1) / 2)); };
  const auto cut = [](const ravel::reader<T>& r, const ravel::reader<T>& as) { return slice(r, 0, as.size()); };
  const auto twice = [](const std::vector<T>& v, dice) {
    return model::made<T>(model::size(v), [&](index_t i) { return changed(v[static_cast<std::size_t>(i % ((model::size(v) + 1) / 2))]); });
  };
  const std::vector<step<T>> moves{
      {"reverse", [](const ravel::reader<T>& r, dice) { return reverse(r); },
       [](const std::vector<T>& v, dice) { return model::reverse(v); }},
      {"shift", [](const ravel::reader<T>& r, dice x) { return shift(r, x.between(-3, 3)); },
       [](const std::vector<T>& v, dice x) { return model::shift(v, x.between(-3, 3)); }},
      {"turn",
       [](const ravel::reader<T>& r, dice) { return concat(slice(r, r.size() / 3, r.size() - r.size() / 3), slice(r, 0, r.size() / 3)); },
       [](const std::vector<T>& v, dice) {
         const auto n = model::size(v);
         return model::concat<T>({model::slice(v, n / 3, n - n / 3, 1), model::slice(v, 0, n / 3, 1)});
       }},
      {"riffle",
       [](const ravel::reader<T>& r, dice) {
         const auto h = r.size() / 2;
         return concat(interleave(slice(r, 0, h), slice(r, h, h)), slice(r, 2 * h, r.size() % 2));
       },
       [](const std::vector<T>& v, dice) {
         const auto h = model::size(v) / 2;
         return model::concat<T>(
             {model::interleave<T>({model::slice(v, 0, h, 1), model::slice(v, h, h, 1)}), model::slice(v, 2 * h, model::size(v) % 2, 1)});
       }},
      {"select",
       [](const ravel::reader<T>& r, dice x) {
         auto places = any_places(r.size(), x);
         places.resize(static_cast<std::size_t>(r.size()));
         return select(r, places);
       },
       [](const std::vector<T>& v, dice x) {
         auto places = any_places(model::size(v), x);
         places.resize(v.size());
         return model::select(v, places);
       }},
      {"the first half twice", [=](const ravel::reader<T>& r, dice) { return cut(concat(half(r), half(r)), r); }, twice},
      {"the first half repeated", [=](const ravel::reader<T>& r, dice) { return cut(repeat(half(r), 2), r); }, twice},
      {"the first half spread", [=](const ravel::reader<T>& r, dice) { return cut(interleave(half(r), half(r)), r); },
       [](const std::vector<T>& v, dice) {
         return model::made<T>(model::size(v), [&](index_t i) { return changed(v[static_cast<std::size_t>(i / 2)]); });
       }},
      {"map", [](const ravel::reader<T>& r, dice) { return map([](T x) { return changed(x); }, r); },
       [](const std::vector<T>& v, dice) {
         return model::made<T>(model::size(v), [&](index_t i) { return changed(v[static_cast<std::size_t>(i)]); });
       }},
  };
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    dice r(seed);
    auto values = support::samples<T>(r.chance(2) ? r.below(12) : r.below(4000), seed);
    const auto memory = support::in_memory(values);
    const ravel::writer<T> target = r.chance(2) ? ravel::writer<T>(memory) : reverse(memory);
    ravel::reader<T> source = memory;
    auto expected = values;
    for (index_t i = r.between(1, 3); i > 0; --i) {
      const auto& chosen = moves[static_cast<std::size_t>(r.below(static_cast<index_t>(moves.size())))];
      const dice numbers(r.bits());
      source = chosen.on_reader(source, numbers);
      expected = chosen.on_vector(expected, numbers);
    }
    INFO("seed " << seed);
    copy(source, target);
    CHECK_EQUAL(target, expected);
  }
}

TEST_CASE("readers that are known at run time are added up") {
  std::vector<ravel::reader<std::int64_t>> parts;
  for (index_t i = 0; i < 200; ++i) {
    const auto one = ravel::iota<std::int64_t>(3000, i, i % 7 - 3);
    parts.push_back(i % 3 == 0 ? ravel::reader<std::int64_t>(clone(one)) : i % 3 == 1 ? one : reverse(one));
  }
  ravel::reader<std::int64_t> total = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) total = total + parts[i];
  const auto sums = model::made<std::int64_t>(3000, [&](index_t k) {
    std::int64_t sum = 0;
    for (const auto& part : parts) sum += part[k];
    return sum;
  });
  CHECK_EQUAL(total, sums);
  CHECK_EQUAL(clone(total), sums);
}

TEST_CASE("an allocation that fails leaves nothing behind") {
  const auto values = support::samples<std::string>(40);
  const auto source = support::in_memory(values);
  const ravel::reader<std::string> foreign = ravel::from(support::by_element<std::string>{values});
  for (const ravel::reader<std::string>& r : {ravel::reader<std::string>(source), foreign}) {
    const auto failures = support::for_each_allocation_failure([&] {
      const auto parts = concat(reverse(r), repeat(slice(r, 1, 7, 3), 2), ravel::constant(3, std::string(50, 'x')));
      const auto mixed = interleave(shift(parts, 3), select(parts, {std::vector<index_t>(static_cast<std::size_t>(parts.size()), 7)}));
      const auto made = ravel::generate(5, [](index_t i) { return std::string(static_cast<std::size_t>(i) * 20, 'y'); });
      static_cast<void>(clone(concat(std::vector<ravel::reader<std::string>>{assume_no_alias(mixed), made})));
      static_cast<void>(clone(field(map(
                                        [](const std::string& x) {
                                          return pair_of<std::string>{x, x};
                                        },
                                        mixed),
                                    &pair_of<std::string>::second)));
      ravel::iota<int>(10).read(0, std::span<int>());
    });
    CHECK(failures > 50);
  }
}
