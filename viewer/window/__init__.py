"""The main window, and what is made of it: menus, docks, tabs, status line, start-up.

`main_window` builds the parts and connects them, `window_shell` is what commands and panels ask
of it (`opponents_in_window` for who plays, `pages_beside` for help and settings, `late_tools` for
tools of clicks), `docks` are frames and `dock_contents` makes what stands in them. What is in a
dock lives in `viewer.panels`, what a command does in `viewer.commands`; nothing below imports this
room.
"""
