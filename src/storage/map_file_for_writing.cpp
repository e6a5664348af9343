// SPDX-License-Identifier: BSL-1.0
// map_file_for_writing by mmap. Every error names the file; an unfinished file leaves the old one unchanged.
#include <ravel/base/error.hpp>
#include <ravel/storage/detail/replacing_file.hpp>
#include <ravel/storage/map_file_for_writing.hpp>
#include "reader/mapped_files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <optional>
#include <system_error>

namespace ravel::detail {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& call, int code) {
  throw io_error(text() << path << ": " << call << " failed: " << std::generic_category().message(code));
}

// The deleter of the mapping's owner. It unmaps the memory, and its type marks memory mapped for writing.
struct unmapping {
  std::string path;
  std::size_t bytes = 0;
  bool named = false;  // the file is new, and so is its name

  void operator()(const void* start) const {
    if (bytes == 0) return;
    forget_mapping(start);
    ::munmap(const_cast<void*>(start), bytes);
  }
};

// Reserves disk space for all bytes, also for the holes of an old file: writing to a hole on a full disk would raise a signal.
void take_room(int descriptor, const std::string& path, index_t bytes) {
  int code = 0;
  do code = bytes > 0 ? ::posix_fallocate(descriptor, 0, bytes) : 0;
  while (code == EINTR);
  if (code) fail(path, text() << "taking room for " << counted(bytes, "byte"), code);
}

writable_bytes mapped(int descriptor, const std::string& path, index_t bytes, bool named) {
  static const char no_bytes = 0;
  unmapping later{path, static_cast<std::size_t>(bytes), named};
  void* start = const_cast<char*>(&no_bytes);
  if (bytes > 0) start = ::mmap(nullptr, later.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (start == MAP_FAILED) fail(path, "mmap", errno);
  std::shared_ptr<const void> owner(static_cast<const void*>(start), std::move(later));
  if (bytes == 0) return {std::move(owner), nullptr};
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) fail(path, "fstat", errno);
  remember_mapping(start, {status.st_dev, status.st_ino, 0, bytes});
  return {std::move(owner), static_cast<std::byte*>(start)};
}

writable_bytes map_new_file(const std::string& path, index_t bytes, std::string_view first) {
  replacing_file file(path);
  take_room(file.descriptor(), path, bytes);
  writable_bytes made = mapped(file.descriptor(), file.target(), bytes, true);
  std::copy_n(reinterpret_cast<const std::byte*>(first.data()), first.size(), made.data);
  file.finish(false);
  return made;
}

struct descriptor {
  explicit descriptor(const std::string& path) : number(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK)) {}
  ~descriptor() {
    if (number >= 0) ::close(number);
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  int number;
};

// Gives nullopt if there is no file.
std::optional<writable_bytes> map_old_file(const std::string& path, index_t bytes) {
  const descriptor file(path);
  if (file.number < 0 && errno == ENOENT) return std::nullopt;
  if (file.number < 0) fail(path, "open", errno);
  struct stat status {};
  if (::fstat(file.number, &status) != 0) fail(path, "fstat", errno);
  if (!S_ISREG(status.st_mode)) throw io_error(text() << path << ": not a regular file");
  try {
    take_room(file.number, path, bytes);
    return mapped(file.number, path, bytes, false);
  } catch (...) {
    // If this fails too, the file stays longer by zeros; the error being thrown says why.
    [[maybe_unused]] const bool as_it_was = bytes <= status.st_size || ::ftruncate(file.number, status.st_size) == 0;
    throw;
  }
}

}  // namespace

writable_bytes map_bytes_for_writing(const std::string& path, index_t bytes, existing_file there, std::string_view first) {
  if (path.find('\0') != std::string::npos) throw io_error(text() << path.c_str() << ": the path contains a null character");
  if (there == existing_file::stays) {
    if (auto old = map_old_file(path, bytes)) return *std::move(old);
  }
  return map_new_file(path, bytes, first);
}

void flush_mapping(const std::shared_ptr<const void>& owner) {
  const auto* const mapping = std::get_deleter<unmapping>(owner);
  if (!mapping) throw value_error("flush of memory that is no file mapped by map_file_for_writing");
  const auto failed = [&](const char* call, int code) {
    if (code) throw io_error(text() << "flush " << mapping->path << ": " << call << " failed: " << std::generic_category().message(code));
  };
  if (mapping->bytes > 0 && ::msync(const_cast<void*>(owner.get()), mapping->bytes, MS_SYNC) != 0) failed("msync", errno);
  if (mapping->named) failed("fsync of its folder", sync_folder_of(mapping->path));
}

}  // namespace ravel::detail
