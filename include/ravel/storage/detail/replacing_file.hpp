// SPDX-License-Identifier: BSL-1.0
// A file that takes the place of another only when it is whole: made under a name of its own in the same folder, then renamed. When it is
// not finished it is gone, and the old one is what it was. A symbolic link stays, and the file that it leads to is replaced; what is no
// regular file is refused. It owns the descriptor; one thread at a time.
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

  const std::string& target() const { return target_; }  // the path, behind symbolic links
  int descriptor() const { return descriptor_; }
  // It takes the place, with the permissions of the old one; with sync when all its bytes are on the disk, and its name too.
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

// Waits until the name of the file is on the disk: the errno of what failed, or 0.
RAVEL_API int sync_folder_of(const std::string& path);

}  // namespace ravel::detail
