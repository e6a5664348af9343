// SPDX-License-Identifier: BSL-1.0
// Recorded tables: columns, filters, sorts, groups and joins give the tables that the eager verbs give.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

any_table random_trips(support::random& r, index_t rows) {
  const char* const cities[] = {"Oslo", "Rome", "Bern"};
  const auto city = empty<std::string>(rows);
  const auto km = empty<double>(rows);
  const auto fare = empty<float>(rows);
  for (index_t i = 0; i < rows; ++i) {
    city.data()[i] = cities[r.below(3)];
    km.data()[i] = static_cast<double>(r.between(1, 20)) / 4;
    fare.data()[i] = static_cast<float>(r.between(1, 9));
  }
  return {{"city", city}, {"km", km}, {"fare", fare}, {"when", clone(arange<std::int64_t>(rows)), "tss:"}};
}

planned_table trips_of_a_run(const std::string& name = "trips") {
  return placeholder_table(name,
                           {{"city", dtype::string}, {"km", dtype::float64}, {"fare", dtype::float32}, {"when", dtype::int64, "tss:"}});
}

// Runs both faces of f(table) on tables of several lengths.
template <class F>
void check_table(const F& f) {
  support::random r(5);
  const planned_table trips = trips_of_a_run();
  const planned_table recorded = f(trips);
  const plan p({trips}, {{"made", recorded}});
  const std::string saved = to_string(p);
  INFO(saved);
  const plan read = read_plan(saved, named_tensors(p));
  CHECK(to_string(read) == saved);
  workspace room(p);
  for (const index_t rows : {7, 1, 0, 30, 7}) {
    INFO(rows << " rows");
    const any_table data = random_trips(r, rows), eager = f(data);
    const any_table made = recorded.result(p.run(room, trips.given(data)), "made");
    const any_table made_by_text = recorded.result(read.run(trips.given(data)), "made");
    REQUIRE(made.names() == eager.names());
    CHECK(made.formats() == eager.formats());
    CHECK(made.size() == eager.size());
    for (std::size_t k = 0; k < made.columns().size(); ++k) {
      CHECK(plan_tests::same_bits(made.columns()[k].as_tensor(), eager.columns()[k].as_tensor()));
      CHECK(plan_tests::same_bits(made_by_text.columns()[k].as_tensor(), eager.columns()[k].as_tensor()));
    }
  }
}

}  // namespace

TEST_CASE("views of tables are recorded", "[plan]") {
  check_table([](const auto& t) { return select(t, {"fare", "city"}); });
  check_table([](const auto& t) { return drop(t, {"km"}); });
  check_table([](const auto& t) { return rename(t, "km", "miles"); });
  check_table([](const auto& t) { return with_column(t, "per_km", t["fare"] / t["km"]); });
  check_table([](const auto& t) { return with_column(t, "km", t["km"] * 2, ""); });
  check_table([](const auto& t) { return filter(t, t["km"] > 2.0); });
  check_table([](const auto& t) {
    const auto longer = filter(t, t["km"] > 1.0);
    return filter(longer, longer["fare"] < 5);
  });
  check_table([](const auto& t) { return concat(t, t); });
}

TEST_CASE("planned tables join formats as tables do", "[plan]") {
  const auto of_one = [](const std::string& name, const std::string& format, dtype type) {
    return placeholder_table(name, {{"x", type, format}});
  };
  const planned_table plain = of_one("a", "", dtype::string), long_ones = of_one("b", "U", dtype::string);
  const planned_table bytes = of_one("c", "Z", dtype::string);
  const auto of_data = [](const std::string& format, const char* word) { return any_table{{"x", tensor<std::string>{word}, format}}; };
  for (const auto& [first, second] : {std::pair(plain, long_ones), std::pair(long_ones, bytes), std::pair(bytes, plain)}) {
    const planned_table both = concat(first, second);
    const any_table a = of_data(first.columns()[0].format, "a"), b = of_data(second.columns()[0].format, "b");
    std::vector<named_tensor> given = first.given(a);
    const std::vector<named_tensor> more = second.given(b);
    given.insert(given.end(), more.begin(), more.end());
    CHECK(equal(both.result(plan({first, second}, {{"both", both}}).run(given), "both"), concat(a, b)));
  }
  CHECK_THROWS_WITH(concat(of_one("a", "tss:", dtype::int64), of_one("b", "tsm:", dtype::int64)),
                    ContainsSubstring("\"tss:\" in one table and \"tsm:\" in the other"));
}

TEST_CASE("sorts of tables are recorded", "[plan]") {
  check_table([](const auto& t) { return sort_by(t, {"city"}); });
  check_table([](const auto& t) { return sort_by(t, {{"city", sort_order::descending}, "km"}); });
}

TEST_CASE("groups of tables are recorded", "[plan]") {
  check_table([](const auto& t) { return group_reduce(t, {"city"}, {{"n"}, {"mean", aggregation::mean, "fare"}}); });
  check_table([](const auto& t) { return group_reduce(t, {"city"}, {{"fare", aggregation::max}}); });
  check_table([](const auto& t) {
    return group_reduce(filter(t, t["km"] > 2.0), {"city", "fare"},
                        {{"sum", aggregation::sum, "km"}, {"last", aggregation::last, "when"}, {"low", aggregation::min, "fare"}},
                        group_order::sorted);
  });
}

TEST_CASE("joins of tables are recorded", "[plan]") {
  const auto means = [](const auto& t) { return group_reduce(t, {"city"}, {{"mean", aggregation::mean, "fare"}}); };
  check_table([&](const auto& t) { return join(t, means(t), {"city"}); });
  check_table([&](const auto& t) { return join(select(t, {"city", "km"}), means(filter(t, t["km"] > 2.0)), {"city"}, join_kind::left); });
  check_table([&](const auto& t) { return join(t, means(filter(t, t["km"] > 2.0)), {"city"}, join_kind::anti); });
}

TEST_CASE("a report computes the columns that it needs, and finds its mask once", "[plan]") {
  const planned_table trips = trips_of_a_run();
  const planned_table priced = with_column(trips, "per_km", trips["fare"] / trips["km"]);
  const planned_table report = group_reduce(filter(priced, priced["km"] > 1.0), {"city"}, {{"n"}, {"mean", aggregation::mean, "per_km"}});
  CHECK(to_string(report["mean"].shape()) == "[(rows of group_reduce)]");
  CHECK((report["mean"] * report["n"]).shape() == report["n"].shape());
  CHECK(describe(plan(trips.inputs(), report.outputs("report"))) ==
        "t1 int64[(count of mask)] = argfilter(trips.km > 1.0)\n"
        "t2 int64[(rows of group_reduce)] = group_reduce(take(trips.city, 0, t1), take(trips.fare / trips.km, 0, t1), {\"city\", "
        "\"per_km\"}, {\"city\"}, {{\"n\"}, {\"mean\", aggregation::mean, \"per_km\"}})\n"
        "t3 string[(rows of group_reduce)] = t2[\"city\"]\n"
        "t4 int64[(rows of group_reduce)] = t2[\"n\"]\n"
        "t5 float64[(rows of group_reduce)] = t2[\"mean\"]\n"
        "result report.city = t3\n"
        "result report.n = t4\n"
        "result report.mean = t5\n");
}

TEST_CASE("tables have columns of any name and format in a saved plan", "[plan]") {
  const std::string odd = "a \"b\" `c`\n";
  const planned_table t = placeholder_table("my table", {{odd, dtype::string}, {"when", dtype::int64, "tss:"}});
  const planned_table groups = group_reduce(t, {odd}, {{odd + "2", aggregation::last, "when"}, {"n"}, {"when", aggregation::min}},
                                            group_order::sorted, nan_policy::skip);
  const plan p({t}, {{"made", join(sort_by(t, {{"when", sort_order::descending}}), drop(groups, {"when"}), {odd}, join_kind::semi)},
                     {"all", groups}});
  const std::string saved = to_string(p);
  INFO(saved);
  CHECK_THAT(saved, ContainsSubstring("{\"when\", \"tss:\"}") && ContainsSubstring("group_order::sorted, nan_policy::skip") &&
                        ContainsSubstring("{\"when\", sort_order::descending}") && ContainsSubstring("join_kind::semi"));
  const plan read = read_plan(saved);
  CHECK(to_string(read) == saved);
  const any_table data{{odd, tensor<std::string>{"x", "y", "x"}}, {"when", tensor<std::int64_t>{3, 1, 2}, "tss:"}};
  const results wanted = p.run(t.given(data)), made = read.run(t.given(data));
  for (const named_tensor& one : wanted.all()) CHECK(plan_tests::same_bits(made[one.name], one.tensor));
  const planned_names names{{"x", placeholder<int>("x", {planned_extent("n")})}};
  for (const char* wrong :
       {"group_reduce(x, {\"x\"}, {\"x\"})", "group_reduce(x, {\"x\", \"y\"}, {\"x\"}, {{\"n\"}})",
        "group_reduce(x, {1}, {\"x\"}, {{\"n\"}})", "group_reduce(x, {\"x\"}, {\"x\"}, {{\"n\", 2}})",
        "group_reduce(x, {\"x\"}, {\"x\"}, {{\"n\"}}, keep)", "argsort_by(x, {\"x\"})", "argsort_by(x, {\"x\"}, {{}})",
        "argsort_by(x, x, {\"x\"}, {\"x\"})", "join(x, {\"x\"}, {\"x\"}, {\"x\"})", "join(x, x, {\"x\"}, {\"x\"}, {1})"}) {
    INFO(wrong);
    CHECK_THROWS_WITH(parse(wrong, names), ContainsSubstring("is written"));
  }
  CHECK_THROWS_WITH(parse("group_reduce(x, {\"x\"}, {\"x\"}, {{\"n\"}})[\"m\"]", names),
                    ContainsSubstring("there is no part [\"m\"]; there are: [\"x\"], [\"n\"]"));
  CHECK_THROWS_AS(to_string(plan({t}, {{"made", group_reduce(t, {odd}, {{"n"}}, when_empty{0.5})}})), value_error);
}

TEST_CASE("errors of planned tables name columns and lengths", "[plan]") {
  const planned_table trips = trips_of_a_run(), others = trips_of_a_run("others");
  CHECK_THROWS_WITH(trips["miles"], ContainsSubstring("miles") && ContainsSubstring("city, km, fare, when"));
  CHECK_THROWS_WITH(with_column(trips, "more", others["km"]), ContainsSubstring("rows of others") && ContainsSubstring("rows of trips"));
  CHECK_THROWS_WITH(filter(trips, others["km"] > 1.0), ContainsSubstring("rows of trips"));
  CHECK_THROWS_AS(filter(trips, trips["km"]), type_error);
  CHECK_THROWS_AS(with_column(trips, "more", sum(trips["km"])), shape_error);
  CHECK_THROWS_AS(select(trips, {}), shape_error);
  CHECK_THROWS_AS(select(trips, {"km", "km"}), value_error);
  CHECK_THROWS_AS(rename(trips, "km", "fare"), value_error);
  CHECK_THROWS_AS(group_reduce(trips, {"town"}, {{"n"}}), value_error);
  CHECK_THROWS_AS(group_reduce(trips, {"km"}, {{"sum", aggregation::sum, "city"}}), type_error);
  CHECK_THROWS_AS(join(trips, select(others, {"km"}), {"city"}), value_error);
  CHECK_THROWS_AS(concat(trips, select(others, {"km"})), shape_error);
  const any_table data{{"city", tensor<std::string>{"Oslo"}}, {"km", tensor<double>{1}}, {"fare", tensor<float>{1}}};
  CHECK_THROWS_WITH(trips.given(data), ContainsSubstring("when"));
  CHECK_THROWS_AS(trips.given(with_column(data, "when", tensor<std::int64_t>{1})), type_error);
  CHECK_THROWS_AS(sort_by(trips, {"km"}).given(data), value_error);
}
