// SPDX-License-Identifier: BSL-1.0
// Structured elements of .npy files as fields: packed and aligned records, both byte orders, both orders of axes, fields with axes of their
// own, against NumPy; and headers that lie about them.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/npy.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/folder.hpp>
#include <support/numpy.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using support::folder;

namespace {

std::string npy(const std::string& descr, const std::string& shape, const std::string& data, const std::string& order = "False") {
  const std::string dict = "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }";
  std::string header = "\x93NUMPY";
  header += '\1';
  header += '\0';
  const std::size_t padding = (64 - (10 + dict.size()) % 64) % 64;
  header += static_cast<char>((dict.size() + padding) & 0xff);
  header += static_cast<char>((dict.size() + padding) >> 8);
  return header + dict + std::string(padding, ' ') + data;
}

}  // namespace

TEST_CASE("fields are those of NumPy", "[interop]") {
  const folder at;
  const std::string program = R"(
types = ['?', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8', 'f4', 'f8', 'c8', 'c16', 'f2']
shapes = [(), (0,), (1,), (7,), (3, 4), (2, 3, 4)]
def write_all(_):
    r = np.random.RandomState(5)
    for k in range(60):
        fields = []
        for f in range(r.randint(1, 6)):
            t = '<>'[r.randint(2)] + types[r.randint(14)]
            inner = [(), (), (3,), (2, 2), (0,), (1,)][r.randint(6)]
            fields.append(('f%d' % f, t, inner) if inner else ('f%d' % f, t))
        d = np.dtype(fields, align=bool(k % 2))
        s = shapes[r.randint(6)]
        x = np.zeros(s, d)
        for name in d.names:
            n = x[name].size
            x[name] = r.randint(0, 100, n).astype(d[name].base).reshape(x[name].shape)
        if r.randint(2): x = np.asfortranarray(x)
        np.save(')" + at.path() +
                              R"(/%d.npy' % k, x)
        for name in d.names:
            np.save(')" + at.path() +
                              R"(/%d.%s.npy' % (k, name), np.ascontiguousarray(x[name]).reshape(x[name].shape))
    return 1
)";
  const auto answers = support::ask_numpy(program, {{"write_all", {{0}}}});
  if (!answers) {
    WARN("there is no NumPy: skipped");
    return;
  }
  REQUIRE((answers->size() == 1 && answers->front()));
  index_t compared = 0, lent = 0;
  for (int k = 0; k < 60; ++k) {
    const std::string path = at / std::to_string(k);
    const auto fields = load_npy_fields(path + ".npy");
    CHECK(!fields.empty());
    for (const auto& [name, x] : fields) {
      CAPTURE(path, name);
      const any_tensor expected = load_npy(path + "." + name + ".npy");
      CHECK(x.dtype() == expected.dtype());
      CHECK(equal(x, expected));
      CHECK(equal(clone(flip(flat(x), 0)), flip(flat(expected), 0)));
      CHECK_FALSE(x.writable());
      ++compared;
      if (x.layout() == layout::strided) ++lent;
    }
  }
  CHECK(compared > 100);
  CHECK(lent > 10);
}

TEST_CASE("fields that suit their alignment are where they stand in the file", "[interop]") {
  const folder at;
  struct record {
    float price;
    std::int32_t volume;
    double mean;
  };
  const record records[] = {{1.5f, 7, -1}, {2.5f, 8, -2}, {3.5f, 9, 1e300}};
  const std::string data(reinterpret_cast<const char*>(records), sizeof(records)), path = at / "x.npy";
  support::write_file(path, npy("[('price', '<f4'), ('volume', '<i4'), ('mean', '<f8')]", "(3,)", data));
  const auto fields = load_npy_fields(path);
  CHECK(fields.size() == 3);
  REQUIRE_EQUAL(as<float>(fields.at("price")), {1.5f, 2.5f, 3.5f});
  REQUIRE_EQUAL(as<double>(fields.at("mean")), {-1, -2, 1e300});
  CHECK(describe(as<std::int32_t>(fields.at("volume"))).strides == std::vector<index_t>{4});
  const tensor<const std::int32_t> volume = as<std::int32_t>(fields.at("volume"));
  const tensor<const float> price = as<float>(fields.at("price"));
  CHECK(reinterpret_cast<const char*>(volume.memory()->data) - reinterpret_cast<const char*>(price.memory()->data) == 4);
  CHECK(sum(volume) == 24);
  // Room between fields has no name; a record of 9 bytes has its doubles anywhere.
  support::write_file(path, npy("[('a', '|u1'), ('', '|V3'), ('b', '<i4')]", "(2,)", std::string("\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0", 16)));
  REQUIRE_EQUAL(as<std::int32_t>(load_npy_fields(path).at("b")), {2, 4});
  CHECK(load_npy_fields(path).size() == 2);
  // Names are bytes of Latin-1 before version 3, and UTF-8 since.
  const std::string numbers("\1\0\0\0", 4);
  const std::string named = npy("[('gr\xf6\xdf\x65', '<i4')]", "(1,)", numbers);
  support::write_file(path, named);
  REQUIRE_EQUAL(as<std::int32_t>(load_npy_fields(path).at("gr\xc3\xb6\xc3\x9f\x65")), {1});
  const auto of_version_3 = [](std::string bytes) {
    bytes[6] = '\3';
    return bytes.insert(10, 2, '\0');  // the length has four bytes
  };
  support::write_file(path, of_version_3(named));
  CHECK_THROWS_WITH(load_npy_fields(path), ContainsSubstring("the name of a field is not UTF-8"));
  support::write_file(path, of_version_3(npy("[('gr\xc3\xb6\xc3\x9f\x65', '<i4')]", "(1,)", numbers)));
  REQUIRE_EQUAL(as<std::int32_t>(load_npy_fields(path).at("gr\xc3\xb6\xc3\x9f\x65")), {1});
  std::string packed;
  for (const double value : {1.5, -2.5, 1e300}) {
    packed += '\1';
    packed.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  support::write_file(path, npy("[('flag', '|b1'), ('value', '<f8')]", "(3,)", packed));
  REQUIRE_EQUAL(as<double>(load_npy_fields(path).at("value")), {1.5, -2.5, 1e300});
  REQUIRE_EQUAL(as<bool>(load_npy_fields(path).at("flag")), {true, true, true});
  CHECK_THROWS_WITH(load_npy(path), ContainsSubstring(path) && ContainsSubstring("structured") && ContainsSubstring("load_npy_fields") &&
                                        ContainsSubstring("2"));
  // What a field may not be is told with the byte where the header says that it is.
  const auto told = [&](const std::string& field, const std::string& what, const std::string& where) {
    const std::string bytes = npy("[('a', '<f4'), " + field + "]", "(1,)", packed);
    support::write_file(path, bytes);
    CHECK_THROWS_AS(load_npy_fields(path), type_error);
    CHECK_THROWS_WITH(load_npy_fields(path),
                      ContainsSubstring(path + ": " + what) && EndsWith(" (at byte " + std::to_string(bytes.find(where)) + ")"));
  };
  told("('b', '<U3')", "elements of type <U3: ", "<U3");
  told("('b', '|O', (2,))", "elements of type |O: ", "|O");
  told("('', '|Vx')", "elements of type |Vx: ", "|Vx");
  told("(('title', 'b'), '<f4')", "fields with titles: ", "('title'");
  told("('b', [('c', '<f4')])", "fields that are structures: ", "[('c'");
  save_npy(path, tensor<int>{1});
  CHECK_THROWS_AS(load_npy_fields(path), type_error);
  CHECK_THROWS_WITH(load_npy_fields(path), ContainsSubstring("int32") && ContainsSubstring("load_npy reads"));
}

TEST_CASE("fields that lie or are not read are errors that name the file", "[interop]") {
  const folder at;
  const std::string path = at / "x.npy", data(48, '\0');
  const auto refused = [&](const std::string& bytes, const char* what = "") {
    CAPTURE(bytes.substr(0, 200));
    support::write_file(path, bytes);
    try {
      static_cast<void>(load_npy_fields(path));
      FAIL_CHECK("it was read");
    } catch (const error& e) {
      CHECK_THAT(e.what(), ContainsSubstring(path) && ContainsSubstring(what));
    }
  };
  refused(npy("[('a', '<f8'), ('a', '<f4')]", "(2,)", data), "two fields have the name a");
  refused(npy("[('a', [('b', '<f8')])]", "(2,)", data), "fields that are structures");
  refused(npy("[(('title', 'a'), '<f8')]", "(2,)", data), "titles");
  refused(npy("[('a', '<U3')]", "(2,)", data), "<U3");
  refused(npy("[('a', '|S3')]", "(2,)", data), "|S3");
  refused(npy("[('a', '|O')]", "(2,)", data), "|O");
  refused(npy("[('a', '|V3')]", "(2,)", data), "|V3");
  refused(npy("[('', '|Vx')]", "(2,)", data), "|Vx");
  refused(npy("[('', '|V99999999999999999999999')]", "(2,)", data));
  refused(npy("[('a', '<f8', (4611686018427387904,))]", "(2,)", data), "too large");
  refused(npy("[('a', '<f8', (576460752303423487,)), ('b', '<f8', (576460752303423487,))]", "(2,)", data), "too large");
  refused(npy("[('a', '<f8', (3,)), ('b', '<f8')]", "(2,)", data), "do not fit");
  refused(npy("[('a', '<f8')]", "(4611686018427387904,)", data));
  for (const char* descr :
       {"[", "[]x", "['a']", "[('a')]", "[('a',)]", "[('a', '<f8', 3)]", "[('a', '<f8', (3,), 1)]", "[('a', '<f8'", "[('a', '<f8')",
        "[('a' '<f8')]", "[('a', '<f8') ('b', '<f8')]", "[('a', '<f8', (3))]", "[(3, '<f8')]", "[('a', '<f8', (-1,))]"})
    refused(npy(descr, "(2,)", data));
  // Any byte of the header changed: read within the file, or an error of ours.
  const std::string good = npy("[('a', '<f4', (2,)), ('', '|V4'), ('b', '>i4')]", "(3,)", data);
  support::random r(3);
  for (int round = 0; round < 3000; ++round) {
    std::string bad = good;
    bad[static_cast<std::size_t>(r.below(static_cast<std::int64_t>(good.size() - data.size())))] =
        r.chance(2) ? static_cast<char>(r.bits()) : static_cast<char>('0' + r.below(10));
    support::write_file(path, bad);
    try {
      for (const auto& [name, x] : load_npy_fields(path)) CHECK(clone(x).size() <= 48);
    } catch (const error&) {
    }
  }
  support::write_file(path, good);
  std::size_t found = 0;
  support::fail_each_allocation([&] { found = load_npy_fields(path).size(); });
  CHECK(found == 2);
}
