// SPDX-License-Identifier: BSL-1.0
// plan: recorded steps that are put in order once and run many times. A plan is immutable, and any number of threads may run it. workspace:
// what one run needs beside its arguments; a thread has its own. A run gives the bits of the same statements on tensors.
#pragma once

#include <ravel/plan/planned.hpp>
#include <ravel/plan/verbs.hpp>
#include <ravel/plan/views.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ravel::detail {

// A list that keeps up to four elements in place, so that a short list needs no memory of its own. Owns its elements.

template <class T>
class few {
 public:
  few() = default;
  few(std::span<const T> from) : size_(from.size()) {
    if (size_ > in_place) {
      more_.assign(from.begin(), from.end());
    } else {
      std::copy(from.begin(), from.end(), first_.begin());
    }
  }
  few(const few&) = default;
  few(few&& from) noexcept : first_(std::move(from.first_)), more_(std::move(from.more_)), size_(std::exchange(from.size_, 0)) {}
  few& operator=(const few&) = default;
  few& operator=(few&& from) noexcept {
    first_ = std::move(from.first_), more_ = std::move(from.more_), size_ = std::exchange(from.size_, 0);
    return *this;
  }

  std::size_t size() const { return size_; }
  std::span<const T> all() const& { return {size_ > in_place ? more_.data() : first_.data(), size_}; }
  std::span<const T> all() const&& = delete;  // it would outlive the list: name the list first

  void push_back(T one) {
    if (size_ < in_place) {
      first_[size_] = std::move(one);
    } else {
      if (size_ == in_place) {
        more_.reserve(2 * in_place);
        more_.assign(std::make_move_iterator(first_.begin()), std::make_move_iterator(first_.end()));
      }
      more_.push_back(std::move(one));
    }
    ++size_;
  }

 private:
  static constexpr std::size_t in_place = 4;

  std::array<T, in_place> first_;
  std::vector<T> more_;  // all elements, if there are more
  std::size_t size_ = 0;
};

}  // namespace ravel::detail

namespace ravel {

namespace detail {

class program;
class run_state;
struct plan_access;

}  // namespace detail

// A result of a plan: {"loss", mean(square(miss))}.
struct named_planned {
  std::string name;
  planned value;
};

class planned_table;

// The inputs of each run of a plan: placeholders, and the columns of tables of placeholders: {x, y}, {trips}.
class RAVEL_API_RESULT plan_inputs {
 public:
  struct RAVEL_API one_input {
    one_input(const planned& x) : values{x} {}
    one_input(const planned_table& t);

    std::vector<planned> values;
  };
  plan_inputs() = default;
  plan_inputs(std::initializer_list<one_input> inputs) {
    for (const one_input& one : inputs) all_.insert(all_.end(), one.values.begin(), one.values.end());
  }
  plan_inputs(std::vector<planned> inputs) : all_(std::move(inputs)) {}

 private:
  friend class plan;
  std::vector<planned> all_;
};

// The results of a plan: values, and tables, each column of which is a result named "report.city": {{"loss", e}, {"report", t}}.
class RAVEL_API_RESULT plan_outputs {
 public:
  struct RAVEL_API one_output {
    one_output(std::string name, const planned& value) : values{{std::move(name), value}} {}
    one_output(const std::string& name, const planned_table& t);

    std::vector<named_planned> values;
  };
  plan_outputs() = default;
  plan_outputs(std::initializer_list<one_output> outputs) {
    for (const one_output& one : outputs) all_.insert(all_.end(), one.values.begin(), one.values.end());
  }
  plan_outputs(std::vector<named_planned> outputs) : all_(std::move(outputs)) {}

 private:
  friend class plan;
  std::vector<named_planned> all_;
};

// A variable gets this value at the end of a run. Every read of the run sees the value from before it.
struct update {
  update(const variable& of, const detail::planned_argument& to) : target(of), value(detail::planned_access::wrap(to.step)) {}

  variable target;
  planned value;
};

// A tensor under a name: an argument of a run, or a place for one of its results.
struct named_tensor {
  std::string name;
  any_tensor tensor;
};

// The arguments of a run: tensors in the order of the inputs, or by the names of placeholders.
class RAVEL_API_RESULT run_inputs {
 public:
  run_inputs() = default;
  run_inputs(std::initializer_list<any_tensor> in_order) : in_order_(in_order) {}
  run_inputs(const std::vector<any_tensor>& in_order) : in_order_(in_order) {}
  run_inputs(std::initializer_list<named_tensor> by_name) : by_name_(by_name) {}
  run_inputs(const std::vector<named_tensor>& by_name) : by_name_(by_name) {}

 private:
  friend class detail::program;
  detail::few<any_tensor> in_order_;
  detail::few<named_tensor> by_name_;
};

// results_into{{"y", target}} gives results a place instead of new memory. It may be memory that the run reads. No two may overlap.
class RAVEL_API_RESULT results_into {
 public:
  results_into() = default;
  results_into(std::initializer_list<named_tensor> targets) : targets_(targets) {}
  results_into(const std::vector<named_tensor>& targets) : targets_(targets) {}

 private:
  friend class detail::program;
  detail::few<named_tensor> targets_;
};

// The results of one run, in the order of the plan.
class RAVEL_API results {
 public:
  index_t size() const { return static_cast<index_t>(tensors_.size()); }
  const any_tensor& operator[](std::string_view name) const&;
  any_tensor operator[](std::string_view name) const&& { return (*this)[name]; }
  // The only element of a result, which must have this type.
  template <element T>
  T number(std::string_view name) const {
    const any_tensor& of = (*this)[name];
    return as<T>(of.at({}));
  }
  std::vector<named_tensor> all() const;

 private:
  friend class detail::program;
  std::shared_ptr<const detail::program> of_;  // knows the names; null: there are none
  detail::few<any_tensor> tensors_;
};

// The bytes that a run takes, but for lengths that only the elements tell, and for what a verb needs while it works.
struct memory_needs {
  index_t kept;     // in the workspace, from run to run
  index_t verbs;    // what verbs give, as much of it as there is at a time
  index_t results;  // new memory, where no target is given
};

class workspace;

class RAVEL_API_RESULT plan {
 public:
  plan(plan_inputs inputs, plan_outputs outputs, std::vector<update> updates = {});

  // Runs all steps. An exception or a stop leaves all variables as they were.
  results run(workspace& room, const run_inputs& inputs = {}, const results_into& into = {}) const;
  // The same in a workspace of its own.
  results run(const run_inputs& inputs = {}, const results_into& into = {}) const;

  const std::vector<planned>& inputs() const&;
  std::vector<planned> inputs() const&& { return inputs(); }
  // Those that a run reads or updates, in the order in which they were found.
  std::vector<variable> variables() const;

  // The memory of a run whose inputs have these lengths: p.memory({{n, 500}}). Nothing is allocated.
  memory_needs memory(const extent_values& lengths = {}) const;

  // The steps that a run takes, one a line, and where their values are.
  friend RAVEL_API std::string describe(const plan& p);
  // The same for a run whose inputs have these lengths, with the bytes of the workspace that values are stored in, what computes them, and
  // memory(lengths).
  friend RAVEL_API std::string describe(const plan& p, const extent_values& lengths);

 private:
  friend class workspace;
  friend struct detail::plan_access;
  std::shared_ptr<const detail::program> program_;
};

// Keeps values that steps share, in memory that the next run uses again. Runs one plan at a time.
class RAVEL_API workspace {
 public:
  explicit workspace(const plan& p);
  ~workspace();
  workspace(workspace&&) noexcept;
  workspace& operator=(workspace&&) noexcept;

  // Gives an input for all runs that are not given it.
  void bind(const planned& input, const any_tensor& value);
  // Frees the memory. The next run makes it anew.
  void release();

 private:
  friend class plan;
  std::unique_ptr<detail::run_state> state_;
};

}  // namespace ravel
