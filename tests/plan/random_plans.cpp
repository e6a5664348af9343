// SPDX-License-Identifier: BSL-1.0
// Random plans with shared parts, views, reductions and updates give the bits of the same statements on tensors, also after they are saved
// and read. No step is left out: values that no step reads are results.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>
#include "plan/plan_words.hpp"
#include "plan/program.hpp"

#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using plan_tests::same_bits;

namespace {

// A planned value and the tensor that it stands for.
struct both {
  planned recorded;
  any_tensor eager;
  bool is_read = false;  // by a step
};

// Values of more elements are long, until the end of the scope.
class longest_short {
 public:
  explicit longest_short(index_t elements) : before_(std::exchange(detail::longest_short_value, elements)) {}
  ~longest_short() { detail::longest_short_value = before_; }
  longest_short(const longest_short&) = delete;
  longest_short& operator=(const longest_short&) = delete;

 private:
  index_t before_;
};

constexpr index_t rows = 6, columns = 5;

// The elements in their types, as masks and positions of tensors are given.
const planned& as_mask(const planned& x) { return x; }
tensor<const bool> as_mask(const any_tensor& x) { return as<bool>(x); }
const planned& as_positions(const planned& x) { return x; }
selection as_positions(const any_tensor& x) { return as<index_t>(x); }

// Values of one shape, each made of those before it.
class random_program {
 public:
  random_program(std::uint64_t seed, const variable& w, bool has_text) : r_(seed), w_(w), has_text_(has_text) {
    add(x_, elements());
    add(y_, elements());
    add(w, clone(w.value()));
  }

  void add_steps(int steps) {
    for (int k = 0; k < steps; ++k) add_step();
  }
  // Runs a plan of all values that no step reads, of the last ones, and of an update, and compares. Gives the number of its steps.
  std::size_t check() {
    std::vector<named_planned> outputs;
    std::vector<any_tensor> wanted;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      if (values_[k].is_read && k + 5 < values_.size()) continue;
      outputs.push_back({"v" + std::to_string(k), values_[k].recorded});
      wanted.push_back(values_[k].eager);
    }
    const both updated = any();
    const plan p({x_, y_}, outputs, {update(w_, updated.recorded)});
    workspace room(p);
    const variable saved_w("w", clone(w_.value()));
    plan read = p;
    if (has_text_) {
      const std::string saved = to_string(p);
      read = read_plan(saved, {{"w", saved_w.value()}});
      CHECK(to_string(read) == saved);
    }
    const auto check_results = [&](const results& made) {
      for (std::size_t k = 0; k < wanted.size(); ++k) CHECK(same_bits(made.all()[k].tensor, wanted[k]));
    };
    const any_tensor x = values_[0].eager, y = values_[1].eager, w = values_[2].eager;
    check_results(p.run(room, {x, y}));
    CHECK(same_bits(w_.value(), updated.eager));
    if (has_text_) {
      check_results(read.run({x, y}));
      CHECK(same_bits(saved_w.value(), w_.value()));
    }
    copy(w, w_.value());
    check_results(p.run(room, {x, y}));
    // Other inputs in between leave nothing behind. An input in another layout has the same elements.
    copy(w, w_.value());
    (void)p.run(room, {elements(), elements()});
    copy(w, w_.value());
    check_results(p.run(room, {transpose(clone(transpose(x))), y}));
    return detail::plan_access::of(p).steps().size();
  }

 private:
  any_tensor elements() {
    const tensor<double> made = empty<double>({rows, columns});
    for (index_t i = 0; i < made.size(); ++i) made.data()[i] = static_cast<double>(r_.between(-8, 8)) / 4;
    return made;
  }
  both any() {
    both& drawn = values_[static_cast<std::size_t>(r_.below(std::ssize(values_)))];
    drawn.is_read = true;
    return drawn;
  }
  void add(const planned& recorded, const any_tensor& eager) { values_.push_back({recorded, clone(eager)}); }
  template <class F>
  void add_of(const F& f) {
    const both a = any(), b = any();
    add(f(a.recorded, b.recorded), f(a.eager, b.eager));
  }

  void add_step() {
    switch (r_.below(has_text_ ? 14 : 24)) {  // the first ones can be saved
      case 0:
        return add_of([](const auto& a, const auto& b) { return a + b * 0.5; });
      case 1:
        return add_of([](const auto& a, const auto& b) { return minimum(a, b) - 0.25; });
      case 2:
        return add_of([](const auto& a, const auto& b) { return where(a > b, a, -b); });
      case 3:
        return add_of([](const auto& a, const auto& b) { return sin(a) * b; });
      case 4:
        return add_of([](const auto& a, const auto& b) { return a / (square(b) + 1) - max(b - a) * 0.25; });
      case 5:
        return add_of([](const auto& a, const auto& b) { return a - mean(b, 0, keep); });
      case 6:
        return add_of([](const auto& a, const auto& b) { return a * max(b, 1, keep); });
      case 7:
        return add_of([](const auto& a, const auto& b) { return flip(a, 0) + sort(b, 1); });
      case 8:
        return add_of([](const auto& a, const auto& b) { return matmul(matmul(a, transpose(b)) * 0.1, a); });
      case 9:
        return add_of([](const auto& a, const auto& b) { return cumsum(a, 0) * 0.25 + select(b, 0, 2); });
      case 10:
        return add_of([](const auto& a, const auto& b) { return exp(-square(a)) + exp(-square(a)) * b; });
      case 11:
        return add_of([](const auto& a, const auto& b) { return a + new_axis(variance(b, 1), 1); });
      case 12:
        return add_of([](const auto& a, const auto& b) { return transpose(transpose(a) - slice(flip(transpose(b)), 0, 0, columns)); });
      case 13:
        return add_of([](const auto& a, const auto& b) { return b + cast<float>(sin(a)) * cast<float>(cos(b)); });
      case 14:
        return add_of([](const auto& a, const auto& b) {
          return map([](double p, double q) { return p < q ? p * 0.5 : q - 1; }, as<double>(a), as<double>(b));
        });
      case 15:
        return add_of([](const auto& a, const auto& b) { return a - sum(compress(b, as_mask(a > b))) * 0.125; });
      case 16:
        return add_of([](const auto& a, const auto& b) {
          const auto first = as_mask(select(b, 1, 0) >= mean(b));
          return a * 0.5 + sum(compress(a, first, 0) - compress(b, first, 0), 0) / 8;
        });
      case 17:
        return add_of([](const auto& a, const auto& b) { return take(a, 0, as_positions(argsort(select(b, 1, 1)))); });
      case 18:
        return add_of([](const auto& a, const auto& b) { return a + new_axis(covariance(a, b, 1), 1); });
      case 19:
        return add_of([](const auto& a, const auto& b) { return b * 0.5 + cast(searchsorted(sort(flat(a)), b), dtype::float64) / 8; });
      case 20:
        return add_of([](const auto& a, const auto& b) { return a - max(cast(value_counts(floor(b)).counts, dtype::float64)) * 0.25; });
      case 21:
        return add_of([](const auto& a, const auto& b) { return where(membership(a, select(b, 0, 1)), a, sum(unique(b)) + b); });
      case 22:
        return add_of([](const auto& a, const auto& b) { return a + b * random_uniform<double>(a.shape(), -1, 1, 3); });
      default:
        return add_of([](const auto& a, const auto& b) { return floor(a * 4) / 4 + cast(argsort(b, 1), dtype::float64) * 0.01; });
    }
  }

  support::random r_;
  const planned x_ = placeholder<double>("x", {rows, columns}), y_ = placeholder<double>("y", {rows, columns});
  variable w_;
  bool has_text_;
  std::vector<both> values_;
};

}  // namespace

TEST_CASE("random plans give the bits of the statements", "[plan]") {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    INFO("seed " << seed);
    const longest_short few(seed % 4 < 2 ? 8192 : 1);
    const variable w("w", clone(random_uniform<double>({rows, columns}, -1, 1, seed)));
    random_program program(seed, w, seed % 2 == 1);
    program.add_steps(static_cast<int>(10 + seed * 3));
    CHECK(program.check() > 10 + seed * 3);
  }
}

TEST_CASE("a random plan of a thousand steps gives the bits of the statements", "[plan]") {
  const variable w("w", clone(random_uniform<double>({rows, columns}, -1, 1, 5)));
  for (const bool has_text : {false, true}) {
    const longest_short few(has_text ? 8192 : 1);
    random_program program(77, w, has_text);
    program.add_steps(1000);
    CHECK(program.check() > 1000);
  }
}
