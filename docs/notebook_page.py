"""A hook of mkdocs: the notebook of the examples as a page, with what its cells show.

What builds the site has no Pyramidion. So `.venv` runs this file, which runs the notebook.
"""

import json
import subprocess
from base64 import b64encode
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "examples" / "notebooks" / "explore.ipynb"
PAGE = "notebook.md"


def on_files(files, config):
    """Add the page to those of the folder."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, PAGE, content=_page()))
    return files


@cache
def _page():
    """The page, made once while somebody writes at others."""
    words = [ROOT / ".venv" / "bin" / "python", __file__]
    return markdown(json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout))


def executed():
    """Return the notebook with its outputs, as JSON."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    resources = {"metadata": {"path": str(NOTEBOOK.parent)}}
    NotebookClient(notebook, timeout=120, resources=resources).execute()
    return nbformat.writes(notebook)


def markdown(notebook):
    """Return a page of a notebook with outputs."""
    parts = []
    for cell in notebook["cells"]:
        source = _text(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else _fenced("python", source))
        parts += [_shown(output) for output in cell.get("outputs", ())]
    return "\n\n".join(filter(None, parts)) + "\n"


def _shown(output):
    """What a cell shows, as a browser has it; nothing of warnings."""
    if output["output_type"] == "stream":
        return _fenced("text", _text(output["text"])) if output["name"] == "stdout" else ""
    data = {kind: _text(value) for kind, value in output["data"].items()}
    if "text/html" in data:
        return f"<div>{data['text/html']}</div>"
    for kind in ("image/svg+xml", "image/png"):
        if kind in data:
            drawn = data[kind]
            if kind == "image/svg+xml":
                drawn = b64encode(drawn.encode()).decode()
            said = escape(data["text/plain"], quote=True).replace("\n", " ")
            source = f"data:{kind};base64,{drawn.strip()}"
            return f'<p><img alt="{said}" src="{source}"></p>'
    return _fenced("text", data["text/plain"])


def _fenced(language, text):
    return f"```{language}\n{text.rstrip()}\n```"


def _text(value):
    """A text of a notebook: one string, or its lines."""
    return value if isinstance(value, str) else "".join(value)


if __name__ == "__main__":
    print(executed())
