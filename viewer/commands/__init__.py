"""What can be done, as data: every action once, a file a menu.

`table` is all commands, and `shell` what they act on: the parts of the window as they are, each of
its own type, so that a command calls what it needs and nothing passes a call on. `viewer.program`
makes menus, toolbar, palette and help from the table, and runs commands with `table.perform`.
"""
