// SPDX-License-Identifier: BSL-1.0
// The memory of emitted code is a file in memory that is sealed before it is mapped, so that nobody can write what runs: neither through
// the file, nor through a mapping. Systems that refuse memory that is both written and run allow it.
#include "lazy/emitted_code.hpp"

#include <ravel/base/detail/noncopyable.hpp>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RAVEL_IS_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define RAVEL_IS_SANITIZED
#endif
#endif

// Sanitizers do not see what emitted code reads and writes.
#if defined(RAVEL_HAS_EMITTER) && !defined(RAVEL_IS_SANITIZED) && defined(__x86_64__) && defined(__linux__)
#define RAVEL_EMITS
#endif

#ifdef RAVEL_EMITS
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#endif

namespace ravel::detail {

refused_call& call_refused_to_emitter() {
  static refused_call refused = refused_call::none;
  return refused;
}

#ifdef RAVEL_EMITS

bool has_emitter() {
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
}

namespace {

// A file descriptor that is closed at the end of its scope.
class memory_file : noncopyable {
 public:
  memory_file() : number_(made()) {}
  ~memory_file() {
    if (number_ >= 0) ::close(number_);
  }

  explicit operator bool() const { return number_ >= 0; }
  bool write(std::span<const std::uint8_t> bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(number_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
  }
  bool seal() const { return ::fcntl(number_, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0; }
  void* mapped(std::size_t bytes) const {
    if (call_refused_to_emitter() == refused_call::mapping) return errno = EACCES, nullptr;
    void* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE, number_, 0);
    return at == MAP_FAILED ? nullptr : at;
  }

 private:
  static int made() {
    if (call_refused_to_emitter() == refused_call::file) return errno = ENOSYS, -1;
    constexpr unsigned no_exec_seal = 8;  // MFD_NOEXEC_SEAL, which kernels before 6.3 do not know, and systems may demand
    const int file = ::memfd_create("ravel", MFD_CLOEXEC | MFD_ALLOW_SEALING | no_exec_seal);
    return file < 0 && errno == EINVAL ? ::memfd_create("ravel", MFD_CLOEXEC | MFD_ALLOW_SEALING) : file;
  }

  int number_;
};

std::atomic<bool> refused_for_good = false;
std::atomic<int> alive = 0;

// One more code that lives, unless there are too many. Gives it back at its end, if it is not kept.
class place_for_code : noncopyable {
 public:
  place_for_code() : taken_(alive.fetch_add(1, std::memory_order_relaxed) < emitted_code::most_alive) {
    if (!taken_) alive.fetch_sub(1, std::memory_order_relaxed);
  }
  ~place_for_code() {
    if (taken_) alive.fetch_sub(1, std::memory_order_relaxed);
  }

  explicit operator bool() const { return taken_; }
  void keep() { taken_ = false; }

 private:
  bool taken_;
};

// Too many files or too little memory may be otherwise next time.
std::nullopt_t refusal() {
  if (call_refused_to_emitter() == refused_call::none && (errno == ENOSYS || errno == EPERM || errno == EACCES)) refused_for_good = true;
  return std::nullopt;
}

}  // namespace

std::optional<emitted_code> emitted_code::of(std::span<const std::uint8_t> code) {
  if (!has_emitter() || refused_for_good) return std::nullopt;
  place_for_code place;
  if (!place) return std::nullopt;
  const int before = errno;
  auto made = [&]() -> std::optional<emitted_code> {
    const memory_file file;
    if (!file || !file.write(code) || !file.seal()) return refusal();
    void* const memory = file.mapped(code.size());
    if (!memory) return refusal();
    place.keep();
    return emitted_code(memory, code.size());
  }();
  errno = before;
  return made;
}

bool emitted_code::has_room() { return alive.load(std::memory_order_relaxed) < most_alive; }

emitted_code::~emitted_code() {
  if (!memory_) return;
  ::munmap(memory_, bytes_);
  alive.fetch_sub(1, std::memory_order_relaxed);
}

#else

bool has_emitter() { return false; }
std::optional<emitted_code> emitted_code::of(std::span<const std::uint8_t>) { return std::nullopt; }
bool emitted_code::has_room() { return true; }
emitted_code::~emitted_code() = default;

#endif

}  // namespace ravel::detail
