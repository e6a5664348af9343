// SPDX-License-Identifier: BSL-1.0
// .npy files against NumPy in both directions, and files that lie: every header that is cut, every claim that the file cannot
// keep.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/npy.hpp>
#include <ravel/interop/safetensors.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/folder.hpp>
#include <support/memory_limit.hpp>
#include <support/numpy.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <array>
#include <filesystem>
#include <span>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using support::folder;
using support::read_file;
using support::write_file;

namespace {

std::string npy(const std::string& dict, const std::string& data, char major = 1, char minor = 0) {
  std::string header = "\x93NUMPY";
  header += major;
  header += minor;
  header += static_cast<char>(dict.size() & 0xff);
  header += static_cast<char>(dict.size() >> 8);
  if (major > 1) header += std::string(2, '\0');
  return header + dict + data;
}
std::string dict(const std::string& descr, const std::string& shape, const std::string& order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

// Small whole numbers, in row-major order, of a formula that both sides know.
any_tensor known_values(dtype type, const shape& extents) {
  const index_t n = extents.elements();
  const any_tensor counted = arange(dtype::int64, 0, n) % any_scalar(type == dtype::bool_ ? 2 : 100);
  return clone(reshape(cast(counted, type), extents));
}

constexpr const char* known_values_in_python = R"(
types = ['bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float32', 'float64',
         'complex64', 'complex128', 'float16']
shapes = [(), (0,), (1,), (5,), (2, 3), (3, 0, 2), (2, 3, 4), (1, 2, 1, 2, 1)]
def known(t, s):
    n = int(np.prod(s))
    return (np.arange(n) % (2 if t == 'bool' else 100)).astype(t).reshape(s)
)";
const std::vector<dtype> known_types{dtype::bool_,   dtype::int8,      dtype::int16,      dtype::int32,  dtype::int64,
                                     dtype::uint8,   dtype::uint16,    dtype::uint32,     dtype::uint64, dtype::float32,
                                     dtype::float64, dtype::complex64, dtype::complex128, dtype::float16};
const std::vector<shape> known_shapes{{}, {0}, {1}, {5}, {2, 3}, {3, 0, 2}, {2, 3, 4}, {1, 2, 1, 2, 1}};

}  // namespace

TEST_CASE("files of NumPy are read: every type, shape, order, byte order and version", "[interop]") {
  const folder at;
  const std::string program = std::string(known_values_in_python) + R"(
def write_all(_):
    for t in types:
        for k, s in enumerate(shapes):
            x = known(t, s)
            for name, array in [('c', x), ('f', np.array(x, order='F')), ('big', x.astype(x.dtype.newbyteorder('>'))), ('little', x.astype(x.dtype.newbyteorder('<')))]:
                np.save(')" + at.path() +
                              R"(/%s_%d_%s.npy' % (t, k, name), array)
    for major in (1, 2, 3):
        with open(')" + at.path() +
                              R"(/version%d.npy' % major, 'wb') as f:
            np.lib.format.write_array(f, known('float64', (2, 3)), (major, 0))
    return 1
)";
  const auto answers = support::ask_numpy(program, {{"write_all", {{0}}}});
  if (!answers) {
    WARN("there is no NumPy: skipped");
    return;
  }
  REQUIRE((answers->size() == 1 && answers->front()));
  for (const dtype type : known_types) {
    for (std::size_t k = 0; k < known_shapes.size(); ++k) {
      for (const std::string how : {"c", "f", "big", "little"}) {
        const std::string path = at / (std::string(name(type)) + "_" + std::to_string(k) + "_" + how + ".npy");
        CAPTURE(path);
        const any_tensor x = load_npy(path);
        CHECK(x.dtype() == type);
        CHECK(equal(x, known_values(type, known_shapes[k])));
        CHECK_FALSE(x.writable());
        if (how == "c" && type != dtype::bool_) CHECK(x.layout() == layout::contiguous);
        if (how == "f" && type != dtype::bool_) CHECK((x.layout() == layout::strided || x.layout() == layout::contiguous));
      }
    }
  }
  for (const char* version : {"version1.npy", "version2.npy", "version3.npy"})
    CHECK(equal(load_npy(at / version), known_values(dtype::float64, {2, 3})));
  const tensor<const double> mapped = load_npy<double>(at / "float64_6_c.npy");
  CHECK(mapped(1, 2, 3) == 23);
  CHECK(reinterpret_cast<std::uintptr_t>(mapped.data()) % 64 == 0);
  CHECK(describe(mapped).owner == owner_kind::shared);
  CHECK_THROWS_AS(load_npy<float>(at / "float64_6_c.npy"), type_error);
  CHECK_THROWS_WITH(load_npy<float>(at / "float64_6_c.npy"), ContainsSubstring("float64") && ContainsSubstring("float32"));
}

TEST_CASE("NumPy and Ravel read saved files", "[interop]") {
  const folder at;
  for (const dtype type : known_types) {
    std::map<std::string, any_tensor> archive;
    for (std::size_t k = 0; k < known_shapes.size(); ++k) {
      const any_tensor x = known_values(type, known_shapes[k]);
      const std::string path = at / (std::string(name(type)) + "_" + std::to_string(k) + ".npy");
      save_npy(path, x);
      CHECK(equal(load_npy(path), x));
      CHECK(read_file(path).size() == 128 + static_cast<std::size_t>(x.size()) * size_of(type));
      save_npy(at / (std::string(name(type)) + "_" + std::to_string(k) + "_turned.npy"), transpose(clone(transpose(x))));
      archive["a" + std::to_string(k)] = x;
    }
    save_npz(at / (std::string(name(type)) + ".npz"), archive);
    const auto loaded = load_npz(at / (std::string(name(type)) + ".npz"));
    CHECK(loaded.size() == std::ssize(archive));
    for (const auto& [key, x] : archive) CHECK(equal(loaded.at(key), x));
    if (type != dtype::bool_) CHECK(loaded.at("a6").layout() == layout::contiguous);  // mapped, at a multiple of 64
  }
  save_npy(at / "lazy.npy", tensor<int>{1, 2} + 1);
  save_npy(at / "reader.npy", buffer<double>{1.5, 2.5});
  const std::string program = std::string(known_values_in_python) + R"(
def same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b)
def check_all(_):
    at, right = ')" + at.path() +
                              R"(/', 0
    for t in types:
        archive = np.load(at + t + '.npz')
        for k, s in enumerate(shapes):
            x = known(t, s)
            right += same(np.load(at + '%s_%d.npy' % (t, k)), x) and same(np.load(at + '%s_%d_turned.npy' % (t, k)), x) and same(archive['a%d' % k], x)
    return right + same(np.load(at + 'lazy.npy'), np.array([2, 3], 'int32')) + same(np.load(at + 'reader.npy'), np.array([1.5, 2.5]))
)";
  const auto answers = support::ask_numpy(program, {{"check_all", {{0}}}});
  if (!answers) return;
  REQUIRE((answers->size() == 1 && answers->front()));
  CHECK(answers->front()->front() == 14 * 8 + 2);
}

TEST_CASE("a vector, an array and a span are saved in one axis", "[interop]") {
  const folder at;
  const std::string path = at / "x.npy";
  const std::vector<float> v{1.5F, -2, 3};
  save_npy(path, v);
  const tensor<const float> loaded = load_npy<float>(path);
  CHECK(loaded.shape() == shape{3});
  CHECK(equal(loaded, v));
  save_npy(path, std::vector<std::int32_t>());
  CHECK(load_npy<std::int32_t>(path).shape() == shape{0});
  save_npy(path, std::span<const float>(v).last(2), {.sync = true});
  CHECK(equal(load_npy<float>(path), std::array<float, 2>{-2, 3}));
  CHECK_THROWS_WITH(save_npy(path, std::vector<std::string>{"a"}), path + ": elements of string have no place in a .npy file");
  CHECK(load_npy(path).size() == 2);  // the old file stays
}

TEST_CASE("half floats are saved, mapped and written as they are", "[interop]") {
  const folder at;
  const std::string path = at / "x.npy";
  const any_tensor x = cast(any_tensor(tensor<double>{{0.1, 1000, -2}, {65504, 0x1p-24, 0}}), dtype::float16);
  save_npy(path, x(all, slice(2, 3, -1)));
  const any_tensor loaded = load_npy(path);
  CHECK(loaded.dtype() == dtype::float16);
  CHECK(equal(loaded, flip(x, 1)));
  const tensor<const float16> typed = load_npy<float16>(path), mapped = as<float16>(loaded);
  CHECK(mapped.layout() == layout::contiguous);
  CHECK(mapped.data() != nullptr);  // and no function of something else
  CHECK(equal(typed, mapped));
  CHECK(equal(load_npy<float>(path), x(all, slice(2, 3, -1))));

  save_npz(at / "x.npz", {{"a", x}, {"b", transpose(x)}});
  const auto arrays = load_npz(at / "x.npz");
  CHECK((arrays.at("a").dtype() == dtype::float16 && equal(arrays.at("b"), transpose(x))));

  const any_tensor written = map_npy_for_writing(path, dtype::float16, {2, 3});
  written(0, all) = x(0, all);
  written(1, all) = 0.25;
  flush(written);
  CHECK(load_npy(path)(1, 2) == 0.25);
  CHECK(equal(load_npy(path)(0, all), x(0, all)));
  CHECK(map_npy_for_writing<float16>(path, {2}).size() == 2);

  const any_tensor brain = ones(dtype::bfloat16, {2});
  CHECK_THROWS_WITH(save_npy(path, brain), path + ": NumPy has no bfloat16: save cast(x, dtype::float32)");
  CHECK_THROWS_WITH(save_npz(path, {{"a", brain}}), path + ", member \"a\": NumPy has no bfloat16: save cast(x, dtype::float32)");
  CHECK_THROWS_WITH(map_npy_for_writing(path, dtype::bfloat16, {2}), ContainsSubstring(path + ": NumPy has no bfloat16"));
  CHECK(load_npy(path).size() == 2);  // the old file stays
}

TEST_CASE("a failed save is an error that names the file", "[interop]") {
  const folder at;
  const std::string path = at / "x";
  const any_tensor words = tensor<std::string>{"a"};
  CHECK_THROWS_WITH(save_npy(path, words), path + ": elements of string have no place in a .npy file");
  CHECK_THROWS_WITH(save_npz(path, {{"w", words}}), path + ", member \"w\": elements of string have no place in a .npy file");
  CHECK_THROWS_WITH(save_npz(path, {{"", any_tensor(tensor<int>{1})}}), ContainsSubstring(path + ", member \"\": a name of 0 bytes"));
  CHECK_THROWS_WITH(save_safetensors(path, {{"w", words}}), ContainsSubstring(path + ": \"w\" has elements of string"));
  // What is computed while it is written may fail as late.
  const any_tensor quotients = any_tensor(tensor<int>{1, 2}) / any_tensor(tensor<int>{1, 0});
  CHECK_THROWS_WITH(save_npy(path, quotients), ContainsSubstring(path + ": ") && ContainsSubstring("divided"));
  CHECK_THROWS_AS(save_npz(path, {{"q", quotients}}), value_error);
  CHECK_THROWS_AS(save_safetensors(path, {{"q", quotients}}), value_error);
  CHECK_THROWS_AS(save_npy(at / "no/folder", words), io_error);
  CHECK(at.files() == 0);
}

TEST_CASE("headers as others write them", "[interop]") {
  const folder at;
  const std::string path = at / "x.npy", data(48, '\0');
  const auto reads = [&](const std::string& dict_text, const shape& expected) {
    CAPTURE(dict_text);
    write_file(path, npy(dict_text, data));
    CHECK(load_npy(path).shape() == expected);
  };
  reads("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", {2, 3});
  reads("{\"shape\":(2,3),\"fortran_order\":True,\"descr\":\"<f8\"}", {2, 3});
  reads("{'descr': 'f8', 'fortran_order': False, 'shape': (2L, 3L)}    \n", {2, 3});
  reads("{'descr': '=f8', 'fortran_order': False, 'shape': ()}", {});
  reads("{'descr': '|u1', 'fortran_order': False, 'shape': (6,)}", {6});  // bytes after the data are not ours
  reads("{'descr': '?', 'fortran_order': False, 'shape': (0, 4611686018427387904)}", {0, index_t{1} << 62});
  // The keys come in any order.
  const std::string counted = [] {
    const double values[] = {0, 1, 2, 3, 4, 5};
    return std::string(reinterpret_cast<const char*>(values), sizeof(values));
  }();
  write_file(path, npy("{'fortran_order': True, 'shape': (2, 3), 'descr': '<f8'}", counted));
  REQUIRE_EQUAL(load_npy<double>(path), tensor<double>{{0, 2, 4}, {1, 3, 5}});
  // At an odd address the elements are put in order.
  for (std::size_t k = 0; k < 9; ++k) {
    std::string bytes(24, '\0');
    const double values[] = {1.5, -2, 1e300};
    std::memcpy(bytes.data(), values, 24);
    write_file(path, npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}" + std::string(k, ' '), bytes));
    REQUIRE_EQUAL(load_npy<double>(path), {1.5, -2, 1e300});
  }
  // A byte of a bool need not be 0 or 1.
  write_file(path, npy(dict("|b1", "(4,)"), std::string("\0\1\2\xff", 4)));
  REQUIRE_EQUAL(load_npy<bool>(path), {false, true, true, true});
  write_file(path, npy(dict(">c8", "(1,)"), std::string("\x3f\x80\0\0\xc0\0\0\0", 8)));
  CHECK(load_npy<std::complex<float>>(path)(0) == std::complex<float>(1, -2));
}

TEST_CASE("files that lie are io_errors that name them", "[interop]") {
  const folder at;
  const std::string path = at / "x.npy", data(48, '\0');
  const auto refused = [&](const std::string& bytes) {
    CAPTURE(bytes.substr(0, 200));
    write_file(path, bytes);
    try {
      static_cast<void>(load_npy(path));
      FAIL_CHECK("it was read");
    } catch (const io_error& e) {
      CHECK_THAT(e.what(), ContainsSubstring(path));
    } catch (const type_error& e) {
      CHECK_THAT(e.what(), ContainsSubstring(path));
    }
  };
  for (const char* extents : {"(7,)", "(4611686018427387904,)", "(4611686018427387904, 4)", "(9223372036854775807,)",
                              "(99999999999999999999999,)", "(-1,)", "(6)", "6", "(2,,3)", "(2 3)", "(2, 3", "(,)", "(2.0, 3)", "(0x2,)",
                              "(2, 'a')", "(0, 4611686018427387904, 2)", "[2, 3]", "(3037000500, 3037000500)"})
    refused(npy(dict("<f8", extents), data));
  std::string many = "(";
  for (int k = 0; k < 100; ++k) many += "1, ";
  refused(npy(dict("<f8", many + ")"), data));
  for (const char* descr : {"<f1", "<f16", "<f3", "|O", "<U3", "<M8[s]", "", "<", "<f88", "f8\\x00", ">V8", "<f8, (2,)"})
    refused(npy(dict(descr, "(2,)"), data));
  for (const char* order : {"0", "true", "None", "'False'", ""}) refused(npy(dict("<f8", "(2,)", order), data));
  for (const char* whole :
       {"", "{", "{}", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': False}", "['descr']",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'more': 1}", "{'descr': '<f8', 'fortran_order': False, 'shape': (2,)} x",
        "{'descr': '<f8' 'fortran_order': False, 'shape': (2,)}", "{'descr: <f8", "{'descr': <f8>}"})
    refused(npy(whole, data));
  refused(npy(dict("<f8", "(2,)"), data, 4));
  refused(npy(dict("<f8", "(2,)"), data, 0));
  refused(npy(dict("<f8", "(2,)"), data, 1, 1));
  refused("");
  refused("\x93NUMPX\1\0");
  refused(std::string("\x93NUMPY\2\0\xff\xff\xff\x7f", 12) + data);
  // Cut anywhere; or with any byte changed it is read, or refused by an error of ours.
  const std::string good = npy(dict("<f8", "(2, 3)"), data);
  for (std::size_t n = 0; n < good.size(); ++n) refused(good.substr(0, n));
  support::random r(1);
  for (std::size_t k = 0; k < good.size() - data.size(); ++k) {
    std::string bad = good;
    bad[k] = static_cast<char>(r.bits());
    write_file(path, bad);
    try {
      const any_tensor read = load_npy(path);
      CHECK(read.size() <= 48);
    } catch (const error&) {
    }
  }
  CHECK_THROWS_AS(load_npy(at / "missing.npy"), io_error);
  CHECK_THROWS_AS(load_npy(at.path()), io_error);
  CHECK_THROWS_AS(load_npy("/dev/zero"), io_error);
}

TEST_CASE("a file is replaced when the new one is whole", "[interop]") {
  const folder at;
  const std::string path = at / "x.npy";
  save_npy(path, tensor<int>{1, 2, 3});
  const std::string before = read_file(path);
  std::filesystem::permissions(path, std::filesystem::perms(0640));
  // An element that cannot be computed leaves the old file, and no other one.
  const any_tensor bad = cast(any_tensor(tensor<double>{1, 2, 1e20}), dtype::int32);
  CHECK_THROWS_AS(save_npy(path, bad), type_error);
  CHECK(read_file(path) == before);
  CHECK(at.files() == 1);
  // What is mapped stays what it was while its file is replaced, by itself too.
  const auto mapped = load_npy<int>(path);
  save_npy(path, mapped + 1, {.sync = true});
  REQUIRE_EQUAL(mapped, {1, 2, 3});
  REQUIRE_EQUAL(load_npy<int>(path), {2, 3, 4});
  CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms(0640));
  CHECK(at.files() == 1);
  CHECK_THROWS_AS(save_npy(at / "no/such/folder.npy", mapped), io_error);
  CHECK_THROWS_WITH(save_npy(at / "no/such/folder.npy", mapped), ContainsSubstring("no/such/folder.npy"));
  CHECK_THROWS_AS(save_npy(at.path(), mapped), io_error);
  CHECK_THROWS_AS(save_npz(at / "x.npz", {{"", mapped}}), value_error);
  CHECK(at.files() == 1);
  // More than one block of computed elements.
  const auto large = arange<std::int64_t>(200000);
  save_npy(path, large * std::int64_t{3});
  CHECK(equal(load_npy(path), large * std::int64_t{3}));
}

TEST_CASE("an array is written into its file by mapping", "[interop]") {
  const folder at;
  for (const dtype type : known_types) {
    for (std::size_t k = 0; k < known_shapes.size(); ++k) {
      const any_tensor x = known_values(type, known_shapes[k]);
      const std::string path = at / (std::string(name(type)) + "_" + std::to_string(k) + ".npy");
      const any_tensor target = map_npy_for_writing(path, type, known_shapes[k]);
      CHECK(target.dtype() == type);
      CHECK(target.shape() == known_shapes[k]);
      CHECK(target.layout() == x.layout());
      copy(x, target);
      flush(target);
      CHECK(equal(load_npy(path), x));
      save_npy(path + ".saved", x);
      CHECK(read_file(path) == read_file(path + ".saved"));
    }
  }
  const std::string path = at / "x.npy";
  const tensor<double> t = map_npy_for_writing<double>(path, {300, 300});
  copy(reshape(arange<double>(90000), {300, 300}) * 2.0, transpose(t));
  flush(transpose(t)(slice(3, 5), all));
  CHECK(load_npy<double>(path)(1, 2) == 2 * 601);
  CHECK(load_npy<bool>(at / "bool_3.npy")(1));
  // The old file stays with those who have it.
  const auto before = load_npy<double>(path);
  static_cast<void>(map_npy_for_writing<int>(path, {2}));
  CHECK(before(299, 299) == 2 * 89999);
  REQUIRE_EQUAL(load_npy<int>(path), {0, 0});
  CHECK_THROWS_AS(flush(tensor<int>{1, 2}), value_error);
  CHECK_THROWS_AS(flush(before), value_error);
  CHECK_THROWS_AS(flush(t + 1.0), value_error);
  CHECK_THROWS_AS(map_npy_for_writing<double>(at / "no/such.npy", {2}), io_error);
  CHECK_THROWS_AS(map_npy_for_writing<double>(at / "x.npy", {index_t{1} << 60}), overflow_error);
  CHECK_THROWS_AS(map_npy_for_writing(at / "x.npy", dtype::other, {1}), type_error);
  REQUIRE_EQUAL(load_npy<int>(path), {0, 0});
}

TEST_CASE("a file mapped for writing needs no memory of its own", "[interop]") {
  if (!support::memory_can_be_limited()) return;
  const folder at;
  // The mapping itself counts as address space, 64 MiB; the rest must do with little.
  const auto written = [&] {
    const tensor<double> t = map_npy_for_writing<double>(at / "x.npy", {1 << 23});
    copy(as_tensor(iota<double>(1 << 23) * 2.0, -1), t);
    return t(5) == 10 && t((1 << 23) - 1) == 2.0 * ((1 << 23) - 1);
  };
  CHECK(support::fault_within_memory(std::size_t{72} << 20, written) == "");
}

TEST_CASE("allocations that fail while files are read and written", "[interop]") {
  const folder at;
  const std::string path = at / "x.npy", archive = at / "x.npz";
  const any_tensor x = tensor<int>{{1, 2}, {3, 4}};
  save_npy(path, x);
  save_npz(archive, {{"a", x}});
  index_t found = 0;
  support::fail_each_allocation([&] { found = load_npy(path).size(); });
  CHECK(found == 4);
  support::fail_each_allocation([&] { found = load_npz(archive).at("a").size(); });
  CHECK(found == 4);
  support::fail_each_allocation([&] { save_npy(path, x); });
  CHECK(equal(load_npy(path), x));
  CHECK(at.files() == 2);
}
