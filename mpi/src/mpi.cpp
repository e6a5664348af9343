// SPDX-License-Identifier: BSL-1.0
// Ranks as processes of MPI: the only source that includes its header. Point to point and one reduction by maximum, never blocking, on a
// communicator of our own.
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/world.hpp>

#if defined(RAVEL_HAS_MPI)
#include <mpi.h>

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>
#endif

namespace ravel {
namespace mpi {

#if defined(RAVEL_HAS_MPI)

namespace {

using ravel::detail::text;

void sleep_for(long nanoseconds) {
  const timespec a_moment{0, nanoseconds};
  nanosleep(&a_moment, nullptr);
}

// The world of this process, while it calls f.
std::atomic<const detail::world_state*> here = nullptr;

// The launcher of MPICH may end before it has shown the last words of a rank.
void end_all(const std::string& why) {
  here = nullptr;  // MPI_Abort may call exit
  std::fprintf(stderr, "%s\n", why.c_str());
  std::fflush(nullptr);
  sleep_for(100'000'000);
  MPI_Abort(MPI_COMM_WORLD, 1);
}
std::string ends_all(int rank, std::string_view why) { return text() << "rank " << rank << " ends all ranks: " << std::string(why); }

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char said[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, said, &length);
  throw io_error(text() << call << ": " << std::string_view(said, static_cast<std::size_t>(length)));
}

// A message under way when an exchange fails ends with the program: break_off.
class message final : public detail::pending {
 public:
  bool done() override {
    int flag = 0;
    check(MPI_Test(&handle, &flag, MPI_STATUS_IGNORE), "MPI_Test");
    return flag != 0;
  }
  std::string awaits() const override {
    if (from >= 0) return text() << "a message from rank " << from;
    if (to >= 0) return text() << "rank " << to << " to receive a message";
    return "the ranks that report nothing";
  }

  MPI_Request handle = MPI_REQUEST_NULL;
  int from = -1, to = -1;  // or all ranks
};

class process_doorway final : public detail::doorway {
 public:
  process_doorway() {
    check(MPI_Comm_dup(MPI_COMM_WORLD, &ranks_), "MPI_Comm_dup");
    check(MPI_Comm_set_errhandler(ranks_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_size(ranks_, &size_), "MPI_Comm_size");
    check(MPI_Comm_rank(ranks_, &rank_), "MPI_Comm_rank");
    MPI_Comm node = MPI_COMM_NULL;
    int neighbours = 1;
    check(MPI_Comm_split_type(ranks_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
    check(MPI_Comm_size(node, &neighbours), "MPI_Comm_size");
    check(MPI_Comm_free(&node), "MPI_Comm_free");
    spins_ = neighbours <= static_cast<int>(std::thread::hardware_concurrency()) ? 20000 : 20;
  }

  int size() const override { return size_; }
  int rank() const override { return rank_; }
  std::string description() const override {
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(version, &length);
    const std::string_view all(version, static_cast<std::size_t>(length));
    std::string name(all.substr(0, all.find_first_of(",\n")));
    constexpr std::string_view wordy = " Version:\t";  // of MPICH
    if (const std::size_t at = name.find(wordy); at != name.npos) name.replace(at, wordy.size(), " ");
    return text() << size_ << (size_ == 1 ? " rank of " : " ranks of ") << name;
  }
  detail::request send(int to, std::span<const std::byte> data) override {
    auto made = std::make_unique<message>();
    made->to = to;
    check(MPI_Isend(data.data(), static_cast<int>(data.size()), MPI_BYTE, to, 0, ranks_, &made->handle), "MPI_Isend");
    return made;
  }
  detail::request receive(int from, std::span<std::byte> room) override {
    auto made = std::make_unique<message>();
    made->from = from;
    check(MPI_Irecv(room.data(), static_cast<int>(room.size()), MPI_BYTE, from, 0, ranks_, &made->handle), "MPI_Irecv");
    return made;
  }
  detail::request maximum(std::span<std::int64_t> words) override {
    auto made = std::make_unique<message>();
    check(MPI_Iallreduce(MPI_IN_PLACE, words.data(), static_cast<int>(words.size()), MPI_INT64_T, MPI_MAX, ranks_, &made->handle),
          "MPI_Iallreduce");
    return made;
  }
  void pause(int round) override {
    if (round >= spins_) sleep_for(20000);
  }
  // Messages that others have sent cannot be withdrawn, and rooms that wait for some would be freed.
  void break_off(const std::string& why) override { end_all(ends_all(rank_, why)); }
  std::size_t longest() const override { return std::size_t{1} << 30; }

 private:
  MPI_Comm ranks_ = MPI_COMM_NULL;
  int size_ = 1, rank_ = 0, spins_ = 0;
};

// A launcher of another MPI starts n worlds of one rank each.
void check_launcher(int size) {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    const char* const told = std::getenv(name);
    if (told == nullptr || size > 1 || std::atoi(told) <= 1) continue;
    throw value_error(text() << "this program was started as one of " << told << " (" << name
                             << "), and its MPI knows of one rank: the launcher belongs to another MPI");
  }
}

// "in copy", as two texts.
struct place {
  const char *when, *operation;
};
place place_of(const detail::world_state& w) {
  const char* const operation = w.operation();
  if (operation == nullptr) return {"before its first operation", ""};
  return {w.is_in_operation() ? "in " : "after ", operation};
}

// A process that calls exit would leave the others waiting.
void end_after_exit() {
  const detail::world_state* const w = here;
  if (w == nullptr) return;
  const auto [when, operation] = place_of(*w);
  const std::string why = text() << "exit was called " << when << operation;
  end_all(ends_all(w->rank(), why));
}

// A launcher ends all ranks by SIGTERM when one of them has ended: each says where it stands, by calls that a signal handler may make.
char who[64];
void tell_and_end(int) {
  if (const detail::world_state* const w = here) {
    char line[512];
    std::size_t length = 0;
    const auto [when, operation] = place_of(*w);
    const char* const parts[] = {who, when, operation, "\n"};
    for (const char* const part : parts) {
      const std::size_t more = std::min(std::strlen(part), sizeof line - length);
      std::memcpy(line + length, part, more);
      length += more;
    }
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line, length);
    sleep_for(100'000'000);  // a launcher may show nothing of a process that has ended
  }
  std::raise(SIGTERM);  // which ends the process: SA_RESETHAND
}

// Only if it is the handler that is there: one of the program's own stays.
void replace_handler(void (*old)(int), void (*next)(int)) {
  struct sigaction now = {};
  sigaction(SIGTERM, nullptr, &now);
  if (now.sa_handler != old) return;
  now.sa_handler = next;
  now.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGTERM, &now, nullptr);
}

// While one lives, a process that is ended says where it stands.
class last_words : ravel::detail::noncopyable {
 public:
  explicit last_words(const detail::world_state& w) {
    std::snprintf(who, sizeof who, "ravel::mpi: rank %d of %d is ended ", w.rank(), w.size());
    here = &w;
    replace_handler(SIG_DFL, tell_and_end);
  }
  ~last_words() {
    replace_handler(tell_and_end, SIG_DFL);
    here = nullptr;
  }
};

int run_world(ravel::detail::function_ref<void(const world&)> f) {
  int rank = 0;
  try {
    auto door = std::make_unique<process_doorway>();
    rank = door->rank();
    check_launcher(door->size());
    const world ranks(std::make_shared<detail::world_state>(std::move(door)));
    const last_words words(ranks.state());
    detail::call_on_rank(ranks, f);
    return 0;
  } catch (const std::exception& e) {
    if (dynamic_cast<const detail::agreed_error*>(&e) != nullptr) {  // all ranks have thrown it
      if (rank == 0) std::fprintf(stderr, "%s\n", e.what());
      return 1;
    }
    end_all(ends_all(rank, e.what()));
  } catch (...) {
    end_all(ends_all(rank, "an exception that is no std::exception"));
  }
  return 1;
}

}  // namespace

bool has_mpi() { return true; }

int run(int& argc, char**& argv, ravel::detail::function_ref<void(const world&)> f) {
  int level = 0;
  check(MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level), "MPI_Init_thread");
  if (level < MPI_THREAD_SERIALIZED) {
    end_all(text() << "this MPI has the thread level " << (level == MPI_THREAD_SINGLE ? "MPI_THREAD_SINGLE" : "MPI_THREAD_FUNNELED")
                   << ", and ravel::mpi needs MPI_THREAD_SERIALIZED");
  }
  std::atexit(end_after_exit);  // after the handlers of MPI, so that it is called before them
  const int code = run_world(f);
  MPI_Finalize();
  return code;
}

#else

bool has_mpi() { return false; }

int run(int&, char**&, ravel::detail::function_ref<void(const world&)>) {
  throw value_error("this library was built without MPI: build it with RAVEL_WITH_MPI=ON, or call run_threads");
}

#endif

}  // namespace mpi
}  // namespace ravel
