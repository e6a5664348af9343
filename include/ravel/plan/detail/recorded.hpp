// SPDX-License-Identifier: BSL-1.0
// A recorded step of a plan: its operands, the type and the shape of its value, and how a run computes it. Immutable, shared by handles and
// plans; deep chains are released in a loop. Any thread may read and run it.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/plan/extent.hpp>
#include <ravel/reader/detail/release.hpp>

#include <functional>
#include <string_view>

namespace ravel::detail {

class recorded;
struct shaped_part;
using shared_recorded = std::shared_ptr<const recorded>;

// The values of the operands of a step, among those of all steps of a run.
class operand_values {
 public:
  operand_values(const any_operand* all, std::span<const std::size_t> places) : all_(all), places_(places) {}
  std::size_t size() const { return places_.size(); }
  const any_operand& operator[](std::size_t k) const { return all_[places_[k]]; }
  const any_tensor& tensor(std::size_t k) const { return (*this)[k].values; }

 private:
  const any_operand* all_;
  std::span<const std::size_t> places_;
};

// A given step computes nothing. A view and elementwise work are lazy, and are done where their value is read. All other work is done at
// once and gives memory of its own.
enum class step_work : unsigned char { given, view, elementwise, at_once };

class RAVEL_API recorded : public released_by_queue {
 public:
  recorded(step_work work, dtype type, planned_shape shape, std::vector<shared_recorded> operands)
      : operands_(std::move(operands)), shape_(std::move(shape)), type_(type), work_(work) {}
  ~recorded() override;

  step_work work() const { return work_; }
  dtype type() const { return type_; }
  const planned_shape& shape() const { return shape_; }
  std::span<const shared_recorded> operands() const { return operands_; }

  virtual any_operand run(const operand_values& operands, const extent_values& extents) const = 0;
  // True if a step of the same class computes the same of equal operands.
  virtual bool same_call(const recorded& other) const = 0;
  // Equal for the same call. Calls that a program has often, and that are mostly different, have different ones.
  virtual std::size_t call_hash() const { return 0; }
  // As it was called, with names of the operands.
  virtual std::string written(std::span<const std::string> operands) const = 0;
  // As a saved plan has it: a text that is read as the same call. value_error if there is none.
  virtual std::string saved(std::span<const std::string> operands, const extent_words& words) const;
  // About how many additions one element takes.
  virtual int cost() const { return 0; }
  // True if operands that are computed would be copied to memory first.
  virtual bool reads_memory() const { return false; }
  // The lengths that a run asks for, beside those of the shape.
  virtual std::span<const planned_length> reads_lengths() const { return {}; }
  // True for a view whose positions are elements of an operand: each run makes it anew.
  virtual bool is_placed_by_elements() const { return false; }
  // The verb, if this is a call of one with operands and nothing else; else empty.
  virtual std::string_view verb_alone() const { return {}; }
  // The values for which it stands, which steps behind it pick: it cannot be copied. Null for one value.
  virtual const std::vector<shaped_part>* parts() const { return nullptr; }
  bool gives_parts() const { return parts() != nullptr; }

 private:
  friend struct found_extent;
  mutable std::weak_ptr<const void> count_;  // of true elements: an extent that all selections by this mask share
  std::vector<shared_recorded> operands_;
  planned_shape shape_;
  dtype type_;
  step_work work_;
};

// "x float64[n 3]", or without a name "float64[n 3]".
RAVEL_API std::string step_text(const recorded& step);

}  // namespace ravel::detail
