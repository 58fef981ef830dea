"""A puzzle that names no view is pictured as the window shows it first: paper can be solved."""

import pytest
import shipped

from model.records import files
from model.records.record import ROOT
from model.records.view import Camera, View
from viewer.export.export_options import FilmOptions, PageOptions, PaperOptions
from viewer.export.film.film_scenes import Take
from viewer.export.film.lettering import Lettering
from viewer.export.items import items_of
from viewer.export.page.page_content import page_data
from viewer.export.paper.diagrams import Diagrams
from viewer.export.paper.whole_paper import _Document
from viewer.export.pictures.shots import shots_of
from viewer.picture.compose.first_look import ENOUGH, first_view, relevant, visibility
from viewer.picture.palette import STANDARD

PATH = next(path for path in shipped.PUZZLES if path.stem == "partition-puzzles")


def puzzles():
    """The items that name no view, each with its position and the view it is seen with at first."""
    for item, (_, position, puzzle) in zip(
        items_of(files.load_any(PATH), ""), shipped.puzzles(PATH), strict=True
    ):
        if item.contents.view == View() and item.contents.record[ROOT].view is None:
            yield item, position, puzzle


@pytest.fixture(scope="module")
def hidden():
    """A puzzle whose points the home view hides."""
    for item, position, puzzle in puzzles():
        if first_view(View(), position, puzzle) != View():
            return item, position, puzzle
    raise AssertionError("every puzzle is seen from home")


@pytest.mark.check
def test_the_view_of_a_puzzle_shows_what_it_is_about(hidden):
    item, position, puzzle = hidden
    sites = relevant(position, puzzle)
    shares = visibility(position, [item.view.camera, Camera()], sites)
    assert shares[0].min() >= ENOUGH > shares[1].min()
    own = View(camera=Camera(azimuth=77.0))
    assert first_view(own, position, puzzle) is own
    plain = next(one for one, at, asks in puzzles() if first_view(View(), at, asks) == View())
    assert plain.view is plain.contents.view


def test_pictures_films_pages_and_paper_have_that_view(hidden, monkeypatch):
    item, _, _ = hidden
    assert next(shots_of(item)).view == item.view
    lettering = Lettering((320, 240), None, STANDARD)
    assert Take(item, FilmOptions(), lettering).opening.view == item.view
    data = page_data([item], PageOptions(), lambda *said: None, lambda: False)
    assert data.items[0].nodes[0].view == item.view
    seen, figure = [], Diagrams.figure

    def watched(self, position, view, *args, **options):
        seen.append(view)
        return figure(self, position, view, *args, **options)

    monkeypatch.setattr(Diagrams, "figure", watched)
    options = PaperOptions(diagrams="maps", solutions="none")
    list(_Document([item], options, lambda *said: None, lambda: False).blocks())
    assert seen
    assert set(map(str, seen)) == {str(item.view)}
