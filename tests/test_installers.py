"""Installers for Windows and macOS, as far as they can be made and tried on any system."""

import ast
import importlib.util
import os
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree.ElementTree import Element

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WIX = "{http://schemas.microsoft.com/wix/2006/wi}"


def script(place: str) -> ModuleType:
    path = ROOT / "packaging" / place
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What PyInstaller makes, in small."""
    below = tmp_path / "pyramidion" / "_internal" / "model"
    below.mkdir(parents=True)
    (below / "a file.py").write_text("x")
    (below.parent / "a file.py").write_text("y")
    (below.parents[1] / "pyramidion.exe").write_bytes(b"MZ")
    return tmp_path / "pyramidion"


def ids(tree: Element, tag: str) -> list[str]:
    return [one.attrib["Id"] for one in tree.iter() if one.tag == tag]


@pytest.mark.skipif(os.name == "nt", reason="links are made, as on Linux")
def test_an_add_on_is_laid_out_apart_with_the_links_to_its_libraries(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    linux = script("linux_package.py")
    monkeypatch.setattr(linux, "folders_of", lambda extra: {"av", "av.libs"})
    monkeypatch.setattr(linux, "ADD_ONS", {"av": ()})
    inside = folder / "_internal"
    for name in ("av/film.so", "av.libs/libav.so"):
        (inside / name).parent.mkdir()
        (inside / name).write_text(name)
    (inside / "libav.so").symlink_to("av.libs/libav.so")
    own = {"pyramidion.exe", "_internal/a file.py", "_internal/model/a file.py"}
    apart = {"_internal/av/film.so", "_internal/av.libs/libav.so", "_internal/libav.so"}
    for extra, expected in (("", own), ("av", apart)):
        linux.part_of(folder, extra, tmp_path / "to")
        files = [file for file in (tmp_path / "to").rglob("*") if not file.is_dir()]
        assert {file.relative_to(tmp_path / "to").as_posix() for file in files} == expected
    assert (tmp_path / "to/_internal/libav.so").readlink() == Path("av.libs/libav.so")


@pytest.mark.lint
def test_what_packaging_imports_of_ours_is_there() -> None:
    """Nothing else runs the spec of PyInstaller before somebody builds a package."""
    found = 0
    for path in (*(ROOT / "packaging").rglob("*.py"), ROOT / "packaging" / "pyramidion.spec"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                ("model.", "viewer.")
            ):
                module = importlib.import_module(str(node.module))
                assert [x.name for x in node.names if not hasattr(module, x.name)] == [], path
                found += 1
    assert found > 5


@pytest.mark.check
def test_the_installer_holds_every_file_once(folder: Path, tmp_path: Path) -> None:
    msi = script("windows/make_msi.py")
    tree = msi.source(folder, tmp_path)
    files = [one.attrib["Source"] for one in tree.iter("File")]
    there = [os.path.relpath(one, tmp_path) for one in folder.rglob("*") if one.is_file()]
    assert sorted(files) == sorted([*there, "LICENSE.txt"])
    components = ids(tree, "Component")
    assert sorted(components) == sorted(ids(tree, "ComponentRef"))
    for names in (components, ids(tree, "File"), ids(tree, "Directory")):
        assert len(names) == len(set(names))
        assert all(len(name) <= 72 for name in names), "Windows Installer takes no longer ones"
    again = msi.source(folder, tmp_path)
    assert [one.attrib for one in tree.iter("Component")] == [
        one.attrib for one in again.iter("Component")
    ], "the next version replaces what this one put there"


@pytest.mark.check
def test_a_folder_without_the_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="build it with PyInstaller first"):
        script("windows/make_msi.py").source(tmp_path, tmp_path)


def wine(*words: str, home: Path) -> str:
    program = shutil.which("wine64") or "/usr/lib/wine/wine64"
    surroundings = {**os.environ, "WINEPREFIX": str(home), "WINEDEBUG": "-all", "DISPLAY": ""}
    done = subprocess.run(
        [program, *words],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout


@pytest.mark.soak
@pytest.mark.process
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Wine stands in for Windows")
def test_wine_installs_it_and_removes_it_without_a_rest(folder: Path, tmp_path: Path) -> None:
    if not shutil.which("wixl") or not (
        shutil.which("wine64") or os.path.exists("/usr/lib/wine/wine64")
    ):
        pytest.skip("wixl or wine64 is not there")
    out, home = tmp_path / "out.msi", tmp_path / "wine"
    make = [sys.executable, str(ROOT / "packaging/windows/make_msi.py"), str(folder), str(out)]
    subprocess.run(make, check=True)
    wine("msiexec", "/i", f"Z:{out}", "/qn", home=home)
    installed = home / "drive_c" / "Program Files" / "Pyramidion"
    assert (installed / "pyramidion.exe").read_bytes() == b"MZ"
    assert (installed / "_internal" / "model" / "a file.py").read_text() == "x"
    menu = [one.name for one in home.rglob("*.lnk")]
    assert menu == ["Pyramidion.lnk"]
    key = r"HKLM\Software\Classes\Pyramidion.File\shell\open\command"
    assert r'"C:\Program Files\Pyramidion\pyramidion.exe" open "%1"' in wine(
        "reg", "query", key, home=home
    )
    wine("msiexec", "/x", f"Z:{out}", "/qn", home=home)
    assert not installed.exists()
    assert [one.name for one in home.rglob("*.lnk")] == []
    assert "pyramidion" not in wine("reg", "query", key, home=home)


@pytest.mark.check
def test_macos_hears_of_our_files() -> None:
    told = plistlib.loads(plistlib.dumps(script("macos/bundle.py").info()))
    (kind,) = told["UTExportedTypeDeclarations"]
    assert kind["UTTypeTagSpecification"]["public.filename-extension"] == ["pyramidion"]
    assert told["CFBundleDocumentTypes"][0]["LSItemContentTypes"] == [kind["UTTypeIdentifier"]]
    rights = plistlib.loads((ROOT / "packaging/macos/entitlements.plist").read_bytes())
    assert rights["com.apple.security.cs.allow-jit"] is True, "numba compiles while it runs"


HDIUTIL = """#!/bin/sh
while [ $# -gt 1 ]; do
    if [ "$1" = -srcfolder ]; then ls -l "$2" | sed 's/.* [0-9:]* //' >"$TOLD"; fi
    shift
done
touch "$1"
"""


@pytest.mark.check
@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="a script of bash")
def test_the_image_holds_the_program_and_where_to_drag_it(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, text in (("codesign", '#!/bin/sh\necho "$@" >>"$SIGNED"\n'), ("hdiutil", HDIUTIL)):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    make, out = str(ROOT / "packaging/macos/make_dmg"), tmp_path / "out.dmg"
    told = {"TOLD": str(tmp_path / "told"), "SIGNED": str(tmp_path / "signed")}
    surroundings = {**os.environ, **told, "PATH": f"{tools}:{os.environ['PATH']}"}
    wrong = subprocess.run(
        [make, tmp_path, out], env=surroundings, check=False, capture_output=True
    )
    assert wrong.returncode == 2
    app = tmp_path / "Pyramidion.app"
    (app / "Contents" / "MacOS").mkdir(parents=True)
    subprocess.run([make, app, out], env=surroundings, check=True)
    assert out.exists()
    inside = (tmp_path / "told").read_text()
    assert "Pyramidion.app" in inside
    assert "Applications -> /Applications" in inside
    signed = (tmp_path / "signed").read_text().splitlines()
    assert signed[0].startswith("--force --deep --sign - ")
    assert signed[1].startswith("--verify")


@pytest.mark.check
def test_the_workflow_names_what_is_there() -> None:
    text = (ROOT / ".github/workflows/three-systems.yml").read_text("utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    systems = {entry for job in jobs.values() for entry in _systems(job)}
    assert {name.partition("-")[0] for name in systems} == {"ubuntu", "windows", "macos"}
    runs = [step.get("run", "") for job in jobs.values() for step in job["steps"]]
    assert any("bash .ci/run" in run for run in runs)
    named = {
        word for run in runs for word in run.split() if word.startswith(("packaging/", "examples/"))
    }
    assert "packaging/build.py" in named
    assert [word for word in named if not (ROOT / word).exists()] == []


def _systems(job: dict) -> list[str]:
    matrix = job.get("strategy", {}).get("matrix", {})
    return matrix.get("os") or [one["os"] for one in matrix.get("include", [])] or [job["runs-on"]]
