// expect: deleted.*no common type, or no such operator: write cast<T>
// line: 11
// A word is no number.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/buffer.hpp>

const ravel::buffer<std::string> words{"a", "b"};
#ifdef CONTROL
const auto same = words == "a";
#else
const auto same = words == 3;
#endif
