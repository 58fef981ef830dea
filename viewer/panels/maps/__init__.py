"""The Level maps dock: every level of the board as a plan, drawn and read aloud.

`panel` follows the document and applies clicks; `map_facts` is what is shown, as data; `layout` is
where the maps lie, pure geometry; `canvas` draws them and is the widget they are drawn on,
and `accessibility` what screen readers are told.
"""
