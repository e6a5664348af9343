// SPDX-License-Identifier: BSL-1.0
// PNG: the bytes of small images, images that Python decodes by the specification, animations, and what is refused.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op.hpp>
#include <ravel/picture/png.hpp>
#include <ravel/tensor.hpp>
#include "interop/deflate.hpp"

#include <support/catch.hpp>
#include <support/folder.hpp>
#include <support/numpy.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using pixels = tensor<std::uint8_t>;

namespace {

std::string hex(const buffer<std::uint8_t>& bytes) {
  std::string made;
  for (const std::uint8_t byte : bytes) {
    for (const int half : {byte / 16, byte % 16}) made += "0123456789abcdef"[half];
  }
  return made;
}

// A decoder of nothing but the specification: chunks with their checksums, the stream of zlib, and the five filters. Frames of an animation
// follow each other.
const std::string decoder = R"(
import zlib, struct
def chunks(data):
    assert data[:8] == b'\x89PNG\r\n\x1a\n'
    at = 8
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        assert struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + body)
        yield kind, body
        at += 12 + size
    assert kind == b'IEND' and at == len(data)
def unfiltered(raw, w, h, c):
    rows, before, at = [], [0] * (w * c), 0
    for _ in range(h):
        kind, row = raw[at], list(raw[at + 1:at + 1 + w * c])
        at += 1 + w * c
        for k in range(w * c):
            a, b, d = (row[k - c] if k >= c else 0), before[k], (before[k - c] if k >= c else 0)
            p = a + b - d
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - d), 2, d))[2]
            row[k] = (row[k] + [0, a, b, (a + b) // 2, paeth][kind]) % 256
        rows += row
        before = row
    assert at == len(raw)
    return rows
def decode(*data):
    out, sequence = [], 0
    for kind, body in chunks(bytes(int(x) for x in data[0])):
        if kind == b'IHDR':
            w, h, depth, colour, packing, filters, interlace = struct.unpack('>IIBBBBB', body)
            assert (depth, packing, filters, interlace) == (8, 0, 0, 0)
            c = {0: 1, 2: 3, 6: 4}[colour]
            out += [h, w, c]
        elif kind == b'acTL':
            out += struct.unpack('>II', body)
        elif kind == b'fcTL':
            number, fw, fh, x, y, num, den, dispose, blend = struct.unpack('>IIIIIHHBB', body)
            assert (number, fw, fh, x, y, dispose, blend) == (sequence, w, h, 0, 0, 0, 0)
            sequence += 1
            out += [num, den]
        elif kind == b'IDAT':
            out += unfiltered(zlib.decompress(body), w, h, c)
        elif kind == b'fdAT':
            assert struct.unpack('>I', body[:4])[0] == sequence
            sequence += 1
            out += unfiltered(zlib.decompress(body[4:]), w, h, c)
        else:
            assert kind == b'IEND' and body == b''
    return out
)";

std::vector<double> numbers_of(const reader<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

// A smooth image, in which each filter is the best of some row.
pixels painted(const shape& extents) {
  const auto shade = [](index_t i) { return static_cast<std::uint8_t>((i * i / 7 + i % 5 * 40 + i / 90 * 33) % 256); };
  return as_tensor(clone(generate(extents.elements(), shade)), extents);
}

}  // namespace

TEST_CASE("the bytes of a small image are those of the specification", "[picture]") {
  const pixels grey{{1, 2}, {3, 255}};
  CHECK(hex(to_png(grey, {.deflate = false})) ==
        "89504e470d0a1a0a0000000d494844520000000200000002080000000057dd52f80000001149444154"
        "7801010600f9ff0001020003ff011801069c01be1b0000000049454e44ae426082");
  CHECK(hex(to_png(transpose(pixels{{1, 3}, {2, 255}}), {.deflate = false})) == hex(to_png(grey, {.deflate = false})));
  CHECK(hex(to_png(any_tensor(grey))) == hex(to_png(grey)));
  if (!detail::has_deflate()) CHECK(hex(to_png(grey)) == hex(to_png(grey, {.deflate = false})));
}

TEST_CASE("images are decoded to their pixels", "[picture]") {
  std::vector<support::numpy_question> questions;
  std::vector<std::vector<double>> expected;
  for (const shape& extents : {shape{1, 1}, shape{7, 90}, shape{40, 30, 3}, shape{5, 11, 4}, shape{300, 301}}) {
    const pixels image = painted(extents);
    for (const bool deflate : {false, true}) {
      questions.push_back({"decode", {numbers_of(to_png(image, {.deflate = deflate}))}});
      std::vector<double> wanted{double(extents[0]), double(extents[1]), extents.rank() == 3 ? double(extents[2]) : 1};
      for (const std::uint8_t byte : reader<std::uint8_t>(image)) wanted.push_back(byte);
      expected.push_back(wanted);
    }
  }
  questions.push_back({"decode", {numbers_of(to_png(pixels{{{1, 2, 3}, {4, 5, 6}}}, {.scale = 2}))}});
  expected.push_back({2, 4, 3, 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
  const auto answers = support::ask_numpy(decoder, questions);
  if (!answers) return;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    REQUIRE((*answers)[k]);
    CHECK(*(*answers)[k] == expected[k]);
  }
}

TEST_CASE("animations have a control for each frame", "[picture]") {
  const pixels frames{{{0, 255}}, {{255, 0}}, {{7, 8}}};
  const pixels coloured{{{{1, 2, 3, 4}}}};
  const auto answers =
      support::ask_numpy(decoder, {{"decode", {numbers_of(to_animated_png(frames, {.seconds = 0.25, .repeats = 3}))}},
                                   {"decode", {numbers_of(to_animated_png(frames, {.seconds = 0, .scale = 2, .deflate = false}))}},
                                   {"decode", {numbers_of(to_animated_png(coloured))}}});
  if (!answers) return;
  REQUIRE((*answers)[0]);
  CHECK(*(*answers)[0] == std::vector<double>{1, 2, 1, 3, 3, 250, 1000, 0, 255, 250, 1000, 255, 0, 250, 1000, 7, 8});
  REQUIRE((*answers)[1]);
  CHECK(*(*answers)[1] == std::vector<double>{2,   4, 1, 3,   0,   0, 1000, 0, 0,    255, 255, 0, 0, 255, 255, 0, 1000, 255,
                                              255, 0, 0, 255, 255, 0, 0,    0, 1000, 7,   7,   8, 8, 7,   7,   8, 8});
  REQUIRE((*answers)[2]);
  CHECK(*(*answers)[2] == std::vector<double>{1, 1, 4, 1, 0, 100, 1000, 1, 2, 3, 4});
}

TEST_CASE("filters and zlib make images small", "[picture]") {
  if (!detail::has_deflate()) return;
  const auto slope = compute<std::uint8_t>({64, 64}, [](index_t i, index_t j) { return static_cast<std::uint8_t>(3 * j + i); });
  CHECK(to_png(slope).size() < 400);
  CHECK(to_png(slope, {.deflate = false}).size() > 4096);
}

TEST_CASE("images are written as files", "[picture]") {
  const support::folder at;
  const pixels image{{1, 2}, {3, 4}};
  write_png(at / "a.png", image);
  const auto bytes = support::read_file(at / "a.png");
  CHECK(std::string(bytes.begin(), bytes.end()).substr(1, 3) == "PNG");
  CHECK(static_cast<index_t>(bytes.size()) == to_png(image).size());
  write_animated_png(at / "b.png", new_axis(image, 0), {.seconds = 1});
  CHECK(static_cast<index_t>(support::read_file(at / "b.png").size()) == to_animated_png(new_axis(image, 0), {.seconds = 1}).size());
  CHECK(at.files() == 2);
  CHECK_THROWS_AS(write_png(at.path() + "/no/folder.png", image), io_error);
}

TEST_CASE("what is no image is refused", "[picture]") {
  CHECK_THROWS_MATCHES(to_png(tensor<double>{{1, 2}}), type_error,
                       Catch::Matchers::Message("to_png takes pixels of uint8, not of float64: saturate_cast<std::uint8_t>(x) clamps "
                                                "numbers, where(x, 255, 0) makes grey of a mask"));
  CHECK_THROWS_MATCHES(to_png(pixels{1, 2}), shape_error,
                       Catch::Matchers::Message("to_png takes height and width, and 3 or 4 colours if any, not [2]"));
  CHECK_THROWS_WITH(to_png(zeros<std::uint8_t>({4, 4, 2})), ContainsSubstring("not [4 4 2]"));
  CHECK_THROWS_WITH(to_png(zeros<std::uint8_t>({0, 4})), ContainsSubstring("to_png of 0 x 4 pixels with a scale of 1"));
  CHECK_THROWS_WITH(to_png(zeros<std::uint8_t>({1, 4}), {.scale = 0}), ContainsSubstring("a scale of 0: at least 1"));
  CHECK_THROWS_WITH(to_png(zeros<std::uint8_t>({1, 4}), {.scale = index_t{1} << 60}), ContainsSubstring("from 1 to 2147483647"));
  CHECK_THROWS_WITH(to_animated_png(zeros<std::uint8_t>({4, 4})), ContainsSubstring("takes frames, then height and width"));
  CHECK_THROWS_WITH(to_animated_png(zeros<std::uint8_t>({0, 4, 4})), ContainsSubstring("of 0 frames"));
  CHECK_THROWS_WITH(to_animated_png(zeros<std::uint8_t>({1, 4, 4}), {.seconds = -1}), ContainsSubstring("for -1 seconds"));
  CHECK_THROWS_WITH(to_animated_png(zeros<std::uint8_t>({1, 4, 4}), {.seconds = std::nan("")}), ContainsSubstring("for nan seconds"));
  CHECK_THROWS_WITH(to_animated_png(zeros<std::uint8_t>({1, 4, 4}), {.repeats = -2}), ContainsSubstring("plays -2 times"));
}
