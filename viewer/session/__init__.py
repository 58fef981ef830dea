"""What is open: documents, their histories and files, and every change made to them.

`session` is what others talk to; it holds one `store` and calls pure functions on values. The
journal keeps what a crash would lose; preferences, progress and recent files outlive the program.
What documents look like is said in `viewer.picture`, what a click means in `viewer.commands`;
nothing here knows Qt or VTK.

Edits hold the record before and after, which share all but the touched nodes. Looks are pairs of
View and node, the last 200; all Views of one gesture are one look, and looks of nodes that are gone
are passed over.

Once nothing is open, what was found out of positions is released, engines and provers included.
"""
