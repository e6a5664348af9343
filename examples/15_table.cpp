// SPDX-License-Identifier: BSL-1.0
// Tables: named columns whose types are known at run time.
//
// Sales and the places where they were made are two tables. Columns are computed from columns, rows are filtered, joined, grouped and
// sorted; what is not computed is shared.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/print.hpp>
#include <ravel/storage/buffer.hpp>

#include <iostream>

namespace {

using strings = ravel::buffer<std::string>;

ravel::any_table sales() {
  return {{"city", strings{"Bern", "Ulm", "Rom", "Bern", "Rom", "Oslo"}},
          {"pieces", ravel::buffer<std::int32_t>{3, 10, 1, 2, 4, 7}},
          {"price", ravel::buffer<double>{2.5, 1.25, 20, 2.5, 18, 3}}};
}

ravel::any_table places() { return {{"city", strings{"Bern", "Rom", "Ulm"}}, {"country", strings{"CH", "IT", "DE"}}}; }

}  // namespace

int main() {
  using enum ravel::aggregation;

  // A new column is an expression of others; it is computed where it is read.
  ravel::any_table t = sales();
  t = with_column(t, "paid", t.column("pieces") * t.column("price"));
  std::cout << t << "\n\n";

  // Rows are chosen by a mask, which is an expression too.
  std::cout << filter(t, t.column("paid") > 10 && t.column("city") != "Oslo") << "\n\n";

  // Where was how much paid? Oslo is no place that is known.
  const ravel::any_table known = join(t, places(), {"city"});
  const ravel::any_table by_country =
      group_reduce(known, {"country"}, {{"sales", count}, {"paid", sum, "paid"}, {"dearest", max, "price"}});
  std::cout << sort_by(by_country, {{"paid", ravel::sort_order::descending}}) << "\n\n";
  std::cout << select(join(t, places(), {"city"}, ravel::join_kind::anti), {"city", "paid"}) << "\n\n";

  // The columns of the table.
  std::cout << describe(t) << "\n\n";

  // A column is a reader: from here on with its type.
  const ravel::reader<double> paid = ravel::as<double>(t.column("paid"));
  std::cout << paid.size() << " " << paid[2] << "\n";
  try {
    t.column("customer");
  } catch (const ravel::error& e) {
    std::cout << e.what() << "\n";
  }
}
