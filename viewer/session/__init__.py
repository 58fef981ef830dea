"""What is open: documents, their histories and files, and every change made to them.

`session` is what others talk to; it holds one `store` and calls pure functions on values. It stands
on `editing`, that on `session_navigation`, and that on `session_queries`: what is open, and who
hears of it. The journal keeps what a crash would lose; preferences, progress and recent files
outlive the program. What documents look like is said in `viewer.picture`, what a click means in
`viewer.commands`; nothing here knows Qt or VTK.
"""
