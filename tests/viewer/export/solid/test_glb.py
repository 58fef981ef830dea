"""Scenes in glTF: one mesh that all share, a node for each piece, and nothing but the standard."""

import json
import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
import trimesh
from solids import example

from model.positions.setup import read_position
from viewer.export.export_options import PrintOptions
from viewer.export.solid.gltf import glb
from viewer.export.solid.solid_plan import plan_of

GAMES = ("02-", "14-", "17-", "22-", "32-", "34-")
VALIDATOR = Path(__file__).parents[3] / "support" / "gltf_validator"
HOSTILE = "</script>\u202e\u2028\0 \ud800\"'{}" + "w" * 10_000


def made(position, title="", **wanted):
    return glb(plan_of(position, PrintOptions(**wanted)), title)


def parsed(data):
    """What a file says in JSON, and how many bytes of buffer it has."""
    magic, version, length, long, kind = struct.unpack_from("<4sII I4s", data)
    assert (magic, version, length, kind) == (b"glTF", 2, len(data), b"JSON")
    buffer, of = struct.unpack_from("<I4s", data, 20 + long)
    assert of == b"BIN\0"
    assert 28 + long + buffer == len(data)
    return json.loads(data[20 : 20 + long]), buffer


def test_balls_share_one_surface_and_each_is_a_node():
    position = example("02-")
    data = made(position, "Figure 1")
    said, buffer = parsed(data)
    assert "extensionsUsed" not in said
    assert said["buffers"] == [{"byteLength": buffer}]
    assert len(data) < 40_000
    assert [one["name"] for one in said["materials"]] == ["red", "blue"]
    # A surface is written once; a mesh of glTF has one material, so that each player has one.
    assert len(said["accessors"]) == 3
    surfaces = [mesh["primitives"] for mesh in said["meshes"]]
    assert [len(one) for one in surfaces] == [1, 1]
    assert surfaces[0][0]["attributes"] == surfaces[1][0]["attributes"]
    balls = [node for node in said["nodes"] if "mesh" in node]
    assert len(balls) == len(position.pieces.site)
    names = position.game.board.names
    assert {node["name"] for node in balls} == {names[site] for site in position.pieces.site}
    root = said["nodes"][said["scenes"][0]["nodes"][0]]
    assert root["name"] == "Figure 1"
    assert [said["nodes"][one]["name"] for one in root["children"]] == ["red", "blue"]


@pytest.mark.parametrize("beginning", GAMES)
def test_every_game_is_a_scene_in_metres_with_y_upwards(beginning, tmp_path):
    position = example(beginning)
    plan = plan_of(position, PrintOptions(board=True))
    path = tmp_path / "scene.glb"
    path.write_bytes(glb(plan, "A title"))
    scene = trimesh.load_scene(path)
    assert all(mesh.is_watertight for mesh in merged(scene))
    wide, deep, high = plan.size(plan.portions[0])
    assert np.allclose(scene.extents * 1000, (wide, high, deep), atol=1.1)
    assert scene.bounds[0][1] == pytest.approx(0, abs=1e-6)
    assert scene.bounds[:, 0].sum() == pytest.approx(0, abs=1e-5)


def merged(scene):
    """Its surfaces, their edges sewn where normals part them."""
    for mesh in scene.geometry.values():
        mesh.merge_vertices(merge_norm=True, merge_tex=True)
        yield mesh


def test_one_player_is_a_part_and_titles_stay_titles():
    said, _ = parsed(made(example("02-"), part="blue"))
    assert [one["name"] for one in said["materials"]] == ["blue"]
    said, _ = parsed(made(example("02-"), HOSTILE))
    assert said["scenes"][0]["name"] == said["nodes"][0]["name"]
    assert said["nodes"][0]["name"].startswith("</script>")


@pytest.fixture(scope="module")
def validate(tmp_path_factory):
    """The validator of the Khronos Group: what it has to say of a file."""
    folder = tmp_path_factory.mktemp("validator")
    shutil.copytree(VALIDATOR, folder, dirs_exist_ok=True)
    subprocess.run(["npm", "ci", "--silent"], cwd=folder, check=True)

    def said(data):
        (folder / "scene.glb").write_bytes(data)
        words = ["node", "validate.mjs", "scene.glb"]
        done = subprocess.run(words, cwd=folder, check=True, capture_output=True)
        return json.loads(done.stdout)

    return said


@pytest.mark.soak
@pytest.mark.process
@pytest.mark.parametrize("beginning", GAMES)
def test_the_validator_of_the_khronos_group_has_nothing_to_say(validate, beginning):
    position = example(beginning)
    for title, wanted in (("", {}), (HOSTILE, {"board": True, "quality": "fine"})):
        report = validate(made(position, title, **wanted))
        assert report["issues"]["messages"] == []
        assert report["info"]["version"] == "2.0"
        assert "extensionsUsed" not in report["info"]


@pytest.mark.soak
@pytest.mark.process
def test_the_validator_finds_what_is_wrong(validate):
    data = made(read_position("partition:size=2,rules=free R1,2/1 red"))
    assert validate(data.replace(b'"VEC3"', b'"VEC2"'))["issues"]["numErrors"] > 0
