// SPDX-License-Identifier: BSL-1.0
// What the tests of trees that run as programs share: elements that are hard to get right, how each function of a machine is defined, the
// runners of programs, and trees that grow at random.
#pragma once

#include <ravel/any.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>
#include "any/loop_node.hpp"
#include "lazy/emitted_program.hpp"

#include <any/every_type.hpp>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

namespace tree_tests {

using namespace ravel;
using detail::tile_function;

template <class T>
T special(support::random& r) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T values[] = {T(0),
                            -T(0),
                            T(1),
                            T(-1.5),
                            std::numeric_limits<T>::infinity(),
                            -std::numeric_limits<T>::infinity(),
                            std::numeric_limits<T>::quiet_NaN(),
                            std::numeric_limits<T>::denorm_min(),
                            std::numeric_limits<T>::max(),
                            T(1e-3)};
    return r.below(3) == 0 ? values[r.below(10)] : static_cast<T>(r.between(-1000, 1000)) / T(64);
  } else {
    return r.below(3) == 0 ? static_cast<T>(r.bits()) : static_cast<T>(r.between(-50, 50));
  }
}
template <class T>
buffer<T> elements(support::random& r, index_t n) {
  const auto made = make_buffer<T>(n);
  for (index_t i = 0; i < n; ++i) made.data()[i] = special<T>(r);
  return made;
}

// The bits, where any NaN is a NaN: of two NaN operands the machine passes the first on, and compilers swap the operands of + and * as they
// like.
template <class T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b);
}
template <class A, class B>
bool all_same(const A& a, const B& b) {
  if (a.size() != b.size()) return false;
  for (index_t i = 0; i < a.size(); ++i) {
    if (!same(a.unchecked(i), b.unchecked(i))) return false;
  }
  return true;
}

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T>
T truth(bool is) {
  return std::bit_cast<T>(is ? ~bits_of<T>{0} : bits_of<T>{0});
}

template <class T>
T result_of(tile_function f, T a, T b, T c) {
  const auto bits = [](T x) { return std::bit_cast<bits_of<T>>(x); };
  switch (f) {
    case tile_function::plus:
      return detail::plus{}(a, b);
    case tile_function::minus:
      return detail::minus{}(a, b);
    case tile_function::times:
      return detail::times{}(a, b);
    case tile_function::smaller:
      return detail::smaller{}(a, b);
    case tile_function::larger:
      return detail::larger{}(a, b);
    case tile_function::negated:
      return detail::negated{}(a);
    case tile_function::absolute:
      return detail::absolute{}(a);
    case tile_function::squared:
      return detail::squared{}(a);
    case tile_function::equals:
      return truth<T>(a == b);
    case tile_function::differs:
      return truth<T>(a != b);
    case tile_function::less:
      return truth<T>(a < b);
    case tile_function::less_equal:
      return truth<T>(a <= b);
    case tile_function::bits_and:
      return std::bit_cast<T>(bits(a) & bits(b));
    case tile_function::bits_or:
      return std::bit_cast<T>(bits(a) | bits(b));
    case tile_function::bits_xor:
      return std::bit_cast<T>(bits(a) ^ bits(b));
    case tile_function::bits_not:
      return std::bit_cast<T>(~bits(a));
    case tile_function::chosen:
      return bits(a) == 0 ? c : b;
    default:
      break;
  }
  if constexpr (std::is_floating_point_v<T>) {
    switch (f) {
      case tile_function::divided_by:
        return a / b;
      case tile_function::square_root:
        return std::sqrt(a);
      case tile_function::whole_below:
        return std::floor(a);
      case tile_function::whole_above:
        return std::ceil(a);
      case tile_function::whole_towards_zero:
        return std::trunc(a);
      case tile_function::whole_nearest:
        return std::rint(a);
      default:
        break;
    }
  }
  return T();
}

inline bool is_of_reals(tile_function f) {
  return f == tile_function::divided_by || (f >= tile_function::square_root && f <= tile_function::whole_nearest);
}

// Runs one instruction, behind one that leaves an operand in the registers if the form says so, and checks what it gives and what it
constexpr tile_function functions[] = {tile_function::plus,          tile_function::minus,       tile_function::times,
                                       tile_function::divided_by,    tile_function::smaller,     tile_function::larger,
                                       tile_function::equals,        tile_function::differs,     tile_function::less,
                                       tile_function::less_equal,    tile_function::bits_and,    tile_function::bits_or,
                                       tile_function::bits_xor,      tile_function::negated,     tile_function::absolute,
                                       tile_function::squared,       tile_function::bits_not,    tile_function::square_root,
                                       tile_function::whole_below,   tile_function::whole_above, tile_function::whole_towards_zero,
                                       tile_function::whole_nearest, tile_function::packed,      tile_function::chosen};

// How programs run that are first read while it lives: on a machine of vectors of so many bytes, or emitted. Not every computer has all.
enum class runner : std::size_t { portable = 0, of_32_bytes = 32, of_64_bytes = 64, emitted = 1 };
constexpr std::uint8_t code_that_returns[] = {0xc3};
inline bool can_emit() {
  const bool can = detail::has_emitter() && detail::emitted_code::of(code_that_returns);
  if (!can) WARN("not tested: this build or this system runs no emitted code");
  return can;
}
inline bool has(runner by) {
  if (by == runner::emitted) return can_emit();
  const bool has_machine = detail::tile_machine_of(static_cast<std::size_t>(by)) != nullptr;
  if (!has_machine) WARN("not tested: there is no machine of vectors of " << static_cast<std::size_t>(by) << " bytes");
  return has_machine;
}
class on_runner {
 public:
  explicit on_runner(runner by) {
    detail::emission_in_use() = by == runner::emitted ? detail::emission::at_once : detail::emission::never;
    if (by != runner::emitted) detail::tile_machine_in_use() = detail::tile_machine_of(static_cast<std::size_t>(by));
  }
  ~on_runner() {
    detail::emission_in_use() = detail::emission::when_it_pays;
    detail::tile_machine_in_use() = before_;
  }
  on_runner(const on_runner&) = delete;
  on_runner& operator=(const on_runner&) = delete;

 private:
  const detail::tile_machine* const before_ = detail::tile_machine_in_use();
};

// Programs are tested on every computer, also where passes over blocks are faster.
const bool joins_everywhere = (detail::joining_in_use() = detail::joining::always, true);

// Trees are passes over blocks while it lives.
class by_passes {
 public:
  by_passes() : before_(detail::joining_in_use().exchange(detail::joining::never)) {}
  ~by_passes() { detail::joining_in_use() = before_; }
  by_passes(const by_passes&) = delete;
  by_passes& operator=(const by_passes&) = delete;

 private:
  const detail::joining before_;
};
template <class X>
auto cloned_by_passes(const X& x) {
  const by_passes here;
  return clone(x);
}

template <class T>
const detail::loop_node<T>& loop_behind(const any_tensor& x) {
  return dynamic_cast<const detail::loop_node<T>&>(*any_tensor_access::node(x).whole());
}
// The number of leaves that it reads when it has been read before.
template <class T>
index_t leaves_read(const any_tensor& x) {
  for (int k = 0; k < 2; ++k) static_cast<void>(clone(x));
  const auto* const tree = loop_behind<T>(x).tree();
  return std::ssize(tree ? tree->node.leaves().all() : loop_behind<T>(x).leaves().all());
}
// Whether it runs as one program that reads these leaves.
template <class T = double>
bool runs_over(const any_tensor& x, std::initializer_list<any_tensor> leaves) {
  std::vector<const void*> read, wanted;
  for (int k = 0; k < 2; ++k) static_cast<void>(clone(x));
  const auto* const tree = loop_behind<T>(x).tree();
  if (!tree) return false;
  for (const auto& leaf : tree->node.leaves().all()) read.push_back(leaf.node);
  for (const any_tensor& leaf : leaves) wanted.push_back(any_tensor_access::shared(leaf).get());
  return read == wanted;
}

const auto thirteen = [](const auto& x, const auto& y) {
  const auto t = x - y;
  const auto u = x + y;
  return ((t * u + 3) * t - u) * 2 + t * t * 5;
};
const auto every_function = [](const auto& x, const auto& y) {
  return minimum(abs(x) * y - square(y), maximum(-x, y + 1)) + square(x - 2) * abs(y) - x;
};

// Grows trees at random: elements of T and bools, at run time and with a type.
template <class T>
class growing {
 public:
  growing(support::random& r, index_t n) : r_(r) {
    for (int k = 0; k < 3; ++k) {
      typed_.push_back(elements<T>(r, n));
      made_.push_back(typed_.back());
    }
    compare(0);
  }

  void step() {
    switch (r_.below(12)) {
      case 0:
        return add([](const auto& a, const auto& b) { return (3 - a) - -b; });
      case 1:
        return add([](const auto& a, const auto& b) { return a * b; });
      case 2:
        return add([](const auto& a, const auto& b) { return minimum(abs(a), b); });
      case 3:
        return add([](const auto& a, const auto& b) { return maximum(a, square(b)) + 2; });
      case 4:
        return add([](const auto& a, const auto&) { return clip(a, -7, 9); });
      case 5:
        if constexpr (std::is_floating_point_v<T>)
          return add([](const auto& a, const auto& b) { return floor(a) / ceil(b); });
        else
          return add([](const auto& a, const auto& b) { return (a & b) | ~a; });
      case 6:
        if constexpr (std::is_floating_point_v<T>)
          return add([](const auto& a, const auto& b) { return sqrt(a) - trunc(b) * rint(a); });
        else
          return add([](const auto& a, const auto& b) { return a ^ b; });
      case 7:
      case 8:
        return choose();
      case 9:
        return join_truths();
      default:
        return compare(r_.below(7));
    }
  }
  void check() const {
    for (std::size_t k = made_.size() - 4; k < made_.size(); ++k) {
      const auto wanted = cloned_by_passes(typed_[k]);
      for (int read = 0; read < 2; ++read) {
        CHECK(all_same(as<T>(clone(made_[k])), wanted));
        CHECK(all_same(clone(typed_[k]), wanted));
      }
    }
    for (std::size_t k = 0; k < truths_.size(); ++k) {
      const auto wanted = cloned_by_passes(typed_truths_[k]);
      for (int read = 0; read < 2; ++read) {
        CHECK(equal(clone(truths_[k]), wanted));
        CHECK(equal(clone(typed_truths_[k]), wanted));
      }
    }
    const index_t wanted = count(clone(typed_truths_.back()));
    CHECK(as<index_t>(count(truths_.back())) == wanted);
    CHECK(count(typed_truths_.back()) == wanted);
  }

 private:
  template <class X>
  std::size_t any_of(const std::vector<X>& list) {
    return static_cast<std::size_t>(r_.below(std::ssize(list)));
  }
  template <class F>
  void add(const F& f) {
    const std::size_t i = any_of(made_), j = any_of(made_);
    const any_tensor next = f(made_[i], made_[j]);
    const reader<T> typed = f(typed_[i], typed_[j]);
    made_.push_back(next);
    typed_.push_back(typed);
  }
  template <class F>
  void add_truth(const F& f) {
    const std::size_t i = any_of(made_), j = any_of(made_);
    const any_tensor next = f(made_[i], made_[j]);
    const reader<bool> typed = f(typed_[i], typed_[j]);
    truths_.push_back(next);
    typed_truths_.push_back(typed);
  }
  void compare(index_t how) {
    switch (how) {
      case 0:
        return add_truth([](const auto& a, const auto& b) { return a < b; });
      case 1:
        return add_truth([](const auto& a, const auto& b) { return a <= b; });
      case 2:
        return add_truth([](const auto& a, const auto& b) { return a > b; });
      case 3:
        return add_truth([](const auto& a, const auto&) { return a >= 1; });
      case 4:
        return add_truth([](const auto& a, const auto& b) { return a == b; });
      case 5:
        return add_truth([](const auto& a, const auto& b) { return a != b; });
      default:
        if constexpr (std::is_floating_point_v<T>) return add_truth([](const auto& a, const auto&) { return isnan(a); });
        return add_truth([](const auto& a, const auto&) { return 3 < a; });
    }
  }
  void choose() {
    const std::size_t i = any_of(made_), j = any_of(made_), k = any_of(truths_);
    made_.push_back(where(truths_[k], made_[i], made_[j]));
    typed_.push_back(reader<T>(where(typed_truths_[k], typed_[i], typed_[j])));
  }
  void join_truths() {
    const std::size_t i = any_of(truths_), j = any_of(truths_);
    const index_t how = r_.below(4);
    const auto joined = [&](const auto& a, const auto& b) {
      using R = std::conditional_t<std::same_as<std::remove_cvref_t<decltype(a)>, any_tensor>, any_tensor, reader<bool>>;
      return how == 0 ? R(a & b) : how == 1 ? R(a || b) : how == 2 ? R(a ^ b) : R(!a);
    };
    const any_tensor next = joined(truths_[i], truths_[j]);
    const reader<bool> typed = joined(typed_truths_[i], typed_truths_[j]);
    truths_.push_back(next);
    typed_truths_.push_back(typed);
  }

  support::random& r_;
  std::vector<any_tensor> made_, truths_;
  std::vector<reader<T>> typed_;
  std::vector<reader<bool>> typed_truths_;
};

}  // namespace tree_tests
