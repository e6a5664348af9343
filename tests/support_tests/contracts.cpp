// SPDX-License-Identifier: BSL-1.0
// The contracts find what is broken, and REQUIRE_EQUAL what differs.
#include <ravel/any/any_tensor.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

namespace {

using ravel::index_t;

enum class flaw {
  none,
  element,
  size,
  block,
  scratch,
  middle_of_the_room,
  memory,
  constant,
  sorted,
  progression,
  slice,
  lost_write,
  stray_write
};

// Holds 2000 numbers and keeps the contract, but for one flaw.
class flawed final : public ravel::detail::node<std::int64_t> {
 public:
  static constexpr index_t size = 2000;
  explicit flawed(flaw f) : node(facts(f), lent(f)), flaw_(f), values_(support::samples<std::int64_t>(size)) {}

  std::int64_t at(index_t i) const override { return values_[static_cast<std::size_t>(i)] ^ (flaw_ == flaw::element && i == 1234 ? 1 : 0); }
  void store(index_t start, index_t n, const void* given) const override {
    const auto* const values = static_cast<const std::int64_t*>(given);
    if (flaw_ == flaw::stray_write) values_[0] = 1;
    for (index_t i = 0; i < n - (flaw_ == flaw::lost_write && n > 3 ? 1 : 0); ++i) values_[static_cast<std::size_t>(start + i)] = values[i];
  }
  ravel::detail::overlap meets(const ravel::detail::target_memory&) const override { return ravel::detail::overlap::arbitrary; }
  bool sorted() const override { return flaw_ == flaw::sorted; }
  bool is_progression(ravel::detail::progression& found) const override { return found = {0, 1}, flaw_ == flaw::progression; }
  ravel::detail::shared_untyped sliced(index_t start, index_t count, index_t step, const ravel::detail::shared_untyped&) const override {
    if (flaw_ != flaw::slice) return nullptr;
    if (step == -7) return ravel::detail_access::shared(ravel::generate(count, [](index_t) { return std::int64_t{1}; }));
    return ravel::detail::slice_of(std::make_shared<flawed>(flaw::none), ravel::slice(start, count, step));
  }

 protected:
  ravel::block<const std::int64_t> produce(index_t start, index_t n, std::int64_t* out, ravel::detail::arena& from) const override {
    if (flaw_ == flaw::scratch) ravel::detail::scratch<std::int64_t>(from, n).data()[0] = 1;
    for (index_t i = 0; i < n; ++i) out[i] = at(start + i);
    if (flaw_ == flaw::block && n == 1024) out[1000] = 0;
    if (flaw_ == flaw::middle_of_the_room) {
      std::reverse(out, out + n);
      return {out + n - 1, -1};
    }
    return {out, 1};
  }

 private:
  static ravel::detail::node_facts facts(flaw f) { return {.size = f == flaw::size ? size + 1 : size, .immutable = f == flaw::constant}; }
  static ravel::block<const std::int64_t> lent(flaw f) {
    static const std::vector<std::int64_t> other(2000, 3);
    if (f == flaw::memory) return {other.data(), 1};
    return {f == flaw::constant ? other.data() : nullptr, 0};
  }

  flaw flaw_;
  mutable std::vector<std::int64_t> values_;
};

std::string fault_of(flaw f) {
  const ravel::detail::source<std::int64_t> node = std::make_shared<flawed>(f);
  return support::writer_fault(ravel::detail_access::wrap<ravel::writer<std::int64_t>>(node), support::samples<std::int64_t>(flawed::size));
}

}  // namespace

TEST_CASE("a writer without a flaw keeps the contract") { CHECK(fault_of(flaw::none) == ""); }

TEST_CASE("each flaw is found, and named") {
  CHECK(fault_of(flaw::element) == "element 1234 differs");
  CHECK(fault_of(flaw::size) == "size is 2001 and not 2000");
  for (const flaw f : {flaw::block, flaw::scratch, flaw::middle_of_the_room, flaw::memory, flaw::constant, flaw::sorted, flaw::progression,
                       flaw::slice, flaw::lost_write, flaw::stray_write}) {
    INFO(static_cast<int>(f));
    CHECK(fault_of(f) != "");
  }
}

TEST_CASE("the first difference is found") {
  const ravel::buffer<int> b{1, 2, 3};
  CHECK(support::first_difference(b, std::vector<int>{1, 2, 3}) == "");
  CHECK(support::first_difference(std::vector<double>{1, 2, 4}, b) == "element 2: 4.0 and 3");
  CHECK(support::first_difference(b, {1, 5, 3}) == "element 1: 2 and 5");
  CHECK(support::first_difference(b, {1, 2}) == "sizes 3 and 2");
  CHECK(support::first_difference(std::vector<int>{-1}, std::vector<unsigned>{0xffffffff}) != "");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(support::first_difference(std::vector<double>{nan, 0.0}, std::vector<double>{nan, -0.0}) == "");
  CHECK(support::first_difference(std::vector<double>{nan}, std::vector<double>{1.0}) != "");
}

TEST_CASE("shapes and element types count") {
  const auto t = ravel::zeros<int>({2, 3});
  CHECK(support::first_difference(t, ravel::zeros<int>({2, 3})) == "");
  CHECK(support::first_difference(t, ravel::zeros<int>({3, 2})) == "shapes [2 3] and [3 2]");
  CHECK(support::first_difference(reshape(t, {6}), ravel::flat(t)) == "");
  CHECK(support::first_difference(reshape(t, {1, 6}), ravel::flat(t)) == "shapes [1 6] and [6]");
  CHECK(support::first_difference(t, ravel::zeros<std::int64_t>({2, 3})) == "element types int32 and int64");
  CHECK(support::first_difference(ravel::make_buffer<float>(2, 1), ravel::make_buffer<double>(2, 1)) ==
        "element types float32 and float64");
  // Neither a vector nor a list says how its elements lie, or what type another has.
  CHECK(support::first_difference(t, std::vector<double>(6)) == "");
  CHECK(support::first_difference(t, {0, 0, 0, 0, 0, 0}) == "");
}
