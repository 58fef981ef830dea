"""What is to be seen, as data: pictures, and what a View hides, shifts and lets be picked.

`composer` makes a `picture`; `visibility`, `visible` and `picking` say what of it is
drawn and met; `click_meaning` what the next click does; `view_edits` what
commands do to a View. Pure numpy, no Qt, no VTK: the scene draws, the window applies.
"""
