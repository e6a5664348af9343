// SPDX-License-Identifier: BSL-1.0
// A file that replaces another only when it is complete. It is written under a temporary name in the same folder, then renamed; unfinished,
// it is deleted and the old file stays. A symbolic link stays and its target is replaced; anything but a regular file is refused. Owns the
// descriptor; one thread at a time.
#pragma once

#include <ravel/base/config.hpp>

#include <string>

namespace ravel::detail {

class RAVEL_API replacing_file {
 public:
  explicit replacing_file(const std::string& path);
  ~replacing_file();
  replacing_file(const replacing_file&) = delete;
  replacing_file& operator=(const replacing_file&) = delete;

  const std::string& target() const { return target_; }         // the path, behind symbolic links
  const std::string& temporary() const& { return temporary_; }  // the path until then
  int descriptor() const { return descriptor_; }
  // Replaces the old file and keeps its permissions. With sync, waits until the bytes and the name are on the disk.
  void finish(bool sync);
  // "PATH: CALL failed: why"
  [[noreturn]] void fail(const char* call, int code) const;

 private:
  void check_old_file() const;

  std::string path_;
  std::string target_;  // where links lead
  std::string temporary_;
  int descriptor_ = -1;
};

// Waits until the file's name is on the disk. Returns the errno of a failure, or 0.
RAVEL_API int sync_folder_of(const std::string& path);

}  // namespace ravel::detail
