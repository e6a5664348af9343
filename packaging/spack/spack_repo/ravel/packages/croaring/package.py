# SPDX-License-Identifier: BSL-1.0
# CRoaring, which Spack's own repository does not have.
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Croaring(CMakePackage):
    """Compressed bitmaps in C and C++"""

    homepage = "https://github.com/RoaringBitmap/CRoaring"
    git = "https://github.com/RoaringBitmap/CRoaring.git"

    license("Apache-2.0 OR MIT")

    version("4.7.2", tag="v4.7.2", commit="2e8395f1dbf286d7944a7276195a7c40cbcbfd4a")

    variant("shared", default=True, description="Build shared libraries")

    depends_on("c", type="build")
    depends_on("cxx", type="build")

    def cmake_args(self):
        return [
            self.define("ENABLE_ROARING_TESTS", False),
            self.define("ROARING_USE_CPM", False),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define("ROARING_BUILD_STATIC", self.spec.satisfies("~shared")),
        ]
