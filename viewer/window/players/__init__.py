"""Who plays in the window: seats, clocks, opponents, and handing over between persons.

A file or a position is looked at: nothing that players note is hidden. A new game is played: the
one person who plays against engines has their side's viewpoint; of several, each who chooses in
secret sits down alone and has their own until they have chosen, and between them it is everybody's.
Once a game is over all is open. While a cover asks people to hand over, docks, move field and
status line are gone, commands that are not for it cannot be used, and what was typed, pointed at,
selected or copied while choosing is forgotten. After a reveal it waits for the first step, since
all look at the turn first.
"""
