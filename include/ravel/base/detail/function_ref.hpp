// SPDX-License-Identifier: BSL-1.0
// A non-owning reference to a function, valid during a call. It lets code compiled in src/ call a function of its caller. Use it only as a
// parameter.
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
