// SPDX-License-Identifier: BSL-1.0
// A function that is lent for the time of a call, so that what is compiled once, in src/, can call what only its caller knows. It owns
// nothing: only a parameter.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>

namespace ravel::detail {

template <class Signature>
class function_ref;

template <class R, class... Args>
class function_ref<R(Args...)> {
 public:
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, function_ref>)
  function_ref(F&& f)
      : lent_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* lent, Args... args) -> R { return (*static_cast<std::remove_reference_t<F>*>(lent))(args...); }) {}

  R operator()(Args... args) const { return call_(lent_, args...); }

 private:
  void* lent_;
  R (*call_)(void*, Args...);
};

}  // namespace ravel::detail
