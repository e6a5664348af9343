// SPDX-License-Identifier: BSL-1.0
// Writes a new file beside the old one, and renames it to replace the old one.
#include <ravel/base/error.hpp>
#include <ravel/storage/map_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

namespace ravel::detail {

namespace {

// The target of a symbolic link; nullopt for anything else.
std::optional<std::string> link_of(const std::string& path) {
  char room[PATH_MAX];
  const ssize_t length = ::readlink(path.c_str(), room, sizeof room);
  if (length < 0) return std::nullopt;
  const std::string to(room, static_cast<std::size_t>(length));
  const auto slash = path.rfind('/');
  return to.starts_with('/') || slash == std::string::npos ? to : path.substr(0, slash + 1) + to;
}

}  // namespace

void replacing_file::fail(const char* call, int code) const {
  throw io_error(text() << path_ << ": " << call << " failed: " << std::generic_category().message(code));
}

// Renaming would delete a pipe or device, so these are refused. It would also replace a link by a file.
void replacing_file::check_old_file() const {
  struct stat old {};
  if (::stat(path_.c_str(), &old) == 0) {
    if (!S_ISREG(old.st_mode)) throw io_error(text() << path_ << ": not a regular file, which alone is replaced");
  } else if (errno != ENOENT) {
    fail("stat", errno);
  }
}

replacing_file::replacing_file(const std::string& path) : path_(path), target_(path) {
  if (path.find('\0') != std::string::npos) throw io_error(text() << path.c_str() << ": the path contains a null character");
  check_old_file();
  int links = 0;
  for (auto to = link_of(target_); to; to = link_of(target_)) {
    if (++links > 40) fail("following its symbolic links", ELOOP);
    target_ = *std::move(to);
  }
  static std::atomic<unsigned> made{0};
  do {
    temporary_ = text() << target_ << "." << static_cast<long long>(::getpid()) << "." << ++made << ".tmp";
    descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) fail("making a file beside it", errno);
}

replacing_file::~replacing_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void replacing_file::finish(bool sync) {
  check_old_file();
  struct stat old {};
  if (::stat(target_.c_str(), &old) == 0 && ::fchmod(descriptor_, old.st_mode & 07777) != 0) fail("chmod", errno);
  if (sync && ::fsync(descriptor_) != 0) fail("fsync", errno);
  // Some file systems report a full disk only now.
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("close", errno);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("rename", errno);
  temporary_.clear();
  if (!sync) return;
  if (const int code = sync_folder_of(target_)) fail("fsync of its folder", code);
}

int sync_folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return errno;
  const int failed = ::fsync(opened) != 0 ? errno : 0;
  ::close(opened);
  return failed;
}

}  // namespace ravel::detail
