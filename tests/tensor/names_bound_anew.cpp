// SPDX-License-Identifier: BSL-1.0
// An operation that calls a function of the user's goes on with what it was given when that function binds the names of the operands anew:
// every operation that takes a function, of readers, buffers, expressions and tensors, in memory that is overwritten when it is let go.
#include <ravel/any.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>
#include <support/vanishing.hpp>

#include <chrono>
#include <vector>

namespace {

using ravel::index_t;
using numbers = std::vector<double>;

const numbers values{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};

template <class R>
numbers told(const R& result) {
  numbers all;
  if constexpr (std::same_as<R, numbers>) {
    all = result;
  } else if constexpr (requires { result[0]; }) {
    for (index_t i = 0; i < result.size(); ++i) all.push_back(static_cast<double>(result[i]));
  } else {
    all.push_back(static_cast<double>(result));
  }
  return all;
}

// op(x, bind): with bind(f) in place of f, which binds x anew before it calls f.
template <class Make, class Op>
void check(const char* name, Make make, Op op) {
  INFO(name);
  using X = decltype(make(values));
  const X other = make(numbers{7});
  X x = make(values);
  const numbers expected = told(op(x, [](auto f) { return f; }));
  x = make(values);
  index_t calls = 0;
  const auto bind = [&](auto f) {
    return [&x, &other, &calls, f](const auto&... arguments) {
      ++calls;
      x = other;
      return f(arguments...);
    };
  };
  const numbers found = told(op(x, bind));
  CHECK(calls > 0);
  CHECK(found == expected);
}

template <class Make>
void check_in_a_row(Make make) {
  const auto large = [](double v) { return v > 2; };
  const auto less = [](double a, double b) { return a < b; };
  const auto plus = [](double a, double b) { return a + b; };
  const auto parity = [](double v) { return static_cast<int>(v) % 2; };
  const auto last = [](const auto& window) { return window.size() > 0 ? window[window.size() - 1] : 0.0; };
  check("for_each", make, [&](const auto& x, auto bind) {
    numbers seen;
    const auto see = [&seen](double v) { seen.push_back(v); };
    for_each(x, bind(see));
    return seen;
  });
  check("count", make, [&](const auto& x, auto bind) { return count(x, bind(large)); });
  check("all_of", make, [&](const auto& x, auto bind) { return all_of(x, bind(large)); });
  check("any_of", make, [&](const auto& x, auto bind) { return any_of(x, bind(large)); });
  check("none_of", make, [&](const auto& x, auto bind) { return none_of(x, bind(large)); });
  check("reduce", make, [&](const auto& x, auto bind) { return reduce(x, 0.0, bind(plus)); });
  check("scan", make, [&](const auto& x, auto bind) { return scan(x, bind(plus)); });
  check("filter", make, [&](const auto& x, auto bind) { return filter(x, bind(large)); });
  check("argfilter", make, [&](const auto& x, auto bind) { return argfilter(x, bind(large)); });
  check("argfilter of two", make, [&](const auto& x, auto bind) { return argfilter(x, x, bind(less)); });
  check("missing_where", make, [&](const auto& x, auto bind) { return missing_where(x, bind(large)).size(); });
  check("sort", make, [&](const auto& x, auto bind) { return sort(x, bind(less)); });
  check("argsort", make, [&](const auto& x, auto bind) { return argsort(x, bind(less)); });
  check("arg_top_k", make, [&](const auto& x, auto bind) { return arg_top_k(x, 3, bind(less)); });
  check("nth_element", make, [&](const auto& x, auto bind) { return nth_element(x, 3, bind(less)); });
  check("argmin", make, [&](const auto& x, auto bind) { return argmin(x, bind(less)); });
  check("argmax_last", make, [&](const auto& x, auto bind) { return argmax_last(x, bind(less)); });
  check("lower_bound", make, [&](const auto& x, auto bind) { return lower_bound(x, 4.0, bind(less)); });
  check("upper_bound", make, [&](const auto& x, auto bind) { return upper_bound(x, 4.0, bind(less)); });
  check("binary_search", make, [&](const auto& x, auto bind) { return binary_search(x, 4.0, bind(less)); });
  check("searchsorted", make, [&](const auto& x, auto bind) {
    return searchsorted(x, numbers{1, 4}, ravel::search_side::left, bind(less));
  });
  check("arggroup_by", make, [&](const auto& x, auto bind) { return arggroup_by(x, bind(parity)).keys(); });
  check("argpartition_by", make, [&](const auto& x, auto bind) { return argpartition_by(x, bind(parity)).size(); });
  check("rolling", make, [&](const auto& x, auto bind) { return rolling(x, 2, bind(last)); });
  check("downsample", make, [&](const auto& x, auto bind) { return downsample(x, 3, bind(last)); });
  check("group_reduce", make, [&](const auto& x, auto bind) { return group_reduce(ravel::iota<int>(12) % 3, x, bind(last)).values; });
  check("group_reduce by it", make, [&](const auto& x, auto bind) { return group_reduce(x, ravel::iota<double>(12), bind(last)).values; });
  check("group_transform", make, [&](const auto& x, auto bind) { return group_transform(ravel::iota<int>(12) % 3, x, bind(last)); });
  check("group_top_k", make, [&](const auto& x, auto bind) { return group_top_k(ravel::iota<int>(12) % 3, x, 2, bind(less)); });
  check("rolling_by", make, [&](const auto& x, auto bind) { return rolling_by(ravel::iota<int>(12), x, 3, bind(last)); });
  check("resample", make, [&](const auto& x, auto bind) { return resample(ravel::iota<int>(12), x, 0, 12, 5, bind(last)).values; });
  check("append", make, [&](const auto& x, auto bind) {
    ravel::list<double> l;
    l.append(map(bind(parity), x) * 1.0);
    return l.take();
  });
}

template <class Make>
void check_along(Make make) {
  const auto large = [](double v) { return v > 2; };
  const auto less = [](double a, double b) { return a < b; };
  const auto plus = [](double a, double b) { return a + b; };
  const auto last = [](const auto& line) { return line[line.size() - 1]; };
  for (const int axis : {0, 1}) {
    check("count", make, [&](const auto& x, auto bind) { return count(x, bind(large), axis); });
    check("all_of", make, [&](const auto& x, auto bind) { return all_of(x, bind(large), axis); });
    check("reduce", make, [&](const auto& x, auto bind) { return reduce(x, 0.0, bind(plus), axis); });
    check("scan", make, [&](const auto& x, auto bind) { return scan(x, bind(plus), axis); });
    check("reduce_axis", make, [&](const auto& x, auto bind) { return reduce_axis(x, axis, bind(last)); });
    check("map_axis", make,
          [&](const auto& x, auto bind) { return map_axis(x, axis, bind([](const auto& line) { return reverse(line); })); });
    check("sort", make, [&](const auto& x, auto bind) { return sort(x, axis, bind(less)); });
    check("argsort", make, [&](const auto& x, auto bind) { return argsort(x, axis, bind(less)); });
    check("argmin", make, [&](const auto& x, auto bind) { return argmin(x, axis, bind(less)); });
    check("nth_element", make, [&](const auto& x, auto bind) { return nth_element(x, 0, axis, bind(less)); });
    check("rolling", make, [&](const auto& x, auto bind) { return rolling(x, 2, bind(last), axis); });
    check("group_reduce", make,
          [&](const auto& x, auto bind) { return group_transform(ravel::iota<int>(x.extent(axis)) % 2, x, bind(last), axis); });
  }
}

template <class T>
ravel::tensor<T> vanishing_tensor(const numbers& of) {
  return as_tensor(support::vanishing<double>(of), of.size() == values.size() ? ravel::shape{3, 4} : ravel::shape{1, 1});
}

}  // namespace

TEST_CASE("functions bind the names of readers anew", "[bound_anew]") {
  check_in_a_row([](const numbers& of) { return support::vanishing<double>(of); });
  check_in_a_row([](const numbers& of) { return ravel::reader<double>(support::vanishing<double>(of) + 0.0); });
}

TEST_CASE("functions bind the names of expressions anew", "[bound_anew]") {
  check_in_a_row([](const numbers& of) { return support::vanishing<double>(of) + 0.0; });
}

TEST_CASE("functions bind the names of tensors anew", "[bound_anew]") {
  check_along([](const numbers& of) { return vanishing_tensor<double>(of); });
  check_along([](const numbers& of) { return ravel::tensor<const double>(vanishing_tensor<double>(of) + 0.0); });
  check_along([](const numbers& of) { return vanishing_tensor<double>(of) + 0.0; });
}

TEST_CASE("a function binds the name of a tensor of a run-time type anew", "[bound_anew]") {
  const auto total = [](const auto& elements) {
    double all = 0;
    if constexpr (std::same_as<ravel::value_t<std::remove_cvref_t<decltype(elements)>>, double>) all = sum(elements);
    return all;
  };
  ravel::any_tensor x = vanishing_tensor<double>(values);
  const auto bind_and_add = [&](const auto& t) {
    x = {};
    return total(t);
  };
  CHECK(visit(x, bind_and_add) == 52);
  x = vanishing_tensor<double>(values);
  CHECK(visit_writable(x, bind_and_add) == 52);
  x = vanishing_tensor<double>(values);
  CHECK(visit_held(x, [&](const auto& t) {
          x = {};
          return total(t);
        }) == 52);
  ravel::any_reader r = support::vanishing<double>(values);
  CHECK(visit(r, [&](const auto& read) {
          r = {};
          return total(read);
        }) == 52);
}

TEST_CASE("a watch may rebind the name of a table at work", "[bound_anew]") {
  const auto make = [] {
    return ravel::any_table{{"key", support::vanishing<int>(numbers{2, 1, 2})}, {"value", support::vanishing<double>(numbers{1, 2, 4})}};
  };
  ravel::any_table table = make();
  const auto watched = [&](auto work) {
    table = make();
    return ravel::with_progress([&](const ravel::progress&) { table = {}; }, std::chrono::seconds(0), [&] { return work(table); });
  };
  const auto value = [](const ravel::any_table& made, const char* column) { return to_vector(ravel::as<double>(made.column(column))); };
  CHECK(value(watched([](const auto& t) { return clone(t); }), "value") == numbers{1, 2, 4});
  CHECK(value(watched([](const auto& t) { return sort_by(t, {"key"}); }), "value") == numbers{2, 1, 4});
  CHECK(value(watched([](const auto& t) {
                return group_reduce(t, {"key"}, {{"sum", ravel::aggregation::sum, "value"}});
              }),
              "sum") == numbers{5, 2});
  CHECK(value(watched([](const auto& t) { return describe(t); }), "max") == numbers{2, 4});
}

TEST_CASE("a watch may rebind the source and the target of a copy", "[bound_anew]") {
  const auto watched = [](auto bind, auto work) {
    ravel::with_progress([&](const ravel::progress&) { bind(); }, std::chrono::seconds(0), work);
  };
  const ravel::buffer<double> result = support::vanishing<double>(numbers(12));
  ravel::writer<double> target = result;
  ravel::reader<double> source = support::vanishing<double>(values);
  watched([&] { source = {}, target = {}; }, [&] { copy(source, target); });
  CHECK(told(result) == values);
  ravel::tensor<double> t = vanishing_tensor<double>(numbers(12)), turned = vanishing_tensor<double>(values);
  const ravel::tensor<double> kept = t;
  watched([&] { t = {}, turned = {}; }, [&] { copy(turned + 1.0, t); });
  CHECK(static_cast<double>(sum(kept)) == 64);
  source = support::vanishing<double>(values);
  numbers room(12);
  watched([&] { source = {}; }, [&] { source.read(0, room); });
  CHECK(room == values);
}
