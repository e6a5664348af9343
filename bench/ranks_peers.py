# SPDX-License-Identifier: BSL-1.0
# The redistribution and the sparse product of bench/ranks.cpp by mpi4py, NumPy and SciPy: microseconds, on the same machine and as many
# ranks. Start it as `mpirun -n 2 python3 bench/ranks_peers.py`, beside `mpirun -n 2 build/release/bench/ranks.v3 mpi`.
import mpi4py
import numpy as np
import scipy
import scipy.sparse as sp
from mpi4py import MPI

ranks = MPI.COMM_WORLD
rank, size = ranks.Get_rank(), ranks.Get_size()


def row(name, work):
    """Prints the least of fifteen runs of all ranks, after one that warms up."""
    work()
    times = []
    for _ in range(15):
        ranks.Barrier()
        begin = MPI.Wtime()
        work()
        ranks.Barrier()
        times.append(MPI.Wtime() - begin)
    if rank == 0:
        print(f"{size} ranks  {name:52} {min(times) * 1e6:12.2f} us", flush=True)


def block(extent, of):
    """The positions that a rank has, as `mpi::blocks` cuts them."""
    length = -(-extent // size)
    return range(min(of * length, extent), min((of + 1) * length, extent))


def counts(of_ranks):
    return [len(positions) for positions in of_ranks]


def redistribution():
    side = 2896  # 64 MiB of doubles
    own = block(side, rank)
    x = np.repeat(np.array(own, float)[:, None], side, axis=1)
    y = np.zeros((len(range(rank, side, size)), side))
    sent = [range((to - own.start) % size, len(own), size) for to in range(size)]  # rows of x
    got = [[i for i in block(side, of) if i % size == rank] for of in range(size)]  # rows of y, in their order
    sends, receives = [n * side for n in counts(sent)], [n * side for n in counts(got)]

    def copy():
        packed = np.concatenate([x[rows.start::size] for rows in sent])
        ranks.Alltoallv([packed, sends], [y, receives])

    row("copy of 64 MB from blocks of rows to cyclic rows", copy)
    assert (y == np.arange(rank, side, size)[:, None]).all()


def product():
    side, width = 100_000, 10
    own = np.array(block(side, rank))
    k = np.arange(width)
    columns = (own[:, None] * 7919 + k * k * 9973 + k * 31) % side
    values = np.tile((k + 1) * 0.5, len(own))
    a = sp.csr_matrix((values, columns.ravel(), np.arange(len(own) + 1) * width), shape=(len(own), side))
    a.sort_indices()
    x, whole = np.random.default_rng(rank).random(len(own)), np.empty(side)
    lengths = counts(block(side, of) for of in range(size))

    def multiply():
        ranks.Allgatherv(x, [whole, lengths])
        return a @ whole

    row("sparse 1e5 x 1e5 of 1e6 entries, by a vector", multiply)


if rank == 0:
    print(f"mpi4py {mpi4py.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}")
redistribution()
product()
