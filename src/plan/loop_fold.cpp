// SPDX-License-Identifier: BSL-1.0
// Folds for each element type: lines of the sums and extremes of readers.
#include "plan/program.hpp"

#include "op/fold/fold_choice.hpp"

#include <type_traits>

namespace ravel::detail {

namespace {

template <class Op, class T>
struct line_fold_for {
  using fold =
      std::conditional_t<complex_element<T>, complex_sum<T>,
                         std::conditional_t<real_element<T>, real_sum<T>,
                                            std::conditional_t<boolean_element<T>, integer_sum<T, std::int64_t>, integer_sum<T, int128>>>>;
};
template <among<least, greatest> Before, class T>
struct line_fold_for<Before, T> {
  using fold = picked<Before, T>;
};

template <class Op, class T>
class fold_by final : public loop_fold {
  using fold = typename line_fold_for<Op, T>::fold;

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
  any_scalar result(index_t n) const override { return any_scalar(finishing<Op, T>::result(total_, n)); }

 private:
  std::conditional_t<in_chunks<fold>, line_total<fold, T>, exact_line<fold, T>> line_;
  typename fold::state total_{};
};

template <class T>
std::unique_ptr<loop_fold> fold_of(std::string_view verb) {
  if (verb == "sum") return std::make_unique<fold_by<summing, T>>();
  if (verb == "mean") return std::make_unique<fold_by<averaging, T>>();
  if constexpr (boolean_element<T>) {
    if (verb == "count") return std::make_unique<fold_by<summing, T>>();
  }
  if constexpr (!complex_element<T>) {
    if (verb == "min") return std::make_unique<fold_by<least, T>>();
    if (verb == "max") return std::make_unique<fold_by<greatest, T>>();
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
