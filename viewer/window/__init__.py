"""The parts of the main window: docks, tabs, pages, status line, dialogs, presentation.

Each takes the few things it needs and knows no command but by its id. `docks` are frames;
`auxiliary_windows` has help and settings, `players` who plays and the ends of games. What stands in
a dock lives in `viewer.panels`, what a command does in `viewer.commands`; `viewer.program` puts
them together.
"""
