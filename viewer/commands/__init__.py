"""What can be done, as data: every action once, a file a menu, and what a click means, in `tools`.

`table` is all commands, and `shell` what they, panels and lessons may ask of the window and of the
scene, as protocols. Nothing here knows a window: `viewer.window` implements the protocols, makes
menus, toolbar, palette and help from the table, and runs commands with `table.perform`.
"""
