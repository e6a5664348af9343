// SPDX-License-Identifier: BSL-1.0
// Views over bases that are not memory: functions whose type was forgotten, pieces, computed tensors and readers of one dimension have the
// same values under every view, however they are read, and still know what they are views of.
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <tensor/backing.hpp>

using namespace backing;
using ravel::all;
using ravel::buffer;

namespace {

enum class base { expression, nested, stretched, pieces, padded, computed, generated };
constexpr base all_bases[] = {base::expression, base::nested, base::stretched, base::pieces, base::padded, base::computed, base::generated};

// Two tensors that stand side by side, cut somewhere.
tensor<const double> cut_up(support::random& r, const shape& s, const std::vector<double>& values) {
  const auto whole = readable<double>(kind::dense, s, values);
  if (s.rank() == 0) return ravel::pieces<double>(s, {{{}, whole}});
  const index_t axis = r.below(s.rank()), extent = s[axis], at = r.below(extent + 1);
  const tensor<const double> second = slice(whole, axis, at, extent - at) + 0.0;  // one in memory, one not
  return concat(ravel::along(axis), tensor<const double>(slice(whole, axis, 0, at)), second);
}

tensor<const double> over(support::random& r, base what, const shape& s, const std::vector<double>& values) {
  const tensor<const double> dense = readable<double>(one_of(all_kinds, r), s, values);
  switch (what) {
    case base::expression:
      return (dense + 1.0) - ravel::full(s, 1.0);
    case base::nested: {
      const tensor<const double> inner = dense * 2.0;
      return inner - dense;
    }
    case base::stretched:
      return dense + ravel::zeros<double>(s.rank() == 0 ? shape() : shape{s[s.rank() - 1]});
    case base::pieces:
      return cut_up(r, s, values);
    case base::padded: {
      std::vector<ravel::margin> margins;
      for (index_t k = 0; k < s.rank(); ++k) margins.emplace_back(r.below(3), r.below(3));
      tensor<const double> padded = pad(dense, ravel::margins(margins), 7.0);
      for (index_t k = 0; k < s.rank(); ++k) padded = slice(padded, k, margins[static_cast<std::size_t>(k)].before, s[k]);
      return padded;
    }
    case base::computed: {
      const dims map = dims::row_major(s);
      const auto value = [=](const ravel::ints& places) { return values[static_cast<std::size_t>(map.to_local(places))]; };
      switch (s.rank()) {
        case 0:
          return ravel::compute<double>(s, [=] { return value(std::vector<index_t>()); });
        case 1:
          return ravel::compute<double>(s, [=](index_t i) { return value({i}); });
        case 2:
          return ravel::compute<double>(s, [=](index_t i, index_t j) { return value({i, j}); });
        case 3:
          return ravel::compute<double>(s, [=](index_t i, index_t j, index_t k) { return value({i, j, k}); });
        default:
          return ravel::compute<double>(s, [=](index_t i, index_t j, index_t k, index_t l) { return value({i, j, k, l}); });
      }
    }
    default:
      return readable<double>(kind::computed, s, values);
  }
}

template <class X>
void check_reads(const X& t, const dims& model, const std::vector<double>& values) {
  std::vector<double> wanted;
  for (index_t p = 0; p < model.size(); ++p) wanted.push_back(values[static_cast<std::size_t>(model.to_local(p))]);
  REQUIRE(t.shape() == model.shape());
  REQUIRE(to_vector(t) == wanted);
  REQUIRE(to_vector(clone(t)) == wanted);
  for (index_t i = 0; i < t.size(); i += 7) REQUIRE(t[i] == wanted[static_cast<std::size_t>(i)]);
  const auto turned = ravel::empty<double>(dims::column_major(model.shape()));
  copy(t, turned);
  REQUIRE(to_vector(turned) == wanted);
}

}  // namespace

TEST_CASE("random views of what is not memory hold what the map says", "[tensor]") {
  support::random r(41);
  for (int program = 0; program < 1500; ++program) {
    const shape s = program % 10 == 0 ? shape{1 + r.below(90), 1 + r.below(90)} : random_shape(r);
    const auto values = small_values<double>(r, s.elements());
    const base what = all_bases[r.below(std::size(all_bases))];
    tensor<const double> t = over(r, what, s, values);
    dims model = dims::row_major(s);
    INFO("base " << static_cast<int>(what) << " shape " << to_string(s) << " program " << program);
    for (index_t steps = r.below(5); steps > 0; --steps) {
      const step one = random_step(r);
      t = stepped(t, one);
      model = stepped(model, one);
      INFO(to_string(model));
    }
    check_reads(t, model, values);
    if (program % 20 == 0) support::check_reader(t, to_vector(clone(t)));
  }
}

TEST_CASE("large views are written as they are read", "[tensor]") {
  support::random r(43);
  for (const base what : all_bases) {
    for (const shape& s : {shape{300, 500}, shape{70, 80, 30}}) {
      const auto values = small_values<double>(r, s.elements());
      const auto t = over(r, what, s, values);
      const dims model = dims::row_major(s);
      INFO("base " << static_cast<int>(what) << " shape " << to_string(s));
      check_reads(transpose(t), model.transpose(ravel::detail::reversed_axes(s.rank())), values);
      check_reads(slice(transpose(t), 0, 20, 7, -3), model.transpose(ravel::detail::reversed_axes(s.rank())).slice(0, 20, 7, -3), values);
      check_reads(transpose(slice(t, 0, 3, 60)), model.slice(0, 3, 60).transpose(ravel::detail::reversed_axes(s.rank())), values);
      REQUIRE_EQUAL(sum(transpose(t), 0), sum(clone(transpose(t)), 0));
      REQUIRE_EQUAL(sum(transpose(t), -1), sum(clone(transpose(t)), -1));
      CHECK(sum(transpose(t)) == sum(clone(transpose(t))));
    }
  }
}

TEST_CASE("a view knows what it is a view of, memory or not", "[tensor]") {
  const tensor<double> a = ravel::ones<double>({3, 4});
  const tensor<const double> e = a + a, p = pad(a, 1),
                             c = ravel::compute<double>({3, 4}, [](index_t i, index_t j) { return double(i - j); });
  for (const auto& t : {e, p, c}) {
    CHECK(is_view_of(transpose(t), t));
    CHECK(is_view_of(t, transpose(t)));
    CHECK(is_view_of(transpose(t)(all, 1), flip(t, {0})));
    CHECK_FALSE(is_view_of(transpose(t), tensor<const double>(transpose(a * 2.0))));
    CHECK(transpose(t).layout() == ravel::layout::computed);
  }
  CHECK_FALSE(is_view_of(transpose(e), transpose(p)));
}

TEST_CASE("a view that begins later reads other elements than are written beside it", "[tensor]") {
  using ravel::detail::overlap;
  const buffer<double> b = ravel::make_buffer<double>(8, 1.0);
  const auto target = ravel::detail::target_of(ravel::detail_access::node(b));
  const auto meets = [&](const tensor<const double>& t) { return ravel::detail_access::node(t).meets(target); };
  const tensor<const double> e = ravel::as_tensor(b + 0.0, {8}), elsewhere = ravel::as_tensor(clone(b) + 0.0, {8});
  CHECK(meets(e) == overlap::elementwise);
  CHECK(meets(slice(e, 0, 4)) == overlap::elementwise);
  CHECK(meets(slice(e, 1, 4)) == overlap::arbitrary);
  CHECK(meets(reverse(e)) == overlap::arbitrary);
  CHECK(meets(slice(elsewhere, 1, 4)) == overlap::none);
}

TEST_CASE("only what a view shows is asked for", "[tensor]") {
  const auto picky = ravel::compute<double>({200, 200}, [](index_t i, index_t j) {
    if (j % 2 != 0) throw std::runtime_error("not shown");
    return double(1000 * i + j);
  });
  const auto shown = slice(transpose(picky), 0, 0, 100, 2);
  CHECK(clone(shown)(3, 5) == 5006);
  CHECK_THROWS_AS(clone(transpose(picky)), std::runtime_error);
  const auto listed = ravel::as_tensor(ravel::generate(40000,
                                                       [](index_t i) {
                                                         if (i % 2 != 0) throw std::runtime_error("not shown");
                                                         return double(i);
                                                       }),
                                       {200, 200});
  CHECK(clone(transpose(listed)(ravel::slice(0, 100, 2), all))(3, 5) == 1006);
}

TEST_CASE("a broadcast tensor is no progression, and an empty one is a progression without a start", "[tensor]") {
  const auto one = ravel::as_tensor(ravel::iota<int>(1, 2), {1});
  CHECK_FALSE(broadcast(one, {3}).as_range());
  CHECK(one.as_range() == ravel::slice(2, 1));
  CHECK(broadcast(one, {1, 1}).as_range() == ravel::slice(2, 1));
  const auto far = ravel::as_tensor(ravel::iota<std::int64_t>(1, ravel::index_limit), {1});
  CHECK(slice(far, 0, 1, 0).as_range() == ravel::slice(0, 0));
  CHECK(flip(ravel::as_tensor(ravel::iota<int>(5, 2), {5}), 0).as_range() == ravel::slice(6, 5, -1));
}

TEST_CASE("a view of elements in order is added up by what it is a view of, with the same bits", "[tensor]") {
  support::random r(31);
  const ravel::index_t n = 5000;
  const auto x = ravel::make_buffer<double>(n);
  for (ravel::index_t i = 0; i < n; ++i) x.data()[i] = 0.1 * static_cast<double>(r.below(1000));
  const tensor<const double> t = ravel::as_tensor(ravel::reader<double>(sqrt(x) / 3.0), {n});
  const tensor<const bool> mask = ravel::as_tensor(ravel::reader<bool>(x > 40.0), {n});
  const auto added_below = [&](const auto& view) {
    using T = ravel::detail::read_t<decltype(view)>;
    const auto held = ravel::detail::node_for_call(view);
    const ravel::detail::node<T>& source = held;
    ravel::detail::arena from(source.need(), 32);
    ravel::detail::chunk_total_t<T> total{};
    T room[32];
    return source.add_up(0, 32, room, &total, from);
  };
  for (const ravel::index_t start : {0, 32, 4960, 1, 33}) {
    for (const ravel::index_t step : {1, 2}) {
      const ravel::index_t size = (n - start + step - 1) / step;
      const auto numbers = slice(t, 0, start, size, step);
      const auto answers = slice(mask, 0, start, size, step);
      CHECK(added_below(numbers) == (step == 1));
      CHECK(added_below(answers) == (step == 1));
      CHECK(sum(numbers) == sum(clone(numbers)));
      CHECK(ravel::count(answers) == ravel::count(clone(answers)));
    }
  }
}

namespace {

// In blocks from any position on, as the elements are one by one.
template <class T>
void check_blocks(support::random& r, const tensor<const T>& t) {
  std::vector<T> wanted;
  for (index_t i = 0; i < t.size(); ++i) wanted.push_back(ravel::detail_access::node(t).at(i));
  for (int round = 0; round < 12; ++round) {
    const index_t start = r.below(t.size()), n = round == 0 ? t.size() - start : 1 + r.below(std::min<index_t>(t.size() - start, 40));
    std::vector<T> got(static_cast<std::size_t>(n));
    ravel::reader<T>(t).read(start, std::span(got));
    if (!std::equal(got.begin(), got.end(), wanted.begin() + start)) FAIL(to_string(t.dims()) << " from " << start << ", " << n);
  }
}

template <class T>
void check_short_rows(support::random& r, index_t n) {
  const tensor<T> x = ravel::empty<T>({7, 5, n}), row = ravel::empty<T>({n}), wide = ravel::empty<T>({4, 6, n + 2});
  for (const tensor<T>& one : {x, wide, row}) {
    const tensor<T> line = flat(one);
    for (index_t i = 0; i < line.size(); ++i) line.write(i, T(static_cast<unsigned char>(r.below(100))));
  }
  check_blocks<T>(r, stretch(row, {7, 5, n}));
  check_blocks<T>(r, flip(x, 2));
  check_blocks<T>(r, flip(x, {0, 1}));
  check_blocks<T>(r, transpose(x, {1, 0, 2}));
  check_blocks<T>(r, transpose(x, {2, 1, 0}));
  check_blocks<T>(r, wide(ravel::all, ravel::slice(1, 4), ravel::slice(1, n)));
  check_blocks<T>(r, reshape(wide(ravel::all, ravel::all, ravel::slice(1, n)), {4, 1, 6, n, 1}));
  check_blocks<T>(r, reshape(x(ravel::all, ravel::slice(0, 4), ravel::all), {7, 2, 2, n}));
  check_blocks<T>(r, stretch(reshape(x(ravel::all, 2, ravel::all), {7, 1, n}), {7, 3, n}));
  check_blocks<T>(r, stretch(reshape(row, {n, 1}), {4, n, 3}));
}

}  // namespace

TEST_CASE("rows of a few elements in memory are read from any position on", "[tensor]") {
  support::random r(11);
  for (const index_t n : {1, 2, 3, 4, 5, 16, 17}) {
    check_short_rows<std::uint8_t>(r, n);
    check_short_rows<std::int16_t>(r, n);
    check_short_rows<float>(r, n);
    check_short_rows<double>(r, n);
    check_short_rows<std::complex<double>>(r, n);
    check_short_rows<long double>(r, n);
  }
}
