// SPDX-License-Identifier: BSL-1.0
// Ranks as processes of MPI: the only source that includes its header. Point to point and one reduction by maximum, never blocking, on a
// communicator of our own.
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/world.hpp>

#if defined(RAVEL_HAS_MPI)
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
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

// The launcher of MPICH may end before it has shown the last words of a rank.
void end_all(const std::string& why) {
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
  MPI_Request handle = MPI_REQUEST_NULL;
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
    check(MPI_Isend(data.data(), static_cast<int>(data.size()), MPI_BYTE, to, 0, ranks_, &made->handle), "MPI_Isend");
    return made;
  }
  detail::request receive(int from, std::span<std::byte> room) override {
    auto made = std::make_unique<message>();
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

int run_world(ravel::detail::function_ref<void(const world&)> f) {
  int rank = 0;
  try {
    auto door = std::make_unique<process_doorway>();
    rank = door->rank();
    check_launcher(door->size());
    detail::call_on_rank(world(std::make_shared<detail::world_state>(std::move(door))), f);
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
    end_all(text() << "this MPI serves the thread level " << level << ", and " << int{MPI_THREAD_SERIALIZED} << " is needed");
  }
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
