// SPDX-License-Identifier: BSL-1.0
// The work of bench/ranks.cpp in plain MPI, as somebody who knows it would write it: on MPI_COMM_WORLD, with rows cut into blocks, and the
// inner rows computed while borders travel. All ranks make and call each object together.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace by_hand {

inline double sum_of_ranks(double own) {
  double all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

// The rows of this rank, with a row of the rank above at -1 and one of the rank below at rows(). On a torus the ranks are a ring.
template <class T>
class grid {
 public:
  grid(std::int64_t rows, std::int64_t width, bool is_torus)
      : rows_(rows), width_(width), cells_(static_cast<std::size_t>((rows + 2) * width)) {
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    above_ = rank > 0 || is_torus ? (rank + size - 1) % size : MPI_PROC_NULL;
    below_ = rank + 1 < size || is_torus ? (rank + 1) % size : MPI_PROC_NULL;
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t width() const { return width_; }
  bool has_above() const { return above_ != MPI_PROC_NULL; }
  bool has_below() const { return below_ != MPI_PROC_NULL; }
  T* row(std::int64_t i) { return cells_.data() + (i + 1) * width_; }

  void start_borders() {
    const int bytes = static_cast<int>(width_ * static_cast<std::int64_t>(sizeof(T)));
    MPI_Irecv(row(-1), bytes, MPI_BYTE, above_, 0, MPI_COMM_WORLD, &under_way_[0]);
    MPI_Irecv(row(rows_), bytes, MPI_BYTE, below_, 1, MPI_COMM_WORLD, &under_way_[1]);
    MPI_Isend(row(rows_ - 1), bytes, MPI_BYTE, below_, 0, MPI_COMM_WORLD, &under_way_[2]);
    MPI_Isend(row(0), bytes, MPI_BYTE, above_, 1, MPI_COMM_WORLD, &under_way_[3]);
  }
  void finish_borders() { MPI_Waitall(4, under_way_.data(), MPI_STATUSES_IGNORE); }

 private:
  std::int64_t rows_, width_;
  std::vector<T> cells_;
  int above_, below_;
  std::array<MPI_Request, 4> under_way_;
};

// Calls f(i) for the rows from first on: those inside while borders travel, the outer two when they have come.
template <class T, class F>
void each_row(grid<T>& now, std::int64_t first, std::int64_t end, const F& f) {
  now.start_borders();
  for (std::int64_t i = 1; i + 1 < now.rows(); ++i) f(i);
  now.finish_borders();
  if (first == 0) f(0);
  if (end == now.rows() && end > 1) f(end - 1);
}

// Life on a torus. A row has a cell more on each side, with that of the other end.
class life {
 public:
  using cell = std::uint8_t;

  life(const cell* cells, std::int64_t rows, std::int64_t side) : now_(rows, side + 2, true), next_(rows, side + 2, true), side_(side) {
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < side; ++j) now_.row(i)[j + 1] = cells[i * side + j];
      close(now_.row(i));
    }
  }
  void step() {
    each_row(now_, 0, now_.rows(), [&](std::int64_t i) {
      step_row(side_, now_.row(i - 1), now_.row(i), now_.row(i + 1), next_.row(i));
      close(next_.row(i));
    });
  }
  bool has_found(const cell* next) {
    for (std::int64_t i = 0; i < next_.rows(); ++i) {
      if (!std::equal(next + i * side_, next + (i + 1) * side_, next_.row(i) + 1)) return false;
    }
    return true;
  }

 private:
  void close(cell* row) const {
    row[0] = row[side_];
    row[side_ + 1] = row[1];
  }
  [[gnu::noinline]] static void step_row(std::int64_t side, const cell* __restrict above, const cell* __restrict here,
                                         const cell* __restrict below, cell* __restrict out) {
    for (std::int64_t j = 1; j <= side; ++j) {
      const cell n =
          static_cast<cell>(above[j - 1] + above[j] + above[j + 1] + here[j - 1] + here[j + 1] + below[j - 1] + below[j] + below[j + 1]);
      out[j] = static_cast<cell>((n == 3) | ((n == 2) & here[j]));
    }
  }

  grid<cell> now_, next_;
  std::int64_t side_;
};

// A step of heat on a square, whose outermost elements stay as they are.
class heat {
 public:
  heat(const double* values, std::int64_t rows, std::int64_t side) : now_(rows, side, false), next_(rows, side, false) {
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < side; ++j) now_.row(i)[j] = values[i * side + j];
    }
  }
  void step() {
    each_row(now_, now_.has_above() ? 0 : 1, now_.rows() - (now_.has_below() ? 0 : 1),
             [&](std::int64_t i) { step_row(now_.width(), now_.row(i - 1), now_.row(i), now_.row(i + 1), next_.row(i)); });
  }
  bool has_found(const double* next) { return std::equal(next, next + next_.rows() * next_.width(), next_.row(0)); }

 private:
  [[gnu::noinline]] static void step_row(std::int64_t side, const double* __restrict above, const double* __restrict here,
                                         const double* __restrict below, double* __restrict out) {
    for (std::int64_t j = 1; j + 1 < side; ++j) out[j] = 0.25 * (above[j] + below[j] + here[j - 1] + here[j + 1]);
  }

  grid<double> now_, next_;
};

// A matrix with as many entries in each row, by a vector whose blocks all ranks gather.
class sparse_rows {
 public:
  sparse_rows(std::vector<std::int32_t> columns, std::vector<double> values, std::vector<double> own)
      : columns_(std::move(columns)), values_(std::move(values)), own_(std::move(own)), product_(own_.size()) {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    counts_.resize(static_cast<std::size_t>(size));
    const int count = static_cast<int>(own_.size());
    MPI_Allgather(&count, 1, MPI_INT, counts_.data(), 1, MPI_INT, MPI_COMM_WORLD);
    int length = 0;
    for (const int n : counts_) firsts_.push_back(length), length += n;
    whole_.resize(static_cast<std::size_t>(length));
  }
  void multiply() {
    MPI_Allgatherv(own_.data(), static_cast<int>(own_.size()), MPI_DOUBLE, whole_.data(), counts_.data(), firsts_.data(), MPI_DOUBLE,
                   MPI_COMM_WORLD);
    const std::size_t width = product_.empty() ? 0 : columns_.size() / product_.size();
    for (std::size_t i = 0; i < product_.size(); ++i) {
      double total = 0;
      for (std::size_t k = i * width; k < (i + 1) * width; ++k) total += values_[k] * whole_[static_cast<std::size_t>(columns_[k])];
      product_[i] = total;
    }
  }
  bool has_found(const double* product) const {
    const auto is_near = [](double a, double b) {
      return std::abs(a - b) <= 1e-12 * std::abs(a);
    };  // entries may be added in another order
    return std::equal(product_.begin(), product_.end(), product, is_near);
  }

 private:
  std::vector<std::int32_t> columns_;
  std::vector<double> values_, own_, whole_, product_;
  std::vector<int> counts_, firsts_;
};

}  // namespace by_hand
