// SPDX-License-Identifier: BSL-1.0
// Writes distributed tensors: copy, fill, clone, += and its like. Collective. Each element that a rank lacks travels to it once, and the
// expression is computed where the target lies. If source and target share elements, the result is as if the source had been read first.
// start_copy: a copy that is under way while a rank does local work. collect brings elements together to a local tensor, at one element to
// all ranks, and print writes by rank 0; << is local and says in one line what this rank has.
#pragma once

#include <ravel/loop/in_place.hpp>
#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/mpi/elementwise.hpp>
#include <ravel/print/print.hpp>

#include <optional>
#include <ostream>
#include <string>

namespace ravel {
namespace mpi {

namespace detail {

template <class X>
struct value_in;
template <distributed X>
struct value_in<X> : std::type_identity<typename X::value_type> {};
template <readable X>
struct value_in<X> : std::type_identity<ravel::detail::read_t<X>> {};
template <class X>
using value_in_t = typename value_in<X>::type;

template <class X, class T>
void write_block(const X& source, const block_at_hand& block, bind_cursor& at) {
  const ravel::tensor<T> out = ravel::borrow(reinterpret_cast<T*>(block.out), {block.count});
  if constexpr (readable<bound_to_block_t<X>>) {
    ravel::copy(source.bound(at), out);
  } else {
    ravel::fill(out, source.bound(at));
  }
}

// One collective operation that writes an expression, which stands until the operation has run.
template <class X, class T>
class writing {
 public:
  writing(const world& ranks, const char* operation) : work_(ranks, operation) {}

  // For `prepare`: says what ranks must agree on.
  std::string set(const X& source, const tensor<T>& target) {
    source_.emplace(operand(source, target.shape()));
    source_->add_leaves(work_);
    work_.write_to(target.ranks(), target.part(), target.dims());
    if constexpr (std::same_as<X, tensor<T>>) work_.copy_only();
    return ravel::detail::text() << said_type<T>() << ravel::to_string(target.shape()) << " in " << target.how().description();
  }
  void run(ravel::detail::function_ref<std::string()> prepare, std::initializer_list<stage> finish = {}) {
    work_.run(prepare, writer(), finish);
  }
  void start(ravel::detail::function_ref<std::string()> prepare) { work_.start(prepare); }
  void complete() { work_.complete(writer()); }
  bool has_arrived() const { return work_.has_arrived(); }
  traffic of_this_rank() const { return work_.of_this_rank(); }

 private:
  auto writer() const {
    return [this](const block_at_hand& block) {
      bind_cursor at{block};
      write_block<spread_operand_t<X>, T>(*source_, block, at);
    };
  }

  block_evaluation work_;
  std::optional<spread_operand_t<X>> source_;
};

template <class X, class T>
void write(const char* operation, const X& x, const tensor<T>& target) {
  writing<X, T> work(target.ranks(), operation);
  work.run([&] { return work.set(x, target); });
}

// Memory for a distribution of a shape, not initialised.
template <class T>
tensor<T> unfilled(const world& ranks, const ravel::shape& extents, const distribution& how) {
  const placement at = how.place(extents, ranks.size(), ranks.rank());
  const index_t length = at.own.size() == 0 ? 0 : at.own.bounds().highest + 1;
  const ravel::tensor<T> memory = ravel::empty<T>({length});
  own_part part;
  part.data = length == 0 ? nullptr : reinterpret_cast<std::byte*>(memory.data());
  part.span = at.span;
  part.width = sizeof(T);
  part.owner = std::make_shared<const ravel::tensor<T>>(memory);
  return tensor<T>(ranks, at.map, std::make_shared<const own_part>(std::move(part)), how.from_front(extents.rank()));
}

// The distribution of a tensor for another shape: its own if the axes that it cuts are there, else blocks of the first axis.
RAVEL_API distribution fitting_distribution(const distribution& how, const ravel::shape& extents);

}  // namespace detail

// The source is stretched to the shape of the target.
template <class X, class T>
  requires((detail::distributed<X> || detail::local_operand<X>) && ravel::detail::widens_to<detail::value_in_t<X>, T>)
void copy(const X& source, const tensor<T>& target) {
  detail::write("copy", source, target);
}
template <class X, class T>
  requires((detail::distributed<X> || detail::local_operand<X>) && !ravel::detail::widens_to<detail::value_in_t<X>, T>)
void copy(const X& source, const tensor<T>& target) = delete;  // the elements could lose their value: copy(cast<T>(source), target) checks

// The messages and bytes that copy(source, target) would move on this rank. Local.
template <class X, class T>
  requires requires(const X& source, const tensor<T>& target) { mpi::copy(source, target); }
[[nodiscard]] traffic moves(const X& source, const tensor<T>& target) {
  detail::writing<X, T> work(target.ranks(), "moves");
  work.set(source, target);
  return work.of_this_rank();
}

// Writes the value to every element. Collective; nothing moves.
template <class T>
void fill(const tensor<T>& target, ravel::detail::value_for<std::type_identity_t<T>> value) {
  const T& held = value;
  detail::write("fill", held, target);
}

// A new tensor, distributed as told, or as the first distributed tensor of the expression.
template <detail::distributed X>
[[nodiscard]] auto clone(const X& x, const distribution& how) {
  using T = typename X::value_type;
  std::optional<tensor<T>> made;
  detail::writing<X, T> work(x.ranks(), "clone");
  work.run([&] {
    made.emplace(detail::unfilled<T>(x.ranks(), x.shape(), how));
    return work.set(x, *made);
  });
  return *std::move(made);
}
template <detail::distributed X>
[[nodiscard]] auto clone(const X& x) {
  return clone(x, detail::fitting_distribution(x.first_leaf().how(), x.shape()));
}

#define RAVEL_MPI_IN_PLACE(sign, ...)                                                                                                    \
  template <class T, class X>                                                                                                            \
    requires requires(const tensor<T>& t, const X& x) { requires ravel::detail::fits_kind<typename decltype(t sign x)::value_type, T>; } \
  const tensor<T>& operator sign##=(const tensor<T>& target, const X& x) {                                                               \
    const auto result = target sign x;                                                                                                   \
    if constexpr (ravel::detail::widens_to<typename std::remove_cvref_t<decltype(result)>::value_type, T>) {                             \
      detail::write(#sign "=", result, target);                                                                                          \
    } else {                                                                                                                             \
      detail::write(#sign "=", cast<T>(result), target);                                                                                 \
    }                                                                                                                                    \
    return target;                                                                                                                       \
  }
// Writes the operator's result back to each element of the target. Collective.
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_MPI_IN_PLACE)
#undef RAVEL_MPI_IN_PLACE

namespace detail {

// `target` gives the target when all ranks are there.
template <class X, class Target>
class started_write final : public started_work {
 public:
  using made = std::invoke_result_t<const Target&>;

  started_write(const world& ranks, const char* operation, const X& source, const Target& target)
      : source_(source), make_(target), work_(ranks, operation) {}
  void start() override {
    work_.start([&] {
      target_.emplace(make_());
      return work_.set(source_, *target_);
    });
  }
  void complete() override { work_.complete(); }
  bool has_arrived() const override { return work_.has_arrived(); }
  const made& target() const& { return *target_; }

 private:
  X source_;
  Target make_;
  std::optional<made> target_;
  writing<X, typename made::value_type> work_;
};

}  // namespace detail

// A copy under way. Until it is complete, its source must not be written, and its target neither read nor written. Copies of the handle
// stand for the same one.
class [[nodiscard]] started_copy {
 public:
  explicit started_copy(world ranks, std::shared_ptr<detail::started_work> work) : ranks_(std::move(ranks)), work_(std::move(work)) {}

  // Completes all copies under way. Throws what computing the source has thrown on any rank. Collective.
  RAVEL_API void wait() const;
  // Whether the messages of this rank have arrived, so that only computing is left. Local; never waits.
  RAVEL_API bool done() const;

 private:
  world ranks_;
  std::shared_ptr<detail::started_work> work_;
};

// As copy(source, target), but returns when messages are under way; wait() computes the elements. What is packed beyond 4 MiB waits until
// its receivers take it. Collective.
template <detail::distributed X, class T>
  requires requires(const X& source, const tensor<T>& target) { mpi::copy(source, target); }
started_copy start_copy(const X& source, const tensor<T>& target) {
  const auto given = [target] { return target; };
  const auto work = std::make_shared<detail::started_write<X, decltype(given)>>(target.ranks(), "start_copy", source, given);
  detail::start_work(target.ranks(), work);
  return started_copy(target.ranks(), work);
}

namespace detail {

// The placement of all elements on one rank, in row-major order.
RAVEL_API placement placed_on(const world& ranks, const ravel::shape& extents, index_t rank);
RAVEL_API std::ostream& standard_output();
RAVEL_API std::string one_line(const world& ranks, std::string_view type, const dims& map, index_t span, const distribution& how);

// The elements on one rank, or on all; a tensor of no elements elsewhere.
template <class X>
ravel::tensor<typename X::value_type> elements_on(const char* operation, const X& x, index_t root, bool on_all) {
  using T = typename X::value_type;
  const world& ranks = x.ranks();
  ravel::tensor<T> whole;
  writing<X, T> work(ranks, operation);
  const auto prepare = [&] {
    const placement at = placed_on(ranks, x.shape(), root);
    whole = ravel::empty<T>(ranks.rank() == root || on_all ? x.shape() : ravel::shape{0});
    own_part part;
    part.data = whole.size() == 0 ? nullptr : reinterpret_cast<std::byte*>(whole.data());
    part.span = at.span;
    part.width = sizeof(T);
    const std::string said = work.set(x, tensor<T>(ranks, at.map, std::make_shared<const own_part>(std::move(part)), blocks{}));
    return static_cast<std::string>(ravel::detail::text() << said << " on rank " << root);
  };
  const auto spread = [&] {
    if (on_all)
      broadcast_bytes(ranks.state(), static_cast<int>(root),
                      std::as_writable_bytes(std::span(whole.data(), static_cast<std::size_t>(whole.size()))));
  };
  work.run(prepare, {spread});
  return whole;
}

// Every rank gets the result of verb(elements) on rank 0, which has all elements. `said` tells its other arguments.
template <class X, class Verb>
auto worked_on_rank_0(const char* operation, const X& x, const std::string& said, const Verb& verb) {
  const world& ranks = x.ranks();
  const auto whole = elements_on(operation, x, 0, false);
  std::remove_const_t<decltype(verb(whole))> result{};
  static_assert(std::is_trivially_copyable_v<decltype(result)>, "results travel as bytes");
  const auto work = [&] {
    if (ranks.rank() == 0) result = verb(whole);
  };
  const auto spread = [&] { broadcast_bytes(ranks.state(), 0, std::as_writable_bytes(std::span(&result, 1))); };
  collectively(ranks, operation, [&] { return "on rank 0" + said; }, {work, spread});
  return result;
}

}  // namespace detail

// A local tensor on every rank.
template <detail::distributed X>
[[nodiscard]] auto collect(const X& x) {
  return detail::elements_on("collect", x, 0, true);
}
// A local tensor on one rank, nothing on the others.
template <detail::distributed X>
[[nodiscard]] auto collect(const X& x, index_arg rank) {
  auto whole = detail::elements_on("collect", x, rank, false);
  using Whole = decltype(whole);
  return x.ranks().rank() == rank ? std::optional<Whole>(std::move(whole)) : std::nullopt;
}

// The element at these coordinates, on every rank.
template <detail::distributed X>
[[nodiscard]] auto at(const X& x, const ints& coordinates) {
  const index_t position = dims::row_major(x.shape()).to_local(coordinates);
  const auto one = detail::elements_on("at", slice(flat(x), 0, position, 1), 0, true);
  typename X::value_type value = one(0);
  return value;
}

// Writes the text of the local tensor. Only the elements that are shown come to rank 0.
template <detail::distributed X>
void print(const X& x, std::ostream& out, const print_options& options = {}) {
  const auto part = x.changed([&](const dims& map) { return ravel::detail::shown(map, options); });
  const auto elements = detail::elements_on("print", part, 0, false);
  if (x.ranks().rank() != 0) return;
  using T = typename X::value_type;
  std::vector<std::string> values;
  for (index_t i = 0; i < part.size(); ++i) values.push_back(ravel::detail::value_text(elements.data()[i], options));
  out << ravel::detail::title_text("tensor", ravel::detail::type_name<T>(), x.shape(), "")
      << ravel::detail::rows_text(x.shape(), part.shape(), values) << "\n";
}
template <detail::distributed X>
void print(const X& x) {
  print(x, detail::standard_output());
}

// Local: "float64[8 12], blocks along [0 1], rank 1 of 4". A view says what it is a view of.
template <class T>
std::ostream& operator<<(std::ostream& out, const tensor<T>& t) {
  return out << detail::one_line(t.ranks(), ravel::detail::type_name<T>(), t.dims(), t.span(), t.how());
}

}  // namespace mpi
}  // namespace ravel
