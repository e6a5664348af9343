// SPDX-License-Identifier: BSL-1.0
// Copies that are under way while a rank does local work. The next collective operation of the world completes them, if nobody has waited
// for them: no destructor communicates.
#pragma once

#include <ravel/mpi/copy.hpp>

namespace ravel {
namespace mpi {

namespace detail {

// `target` gives the target when all ranks are there.
template <class X, class Target>
class started_write final : public started_work {
 public:
  using made = std::invoke_result_t<const Target&>;

  started_write(const world& ranks, const char* operation, const X& source, const Target& target)
      : source_(source), make_(target), work_(ranks, operation) {}
  void start() override {
    work_.start([&] {
      target_.emplace(make_());
      return work_.set(source_, *target_);
    });
  }
  void complete() override { work_.complete(); }
  bool has_arrived() const override { return work_.has_arrived(); }
  const made& target() const& { return *target_; }

 private:
  X source_;
  Target make_;
  std::optional<made> target_;
  writing<X, typename made::value_type> work_;
};

}  // namespace detail

// A copy under way. Until it is complete, its source must not be written, and its target neither read nor written. Copies of the handle
// stand for the same one.
class [[nodiscard]] started_copy {
 public:
  explicit started_copy(world ranks, std::shared_ptr<detail::started_work> work) : ranks_(std::move(ranks)), work_(std::move(work)) {}

  // Completes all copies under way. Throws what computing the source has thrown on any rank. Collective.
  RAVEL_API void wait() const;
  // Whether the messages of this rank have arrived, so that only computing is left. Local; never waits.
  RAVEL_API bool done() const;

 private:
  world ranks_;
  std::shared_ptr<detail::started_work> work_;
};

// As copy(source, target), but returns when messages are under way; wait() computes the elements. What is packed beyond 4 MiB waits until
// its receivers take it. Collective.
template <detail::distributed X, class T>
  requires requires(const X& source, const tensor<T>& target) { mpi::copy(source, target); }
started_copy start_copy(const X& source, const tensor<T>& target) {
  const auto given = [target] { return target; };
  const auto work = std::make_shared<detail::started_write<X, decltype(given)>>(target.ranks(), "start_copy", source, given);
  detail::start_work(target.ranks(), work);
  return started_copy(target.ranks(), work);
}

}  // namespace mpi
}  // namespace ravel
