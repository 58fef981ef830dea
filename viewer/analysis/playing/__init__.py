"""Games that are played: opponents, premoves, dice, late choices, and how games end."""
