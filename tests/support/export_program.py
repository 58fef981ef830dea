"""Stands in for ``python -m viewer export``: ``python export_program.py TRIAL words ...``.

TRIAL is "waits" (until it is ended) or "full" (there is no room on the disk).
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
    time.sleep(600)
