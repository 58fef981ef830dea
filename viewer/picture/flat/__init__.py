"""Flat pictures as data: shapes, without Qt and without SVG.

`flat` lays a position out on plans and returns a `Drawing`. A painter of the window
(`viewer.widgets.flat_painting`) and the writer of SVG files (`viewer.export.pictures.svg`) replay
it. Colours of players are in `inks`, all other colours and measures in `paper.Style`.
"""
