"""What puts the program together: the main window, and what is made of the command table.

`main_window` connects the parts, which `shell_making` makes in the order of their needs;
`following` tells them what has changed. `menus` and `command_palette` come from
`viewer.commands.table`, and `dock_contents` makes what stands in the docks. `startup` is how it
all begins. Nothing but the command line and the benchmarks imports this room.

The window is shown with an empty OpenGL widget in it. Journal, offers of recovery and the document
come in the next turn of the event loop, the imports of the scene after that. Only when the first
frame is on the screen are docks filled and judging begins, which both load numba. On the welcome
page a thread imports beforehand what the first document needs.
"""
