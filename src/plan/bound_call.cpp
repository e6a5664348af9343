// SPDX-License-Identifier: BSL-1.0
// Binds products and whole reductions to the lengths of a workspace.

#include "op/fold/laid_product.hpp"
#include "plan/program.hpp"
#include "plan/run_state.hpp"

namespace ravel::detail {

namespace {

template <class T>
class bound_product final : public bound_call {
 public:
  bound_product(const product_plan& plan, const dims& a, const dims& b) : product_(plan, a, 1, b, 1) {}
  void run(std::span<const std::byte* const> operands, const any_tensor& to) override {
    const auto* const a = reinterpret_cast<const T*>(operands[0]);
    const auto* const b = reinterpret_cast<const T*>(operands[1]);
    product_.run(a, b, reinterpret_cast<T*>(bytes_in_order(to)));
  }

 private:
  laid_product product_;
};

class bound_fold final : public bound_call {
 public:
  bound_fold(std::unique_ptr<loop_fold> fold, index_t first_byte, index_t n) : fold_(std::move(fold)), first_byte_(first_byte), n_(n) {}
  void run(std::span<const std::byte* const> operands, const any_tensor& to) override {
    fold_->take({operands[0] + first_byte_, 1}, n_);
    fold_->end();
    put(fold_->result(n_), to);
  }

 private:
  std::unique_ptr<loop_fold> fold_;
  index_t first_byte_, n_;
};

std::unique_ptr<bound_call> bind_matmul(std::span<const laid_operand> operands) {
  const laid_operand &a = operands[0], &b = operands[1];
  const product_plan plan = plan_product(a.map.shape(), b.map.shape());
  if (a.type != b.type || computed_as(a.type) != a.type || plan.result.elements() == 0 || plan.size.k == 0) return nullptr;
  return with_type(a.type, [&](auto of) -> std::unique_ptr<bound_call> {
    using T = typename decltype(of)::type;
    if constexpr (!boolean_element<T> && std::same_as<T, sum_t<T>>) return std::make_unique<bound_product<T>>(plan, a.map, b.map);
    return nullptr;
  });
}

// A long operand is read by several threads.
std::unique_ptr<bound_call> bind_fold(std::string_view verb, const laid_operand& of) {
  const map_facts facts(of.map);
  const index_t n = of.map.size();
  if (n == 0 || n > longest_short_value || !facts.in_line || (facts.step != 1 && n > 1)) return nullptr;
  auto fold = make_loop_fold(verb, of.type);
  if (!fold) return nullptr;
  return std::make_unique<bound_fold>(std::move(fold), facts.first * static_cast<index_t>(size_of(of.type)), n);
}

}  // namespace

std::unique_ptr<bound_call> bind_call(std::string_view verb, std::span<const laid_operand> operands) {
  return verb == "matmul" ? bind_matmul(operands) : operands.size() == 1 ? bind_fold(verb, operands[0]) : nullptr;
}

}  // namespace ravel::detail
