# SPDX-License-Identifier: BSL-1.0
# The source is the tree that `spack develop` names. Spack's own repository needs the archive of a release: its url, and its sha256 in
# version().
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Ravel(CMakePackage):
    """Functional data processing over readers, dimensions and tensors"""

    license("BSL-1.0")

    version("0.1.0")

    variant("shared", default=True, description="Build shared libraries")
    variant("blas", default=False, description="Multiply matrices by OpenBLAS")
    variant("mpi", default=False, description="Spread tensors over processes of MPI; ranks as threads need nothing")
    variant("zlib", default=False, description="Read deflated .npz archives")

    depends_on("cxx", type="build")
    depends_on("cmake@3.23:", type="build")
    depends_on("boost@1.74:")
    depends_on("croaring")
    depends_on("openblas@0.3.21:", when="+blas")
    depends_on("mpi", when="+mpi")
    depends_on("zlib-api", when="+zlib")

    requires("platform=linux", msg="Ravel is for Linux")
    requires("target=x86_64:", "target=aarch64:", policy="one_of", msg="Ravel is for x86-64 and aarch64")
    requires("%gcc@12:", "%clang@16:", policy="one_of", msg="Ravel needs GCC 12 or Clang 16 or later")

    def cmake_args(self):
        return [
            self.define("RAVEL_BUILD_TESTS", False),
            self.define("RAVEL_BUILD_EXAMPLES", False),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("RAVEL_WITH_BLAS", "blas"),
            self.define_from_variant("RAVEL_WITH_MPI", "mpi"),
            self.define_from_variant("RAVEL_WITH_ZLIB", "zlib"),
        ]
