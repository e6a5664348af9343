// SPDX-License-Identifier: BSL-1.0
// A file that takes the place of another only when it is whole: written under a name of its own in the same folder, then renamed. When
// anything fails it is gone and the old one is what it was.
#include <ravel/base/error.hpp>
#include <ravel/interop/mapped_file.hpp>
#include <ravel/op/for_each.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace ravel::detail {

void new_file::fail(const char* call, int code) const {
  throw io_error(text() << path_ << ": " << call << " failed: " << std::generic_category().message(code));
}

new_file::new_file(const std::string& path) : path_(path) {
  if (path.find('\0') != std::string::npos) throw io_error(text() << path.c_str() << ": the path contains a null character");
  static std::atomic<unsigned> made{0};
  do {
    temporary_ = text() << path << "." << static_cast<long long>(::getpid()) << "." << ++made << ".tmp";
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) fail("making a file beside it", errno);
}

new_file::~new_file() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void new_file::write(std::string_view bytes) {
  write_at(position_, bytes);
  position_ += static_cast<index_t>(bytes.size());
}

void new_file::write_at(index_t position, std::string_view bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;  // the kernel takes no 2 GiB at once
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(descriptor_, bytes.data(), std::min(bytes.size(), most), position);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(done));
    position += done;
  }
}

void new_file::write(const any_tensor& x, void (*look)(void* with, std::string_view bytes), void* with) {
  visit(x, [&](const auto& t) {
    using T = typename std::remove_cvref_t<decltype(t)>::value_type;
    const auto pass_on = [&](const T* data, index_t n) {
      const std::string_view bytes(reinterpret_cast<const char*>(data), static_cast<std::size_t>(n) * sizeof(T));
      if (look) look(with, bytes);
      write(bytes);
    };
    if (t.layout() == layout::contiguous) return t.size() > 0 ? pass_on(t.data(), t.size()) : void();
    constexpr index_t most = index_t{1} << 16;
    const auto room = make_buffer<T>(std::min(most, t.size()));
    for (index_t start = 0; start < t.size(); start += most) {
      const index_t n = std::min(most, t.size() - start);
      t.read(start, std::span<T>(room.data(), static_cast<std::size_t>(n)));
      pass_on(room.data(), n);
    }
  });
}

void new_file::finish(const save_options& options) {
  struct stat old {};
  if (::stat(path_.c_str(), &old) == 0 && ::fchmod(descriptor_, old.st_mode & 07777) != 0) fail("chmod", errno);
  if (options.sync && ::fsync(descriptor_) != 0) fail("fsync", errno);
  // Some file systems say only now that the disk is full.
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    const int code = errno;
    ::unlink(temporary_.c_str());
    fail("close", code);
  }
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int code = errno;
    ::unlink(temporary_.c_str());
    fail("rename", code);
  }
  if (!options.sync) return;
  const auto slash = path_.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path_.substr(0, slash);
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) fail("opening its folder", errno);
  const int failed = ::fsync(opened) != 0 ? errno : 0;
  ::close(opened);
  if (failed) fail("fsync of its folder", failed);
}

}  // namespace ravel::detail
