#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# launch.sh LAUNCHER RANKS PROGRAM ARGUMENT...: starts so many processes on this machine, also as root and on fewer cores. With an empty
# LAUNCHER it starts the program alone. Messages go through shared memory, and what launchers say goes by the loopback interface.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader OMPI_MCA_oob_tcp_if_include=lo
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS:-}" # of an MPI
export HYDRA_IFACE=lo UCX_TLS=self,sm UCX_NET_DEVICES=lo
launcher=$1 ranks=$2
shift 2
export RAVEL_TEST_PROCESSES="$ranks"
exec ${launcher:+"$launcher" -n "$ranks"} "$@"
