"""Says whether the page that is exported was built from the sources that stand here.

`make lint` runs it; it needs neither Node nor a browser. What counts as a source, and in which
order, is as in `build.mjs`.
"""

import hashlib
import re
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "viewer" / "export" / "page" / "web"
SHADERS = WEB.parents[3] / "shaders"
BUILT = WEB.parent / "page.html"
_SHADER = re.compile(r"\.(vert|frag|glsl)$")


def sources_hash() -> str:
    """Return the hash that the build writes into the first line of the page."""
    found = {path.relative_to(WEB).as_posix(): path for path in (WEB / "src").rglob("*")}
    found |= {
        f"shaders/{path.name}": path for path in SHADERS.iterdir() if _SHADER.search(path.name)
    }
    found |= {name: WEB / name for name in ("package-lock.json", "build.mjs")}
    digest = hashlib.sha256()
    for name, path in sorted(found.items()):
        if path.is_file():
            digest.update(f"{name}\n{path.read_text(encoding='utf-8')}\n".encode())
    return digest.hexdigest()


def fault() -> str:
    """Return what is wrong with the page that was built, in a sentence; "" for nothing."""
    with BUILT.open(encoding="utf-8") as file:
        first = file.readline().strip()
    if first == f"<!-- sources {sources_hash()} -->":
        return ""
    return "viewer/export/page/page.html is older than its sources: run make page"


if __name__ == "__main__":
    sys.exit(fault() or 0)
