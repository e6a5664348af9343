// SPDX-License-Identifier: BSL-1.0
// with_progress: work that reports its progress. with_stop: work that can be stopped. with_trace: work that tells which loops it ran and
// which memory it took. Each calls the function of the user between blocks or loops, on the same thread. An exception of it ends the work.
// All apply to the calling thread, for the duration of the call.
#pragma once

#include <ravel/base/detail/element_memory.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/exec/progress.hpp>

#include <concepts>
#include <string_view>
#include <utility>

namespace ravel {

namespace detail {

class watched_stages;

class RAVEL_API progress_watch : public watch {
 public:
  void finish();  // all is done

 protected:
  explicit progress_watch(double seconds_apart);
  ~progress_watch() override;
  virtual void tell(const progress& now) = 0;

 private:
  friend class watched_stages;

  void look() final;
  void begin(const char*) final { in_loop_ = true; }
  void end() final { in_loop_ = false; }
  void tell_unwatched();

  double apart_, last_;
  progress_watch* const outer_;
  watched_stages* stages_ = nullptr;  // of the operation that is watched, if it has such
  bool in_loop_ = false;
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

// Calls f() with at least `apart` between two reports, which is any duration of <chrono>. 0 reports between all blocks. One more report
// follows when f is done.
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

template <class Callback, std::invocable F>
  requires(std::invocable<Callback&, const progress&> && !std::is_void_v<std::invoke_result_t<Callback&, const progress&>>)
void with_progress(Callback callback, F&& f) = delete;  // what the callback returns ends nothing: return void; with_stop(token, f) stops f
template <class Callback, duration_element Duration, std::invocable F>
  requires(std::invocable<Callback&, const progress&> && !std::is_void_v<std::invoke_result_t<Callback&, const progress&>>)
void with_progress(Callback callback, Duration apart, F&& f) = delete;  // its result ends nothing: return void; with_stop(token, f) stops f

namespace detail {

class RAVEL_API stop_watch : public watch {
 protected:
  ~stop_watch() override;
  virtual bool requested() const = 0;

 private:
  void look() final;
};

template <class Token>
class token_watch final : public stop_watch {
 public:
  explicit token_watch(const Token& token) : token_(token) {}

 private:
  bool requested() const override { return token_.stop_requested(); }

  Token token_;
};

// A std::stop_token, or any class with the same function. The user includes <stop_token>.
template <class Token>
concept stop_token = requires(const Token& token) {
  { token.stop_requested() } -> std::same_as<bool>;
};

}  // namespace detail

// Calls f(). Its operations throw `cancelled` once a stop is requested of the token.
template <detail::stop_token Token, std::invocable F>
std::invoke_result_t<F> with_stop(const Token& token, F&& f) {
  const detail::token_watch<Token> watching(token);
  return std::forward<F>(f)();
}

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

// Calls callback(trace_event) for each loop and each allocation of element memory. Loops inside of other loops are part of them. Other
// threads of an operation are part of the loop that they share.
template <class Callback, std::invocable F>
  requires std::invocable<Callback&, const trace_event&>
std::invoke_result_t<F> with_trace(Callback callback, F&& f) {
  return detail::call_and_finish(detail::calling_trace<Callback>(callback), std::forward<F>(f));
}

}  // namespace ravel
