"""The scenes of films: what is seen and said, which scene a film has, and what it begins with."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from math import atan2, degrees, hypot
from types import MappingProxyType

from msgspec.structs import replace as altered

from model.boards.board import Board, PlaneFamily
from model.contract.game import Event, Move, Position
from model.lessons.judging import ConditionError, is_right, judge, looked_at
from model.phrases import listed, shown
from model.positions.setup import Draft
from model.records.lesson import Step, Task, step_for
from model.records.record import ROOT, Record, path_to
from model.records.view import Camera, Cut
from viewer.export.export_options import FilmOptions, SceneName
from viewer.export.film import shots as film
from viewer.export.film.lettering import Lettering
from viewer.export.film.shots import Caption, FilmPart, FrameText, Shot
from viewer.export.items import ExportError, ExportItem, PublicGame, answer_letter, step_views
from viewer.export.pictures.shots import Snapshot, asked_view, shots_of
from viewer.games.decision import rings
from viewer.games.registry import ending, explainer_of, piece_colour, pour_of
from viewer.learn.lessons.after_answer import finale_of, picture_after
from viewer.learn.slides import plain_text, plain_words
from viewer.picture.picture import Picture
from viewer.picture.words.move_stages import ROLLED, explains, move_stages
from viewer.picture.words.move_words import move_words
from viewer.picture.words.plane_names import PLAIN, TITLES, WALL_PEELS, layers_end
from viewer.scene.camera import fitted_to
from viewer.scene.flight import PERIOD, swayed
from viewer.visuals.overlay_types import Pour, Tube

# What a scene is made with: what is filmed, what is wanted, and how long things are read.

SETTLE, LETTERS_A_SECOND = 1.2, 16.0
"""Seconds before somebody begins to read, and how much is read in one then."""


@dataclass(frozen=True, eq=False)
class Take:
    """An item under the camera.

    Attributes
    ----------
    item
        What is filmed.
    wanted
        What the film is to be.
    lettering
        Knows what fits into the strip, and the shape of the scene.
    """

    item: ExportItem
    wanted: FilmOptions
    lettering: Lettering

    @cached_property
    def opening(self) -> Snapshot:
        """The position that is filmed: of a puzzle its own, of a lesson its first step."""
        step = None if self.item.contents.record.puzzle is None else 0
        return next(shots_of(self.item, step=step))

    @property
    def aspect(self) -> float:
        """Width over height of the scene."""
        width, height = self.lettering.scene
        return width / height

    def reads(self, text: str) -> float:
        """Return how long a text is held, in seconds."""
        if self.wanted.hold is not None:
            return self.wanted.hold
        return SETTLE + len(text) / LETTERS_A_SECOND

    def captions(self, words: FrameText, text: str) -> Sequence[Caption]:
        """Return the captions in which a Markdown text is read; one that asks no time for none."""
        portions = self.lettering.portions(plain_text(text))
        if not portions:
            return (Caption(0.0, words),)
        return tuple(
            Caption(self.reads(portion), replace(words, text=portion)) for portion in portions
        )


# A position that turns once round, or sways, so that the film begins again where it ends.

TURN = 9.0
"""Seconds of a whole turn."""


def turntable(take: Take) -> Iterator[FilmPart]:
    """Yield the turn of the position that is shown, or that a puzzle begins with."""
    yield from _turned(
        take, TURN, lambda camera, share: altered(camera, azimuth=camera.azimuth + 360 * share)
    )


def sway(take: Take) -> Iterator[FilmPart]:
    """Yield the position that is shown, or that a puzzle begins with, as it sways once."""
    yield from _turned(take, PERIOD, lambda camera, share: swayed(camera, PERIOD * share))


def _turned(
    take: Take, seconds: float, turn: Callable[[Camera, float], Camera]
) -> Iterator[FilmPart]:
    """Yield the opening while the camera turns; `turn` says how far, by the share that is over."""
    game, opening = take.item.game, take.opening
    puzzle = take.item.contents.record.puzzle
    picture = film.picture_in(game, opening.node, opening.view, opening.marks)
    camera = fitted_to(picture, take.aspect, all_round=True)

    def at(share: float) -> Picture:
        return replace(picture, view=altered(picture.view, camera=turn(camera, share)))

    words = FrameText()
    if puzzle is not None:
        from model.puzzles.wording import asked

        (asks,) = take.captions(words, asked(game.position(opening.node), puzzle.stipulation))[:1]
        words = replace(asks.words, heading=take.item.title)
    yield FilmPart((Shot(seconds, at),), (Caption(0.0, words),))


# A cut that travels through a position and back, so that the film begins again where it ends.

PLANE, LEAST, MOST = 0.7, 3.0, 9.0
"""Seconds from plane to plane, and for a way through the board at least and at most."""
STILL = 0.8
"""Seconds at either end."""
UPRIGHT = 0.3
"""How much of its length the normal of a plane has across, where it cuts upright faces."""
ASIDE = 40.0
"""Degrees from which the camera looks past the normal of the faces, at most."""
OUTSIDE = 0.6
"""How far outside the outermost centres a cut begins, in ball diameters: it meets nothing there."""


def cut(take: Take) -> Iterator[FilmPart]:
    """Yield a cut that travels along the planes of a family; ExportError where there are none."""
    opening = take.opening
    # What Why lays over the position is not cut, and would hide what the cut is for.
    view = altered(opening.view, show="")
    picture = film.picture_in(take.item.game, opening.node, view, opening.marks)
    family = _asked_family(picture.board, take.wanted.family, take.item.title)
    camera = _facing(picture.view.camera, family)
    picture = replace(picture, view=altered(picture.view, camera=camera))
    outer, inner = _ends(family)

    def at(share: float) -> Picture:
        s = share * share * (3 - 2 * share)
        plane = Cut(at=round(outer + s * (inner - outer), 4), family=family.name)
        return replace(picture, view=altered(picture.view, cuts=(plane,)))

    way = min(MOST, max(LEAST, PLANE * (family.last - family.first + 1)))
    yield FilmPart(
        (
            film.still(STILL, lambda: at(0.0)),
            Shot(way, at),
            film.still(STILL, lambda: at(1.0)),
            Shot(way, lambda share: at(1.0 - share)),
        ),
        (Caption(0.0, FrameText(heading=_cut_heading(family.name))),),
    )


def _facing(camera: Camera, family: PlaneFamily) -> Camera:
    """Return a camera turned round until it sees the faces that are cut."""
    east, north, _ = family.normal
    if hypot(east, north) < UPRIGHT:
        return camera
    towards = degrees(atan2(east, -north))  # the azimuth from which a face is seen straight on
    aside = (camera.azimuth - towards + 180) % 360 - 180
    return altered(camera, azimuth=towards + max(-ASIDE, min(ASIDE, aside)))


def _cut_heading(family: str) -> str:
    """Name the planes that a cut travels along."""
    if family in PLAIN:
        return f"Cut {family} by {family}"
    if family in WALL_PEELS:
        return f"Cut parallel to {layers_end(family)}"
    title = TITLES.get(family, family)
    return f"Cut along the {title[:1].lower()}{title[1:]}"


def families_of(board: Board) -> Mapping[str, PlaneFamily]:
    """Return the planes that a cut may travel along: none where there is only one of them."""
    return {name: family for name, family in board.planes.items() if family.last > family.first}


def _asked_family(board: Board, name: str, title: str) -> PlaneFamily:
    """The planes that are asked for; "" asks for the levels, or the first there are."""
    known = families_of(board)
    if not known:
        raise ExportError(f"{shown(title)} lies on a flat board, which no cut travels through")
    if not name:
        return known["level"] if "level" in known else next(iter(known.values()))
    if name not in known:
        families = listed(list(known), "or")
        raise ExportError(f"this board has no planes called {shown(name)}: choose {families}")
    return known[name]


def _ends(family: PlaneFamily) -> tuple[float, float]:
    """The number at which a cut meets nothing yet, and that of the innermost plane."""
    outside = OUTSIDE / family.spacing  # a cut removes the side that the normal points to
    if family.spacing > 0:
        return family.last + outside, float(family.first)
    return family.first + outside, float(family.last)


# Colour that pours from a corner through a position.

BEFORE, AFTER = 1.0, 3.0
"""Seconds before the colour begins to pour, and after it has arrived."""


def pour(take: Take) -> Iterator[FilmPart]:
    """Yield the position before, while and after colour pours; ExportError where none can."""
    opening = take.opening
    position = opening.position
    corner, player = _asked_pour(position, take)
    flood = pour_of(position, f"{corner}:{player}")
    assert flood is not None
    view = altered(opening.view, show="")
    picture = film.picture_in(take.item.game, opening.node, view, opening.marks)
    asks = FrameText(
        heading=f"Colour from {corner}: do {player.capitalize()}'s pieces hold it back?"
    )
    yield FilmPart(
        (film.still(BEFORE, lambda: picture), *poured(picture, flood)), (Caption(0.0, asks),)
    )
    explainer = explainer_of(position)
    assert explainer is not None  # it has said where colour runs
    why = explainer.overlays(position, f"corner={corner}:{player}", None, plans=False)
    gets_out = any(isinstance(one, Tube) and one.style == "escape" for one in why)
    ended = full(picture, flood)
    ended = replace(ended, overlays=(*ended.overlays, *why))
    end = "it gets out" if gets_out else f"{player.capitalize()} holds it back"
    words = FrameText(heading=f"Colour from {corner}: {end}")
    yield FilmPart((film.still(AFTER, lambda: ended),), (Caption(0.0, words),))


def poured(picture: Picture, flood: Pour) -> tuple[Shot, ...]:
    """Return the shot in which the colour of a pour runs, as evenly as in the window."""

    def at(share: float) -> Picture:
        running = replace(flood, time=share * flood.last)
        return replace(picture, overlays=(*picture.overlays, running))

    return (Shot(flood.seconds, at),)


def full(picture: Picture, flood: Pour) -> Picture:
    """Return a picture with all the colour that will ever come."""
    return replace(picture, overlays=(*picture.overlays, replace(flood, time=flood.last)))


def pours_in(position: Position) -> tuple[list[str], list[str]]:
    """Return where a pour may begin, and the players whose pieces hold it back; none: no pour."""
    corners = list(position.game.board.corners)
    players = position.game.players if corners else ()
    able = [who for who in players if pour_of(position, f"{corners[0]}:{who}") is not None]
    return corners, able


def _asked_pour(position: Position, take: Take) -> tuple[str, str]:
    """The corner and the player that are asked for, or where colour runs longest, and the first."""
    corners, able = pours_in(position)
    if not able:
        title = position.game.kind.title
        raise ExportError(f"nothing pours in {title}: film a turntable or a replay instead")
    corner, _, player = take.wanted.corner.partition(":")
    player = player or able[0]
    if player not in able:
        known = listed(able, "or")
        raise ExportError(f"{shown(player)} has no part in this pour: choose {known}")
    if corner and corner not in corners:
        known = listed(corners, "or")
        raise ExportError(f"this board has no corner called {shown(corner)}: choose {known}")
    return corner or max(corners, key=lambda name: _runs(position, f"{name}:{player}")), player


def _runs(position: Position, what: str) -> float:
    """How long colour runs, in seconds."""
    flood = pour_of(position, what)
    return 0.0 if flood is None else flood.seconds


# A game from its first move to its last, each along its stages, with what was said about it.

START, PAUSE, END = 1.5, 0.8, 3.0
"""Seconds before the first move, after each, and after the last."""
FLICKERS = 9
"""Faces of a die that are seen while it rolls."""
BARE = "#FBFAF6"
"""The colour of a die that is nobody's."""


def replay(take: Take) -> Iterator[FilmPart]:
    """Yield the start, each move of the main line, and the end."""
    game = take.item.game
    if len(game.line) < 2:
        raise ExportError(
            f"{shown(take.item.title)} has no moves to replay: film a turntable instead"
        )
    view = take.item.view
    last: Picture | None = None
    for number, node in enumerate(game.line):
        view = game.record[node].view or view
        picture = film.picture_in(game, node, view, game.record[node].marks)
        yield from _move(take, number, last, picture)
        last = picture
    position = game.position(game.line[-1]).seen_by(None)
    said = ending(position)
    if last is not None and said:
        decided = replace(last, overlays=(*last.overlays, *finale_of(position)))
        words = FrameText("The end", _counter(game, len(game.line) - 1))
        yield FilmPart((film.still(END, lambda: decided),), take.captions(words, said))


def is_talkative(game: PublicGame) -> bool:
    """Tell whether there is something to read besides the moves themselves."""
    for node in game.line:
        before, here = game.before(node), game.record[node]
        if here.comment.strip():
            return True
        if before is not None and explains(move_stages(before, here.move)):
            return True
    return bool(ending(game.position(game.line[-1]).seen_by(None)))


def _move(take: Take, number: int, last: Picture | None, picture: Picture) -> Iterator[FilmPart]:
    """The way from the picture before to that after a move, and what is said there."""
    game = take.item.game
    node = game.line[number]
    here, before = game.record[node], game.before(node)
    words = FrameText(_heading(take, number), _counter(game, number))
    if last is not None and last.board is picture.board:
        flown = film.flight(last, replace(last, view=picture.view), take.aspect)
        if flown:
            yield FilmPart(flown, (Caption(0.0, words),))
    for stage in () if before is None else film.stages_of(before, here.move, picture):
        rolled = [event for event in stage.stage.events if event.kind == "roll"]
        if rolled:
            players = picture.players
            yield FilmPart(stage.shots, _rolling(words, rolled, players))
            words = replace(words, dice=_dice(rolled, players))
        else:
            yield FilmPart(stage.shots, take.captions(words, stage.text))
    rest = START if number == 0 else PAUSE
    yield FilmPart((film.still(rest, lambda: picture),), take.captions(words, here.comment))


def _counter(game: PublicGame, number: int) -> str:
    return f"{number} / {len(game.line) - 1}" if number else ""


def _heading(take: Take, number: int) -> str:
    """What a move is called; the start by its title."""
    game = take.item.game
    if number == 0:
        return take.item.title
    if game.record[game.line[number]].setup:
        return "Position set up"
    return f"{number}. {move_words(game.record, game.line[number], game.position)}"


def _dice(rolled: Sequence[Event], players: Sequence[str]) -> tuple[tuple[str, int, str], ...]:
    return tuple((die.value, die.faces, _colour(die, players)) for die in rolled)


def _colour(die: Event, players: Sequence[str]) -> str:
    owned = 0 <= die.owner < len(players)
    return piece_colour(players[die.owner]) if owned else BARE


def _rolling(
    words: FrameText, rolled: Sequence[Event], players: Sequence[str]
) -> tuple[Caption, ...]:
    """Faces that change as fast as dice roll in the window."""
    each = ROLLED / 1000 / FLICKERS
    lies = _dice(rolled, players)
    return tuple(
        Caption(
            each,
            replace(
                words,
                dice=tuple(
                    (str((7 * number + 5 * k) % max(1, faces) + 1), faces, colour)
                    for number, (_, faces, colour) in enumerate(lies)
                ),
            ),
        )
        for k in range(FLICKERS)
    )


# A lesson from step to step: flights, texts, moves that lead there, pours, and answered tasks.

LANDED, THINK, REST = 0.8, 2.0, 0.8
"""Seconds after a move that leads to a step, after what a task asks, and before the next step."""
MOST_TRIED = 500
"""Moves among which a right one is sought where the author names none."""
GREEN = "green"


def lesson(take: Take) -> Iterator[FilmPart]:
    """Yield the steps; ExportError where there are none."""
    record = take.item.contents.record
    if record.lesson is None or not record.lesson.steps:
        raise ExportError(
            f"{shown(take.item.title)} is not a lesson with steps: film a replay instead"
        )
    return _Lesson(take, record).parts()


@dataclass
class _FilmPlace:
    """Where the film is: what is shown, and the position that stands there."""

    picture: Picture
    position: Position


class _Lesson:
    """Films one lesson."""

    def __init__(self, take: Take, record: Record) -> None:
        assert record.lesson is not None
        self._take, self._game = take, take.item.game
        self._steps = tuple(step_for(step, "paper") for step in record.lesson.steps)
        self._shown: Picture | None = None

    def parts(self) -> Iterator[FilmPart]:
        """Yield the parts of all steps."""
        game = self._game
        views = step_views(game.record, self._take.item.view)
        for number, (step, view) in enumerate(zip(self._steps, views, strict=True)):
            title = plain_words(step.title) or self._take.item.title
            words = FrameText(title, f"{number + 1} / {len(self._steps)}")
            seen = view if step.task is None else asked_view(step, view)
            marks = (*game.record[step.node].marks, *step.marks)
            picture = film.picture_in(game, step.node, seen, marks)
            place = _FilmPlace(picture, game.position(step.node))
            yield from self._shown_step(step, place, words)
            if step.task is not None and self._take.wanted.solutions:
                yield from self._answered(step.task, place, words)
            self._shown = place.picture

    def _shown_step(self, step: Step, place: _FilmPlace, words: FrameText) -> Iterator[FilmPart]:
        """A step as it is opened, and as long as its text is read."""
        shots = [*self._way(step, place.picture)]
        flood = pour_of(place.position.seen_by(None), step.pour)
        if flood is not None:
            shots += poured(place.picture, flood)
            place.picture = full(place.picture, flood)
        shown = place.picture
        captions = self._asked(step, words)
        yield FilmPart((*shots, film.still(REST, lambda: shown)), captions)
        thinks = step.task is not None and self._take.wanted.solutions
        rest = THINK if thinks else REST
        yield FilmPart((film.still(rest, lambda: shown),), (Caption(0.0, captions[-1].words),))

    def _asked(self, step: Step, words: FrameText) -> Sequence[Caption]:
        """What a step says, and then the answers there are to choose from, side by side."""
        said = self._take.captions(words, step.text)
        if step.task is None or step.task.kind != "choice":
            return said
        choices = (_choice(step.task, number) for number in range(len(step.task.choices)))
        return (*said, *self._take.captions(words, "\n\n".join(choices)))

    def _way(self, step: Step, picture: Picture) -> Iterator[Shot]:
        """The flight to a step, and the moves that lead there where it has them played."""
        game, way = self._game, [step.node]
        if step.since is not None:
            path = [ROOT, *path_to(game.record, step.node)]
            way = path[path.index(step.since) :] if step.since in path else way
        pictures = [
            *(
                film.picture_in(game, node, picture.view, game.record[node].marks)
                for node in way[:-1]
            ),
            picture,
        ]
        first = pictures[0]
        yield from film.flight(self._shown, first, self._take.aspect)
        if len(way) > 1:
            yield film.still(LANDED, lambda: first)
        for node, after in zip(way[1:], pictures[1:], strict=True):
            yield from self._played(game.before(node), game.record[node].move, after)

    def _played(self, before: Position | None, move: Move, after: Picture) -> Iterator[Shot]:
        if before is not None:
            for stage in film.stages_of(before, move, after):
                yield from stage.shots
        yield film.still(LANDED, lambda: after)

    # -- tasks ---------------------------------------------------------------------------------

    def _answered(self, task: Task, place: _FilmPlace, words: FrameText) -> Iterator[FilmPart]:
        """What is right, done and said; nothing of a game against the computer."""
        position = place.position
        if task.kind == "choice":
            right = next((k for k, choice in enumerate(task.choices) if choice.right), None)
            if right is not None:
                said = f"{_choice(task, right)}\n\n{judge(position, task, right).text}"
                yield self._said(place, words, said)
        elif task.kind == "click":
            points: list[str] = []
            with suppress(ConditionError):  # what the author wants cannot be understood here
                names = position.game.board.names
                points = [name for name in names if is_right(position, task, name)]
            if points:
                marks = rings(position.game.board, points, GREEN)
                place.picture = replace(place.picture, overlays=marks)
                yield self._said(place, words, judge(position, task, points[0]).text)
        elif task.kind == "place":
            yield from self._moved(task, place, words)

    def _moved(self, task: Task, place: _FilmPlace, words: FrameText) -> Iterator[FilmPart]:
        """The right move and what is said to it; in a task of several the replies and the rest."""
        part: Task | None = task
        while part is not None:
            before, move = place.position, _right_move(place.position, part)
            if not move:
                return
            verdict, then = judge(before, part, move), part.then
            shots = [*self._play(place, move)]
            played = (before, move)
            for reply in verdict.line if then is None else (then.reply,) if then.reply else ():
                shots += self._play(place, reply)
            said = verdict.text if then is None else f"{verdict.text} {then.text}"
            if then is None and not verdict.line:
                shots += self._decided(place, part, played)
            yield self._said(place, words, said, shots)
            part = None if then is None else then.task

    def _play(self, place: _FilmPlace, move: Move) -> Iterator[Shot]:
        """Play a move, and leave the film where it led."""
        before, view = place.position, place.picture.view
        place.position = before.play(move)
        after = place.picture = film.picture_at(place.position, view, move=move, before=before)
        yield from self._played(before, move, after)

    def _decided(
        self, place: _FilmPlace, task: Task, played: tuple[Position, Move]
    ) -> Iterator[Shot]:
        """What shows that the task is met, and what pours then."""
        position = place.position.seen_by(None)
        overlays = picture_after(position, task, str(played[0].to_move), played)
        if overlays:
            place.picture = replace(place.picture, overlays=overlays)
        flood = pour_of(position, "" if task.after is None else task.after.pour)
        if flood is not None:
            yield from poured(place.picture, flood)
            place.picture = full(place.picture, flood)

    def _said(
        self, place: _FilmPlace, words: FrameText, text: str, shots: Sequence[Shot] = ()
    ) -> FilmPart:
        """What is said to an answer, while it is played and afterwards."""
        shown = place.picture
        return FilmPart((*shots, film.still(REST, lambda: shown)), self._take.captions(words, text))


def _choice(task: Task, number: int) -> str:
    """An answer to choose, with its letter or its number."""
    return f"{answer_letter(number)}: {task.choices[number].text.strip()}"


def _right_move(position: Position, task: Task) -> Move:
    """A move that is right: the author's first, else the first that is found; "" for none."""
    if isinstance(position, Draft) or position.outcome is not None:
        return ""
    try:
        tried = chain(task.accepted, islice(looked_at(position, task.condition), MOST_TRIED))
        return next(
            (m for m in tried if position.explain(m) is None and is_right(position, task, m)), ""
        )
    except ConditionError:  # what the author wants cannot be understood here
        return ""


MADE: Mapping[SceneName, Callable[[Take], Iterator[FilmPart]]] = MappingProxyType(
    {
        "turntable": turntable,
        "sway": sway,
        "replay": replay,
        "lesson": lesson,
        "pour": pour,
        "cut": cut,
    }
)
LESSON_LINES, TEXT_LINES = 3, 2
"""Lines of text under a lesson, and under all else that is read."""
BEGINNING = 1e-6
"""The share of a shot at which it begins."""
CARD, FADE, STEPS = 2.4, 0.6, 12
"""Seconds a title card is seen, and in which it fades away, in so many steps."""


def scene_of(item: ExportItem, wanted: FilmOptions) -> SceneName:
    """Return the scene that is wanted, or that suits what is filmed."""
    record = item.contents.record
    if wanted.scene is not None:
        if wanted.scene == "replay" and record.puzzle is not None and not wanted.solutions:
            raise ExportError("a replay of a puzzle shows its solution: leave out --no-solutions")
        return wanted.scene
    if record.lesson is not None:
        return "lesson"
    is_game = record.puzzle is None and item.contents.kind != "position"
    return "replay" if is_game and next(record.main_line(), None) is not None else "turntable"


def lines_of(items: Sequence[ExportItem], wanted: FilmOptions) -> int | None:
    """Return how many lines the strip under the scene needs, 0 for a heading; None: no strip."""
    found = [_lines(item, scene_of(item, wanted)) for item in items]
    return max((lines for lines in found if lines is not None), default=None)


def _lines(item: ExportItem, scene: SceneName) -> int | None:
    if scene == "lesson":
        return LESSON_LINES
    if scene == "replay":
        return TEXT_LINES if is_talkative(item.game) else 0
    if scene in ("pour", "cut"):
        return 0
    puzzle = item.contents.record.puzzle
    return TEXT_LINES if puzzle is not None else None


def parts_of(take: Take) -> Iterator[FilmPart]:
    """Yield the parts of the film of an item, its title card first where one is wanted."""
    wanted = take.wanted
    parts = MADE[scene_of(take.item, wanted)](take)
    if not wanted.title_card:
        return parts
    first = next(parts)
    return chain((_card(take, first),), (first,), parts)


def _card(take: Take, first: FilmPart) -> FilmPart:
    """The title card over what comes first, which shows as it fades."""
    item = take.item
    source = item.course if item.course != item.title else ""
    credit = item.game.position().game.kind.credit
    card = film.TitleCard(take.wanted.title or item.title, item.author, source, credit)
    words = first.captions[0].words
    fading = (
        Caption(FADE / STEPS, replace(words, card=card, veil=1 - k / STEPS))
        for k in range(1, STEPS)
    )
    whole = Caption(CARD, FrameText(card=card))
    shot = first.shots[0]
    return FilmPart((film.still(0.0, lambda: shot.at(BEGINNING)),), (whole, *fading))
