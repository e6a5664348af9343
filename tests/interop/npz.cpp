// SPDX-License-Identifier: BSL-1.0
// .npz archives: those of NumPy with what else may lie in them, one array by its name, and archives that lie.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/npy.hpp>
#include <ravel/interop/safetensors.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>
#include "interop/deflate.hpp"

#include <support/catch.hpp>
#include <support/folder.hpp>
#include <support/numpy.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
using support::folder;
using support::read_file;
using support::write_file;

namespace {

// Every array, each asked for.
std::map<std::string, any_tensor> load_all(const std::string& path) { return load_npz(path); }

}  // namespace

TEST_CASE("archives of NumPy are read", "[interop]") {
  const folder at;
  const std::string program = R"(
def write_all(_):
    np.savez(')" + at.path() +
                              R"(/stored.npz', a=np.arange(5.0), b=np.array([[True, False]]), c=np.array(7, 'int16'))
    import zipfile
    with zipfile.ZipFile(')" + at.path() +
                              R"(/stored.npz', 'a') as archive:
        archive.writestr('README', 'arrays of a test')
        archive.writestr('folder/', '')
        archive.writestr('packed.txt', 'a' * 1000, zipfile.ZIP_DEFLATED)
        archive.writestr('other.txt', 'a' * 2000, zipfile.ZIP_BZIP2)
        import io
        plain = io.BytesIO()
        np.save(plain, np.arange(3.0))
        archive.writestr('plain', plain.getvalue(), zipfile.ZIP_DEFLATED)
    with zipfile.ZipFile(')" + at.path() +
                              R"(/bad.npz', 'w') as archive:
        archive.writestr('b/a.npy', 'no array')
    with zipfile.ZipFile(')" + at.path() +
                              R"(/packed.npz', 'w') as archive:
        archive.writestr('a.npy', 'an array', zipfile.ZIP_BZIP2)
    np.savez(')" + at.path() +
                              R"(/times.npz', a=np.arange(5.0), b=np.array(['2020-01-01'], 'M8[D]'))
    np.save(')" + at.path() +
                              R"(/half.npy', np.array([[1, 65504], [-0.5, 2**-24]], '>f2', order='F'))
    np.save(')" + at.path() +
                              R"(/text.npy', np.array(['a', 'b']))
    np.save(')" + at.path() +
                              R"(/fields.npy', np.zeros(2, [('a', '<f4'), ('b', '<i8')]))
    np.save(')" + at.path() +
                              R"(/object.npy', np.array([None]), allow_pickle=True)
    return 1
)";
  if (!support::ask_numpy(program, {{"write_all", {{0}}}})) return;
  const auto arrays = load_npz(at / "stored.npz");
  CHECK(arrays.size() == (detail::has_deflate() ? 4 : 3));  // and nothing that is no array
  if (detail::has_deflate()) CHECK(equal(arrays.at("plain"), tensor<double>{0, 1, 2}));
  CHECK(equal(arrays.at("a"), tensor<double>{0, 1, 2, 3, 4}));
  CHECK_THROWS_WITH(load_all(at / "bad.npz"), ContainsSubstring("bad.npz, member \"b/a.npy\": no .npy file"));
  CHECK_THROWS_WITH(load_all(at / "packed.npz"), ContainsSubstring("packed.npz, member \"a.npy\": it is packed by method 12"));
  CHECK(equal(arrays.at("b"), tensor<bool>{{true, false}}));
  CHECK(arrays.at("c")() == 7);
  CHECK_THROWS_AS(load_npz(at / "half.npy"), io_error);
  const any_tensor loaded = load_npy(at / "half.npy");
  CHECK(loaded.dtype() == dtype::float16);
  CHECK(equal(loaded, tensor<float>{{1, 65504}, {-0.5, 0x1p-24f}}));
  const tensor<const float16> halves = load_npy<float16>(at / "half.npy");
  CHECK(halves(0, 1).bits() == 0x7bff);
  save_npy(at / "again.npy", transpose(halves));
  const auto again = load_npy<float16>(at / "again.npy");
  CHECK((again.layout() == layout::contiguous && again.shape() == shape{2, 2} && again(1, 1).bits() == 1));
  CHECK(equal(load_npy<float>(at / "half.npy"), loaded));
  CHECK_THROWS_WITH(load_npy<double>(at / "half.npy"), ContainsSubstring("has elements of float16, not float64"));
  save_npy(at / "line.npy", buffer<float16>{float16(2), float16(-1)});
  CHECK(load_npy<float16>(at / "line.npy")(1) == -1);
  save_npy(at / "float.npy", tensor<float>{1});
  CHECK_THROWS_AS(load_npy<float16>(at / "float.npy"), type_error);
  const auto byte_of = [&](const char* file, const char* type) {
    return " (at byte " + std::to_string(read_file(at / file).find(type)) + ")";
  };
  CHECK_THROWS_WITH(load_npy(at / "text.npy"), EndsWith(byte_of("text.npy", "<U1")));
  CHECK_THROWS_WITH(load_npy(at / "object.npy"), EndsWith(byte_of("object.npy", "|O")));
  CHECK_THROWS_WITH(load_npy(at / "fields.npy"), EndsWith(byte_of("fields.npy", "[('a'")) && ContainsSubstring("structured"));
  CHECK_THROWS_WITH(load_all(at / "times.npz"), EndsWith(byte_of("times.npz", "<M8[D]")) &&
                                                    ContainsSubstring("member \"b.npy\": elements of type <M8[D]") &&
                                                    ContainsSubstring("; save datetime64 and timedelta64 by .astype(\"int64\")"));
  CHECK_THROWS_AS(load_all(at / "times.npz"), type_error);
  CHECK(equal(load_npz(at / "times.npz", "a"), tensor<double>{0, 1, 2, 3, 4}));
}

TEST_CASE("an array of an archive is found by its name", "[interop]") {
  const folder at;
  const std::string path = at / "x.npz";
  save_npz(path, {{"a", any_tensor(tensor<double>{1, 2})}, {"\xc3\xa4", any_tensor(tensor<int>{3})}});
  CHECK(equal(load_npz(path, "a"), tensor<double>{1, 2}));
  REQUIRE_EQUAL(load_npz<int>(path, "\xc3\xa4"), (tensor<int>{3}));
  CHECK_THROWS_WITH(load_npz<int>(path, "a"), ContainsSubstring(path + ", member \"a\" has elements of float64, not int32"));
  CHECK_THROWS_WITH(load_npz(path, "b"), path + ": there is no array \"b\": there are \"a\", \"\xc3\xa4\"");
  // One that nobody can read stands in the way of nobody else.
  std::string bytes = read_file(path);
  bytes[bytes.find("descr")] = 'x';
  write_file(path, bytes);
  CHECK_THROWS_AS(load_all(path), io_error);
  CHECK_THROWS_AS(load_npz(path, "a"), io_error);
  CHECK(load_npz(path, "\xc3\xa4")(0) == 3);
  // Names that others could not read are not written, and what is no text is not shown as it is.
  const any_tensor one = tensor<int>{1};
  CHECK_THROWS_WITH(save_npz(path, {{"\xff\xfe", one}}), path + ", member \"??\": the name is not UTF-8, or has a zero within");
  CHECK_THROWS_AS(save_npz(path, {{std::string("a\0b", 3), one}}), value_error);
  save_npz(path, {{"a\n\x1b[31mb", one}});
  bytes = read_file(path);
  bytes[bytes.find("NUMPY")] = 'x';
  write_file(path, bytes);
  CHECK_THROWS_WITH(load_all(path), ContainsSubstring("member \"a??[31mb.npy\""));
}

TEST_CASE("an array of an archive is read when it is asked for", "[interop]") {
  const folder at;
  const std::string path = at / "x.npz";
  save_npz(path, {{"a", any_tensor(tensor<double>{1, 2})}, {"b", any_tensor(tensor<int>{3})}, {"c", any_tensor(tensor<int>{4, 5})}});
  std::string bytes = read_file(path);
  bytes[bytes.find("descr") + 120] ^= 1;  // an element of "a", whose checksum is of other bytes then
  write_file(path, bytes);
  const npz_archive archive = load_npz(path);
  CHECK(archive.size() == 3);
  CHECK(archive.names() == std::vector<std::string>{"a", "b", "c"});
  CHECK((archive.contains("a") && !archive.contains("d") && !archive.empty()));
  CHECK_THROWS_WITH(archive.at("a"), ContainsSubstring("member \"a.npy\"") && ContainsSubstring("checksum"));
  CHECK_THROWS_WITH(archive["d"], path + ": there is no array \"d\": there are \"a\", \"b\", \"c\"");
  CHECK(equal(archive["b"], tensor<int>{3}));
  const tensor<const int> once = as<int>(archive.at("c")), twice = as<int>(archive.at("c"));
  CHECK(once.data() == twice.data());
  CHECK_THROWS_AS(load_all(path), io_error);

  save_npz(path, {{"a", any_tensor(tensor<double>{1, 2})}, {"b", any_tensor(tensor<int>{3})}});
  std::string seen;
  for (const auto& [name, x] : load_npz(path)) seen += name + to_string(x.shape());
  CHECK(seen == "a[2]b[1]");
  auto first = load_npz(path).begin();  // holds the archive
  CHECK((*first).first == "a");
  CHECK(equal((*++first).second, tensor<int>{3}));
  save_npz(at / "again.npz", load_npz(path));
  CHECK(load_all(at / "again.npz").size() == 2);
  save_npz(path, {});
  CHECK(load_npz(path).empty());
  CHECK(load_npz(path).begin() == load_npz(path).end());
}

TEST_CASE("archives that lie are io_errors", "[interop]") {
  const folder at;
  const std::string path = at / "x.npz";
  save_npz(path, {{"a", any_tensor(tensor<double>{1, 2, 3})}, {"b", any_tensor(tensor<int>{4, 5})}});
  const std::string good = read_file(path);
  for (std::size_t n = 0; n < good.size(); ++n) {
    write_file(path, good.substr(0, n));
    CHECK_THROWS_AS(load_npz(path), io_error);
  }
  support::random r(2);
  int refused = 0, read = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string bad = good;
    for (index_t k = r.between(1, 3); k > 0; --k) {
      const auto place = static_cast<std::size_t>(r.below(static_cast<std::int64_t>(bad.size())));
      bad[place] = static_cast<char>(r.chance(2) ? r.bits() : 0xff);
    }
    write_file(path, bad);
    try {
      for (const auto& [name, x] : load_npz(path)) CHECK(x.size() <= 48);
      ++read;
    } catch (const error&) {
      ++refused;
    }
  }
  CHECK(refused > 1000);
  CHECK(read + refused == 4000);
  // Two members over the same bytes: the second entry of the directory points at the first member.
  std::string twice = good;
  const auto second = twice.find("PK\1\2", twice.find("PK\1\2") + 4);
  twice.replace(second, 4, "PK\1\2");
  const auto first = twice.find("PK\1\2");
  twice.replace(second, second - first, twice.substr(first, second - first));
  write_file(path, twice);
  CHECK_THROWS_AS(load_npz(path), io_error);
}

TEST_CASE("two arrays of one name are not saved", "[interop]") {
  const folder at;
  const std::string npz = at / "x.npz", weights = at / "x.safetensors";
  const any_tensor x = tensor<double>{1, 2, 3}, y = tensor<int>{4};
  CHECK_THROWS_WITH(save_npz(npz, {{"a", x}, {"b", y}, {"a", y}}), npz + ": two arrays are named \"a\"");
  CHECK_THROWS_WITH(save_npz(npz, {{"a", x}, {"a", y}}, {.sync = true}), npz + ": two arrays are named \"a\"");
  CHECK_THROWS_WITH(save_safetensors(weights, {{"a", x}, {"a", y}}), weights + ": two tensors are named \"a\"");
  CHECK_THROWS_AS(load_npz(npz), io_error);  // nothing was written
  save_npz(npz, {});
  CHECK(load_npz(npz).size() == 0);
  save_safetensors(weights, {{"a", x}, {"b", y}}, {{"by", "test"}});
  CHECK(load_safetensors(weights).size() == 2);
}

TEST_CASE("an error about a file names its path and the byte", "[interop]") {
  const folder at;
  const std::string npy = at / "x.npy", npz = at / "x.npz", weights = at / "x.safetensors";
  const any_tensor x = tensor<double>{1, 2, 3};
  save_npy(npy, x);
  save_npz(npz, {{"a", x}, {"b", x}});
  save_safetensors(weights, {{"a", x}});
  const std::string array = read_file(npy), archive = read_file(npz), tensors = read_file(weights);
  const auto with = [](std::string bytes, std::size_t place, char other) { return bytes[place] = other, bytes; };
  const auto says = [&](const std::string& path, const std::string& what, index_t byte) {
    return path + ": " + what + " (at byte " + std::to_string(byte) + ")";
  };

  write_file(npy, with(array, 6, 9));
  CHECK_THROWS_WITH(load_npy(npy), says(npy, "version 9.0 of .npy: Ravel reads 1.0, 2.0 and 3.0", 6));
  write_file(npy, with(array, 9, 120));
  CHECK_THROWS_WITH(load_npy(npy), ContainsSubstring(npy + ": ") && ContainsSubstring("(at byte 8)"));
  const std::size_t order = array.find("False");
  write_file(npy, with(array, order, 'f'));
  CHECK_THROWS_WITH(load_npy(npy), says(npy, "'fortran_order' is neither True nor False", static_cast<index_t>(order)));

  const std::size_t second = archive.find("PK\x03\x04", 4), entry = archive.find("PK\x01\x02");
  write_file(npz, with(archive, second, 'p'));
  CHECK_THROWS_WITH(load_npz(npz), says(npz, "the header of a member is missing", static_cast<index_t>(second)));
  write_file(npz, with(archive, entry, 'p'));
  CHECK_THROWS_WITH(load_npz(npz), says(npz, "an entry of the directory is missing", static_cast<index_t>(entry)));
  const std::size_t element = archive.find("NUMPY", second) - 1;  // an array in an archive: bytes count from the beginning of the file
  write_file(npz, with(archive, element + 6, 9));
  CHECK_THROWS_WITH(load_npz(npz, "b"), ContainsSubstring(npz) && ContainsSubstring("(at byte "));

  // Elements that have no type here, where the file says what they are.
  const std::size_t type = array.find("<f8");
  write_file(npy, with(array, type + 1, 'M'));
  CHECK_THROWS_WITH(load_npy(npy), StartsWith(npy + ": elements of type <M8: of NumPy's types Ravel reads ") &&
                                       EndsWith(" (at byte " + std::to_string(type) + ")"));
  write_file(npy, array);
  CHECK_THROWS_WITH(load_npy_fields(npy),
                    says(npy, "elements of float64 and no fields: load_npy reads them", static_cast<index_t>(type) - 1));
  const std::size_t named = tensors.find("F64");
  write_file(weights, with(tensors, named + 1, '7'));
  CHECK_THROWS_WITH(load_safetensors(weights), StartsWith(weights + ": elements of type F74: of safetensors Ravel reads ") &&
                                                   EndsWith(" (at byte " + std::to_string(named) + ")"));

  write_file(weights, with(tensors, 8, '['));
  CHECK_THROWS_WITH(load_safetensors(weights), says(weights, "the header does not begin with {", 8));
  write_file(weights, with(tensors, 7, 120));
  CHECK_THROWS_WITH(load_safetensors(weights), ContainsSubstring(weights + ": ") && ContainsSubstring("(at byte 0)"));
}
