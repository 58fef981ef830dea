"""Engines that do their worst: each costs a sentence, in a match and wherever they are closed."""

import random
import shlex
import sys
import time

import pytest
from soaking import counts

from model.play.opponent import PlayerError, Situation
from model.play.programs import foreign
from model.play.programs.foreign import ForeignPlayer
from model.registry import kinds

ENGINE = r"""
import os, random, signal, subprocess, sys, time
how, rng = sys.argv[1].split(","), random.Random(sys.argv[2])
out = sys.stdout.buffer
def say(*parts):
    for part in parts:
        out.write(part if isinstance(part, bytes) else part.encode())
    out.write(b"\n")
    out.flush()
if "stubborn" in how:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
if "child" in how:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
if "early" in how: say("ugiok"); say("readyok"); say("bestmove 1a1")
if "deaf" in how: time.sleep(1000)
def think():
    if "spew" in how:
        while True: say("info string " + "x" * rng.randrange(100_000))
    if "endless" in how:
        while True: out.write(b"x" * 65536)
    if "digits" in how:
        nodes = rng.choice(["9" * 5000, "\u00b2", "-1", "1e9", "0x9"])
        say("info nodes " + nodes + " pv 1c1")
    if "noise" in how:
        for _ in range(200): say(bytes(rng.randrange(256) for _ in range(rng.randrange(300))))
    if "pv" in how: say("info pv " + "1c1 " * 20_000)
    if "hang" in how: time.sleep(1000)
    if "closed" in how: sys.stdin.close(); os.close(0); time.sleep(1000)
    if "mute" in how: os.close(1); time.sleep(1000)
    if "crash" in how: os.abort()
    say("bestmove " + rng.choice(["1c1"] * 20 + ["", "9z9", "\u0661", "1c1 1c1", "x" * 90_000]))
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        if "slow" in how: time.sleep(0.2)
        say("id name \x1b[2J" + "N" * rng.randrange(5000)); say("ugiok")
    elif words == ["isready"]: say("readyok")
    elif words[:1] == ["go"]: think()
    elif words == ["quit"] and "stubborn" not in how: break
while "stubborn" in how: time.sleep(1)
"""
HOW = (
    *("stubborn", "child", "early", "deaf", "spew", "endless", "digits"),
    *("noise", "pv", "hang", "closed", "mute", "crash", "slow"),
)


@pytest.mark.soak
@counts(few=10, all=200)
def test_a_hostile_engine_costs_a_sentence(tmp_path, monkeypatch, count, seed, tell):
    for name, seconds in (("START_SECONDS", 3), ("GRACE", 1), ("READ_SECONDS", 1)):
        monkeypatch.setattr(foreign, name, seconds)
    script = tmp_path / "hostile.py"
    script.write_text(ENGINE, "utf-8")
    rng = random.Random(seed)
    kind = kinds()["partition"]
    answered, said = 0, list[str]()
    slowest = 0.0
    for number in range(count):
        how = ",".join(rng.sample(HOW, rng.randrange(1, 4)))
        size = rng.choice(("3", "50"))
        situation = Situation.begun(kind.configure({"size": size}).start(), ("1a1",))
        command = shlex.join((sys.executable, str(script), how, f"{seed}-{number}"))
        begun, player = time.monotonic(), None
        process = None
        try:
            player = ForeignPlayer(command, {"Junk": "x" * rng.choice((5, 200_000))})
            process = player._process
            for _ in range(3):
                player.choose(situation, 0.2, lambda found: None, lambda: False)
            answered += 1
        except PlayerError as error:
            said.append(str(error))
        finally:
            if player is not None:
                player.close()
        assert process is None or process.poll() is not None, how
        slowest = max(slowest, time.monotonic() - begun)
    for sentence in said:
        assert sentence.isprintable()
        assert len(sentence) < 500
    tell(f"{count} engines: {answered} answered, {len(said)} refused, {slowest:.0f} s the slowest")
