// SPDX-License-Identifier: BSL-1.0
// safetensors: back and forth, files as the reference implementation writes them, and files that lie.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/safetensors.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/random.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

#include <unistd.h>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

struct tensors_file {
  tensors_file() : path(std::filesystem::temp_directory_path() / ("ravel_" + std::to_string(getpid()) + ".safetensors")) {}
  ~tensors_file() { std::filesystem::remove(path); }
  tensors_file(const tensors_file&) = delete;
  tensors_file& operator=(const tensors_file&) = delete;

  void write(const std::string& json, const std::string& data) const {
    std::string length(8, '\0');
    for (std::size_t k = 0; k < 8; ++k) length[k] = static_cast<char>(json.size() >> (8 * k) & 0xff);
    write_bytes(length + json + data);
  }
  void write_bytes(const std::string& bytes) const { std::ofstream(path, std::ios::binary) << bytes; }
  std::string bytes() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string path;
};

}  // namespace

TEST_CASE("safetensors go out and come back, mapped", "[interop]") {
  const tensors_file file;
  std::map<std::string, any_tensor> tensors{{"empty", zeros(dtype::float32, {0, 3})}, {"scalar", any_tensor(scalar_tensor(2.5))}};
  for (int k = 0; k < static_cast<int>(dtype::complex128); ++k) {
    const auto type = static_cast<dtype>(k);
    tensors["of \"" + std::string(name(type)) + "\"\n"] = cast(any_tensor(tensor<int>{{0, 1, 1}, {1, 0, 1}}), type);
  }
  tensors["turned"] = transpose(any_tensor(tensor<double>{{1, 2, 3}, {4, 5, 6}}));
  save_safetensors(file.path, tensors, {{"made by", "\x01 \\ \xc3\xa9"}}, {.sync = true});
  const auto loaded = load_safetensors(file.path);
  REQUIRE(loaded.size() == tensors.size());
  for (const auto& [key, x] : tensors) {
    CAPTURE(key);
    CHECK(loaded.at(key).dtype() == x.dtype());
    CHECK(equal(loaded.at(key), x));
    if (x.dtype() != dtype::bool_) CHECK(loaded.at(key).layout() == layout::contiguous);
  }
  CHECK(load_safetensors_metadata(file.path) == std::map<std::string, std::string>{{"made by", "\x01 \\ \xc3\xa9"}});
  save_safetensors(file.path, {});
  CHECK(load_safetensors(file.path).empty());
  CHECK_THROWS_WITH(save_safetensors(file.path, {{"x", zeros(dtype::complex128, {1})}}), ContainsSubstring("complex128"));
  CHECK_THROWS_AS(save_safetensors(file.path, {{"__metadata__", zeros(dtype::int8, {1})}}), value_error);
}

TEST_CASE("safetensors as others write them", "[interop]") {
  const tensors_file file;
  file.write(R"({"__metadata__":{"format":"pt"},"b":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
             R"( "a\u00e9\ud83d\ude00\n": {"data_offsets": [1, 9], "shape": [2], "dtype": "F32"} }   )",
             std::string("\x07\0\0\x80\x3f\0\0\0\x40", 9));
  const auto loaded = load_safetensors(file.path);
  CHECK(loaded.at("b")(0) == 7);
  CHECK(equal(loaded.at("a\xc3\xa9\xf0\x9f\x98\x80\n"), tensor<float>{1, 2}));  // at an odd byte
  CHECK(load_safetensors_metadata(file.path).at("format") == "pt");
}

TEST_CASE("half floats of safetensors are read as they are", "[interop]") {
  const tensors_file file;
  file.write(R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},"b":{"dtype":"BF16","shape":[1,1],"data_offsets":[4,6]}})",
             std::string("\x00\x3c\xff\x7b\x80\xc0", 6));
  const auto loaded = load_safetensors(file.path);
  CHECK((loaded.at("a").dtype() == dtype::float16 && loaded.at("b").dtype() == dtype::bfloat16));
  CHECK(equal(loaded.at("a"), tensor<float>{1, 65504}));
  CHECK(equal(loaded.at("b"), tensor<float>{{-4}}));
  const auto halves = load_safetensors<float16>(file.path);
  CHECK((halves.size() == 1 && halves.at("a")(1) == 65504));
  const auto brain = load_safetensors<bfloat16>(file.path);
  CHECK((brain.size() == 1 && brain.at("b")(0, 0) == -4 && brain.at("b").shape() == shape{1, 1}));
}

TEST_CASE("half floats are saved to safetensors beside other elements", "[interop]") {
  const tensors_file file;
  const auto half = tensor<const float16>(cast<float16>(tensor<double>{{0.5, -2}, {1000, 65504}}));
  const std::map<std::string, any_tensor> given{{"bias", any_tensor(tensor<double>{1, 2, 3})},
                                                {"columns", transpose(half)},
                                                {"none", tensor<const bfloat16>(zeros<bfloat16>({0, 3}))},
                                                {"odd", any_tensor(tensor<std::uint8_t>{7})},
                                                {"weights", tensor<const bfloat16>(cast<bfloat16>(tensor<float>{-4, 0.25}))}};
  save_safetensors(file.path, given, {{"by", "ravel"}});
  const auto loaded = load_safetensors(file.path);
  CHECK(loaded.size() == 5);
  CHECK(equal(loaded.at("bias"), tensor<double>{1, 2, 3}));
  CHECK(equal(loaded.at("columns"), tensor<float>{{0.5, 1000}, {-2, 65504}}));
  CHECK(equal(loaded.at("odd"), tensor<std::uint8_t>{7}));
  CHECK(equal(loaded.at("weights"), tensor<float>{-4, 0.25}));
  CHECK(load_safetensors<float16>(file.path).at("columns")(0, 1).bits() == half(1, 0).bits());
  CHECK(load_safetensors<bfloat16>(file.path).at("none").shape() == shape{0, 3});
  CHECK(load_safetensors_metadata(file.path).at("by") == "ravel");
  CHECK_THROWS_AS(save_safetensors(file.path, std::map<std::string, any_tensor>{{"__metadata__", half}}), value_error);
  CHECK(load_safetensors(file.path).size() == 5);  // the old file stays
}

TEST_CASE("allocations that fail while safetensors are read and written", "[interop]") {
  const tensors_file file;
  const std::map<std::string, any_tensor> given{{"a", any_tensor(tensor<double>{{1, 2}, {3, 4}})},
                                                {"b", tensor<const bfloat16>(cast<bfloat16>(tensor<float>{-4, 0.25}))}};
  save_safetensors(file.path, given, {{"by", "ravel"}});
  const std::string whole = file.bytes();
  support::fail_each_allocation([&] { save_safetensors(file.path, given, {{"by", "ravel"}}); });
  CHECK(file.bytes() == whole);
  index_t found = 0;
  support::fail_each_allocation([&] { found = load_safetensors(file.path).at("a").size(); });
  CHECK(found == 4);
  support::fail_each_allocation([&] { found = load_safetensors<bfloat16>(file.path).at("b").size(); });
  CHECK(found == 2);
}

TEST_CASE("safetensors that lie are refused", "[interop]") {
  const tensors_file file;
  const std::string data(8, '\0');
  const auto refused = [&](const std::string& json) {
    CAPTURE(json);
    file.write(json, data);
    try {
      static_cast<void>(load_safetensors(file.path));
      FAIL_CHECK("it was read");
    } catch (const error& e) {
      CHECK_THAT(e.what(), ContainsSubstring(file.path));
    }
  };
  const auto with = [](const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return "{\"x\":{\"dtype\":" + dtype + ",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}}";
  };
  refused(with("\"F32\"", "[1]", "[0,4]"));   // a hole at the end
  refused(with("\"F32\"", "[1]", "[4,8]"));   // and at the begin
  refused(with("\"F32\"", "[3]", "[0,12]"));  // beyond the file
  refused(with("\"F32\"", "[2]", "[0,4]"));   // another size
  refused(with("\"F32\"", "[2]", "[8,0]"));
  refused(with("\"F32\"", "[4611686018427387904,4]", "[0,8]"));
  refused(with("\"F32\"", "[0,4611686018427387904,4]", "[0,0]"));
  refused(with("\"F32\"", "[99999999999999999999]", "[0,8]"));
  refused(with("\"F32\"", "[-2]", "[0,8]"));
  refused(with("\"F32\"", "[2.0]", "[0,8]"));
  refused(with("\"F32\"", "[02]", "[0,8]"));
  refused(with("\"F32\"", "2", "[0,8]"));
  refused(with("\"F32\"", "[2]", "[0,8,8]"));
  refused(with("\"F32\"", "[2]", "[0]"));
  refused(with("\"F8_E4M3\"", "[8]", "[0,8]"));
  refused(with("\"\\u0000\"", "[4]", "[0,8]"));
  refused(with("null", "[2]", "[0,8]"));
  refused("{\"x\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}");
  refused(
      "{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},\"y\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}");
  refused(
      "{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}");
  refused("{\"__metadata__\":{\"a\":1}}");
  refused("{\"__metadata__\":{\"a\":\"b\",\"a\":\"c\"}}");
  for (const char* json :
       {"", " {}", "{", "[]", "{}x", "{\"x\"}", "{\"x\":{}}", "{\"x\":1}", "{\"\\ud800\":{}}", "{\"\\q\":{}}", "{\"x", "{\"\n\":{}}"})
    refused(json);
  // No UTF-8: a byte alone, a character that is cut, one in more bytes than it needs, half of a pair, one beyond the last.
  for (const char* name : {"\xff\xfe", "\xc3", "\xe2\x82", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a\x80"}) {
    refused("{\"" + std::string(name) + "\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}");
    refused("{\"__metadata__\":{\"a\":\"" + std::string(name) + "\"}}");
    const any_tensor x = zeros(dtype::int8, {1});
    CHECK_THROWS_AS(save_safetensors(file.path, {{name, x}}), value_error);
    CHECK_THROWS_AS(save_safetensors(file.path, {{"x", x}}, {{"a", name}}), value_error);
  }
  const std::string words = "\u00e9\u20ac\U0001d11e";
  save_safetensors(file.path, {{words, any_tensor(zeros(dtype::int8, {1}))}}, {{words, words}});
  CHECK(load_safetensors(file.path).contains(words));
  CHECK(load_safetensors_metadata(file.path).at(words) == words);
  refused(std::string(100000, '['));
  refused(std::string(100000, '{'));
  std::string nested;
  for (int k = 0; k < 100000; ++k) nested += "{\"a\":";
  refused(nested);  // no recursion

  save_safetensors(file.path, {{"x", any_tensor(tensor<double>{1, 2, 3})}, {"y", any_tensor(tensor<int>{1})}});
  const std::string good = file.bytes();
  for (std::size_t n = 0; n < good.size(); ++n) {
    file.write_bytes(good.substr(0, n));
    CHECK_THROWS_AS(load_safetensors(file.path), io_error);
  }
  file.write_bytes(good + "x");
  CHECK_THROWS_AS(load_safetensors(file.path), io_error);
  file.write_bytes(std::string(7, '\xff') + '\x7f' + good);
  CHECK_THROWS_AS(load_safetensors(file.path), io_error);
  support::random r(4);
  int refusals = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string bad = good;
    bad[static_cast<std::size_t>(r.below(140))] = static_cast<char>(r.bits());
    file.write_bytes(bad);
    try {
      for (const auto& [key, x] : load_safetensors(file.path)) CHECK(x.size() <= 28);
    } catch (const error&) {
      ++refusals;
    }
  }
  CHECK(refusals > 1000);
}
