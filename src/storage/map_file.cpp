// SPDX-License-Identifier: BSL-1.0
// map_file by mmap: opens the file, checks its size, and maps whole pages around the requested bytes. Every error names the file and the
// values.
#include <ravel/base/error.hpp>
#include <ravel/storage/map_file.hpp>
#include "reader/mapped_files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace ravel::detail {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) { throw io_error(text() << path << ": " << what); }

[[noreturn]] void fail_with(const std::string& path, std::string_view call, int code) {
  fail(path, text() << call << " failed: " << std::generic_category().message(code));
}

struct open_file {
  explicit open_file(const std::string& path) : descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor < 0) fail_with(path, "open", errno);
  }
  ~open_file() { ::close(descriptor); }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  int descriptor;
};

struct mapping {
  mapping(void* at, std::size_t length) : start(at), bytes(length) {}
  ~mapping() {
    forget_mapping(start);
    ::munmap(start, bytes);
  }
  mapping(const mapping&) = delete;
  mapping& operator=(const mapping&) = delete;
  void* start;
  std::size_t bytes;
};

struct stat status_of(const open_file& file, const std::string& path) {
  struct stat status {};
  if (::fstat(file.descriptor, &status) != 0) fail_with(path, "fstat", errno);
  if (!S_ISREG(status.st_mode)) fail(path, "not a regular file");
  return status;
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

}  // namespace

mapped_bytes map_bytes(const std::string& path, index_t offset, index_t count, index_t element_bytes, index_t alignment) {
  if (path.find('\0') != std::string::npos) fail(path.c_str(), "the path contains a null character");
  const open_file file(path);
  const struct stat status = status_of(file, path);
  const index_t elements = count_elements(path, status.st_size, offset, count, element_bytes);
  if (offset % alignment != 0) {
    fail(path, text() << "offset " << offset << " is not a multiple of " << alignment << ", as the elements need");
  }
  if (elements == 0) return {nullptr, nullptr, 0};

  const index_t page = ::sysconf(_SC_PAGESIZE);
  const index_t lead = offset % page;
  const auto bytes = static_cast<std::size_t>(lead + elements * element_bytes);
  void* start = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.descriptor, offset - lead);
  if (start == MAP_FAILED) fail_with(path, "mmap", errno);
  std::shared_ptr<const void> owner;
  try {
    owner = std::make_shared<mapping>(start, bytes);
  } catch (...) {
    ::munmap(start, bytes);
    throw;
  }
  remember_mapping(start, {status.st_dev, status.st_ino, offset - lead, static_cast<index_t>(bytes)});
  return {std::move(owner), static_cast<const std::byte*>(start) + lead, elements};
}

}  // namespace ravel::detail
