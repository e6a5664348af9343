// SPDX-License-Identifier: BSL-1.0
// A folder for the time of a test, gone with all that is in it, and the files that are written and read there byte by byte.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

class folder {
 public:
  folder() {
    std::string name = std::filesystem::temp_directory_path() / "ravel-XXXXXX";
    if (!mkdtemp(name.data())) throw std::runtime_error("no directory for the test");
    path_ = name;
  }
  ~folder() { std::filesystem::remove_all(path_); }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  std::ptrdiff_t files() const { return std::distance(std::filesystem::directory_iterator(path_), {}); }

  // A file of these elements; its path.
  template <class T>
  std::string file(const std::string& name, const std::vector<T>& values) const {
    std::ofstream out(*this / name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
    return *this / name;
  }

 private:
  std::string path_;
};

inline void write_file(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Is a file of this name mapped by this process?
inline bool is_mapped(const std::string& path) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(path) != std::string::npos) return true;
  }
  return false;
}
inline int open_files() {
  int count = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

}  // namespace support
