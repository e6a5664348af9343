// SPDX-License-Identifier: BSL-1.0
// Reductions along axes against NumPy, on random shapes, views and axes. A Python program makes the cases and says what NumPy gives; it
// runs once. Values are small multiples of 1/8, so that sums are exact in any order. Without Python and NumPy the test says so and ends.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/numpy.hpp>

#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <sstream>
#include <string>

using namespace ravel;

namespace {

// Each line: type, shape, permutation, starts, counts, steps, operation, axes, keep, shape of the result, its values.
constexpr const char* program = R"(
import random
import numpy as np
random.seed(4)
np.seterr(all='ignore')
def text(xs): return ','.join(str(x) for x in xs) or '-'
operations = ['sum', 'prod', 'min', 'max', 'mean', 'var', 'std1', 'count', 'all', 'any', 'argmin', 'argmax', 'cumsum', 'sort', 'argsort', 'norm']
for case in range(1500):
    rank = random.randint(1, 4)
    shape = [random.choice([1, 2, 3, 5, 8, 17, 40]) for _ in range(rank)]
    while np.prod(shape) > 4000: shape[random.randrange(rank)] = 2
    kind = random.choice(['double', 'nan', 'int'])
    flat = [((i * 7919) % 201 - 100) / 8 for i in range(int(np.prod(shape)))]
    if kind == 'nan': flat = [np.nan if i % 37 == 5 else x for i, x in enumerate(flat)]
    if kind == 'int': flat = [int(x * 8) for x in flat]
    x = np.array(flat).reshape(shape)
    order = random.sample(range(rank), rank)
    x = x.transpose(order)
    starts, counts, steps = [], [], []
    for n in x.shape:
        step = random.choice([1, 1, 1, 2, 3, -1, -2])
        start = random.randrange(n) if step > 0 else random.randrange(n // 2, n)
        count = random.randint(1, (n - 1 - start) // step + 1 if step > 0 else start // -step + 1)
        starts.append(start); counts.append(count); steps.append(step)
    for axis in range(rank):
        places = [starts[axis] + i * steps[axis] for i in range(counts[axis])]
        x = np.take(x, places, axis)
    name = random.choice(operations)
    keep = random.random() < 0.4
    axes = random.sample(range(rank), random.randint(1, rank))
    if name in ('argmin', 'argmax', 'cumsum', 'sort', 'argsort'): axes = axes[:1]
    if name == 'prod':
        if x.size > 60: name = 'sum'
        else: x = np.where(x != x, x, np.sign(x) + (x == 0) * 2).astype(x.dtype)
    at = tuple(axes)
    if name == 'sum': r = x.sum(at, keepdims=keep)
    elif name == 'prod': r = x.prod(at, keepdims=keep)
    elif name == 'min': r = x.min(at, keepdims=keep)
    elif name == 'max': r = x.max(at, keepdims=keep)
    elif name == 'mean': r = x.mean(at, keepdims=keep)
    elif name == 'var': r = x.var(at, keepdims=keep)
    elif name == 'std1':
        if np.prod([x.shape[a] for a in axes]) < 2: continue
        r = x.std(at, keepdims=keep, ddof=1)
    elif name == 'count': r = (x > 1).sum(at, keepdims=keep)
    elif name == 'all': r = (x > -12).all(at, keepdims=keep)
    elif name == 'any': r = (x > 11).any(at, keepdims=keep)
    elif name == 'argmin': r = x.argmin(axes[0], keepdims=keep)
    elif name == 'argmax': r = x.argmax(axes[0], keepdims=keep)
    elif name == 'cumsum': r = x.cumsum(axes[0])
    elif name == 'sort': r = np.sort(x, axes[0], kind='stable')
    elif name == 'argsort': r = np.argsort(x, axes[0], kind='stable')
    else: r = np.sqrt((x * x).sum(at, keepdims=keep))
    r = np.asarray(r)
    axes = [a - rank if random.random() < 0.3 else a for a in axes]
    print(kind, text(shape), text(order), text(starts), text(counts), text(steps), name, text(axes), int(keep), text(r.shape),
          ' '.join(repr(float(v)) for v in r.ravel()))
)";

struct closed {
  void operator()(FILE* file) const { pclose(file); }
};

std::vector<index_t> numbers(const std::string& list) {
  std::vector<index_t> found;
  std::istringstream in(list == "-" ? "" : list);
  for (std::string one; std::getline(in, one, ',');) found.push_back(std::stoll(one));
  return found;
}

struct answer {
  std::vector<index_t> extents;
  std::vector<double> values;
};

template <class X>
answer as_answer(const X& x) {
  answer made;
  const shape of = x.shape();
  made.extents.assign(of.begin(), of.end());
  for (const auto value : to_vector(x)) made.values.push_back(static_cast<double>(value));
  return made;
}

template <class X>
answer reduced(const X& x, const std::string& name, const std::vector<index_t>& axes, bool kept) {
  const auto with = [&](auto f) { return kept ? as_answer(f(axes, keep)) : as_answer(f(axes)); };
  using T = detail::read_t<X>;
  if (name == "sum") return with([&](const auto&... a) { return sum(x, a...); });
  if (name == "prod") {
    const auto signs = [](T v) { return v != v ? v : v > 0 ? T(1) : v < 0 ? T(-1) : T(2); };
    return with([&](const auto&... a) { return product(map(signs, x), a...); });
  }
  if (name == "min") return with([&](const auto&... a) { return min(x, a...); });
  if (name == "max") return with([&](const auto&... a) { return max(x, a...); });
  if (name == "mean") return with([&](const auto&... a) { return mean(x, a...); });
  if (name == "var") return with([&](const auto&... a) { return var(x, a...); });
  if (name == "std1") return with([&](const auto&... a) { return ravel::std(x, a..., ddof{1}); });
  if (name == "count") return with([&](const auto&... a) { return count(x > T(1), a...); });
  if (name == "all") return with([&](const auto&... a) { return all_of(x > T(-12), a...); });
  if (name == "any") return with([&](const auto&... a) { return any_of(x > T(11), a...); });
  if (name == "argmin") return kept ? as_answer(argmin(x, axes[0], keep)) : as_answer(argmin(x, axes[0]));
  if (name == "argmax") return kept ? as_answer(argmax(x, axes[0], keep)) : as_answer(argmax(x, axes[0]));
  if (name == "cumsum") return as_answer(cumsum(x, axes[0]));
  if (name == "sort") return as_answer(sort(x, axes[0]));
  if (name == "argsort") return as_answer(argsort(x, axes[0]));
  return with([&](const auto&... a) { return norm(x, a...); });
}

template <class T>
tensor<T> base(const std::string& kind, const shape& of) {
  std::vector<T> made;
  for (index_t i = 0; i < of.elements(); ++i) {
    const double whole = static_cast<double>((i * 7919) % 201 - 100);
    const bool missing = kind == "nan" && i % 37 == 5;
    made.push_back(static_cast<T>(kind == "int" ? whole : missing ? std::numeric_limits<double>::quiet_NaN() : whole / 8));
  }
  return as_tensor(adopt(std::move(made)), of);
}

template <class T>
answer ours(const std::string& kind, std::istringstream& line) {
  std::string extents, order, starts, counts, steps, name, axes;
  bool kept = false;
  line >> extents >> order >> starts >> counts >> steps >> name >> axes >> kept;
  tensor<T> x = transpose(base<T>(kind, ints(numbers(extents))), numbers(order));
  for (std::size_t k = 0; k < numbers(order).size(); ++k)
    x = slice(x, static_cast<index_t>(k), numbers(starts)[k], numbers(counts)[k], numbers(steps)[k]);
  return reduced(x, name, numbers(axes), kept);
}

bool near(double a, double b) { return (a != a && b != b) || std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b)); }

}  // namespace

TEST_CASE("reductions along axes agree with NumPy", "[tensor][numpy]") {
  const auto python = support::find_python("numpy");
  const std::string command = python.value_or("false") + " - 2>/dev/null <<'END'\n" + std::string(program) + "END\n";
  const std::unique_ptr<FILE, closed> oracle(popen(command.c_str(), "r"));
  REQUIRE(oracle);
  std::string text;
  char part[4096];
  while (const std::size_t n = std::fread(part, 1, sizeof part, oracle.get())) text.append(part, n);
  if (text.empty()) {
    WARN("no python3 with numpy here: skipped");
    return;
  }
  std::istringstream lines(text);
  int cases = 0;
  for (std::string one; std::getline(lines, one); ++cases) {
    INFO(one.substr(0, 300));
    std::istringstream line(one);
    std::string kind, extents;
    line >> kind;
    const answer found = kind == "int" ? ours<std::int32_t>(kind, line) : ours<double>(kind, line);
    line >> extents;
    REQUIRE(found.extents == numbers(extents));
    for (const double value : found.values) {
      std::string expected;
      line >> expected;
      CAPTURE(value, expected);
      REQUIRE(near(value, std::stod(expected)));
    }
  }
  CHECK(cases > 1000);
}
