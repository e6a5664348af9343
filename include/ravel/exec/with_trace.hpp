// SPDX-License-Identifier: BSL-1.0
// with_trace: work that tells which loops it ran and which memory it took. While f runs, callback(trace_event) is called on the same thread
// for each loop and each allocation of element memory. An exception of the callback ends the work. Applies to the calling thread, for the
// duration of the call.
#pragma once

#include <ravel/base/detail/element_memory.hpp>
#include <ravel/exec/with_progress.hpp>

#include <concepts>
#include <string_view>
#include <utility>

namespace ravel {

// One step of an operation. The texts live as long as the program.
struct trace_event {
  enum class kind { loop, memory };  // a loop that has ended, or memory that is about to be allocated

  kind what = kind::loop;
  std::string_view source;  // the file of the library that has the loop: op/order/sort. Empty for memory outside of a loop
  std::string_view reason;  // why a temporary is made. Empty for the memory of a result
  index_t elements = 0;     // of a loop: how many there are
  index_t bytes = 0;        // of memory
  double seconds = 0;       // of a loop
};

namespace detail {

class RAVEL_API trace_watch : public watch, public memory_watch {
 public:
  void finish();  // tells of the last loop

 protected:
  trace_watch();
  ~trace_watch() override;
  virtual void tell(const trace_event& event) = 0;

 private:
  void look() final {}
  void begin(const char* source) final;
  void end() final;
  void allocates(index_t bytes, const char* reason) final;
  void tell_ended();
  void tell_unwatched(const trace_event& event);

  memory_watch* const outer_memory_;
  trace_event loop_;  // the last one
  double began_ = 0;
  enum class state { none, running, ended } state_ = state::none;
};

template <class Callback>
class calling_trace final : public trace_watch {
 public:
  explicit calling_trace(Callback& callback) : callback_(callback) {}

 private:
  void tell(const trace_event& event) override { callback_(event); }

  Callback& callback_;
};

}  // namespace detail

// Loops inside of other loops are part of them. Other threads of an operation are part of the loop that they share.
template <class Callback, std::invocable F>
  requires std::invocable<Callback&, const trace_event&>
std::invoke_result_t<F> with_trace(Callback callback, F&& f) {
  return detail::call_and_finish(detail::calling_trace<Callback>(callback), std::forward<F>(f));
}

}  // namespace ravel
