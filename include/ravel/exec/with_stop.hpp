// SPDX-License-Identifier: BSL-1.0
// with_stop: work that can be stopped. Between two blocks, its operations throw `cancelled` once the token asks for it. Applies to the
// calling thread, for the duration of the call.
#pragma once

#include <ravel/exec/progress.hpp>

#include <concepts>
#include <utility>

namespace ravel {

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

}  // namespace ravel
