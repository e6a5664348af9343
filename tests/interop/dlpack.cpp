// SPDX-License-Identifier: BSL-1.0
// DLPack in both directions: every type and layout, what may not be shown, descriptors that lie, and deleters that are called exactly once.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/dlpack.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/require_equal.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

// A tensor as another library would hand it over, which counts how often it is released.
template <class Managed>
struct foreign {
  std::vector<double> values{0, 1, 2, 3, 4, 5};
  std::vector<std::int64_t> shape{2, 3}, strides{3, 1};
  int released = 0;
  Managed managed{};

  foreign() {
    DLTensor& t = managed.dl_tensor;
    t.data = values.data();
    t.device.device_type = kDLCPU;
    t.ndim = 2;
    t.dtype = {2, 64, 1};
    t.shape = shape.data();
    t.strides = strides.data();
    managed.manager_ctx = this;
    managed.deleter = [](Managed* self) { ++static_cast<foreign*>(self->manager_ctx)->released; };
    if constexpr (requires { managed.version; }) managed.version = {1, 0};
  }
};
using legacy = foreign<DLManagedTensor>;
using versioned = foreign<DLManagedTensorVersioned>;

// The same, with elements of any type that stand one byte behind where they should.
template <class Managed, class T>
struct misaligned : foreign<Managed> {
  alignas(T) std::byte memory[6 * sizeof(T) + 1];

  explicit misaligned(const std::vector<T>& elements) {
    std::memcpy(memory + 1, elements.data(), elements.size() * sizeof(T));
    DLTensor& t = this->managed.dl_tensor;
    DLManagedTensor* const known = to_dlpack(tensor<T>{T()});
    t.dtype = known->dl_tensor.dtype;
    known->deleter(known);
    t.data = memory;
    t.byte_offset = 1;
  }
};

}  // namespace

// A dlpack.h that is included after ours is skipped: what it would have named must be there.
static_assert(kDLOpenCL == 4 && kDLROCM == 10 && kDLExtDev == 12 && kDLTrn == 18);
static_assert(kDLFloat8_e3m4 == 7 && kDLFloat8_e8m0fnu == 14 && kDLFloat4_e2m1fn == 17);

TEST_CASE("a tensor goes out by DLPack and comes back without a copy", "[interop]") {
  for (int k = 0; k < static_cast<int>(dtype::other); ++k) {
    const any_tensor x = ones(static_cast<dtype>(k), {2, 3, 4});
    CAPTURE(x.dtype());
    const auto check = [&](const any_tensor& view) {
      DLManagedTensor* const out = to_dlpack(view);
      CHECK(out->dl_tensor.ndim == view.rank());
      CHECK(out->dl_tensor.byte_offset == 0);
      const any_tensor back = from_dlpack(out);
      CHECK(back.dtype() == view.dtype());
      CHECK(back.writable());
      CHECK(equal(back, view));
      CHECK((view.size() == 0 || is_view_of(back, x)));
    };
    check(x);
    check(transpose(x));
    check(x(1, all, slice(1, 2, 2)));
    check(x(0, 0, 0, newaxis));
    check(slice(x, 1, 3, 0));
    check(diagonal(x, 0, 1));
    check(reshape(x, {24}));
    check(select(select(select(x, 0, 0), 0, 0), 0, 0));
  }
}

TEST_CASE("an exported tensor keeps its elements until it is released once", "[interop]") {
  int released = 0;
  struct count {
    int* to;
    explicit count(int* t) : to(t) {}
    count(count&& other) noexcept : to(std::exchange(other.to, nullptr)) {}
    ~count() {
      if (to) ++*to;
    }
  };
  double memory[] = {1, 2, 3, 4};
  DLManagedTensor* out = nullptr;
  {
    const tensor<double> t = wrap(memory, shape{2, 2}, {1, 2}, count(&released));
    out = to_dlpack(t);
  }
  CHECK(released == 0);
  CHECK(out->dl_tensor.data == memory);
  CHECK(out->dl_tensor.strides[0] == 1);
  CHECK(out->dl_tensor.strides[1] == 2);
  out->deleter(out);
  CHECK(released == 1);
}

TEST_CASE("tensors that other libraries cannot be shown", "[interop]") {
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
  const any_tensor x = t;
  CHECK_THROWS_WITH(to_dlpack(flip(x, 0)), ContainsSubstring("negative"));
  CHECK_THROWS_AS(to_dlpack(flip(x, 0)), layout_error);
  CHECK_THROWS_AS(to_dlpack(x + 1), layout_error);
  CHECK_THROWS_AS(to_dlpack(take(x, 1, {2, 0, 1})), layout_error);
  CHECK_THROWS_WITH(to_dlpack(tensor<const double>(t)), ContainsSubstring("to_dlpack_versioned"));
  CHECK_THROWS_AS(to_dlpack(broadcast(x, {4, 3})), layout_error);
  const tensor<double> repeated = wrap(t.data(), shape{4, 3}, {0, 1}, std::make_shared<tensor<double>>(t));
  CHECK_THROWS_WITH(to_dlpack(repeated),
                    ContainsSubstring("[4 3]: several positions are one element") && ContainsSubstring("to_dlpack_versioned"));
  DLManagedTensorVersioned* shown = to_dlpack_versioned(repeated);
  CHECK(shown->flags == DLPACK_FLAG_BITMASK_READ_ONLY);
  CHECK_FALSE(from_dlpack(shown).writable());

  const any_tensor copied = from_dlpack(to_dlpack(flip(x, 0), {.copy = true}));
  CHECK(equal(copied, flip(x, 0)));
  CHECK_FALSE(is_view_of(copied, x));
  DLManagedTensorVersioned* out = to_dlpack_versioned(x + 1, {.copy = true});
  CHECK(out->flags == DLPACK_FLAG_BITMASK_IS_COPIED);
  CHECK(out->version.major == 1);
  CHECK(from_dlpack(out).writable());
  out = to_dlpack_versioned(tensor<const double>(t));
  CHECK(out->flags == DLPACK_FLAG_BITMASK_READ_ONLY);
  CHECK(out->dl_tensor.data == t.data());
  const any_tensor read = from_dlpack(out);
  CHECK_FALSE(read.writable());
  CHECK(equal(read, t));
  CHECK_THROWS_AS(from_dlpack<double>(to_dlpack_versioned(tensor<const double>(t))), layout_error);
  const auto again = from_dlpack<const double>(to_dlpack_versioned(tensor<const double>(t)));
  CHECK(again.data() == t.data());
  out = to_dlpack_versioned(broadcast(x, {2, 3}));
  CHECK(out->flags == DLPACK_FLAG_BITMASK_READ_ONLY);
  out->deleter(out);

  DLManagedTensor* const bools = to_dlpack(tensor<bool>{true}, {.bools_as_uint8 = true});
  CHECK(from_dlpack(bools).dtype() == dtype::uint8);
  DLManagedTensor* const nothing = to_dlpack(zeros<int>({0, 3}));
  CHECK(nothing->dl_tensor.data == nullptr);
  CHECK(from_dlpack(nothing).shape() == shape{0, 3});
}

TEST_CASE("half floats go out and come back as they are", "[interop]") {
  const auto check = [](auto one, std::uint8_t code) {
    using half = decltype(one);
    const tensor<half> t(dims::row_major({2, 2}), buffer<half>{half(0.5), half(-2), half(65504), one});
    DLManagedTensor* const out = to_dlpack(t);
    CHECK((out->dl_tensor.dtype.code == code && out->dl_tensor.dtype.bits == 16));
    CHECK(out->dl_tensor.data == t.data());
    const any_tensor shown = from_dlpack(out);
    CHECK(shown.dtype() == dtype_of<half>());
    CHECK(shown.writable());
    const tensor<const half> seen = as<half>(shown);
    CHECK(seen.data() == t.data());
    CHECK(equal(shown, tensor<float>{{0.5f, -2}, {float(half(65504)), 1}}));
    DLManagedTensor* const again = to_dlpack(shown(all, 1));
    CHECK((again->dl_tensor.dtype.code == code && again->dl_tensor.data == &t.data()[1] && again->dl_tensor.strides[0] == 2));
    again->deleter(again);
    CHECK_THROWS_AS(to_dlpack(shown + 0), layout_error);  // computed, of float32
    const tensor<half> back = from_dlpack<half>(to_dlpack_versioned(t));
    back(0, 0) = half(3);
    CHECK(t(0, 0) == 3);
    const tensor<const half> read = t;
    CHECK_THROWS_WITH(to_dlpack(read), ContainsSubstring("to_dlpack_versioned"));
    CHECK_THROWS_AS(from_dlpack<half>(to_dlpack_versioned(read)), layout_error);
    const tensor<const half> shared = from_dlpack<const half>(to_dlpack_versioned(read));
    CHECK(shared.data() == t.data());
    CHECK_THROWS_WITH(to_dlpack(flip(t, 0)), ContainsSubstring("negative"));
    CHECK(from_dlpack<half>(to_dlpack(flip(t, 0), {.copy = true}))(0, 1) == 1);
    CHECK(from_dlpack<const float>(to_dlpack(t))(0, 1) == -2);
    CHECK_THROWS_WITH(from_dlpack<float>(to_dlpack(t)), ContainsSubstring(std::string(name(dtype_of<half>())) + ", not float32"));
    CHECK_THROWS_AS(from_dlpack<half>(to_dlpack(tensor<float>{1})), type_error);
    CHECK_THROWS_AS(from_dlpack<float>(to_dlpack(tensor<double>{1})), type_error);
  };
  check(float16(1), kDLFloat);
  check(bfloat16(1), kDLBfloat);
  legacy wrong;
  wrong.managed.dl_tensor.dtype = {2, 16, 1};
  CHECK_THROWS_AS(from_dlpack<bfloat16>(&wrong.managed), type_error);
  CHECK(wrong.released == 1);
}

TEST_CASE("tensors of others, released with the last handle", "[interop]") {
  legacy from;
  {
    const tensor<double> t = from_dlpack<double>(&from.managed);
    CHECK(t.data() == from.values.data());
    t(1, 2) = 50;
    const auto row = t(1, all);
    CHECK(from.released == 0);
    CHECK(row(2) == 50);
  }
  CHECK(from.values[5] == 50);
  CHECK(from.released == 1);

  versioned marked;
  marked.managed.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  {
    const any_tensor x = from_dlpack(&marked.managed);
    CHECK_FALSE(x.writable());
    CHECK(x(1, 1) == 4.0);
  }
  CHECK(marked.released == 1);

  legacy turned;
  turned.strides = {-3, -1};
  turned.managed.dl_tensor.byte_offset = 40;
  REQUIRE_EQUAL(from_dlpack<double>(&turned.managed), {5, 4, 3, 2, 1, 0});
  CHECK(turned.released == 1);
  legacy plain;
  plain.managed.dl_tensor.strides = nullptr;
  plain.managed.deleter = nullptr;
  REQUIRE_EQUAL(from_dlpack<const double>(&plain.managed), {0, 1, 2, 3, 4, 5});
  legacy one;
  one.managed.dl_tensor.ndim = 0;
  one.managed.dl_tensor.shape = nullptr;
  CHECK(from_dlpack<double>(&one.managed)() == 0);
  legacy none;
  none.shape = {0, 3};
  none.managed.dl_tensor.data = nullptr;
  CHECK(from_dlpack(&none.managed).size() == 0);
  CHECK(none.released == 1);
}

TEST_CASE("descriptors that lie are refused, and released once", "[interop]") {
  const auto refused = [](auto change) {
    legacy from;
    change(from);
    CHECK_THROWS_AS(from_dlpack(&from.managed), error);
    CHECK(from.released == 1);
  };
  refused([](auto& f) { f.managed.dl_tensor.device.device_type = static_cast<DLDeviceType>(2); });
  refused([](auto& f) { f.managed.dl_tensor.dtype = {2, 8, 1}; });
  refused([](auto& f) { f.managed.dl_tensor.dtype = {4, 32, 1}; });
  refused([](auto& f) { f.managed.dl_tensor.dtype = {2, 64, 4}; });
  refused([](auto& f) { f.managed.dl_tensor.dtype = {9, 9, 9}; });
  refused([](auto& f) { f.managed.dl_tensor.ndim = -1; });
  refused([](auto& f) { f.managed.dl_tensor.ndim = 1 << 30; });
  refused([](auto& f) { f.managed.dl_tensor.shape = nullptr; });
  refused([](auto& f) { f.shape = {2, -3}; });
  refused([](auto& f) { f.shape = {std::int64_t{1} << 40, std::int64_t{1} << 40}; });
  refused([](auto& f) { f.shape = {2, INT64_MAX}; });
  refused([](auto& f) { f.strides = {INT64_MAX, 1}; });
  refused([](auto& f) { f.managed.dl_tensor.data = nullptr; });
  refused([](auto& f) { f.managed.dl_tensor.byte_offset = 1; });
  refused([](auto& f) { f.managed.dl_tensor.byte_offset = UINT64_MAX - 7; });
  refused([](auto& f) { f.strides = {-(index_t{1} << 58), 1}; });
  versioned newer;
  newer.managed.version = {2, 0};
  newer.managed.dl_tensor.ndim = -5;
  CHECK_THROWS_WITH(from_dlpack(&newer.managed), ContainsSubstring("2.0"));
  CHECK(newer.released == 1);
  versioned minor;
  minor.managed.version = {1, 9};
  CHECK(from_dlpack(&minor.managed).size() == 6);
  CHECK(minor.released == 1);
  legacy other;
  CHECK_THROWS_AS(from_dlpack<float>(&other.managed), type_error);
  CHECK(other.released == 1);
  CHECK_THROWS_AS(from_dlpack(static_cast<DLManagedTensor*>(nullptr)), value_error);
}

TEMPLATE_TEST_CASE("misaligned elements are refused, or copied where that is asked for", "[interop]", DLManagedTensor,
                   DLManagedTensorVersioned) {
  using of_doubles = misaligned<TestType, double>;
  const std::vector<double> values{0, 1, 2, 3, 4, 5};
  {
    of_doubles refused(values), typed(values), read(values);
    CHECK_THROWS_WITH(from_dlpack(&refused.managed), ContainsSubstring("from_dlpack: ") && ContainsSubstring("{.copy = true}"));
    CHECK_THROWS_AS(from_dlpack<double>(&typed.managed), layout_error);
    CHECK_THROWS_AS(from_dlpack<const double>(&read.managed, {.copy = false}), layout_error);
    CHECK((refused.released == 1 && typed.released == 1 && read.released == 1));
  }
  of_doubles any(values), typed(values), read(values);
  const any_tensor x = from_dlpack(&any.managed, {.copy = true});
  CHECK(any.released == 1);  // nothing is left that needs it
  CHECK(x.writable());
  CHECK(equal(x, tensor<double>{{0, 1, 2}, {3, 4, 5}}));
  const tensor<double> t = from_dlpack<double>(&typed.managed, {.copy = true});
  CHECK(typed.released == 1);
  t(1, 2) = 50;
  REQUIRE_EQUAL(t, {0, 1, 2, 3, 4, 50});
  REQUIRE_EQUAL(from_dlpack<const double>(&read.managed, {.copy = true}), {0, 1, 2, 3, 4, 5});
  CHECK(read.released == 1);

  // Any strides, among them one that shows an element twice; and what has no elements, or no axes.
  const auto copied = [&](std::vector<std::int64_t> extents, std::vector<std::int64_t> strides, std::uint64_t first) {
    of_doubles from(values);
    from.shape = extents;
    from.strides = strides;
    from.managed.dl_tensor.ndim = static_cast<std::int32_t>(extents.size());
    from.managed.dl_tensor.shape = from.shape.data();
    from.managed.dl_tensor.strides = from.strides.data();
    from.managed.dl_tensor.byte_offset = 1 + 8 * first;
    const tensor<double> got = from_dlpack<double>(&from.managed, {.copy = true});
    CHECK(from.released == 1);
    CHECK(got.shape() == shape(ints(extents)));
    return got;
  };
  REQUIRE_EQUAL(copied({2, 3}, {-3, -1}, 5), {5, 4, 3, 2, 1, 0});
  REQUIRE_EQUAL(copied({3, 2}, {1, 3}, 0), {0, 3, 1, 4, 2, 5});
  REQUIRE_EQUAL(copied({2, 2}, {0, 2}, 1), {1, 3, 1, 3});
  REQUIRE_EQUAL(copied({}, {}, 4), {4});
  of_doubles packed(values), nowhere(values), empty(values);
  empty.shape = {0, 3};
  CHECK(from_dlpack(&empty.managed).size() == 0);
  CHECK(empty.released == 1);
  packed.managed.dl_tensor.strides = nullptr;
  REQUIRE_EQUAL(from_dlpack<double>(&packed.managed, {.copy = true}), {0, 1, 2, 3, 4, 5});
  nowhere.strides = {INT64_MAX, 1};
  CHECK_THROWS_AS(from_dlpack(&nowhere.managed, {.copy = true}), error);
  CHECK(nowhere.released == 1);

  // What is aligned is shared all the same.
  foreign<TestType> aligned;
  const tensor<double> shared = from_dlpack<double>(&aligned.managed, {.copy = true});
  CHECK((shared.data() == aligned.values.data() && aligned.released == 0));
}

TEMPLATE_TEST_CASE("misaligned elements of every type", "[interop]", std::int16_t, std::int32_t, std::int64_t, std::uint16_t, std::uint32_t,
                   std::uint64_t, float, double, std::complex<float>, std::complex<double>, float16, bfloat16) {
  using T = TestType;
  const std::vector<T> values{T(0), T(1), T(2), T(3), T(4), T(5)};
  misaligned<DLManagedTensor, T> refused(values), from(values);
  CHECK_THROWS_AS(from_dlpack(&refused.managed), layout_error);
  const any_tensor x = from_dlpack(&from.managed, {.copy = true});
  CHECK((refused.released == 1 && from.released == 1));
  CHECK(x.dtype() == dtype_of<T>());
  const tensor<const T> got = as<T>(x);
  CHECK((got(0, 1) == T(1) && got(1, 2) == T(5)));
}

TEST_CASE("a copy of misaligned elements can be written as far as the producer says", "[interop]") {
  for (const bool read_only : {false, true}) {
    misaligned<DLManagedTensorVersioned, float> from({0, 1, 2, 3, 4, 5}), typed({0, 1, 2, 3, 4, 5});
    from.managed.flags = typed.managed.flags = read_only ? DLPACK_FLAG_BITMASK_READ_ONLY : 0;
    CHECK(from_dlpack(&from.managed, {.copy = true}).writable() == !read_only);
    if (read_only) CHECK_THROWS_AS(from_dlpack<float>(&typed.managed, {.copy = true}), layout_error);
    if (!read_only) CHECK(from_dlpack<float>(&typed.managed, {.copy = true})(1, 2) == 5);
    CHECK((from.released == 1 && typed.released == 1));
  }
}

TEST_CASE("allocations that fail release what was handed over once", "[interop]") {
  const tensor<double> t{{1, 2}, {3, 4}};
  int runs = 0, released = 0;
  support::fail_each_allocation([&] {
    static int* counter;
    counter = &released;
    DLManagedTensor* out = to_dlpack(t);
    static void (*release)(DLManagedTensor*);
    release = out->deleter;
    out->deleter = [](DLManagedTensor* self) {
      ++*counter;
      release(self);
    };
    ++runs;
    static_cast<void>(from_dlpack(out));
  });
  CHECK(runs > 1);
  CHECK(released == runs);

  misaligned<DLManagedTensorVersioned, double> from({0, 1, 2, 3, 4, 5});
  runs = 0;
  support::fail_each_allocation([&] {
    ++runs;
    static_cast<void>(from_dlpack<double>(&from.managed, {.copy = true}));
  });
  CHECK(runs > 2);
  CHECK(from.released == runs);
}
