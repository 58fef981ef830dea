"""The middle of the window: the scene of the active document and what floats over it.

`view` shows, `controller` carries out what clicks and keys mean and is what commands, panels and
lessons ask of the scene (`viewer.commands.shell.SceneControl`). What a click means is found in
`viewer.picture.click_meaning`; how the scene is drawn and hears the mouse is `viewer.scene`'s.
"""
