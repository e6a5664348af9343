// SPDX-License-Identifier: BSL-1.0
// Refuses what would move elements or results.
#include <ravel/base/error.hpp>
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/world.hpp>

namespace ravel {
namespace mpi {
namespace detail {

using ravel::detail::text;

namespace {
thread_local int refusals = 0;  // guards that live
}

no_communication::no_communication() { ++refusals; }
no_communication::~no_communication() { --refusals; }
communication_allowed::communication_allowed() : guards_(std::exchange(refusals, 0)) {}
communication_allowed::~communication_allowed() { refusals = guards_; }
bool communication_is_refused() { return refusals > 0; }

void check_moves_nothing(const char* operation, const traffic& t) {
  if (t == traffic{}) return;
  throw layout_error(text() << operation << " would send " << t.bytes_sent << " bytes and receive " << t.bytes_received
                            << ", within with_no_communication");
}

void world_state::check_may_send() const {
  if (size() == 1 || !communication_is_refused()) return;
  throw layout_error(text() << operation_ << " would send results to other ranks, within with_no_communication");
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
