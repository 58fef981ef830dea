"""Stands in for ``python -m viewer export``: ``python export_program.py TRIAL words ...``.

TRIAL is "waits" (until it is ended), "full" (there is no room on the disk), "remarks" (it has
something to say, and ends) or "keeps:FOLDER" (what it was given, and its words, are kept there).
"""

import json
import shutil
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    trial = sys.argv[1]
    told = {"stage": "page", "done": 3, "total": 12, "text": "item 4 of 12"}
    print(json.dumps(told), flush=True)
    if trial == "full":
        print("pyramidion: page.html: no space left on device", file=sys.stderr)
        raise SystemExit(3)
    if trial == "remarks":
        print(json.dumps({"stage": "remark", "text": "10 frames a second keep it small"}))
        print(json.dumps({"stage": "done", "path": "page.html", "bytes": 4_600_000}))
        raise SystemExit(0)
    if trial.startswith("keeps:"):
        words = sys.argv[2:]
        out = Path(words[words.index("-o") + 1])
        kept = Path(trial.partition(":")[2]) / out.stem
        shutil.copy(words[0], kept.with_suffix(".pyramidion"))
        kept.with_suffix(".json").write_text(json.dumps(words))
        out.write_bytes(b"")
        print(json.dumps({"stage": "done", "path": str(out), "bytes": 1}))
        raise SystemExit(0)
    time.sleep(600)
