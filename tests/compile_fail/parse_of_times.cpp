// expect: deleted.*texts are read as numbers: map\(f, r\) with a function f of yours reads times
// line: 13
#include <ravel/lazy/words.hpp>
#include <ravel/storage/buffer.hpp>

#include <chrono>

auto times(const ravel::buffer<std::string>& words) {
#ifdef CONTROL
  const auto seconds = [](const std::string& word) { return std::chrono::sys_seconds(std::chrono::seconds(std::stoi(word))); };
  return map(seconds, words);
#else
  return ravel::parse<std::chrono::sys_seconds>(words);
#endif
}
