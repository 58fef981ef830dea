"""What a person can do in the scene.

`scene_input` has a method for everything, and signals that say what the person wants;
`surface_events` hears Qt and calls it, by mouse and keys. It stands on `pointing_input`, which says
what is pointed at and which View is seen. `pointer` knows what is under the mouse, and
projects; `gestures` says how the mouse moves the camera, and `cut_drag` how it moves a cut.
What a click means to a game is not decided here.
"""
