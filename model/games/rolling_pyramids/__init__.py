"""Rolling Pyramids: dice, player boards, sealed deployments and battles, for one to four.

The arithmetic is in `battle`, the maps in `maps`, the boards that players fill in
`player_boards`; a round goes through `picking`, `orders` and `resolving`, and what follows one by
one through `rounds`. They work on the values of `round_state`, and `position` puts them behind the
contract of all games.
"""
