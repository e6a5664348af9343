// SPDX-License-Identifier: BSL-1.0
// A doorway that passes everything on to that of a rank which is a thread. Tests derive doorways that count, delay or fail.
#pragma once

#include <mpi/ranks.hpp>

#include <ravel/mpi/detail/world_state.hpp>

namespace ranks {

class passing_doorway : public mpi::detail::doorway {
 public:
  explicit passing_doorway(const mpi::world& w) : inner_(w.state().door()) {}

  int size() const override { return inner_.size(); }
  int rank() const override { return inner_.rank(); }
  std::string description() const override { return inner_.description(); }
  mpi::detail::request send(int to, std::span<const std::byte> data) override { return inner_.send(to, data); }
  mpi::detail::request receive(int from, std::span<std::byte> room) override { return inner_.receive(from, room); }
  mpi::detail::request maximum(std::span<std::int64_t> words) override { return inner_.maximum(words); }
  void pause(int round) override { inner_.pause(round); }
  std::size_t longest() const override { return inner_.longest(); }
  void break_off(const std::string& why) override { inner_.break_off(why); }

 private:
  mpi::detail::doorway& inner_;
};

// The same rank behind another doorway, which is made of its world and of more arguments.
template <class Doorway, class... Args>
mpi::world behind(const mpi::world& w, Args&&... args) {
  return mpi::world(std::make_shared<mpi::detail::world_state>(std::make_unique<Doorway>(w, std::forward<Args>(args)...)));
}

}  // namespace ranks
