"""The Look dock: everything of the View of the active document as controls.

`panel` is the dock; the controls of cuts, of peels, of what is shown and the bookmarks are a module
each, and all change the View through `live_view`. What a change does to a View is in
`viewer.picture.visibility.view_edits` and `viewer.picture.visibility.view_edits`.
"""
