"""Rolling Pyramids: dice, player boards, sealed deployments and battles, for one to four.

The arithmetic is in `battle`, the maps in `maps` and `hexes`, the boards that players fill in
`player_boards`.
"""
