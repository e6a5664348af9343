// SPDX-License-Identifier: BSL-1.0
// NumPy's files of distributed tensors. Each rank maps or reads its own part of a file, and writes a range of a new one. Collective: an
// error on one rank, such as a file that is missing there, is the same error on all ranks.
#pragma once

#include <ravel/interop/npy.hpp>
#include <ravel/mpi/reduce.hpp>

#include <optional>
#include <string>

namespace ravel {
namespace mpi {

namespace detail {

// An array and where its file begins in memory.
struct npy_array {
  any_tensor whole;
  const std::byte* file;
};
RAVEL_API npy_array npy_array_of(const std::string& path);

// Maps bytes of a file so that changes of memory stay private.
RAVEL_API std::shared_ptr<const void> map_privately(const std::string& path, index_t offset, index_t count, std::byte*& data);

// A file that ranks write together: rank 0 makes it and gives it its name.
class RAVEL_API shared_file : ravel::detail::noncopyable {
 public:
  shared_file(const world& ranks, const std::string& path, dtype type, const shape& extents);
  ~shared_file();

  void write(index_t first_byte, std::span<const std::byte> elements);  // counted from the first element
  // A stage: what this rank has written is in the file.
  void close(bool sync);
  // By rank 0, when all have closed.
  void finish(bool sync);

 private:
  struct made;

  std::string path_;
  std::unique_ptr<made> made_;  // on rank 0
  int descriptor_ = -1;
  index_t begin_ = 0;  // of the elements
};

// Fills the own part with elements of a local tensor.
template <class T>
void fill_own(const tensor<T>& t, const ravel::tensor<const T>& whole) {
  if (t.part()->data == nullptr) return;
  const ravel::tensor<const T> line = flat(whole);
  const auto memory = ravel::wrap(reinterpret_cast<T*>(t.part()->data), t.span(), t.part());
  for (const ravel::detail::address_run& r : own_runs(t.dims(), t.span(), t.ranks().rank()).own) {
    const ravel::tensor<T> out(dims::strided({r.count}, {r.address_step}, r.address), memory);
    ravel::copy(slice(line, 0, r.position, r.count, r.count == 1 ? 1 : r.position_step), out);
  }
}

// The own part where it lies in the file, if it is there as it would be in memory.
template <class T>
std::optional<tensor<T>> mapped_part(const world& ranks, const std::string& path, const npy_array& array,
                                     const ravel::tensor<const T>& whole, const distribution& how) {
  if (std::same_as<T, bool> || whole.size() == 0 || whole.layout() != layout::contiguous) return std::nullopt;
  const auto* const first = reinterpret_cast<const std::byte*>(whole.data());
  const placement at = how.place(whole.shape(), ranks.size(), ranks.rank());
  const schedule own = own_runs(at.map, at.span, ranks.rank());
  if (own.own.size() != 1 || !own.own_is_line || (own.own[0].count > 1 && own.own[0].position_step != 1) || own.own[0].address != 0) {
    return std::nullopt;
  }
  own_part part;
  part.span = at.span;
  part.width = sizeof(T);
  part.owner = map_privately(path, first - array.file + own.own[0].position * static_cast<index_t>(sizeof(T)),
                             own.own_count * static_cast<index_t>(sizeof(T)), part.data);
  return tensor<T>(ranks, at.map, std::make_shared<const own_part>(std::move(part)), how.from_front(whole.rank()));
}

}  // namespace detail

// The array of a file that all ranks see. A rank whose part is one range of the file, as rows are, maps it, so that nothing is read until
// it is needed; others read their part. Writing to the tensor leaves the file as it is. The file must not change while it is in use.
template <ravel::detail::stored_element T>
  requires travelling<T>
[[nodiscard]] tensor<T> map_npy(const world& ranks, const std::string& path, const distribution& how) {
  std::optional<tensor<T>> result;
  const auto prepare = [&] {
    const detail::npy_array array = detail::npy_array_of(path);
    const ravel::tensor<const T> whole = ravel::detail::of_file_type<T>(path, array.whole);
    if (auto mapped = detail::mapped_part<T>(ranks, path, array, whole, how)) {
      result = std::move(mapped);
    } else {
      result.emplace(detail::unfilled<T>(ranks, whole.shape(), how));
      detail::fill_own(*result, whole);
    }
    return static_cast<std::string>(ravel::detail::text()
                                    << detail::said_type<T>() << ravel::to_string(whole.shape()) << " in " << result->how().description());
  };
  detail::collectively(ranks, "map_npy", prepare);
  return *std::move(result);
}

// Each rank computes and writes one range of the file. It gets its name when all ranks have written; until then, and if one of them fails,
// an old file stays.
template <detail::distributed X>
  requires ravel::detail::stored_element<typename X::value_type>
void save_npy(const std::string& path, const X& x, const save_options& options = {}) {
  using T = typename X::value_type;
  std::optional<detail::shared_file> file;
  const auto write = [&](index_t first, const auto& block) {
    const ravel::tensor<T> line = ravel::clone(block);
    file->write(first * static_cast<index_t>(sizeof(T)), std::as_bytes(std::span(line.data(), static_cast<std::size_t>(line.size()))));
  };
  file.emplace(x.ranks(), path, dtype_of<T>(), x.shape());
  detail::each_line_part("save_npy", x.ranks(), x.shape(), write, {[&] { file->close(options.sync); }}, x);
  const auto name = [&] { file->finish(options.sync); };
  detail::collectively(x.ranks(), "save_npy", [] { return std::string("renaming"); }, {name});
}

}  // namespace mpi
}  // namespace ravel
