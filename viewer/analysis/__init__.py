"""What is found out about positions in the background, and how it reaches the window.

`background` runs one job beside the interface, for whoever asks; `analysis_service` analyzes one
position at a time with the game's `Explainer` and tells what is known of the active document;
`thinking` has an engine think about one position, and tells what it knows now and then; `playing`
has engines, clocks and dice take part in open games; `review_service` has a game reviewed and keeps
what was found; `point_text` is the line on a point. What a game knows of its positions is no matter
of this room: see `viewer.games`.
"""
