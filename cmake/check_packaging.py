# SPDX-License-Identifier: BSL-1.0
"""check_packaging.py ROOT: the packages of packaging/ for Debian, vcpkg and Spack have the version, options and dependencies of config.hpp,
CMakeLists.txt and conanfile.py. None of their tools is needed: Spack's package meets stand-ins of what it imports."""
import json
import re
import runpy
import sys
import types
from pathlib import Path

sys.dont_write_bytecode = True
root = Path(sys.argv[1])
failures = []


def expect(holds, words):
    if not holds:
        failures.append(words)


def text_of(name):
    return (root / name).read_text()


version = re.search(r'#define RAVEL_VERSION "(.+)"', text_of("include/ravel/base/config.hpp"))[1]
soversion = ".".join(version.split(".")[:2])
lists = "".join(text_of(name) for name in ("CMakeLists.txt", "cmake/component.cmake"))
known_options = set(re.findall(r"option\((\w+) ", lists)) | set(re.findall(r"set\((\w+) .* CACHE ", lists))
packages = {"blas": "openblas", "mpi": "openmpi", "zlib": "zlib"}  # what each RAVEL_WITH_… needs, as Conan calls it
least = dict(re.findall(r'"(\w+)/\[>=([\d.]+)', text_of("conanfile.py")))  # of each package, the oldest version
description = re.search(r'DESCRIPTION "(.+)"', lists)[1]
wanted = {"RAVEL_BUILD_TESTS": False, "RAVEL_BUILD_EXAMPLES": False}


def expect_options(options, where):
    expect(not options.keys() - known_options, f"{where} sets what CMakeLists.txt does not know: {sorted(options.keys() - known_options)}")
    for name, value in {**wanted, **{f"RAVEL_WITH_{feature.upper()}": True for feature in packages}}.items():
        expect(options.get(name) == value, f"{where} does not set {name} to {value}")


# ---- Debian ----------------------------------------------------------------------------------------------------------------------------
control, rules = text_of("packaging/debian/control"), text_of("packaging/debian/rules")
expect(text_of("packaging/debian/changelog").startswith(f"ravel ({version}-"), f"debian/changelog is not of {version}")
for name in (f"libravel{soversion}", f"libravel-mpi{soversion}", "libravel-dev"):
    expect(f"\nPackage: {name}\n" in control and (root / f"packaging/debian/{name}.install").is_file(), f"Debian has no package {name}")
needs = dict(re.findall(r"^(?:Build-Depends:)? +([\w-]+) \(>= (?:\d+:)?([\d.]+)\)", control, re.MULTILINE))
for conan in ("cmake", "boost", "openblas", "openmpi", "zlib"):
    name = {"cmake": "cmake", "zlib": "zlib1g-dev"}.get(conan, f"lib{conan}-dev")
    expect(needs.get(name) == least[conan], f"debian/control needs another {name} than {least[conan]}")
expect_options({name: value == "ON" for name, value in re.findall(r"-D(\w+)=(ON|OFF)\b", rules)}, "debian/rules")

# ---- vcpkg -----------------------------------------------------------------------------------------------------------------------------
manifest, portfile = json.loads(text_of("packaging/vcpkg/ravel/vcpkg.json")), text_of("packaging/vcpkg/ravel/portfile.cmake")
known_fields = {"name", "version", "description", "license", "supports", "dependencies", "features"}
expect(manifest.keys() <= known_fields, "vcpkg.json has unknown fields")
expect(manifest["version"] == version and manifest["description"] == description, f"vcpkg.json is not of {version}, {description}")
named = {each if isinstance(each, str) else each["name"] for each in manifest["dependencies"]}
expect(named == {"boost-container", "roaring", "vcpkg-cmake", "vcpkg-cmake-config"}, f"vcpkg.json depends on {sorted(named)}")
for feature, package in packages.items():
    given = manifest["features"].get(feature, {}).get("dependencies")
    expect(given == [package.replace("openmpi", "mpi")], f"vcpkg's feature {feature} depends on {given}")
expect(manifest["features"].keys() == packages.keys(), "vcpkg.json has other features")
options = {name: value == "ON" for name, value in re.findall(r"-D(\w+)=(ON|OFF)", portfile)}
by_feature = dict(re.findall(r"^ +(\w+) (RAVEL_\w+)$", portfile, re.MULTILINE))
expect(by_feature.keys() == packages.keys(), f"portfile.cmake has options for {sorted(by_feature)}")
expect_options({**options, **{name: True for name in by_feature.values()}}, "portfile.cmake")
for target in re.findall(r"ravel::\w+", text_of("packaging/vcpkg/ravel/usage")):
    expect(f"EXPORT_NAME {target[7:]} " in lists, f"vcpkg's usage names {target}")

# ---- Spack -----------------------------------------------------------------------------------------------------------------------------
said = []
directives = {
    name: lambda *given, name=name, **named: said.append((name, given, named))
    for name in ("license", "version", "variant", "depends_on", "requires")
}
for name in ("spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
    sys.modules[name] = types.ModuleType(name)
for name, members in (("spack.package", directives), ("spack_repo.builtin.build_systems.cmake", {"CMakePackage": object})):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(members)
Ravel = runpy.run_path(str(root / "packaging/spack/spack_repo/ravel/packages/ravel/package.py"))["Ravel"]


def said_of(name):
    return {given[0]: named for kind, given, named in said if kind == name}


expect(list(said_of("version")) == [version], f"Spack has the versions {list(said_of('version'))}")
expect(Ravel.__doc__ == description, f"Spack says another description than {description}")
expect(said_of("variant").keys() == {*packages, "shared"}, f"Spack has the variants {list(said_of('variant'))}")
depends = said_of("depends_on")
for name in ("cmake", "boost"):
    expect(f"{name}@{least[name]}:" in depends, f"Spack needs another {name} than {least[name]}")
for feature, dependency in (("blas", f"openblas@{least['openblas']}:"), ("mpi", "mpi"), ("zlib", "zlib-api")):
    expect(depends.get(dependency, {}).get("when") == f"+{feature}", f"Spack's variant {feature} does not need {dependency}")
compilers = {each for kind, given, _ in said if kind == "requires" for each in given if each.startswith("%")}
promised = {f"%{name}@{number}:" for name, number in re.findall(r'"(gcc|clang)": "(\d+)"', text_of("conanfile.py"))}
expect(compilers == promised, f"Spack takes {sorted(compilers)}, Conan {sorted(promised)}")
package = Ravel()
package.define = lambda name, value: (name, value)
package.define_from_variant = lambda name, variant: (name, variant in said_of("variant"))
expect_options(dict(package.cmake_args()), "Spack's package.py")
expect("croaring" in depends, "Spack does not need croaring")
runpy.run_path(str(root / "packaging/spack/spack_repo/ravel/packages/croaring/package.py"))  # it is Python, and asks for directives that exist

print("\n".join(failures))
sys.exit(bool(failures))
