"""What the sites of a board lie on, a module a ground: steps of stone, tiles, squares, columns."""
