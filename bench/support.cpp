// SPDX-License-Identifier: BSL-1.0
// Interleaved sampling, medians and the printing of tables.
#include "support.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> allocated{0};

constexpr int samples = 13;
constexpr double sample_ns = 200'000;

double time_ns(const bench::work& f, std::int64_t times) {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  f.run(times);
  return std::chrono::duration<double, std::nano>(clock::now() - begin).count();
}

// How often f must run for a sample to be long enough for the clock.
std::int64_t repetitions(const bench::work& f) {
  f.run();
  std::int64_t times = 1;
  for (double taken = time_ns(f, 1); taken < sample_ns; taken = time_ns(f, times)) {
    times = std::max(2 * times, static_cast<std::int64_t>(static_cast<double>(times) * sample_ns / std::max(taken, 1.0)));
  }
  return times;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Median nanoseconds of one evaluation of each, sampled one after the other so that what slows the machine slows all of them, and each time
// from another one on, so that none always has the cache as the same neighbour left it.
std::vector<double> race(const std::vector<bench::work>& runners) {
  std::vector<std::int64_t> times;
  for (const auto& f : runners) times.push_back(repetitions(f));
  std::vector<std::vector<double>> taken(runners.size());
  for (int s = 0; s < samples; ++s) {
    for (std::size_t i = 0; i < runners.size(); ++i) {
      const std::size_t k = (i + static_cast<std::size_t>(s)) % runners.size();
      runners[k].run();
      taken[k].push_back(time_ns(runners[k], times[k]) / static_cast<double>(times[k]));
    }
  }
  std::vector<double> medians;
  for (auto& t : taken) medians.push_back(median(std::move(t)));
  return medians;
}

std::string number(const char* format, double value) {
  char room[40];
  std::snprintf(room, sizeof room, format, value);
  return room;
}

std::string duration(double ns) { return number(ns < 100 ? "%.2f" : "%.0f", ns); }

std::int64_t allocations_of(const bench::work& f) {
  const std::int64_t before = allocated;
  f.run();
  return allocated - before;
}

}  // namespace

void* operator new(std::size_t size) {
  ++allocated;
  if (void* block = std::malloc(size ? size : 1)) return block;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocated;
  void* block = nullptr;
  if (posix_memalign(&block, static_cast<std::size_t>(alignment), size ? size : 1) == 0) return block;
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }

namespace bench {

table::table(std::string title, std::string_view flags) : title_(std::move(title)) {
  title_.append(" (").append(flags).append(")");
  cells_.push_back({"", "ours ns", "hand ns", "ratio", "bar", "", "allocs", "GB/s", "peers"});
}

double table::row(std::string name, double bar, const work& ours, const work& hand, const extras& more) {
  std::vector<work> runners{ours, hand};
  for (const auto& peer : more.peers) runners.push_back(peer.second);
  std::vector<double> ns = race(runners);
  for (double& t : ns) t /= more.items;
  std::string peers;
  for (std::size_t k = 0; k < more.peers.size(); ++k) {
    peers += (k ? ", " : "") + std::string(more.peers[k].first) + " " + number("%.2f", ns[k + 2] / ns[1]);
  }
  cells_.push_back({std::move(name), duration(ns[0]), duration(ns[1]), number("%.2f", ns[0] / ns[1]),
                    (bar > 0 ? number("%.2f", bar) : "") + (bar > 0 && more.allowance_ns > 0 ? " + " : "") +
                        (more.allowance_ns > 0 ? number("%.0f ns", more.allowance_ns) : ""),
                    ns[0] <= bar * ns[1] + more.allowance_ns ? "ok" : "OVER", std::to_string(allocations_of(ours)),
                    more.bytes > 0 ? number("%.1f", more.bytes / more.items / ns[0]) : "", std::move(peers)});
  std::fputc('.', stderr);
  return ns[0] / ns[1];
}

void table::row_alone(std::string name, double most_ns, const work& ours, std::optional<std::int64_t> most_allocations) {
  const double ns = race({ours}).front();
  const std::int64_t allocations = allocations_of(ours);
  const bool keeps = ns <= most_ns && allocations <= most_allocations.value_or(allocations);
  cells_.push_back(
      {std::move(name), duration(ns), "", "", number("%.0f ns", most_ns), keeps ? "ok" : "OVER", std::to_string(allocations), "", ""});
  std::fputc('.', stderr);
}

table::~table() {
  // As wide as its widest entry; a column without any is left out.
  std::vector<std::size_t> width(cells_[0].size(), 0);
  for (std::size_t c = 0; c < width.size(); ++c) {
    for (std::size_t r = 1; r < cells_.size(); ++r) width[c] = std::max(width[c], cells_[r][c].size());
    if (width[c]) width[c] = std::max(width[c], cells_[0][c].size());
  }
  std::fprintf(stderr, "\r");
  std::printf("%s\n", title_.c_str());
  for (const auto& line : cells_) {
    for (std::size_t c = 0; c < line.size(); ++c) {
      if (!width[c]) continue;
      const bool left = c == 0 || c + 1 == line.size();
      std::printf(left ? "  %-*s" : "  %*s", static_cast<int>(width[c]), line[c].c_str());
    }
    std::printf("\n");
  }
}

}  // namespace bench
