// SPDX-License-Identifier: BSL-1.0
// Those who take elements in rounds.
#include <ravel/element/for_each.hpp>
#include <ravel/tensor/along.hpp>

namespace ravel::detail {
namespace {

template <class T>
class taking_rounds final : public element_sink<T> {
 public:
  taking_rounds(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row) : takers_(std::move(takers)), row_(row) {}

  void take(block<const T> b, index_t n) override {
    while (n > 0) {
      const index_t count = std::min(n, row_ - done_);
      takers_[now_]->take(b, count);
      b.data += count * b.step;
      n -= count;
      done_ += count;
      if (done_ < row_) continue;
      done_ = 0;
      if (++now_ == takers_.size()) now_ = 0;
    }
  }

 private:
  std::vector<std::unique_ptr<element_sink<T>>> takers_;
  std::size_t now_ = 0;
  index_t row_, done_ = 0;
};

}  // namespace

template <class T>
std::unique_ptr<element_sink<T>> in_rounds(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row) {
  return std::make_unique<taking_rounds<T>>(std::move(takers), row);
}
#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API std::unique_ptr<element_sink<T>> in_rounds(std::vector<std::unique_ptr<element_sink<T>>>, index_t);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
