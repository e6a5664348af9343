// SPDX-License-Identifier: BSL-1.0
// Stores past the cache: every byte arrives, for elements of every size at every offset; and what writes large targets gives the same bits
// with them as without.
#include "exec/past_cache.hpp"

#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/combinations.hpp>
#include <support/executors.hpp>

#include <algorithm>
#include <complex>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

using namespace ravel;

namespace {

// Every target is large in its scope.
class small_cache {
 public:
  small_cache() : before_(std::exchange(detail::least_bytes_past_cache(), 1)) {}
  ~small_cache() { detail::least_bytes_past_cache() = before_; }
  small_cache(const small_cache&) = delete;
  small_cache& operator=(const small_cache&) = delete;

 private:
  const index_t before_;
};

void check_copy(index_t bytes, index_t from_offset, index_t offset) {
  std::vector<std::byte> from(static_cast<std::size_t>(from_offset + bytes));
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 37 + i / 251);
  std::vector<std::byte> wanted(static_cast<std::size_t>(offset + bytes + 64), std::byte{0xee}), found = wanted;
  std::copy(from.begin() + from_offset, from.end(), wanted.begin() + offset);
  detail::copy_past_cache(from.data() + from_offset, bytes, found.data() + offset);
  INFO(bytes << " bytes, from offset " << from_offset << " to offset " << offset);
  REQUIRE(found == wanted);
}

// Bytes, so that NaN and the sign of zero count.
template <class R>
std::vector<std::byte> bytes_of(const R& r) {
  const auto values = clone(r);
  std::vector<std::byte> bytes(static_cast<std::size_t>(values.size()) * sizeof(*values.data()));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// write(first element of the target): gives what it has written.
template <class Write>
void check_same_bytes(const std::string& what, const Write& write) {
  const auto check = [&](index_t offset, index_t threads) {
    const auto wanted = bytes_of(write(offset));
    const small_cache now;
    const support::rules_of_tasks rules(support::share_all);
    INFO(what << " from element " << offset << " on, by " << threads << " threads");
    REQUIRE(bytes_of(with_threads(threads, [&] { return clone(write(offset)); })) == wanted);
  };
  support::each_combination(check, std::vector<index_t>{0, 1, 3}, std::vector<index_t>{1, 3});
}

template <class T>
void check_type(const std::string& name) {
  for (const index_t n : {4, 1025, 70001}) {
    const tensor<T> x = clone(cast<T>(random_integers<int>({n}, 0, 40, 3)));
    const auto into = [&](const auto& write) {
      return [&, write](index_t offset) {
        const tensor<T> whole = full<T>({n + 4}, T{7}), target = slice(whole, 0, offset, n);
        write(target);
        return whole;
      };
    };
    check_same_bytes(name + ": copy", into([&](const tensor<T>& to) { copy(x, to); }));
    check_same_bytes(name + ": reversed", into([&](const tensor<T>& to) { copy(reverse(x), to); }));
    check_same_bytes(name + ": fill", into([&](const tensor<T>& to) { fill(to, T{3}); }));
    check_same_bytes(name + ": a function", into([&](const tensor<T>& to) { copy(cast<T>(x + x), to); }));
    check_same_bytes(name + ": in place", into([&](const tensor<T>& to) { to += x; }));
    check_same_bytes(name + ": of the target", into([&](const tensor<T>& to) { copy(cast<T>(reverse(to) + x), to); }));
    check_same_bytes(name + ": of another type",
                     into([&](const tensor<T>& to) { copy(cast<T>(random_integers<int>({n}, 0, 40, 3)), to); }));
    check_same_bytes(name + ": of a reader", into([&](const tensor<T>& to) { copy(cast<T>(flat(x) + flat(x)), flat(to)); }));
    check_same_bytes(name + ": shifted in place", [&](index_t offset) {
      const tensor<T> whole = clone(x);
      copy(slice(whole, 0, 0, n - 4), slice(whole, 0, offset, n - 4));
      return whole;
    });
    check_same_bytes(name + ": clone", [&](index_t) { return clone(cast<T>(x + x)); });
  }
}

}  // namespace

TEST_CASE("every byte goes past the cache to its place", "[exec]") {
  for (const index_t bytes : {0, 1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 2048, 4111}) {
    for (const index_t from_offset : {0, 1, 8, 33}) {
      for (const index_t offset : {0, 1, 2, 4, 8, 16, 24, 33, 48, 63}) check_copy(bytes, from_offset, offset);
    }
  }
}

TEST_CASE("large targets have the same bits past the cache", "[exec]") {
  check_type<std::int8_t>("int8");
  check_type<std::uint16_t>("uint16");
  check_type<float>("float32");
  check_type<double>("float64");
  check_type<std::complex<double>>("complex128");
}

TEST_CASE("strings are copied one by one into large targets", "[exec]") {
  const small_cache now;
  const tensor<std::string> words = full<std::string>({2000}, "a word that is too long for its handle"),
                            copied = full<std::string>({2000}, "");
  copy(words, copied);
  CHECK(equal(words, copied));
}
