"""Random sequences of everything that can be done to a document, and what must hold of them.

A step is (word, a, b): a name in `EDITS`, `LOOKS` or `GOES`, and two numbers that say which move,
point or node is meant. Steps shrink well, and a failing list can be pasted into a test.
"""

from random import Random

from msgspec.structs import replace

from model.contract.game import Position
from model.contract.hooks import hooks_of
from model.exercises.exercise import Exercise
from model.notation.tokens import NotationError
from model.positions import setup
from model.positions.symmetry import named_maps
from model.records.files import parse
from model.records.json_form import encode
from model.records.lesson import Answer, Choice, Lesson, Step, Task
from model.records.puzzle import Proof, Puzzle, Stipulation, Try
from model.records.record import ROOT
from model.records.sealing import whole_of
from model.records.view import CAMERAS, Mark, View, check_view, peelable
from viewer.picture.visibility import view_edits
from viewer.session.document.document import Document
from viewer.session.session import Session, SessionError

STARTS = (
    "partition:size=3,rules=free 3,3,3/2,2/1 red",
    "partition:size=3,rules=stacking 3,3,3/2,2/1 red",
    "pyraos:rules=standard WBWB,4,4,4/3,3,3/2,2/1 white",
    "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white",
    "poly-y:corners=5,size=3 1/5/10 red",
)
"""Where the histories begin: one for every game and every kind of board."""

OTHERS = {
    "partition": (
        "partition:size=2,rules=free R1,2/1 blue",
        "partition:size=4,rules=free RB2,4,4,4/3,3,3/2,2/1 red",
        "partition:size=3,rules=stacking 3,3,3/R1,2/B red",  # cannot exist
        "partition:size=3,rules=free RBR,1B1,3/R1,2/1 red",
    ),
    "pyraos": (
        "pyraos:rules=standard 4,4,4,4/W2,3,3/2,2/1 white",  # cannot exist
        "pyraos:rules=children WB2,4,4,4/3,3,3/2,2/1 black",
    ),
    "pyramid": (
        "pyramid WWWWWW1,7,7,7,7,7,BBBBBBB black",
        "pyramid:board=giza-9 WWWWWWWWW,9,9,9,9,9,9,9,BBBBBBBBB white",
    ),
    "pyramid-ball": (
        "pyramid-ball 7,7,1L5,3M3,3m3,1l3s1,7,7 A ball=AM",  # cannot exist
        "pyramid-ball:mode=advanced 7,L6,7,3m3,3M3,7,s6,1Sl4 A ball=c8 offence=A score=1:0 ban=A",
    ),
    "poly-y": ("poly-y:corners=3,size=4 1/R1/1B1/4 red", "poly-y:corners=7,size=3 R/7/14 blue"),
    "rolling-pyramids": (
        "rolling-pyramids:players=3 23 p3 phase=seats first=p1",
        "rolling-pyramids 7,a3*2,10,b2,4 p1 phase=draft first=p1 seats=S1.anubian+S2.bastet"
        " dice=3165-2482",
    ),
}
"""What is set up whole: other sizes, other boards, and positions that cannot exist."""

COMMENTS = ("", "**Why?**\n\n* \u2713 1a1", 'a "word" \ud83d', "\x00\\")
Seen = tuple[tuple[View, ...], int, str]


class Hand:
    """Does steps in a session's document in front.

    Attributes
    ----------
    clipboard
        The line of moves that was copied or cut last.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.clipboard = ""

    @property
    def document(self):
        document = self.session.document
        assert document is not None
        return document

    @property
    def position(self) -> Position:
        position = self.session.position
        assert position is not None
        return position

    @property
    def board(self):
        return self.position.game.board

    def node(self, a: int) -> int:
        """One of the nodes there are."""
        nodes = sorted(self.document.record.nodes)
        return nodes[a % len(nodes)]

    def site(self, a: int) -> str:
        """One of the points of the board in front."""
        return self.board.names[a % len(self.board)]

    def do(self, word: str, a: int, b: int) -> bool:
        """Do a step; False: it was refused, and then nothing has changed."""
        before = self.session.state
        try:
            ALL[word](self, a, b)
        except SessionError as refused:
            sentence = str(refused)
            assert sentence
            assert "\n" not in sentence
            assert self.session.state is before
            return False
        return True


# -- edits ---------------------------------------------------------------------------------------


def _play(hand: Hand, a: int, b: int) -> None:
    moves = hand.position.legal_moves
    if moves:
        hand.session.play(moves.sample(Random(a)))


def _mark_of(hand: Hand, a: int) -> Mark:
    site, to = hand.site(a), hand.site(a // 7 + 1)
    kinds = (
        Mark(site),
        Mark(site, "text", "red", "A"),
        Mark(site, "text", "yellow", "half \ud83d"),
        Mark(site, "link", "blue", to=to),
        Mark(site, "sheet", "yellow", sites=(site, to)),
        Mark(site, "group", "green"),
    )
    return kinds[a % len(kinds)]


def _mark(hand: Hand, a: int, b: int) -> None:
    hand.session.mark(tuple(_mark_of(hand, a + 11 * k) for k in range(b % 4)))


def _head(hand: Hand, a: int, b: int) -> None:
    name = ("title", "red", "date", "result")[a % 4]
    texts = ("", "Nofretete", "\ud83d 1-0", "Nofre")
    hand.session.head(name, texts[b % 4], ("typing", name) if b % 8 > 3 else None)


def _heads(hand: Hand, a: int, b: int) -> None:
    hand.session.heads({"title": "ab"[a % 2 :], "event": "xyz"[b % 4 :]})


def _copy(hand: Hand, a: int, b: int) -> None:
    hand.clipboard = hand.session.copy_line()


def _cut(hand: Hand, a: int, b: int) -> None:
    hand.clipboard = hand.session.copy_line()
    hand.session.delete()


def _letters(hand: Hand) -> int:
    setting = hooks_of(hand.position.game.kind).setup
    return 0 if setting is None else len(setting.letters)


def _brush(hand: Hand, a: int, b: int) -> None:
    """A click or a part of a stroke in set-up."""
    value = b % (_letters(hand) + 1)
    try:
        made = setup.put(hand.position, [a % len(hand.board)], value)
    except NotationError as error:  # no letters stand for stacks
        raise SessionError(error.sentence) from error
    hand.session.set_up(made, "set up", ("stroke", b // 4 % 3) if b % 8 > 3 else None)


def _set_up(hand: Hand, a: int, b: int) -> None:
    others = OTHERS[hand.position.game.kind.name]
    hand.session.set_up(setup.read_setup(others[a % len(others)]), "paste position")


def _turn(hand: Hand, a: int, b: int) -> None:
    maps = named_maps(hand.board)
    try:
        made = setup.moved(hand.position, maps[a % len(maps)][1])
        if b % 2:
            made = setup.exchanged(made)
        if b % 3 == 0:
            made = setup.with_side(made, 1 - setup.side_of(made))
    except NotationError as error:
        raise SessionError(error.sentence) from error
    hand.session.set_up(made, "turn")


def _puzzle(hand: Hand, a: int, b: int) -> None:
    if b % 5 == 0:
        hand.session.set_puzzle(None)
        return
    position = hand.session.position_at(ROOT)
    board = position.game.board
    rng = Random(a)
    moves = tuple(position.legal_moves.sample(rng) for _ in range(2) if position.legal_moves)
    corner = "SW" if position.game.kind.name == "partition" else ""
    asked = Stipulation(
        kind="hold" if corner and b % 2 else "win",
        moves=(None, 1, 3)[a % 3],
        corner=corner if b % 2 else "",
        first=("unique", "set", "only")[a % 3],
        points=tuple(board.names[k % len(board)] for k in range(a % 7, a % 7 + b % 3)),
    )
    proof = Proof("sound", str(position).split(" ")[0], "0.1", str(position), moves[:1])
    hand.session.set_puzzle(
        Puzzle(
            asked,
            keys=moves[:1],
            tries=tuple(Try(move, name="Beside it") for move in moves[1:]),
            hints=("In the \ud83d corner",)[: b % 2],
            proof=proof if a % 2 else None,
            grade=a % 6,
        ),
        "puzzle",
    )


def _lesson(hand: Hand, a: int, b: int) -> None:
    if b % 5 == 0:
        hand.session.set_lesson(None)
        return
    task = (
        None,
        Task("click", accepted=(hand.site(a),), hint="There", otherwise="No \udc00"),
        Task("choice", choices=(Choice("One", True), Choice("Two", answer="No"))),
        Task("place", "wins", foreseen=(Answer((hand.site(b),), "Why not"),)),
    )[a % 4]
    here = Step(
        hand.document.node,
        "Look. **Here.**",
        "A step",
        hand.document.view if b % 2 else None,
        tuple(_mark_of(hand, b + k) for k in range(a % 3)),
        task=task,
    )
    lesson = hand.document.kept.lesson
    steps = () if lesson is None else lesson.steps
    typed = ("typing", a % 2) if b % 4 > 1 else None
    hand.session.set_lesson(Lesson((*steps, here)[-4:], "About it"), "step", typed)


def _forget(hand: Hand, a: int, b: int) -> None:
    names = list(hand.document.record.bookmarks) or ["none"]
    hand.session.forget_bookmark(names[a % len(names)])


EDITS = {
    "play": _play,
    "comment": lambda hand, a, b: hand.session.comment(COMMENTS[a % 4]),
    "mark": _mark,
    "store view": lambda hand, a, b: hand.session.store_view(hand.document.view if a % 4 else None),
    "head": _head,
    "heads": lambda hand, a, b: hand.session.heads(
        {"title": "ab"[a % 2 :], "event": "xyz"[b % 4 :]}
    ),
    "promote": lambda hand, a, b: hand.session.promote(),
    "main line": lambda hand, a, b: hand.session.make_main_line(),
    "delete": lambda hand, a, b: hand.session.delete(),
    "delete after": lambda hand, a, b: hand.session.delete_after(),
    "copy": _copy,
    "cut": _cut,
    "paste": lambda hand, a, b: hand.session.paste_line(hand.clipboard),
    "brush": _brush,
    "set up": _set_up,
    "turn": _turn,
    "puzzle": _puzzle,
    "lesson": _lesson,
    "bookmark": lambda hand, a, b: hand.session.bookmark(("east", "inside", " \ud83d")[a % 3]),
    "forget": _forget,
}

# -- looks ---------------------------------------------------------------------------------------


def _shown(hand: Hand, a: int) -> list[str]:
    """What may be laid over the board: each overlay of the game, with some of its words."""
    declared = hooks_of(hand.position.game.kind).overlays(hand.position.game)
    texts = [
        "=".join([name, *([":".join(words[a % len(words)] for words in parts)] if parts else [])])
        for name, parts in declared.items()
    ]
    return [*texts, "values"]


def changed_look(hand: Hand, a: int, b: int):
    """The live View after one of the commands about looks."""
    view, board = hand.document.view, hand.board
    families, peels = list(board.planes), list(peelable(board))
    family, peel = families[a % len(families)], peels[a % len(peels)]
    site, step, shown = hand.site(a), b % 5 - 2, _shown(hand, a)
    ways = (
        lambda: view_edits.look_from(view, list(CAMERAS)[a % len(CAMERAS)]),
        lambda: view_edits.turn(view, a % 400 - 200, b % 100 - 50),
        lambda: view_edits.opposite(view),
        lambda: view_edits.switch_projection(view),
        lambda: view_edits.centre_on(view, board, a % len(board)),
        lambda: view_edits.whole(view),
        lambda: view_edits.add_cut(view, board, family),
        lambda: view_edits.cut_by(view, board, family),
        lambda: view_edits.add_free_cut(view, board),
        lambda: view_edits.move_cut(view, board, step),
        lambda: view_edits.flip_cut(view),
        lambda: view_edits.switch_slab(view, board),
        lambda: view_edits.remove_cut(view),
        lambda: view_edits.remove_cuts(view),
        lambda: view_edits.next_cut(view),
        lambda: view_edits.switch_layer(view, board, None if a % 2 else a % len(board)),
        lambda: view_edits.next_layer_family(view, board, None if a % 2 else a % len(board)),
        lambda: view_edits.move_layer(view, board, step),
        lambda: view_edits.move_plane(view, board, step),
        lambda: view_edits.peel_layers(view, peel, step, board),
        lambda: view_edits.peel_levels(view, board, a % 5, step),
        lambda: view_edits.peel_top(view, board, step),
        lambda: view_edits.peel_only(view, site),
        lambda: view_edits.peel_between(view, a % 9, step),
        lambda: view_edits.unpeel(view),
        lambda: view_edits.clear(view),
        lambda: view_edits.explode(view, step),
        lambda: view_edits.next_ghosts(view),
        lambda: view_edits.switch_ghost_style(view),
        lambda: view_edits.VIEW_SWITCHES[a % len(view_edits.VIEW_SWITCHES)].switched(view),
        lambda: view_edits.select(view, site if b % 3 else ""),
        lambda: view_edits.show(view, shown[a % len(shown)]),
        lambda: replace(view, lens=site if b % 3 else ""),
        lambda: replace(view, camera=replace(view.camera, distance=1.0 + a % 9)),
    )
    return ways[(a // 3) % len(ways)]()


def _look(hand: Hand, a: int, b: int) -> None:
    view = changed_look(hand, a, b)
    try:
        hand.session.set_view(view)
    except SessionError as error:  # whatever a command makes of a good View is a good View
        raise AssertionError(f"{view} was refused: {error}") from error


def _drag(hand: Hand, a: int, b: int) -> None:
    view = view_edits.turn(hand.document.view, a % 360, b % 20 - 10)
    hand.session.set_view(view, gesture=("drag", b % 2))


def _half(hand: Hand, a: int, b: int) -> None:
    """See it twice or once again, or turn to the other half."""
    second = hand.document.second
    if second is not None and a % 3:
        hand.session.turn_to(1 - second.half)
    elif a % 7:
        hand.session.see_twice(("", "turn", "slice")[b % 3])
    else:
        hand.session.see_once()


LOOKS = {"look": _look, "drag": _drag, "half": _half}

# -- going about ---------------------------------------------------------------------------------

GOES = {
    "go": lambda hand, a, b: hand.session.go(hand.node(a), ("scrub", b % 2) if b % 3 else None),
    "back": lambda hand, a, b: hand.session.back(),
    "forward": lambda hand, a, b: hand.session.forward(),
    "first": lambda hand, a, b: hand.session.first(),
    "last": lambda hand, a, b: hand.session.last(),
    "sibling": lambda hand, a, b: hand.session.sibling(a % 3 - 1),
    "to bookmark": lambda hand, a, b: hand.session.set_view(
        hand.session.bookmarked((list(hand.document.record.bookmarks) or ["none"])[0])
    ),
}

# -- both histories, half-built moves, runs --------------------------------------------------------


def _step(hand: Hand, a: int, b: int) -> None:
    choices = sorted(hand.session.steps().choices)
    if choices:
        hand.session.step(choices[a % len(choices)], pin=bool(b % 2))


def _begin_run(hand: Hand, a: int, b: int) -> None:
    document = hand.document
    hand.session.begin_exercise(Exercise(document.record, document.node), hand.node(a))


HISTORIES = {
    "undo": lambda hand, a, b: hand.session.undo(),
    "redo": lambda hand, a, b: hand.session.redo(),
    "look back": lambda hand, a, b: hand.session.look_back(),
    "look forward": lambda hand, a, b: hand.session.look_forward(),
    "step": _step,
    "begin run": _begin_run,
    "end run": lambda hand, a, b: hand.session.end_exercise(),
}

ALL = {"nothing": lambda hand, a, b: None} | EDITS | LOOKS | GOES | HISTORIES


# -- what must hold ------------------------------------------------------------------------------


def check_whole(hand: Hand) -> None:
    """Whatever was done: the place is there, and the View fits its board."""
    document = hand.document
    assert document.node in document.record
    for view in document.views:
        check_view(hand.position.game, view)


def check_saved(hand: Hand) -> None:
    """The file of this moment, read again, is what is before the eyes."""
    document = hand.document
    data = encode(document.kept, document.kept_node, document.first_view)
    found = parse(data, "it.pyramidion")
    assert found.record == whole_of(document.kept)
    assert found.node == document.kept_node
    assert found.view == document.first_view
    assert encode(found.record, found.node, found.view) == data


def at_rest(hand: Hand) -> None:
    """End a run and a half-built move."""
    if hand.document.exercise is not None:
        hand.session.end_exercise()
    while hand.session.step_back():
        pass


def undo_all(hand: Hand) -> list[tuple]:
    """Undo to the start; the record and the node after every undo."""
    return _all(hand, hand.session.undo)


def redo_all(hand: Hand) -> list[tuple]:
    """Redo to the end; the record and the node after every redo."""
    return _all(hand, hand.session.redo)


def _all(hand: Hand, way) -> list[tuple]:
    seen = []
    board, view = hand.board, hand.document.view
    while way():
        check_whole(hand)
        seen.append((hand.document.record, hand.document.node))
        if hand.board is board:  # looking is no edit: the View stays where the board does,
            # but for the piece that was selected, once it has gone.
            assert hand.document.view in (view, replace(view, selected=""))
        board, view = hand.board, hand.document.view
    return seen


def seen_of(document: Document) -> Seen:
    """What is seen of a document; which half is acted on is no part of it."""
    second = document.second
    return document.views, document.node, "" if second is None else second.link


def look_back_all(hand: Hand) -> list[Seen]:
    """Look back to the first look; all looks on the way, the present one too."""
    return _look_all(hand, hand.session.look_back)


def look_forward_all(hand: Hand) -> list[Seen]:
    """Look forward to the last look; all looks on the way, the present one too."""
    return _look_all(hand, hand.session.look_forward)


def _look_all(hand: Hand, way) -> list[Seen]:
    record, done, undone = hand.document.record, hand.document.done, hand.document.undone
    seen = [seen_of(hand.document)]
    while way():
        check_whole(hand)
        seen.append(seen_of(hand.document))
    assert hand.document.record is record  # nothing is edited by looking
    assert hand.document.done is done
    assert hand.document.undone is undone
    return seen
