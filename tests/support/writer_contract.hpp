// SPDX-License-Identifier: BSL-1.0
// What every writer does, checked by writing random values through it: they are read back, nothing else changes, views write through, and
// what is refused changes nothing. Leaves the writer with the values it was given.
#pragma once

#include <support/reader_contract.hpp>

namespace support {

namespace detail {

template <class T>
class writer_check {
 public:
  writer_check(const ravel::writer<T>& w, std::vector<T> held, std::uint64_t seed) : w_(w), held_(std::move(held)), random_(seed) {}

  void elements() {
    for (std::int64_t k = 0; k < std::min<std::int64_t>(n(), 20); ++k) {
      const std::int64_t i = n() <= 20 ? k : random_.below(n());
      w_.write(i, held(i) = sample<T>(random_));
    }
    holds("after writing elements");
  }
  void blocks() {
    each_part(n(), [&](std::int64_t start, std::int64_t count) {
      const auto values = fresh(count);
      w_.write(start, std::span<const T>(values.get(), static_cast<std::size_t>(count)));
      for (std::int64_t i = 0; i < count; ++i) held(start + i) = values[static_cast<std::size_t>(i)];
      holds("after writing a block");
    });
  }
  void views() {
    each_slice(n(), [&](std::int64_t start, std::int64_t count, std::int64_t step) {
      const auto values = fresh(count);
      ravel::slice(w_, start, count, step).write(0, std::span<const T>(values.get(), static_cast<std::size_t>(count)));
      for (std::int64_t i = 0; i < count; ++i) held(start + i * step) = values[static_cast<std::size_t>(i)];
      holds("after writing a slice");
    });
  }
  void refusals() {
    const auto values = fresh(n() + 1);
    const auto write = [&](std::int64_t start, std::int64_t count) {
      w_.write(start, std::span<const T>(values.get(), static_cast<std::size_t>(count)));
    };
    for (const std::int64_t outside : {std::int64_t{-1}, n(), n() + 1, ravel::index_limit}) {
      expect(refuses([&] { w_.write(outside, values[0]); }), "writing element ", outside, " is not refused");
      expect(refuses([&] { write(outside, 1); }), "writing at ", outside, " is not refused");
    }
    expect(refuses([&] { write(0, n() + 1); }), "writing past the end is not refused");
    expect(refuses([&] { write(n() + 1, 0); }), "writing nothing behind the end is not refused");
    write(n(), 0);
    holds("after what was refused");
  }
  void memory() {
    const auto lent = w_.memory();
    if (!lent) return;
    for (std::int64_t i = 0; i < n(); ++i) lent->data[i * lent->step] = held(i) = sample<T>(random_);
    holds("after writing its memory");
  }
  void restore(const std::vector<T>& values) {
    const auto room = fresh(n());
    for (std::size_t i = 0; i < values.size(); ++i) room[i] = values[i];
    w_.write(0, std::span<const T>(room.get(), values.size()));
    held_ = values;
    holds("after writing all");
  }

 private:
  std::int64_t n() const { return static_cast<std::int64_t>(held_.size()); }
  decltype(auto) held(std::int64_t i) { return held_[static_cast<std::size_t>(i)]; }
  std::unique_ptr<T[]> fresh(std::int64_t count) {
    auto values = std::make_unique<T[]>(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = sample<T>(random_);
    return values;
  }
  // Through another handle, taken before anything was written.
  void holds(const char* when) {
    for (std::int64_t i = 0; i < n(); ++i) expect(identical<T>(seen_[i], held(i)), "element ", i, " differs ", when);
  }

  ravel::writer<T> w_;
  ravel::reader<T> seen_ = w_;
  std::vector<T> held_;
  random random_;
};

template <class T>
void expect_writer(const ravel::writer<T>& w, std::vector<T> held, std::uint64_t seed) {
  writer_check<T> check(w, held, seed);
  check.elements();
  check.blocks();
  check.views();
  check.refusals();
  check.memory();
  check.restore(held);
}

#define SUPPORT_CONTRACT(T) extern template void expect_writer(const ravel::writer<T>&, std::vector<T>, std::uint64_t);
SUPPORT_CONTRACT_TYPES(SUPPORT_CONTRACT)  // compiled once, in reader_contract.cpp
#undef SUPPORT_CONTRACT

}  // namespace detail

// What w breaks of the contract, given what it holds; empty when nothing.
template <class T>
std::string writer_fault(const ravel::writer<T>& w, const std::vector<T>& held, contract extent = contract::whole, std::uint64_t seed = 1) {
  std::string fault = reader_fault(w, held, extent);
  if (!fault.empty()) return fault;
  try {
    detail::expect_writer(w, held, seed);
  } catch (const detail::broken& b) {
    return b.what;
  } catch (const ravel::error& e) {
    return std::string("it throws: ") + e.what();
  }
  return {};
}

template <class T>
void check_writer(const ravel::writer<T>& w, const std::vector<T>& held, contract extent = contract::whole) {
  REQUIRE(writer_fault(w, held, extent) == "");
}

}  // namespace support
