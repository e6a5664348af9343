// SPDX-License-Identifier: BSL-1.0
// Operations that end early on one rank: its memory runs out at one allocation, or it is asked to stop at one call of the transport. All
// ranks throw the same error, or all have the right result, and they go on together. Or that rank ends, and nobody waits for it.
#include <mpi/doorway.hpp>

#include <ravel/mpi/sparse.hpp>
#include <ravel/mpi/sparse_tensor.hpp>
#include <ravel/sparse.hpp>

#include <support/faults.hpp>
#include <support/folder.hpp>
#include <support/memory_limit.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

using namespace ranks;
namespace reducer = ravel::reducer;

namespace {

// ---- operations

// What one rank runs, and how it looks whether the result is right, which is collective.
struct job {
  std::function<void()> run;
  std::function<void()> check;
};
struct operation {
  std::string name;
  std::function<job(const mpi::world&)> begin;  // makes the operands
};

template <class F, class Check>
job job_of(const F& f, const Check& check) {
  const auto result = std::make_shared<std::optional<std::remove_cvref_t<decltype(f())>>>();
  return {[=] { result->emplace(f()); }, [=] { check(result->value()); }};
}
// The result is that of one machine.
template <class F, class Whole>
job same_job(const F& f, const Whole& wanted) {
  return job_of(f, [wanted](const auto& found) { expect_same(found, wanted, "the result"); });
}
template <class T>
ravel::tensor<T> vector_of(const ravel::buffer<T>& b) {
  return ravel::clone(ravel::as_tensor(b, {b.size()}));
}

struct operands {
  ravel::tensor<double> values = rough({60}), others = rough({60}, 7), table = numbered({12, 10}), right = numbered({10, 4});
  ravel::tensor<std::int64_t> keys = ravel::random_integers<std::int64_t>({60}, 0, 7, 5);
  ravel::tensor<index_t> places = ravel::random_integers<index_t>({20}, 0, 60, 6);
  ravel::tensor<double> entries = ravel::to_sparse(ravel::clone(ravel::cast<double>(ravel::random_integers<int>({12, 10}, -1, 2, 4))));
};

std::vector<operation> operations(const std::shared_ptr<support::folder>& files) {
  const operands of;
  std::vector<operation> all;
  // f is called with operands in blocks of their first axes.
  const auto add = [&](const std::string& name, const auto& wanted, const auto& f, const auto&... wholes) {
    all.push_back({name, [=](const mpi::world& w) {
                     const std::tuple xs{mpi::from_local(w, wholes, mpi::blocks{0})...};
                     return same_job([=] { return std::apply(f, xs); }, wanted);
                   }});
  };
  const auto in_order = ravel::clone(ravel::sort(of.values)), squares = ravel::clone(of.others * of.others);
  const auto positive = ravel::clone(of.values > 0.0);
  const auto later_keys = ravel::clone(of.keys + 3);
  const auto turned = ravel::clone(ravel::transpose(of.table));

  add(
      "clone", ravel::clone(turned + 1.0), [](const auto& x) { return mpi::clone(transpose(x) + 1.0, mpi::cyclic{0}); }, of.table);
  add(
      "collect", turned, [](const auto& x) { return mpi::collect(transpose(x)); }, of.table);
  add(
      "at", of.values(50), [](const auto& x) { return at(x, 50); }, of.values);
  add(
      "sum", ravel::sum(of.values), [](const auto& x) { return sum(x); }, of.values);
  add(
      "max", ravel::max(of.table, 0), [](const auto& x) { return max(x, 0); }, of.table);
  add(
      "mean", ravel::mean(of.values, ravel::weights(squares)), [](const auto& x, const auto& y) { return mean(x, mpi::weights{y}); },
      of.values, squares);
  add(
      "sort", in_order, [](const auto& x) { return sort(x); }, of.values);
  add(
      "argsort", ravel::argsort(of.values), [](const auto& x) { return argsort(x); }, of.values);
  add(
      "unique", vector_of(ravel::unique(of.keys)), [](const auto& x) { return unique(x); }, of.keys);
  add(
      "quantile", ravel::quantile(of.values, 0.3), [](const auto& x) { return quantile(x, 0.3); }, of.values);
  add(
      "arg_top_k", vector_of(ravel::arg_top_k(of.values, 5)), [](const auto& x) { return vector_of(arg_top_k(x, 5)); }, of.values);
  add(
      "group_reduce", vector_of(ravel::group_reduce(of.keys, of.values, reducer::sum).values),
      [](const auto& x, const auto& y) { return group_reduce(x, y, reducer::sum).values; }, of.keys, of.values);
  add(
      "arg_join", vector_of(ravel::arg_join(of.keys, later_keys).left), [](const auto& x, const auto& y) { return arg_join(x, y).left; },
      of.keys, later_keys);
  add(
      "take", ravel::clone(ravel::take(of.values, 0, of.places)), [](const auto& x, const auto& y) { return take(x, 0, y); }, of.values,
      of.places);
  add(
      "compress", vector_of(ravel::compress(of.values, positive)), [](const auto& x, const auto& y) { return compress(x, y); }, of.values,
      positive);
  add(
      "bincount", vector_of(ravel::bincount(of.keys, of.others)), [](const auto& x, const auto& y) { return vector_of(bincount(x, y)); },
      of.keys, of.others);
  add(
      "searchsorted", ravel::searchsorted(in_order, of.others), [](const auto& x, const auto& y) { return searchsorted(x, y); }, in_order,
      of.others);
  add(
      "cumsum", ravel::cumsum(of.values), [](const auto& x) { return cumsum(x); }, of.values);
  add(
      "rolling", ravel::rolling(of.values, 3, reducer::max, 0), [](const auto& x) { return rolling(x, 3, reducer::max, 0); }, of.values);
  add(
      "fft", ravel::fft(of.table, 0), [](const auto& x) { return fft(x, 0); }, of.table);
  add(
      "matmul", ravel::matmul(of.table, of.right), [](const auto& x, const auto& y) { return matmul(x, y); }, of.table, of.right);
  const auto save = [files](const auto& x) {
    mpi::save_npy(*files / "table.npy", x);
    return mpi::map_npy<double>(x.ranks(), *files / "table.npy", mpi::blocks{0});
  };
  add("save_npy", of.table, save, of.table);
  const auto copied = [](const auto& x) {
    const auto to = mpi::zeros<double>(x.ranks(), x.shape(), mpi::cyclic{1});
    copy(x, to);
    return to;
  };
  add("copy", of.table, copied, of.table);
  const auto started = [](const auto& x) {
    const auto to = mpi::zeros<double>(x.ranks(), x.shape(), mpi::cyclic{1});
    const mpi::started_copy copied_later = mpi::start_copy(x * 2.0, to);
    (void)sum(x);
    copied_later.wait();
    return to;
  };
  add("start_copy", ravel::clone(of.table * 2.0), started, of.table);

  const auto add_sparse = [&](const std::string& name, const auto& wanted, const auto& f) {
    all.push_back({name, [=](const mpi::world& w) {
                     const auto x = mpi::sparse_from_local(w, of.entries, mpi::blocks{0});
                     return same_job([=] { return f(x); }, wanted);
                   }});
  };
  const auto entries = ravel::clone(of.entries), turned_entries = ravel::clone(ravel::transpose(entries));
  add_sparse("sparse sum", ravel::sum(entries, 0), [](const auto& x) { return sum(x, 0); });
  add_sparse("sparse collect", turned_entries, [](const auto& x) { return ravel::clone(collect(transpose(x))); });
  add_sparse("sparse matmul", ravel::matmul(entries, of.right), [right = of.right](const auto& x) { return matmul(x, right); });
  add_sparse("sparse_matmul", ravel::matmul(entries, turned_entries),
             [](const auto& x) { return ravel::clone(collect(sparse_matmul(x, transpose(x)))); });
  return all;
}

// ---- one rank ends an operation early

// Throws instead of waiting for ever.
class patient_doorway : public passing_doorway {
 public:
  using passing_doorway::passing_doorway;

  void pause(int round) override {
    if (std::chrono::steady_clock::now() > end_) throw std::logic_error("a rank waits for ever");
    passing_doorway::pause(round);
  }

 private:
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + std::chrono::seconds(20);
};

// Requests a stop at one call of a rank.
template <int bad>
class stopping_doorway final : public patient_doorway {
 public:
  stopping_doorway(const mpi::world& w, std::stop_source& stop, std::atomic<int>& left) : patient_doorway(w), stop_(stop), left_(left) {}

  mpi::detail::request send(int to, std::span<const std::byte> data) override {
    count();
    return patient_doorway::send(to, data);
  }
  mpi::detail::request receive(int from, std::span<std::byte> room) override {
    count();
    return patient_doorway::receive(from, room);
  }
  mpi::detail::request maximum(std::span<std::int64_t> words) override {
    count();
    return patient_doorway::maximum(words);
  }

 private:
  void count() {
    if (rank() == bad && left_-- == 0) stop_.request_stop();
  }

  std::stop_source& stop_;
  std::atomic<int>& left_;
};

// On one rank: a right result; the error that all ranks throw; another rank has ended, or this one breaks off an exchange; an error of its
// own.
enum class ending { right, agreed, broken, alone };

struct outcome {
  ending how = ending::right;
  std::string text;
};

template <class F>
outcome outcome_of(const F& f) {
  try {
    f();
    return {};
  } catch (const mpi::detail::rank_ended& e) {
    return {ending::broken, e.what()};
  } catch (const std::exception& e) {
    return {dynamic_cast<const mpi::detail::agreed_error*>(&e) != nullptr ? ending::agreed : ending::alone, e.what()};
  }
}

constexpr int count = 3;
using outcomes = std::array<outcome, count>;

// Calls f even if run() throws.
template <class F>
void run_and(const F& f, const std::function<void()>& run) {
  try {
    run();
  } catch (...) {
    f();
    throw;
  }
  f();
}

// How an operation ends on each rank. during(world, run) calls run(). Ranks that go on look at the result, and add up together.
template <class Doorway, class During, class... Args>
outcomes outcomes_of(const operation& op, const During& during, Args&&... args) {
  outcomes all;
  std::string wrong;
  try {
    mpi::run_threads(count, [&](const mpi::world& w) {
      const mpi::world ranks = behind<Doorway>(w, args...);
      const job todo = op.begin(ranks);
      const auto numbers_to_add = mpi::from_local(ranks, ravel::arange(10.0), mpi::blocks{0});
      outcome& own = all[static_cast<std::size_t>(w.rank())];
      own = outcome_of([&] { during(ranks, todo.run); });
      if (own.how == ending::broken || own.how == ending::alone) throw std::runtime_error(own.text);
      if (own.how == ending::right) todo.check();
      expect(sum(numbers_to_add) == 45, "the next sum");
    });
  } catch (const std::exception& e) {
    wrong = e.what();
  }
  const auto ends_so = [](ending how) { return [how](const outcome& o) { return o.how == how; }; };
  const bool goes_on = std::ranges::none_of(all, ends_so(ending::broken)) && std::ranges::none_of(all, ends_so(ending::alone));
  for (const outcome& o : all) {
    INFO(o.text);
    REQUIRE(o.text.find("for ever") == std::string::npos);
    REQUIRE((!goes_on || (o.how == all[0].how && o.text == all[0].text)));
    REQUIRE((goes_on || o.how != ending::agreed));
  }
  if (goes_on) REQUIRE(wrong == std::string());
  return all;
}

}  // namespace

TEST_CASE("memory that runs out on one rank ends an operation on all ranks", "[threads]") {
  const auto files = std::make_shared<support::folder>();
  for (const operation& op : operations(files)) {
    for (const int bad : {0, 1}) {
      int agreed = 0, others = 0;
      bool fired = true;
      for (std::int64_t n = 1; fired; n += 1 + n / 8) {
        INFO(op.name << ", allocation " << n << " of rank " << bad);
        const auto failing = [&](const mpi::world& w, const std::function<void()>& run) {
          if (w.rank() != bad) return run();
          const support::failing_allocation fault(n);
          run_and([&] { fired = fault.fired(); }, run);
        };
        const outcomes all = outcomes_of<patient_doorway>(op, failing);
        ++(all[0].how == ending::agreed ? agreed : others);
      }
      CAPTURE(op.name, bad, agreed, others);
      CHECK(agreed > 0);
    }
  }
}

TEST_CASE("a stop ends an operation at each of its exchanges", "[threads]") {
  const auto files = std::make_shared<support::folder>();
  for (const operation& op : operations(files)) {
    int after = 0;  // calls of rank 1 after the request
    for (int call = 0; after >= 0; ++call) {
      INFO(op.name << ", call " << call << " of rank 1");
      std::stop_source stop;
      std::atomic<int> left = -1;
      const auto stopping = [&](const mpi::world& w, const std::function<void()>& run) {
        if (w.rank() != 1) return run();
        left = call;
        run_and([&] { after = -1 - left; }, [&] { ravel::with_stop(stop.get_token(), run); });
      };
      const outcomes all = outcomes_of<stopping_doorway<1>>(op, stopping, stop, left);
      if (after > 0) {
        REQUIRE(all[0].text.find("rank 1: stopped on request") == 0);
      } else {  // at the last call it is too late
        REQUIRE(all[0].how == ending::right);
      }
    }
  }
}

TEST_CASE("results larger than memory are one error on all ranks", "[threads]") {
  if (!support::memory_can_be_limited()) return;
  constexpr std::size_t limit = std::size_t{1} << 28;
  const auto fault = [&](const auto& f) {
    return support::fault_within_memory(limit, [&] {
      std::array<outcome, count> all;
      mpi::run_threads(count, [&](const mpi::world& w) {
        const auto x = mpi::full<double>(w, {3000}, 1.0, mpi::blocks{0});
        const auto large = broadcast(x, {20'000, 3000});  // 480 MB
        all[static_cast<std::size_t>(w.rank())] = outcome_of([&] { f(large); });
        expect(sum(x) == 3000, "the next sum");
      });
      return std::ranges::all_of(all, [&](const outcome& o) {
        return o.how == ending::agreed && o.text == all[0].text && o.text.find("memory has run out") != std::string::npos;
      });
    });
  };
  CHECK(fault([](const auto& x) { (void)mpi::collect(x); }) == "");
  CHECK(fault([](const auto& x) { (void)mpi::clone(x); }) == "");
  CHECK(fault([](const auto& x) { (void)sort(flat(x)); }) == "");
}
