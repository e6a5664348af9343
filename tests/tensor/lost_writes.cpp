// SPDX-License-Identifier: BSL-1.0
// An element that is given by value takes no assignment, which would change nothing. Scalars never do; classes must be const.
#include <ravel/ravel.hpp>

#include <support/catch.hpp>

#include <algorithm>
#include <complex>
#include <string>
#include <vector>

using ravel::index_t;
using complex = std::complex<double>;

namespace {

template <class Element, class Value>
constexpr bool takes = std::is_assignable_v<Element, Value>;

template <class X, class Value>
constexpr bool lent() {
  return takes<decltype(std::declval<X>()[0]), Value> || takes<decltype(std::declval<X>().unchecked(0)), Value>;
}
template <class X, class Value>
constexpr bool lent_by_iterator() {
  return takes<decltype(*std::declval<X&>().begin()), Value> || takes<decltype(std::declval<X&>().begin()[1]), Value>;
}
template <class X, class Value>
constexpr bool lent_by_coordinates() {
  return takes<decltype(std::declval<X>()(0, 1)), Value> || takes<decltype(std::declval<X>()()), Value>;
}

using words = ravel::buffer<std::string>;
using numbers = ravel::tensor<complex>;
using sums_of_words = decltype(words() + words());
using sums = decltype(numbers() + numbers());

static_assert(lent<words&, std::string>() && !lent<words, std::string>());
static_assert(!lent<ravel::writer<std::string>&, std::string>() && !lent<ravel::reader<std::string>&, const char*>());
static_assert(!takes<decltype(ravel::list<std::string>()[0]), std::string>);
static_assert(!lent<sums_of_words&, std::string>() && !lent<sums&, complex>());
static_assert(!lent<numbers&, complex>() && !lent<ravel::groups<std::string>&, ravel::group<std::string>>());

static_assert(lent_by_iterator<words, std::string>());
static_assert(!lent_by_iterator<ravel::writer<std::string>, std::string>() && !lent_by_iterator<sums_of_words, std::string>());
static_assert(!lent_by_iterator<numbers, complex>() && !lent_by_iterator<sums, complex>());

static_assert(lent_by_coordinates<numbers&, complex>() && !lent_by_coordinates<numbers, complex>());
static_assert(!lent_by_coordinates<ravel::tensor<const complex>&, complex>() && !lent_by_coordinates<sums&, complex>());
static_assert(!takes<decltype(numbers().at({0, 1})), complex> && !takes<decltype(sums(numbers() + numbers()).at({0, 1})), complex>);

// What is made anew takes no assignment either: a shape that was asked for, an expression.
static_assert(takes<ravel::shape&, ravel::shape> && !takes<ravel::shape, ravel::shape> &&
              !takes<decltype(numbers().shape()), ravel::shape>);
static_assert(takes<sums_of_words&, sums_of_words> && !takes<sums_of_words, sums_of_words> && !takes<sums_of_words, words>);
static_assert(takes<sums&, sums> && !takes<sums, sums> && !takes<sums, numbers>);

template <class X>
concept ranged = std::ranges::random_access_range<X> && std::ranges::sized_range<X> && std::ranges::common_range<X>;
static_assert(ranged<ravel::reader<std::string>> && ranged<ravel::writer<std::string>> && ranged<sums_of_words>);
static_assert(ranged<numbers> && ranged<sums> && ranged<ravel::groups<std::string>>);
static_assert(std::copyable<sums_of_words> && std::copyable<sums> && std::copyable<ravel::shape>);

}  // namespace

TEST_CASE("elements of classes that are given by value are read, moved on and ranged over", "[tensor]") {
  const words names{"one", "two", "three"};
  const ravel::writer<std::string> every_other = slice(names, 0, 2, 2);
  std::string first = every_other[0];
  first = every_other[1];
  CHECK(first == "three");
  auto copy = every_other[0];
  copy += "!";
  CHECK(copy == "one!");
  CHECK(every_other[0] == "one");
  CHECK(every_other.begin()[1].size() == 5);
  CHECK(std::ranges::find(every_other, "three") - every_other.begin() == 1);
  CHECK(std::ranges::max(every_other) == "three");
  std::vector<std::string> copied(2);
  std::ranges::copy(every_other, copied.begin());
  CHECK(copied == std::vector<std::string>{"one", "three"});
  const auto sums = names + names;
  CHECK(std::vector<std::string>(sums.begin(), sums.end()).back() == "threethree");
}
