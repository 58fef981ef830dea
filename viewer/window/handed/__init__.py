"""Files that come from outside: handed over by the desktop, or by another start of the program.

`pyramidion open` hands files to the window that listens, or opens one; `pyramidion FILE` opens a
window of its own. Two that start at the same moment may both become windows.
"""
