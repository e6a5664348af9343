// SPDX-License-Identifier: BSL-1.0
// with_progress: work that reports its progress. While f runs, callback(progress) is called between two blocks on the same thread, at most
// once per given time, and once more when f is done. An exception of the callback ends the work. Applies to the calling thread, for the
// duration of the call.
#pragma once

#include <ravel/element/ticks.hpp>
#include <ravel/exec/progress.hpp>

#include <concepts>
#include <utility>

namespace ravel {

namespace detail {

class RAVEL_API progress_watch : public watch {
 public:
  void finish();  // all is done

 protected:
  explicit progress_watch(double seconds_apart);
  ~progress_watch() override;
  virtual void tell(const progress& now) = 0;

 private:
  void look() final;
  void tell_unwatched();

  double apart_, last_;
};

template <class Callback>
class calling_watch final : public progress_watch {
 public:
  calling_watch(Callback& callback, double seconds_apart) : progress_watch(seconds_apart), callback_(callback) {}

 private:
  void tell(const progress& now) override { callback_(now); }

  Callback& callback_;
};

// Calls f, and then finishes what watches it.
template <class Watch, class F>
std::invoke_result_t<F> call_and_finish(Watch&& watching, F&& f) {
  if constexpr (std::is_void_v<std::invoke_result_t<F>>) {
    std::forward<F>(f)();
    watching.finish();
  } else {
    decltype(auto) result = std::forward<F>(f)();
    watching.finish();
    return std::forward<decltype(result)>(result);
  }
}

}  // namespace detail

// Calls f() with at least `apart` between two reports, which is any duration of <chrono>. 0 reports between all blocks.
template <class Callback, duration_element Duration, std::invocable F>
  requires std::invocable<Callback&, const progress&>
std::invoke_result_t<F> with_progress(Callback callback, Duration apart, F&& f) {
  constexpr double unit = static_cast<double>(Duration::period::num) / static_cast<double>(Duration::period::den);
  return detail::call_and_finish(detail::calling_watch<Callback>(callback, static_cast<double>(apart.count()) * unit), std::forward<F>(f));
}

// Reports at most ten times a second.
template <class Callback, std::invocable F>
  requires std::invocable<Callback&, const progress&>
std::invoke_result_t<F> with_progress(Callback callback, F&& f) {
  return detail::call_and_finish(detail::calling_watch<Callback>(callback, 0.1), std::forward<F>(f));
}

}  // namespace ravel
