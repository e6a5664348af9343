// SPDX-License-Identifier: BSL-1.0
// Every function over every backing in every stretching: single elements, blocks at any offset, all in memory, into a target that is laid
// out otherwise, and sums, against the function of two numbers in memory. The functions are erased, so that one costs a line.
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/reader_contract.hpp>

#include <tensor/backing.hpp>

using namespace backing;

namespace {

template <class T>
using operand = const tensor<const T>&;

template <class T>
struct function {
  const char* name;
  bool unary;  // of the second operand, stretched to the common shape
  tensor<const T> (*apply)(operand<T> a, operand<T> b);
};

template <class T>
using other_real = std::conditional_t<std::same_as<T, double>, float, double>;

#define UNARY(name) {#name, true, [](operand<T>, operand<T> b) -> tensor<const T> { return name(b); }},
#define PRECISE(name) {"precise " #name, true, [](operand<T>, operand<T> b) -> tensor<const T> { return name(b, ravel::precise); }},
#define BINARY(name) {#name, false, [](operand<T> a, operand<T> b) -> tensor<const T> { return name(a, b); }},
#define EXPRESSION(unary, ...) \
  {#__VA_ARGS__, unary, []([[maybe_unused]] operand<T> a, operand<T> b) -> tensor<const T> { return __VA_ARGS__; }},

// What is computed in blocks of the library.
template <class T>
const std::vector<function<T>> in_kernels{RAVEL_FOR_EACH_UNARY_FUNCTION(UNARY) RAVEL_FOR_EACH_BINARY_FUNCTION(BINARY) PRECISE(sqrt)
                                              PRECISE(exp)                                                                            //
                                          EXPRESSION(false, pow(sqrt(square(a)), exp2(b)))                                            //
                                          EXPRESSION(false, atan2(cast<T>(cast<other_real<T>>(a)), cast<T>(cast<other_real<T>>(b))))  //
                                          EXPRESSION(false, hypot(b, pow(b, a, ravel::precise)))                                      //
                                          EXPRESSION(true, cast<T>(saturate_cast<int>(b)))                                            //
                                          EXPRESSION(true, cast<T>(wrap_cast<std::int8_t>(cast<other_real<T>>(b) * 100)))};

// What is a loop over a user's or an operator's function.
const std::vector<function<double>> in_loops = [] {
  using T = double;
  return std::vector<function<double>>{EXPRESSION(false, a + b)                                                                 //
                                       EXPRESSION(false, b - a)                                                                 //
                                       EXPRESSION(false, (a - b) * (a + b) / b)                                                 //
                                       EXPRESSION(true, floor(b) + abs(b) - sign(b))                                            //
                                       EXPRESSION(false, where(a < b, minimum(a, b), round(a)))                                 //
                                       EXPRESSION(false, map([](double x, double y, double z) { return x * y + z; }, a, b, b))  //
                                       EXPRESSION(false, sin(b) * a + sin(b))                                                   //
                                       EXPRESSION(false, tensor<const double>(a * 2) - tensor<const double>(b + 1))             //
                                       EXPRESSION(true, cast<double>(cast<std::int64_t>(trunc(b)) % std::int64_t{3} == std::int64_t{0}))};
}();

// ---- backings: what holds the values, which it may make all the same first

template <class T>
tensor<const T> constant(const shape& s, std::vector<T>& values) {
  if (!values.empty()) values.assign(values.size(), values[0]);
  return ravel::full<T>(s, values.empty() ? T(0) : values[0]);
}
template <class T>
tensor<const T> over_reader(const shape& s, std::vector<T>& values) {
  const auto backwards = support::in_memory(std::vector<T>(values.rbegin(), values.rend()));
  return ravel::as_tensor(ravel::reader<T>(-reverse(-backwards)), s);
}
template <class T>
tensor<const T> converted(const shape& s, std::vector<T>& values) {
  return cast<T>(readable<other_real<T>>(kind::dense, s, std::vector<other_real<T>>(values.begin(), values.end())));
}
template <class T>
tensor<const T> powered(const shape& s, std::vector<T>& values) {
  return pow(readable<T>(kind::reversed, s, values), 1, ravel::precise);
}
template <class T>
tensor<const T> joined(const shape& s, std::vector<T>& values) {
  const auto half = static_cast<std::ptrdiff_t>(values.size() / 2);
  const auto first = support::in_memory(std::vector<T>(values.begin(), values.begin() + half));
  const auto second = support::in_memory(std::vector<T>(values.begin() + half, values.end()));
  return ravel::as_tensor(concat(ravel::reader<T>(first), ravel::reader<T>(second * T(1))), s);
}
template <kind Fold, class T>
tensor<const T> of_kind(const shape& s, std::vector<T>& values) {
  return readable<T>(Fold, s, values);
}

template <class T>
using backing_maker = tensor<const T> (*)(const shape&, std::vector<T>& values);
template <class T, std::size_t... K>
std::vector<backing_maker<T>> all_backings(std::index_sequence<K...>) {
  return {of_kind<all_kinds[K], T>..., constant<T>, over_reader<T>, converted<T>, powered<T>, joined<T>};
}
template <class T>
const std::vector<backing_maker<T>> backings = all_backings<T>(std::make_index_sequence<all_kinds.size()>());

// ---- what a function must give

template <class T>
struct held {
  tensor<const T> values;
  std::vector<T> list;
};

template <class T>
held<T> make(backing_maker<T> how, const shape& s, index_t salt) {
  static constexpr T some[] = {T(0.5), T(2), T(-1.25), T(3), T(1), T(0), T(0.75)};
  std::vector<T> values;
  for (index_t i = 0; i < s.elements(); ++i) values.push_back(some[(i + salt) % 7]);
  tensor<const T> made = how(s, values);
  return {made, to_vector(made)};  // a zero of sparse data may have the sign of another
}

// The function of two numbers in memory, each pair computed once.
template <class T>
class by_pairs {
 public:
  explicit by_pairs(const function<T>& f) : f_(f) {}

  T operator()(T a, T b) {
    for (const auto& [x, y, result] : known_) {
      if (support::detail::identical(x, a) && support::detail::identical(y, b)) return result;
    }
    known_.push_back({a, b, f_.apply(tensor<T>{a}, tensor<T>{b})[0]});
    return known_.back().result;
  }

 private:
  struct pair {
    T a, b, result;
  };
  const function<T>& f_;
  std::vector<pair> known_;
};

template <class T>
std::string fault(const tensor<const T>& given, const std::vector<T>& wanted, support::random& r) {
  // The sign of a zero that is not stored is that of the fill.
  const auto same = [zeros_alike = given.fill() == T(0)](const T& a, const T& b) {
    return support::detail::identical(a, b) || (zeros_alike && a == 0 && b == 0);
  };
  const auto differs = [&](index_t i, const T& value) { return !same(value, wanted[static_cast<std::size_t>(i)]); };
  const auto n = static_cast<index_t>(wanted.size());
  if (given.size() != n) return "has another size";
  for (index_t i = r.below(7); i < n; i += 7) {
    if (differs(i, given[i])) return "element " + std::to_string(i);
  }
  const ravel::reader<T> flat = given;
  std::vector<T> room(wanted.size());
  for (int blocks = 0; blocks < 3; ++blocks) {
    const index_t start = r.below(n), count = 1 + r.below(n - start);
    flat.read(start, std::span<T>(room.data(), static_cast<std::size_t>(count)));
    for (index_t i = 0; i < count; ++i) {
      if (differs(start + i, room[static_cast<std::size_t>(i)]))
        return "block of " + std::to_string(count) + " from " + std::to_string(start) + " at " + std::to_string(i);
    }
  }
  const auto cloned = clone(given);
  const auto turned = writable<T>(r.chance(2) ? kind::column_major : kind::rotated, given.shape(), room);
  copy(given, turned);
  const auto upside_down = to_vector(flip(given, 0));
  const index_t rows = given.extent(0), row = n / rows;
  for (index_t i = 0; i < n; ++i) {
    if (differs(i, cloned[i])) return "clone at " + std::to_string(i);
    if (differs(i, turned[i])) return "copy at " + std::to_string(i);
    if (differs(i, upside_down[static_cast<std::size_t>((rows - 1 - i / row) * row + i % row)])) return "flipped at " + std::to_string(i);
  }
  const auto dense = support::in_memory(wanted);
  const auto found = sum(given), expected = sum(dense);
  if (same(found, expected)) return "";
  // Fills that are not 0 are added at once.
  const bool at_once = given.fill() && given.fill() != T(0);
  return at_once && std::abs(found - expected) <= 8 * std::numeric_limits<T>::epsilon() * sum(abs(dense)) ? "" : "sum";
}

struct meeting_shapes {
  shape a, b, common;
};
const meeting_shapes all_stretchings[] = {
    {{2, 3, 11}, {2, 3, 11}, {2, 3, 11}},
    {{2, 3, 11}, {1}, {2, 3, 11}},
    {{2, 3, 11}, {}, {2, 3, 11}},
    {{3, 21}, {21}, {3, 21}},
    {{2, 2, 17}, {2, 1}, {2, 2, 17}},
    {{5, 1}, {1, 40}, {5, 40}},
    {{1}, {40}, {40}},
    {{1, 3, 9}, {2, 1, 1}, {2, 3, 9}},
    {{2, 1}, {1, 1100}, {2, 1100}},
};

template <class T>
void check(const std::vector<function<T>>& functions) {
  support::random r(11);
  for (const function<T>& f : functions) {
    by_pairs<T> of_numbers(f);
    index_t turn = r.below(100);
    for (const auto& [a_shape, b_shape, common] : all_stretchings) {
      const dims a_map = dims::row_major(a_shape).broadcast(common), b_map = dims::row_major(b_shape).broadcast(common);
      for (std::size_t how = 0; how < backings<T>.size(); ++how) {
        if ((common.elements() > 1000 || sizeof(T) == 4) && how % 3 != static_cast<std::size_t>(turn % 3)) continue;
        const std::size_t other = static_cast<std::size_t>(turn += 5) % backings<T>.size();
        const held<T> a = make(backings<T>[other], a_shape, turn), b = make(backings<T>[how], b_shape, turn / 2);
        std::vector<T> wanted;
        for (index_t p = 0; p < common.elements(); ++p)
          wanted.push_back(
              of_numbers(a.list[static_cast<std::size_t>(a_map.to_local(p))], b.list[static_cast<std::size_t>(b_map.to_local(p))]));
        const bool stretch_first = f.unary || how % 2 == 0;
        const auto result = stretch_first ? f.apply(broadcast(a.values, common), broadcast(b.values, common)) : f.apply(a.values, b.values);
        if (const std::string what = fault(result, wanted, r); !what.empty())
          FAIL(f.name << " of backing " << other << " " << to_string(a_shape) << " and backing " << how << " " << to_string(b_shape) << ": "
                      << what);
      }
    }
  }
}

}  // namespace

TEST_CASE("every function computed in blocks over every backing and stretching", "[tensor]") {
  check(in_kernels<double>);
  check(in_kernels<float>);
}

TEST_CASE("every kind of fused function over every backing and stretching", "[tensor]") { check(in_loops); }

TEST_CASE("a number stretched is no function of its block", "[tensor]") {
  const auto powers = pow(ravel::full<double>({20}, 3.0), cast<double>(tensor<int>{2}));
  REQUIRE(to_vector(powers) == std::vector<double>(20, 9.0));
  REQUIRE(sum(powers) == 180);
}
