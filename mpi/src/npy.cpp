// SPDX-License-Identifier: BSL-1.0
// Parts of files: private mappings of ranges, and a file beside its final name that all ranks write.
#include <ravel/base/error.hpp>
#include <ravel/mpi/npy.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace ravel {
namespace mpi {
namespace detail {
namespace {

using ravel::detail::text;

[[noreturn]] void fail(const std::string& path, const char* call, int code) {
  throw io_error(text() << path << ": " << call << " failed: " << std::generic_category().message(code));
}

void write_at(const std::string& path, int descriptor, index_t position, std::span<const std::byte> data) {
  constexpr std::size_t most = std::size_t{1} << 30;  // the kernel takes no 2 GiB at once
  while (!data.empty()) {
    const ssize_t done = ::pwrite(descriptor, data.data(), std::min(data.size(), most), position);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(path, "write", errno);
    data = data.subspan(static_cast<std::size_t>(done));
    position += done;
  }
}

}  // namespace

npy_array npy_array_of(const std::string& path) {
  const auto file = ravel::detail::map_whole_file(path);
  return {ravel::detail::read_npy(file), file.data()};
}

std::shared_ptr<const void> map_privately(const std::string& path, index_t offset, index_t count, std::byte*& data) {
  const auto page = static_cast<index_t>(::sysconf(_SC_PAGESIZE));
  const index_t before = offset % page;
  const auto length = static_cast<std::size_t>(count + before);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path, "open", errno);
  void* const start = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, offset - before);
  const int code = errno;
  ::close(file);
  if (start == MAP_FAILED) fail(path, "mmap", code);
  data = static_cast<std::byte*>(start) + before;
  return std::shared_ptr<const void>(start, [start, length](const void*) { ::munmap(start, length); });
}

struct shared_file::made {
  explicit made(const std::string& path) : file(path) {}
  ravel::detail::replacing_file file;
};

// Rank 0 tells the others the temporary name.
shared_file::shared_file(const world& ranks, const std::string& path, dtype type, const shape& extents) : path_(path) {
  std::string temporary;
  const auto prepare = [&] {
    const std::string header = ravel::detail::with_subject(path, [&] { return ravel::detail::npy_header(type, extents); });
    begin_ = static_cast<index_t>(header.size());
    if (ranks.rank() == 0) {
      made_ = std::make_unique<made>(path);
      temporary = made_->file.temporary();
      write_at(path, made_->file.descriptor(), 0, std::as_bytes(std::span(header)));
    }
    return static_cast<std::string>(text() << name(type) << ravel::to_string(extents));
  };
  const auto tell = [&] {
    const bytes told = gathered_bytes(ranks.state(), std::as_bytes(std::span(temporary)))[0];
    temporary.assign(reinterpret_cast<const char*>(told.data()), told.size());
    descriptor_ = ::open(temporary.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(path, "opening what rank 0 has made beside it", errno);
  };
  collectively(ranks, "save_npy", prepare, {tell});
}

shared_file::~shared_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void shared_file::write(index_t first_byte, std::span<const std::byte> elements) {
  write_at(path_, descriptor_, begin_ + first_byte, elements);
}

void shared_file::close(bool sync) {
  if (sync && ::fsync(descriptor_) != 0) fail(path_, "fsync", errno);
  // Some file systems report a full disk only now.
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(path_, "close", errno);
}

void shared_file::finish(bool sync) {
  if (made_) made_->file.finish(sync);
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
