// SPDX-License-Identifier: BSL-1.0
// map_file and map_file_for_writing by mmap. Every error names the file and the values; an unfinished file leaves the old one unchanged.
#include <ravel/base/error.hpp>
#include <ravel/storage/map_file.hpp>
#include "reader/mapped_files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>

namespace ravel::detail {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) { throw io_error(text() << path << ": " << what); }

[[noreturn]] void fail_with(const std::string& path, const std::string& call, int code) {
  fail(path, text() << call << " failed: " << std::generic_category().message(code));
}

struct open_file : noncopyable {
  open_file(const std::string& path, int mode) {
    if (path.find('\0') != std::string::npos) fail(path.c_str(), "the path contains a null character");
    descriptor = ::open(path.c_str(), mode | O_CLOEXEC | O_NONBLOCK);
  }
  ~open_file() {
    if (descriptor >= 0) ::close(descriptor);
  }
  int descriptor = -1;
};

struct stat status_of(int descriptor, const std::string& path) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) fail_with(path, "fstat", errno);
  if (!S_ISREG(status.st_mode)) fail(path, "not a regular file");
  return status;
}

// The deleter of a mapping's owner. It unmaps the memory.
struct unmapping {
  std::string path;  // of a file to flush
  std::size_t bytes = 0;
  bool named = false;  // the file is new, and so is its name

  void operator()(const void* start) const {
    if (bytes == 0) return;
    forget_mapping(start);
    ::munmap(const_cast<void*>(start), bytes);
  }
};

// Maps whole pages around the bytes from an offset.
writable_bytes mapped(int descriptor, const std::string& path, index_t offset, index_t bytes, int protection, bool named = false) {
  static const char no_bytes = 0;
  const index_t lead = offset % ::sysconf(_SC_PAGESIZE), whole = bytes > 0 ? lead + bytes : 0;
  unmapping later{(protection & PROT_WRITE) != 0 ? path : std::string(), static_cast<std::size_t>(whole), named};
  void* start = const_cast<char*>(&no_bytes);
  if (bytes > 0) start = ::mmap(nullptr, later.bytes, protection, MAP_SHARED, descriptor, offset - lead);
  if (start == MAP_FAILED) fail_with(path, "mmap", errno);
  std::shared_ptr<const void> owner(static_cast<const void*>(start), std::move(later));
  if (bytes == 0) return {std::move(owner), nullptr};
  const struct stat status = status_of(descriptor, path);
  remember_mapping(start, {status.st_dev, status.st_ino, offset - lead, whole});
  return {std::move(owner), static_cast<std::byte*>(start) + lead};
}

index_t count_elements(const std::string& path, index_t size, index_t offset, index_t count, index_t element_bytes) {
  if (offset < 0 || offset > size) fail(path, text() << "offset " << offset << " is outside a file of " << counted(size, "byte"));
  const index_t available = size - offset;
  if (count < 0) {
    if (available % element_bytes != 0) {
      fail(path, text() << counted(available, "byte") << " from offset " << offset << (available == 1 ? " is" : " are")
                        << " not a whole number of " << element_bytes << "-byte elements");
    }
    return available / element_bytes;
  }
  if (count > available / element_bytes) {
    fail(path, text() << counted(count, "element") << " of " << counted(element_bytes, "byte") << " from offset " << offset
                      << (count == 1 ? " does" : " do") << " not fit into a file of " << counted(size, "byte"));
  }
  return count;
}

// Reserves disk space for all bytes, also for the holes of an old file: writing to a hole on a full disk would raise a signal.
void take_room(int descriptor, const std::string& path, index_t bytes) {
  int code = 0;
  do code = bytes > 0 ? ::posix_fallocate(descriptor, 0, bytes) : 0;
  while (code == EINTR);
  if (code) fail_with(path, text() << "taking room for " << counted(bytes, "byte"), code);
}

writable_bytes map_new_file(const std::string& path, index_t bytes, std::string_view first) {
  replacing_file file(path);
  take_room(file.descriptor(), path, bytes);
  writable_bytes made = mapped(file.descriptor(), file.target(), 0, bytes, PROT_READ | PROT_WRITE, true);
  std::copy_n(reinterpret_cast<const std::byte*>(first.data()), first.size(), made.data);
  file.finish(false);
  return made;
}

// Gives nullopt if there is no file.
std::optional<writable_bytes> map_old_file(const std::string& path, index_t bytes) {
  const open_file file(path, O_RDWR);
  if (file.descriptor < 0 && errno == ENOENT) return std::nullopt;
  if (file.descriptor < 0) fail_with(path, "open", errno);
  const struct stat status = status_of(file.descriptor, path);
  try {
    take_room(file.descriptor, path, bytes);
    return mapped(file.descriptor, path, 0, bytes, PROT_READ | PROT_WRITE);
  } catch (...) {
    // If this fails too, the file stays longer by zeros; the error being thrown says why.
    [[maybe_unused]] const bool as_it_was = bytes <= status.st_size || ::ftruncate(file.descriptor, status.st_size) == 0;
    throw;
  }
}

}  // namespace

mapped_bytes map_bytes(const std::string& path, index_t offset, index_t count, index_t element_bytes, index_t alignment) {
  const open_file file(path, O_RDONLY);
  if (file.descriptor < 0) fail_with(path, "open", errno);
  const index_t elements = count_elements(path, status_of(file.descriptor, path).st_size, offset, count, element_bytes);
  if (offset % alignment != 0) {
    fail(path, text() << "offset " << offset << " is not a multiple of " << alignment << ", as the elements need");
  }
  if (elements == 0) return {nullptr, nullptr, 0};
  writable_bytes made = mapped(file.descriptor, path, offset, elements * element_bytes, PROT_READ);
  return {std::move(made.owner), made.data, elements};
}

writable_bytes map_bytes_for_writing(const std::string& path, index_t bytes, existing_file there, std::string_view first) {
  if (there == existing_file::stays) {
    if (auto old = map_old_file(path, bytes)) return *std::move(old);
  }
  return map_new_file(path, bytes, first);
}

void flush_mapping(const std::shared_ptr<const void>& owner) {
  const auto* const mapping = std::get_deleter<unmapping>(owner);
  if (!mapping || (mapping->path.empty() && mapping->bytes > 0))
    throw value_error("flush of memory that is no file mapped by map_file_for_writing");
  const auto failed = [&](const char* call, int code) {
    if (code) throw io_error(text() << "flush " << mapping->path << ": " << call << " failed: " << std::generic_category().message(code));
  };
  if (mapping->bytes > 0 && ::msync(const_cast<void*>(owner.get()), mapping->bytes, MS_SYNC) != 0) failed("msync", errno);
  if (mapping->named) failed("fsync of its folder", sync_folder_of(mapping->path));
}

}  // namespace ravel::detail
