"""The welcome page, and what stands behind it: recent files, examples, offers after a crash.

`page` shows and says what was chosen, `controller` fills it and does that.
"""
