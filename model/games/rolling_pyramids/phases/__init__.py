"""The phases of a round in turn: draft, dice, deployments, battles, upgrades, the end."""
