// SPDX-License-Identifier: BSL-1.0
// Waits for copies under way.
#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/detail/world_state.hpp>

namespace ravel {
namespace mpi {

void started_copy::wait() const {
  if (!work_->is_complete) ranks_.state().complete_started();
  if (work_->failed) std::rethrow_exception(work_->failed);
}
bool started_copy::done() const { return work_->is_complete || work_->has_arrived(); }

}  // namespace mpi
}  // namespace ravel
