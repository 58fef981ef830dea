"""A headless session that works until it is killed; a nursery forks as many as are asked for.

Run as a script: every line on standard input is "SEED STATE_FOLDER FILE"; a victim is forked and
its process id written. The victim writes to STATE_FOLDER/../log-SEED, before the journal hears of
it, what the document is after each change.
"""

import os
import random
import sys
from pathlib import Path
from zlib import crc32

from model.records.json_form import encode
from model.records.record import ROOT
from model.records.view import Camera, View
from viewer.session.autosave.journal import Journal
from viewer.session.document.document import Document
from viewer.session.session import Change, Session


def digest(document: Document) -> str:
    """What must not be lost: the record, in a few letters."""
    return f"{crc32(encode(document.record, ROOT, View())):08x}"


def work(seed: int, root: Path, file: Path) -> None:
    """Edit for ever."""
    rng = random.Random(seed)
    session = Session()
    log = os.open(root.parent / f"log-{seed}", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def tell(change: Change) -> None:
        before, after = change.before, change.document
        if (before.record, before.edited) != (after.record, after.edited):
            os.write(log, f"{digest(after)} {'edited' if after.edited else 'saved'}\n".encode())

    session.subscribe(tell)
    Journal(session, root)
    session.new(options={"size": "5"})
    while True:
        change(session, rng, file)


def change(session: Session, rng: random.Random, file: Path) -> None:
    """Make one random change of any kind."""
    kind = rng.random()
    position = session.position
    if kind < 0.5 and position.legal_moves:
        session.play(position.legal_moves.sample(rng))
    elif kind < 0.6:
        session.undo()
    elif kind < 0.65:
        session.redo()
    elif kind < 0.75:
        session.go(rng.choice(list(session.document.record.nodes)))
    elif kind < 0.8:
        session.comment(f'"{rng.random()}"\n— ✓')
    elif kind < 0.85:
        session.set_view(View(camera=Camera(azimuth=rng.random())), gesture=rng.choice([None, 1]))
    elif kind < 0.9:
        session.bookmark(f"view {rng.randrange(5)}")
    elif kind < 0.93 and session.document.node != ROOT:
        session.delete()
    elif kind < 0.96:
        session.promote()
    elif kind < 0.97:
        session.save_as(file)


def warm_up() -> None:
    """Compile and import whatever the victims need, once for all."""
    session = Session()
    session.new(options={"size": "5"})
    rng = random.Random(0)
    while session.position.legal_moves:
        session.play(session.position.legal_moves.sample(rng))


if __name__ == "__main__":
    warm_up()
    print("warm", flush=True)
    for order in sys.stdin:
        seed, root, file = order.rstrip("\n").split(" ")
        victim = os.fork()
        if victim == 0:
            try:
                work(int(seed), Path(root), Path(file))
            finally:
                os._exit(3)
        print(victim, flush=True)
        print(os.waitpid(victim, 0)[1], flush=True)
