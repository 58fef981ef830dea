"""Pyramid's board as the peers in C take it, for the benchmarks that count and search its moves."""

from __future__ import annotations

import numpy as np

from model.games.pyramid.board_arrays import fields_of
from model.games.pyramid.kernels import HEIGHT
from model.games.pyramid.lines import osiris_lines
from model.games.pyramid.position import PyramidGame
from viewer.bench.native import Tables


def board_tables(game: PyramidGame) -> Tables:
    """Return the arrays of a board: its fields, and the lines on which an Osiris can happen."""
    board, fields = game.board, fields_of(game)
    lines = osiris_lines(board, game.rules.osiris_bends)
    longest = max((len(line) for line, _ in lines), default=1)
    sites = np.full((max(len(lines), 1), longest), -1, np.int32)
    lengths = np.zeros(len(sites), np.int32)
    through = np.full((len(board), 2), -1, np.int32)
    for number, (line, _) in enumerate(lines):
        sites[number, : len(line)], lengths[number] = line, len(line)
        for site in line:
            through[site, 0 if through[site, 0] < 0 else 1] = number
    return {
        "SITES": len(board), "FIELDS": len(board.victory), "NEEDED": game.terrace.needed,
        "AHEAD": fields[:, :8], "HEIGHT": fields[:, HEIGHT],
        "VICTORY": np.array(board.victory, np.int32),
        "LINES": sites, "LENGTH": lengths, "THROUGH": through, "LINE_COUNT": len(sites),
    }  # fmt: skip
