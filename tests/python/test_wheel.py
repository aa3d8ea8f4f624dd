"""The wheel: what is in it, and that it works where nothing of the source is.

TKL_WHEEL names a wheel to test (make wheel does so). Without it one is packed from the extension of
TKL_BUILD_DIR, which may lean on libraries of this machine."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

TRY_IT = """
import tkl, numpy as np, pathlib, sys
assert pathlib.Path(tkl.__file__).is_relative_to(sys.prefix), tkl.__file__
X = np.linspace(0, 1, 40).reshape(-1, 1)
print(tkl.__version__, tkl.TKLRegressor(select=None).fit(X, X[:, 0] > 0.5).score(X, X[:, 0] > 0.5))
"""


def clean_environment(**more):
    """Nothing that leads to the source tree."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, **more}


def build(kind, folder):
    subprocess.run([sys.executable, "-m", "build", kind, "--no-isolation", folder], check=True,
                   env=clean_environment(), capture_output=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    if "TKL_WHEEL" in os.environ:
        return Path(os.environ["TKL_WHEEL"])
    folder = tmp_path_factory.mktemp("source")
    for name in ("CMakeLists.txt", "LICENSE", "pyproject.toml", "setup.py", "docs/python.md"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "python", folder / "python")
    build("--wheel", folder)
    return next((folder / "dist").glob("*.whl"))


def test_contents(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("tkl/__init__.py", "tkl/py.typed", "tkl/_core.pyi"):
        assert wanted in names
    assert any(re.fullmatch(r"tkl/_core\..*\.so", name) for name in names)
    for licence in ("LICENSE", "LICENSE-bundled.txt"):
        assert any(name.endswith(f"dist-info/{licence}") for name in names)
    assert not any(name.endswith((".cpp", ".pyc")) for name in names)


def test_version(wheel):
    project = re.search(r"project\(tkl VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert wheel.name.split("-")[1] == project[1]


def test_no_paths_of_this_machine(wheel):
    archive = zipfile.ZipFile(wheel)
    for name in archive.namelist():
        content = archive.read(name)
        for path in (ROOT, Path.home(), os.environ.get("TKL_BUILD_DIR", ROOT)):
            if len(str(path)) > 1:
                assert f"{path}/".encode() not in content, f"{path} in {name}"


@pytest.mark.skipif("TKL_WHEEL" not in os.environ, reason="only of the wheel that is handed out")
def test_brings_its_libraries(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    module = next((tmp_path / "tkl").glob("_core*.so"))
    entries = subprocess.run(["readelf", "-d", module], check=True, capture_output=True, text=True)
    needed = re.findall(r"NEEDED.*\[(.*)\]", entries.stdout)
    usual = {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2"}
    others = set(needed) - usual
    assert others <= {path.name for path in (tmp_path / "tkl").iterdir()}, others
    assert "[$ORIGIN]" in entries.stdout


def test_source_distribution_is_complete(tmp_path):
    """CMake finds every file that it is to compile."""
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns("build", "dist", ".git", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, source, ignore=ignored)
    build("--sdist", source)
    shutil.unpack_archive(next((source / "dist").glob("*.tar.gz")), tmp_path / "unpacked")
    unpacked = next((tmp_path / "unpacked").iterdir())
    flags = ["-DTKL_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
    flags += [f"-DTKL_BUILD_{part}=OFF" for part in ("APPS", "EXAMPLES", "TESTS")]
    subprocess.run(["cmake", "-S", unpacked, "-B", tmp_path / "build", *flags], check=True,
                   capture_output=True)


def test_in_an_environment_of_its_own(wheel, tmp_path):
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "--without-pip",
                    environment], check=True)
    python = environment / "bin/python"
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index",
                    wheel], check=True, env=clean_environment())
    done = subprocess.run([python, "-c", TRY_IT], cwd=tmp_path,
                          env=clean_environment(LD_BIND_NOW="1"),  # every symbol, used or not
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    version, score = done.stdout.split()
    assert version == wheel.name.split("-")[1] and float(score) > 0.9
