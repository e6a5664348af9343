// SPDX-License-Identifier: BSL-1.0
// tensor<const T>: dims over any reader. tensor<T>: dims over a writer. Both are handles and readers in row-major order: copies share, and
// a view is a tensor that owns its source. Threads may write different elements.
#pragma once

#include <ravel/element/promote.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/nested.hpp>
#include <ravel/tensor/place.hpp>
#include <ravel/walk/node.hpp>

#include <array>

namespace ravel {

template <class T>
class tensor;
template <class E>
class lazy_tensor;

template <class T>
inline constexpr bool shaped<tensor<T>> = true;
template <class E>
inline constexpr bool shaped<lazy_tensor<E>> = true;

// How elements are found: consecutive in memory; evenly spaced on each axis; by repetition or lists on an axis; through several layers; or
// computed, not stored.
enum class layout : unsigned char { contiguous, strided, indexed, chained, computed };
[[nodiscard]] RAVEL_API const char* name(layout l);

namespace detail {

// A reader with a shape: a tensor, or an elementwise result of tensors.
template <class X>
concept shaped_reader = readable<X> && shaped<std::remove_cvref_t<X>>;

RAVEL_API layout layout_of(const dims& map, const map_facts& facts, bool memory, index_t step);

// The view of x whose map is change(map of x).
template <class T, class Change>
tensor<T> viewed(const tensor<T>& x, const Change& change);
template <class E, class Change>
lazy_tensor<E> viewed(const lazy_tensor<E>& x, const Change& change);

// Makes the views of an X: `of` that whose map is change(map of x), `to_read` the same to be read only. Data of run-time type and
// distributed tensors specialise it.
template <class X>
struct view_maker;
template <shaped_reader X>
struct view_maker<X> {
  template <class Change>
  static auto of(const X& x, const Change& change) {
    return detail::viewed(x, change);
  }
  template <class Change>
  static auto to_read(const X& x, const Change& change) {
    const auto view = of(x, change);
    if constexpr (writable<decltype(view)>) {
      return tensor<const read_t<X>>(view);
    } else {
      return view;
    }
  }
};
template <class X>
concept viewable = requires { sizeof(view_maker<X>); };

[[noreturn]] RAVEL_API void throw_unchecked(index_t rank, const dims& map);

}  // namespace detail

namespace adl_barrier {

// x(places…) with one to eight places. These are overloads, so that a place may be braces.
template <class Self>
struct viewed_by_places {
  auto operator()(const place& a) const { return part({a}); }
  auto operator()(const place& a, const place& b) const { return part({a, b}); }
  auto operator()(const place& a, const place& b, const place& c) const { return part({a, b, c}); }
  auto operator()(const place& a, const place& b, const place& c, const place& d) const { return part({a, b, c, d}); }
  auto operator()(const place& a, const place& b, const place& c, const place& d, const place& e) const { return part({a, b, c, d, e}); }
  auto operator()(const place& a, const place& b, const place& c, const place& d, const place& e, const place& f) const {
    return part({a, b, c, d, e, f});
  }
  auto operator()(const place& a, const place& b, const place& c, const place& d, const place& e, const place& f, const place& g) const {
    return part({a, b, c, d, e, f, g});
  }
  auto operator()(const place& a, const place& b, const place& c, const place& d, const place& e, const place& f, const place& g,
                  const place& h) const {
    return part({a, b, c, d, e, f, g, h});
  }
  // A run-time list of places, for instance std::vector<place>.
  template <std::convertible_to<std::span<const place>> Places>
  auto operator()(const Places& list) const {
    const std::span<const place> places(list);
    return detail::view_maker<Self>::of(static_cast<const Self&>(*this), [&](const dims& map) { return view_at(map, places); });
  }
  // Some places name their axes. With two to four places the others may be braces, as a list from which nothing is deduced.
  template <class... Places>
    requires detail::naming<Places...>
  auto operator()(const Places&... places) const {
    return name_axes(static_cast<const Self&>(*this), places...);
  }
  template <class A = selection, class B = selection>
    requires detail::naming<A, B>
  auto operator()(const A& a, const B& b) const {
    return name_axes(static_cast<const Self&>(*this), a, b);
  }
  template <class A = selection, class B = selection, class C = selection>
    requires detail::naming<A, B, C>
  auto operator()(const A& a, const B& b, const C& c) const {
    return name_axes(static_cast<const Self&>(*this), a, b, c);
  }
  template <class A = selection, class B = selection, class C = selection, class D = selection>
    requires detail::naming<A, B, C, D>
  auto operator()(const A& a, const B& b, const C& c, const D& d) const {
    return name_axes(static_cast<const Self&>(*this), a, b, c, d);
  }

 private:
  auto part(std::initializer_list<place> places) const { return (*this)(std::span<const place>(places.begin(), places.size())); }
};

}  // namespace adl_barrier

// Access to elements by coordinates without checks. It borrows the tensor's memory and must not outlive it.
template <class E, std::size_t N>
class unchecked_elements {
 public:
  template <detail::integer... Int>
    requires(sizeof...(Int) == N)
  E& operator()(Int... places) const {
    return at(std::make_index_sequence<N>{}, static_cast<index_t>(places)...);
  }

 private:
  template <class T>
  friend class tensor;
  using node = detail::tensor_node<std::remove_const_t<E>>;

  explicit unchecked_elements(const node& of) : unchecked_elements(first_of(of), of.facts().strides.data()) {}
  static E* first_of(const node& of) {
    const auto memory = of.base_memory();
    if (!memory.data || memory.step != 1 || !of.facts().affine || of.extents().rank() != N) detail::throw_unchecked(N, of.map());
    return const_cast<E*>(memory.data + of.facts().first);
  }
  // One variable per stride instead of a loop, so that a compiler keeps strides in registers and can special-case a step of 1.
  unchecked_elements(E* first, const index_t* strides) : unchecked_elements(first, strides, std::make_index_sequence<N>{}) {}
  template <std::size_t... K>
  unchecked_elements(E* first, const index_t* strides, std::index_sequence<K...>) : first_(first), strides_{strides[K]...} {}
  template <std::size_t... K, class... Int>
  E& at(std::index_sequence<K...>, Int... places) const {
    return first_[((places * strides_[K]) + ... + 0)];
  }

  E* first_;
  std::array<index_t, N> strides_;
};

namespace detail {

[[noreturn]] RAVEL_API void throw_no_pointer(const dims& map);

template <class T>
const tensor_node<T>& tensor_node_of(const tensor<const T>& t) {
  return static_cast<const tensor_node<T>&>(detail_access::node<T>(t));
}
// The memory of a tensor that was made here, in row-major order.
template <class T>
T* tensor_data(const tensor<T>& made) {
  return const_cast<T*>(tensor_node_of<T>(made).memory().data);
}
template <class T>
const T* checked_data(const tensor_node<T>& n) {
  const auto memory = n.memory();
  if (!memory.data && n.size() > 0) throw_no_pointer(n.map());
  if (memory.step != 1 && n.size() > 1) throw_no_pointer(n.map());
  return memory.data;
}
template <class T>
shared_untyped make_tensor_node(dims map, source<T> base) {
  return make_node<tensor_node<T>>(std::move(map), std::move(base));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API shared_untyped make_tensor_node(dims, source<T>);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// The kinds of tensor<T> and of tensor<const T>.
template <class T>
inline constexpr handle_kind tensor_kind{"tensor", tensor_of_nothing<T>};
template <class T>
inline constexpr handle_kind tensor_kind<const T>{"tensor to be read", tensor_of_nothing<T>};

}  // namespace detail

template <class T>
class [[nodiscard]] tensor<const T> : public reader<T>, public adl_barrier::viewed_by_places<tensor<const T>> {
 public:
  tensor() : tensor(nullptr, detail::tensor_kind<const T>) {}
  tensor(const tensor& t) : tensor(t, detail::tensor_kind<const T>) {}
  tensor(tensor&& t) noexcept : tensor(std::move(t), detail::tensor_kind<const T>) {}
  tensor& operator=(const tensor& t) & {
    this->bind(t, detail::tensor_kind<const T>);
    return *this;
  }
  tensor& operator=(tensor&& t) & {
    this->bind(std::move(t), detail::tensor_kind<const T>);
    return *this;
  }
  template <detail::handle_of_other_elements<T> R>
  tensor& operator=(const R& x) & = delete;  // the elements are of another type: cast<T>(x) reads them as this one
  template <class X>
  void operator=(const X&) const&& = delete;  // this view can only be read: several of its positions may be one element, or none is stored
  template <detail::keepable R>
    requires(std::same_as<detail::read_t<R>, T> && detail::rearrangeable<R>)
  tensor(ravel::dims map, R&& base) : tensor(detail::make_tensor_node<T>(std::move(map), detail::owned_source(std::forward<R>(base)))) {}
  template <class E>
    requires std::same_as<typename E::value_type, T>
  tensor(const lazy_tensor<E>& x) : tensor(x.erased()) {}
  tensor(std::initializer_list<nested<T>> list) : tensor(tensor<T>(list)) {}
  template <detail::plain_range R>
  explicit tensor(const R& x) = delete;  // nobody owns these elements: as_tensor(borrow(x), shape), as_tensor(adopt(std::move(x)), shape)
  template <detail::plain_range R>
    requires detail::plain_range<std::ranges::range_value_t<R>>
  explicit tensor(const R& x) = delete;  // each row has its own memory: copy all into one vector, as_tensor(borrow(v), {rows, -1})
  template <detail::integer N, class... More>
  explicit tensor(N first, const More&... more) = delete;  // values are in braces; of a shape: zeros<T>({2, 3}), full({2, 3}, value)

  ravel::shape shape() const { return node().extents(); }
  index_t rank() const { return node().extents().rank(); }
  index_t extent(index_arg axis) const { return dims().extent(axis); }
  const ravel::dims& dims() const& { return node().map(); }
  ravel::dims dims() const&& { return node().map(); }
  reader<T> base() const { return detail_access::wrap<reader<T>>(node().base()); }
  std::optional<std::vector<index_t>> strides() const { return dims().strides(); }        // if one number per axis describes the layout
  index_t offset() const { return this->size() == 0 ? 0 : dims().to_local(index_t{0}); }  // the address of the first element
  ravel::layout layout() const {
    const detail::untyped_node& below = *node().base();
    return detail::layout_of(dims(), node().facts(), below.lends(), below.lent_step());
  }

  using adl_barrier::viewed_by_places<tensor<const T>>::operator();
  template <detail::integer... Int>
    requires(sizeof...(Int) > 0 && sizeof...(Int) <= detail::most_axes)
  detail::given_t<T> operator()(Int... places) const {
    return node().element_at(detail::to_index(places)...);
  }
  detail::given_t<T> operator()() const { return node().element(node().only_address()); }
  // A tensor without axes converts to its element: double d = x(last).
  template <std::same_as<T> V>
  operator V() const&& {
    return (*this)();
  }
  void write(const ints& places, const T& value) const = delete;  // this can only be read: what is written to is a tensor<T>
  detail::given_t<T> at(const ints& places) const { return node().element(dims().to_local(places)); }  // takes run-time coordinates
  // The elements, if they are consecutive in memory.
  const T* data() const& { return detail::checked_data(node()); }
  const T* data() const&& = delete;  // the pointer would outlive the tensor: name the tensor first
  template <std::size_t N>
  unchecked_elements<const T, N> unchecked() const& {
    return unchecked_elements<const T, N>(node());
  }
  template <std::size_t N>
  unchecked_elements<const T, N> unchecked() const&& = delete;  // it would outlive the tensor: name the tensor first
  using reader<T>::unchecked;

 protected:
  friend struct detail_access;
  using typename reader<T>::kind;
  explicit tensor(detail::shared_untyped n) noexcept : tensor(std::move(n), detail::tensor_kind<const T>) {}
  tensor(detail::shared_untyped n, const kind& is) noexcept : reader<T>(std::move(n), is) {}
  tensor(const tensor& t, const kind& is) : reader<T>(t, is) {}
  tensor(tensor&& t, const kind& is) noexcept : reader<T>(std::move(t), is) {}
  const detail::tensor_node<T>& node() const { return static_cast<const detail::tensor_node<T>&>(reader<T>::node()); }
};

template <class T>
class [[nodiscard]] tensor : public tensor<const T>, public adl_barrier::viewed_by_places<tensor<T>> {
 public:
  tensor() : tensor<const T>(nullptr, detail::tensor_kind<T>) {}
  tensor(const tensor& t) : tensor<const T>(t, detail::tensor_kind<T>) {}
  tensor(tensor&& t) noexcept : tensor<const T>(std::move(t), detail::tensor_kind<T>) {}
  template <class W>
    requires(writable<W> && detail::handle<W> && std::same_as<detail::read_t<W>, T> && detail::rearrangeable<W>)
  tensor(ravel::dims map, const W& base) : tensor(detail::make_tensor_node<T>(std::move(map), detail::owned_source(base))) {}
  tensor(std::initializer_list<nested<T>> list);
  template <detail::handle_other_than<tensor> R>
  tensor(const R& x) = delete;  // it can only be read: clone(x) makes a tensor of it, t.assign(x) writes it into this one
  template <detail::handle_of_other_elements<T> R>
  tensor(const R& x) = delete;  // the elements are of another type: clone(cast<T>(x)), which checks each
  template <detail::plain_range R>
  explicit tensor(const R& x) = delete;  // nobody owns these elements: as_tensor(borrow(x), shape), as_tensor(adopt(std::move(x)), shape)
  template <detail::plain_range R>
    requires detail::plain_range<std::ranges::range_value_t<R>>
  explicit tensor(const R& x) = delete;  // each row has its own memory: copy all into one vector, as_tensor(borrow(v), {rows, -1})
  template <detail::integer N, class... More>
  explicit tensor(N first, const More&... more) = delete;  // values are in braces; of a shape: zeros<T>({2, 3}), full({2, 3}, value)

  // Assigning to a name binds it anew …
  tensor& operator=(const tensor& t) & {
    this->bind(t, detail::tensor_kind<T>);
    return *this;
  }
  tensor& operator=(tensor&& t) & noexcept {
    this->bind(std::move(t), detail::tensor_kind<T>);
    return *this;
  }
  template <detail::handle_other_than<tensor> R>
  tensor& operator=(const R& x) & = delete;  // t.assign(x) writes it, t = clone(x) binds the name to a copy
  template <detail::handle_of_other_elements<T> R>
  tensor& operator=(const R& x) & = delete;  // the elements are of another type: t = clone(cast<T>(x)), which checks each
  template <detail::plain_range R>
  tensor& operator=(const R& x) & = delete;  // t.assign(x) writes it, t = as_tensor(adopt(std::move(x)), shape) takes it over
  template <class S>
    requires(!readable<S> && !detail::plain_range<S> && requires(const tensor& t, const S& value) { fill(t, value); })
  tensor& operator=(const S& value) & = delete;  // a name is bound to tensors: fill(t, value) writes, and so does t(all) = value
  // … and assigning to a temporary view writes through it.
  const tensor& operator=(const tensor& x) const&& { return assign(x); }
  template <detail::written_to<tensor> X>
    requires(!std::same_as<X, tensor>)
  const tensor& operator=(const X& x) const&& {
    return detail::write_all(x, *this);
  }
  template <element S>
    requires(!detail::written_to<S, tensor>)
  void operator=(const S& value) const&& = delete;  // the value could be cut: t(all) = cast_value<T>(value) checks it

  // Sets every element from an expression that is broadcast to this shape. Correct if the expression reads what it writes.
  template <detail::input R>
  const tensor& assign(const R& source) const {
    copy(source, *this);
    return *this;
  }

  using adl_barrier::viewed_by_places<tensor<T>>::operator();
  template <detail::integer... Int>
    requires(sizeof...(Int) > 0 && sizeof...(Int) <= detail::most_axes)
  T& operator()(Int... places) const& {
    return this->node().reference_at(detail::to_index(places)...);
  }
  T& operator()() const& { return *this->node().memory_at(this->node().only_address()); }
  template <detail::integer... Int>
  detail::given_t<T> operator()(Int... places) const&& {  // by value, because a temporary may be the only owner of the memory
    return (*this)(places...);
  }
  detail::given_t<T> operator()() const&& { return (*this)(); }
  T* data() const& { return const_cast<T*>(static_cast<const tensor<const T>&>(*this).data()); }
  T* data() const&& = delete;  // the pointer would outlive the tensor: name the tensor first
  template <std::size_t N>
  unchecked_elements<T, N> unchecked() const& {
    return unchecked_elements<T, N>(this->node());
  }
  template <std::size_t N>
  unchecked_elements<T, N> unchecked() const&& = delete;  // it would outlive the tensor: name the tensor first
  using reader<T>::unchecked;

  void write(const ints& places, detail::value_for<T> value) const {
    const index_t address = this->dims().to_local(places);
    const T& fits = value;
    this->node().write(address, fits);
  }

 private:
  friend struct detail_access;
  explicit tensor(detail::shared_untyped n) noexcept : tensor<const T>(std::move(n), detail::tensor_kind<T>) {}
};

template <class T>
tensor(dims, buffer<T>) -> tensor<T>;
template <class T>
tensor(dims, writer<T>) -> tensor<T>;
template <class T>
tensor(dims, reader<T>) -> tensor<const T>;

namespace detail {

template <class T>
tensor<T> empty_tensor(const shape& extents) {
  return tensor<T>(dims::row_major(extents), unfilled_buffer<T>(extents.elements()));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API tensor<T> empty_tensor(const shape&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class T, class Change>
tensor<T> viewed(const tensor<T>& x, const Change& change) {
  return detail_access::wrap<tensor<T>>(tensor_node_of<std::remove_const_t<T>>(x).viewed(change_of(change)));
}

template <class T>
tensor<T> from_nested(std::initializer_list<nested<T>> list) {
  std::vector<index_t> extents;
  std::vector<T> values;
  const nested<T> whole(list);
  whole.add_extents(extents);
  const shape of{ints(extents)};
  values.reserve(static_cast<std::size_t>(of.elements()));
  whole.add_values(values, extents);
  return tensor<T>(dims::row_major(of), construct_buffer<T>(of.elements(), [&](T* first, index_t) {
                     std::uninitialized_move(values.begin(), values.end(), first);
                   }));
}

}  // namespace detail

template <class T>
tensor<T>::tensor(std::initializer_list<nested<T>> list) : tensor(detail::from_nested<T>(list)) {}

}  // namespace ravel

template <class T>
inline constexpr bool std::ranges::enable_view<ravel::tensor<T>> = true;
