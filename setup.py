"""Builds the wheel: CMake compiles the extension module, setuptools packs it."""

import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()


def version():
    """The project's, which CMake knows."""
    return re.search(r"project\(tkl VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


class CMakeBuild(build_ext):
    """Leaves compiling to CMake, and takes what it made.

    TKL_BUILD_DIR names a build folder that has the extension already, for those who only want to
    try the packing."""

    def run(self):
        build = Path(os.environ.get("TKL_BUILD_DIR") or self.compile())
        package = ROOT / "python/tkl" if self.inplace else Path(self.build_lib) / "tkl"
        package.mkdir(parents=True, exist_ok=True)
        for made in (build / "python/tkl").glob("*.so*"):
            self.copy_file(str(made), str(package / made.name))

    def compile(self):
        build = Path(self.build_temp).resolve()
        options = {
            "CMAKE_BUILD_TYPE": "Release",
            "Python_EXECUTABLE": sys.executable,
            "TKL_BUILD_PYTHON": "ON",
            "TKL_PYTHON_WHEEL": "ON",
            "TKL_BUILD_APPS": "OFF",
            "TKL_BUILD_EXAMPLES": "OFF",
            "TKL_BUILD_TESTS": "OFF",
        }
        flags = [f"-D{name}={value}" for name, value in options.items()]
        subprocess.check_call(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", *flags])
        jobs = ["-j", str(self.parallel)] if self.parallel else []
        subprocess.check_call(["cmake", "--build", build, "--target", "tkl_core", *jobs])
        return build

    def get_source_files(self):
        return []


setup(
    version=version(),
    package_dir={"": "python"},
    packages=["tkl"],
    package_data={"tkl": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("tkl._core", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
    zip_safe=False,
)
