"""What puts the program together: the main window, and what is made of the command table.

`main_window` connects the parts, which `shell_making` makes in the order of their needs;
`following` tells them what has changed. `menus` and `command_palette` come from
`viewer.commands.table`, and `dock_contents` makes what stands in the docks. `startup` is how it
all begins. Nothing but the command line and the benchmarks imports this room.
"""
