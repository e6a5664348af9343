// SPDX-License-Identifier: BSL-1.0
// Waits for copies under way.
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/start_copy.hpp>

namespace ravel {
namespace mpi {

void started_copy::wait() const {
  const std::exception_ptr lost = work_->is_complete ? nullptr : ranks_.state().complete_started();
  for (const std::exception_ptr& failed : {work_->failed, lost}) {
    if (failed) std::rethrow_exception(failed);
  }
}
bool started_copy::done() const { return work_->is_complete || work_->has_arrived(); }

}  // namespace mpi
}  // namespace ravel
