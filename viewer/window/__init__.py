"""The main window, and what is made of it: menus, docks, tabs, status line, start-up.

`main_window` builds the parts and connects them, `window_shell` is what commands and panels ask
of it, `docks` are frames and `dock_contents` makes what stands in them. What is in a dock lives in
`viewer.panels`, what a command does in `viewer.commands`; nothing below imports this room.
"""
