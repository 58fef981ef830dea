"""`pyramidion dataset`: whole folders that a script without our code checks, or nothing at all."""

import csv
import re
import subprocess
import sys
from random import Random

import check_dataset
import pytest
import shipped

from model.contract.game import Goal
from model.positions.setup import read_position
from model.puzzles.certificate import Certifier, PlanTooLargeError
from model.registry import kinds
from model.search.provers import prover_for
from viewer.cli.main import main
from viewer.games import datasets


def few(rows, number):
    """The rows of a set of data, but for as many only."""

    def some():
        for _, row in zip(range(number), rows(), strict=False):
            yield row

    return some


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write some rows of a set of data into a folder."""

    def write(name, number=12, *words):
        one = datasets.DATASETS[name]
        monkeypatch.setitem(datasets.DATASETS, name, one._replace(rows=few(one.rows, number)))
        assert main(["dataset", name, "-o", str(tmp_path / name), *words]) == 0
        return tmp_path / name

    return write


def checked(folder, *words):
    """What the script beside the data says, and its status; Python sees none of our code."""
    words = [sys.executable, "-I", str(folder / "check.py"), *words]
    found = subprocess.run(words, capture_output=True, text=True, timeout=300, cwd=folder)
    assert not found.stderr
    return found.returncode, found.stdout


def forge(path, column, change):
    """Change a column of all rows that the change makes another of."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    forged = 0
    for row in rows:
        other = change(row[column])
        forged += other != row[column]
        row[column] = other
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return forged


def test_without_a_name_all_are_listed(capsys):
    assert main(["dataset"]) == 0
    names = [line.partition("\t")[0] for line in capsys.readouterr().out.splitlines()]
    assert names == list(datasets.DATASETS)
    assert {f"{name}.csv" for name in names} == set(check_dataset.CHECKS)


FORGED = [
    ("hard-positions", "winning", lambda text: text + " 4d4"),
    ("hard-positions", "legal", lambda text: str(int(text) + 1)),
    ("proofs", "certificate", lambda text: text[:-1].rpartition(" ")[0] + ")"),
    ("proofs", "moves", lambda text: str(int(text) - 1)),
    ("proofs", "keys", lambda text: "1a1" if text != "1a1" else "1c1"),
    ("puzzles", "certificate", lambda text: text.partition("(")[0]),
]


@pytest.mark.parametrize(
    ("name", "number"),
    [("hard-positions", 4), ("proofs", 2), pytest.param("puzzles", 12, marks=pytest.mark.check)],
)
def test_the_script_proves_the_rows_and_finds_each_that_is_forged(written, name, number):
    folder = written(name, number)
    status, said = checked(folder)
    assert (status, said.splitlines()[-1]) == (0, "no row is wrong")
    assert name != "proofs" or said.startswith("proofs.csv: 2 proved by certificate")
    whole = (folder / f"{name}.csv").read_bytes()
    for column, change in [(column, change) for what, column, change in FORGED if what == name]:
        forged = forge(folder / f"{name}.csv", column, change)
        status, said = checked(folder)
        assert forged
        assert (status, said.splitlines()[-1]) == (1, f"{forged} rows are wrong"), column
        (folder / f"{name}.csv").write_bytes(whole)


@pytest.mark.check
def test_the_script_checks_one_row(written):
    folder = written("proofs", 2)
    with open(folder / "proofs.csv", newline="", encoding="utf-8") as file:
        rows = [row["id"] for row in csv.DictReader(file)]
    assert len(rows) == 2
    assert checked(folder, "--row", rows[1])[1].startswith("proofs.csv: 1 proved by certificate\n")
    assert checked(folder, "--row", "none") == (2, f"{folder}: there is no row none\n")


@pytest.mark.soak
def test_puzzles_are_proved_and_forged_certificates_are_not(written):
    folder = written("puzzles", 200)
    status, said = checked(folder)
    assert (status, said.splitlines()[-1]) == (0, "no row is wrong")
    with open(folder / "puzzles.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    proved = [row for row in rows if row["certificate"]]
    assert len(rows) == sum(len(shipped.puzzles(path)) for path in shipped.PUZZLES)
    assert {row["position"].split()[0].partition(":")[0] for row in proved} == {*datasets.CHECKED}
    of_ball = [row for row in rows if row["position"].startswith("pyramid-ball ")]
    assert f"puzzles.csv: {len(of_ball)} proved against every reply" in said
    whole = (folder / "puzzles.csv").read_bytes()
    assert forge(folder / "puzzles.csv", "known", lambda text: "")
    assert checked(folder, "--row", "pyramid-ball-14")[0] == 1, "B may do something else"
    (folder / "puzzles.csv").write_bytes(whole)
    forged = forge(folder / "puzzles.csv", "certificate", lambda text: text.partition("(")[0])
    status, said = checked(folder)
    assert forged
    assert (status, said.splitlines()[-1]) == (1, f"{forged} rows are wrong")


@pytest.mark.check
def test_values_of_tables_follow_from_their_moves(written, monkeypatch, tmp_path):
    monkeypatch.setenv("PYRAMIDION_TABLES", str(tmp_path))
    folder = written("tables", 700)
    status, said = checked(folder)
    assert (status, said.splitlines()[-1]) == (0, "no row is wrong")
    assert "solved anew" in said
    for column, change in (
        ("value", lambda text: {"win": "loss", "loss": "win"}[text]),
        ("moves", lambda text: text.partition(" ")[2]),
    ):
        whole = (folder / "tables.csv").read_bytes()
        forged = forge(folder / "tables.csv", column, change)
        assert checked(folder)[1].splitlines()[-1] == f"{forged} rows are wrong"
        (folder / "tables.csv").write_bytes(whole)


def test_the_datasheet_names_every_column_and_the_licence(written):
    text = (written("proofs", 1) / "README.md").read_text("utf-8")
    assert text.startswith("# Proofs\n\n1 row of ")
    for column in datasets.DATASETS["proofs"].columns:
        assert f"* `{column}`: " in text
    assert "MIT" in text
    assert "Mark Steere" in text


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("pyraos:rules=standard WBBW,BWWB,WBBB,WBB1/WWW,BWB,BW1/BW,W1/1 black", 3),
        ("partition:size=4,rules=stacking BBBR,RRBR,B1BB,RRRR/2B,2R,2B/2,2/1 red", 3),
    ],
)
def test_where_pieces_rest_on_pieces_every_reply_is_followed(position, moves):
    start = read_position(position)
    prover, goal = prover_for(start.game), Goal("win", start.to_move)
    first = [m for m in start.legal_moves if prover.can(start.play(m), goal, moves - 1)]
    assert first
    game, state = check_dataset.read(position)
    for legal in start.legal_moves:
        if legal in first:
            plan = check_dataset.plan_of(str(Certifier(goal, prover).plan(start, legal, moves)))
            assert check_dataset.works(game, state, plan, "", moves)
        else:
            plan = check_dataset.plan_of(legal)
            assert not check_dataset.works(game, state, plan, "", moves)


def test_a_plan_that_grows_too_large_is_given_up():
    start = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    certifier = Certifier(Goal("win", "red"), prover_for(start.game), most=50)
    with pytest.raises(PlanTooLargeError):
        certifier.plan(start, "3c3", 6)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "options"),
    [
        *(
            ("pyraos", {"rules": rules, "removal": removal})
            for rules in ("standard", "children", "alternate")
            for removal in ("optional", "obliged")
        ),
        *(("poly-y", {"corners": str(k), "size": "4"}) for k in (3, 4, 5, 7)),
        ("poly-y", {"corners": "5", "size": "3", "swap": "false"}),
        *(
            pytest.param("pyramid", {"board": name}, marks=pytest.mark.check)
            for name in check_dataset.TERRACED
        ),
    ],
)
def test_the_script_plays_as_the_program_does(game, options):
    rng = Random(7)
    for _ in range(3):
        position = kinds()[game].configure(options).start()
        for _ in range(150):
            rules, state = check_dataset.read(str(position))
            turns = rules.turns(state)
            assert set(turns) == set(position.legal_moves), str(position)
            move = position.legal_moves.sample(rng)
            position = position.play(move)
            if position.outcome is not None:
                break
            assert check_dataset.read(str(position))[1] == turns[move]
        if position.outcome is not None and position.outcome.how != "repetition":
            won = position.outcome.winner
            nobody = check_dataset.NOBODY
            assert rules.winner(turns[move]) == (
                nobody if won is None else rules.players.index(won)
            )


@pytest.mark.check
def test_the_script_carries_turns_of_pyramid_ball_out_as_the_program_does():
    rng, won = Random(3), 0
    for _ in range(600):
        corner = rng.choice((0, 14, 28))
        cells = ["."] * 56
        for piece, place in zip("SMLsml", rng.sample(range(28), 6), strict=True):
            cells[corner + place] = piece
        ranks = ["".join(cells[at : at + 7]).replace(".", "1") for at in range(0, 56, 7)]
        ranks = [re.sub("1+", lambda ones: str(len(ones[0])), rank) for rank in ranks]
        start = read_position(f"pyramid-ball {','.join(ranks)} A ball={rng.choice('AB')}M")
        ours, theirs = (
            "/".join("".join(rng.choices("NESW.", k=3)) for _ in range(3))
            + rng.choice(["", f"/pass{rng.choice('23')}{rng.choice('SL')}"])
            for _ in range(2)
        )
        outcome = start.play(ours).play(theirs).outcome
        pitch, state = check_dataset.read(str(start))
        wins = outcome is not None and outcome.winner == "A"
        assert pitch.wins(state, ours, theirs) == wins, f"{start} {ours} {theirs}"
        won += wins
    assert won > 30


def test_a_drawn_game_proves_no_plan():
    # After c3xc2 neither side has four stones.
    rules, state = check_dataset.read("pyramid 7,2B4,2W4,7,4W2,1W3B1,2B3B white")
    plan = check_dataset.plan_of("c3xc2")
    assert rules.winner(rules.turns(state)["c3xc2"]) == check_dataset.NOBODY
    assert not check_dataset.works(rules, state, plan, "", 3)


def test_what_cannot_be_written_costs_a_sentence_and_leaves_nothing(tmp_path, capsys, monkeypatch):
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    file = tmp_path / "file"
    file.write_text("")
    for words, status, why in (
        (["nothing"], 2, 'there is no data "nothing"'),
        (["proofs"], 2, "name the folder it goes to"),
        (["proofs", "-o", str(full)], 2, "is not empty"),
        (["proofs", "-o", str(file)], 2, "is not a folder"),
        (["proofs", "-o", str(tmp_path / "no" / "where")], 2, "is not there"),
        (["proofs", "-o", "a\0b"], 3, "cannot be written"),
    ):
        assert main(["dataset", *words]) == status
        said = capsys.readouterr().err
        assert why in said
        assert said.count("\n") == 1

    def fails():
        yield from ()
        raise OSError(28, "No space left on device")

    one = datasets.DATASETS["proofs"]._replace(rows=fails)
    monkeypatch.setitem(datasets.DATASETS, "proofs", one)
    assert main(["dataset", "proofs", "-o", str(tmp_path / "new")]) == 3
    assert capsys.readouterr().err.endswith("cannot be written: no space left on device\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "full"]
    assert [path.name for path in full.iterdir()] == ["mine.txt"]


def test_an_empty_folder_is_filled(tmp_path, written):
    (tmp_path / "proofs").mkdir()
    assert sorted(one.name for one in written("proofs", 1).iterdir()) == [
        "README.md",
        "check.py",
        "proofs.csv",
    ]


def test_parquet_has_the_same_rows_where_pyarrow_is_installed(written):
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = written("proofs", 3, "--format", "parquet")
    with open(folder / "proofs.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    there = parquet.read_table(folder / "proofs.parquet").to_pylist()
    assert [{key: str(value or "") for key, value in row.items()} for row in there] == rows
