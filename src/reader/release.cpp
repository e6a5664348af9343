// SPDX-License-Identifier: BSL-1.0
// The loop that releases long chains.
#include <ravel/reader/detail/release.hpp>

#include <utility>

namespace ravel::detail {

// Where a thread is in releasing.
namespace {
struct releases {
  int nested = 0;
  const released_by_queue* waiting = nullptr;
};
constinit thread_local releases now;
}  // namespace

// The first few go at once, as anything else does: an object may expect that what it destroys is gone. The rest wait.
void release_by_queue::operator()(const released_by_queue* last) const noexcept {
  constexpr int at_once = 16;
  if (now.nested == at_once) {
    last->next_ = std::exchange(now.waiting, last);
    return;
  }
  ++now.nested;
  delete last;
  while (now.nested == 1 && now.waiting) delete std::exchange(now.waiting, now.waiting->next_);
  --now.nested;
}

}  // namespace ravel::detail
