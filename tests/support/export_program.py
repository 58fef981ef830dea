"""Stands in for ``python -m viewer export``: ``python export_program.py TRIAL words ...``.

TRIAL is "waits" (until it is ended), "full" (there is no room on the disk) or "remarks" (it has
something to say, and ends).
"""

import json
import sys
import time

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
    time.sleep(600)
