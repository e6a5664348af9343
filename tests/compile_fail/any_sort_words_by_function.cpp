// expect: deleted.*a function of yours takes elements of one type
// line: 13
// A comparison of words, too, has a type.
#include <ravel/any.hpp>
#include <ravel/op/order/sort.hpp>

#include <string_view>

const auto is_shorter = [](std::string_view a, std::string_view b) { return a.size() < b.size(); };
#ifdef CONTROL
auto run(const ravel::any_tensor& x) { return sort(ravel::as<std::string>(x), is_shorter); }
#else
auto run(const ravel::any_tensor& x) { return sort(x, is_shorter); }
#endif
