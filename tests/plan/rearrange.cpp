// SPDX-License-Identifier: BSL-1.0
// Recorded margins, tiles, turns, diagonals and slices without counting have the shapes and elements of views of tensors.
#include <ravel/base/error.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_one;

namespace {

template <class F>
void check_turned(const F& f, const shape& extents = {3, 4, 5}) {
  support::random r(11);
  const auto faces = of_one(f);
  check_recorded(faces, {random_tensor<int>(r, extents)});
  check_recorded(faces, {random_tensor<std::complex<double>>(r, extents)});
}

}  // namespace

TEST_CASE("margins are recorded", "[plan]") {
  for (const shape& extents : {shape{3, 4}, shape{1, 4}}) {
    check_turned([](const auto& t) { return pad(t, 1); }, extents);
    check_turned([](const auto& t) { return pad(t, {{0, 2}, 1}, 7); }, extents);
    check_turned([](const auto& t) { return pad(t, {{0, 0}, {2, 1}}, pad_mode::edge); }, extents);
    check_turned([](const auto& t) { return pad(t, {{0, 0}, {2, 1}}, pad_mode::reflect); }, extents);
    check_turned([](const auto& t) { return pad(t, {{0, 0}, {2, 1}}, pad_mode::wrap); }, extents);
  }
  check_turned([](const auto& t) { return pad(t, 2); }, {0, 3});
  const planned_extent n("n");
  const planned x = placeholder<int>("x", {n, 2});
  CHECK(pad(x, {{1, 2}, {0, 3}}).shape() == planned_shape{n + 3, 5});
  CHECK(describe(plan({x}, {{"y", pad(x, {{1, 2}, {0, 3}}, 5)}})) == "result y = pad(x, {{1, 2}, {0, 3}}, 5)\n");
  CHECK(describe(plan({x}, {{"y", pad(x, 1, pad_mode::edge)}})) == "result y = pad(x, {{1, 1}, {1, 1}}, pad_mode::edge)\n");
  const planned words = placeholder<std::string>("words", {n});
  const planned real = placeholder<float>("real", {n});
  const plan p({x, words, real}, {{"a", pad(x, {{1, 2}, {0, 3}})},
                                  {"b", pad(words, 1, std::string("a \"b\""))},
                                  {"c", pad(real, {{0, 1}}, -std::nan(""))},
                                  {"d", pad(real, 2, pad_mode::wrap)},
                                  {"e", pad(real, 2, 0.1f)}});
  const std::string saved = to_string(p);
  INFO(saved);
  const plan read = read_plan(saved);
  CHECK(to_string(read) == saved);
  const std::vector<any_tensor> given{tensor<int>{{1, 2}, {3, 4}}, tensor<std::string>{"x", "y"}, tensor<float>{1, 2}};
  const results wanted = p.run(given), made = read.run(given);
  for (const named_tensor& one : wanted.all()) CHECK(plan_tests::same_bits(made[one.name], one.tensor));
  const planned_names names{{"x", x}};
  CHECK(parse("pad(x, 1)", names).shape() == planned_shape{n + 2, 4});
  CHECK(parse("pad(x, {1, {0, 2}}, 7)", names).shape() == planned_shape{n + 2, 4});
  for (const char* wrong :
       {"pad(x)", "pad(x, {{1, 2, 3}})", "pad(x, 1, 2, 3)", "pad(x, 1, keep)", "pad(1, x)", "pad(x, x)", "pad(x, {{}})"})
    CHECK_THROWS_WITH(parse(wrong, names), ContainsSubstring("is written pad("));
  CHECK_THROWS_AS(pad(x, 1, 2.5), type_error);
  CHECK_THROWS_AS(pad(x, -1), value_error);
  CHECK_THROWS_AS(pad(x, {{1, 1}, {1, 1}, {1, 1}}), shape_error);
}

TEST_CASE("tiles, turns and diagonals are recorded", "[plan]") {
  check_turned([](const auto& t) { return tile(t, 2); });
  check_turned([](const auto& t) { return tile(t, {2, 1, 3, 2}); });
  check_turned([](const auto& t) { return rotate(t, {1, -2, 7}); });
  for (const index_t times : {-1, 0, 1, 2, 3}) check_turned([times](const auto& t) { return rot90(t, times, 1, 2); });
  check_turned([](const auto& t) { return diagonal(t); }, {4, 4});
  check_turned([](const auto& t) { return diagonal(t, 0, 2); }, {4, 3, 4});
  check_turned([](const auto& t) { return diagonal(t, 1, 0, 1); }, {4, 4});
  for (const index_t by : {index_t{-9}, index_t{-3}, index_t{-1}, index_t{2}, index_t{4}, index_t{5}, -index_limit - 1, index_limit}) {
    INFO("diagonal " << by);
    check_turned([by](const auto& t) { return diagonal(t, 0, 1, by); }, {4, 4});
    check_turned([by](const auto& t) { return diagonal(t, 2, 0, by); }, {3, 2, 4});
  }
  check_turned([](const auto& t) { return squeeze(t); }, {1, 4, 1});
  const planned_extent n("n"), m("m");
  const planned x = placeholder<int>("x", {n, m}), y = placeholder<int>("y", {3, 5});
  CHECK(tile(x, 2).shape() == planned_shape{n, 2 * m});
  CHECK(rot90(x).shape() == planned_shape{m, n});
  CHECK(diagonal(y, 0, 1, 1).shape() == planned_shape{3});
  CHECK(diagonal(y, 0, 1, 4).shape() == planned_shape{1});
  CHECK(diagonal(y, 0, 1, 9).shape() == planned_shape{0});
  CHECK(diagonal(placeholder<int>("z", {n, n})).shape() == planned_shape{n});
  CHECK(to_string(diagonal(x).shape()) == "[(length of diagonal)]");
  CHECK_THROWS_AS(rotate(x, {1, 2, 3}), shape_error);
  CHECK_THROWS_AS(rot90(x, 1, 0, 0), shape_error);
  CHECK_THROWS_AS(diagonal(x, 0, 2), index_error);
}

TEST_CASE("slices without counting are recorded", "[plan]") {
  check_turned([](const auto& t) { return slice(t, 1, slice_from(1)); });
  check_turned([](const auto& t) { return slice(t, 2, slice_before(last)); });
  check_turned([](const auto& t) { return slice(t, 2, slice_from(last - 2)); });
  check_turned([](const auto& t) { return slice(t, 0, slice_before(2)); });
  check_turned([](const auto& t) { return slice(t, 0, slice_every(-1)); });
  check_turned([](const auto& t) { return slice(t, 2, 4, 2, -2); });
  check_turned([](const auto& t) { return slice(t, 2, slice(1, 2, 2)); });
  const planned_extent n("n");
  const planned x = placeholder<int>("x", {n, 6});
  CHECK(slice(x, 0, slice_from(1)).shape() == planned_shape{n - 1, 6});
  CHECK(slice(x, 0, slice_from(2).before(last - 1)).shape() == planned_shape{n - 4, 6});
  CHECK(slice(x, 1, slice_every(2)).shape() == planned_shape{n, 3});
  CHECK_THROWS_WITH(slice(x, 0, slice_every(2)), ContainsSubstring("x int32[n 6]") && ContainsSubstring("the length n"));
  CHECK_THROWS_AS(slice(x, 1, 5, 2), index_error);
  CHECK_THROWS_AS(slice(x, 1, 0, 4, 2), index_error);
  CHECK_THROWS_AS(slice(x, 0, -1, 2), index_error);

  const plan turned({x}, {{"down", slice(x, 0, slice_every(-1))},
                          {"last", slice(x, 0, slice_from(last - 1).every(-1))},
                          {"some", slice(x, 0, n - 1, 2, -1)},
                          {"skipped", slice(x, 0, slice_before(4).every(2))}});
  const std::string saved = to_string(turned);
  CHECK_THAT(saved, ContainsSubstring("flip(slice(x, 0, 0, n), 0)") && ContainsSubstring("slice(x, 0, n - 1, 2, -1)") &&
                        ContainsSubstring("slice(x, 0, 0, 2, 2)"));
  CHECK(to_string(read_plan(saved)) == saved);
  CHECK(plan({x}, {{"down", slice(x, 0, slice_every(-1))}}).run({zeros<int>({0, 6})})["down"].shape() == shape{0, 6});

  const auto parts = split(x, 0, {2, n - 3, 1});
  REQUIRE(parts.size() == 3);
  CHECK(parts[1].shape() == planned_shape{n - 3, 6});
  const plan p({x}, {{"a", parts[1]}, {"b", parts[2]}, {"c", slice(x, 0, slice_from(1))}});
  const tensor<int> xs = clone(cast<int>(random_integers({5, 6}, -9, 9, 3)));
  const results made = p.run({xs});
  CHECK(equal(made["a"], slice(xs, 0, 2, 2)));
  CHECK(equal(made["b"], slice(xs, 0, 4, 1)));
  CHECK(equal(made["c"], slice(xs, 0, 1, 4)));
  CHECK_THROWS_AS(p.run({tensor<int>(dims::row_major({0, 6}), buffer<int>())}), error);
  CHECK_THROWS_WITH(split(x, 0, {n, 1}), ContainsSubstring("its parts have n + 1"));
}

TEST_CASE("pictures of any size are sharpened by one plan", "[plan]") {
  const planned_extent h("height"), w("width");
  const planned rgb = placeholder<std::uint8_t>("rgb", {h, w, 3});
  const tensor<float> light{0.299f, 0.587f, 0.114f};
  const auto sharpened = [&](const auto& picture) {
    const auto grey = matmul(cast(picture, dtype::float32), light);
    const auto blur = mean(windows(pad(grey, 1, pad_mode::edge), {0, 1}, {3, 3}), {2, 3});
    return saturate_cast(grey * 2 - blur, dtype::uint8);
  };
  const planned made = sharpened(rgb);
  CHECK(made.shape() == planned_shape{h, w});
  const plan p({rgb}, {{"out", made}});
  workspace room(p);
  for (const shape& size : {shape{5, 4, 3}, shape{1, 7, 3}, shape{5, 4, 3}}) {
    const any_tensor picture = clone(random_integers<std::uint8_t>(size, 0, 200, 3));
    CHECK(plan_tests::same_bits(p.run(room, {picture})["out"], clone(sharpened(picture))));
  }
}
