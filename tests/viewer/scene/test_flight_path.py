"""The way of a flight: it leads from view to view, and levels that rise take their time."""

from dataclasses import replace

from msgspec.structs import replace as altered

from model.positions.setup import read_position
from model.records.view import Camera, View
from viewer.picture.compose.composer import depict
from viewer.scene.camera import fitted_to
from viewer.scene.flight import FLIGHT, RISE, flight_path

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"


def test_a_flight_leads_from_where_the_eye_is_to_the_view():
    picture = depict(read_position(START), View(camera=Camera(azimuth=60.0)))
    here = Camera(azimuth=20.0)
    path = flight_path(here, 0.0, picture, 1.6)
    assert path.seconds == FLIGHT
    assert path.at(0.0) == (fitted_to(picture, 1.6, here), 0.0)
    assert path.at(1.0) == (fitted_to(picture, 1.6), 0.0)
    assert path.at(0.5)[0].azimuth == 40.0


def test_levels_move_apart_evenly_eased_and_rise_slowly_from_the_base():
    picture = depict(read_position(START), View())
    apart = replace(picture, view=altered(picture.view, explode=1.0))
    path = flight_path(Camera(), 0.0, apart, 1.6)
    assert [path.at(share)[1] for share in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]
    assert path.seconds == FLIGHT
    assert flight_path(Camera(), -1.0, apart, 1.6).seconds == RISE
