// SPDX-License-Identifier: BSL-1.0
// Owners of rows, ranks that ask for them, the exchange of rows and other lists; and checks of shapes.
#include <ravel/base/error.hpp>
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/fetch.hpp>
#include <ravel/mpi/groups.hpp>
#include <ravel/mpi/make.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace ravel {
namespace mpi {
namespace detail {

row_owner::row_owner(index_t rows, int ranks) : block(std::max<index_t>(ravel::detail::parts_of(rows, ranks), 1)) {}

void exchange_bytes(world_state& state, ravel::detail::function_ref<std::span<const std::byte>(std::size_t)> to,
                    ravel::detail::function_ref<std::span<std::byte>(std::size_t)> from) {
  const auto ranks = static_cast<std::size_t>(state.size()), own = static_cast<std::size_t>(state.rank());
  std::ranges::copy(to(own), from(own).begin());
  const auto before = [&](std::size_t k) {
    const std::size_t peer = (own + ranks - 1 - k) % ranks;
    return incoming{static_cast<int>(peer), from(peer)};
  };
  const auto behind = [&](std::size_t k) {
    const std::size_t peer = (own + 1 + k) % ranks;
    return outgoing{static_cast<int>(peer), to(peer)};
  };
  exchange_with_peers(state, ranks - 1, before, ranks - 1, behind);
}

index_t known_rows::count_given() const {
  index_t all = 0;
  for (const auto& list : given) all += static_cast<index_t>(list.size());
  return all;
}

known_rows ask_for_rows(const char* operation, const world& ranks, ravel::detail::function_ref<std::string(const row_asker& ask)> look) {
  routes<index_t> asked(ranks);
  known_rows known;
  std::vector<index_t> owners, next(static_cast<std::size_t>(ranks.size()));
  const auto ask = [&] {
    const auto note = [&](index_t rank, index_t place) {
      owners.push_back(rank);
      asked.to(rank).push_back(place);
    };
    const std::string said = look(note);
    for (int r = 0; r < ranks.size(); ++r) known.gotten.push_back(static_cast<index_t>(asked.to(r).size()));
    std::exclusive_scan(known.gotten.begin(), known.gotten.end(), next.begin(), index_t{0});
    for (const index_t r : owners) known.order.push_back(next[static_cast<std::size_t>(r)]++);
    return said;
  };
  const auto agree = [&] { asked.agree(); };
  const auto send = [&] { asked.exchange(); };
  const auto keep = [&] {
    auto from = asked.received().begin();
    for (const index_t n : asked.counts()) {
      known.given.emplace_back(from, from + n);
      from += n;
    }
  };
  collectively(ranks, operation, ask, {agree, send, keep});
  return known;
}

namespace {

// Most rows are one number, whose length the compiler then knows.
void copy_row(std::byte* to, const std::byte* from, std::size_t bytes) {
  if (bytes == sizeof(double)) {
    std::memcpy(to, from, sizeof(double));
  } else {
    std::memcpy(to, from, bytes);
  }
}

}  // namespace

row_mail::row_mail(const known_rows& known, std::size_t row_bytes) : known_(known), row_bytes_(row_bytes) {}

void row_mail::pack(const std::byte* own) {
  packed_.resize(static_cast<std::size_t>(known_.count_given()) * row_bytes_);
  received_.resize(known_.order.size() * row_bytes_);
  if (row_bytes_ == 0) return;
  std::byte* to = packed_.data();
  for (const auto& list : known_.given) {
    for (const index_t place : list) {
      copy_row(to, own + static_cast<std::size_t>(place) * row_bytes_, row_bytes_);
      to += row_bytes_;
    }
  }
}

void row_mail::exchange(world_state& state) {
  const auto ranks = static_cast<std::size_t>(state.size());
  std::vector<std::span<const std::byte>> to;
  std::vector<std::span<std::byte>> from;
  std::span<const std::byte> given = packed_;
  std::span<std::byte> gotten = received_;
  for (std::size_t r = 0; r < ranks; ++r) {
    to.push_back(given.first(known_.given[r].size() * row_bytes_));
    given = given.subspan(to.back().size());
    from.push_back(gotten.first(static_cast<std::size_t>(known_.gotten[r]) * row_bytes_));
    gotten = gotten.subspan(from.back().size());
  }
  exchange_bytes(
      state, [&](std::size_t r) { return to[r]; }, [&](std::size_t r) { return from[r]; });
}

void row_mail::unpack(std::byte* out) const {
  if (row_bytes_ == 0) return;
  for (const index_t place : known_.order) {
    copy_row(out, received_.data() + static_cast<std::size_t>(place) * row_bytes_, row_bytes_);
    out += row_bytes_;
  }
}

index_t rank_of_hash(std::size_t hash, int ranks) {
  const std::uint64_t mixed = static_cast<std::uint64_t>(hash) * 0x9e3779b97f4a7c15u;
  return static_cast<index_t>((mixed >> 32) % static_cast<std::uint64_t>(ranks));
}

void check_rows(const char* operation, const ravel::shape& extents) {
  if (extents.rank() > 0) return;
  throw shape_error(ravel::detail::text() << operation << " takes rows of a distributed tensor that has axes, not of one number");
}

void check_parts(const char* operation, const world& ranks, const ravel::shape& own) {
  collectively(ranks, operation, [&] {
    if (own.rank() == 0) throw shape_error(ravel::detail::text() << operation << " joins rows, and a tensor without axes has none");
    ravel::detail::text said;
    said << "rows of";
    for (index_t k = 1; k < own.rank(); ++k) said << " " << own[k];
    return static_cast<std::string>(said);
  });
}

void check_mask_fits(const char* operation, const ravel::shape& a, const ravel::shape& b) {
  if (a == b) return;
  throw shape_error(ravel::detail::text() << operation << " takes distributed tensors of one shape, not of " << ravel::to_string(a)
                                          << " and " << ravel::to_string(b));
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
