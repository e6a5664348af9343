// SPDX-License-Identifier: BSL-1.0
// Folds for each element type: lines of the sums and extremes of readers.
#include "plan/loop_fold.hpp"

#include <ravel/element/promote.hpp>
#include "op/fold/gathering.hpp"

#include <type_traits>

namespace ravel::detail {

namespace {

// A rule says how a line is gathered, and what becomes of its total.
template <class T>
using sum_of_line =
    std::conditional_t<complex_element<T>, complex_sum<T>,
                       std::conditional_t<real_element<T>, real_sum<T>,
                                          std::conditional_t<boolean_element<T>, integer_sum<T, std::int64_t>, integer_sum<T, int128>>>>;

template <class T>
struct sum_rule {
  using fold = sum_of_line<T>;
  static any_scalar result(const typename fold::state& total, index_t) {
    if constexpr (real_element<T> || complex_element<T> || boolean_element<T>) {
      return any_scalar(static_cast<sum_t<T>>(total));
    } else {
      return any_scalar(in_64_bits<sum_t<T>>(total, "the sum of the integers"));
    }
  }
};
template <class T>
struct mean_rule {
  using fold = sum_of_line<T>;
  static any_scalar result(const typename fold::state& total, index_t n) {
    if constexpr (real_element<T> || complex_element<T>) {
      return any_scalar(static_cast<T>(total / static_cast<double>(n)));
    } else {
      return any_scalar(static_cast<double>(total) / static_cast<double>(n));
    }
  }
};
template <class Before, class T>
struct extreme_rule {
  using fold = picked<Before, T>;
  static any_scalar result(const T& found, index_t) { return any_scalar(without_sign_of_zero(found)); }
};

template <class T, class Rule>
class fold_by final : public loop_fold {
  using fold = typename Rule::fold;

 public:
  void take(raw_block block, index_t n) override { line_.take(static_cast<const T*>(block.data), block.step, n); }
  void end() override { total_ = line_.finish(); }
  void join(std::span<const loop_fold* const> parts) override {
    const auto total = [&](std::size_t k) { return static_cast<const fold_by*>(parts[k])->total_; };
    if constexpr (in_chunks<fold>) {
      chunk_tree<fold> tree;
      for (std::size_t k = 0; k < parts.size(); ++k) tree.push(static_cast<index_t>(k), total(k));
      total_ = tree.total();
    } else {
      total_ = total(0);
      for (std::size_t k = 1; k < parts.size(); ++k) total_ = fold::joined(total_, total(k));
    }
  }
  any_scalar result(index_t n) const override { return Rule::result(total_, n); }

 private:
  std::conditional_t<in_chunks<fold>, line_total<fold, T>, exact_line<fold, T>> line_;
  typename fold::state total_{};
};

template <class T>
std::unique_ptr<loop_fold> fold_of(std::string_view verb) {
  if (verb == "sum") return std::make_unique<fold_by<T, sum_rule<T>>>();
  if (verb == "mean") return std::make_unique<fold_by<T, mean_rule<T>>>();
  if constexpr (boolean_element<T>) {
    if (verb == "count") return std::make_unique<fold_by<T, sum_rule<T>>>();
  }
  if constexpr (!complex_element<T>) {
    if (verb == "min") return std::make_unique<fold_by<T, extreme_rule<least, T>>>();
    if (verb == "max") return std::make_unique<fold_by<T, extreme_rule<greatest, T>>>();
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<loop_fold> make_loop_fold(std::string_view verb, dtype type) {
  switch (type) {
#define RAVEL_CASE(T) \
  case dtype_of<T>(): \
    return fold_of<T>(verb);
    RAVEL_FOR_EACH_ELEMENT(RAVEL_CASE)
#undef RAVEL_CASE
    default:
      return nullptr;
  }
}

}  // namespace ravel::detail
