// SPDX-License-Identifier: BSL-1.0
// Transforms along axes: one plan for all lines of an axis, or for the lines of one thread.
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/spares.hpp>
#include <ravel/op/signal/fft.hpp>

namespace ravel::detail {

namespace {

using complex = std::complex<double>;

// The axes in the given order, each once.
std::vector<index_t> named_axes(const fourier_request& request, const ints& axes, index_t rank) {
  const auto count = std::ssize(worked_axes(axes, rank));
  const char* const name = name_of(request.kind);
  if (count == 0) throw value_error(text() << name << " along no axes");
  if (count > 1 && request.length)
    throw value_error(text() << name << " along " << count << " axes with fft_length{" << index_t{request.length->value}
                             << "}: it is of one axis; pad or slice the tensor instead");
  std::vector<index_t> all;
  for (const index_t axis : axes) all.push_back(check_axis(axis, rank));
  return all;
}

template <class To, class From>
tensor<To> transformed_lines(const tensor<const From>& x, index_t axis, const fourier_request& request, const tensor<To>* given = nullptr) {
  const line_plan plan = plan_lines(x.shape(), worked_axes(axis, x.rank()));
  fourier_lines first(request, plan.length);
  const index_t results = first.results();
  const result_memory<To> made(given, with_last(plan.kept, results), plan.order);
  if (made.view().size() == 0) return made.result();
  To* const out = made.data();
  spares<fourier_lines> rooms(std::move(first));
  each_part_of_lines<From>(x, plan, [&](index_t number, lines_of_part<From> lines) {
    rooms.with_room(
        [&] { return fourier_lines(request, plan.length); },
        [&](fourier_lines& transform) { lines([&](std::span<const From> line) { transform.run(line, out + number++ * results); }); });
  });
  return made.result();
}

}  // namespace

tensor<complex> fourier_along(const tensor<const complex>& x, const ints& axes, const fourier_request& request,
                              const tensor<complex>* given) {
  const std::vector<index_t> named = named_axes(request, axes, x.rank());
  const auto transformed = [&](const tensor<const complex>& lines, std::size_t i) {
    return transformed_lines<complex>(lines, named[i], request, i + 1 == named.size() ? given : nullptr);
  };
  tensor<complex> made = transformed(x, 0);
  for (std::size_t i = 1; i < named.size(); ++i) made = transformed(made, i);
  return made;
}

tensor<complex> fourier_along(const tensor<const double>& x, const ints& axes, const fourier_request& request,
                              const tensor<complex>* given) {
  const std::vector<index_t> named = named_axes(request, axes, x.rank());
  const std::span<const index_t> others(named.data(), named.size() - 1);
  const tensor<complex> first = transformed_lines<complex>(x, named.back(), request, others.empty() ? given : nullptr);
  if (others.empty()) return first;
  fourier_request of_complex = request;
  of_complex.kind = fourier_kind::forward;
  return fourier_along(tensor<const complex>(first), others, of_complex, given);
}

tensor<double> fourier_along(const tensor<const complex>& x, const ints& axes, const fourier_request& request,
                             const tensor<double>* given) {
  const std::vector<index_t> named = named_axes(request, axes, x.rank());
  const std::span<const index_t> others(named.data(), named.size() - 1);
  if (others.empty()) return transformed_lines<double>(x, named.back(), request, given);
  fourier_request of_complex = request;
  of_complex.kind = fourier_kind::inverse;
  const tensor<complex>* const fresh = nullptr;
  return transformed_lines<double>(tensor<const complex>(fourier_along(x, others, of_complex, fresh)), named.back(), request, given);
}

std::vector<index_t> shifts_by_half(const shape& of, const ints& axes, bool back) {
  std::vector<index_t> by(static_cast<std::size_t>(of.rank()), 0);
  for (const index_t axis : worked_axes(axes, of.rank())) by[static_cast<std::size_t>(axis)] = back ? -(of[axis] / 2) : of[axis] / 2;
  return by;
}

}  // namespace ravel::detail
