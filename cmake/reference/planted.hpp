// SPDX-License-Identifier: BSL-1.0
// Names as headers declare them, for check.reference: it must find each, and miss the comment of those that are called bare. Nothing
// includes this file.
#pragma once

#define RAVEL_STAMPS(name, kind)                         \
  template <class T, class... Options>                   \
    requires(sizeof...(Options) < 3 && (kind<T> || ...)) \
  [[nodiscard]] auto name(const T& x, Options... o) {    \
    return detail::of(#name, x, o...);                   \
  }
#define RAVEL_TWO(X) X(stamped_##a, std::integral) X(stamped_b, std::integral)

namespace ravel {

namespace detail {
int hidden(int);
}

// A class.
template <class T, std::size_t N = (1 > 0 ? 2 : 3)>
class RAVEL_API [[nodiscard]] told_class : public std::vector<T> {
 public:
  friend bool operator==(const told_class& a, const told_class& b) { return a.size() == b.size() && ">}"[0] == '}'; }
  explicit told_class(int n) noexcept : std::vector<T>{n}, n_(n) {}
  void member() const&& = delete;  // no

 private:
  int n_ = 0;
};
template <class T>
told_class(T) -> told_class<T>;
template <>
struct told_class<int, 2> {};

struct bare_struct {};

enum class told_enum : unsigned char { a, b };  // one of two
enum class bare_enum { a };

// A concept.
template <class T>
concept told_concept = requires(const T& t) {
  { t < 3 } -> std::same_as<bool>;
} && (sizeof(T) > 1);

template <told_concept T>
inline constexpr bool told_constant = sizeof(T) > 2;  // a constant
template <>
inline constexpr bool told_constant<told_class<int>> = true;

using bare_alias = told_class<int>;

// Two operators and a function, in one group.
template <class A, class B>
  requires told_concept<A> || (!told_concept<B>)
told_class<A> operator<(const A&, const B&);
told_class<int> operator<<(int, told_class<told_class<int>>);
constexpr auto grouped(int x = {}, std::initializer_list<int> y = {1, 2}) -> decltype(x < 2) { return x < y.size(); }

inline auto bare_function(auto f) {
  return [f](int x) { return f(x) > 0; };
}
void refused(int) = delete;  // only refused: no name of the reference

namespace inner {
void bare_inner();
}

RAVEL_TWO(RAVEL_STAMPS)  // a stamped function of each name

RAVEL_STAMPS(bare_stamped, std::integral)
#undef RAVEL_TWO
#undef RAVEL_STAMPS

}  // namespace ravel
