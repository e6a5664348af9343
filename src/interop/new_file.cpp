// SPDX-License-Identifier: BSL-1.0
// Writes a file that replaces another once it is complete.
#include <ravel/base/error.hpp>
#include <ravel/interop/mapped_file.hpp>
#include <ravel/loop/for_each.hpp>
#include "any/typed.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace ravel::detail {

void new_file::write(std::string_view bytes) {
  write_at(position_, bytes);
  position_ += static_cast<index_t>(bytes.size());
}

void new_file::write_at(index_t position, std::string_view bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;  // the kernel takes no 2 GiB at once
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(file_.descriptor(), bytes.data(), std::min(bytes.size(), most), position);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) file_.fail("write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(done));
    position += done;
  }
}

namespace {

template <class T>
void pass_elements(const tensor<const T>& t, void (*take)(void* with, std::string_view bytes), void* with) {
  const auto pass_on = [&](const T* data, index_t n) {
    take(with, std::string_view(reinterpret_cast<const char*>(data), static_cast<std::size_t>(n) * sizeof(T)));
  };
  if (t.layout() == layout::contiguous) return t.size() > 0 ? pass_on(t.data(), t.size()) : void();
  constexpr index_t most = index_t{1} << 16;
  const auto room = make_buffer<T>(std::min(most, t.size()));
  for (index_t start = 0; start < t.size(); start += most) {
    const index_t n = std::min(most, t.size() - start);
    t.read(start, std::span<T>(room.data(), static_cast<std::size_t>(n)));
    pass_on(room.data(), n);
  }
}

}  // namespace

void pass_bytes(const any_tensor& x, void (*take)(void* with, std::string_view bytes), void* with) {
  visit_stored(x, [&](const auto& t) { pass_elements(t, take, with); });
}

void new_file::finish(const save_options& options) { file_.finish(options.sync); }

}  // namespace ravel::detail
