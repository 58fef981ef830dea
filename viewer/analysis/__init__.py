"""What is found out about positions in the background, and how it reaches the window.

`background` runs one job beside the interface, for whoever asks; `analysis_service` analyzes one
position at a time with the game's `Explainer` and tells what is known of the active document and
its points; `advice` has an engine think about one position, and tells what it says; `playing` has
engines, clocks and dice take part in open games; `review_service` has a game reviewed and keeps
what was found. What a game knows of its positions is no matter of this room: see `viewer.games`.
"""
