# SPDX-License-Identifier: BSL-1.0
"""check_recipe.py ROOT: what the Conan recipe refuses and requires is what README.md, docs/installation.md and CMakeLists.txt say. Conan itself is not
needed: the recipe meets stand-ins of what it imports."""
import importlib.util
import re
import sys
import types
from pathlib import Path

sys.dont_write_bytecode = True
root = Path(sys.argv[1])
failures = []


def expect(holds, words):
    if not holds:
        failures.append(words)


class Refused(Exception):
    pass


class Version(tuple):
    def __new__(cls, text):
        return super().__new__(cls, (int(part) for part in str(text).split(".")))

    def __lt__(self, other):
        return tuple(self) < tuple(Version(other))


def check_min_cppstd(recipe, least):
    if int(recipe.settings.compiler.cppstd) < least:
        raise Refused(f"C++{least}")


def module(name, **members):
    made = types.ModuleType(name)
    made.__dict__.update(members)
    sys.modules[name] = made


def unused(*_, **__):
    raise AssertionError("not for this check")


module("conan", ConanFile=object)
module("conan.errors", ConanInvalidConfiguration=Refused)
module("conan.tools")
module("conan.tools.build", check_min_cppstd=check_min_cppstd)
module("conan.tools.cmake", CMake=unused, CMakeDeps=unused, CMakeToolchain=unused, cmake_layout=unused)
module("conan.tools.files", copy=unused, load=lambda _, path: Path(path).read_text(), rmdir=unused)
module("conan.tools.scm", Version=Version)
spec = importlib.util.spec_from_file_location("recipe", root / "conanfile.py")
loaded = importlib.util.module_from_spec(spec)
spec.loader.exec_module(loaded)


class Compiler:
    def __init__(self, name, version, cppstd):
        self.name, self.version, self.cppstd = name, version, cppstd

    def __str__(self):
        return self.name


def recipe(os="Linux", arch="x86_64", compiler=("gcc", "12", "20"), **options):
    made = loaded.RavelConan()
    made.recipe_folder = str(root)
    made.settings = types.SimpleNamespace(os=os, arch=arch, compiler=Compiler(*compiler))
    made.options = types.SimpleNamespace(**{**made.default_options, **options})
    made.required = []
    made.requires = lambda what, **_: made.required.append(what)
    made.tool_requires = made.requires
    return made


def is_refused(**with_settings):
    try:
        recipe(**with_settings).validate()
    except Refused:
        return True
    return False


for promised in ({}, {"arch": "armv8"}, {"compiler": ("gcc", "14.2", "23")}, {"compiler": ("clang", "16", "20")}):
    expect(not is_refused(**promised), f"refuses what is promised: {promised}")
for other in ({"os": "Windows"}, {"os": "Macos"}, {"arch": "x86"}, {"compiler": ("gcc", "11", "20")}, {"compiler": ("clang", "15", "20")},
              {"compiler": ("msvc", "194", "20")}, {"compiler": ("gcc", "12", "17")}):
    expect(is_refused(**other), f"takes what is not promised: {other}")

readme, lists = (root / "README.md").read_text() + (root / "docs/installation.md").read_text(), (root / "CMakeLists.txt").read_text()
least_cmake = re.search(r"cmake_minimum_required\(VERSION (\S+)\)", lists).group(1)
least_boost = re.search(r"find_package\(Boost (\S+) CONFIG", lists).group(1)
whole = recipe(with_blas="openblas", with_zlib=True, with_mpi="openmpi")
whole.requirements()
whole.build_requirements()
expect(f"cmake/[>={least_cmake}]" in whole.required and f"({least_cmake} or later)" in readme, f"CMake {least_cmake} in one of recipe and README.md")
expect(any(r.startswith(f"boost/[>={least_boost} ") for r in whole.required) and f"({least_boost} or later)" in readme, f"Boost {least_boost} likewise")
expect({r.split("/")[0] for r in whole.required} == {"boost", "roaring", "openblas", "zlib", "openmpi", "cmake"}, f"requires {whole.required}")
expect("GCC 12 or later or Clang 16 or later" in readme, "README.md promises other compilers than the recipe takes")

whole.set_version()
expect(re.fullmatch(r"\d+\.\d+\.\d+", whole.version) and f"ravel/{whole.version}" in readme, f"README.md says another version than {whole.version}")
for name, words in (("CITATION.cff", f"version: {whole.version}\n"), ("docs/versions.md", f"{whole.version}\n"), ("CHANGELOG.md", f"## {whole.version} ")):
    expect(words in (root / name).read_text(), f"{name} says another version than {whole.version}")
for pattern in whole.exports_sources:
    expect(any(root.glob(pattern)), f"exports {pattern}, which is not there")


class Information:
    def __init__(self):
        self.properties, self.components, self.libs, self.requires = {}, {}, [], []

    def set_property(self, name, value):
        self.properties[name] = value


class Components(dict):
    def __missing__(self, name):
        return self.setdefault(name, Information())


whole.cpp_info = Information()
whole.cpp_info.components = Components()
whole.package_info()
for name, target, library in (("core", "ravel::ravel", "ravel"), ("sparse", "ravel::sparse", "ravel_sparse"), ("mpi", "ravel::mpi", "ravel_mpi")):
    part = whole.cpp_info.components.get(name, Information())
    expect(part.properties.get("cmake_target_name") == target and part.libs == [library], f"component {name} is not {target} of {library}")
    expect(f"ravel_component({library} " in lists and target in readme, f"{target} stands in one of CMakeLists.txt and README.md only")

print("\n".join(failures))
sys.exit(bool(failures))
