"""The middle of the window: the scene of the active document and what floats over it.

`scene_view` shows, `controller` carries out what clicks and keys mean, `toolbox` makes the tools a
click may be for, `floating` holds what lies over the scene. What a click means is found in
`click_meaning`; how the scene is drawn and hears the mouse is `viewer.scene`'s.
"""
