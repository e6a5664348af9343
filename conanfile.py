# SPDX-License-Identifier: BSL-1.0
import re
from os.path import join

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.scm import Version

required_conan_version = ">=2.3"


class RavelConan(ConanFile):
    name = "ravel"
    description = "Functional data processing over readers, dimensions and tensors"
    license = "BSL-1.0"
    topics = ("tensor", "n-dimensional", "lazy-evaluation", "zero-copy", "sparse")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "with_blas": [False, "openblas"],
               "with_sparse": [True, False], "with_zlib": [True, False], "with_mpi": [False, "threads", "openmpi"]}
    default_options = {"shared": False, "fPIC": True, "with_blas": False, "with_sparse": True, "with_zlib": False, "with_mpi": "threads"}
    implements = ["auto_shared_fpic"]
    exports_sources = "CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "share/*", "src/*", "sparse/*", "mpi/*"
    test_package_folder = "tests/package"

    def set_version(self):
        config = load(self, join(self.recipe_folder, "include", "ravel", "base", "config.hpp"))
        self.version = re.search(r'#define RAVEL_VERSION "(.+)"', config).group(1)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("boost/[>=1.74 <2]", transitive_headers=True)
        self.requires("roaring/[>=1 <6]")
        if self.options.with_blas == "openblas":
            self.requires("openblas/[>=0.3.21 <1]")
        if self.options.with_zlib:
            self.requires("zlib/[>=1.2.11 <2]")
        if self.options.with_mpi == "openmpi":
            self.requires("openmpi/[>=4.1 <6]")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.23]")

    def validate(self):
        # What README.md promises; nothing else is tested.
        check_min_cppstd(self, 20)
        if self.settings.os != "Linux" or self.settings.arch not in ("x86_64", "armv8"):
            raise ConanInvalidConfiguration(f"Ravel is for Linux on x86_64 and armv8, not {self.settings.os} on {self.settings.arch}")
        compiler = str(self.settings.compiler)
        least = {"gcc": "12", "clang": "16"}.get(compiler)
        if least is None or Version(self.settings.compiler.version) < least:
            raise ConanInvalidConfiguration(f"Ravel needs gcc 12 or clang 16 or later, not {compiler} {self.settings.compiler.version}")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.user_presets_path = False
        toolchain.cache_variables["RAVEL_BUILD_TESTS"] = False
        toolchain.cache_variables["RAVEL_BUILD_EXAMPLES"] = False
        toolchain.cache_variables["RAVEL_WITH_BLAS"] = bool(self.options.with_blas)
        toolchain.cache_variables["RAVEL_WITH_ZLIB"] = bool(self.options.with_zlib)
        toolchain.cache_variables["RAVEL_BUILD_SPARSE"] = bool(self.options.with_sparse)
        toolchain.cache_variables["RAVEL_BUILD_MPI"] = bool(self.options.with_mpi)
        toolchain.cache_variables["RAVEL_WITH_MPI"] = self.options.with_mpi == "openmpi"
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, join(self.package_folder, "licenses"))
        CMake(self).install()
        for folder in ("cmake", "pkgconfig"):
            rmdir(self, join(self.package_folder, "lib", folder))
        rmdir(self, join(self.package_folder, "share", "licenses"))  # it lies in licenses/ already

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "ravel")
        self.cpp_info.set_property("cmake_target_name", "ravel::ravel")
        core = self.cpp_info.components["core"]
        core.libs = ["ravel"]
        core.set_property("cmake_target_name", "ravel::ravel")
        core.set_property("pkg_config_name", "ravel")
        core.requires = ["boost::headers", "roaring::roaring"]
        core.system_libs = ["pthread"]
        if self.options.with_blas == "openblas":
            core.requires.append("openblas::openblas")
        if self.options.with_zlib:
            core.requires.append("zlib::zlib")
        if self.options.with_sparse:
            sparse = self.cpp_info.components["sparse"]
            sparse.libs = ["ravel_sparse"]
            sparse.set_property("cmake_target_name", "ravel::sparse")
            sparse.set_property("pkg_config_name", "ravel-sparse")
            sparse.requires = ["core"]
        if self.options.with_mpi:
            mpi = self.cpp_info.components["mpi"]
            mpi.libs = ["ravel_mpi"]
            mpi.set_property("cmake_target_name", "ravel::mpi")
            mpi.set_property("pkg_config_name", "ravel-mpi")
            mpi.requires = ["core"]
            if self.options.with_mpi == "openmpi":
                mpi.requires.append("openmpi::openmpi")
