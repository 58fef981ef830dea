"""The journal that keeps what is open on the disk, and the way back after a crash.

A file that has grown by 1 MB, or by twice the document, is written anew and replaced in one step. A
disk that refuses is reported once; a torn line is taken back, and the whole document is written as
soon as there is room. A clean exit removes the folder, save for documents that are unsaved and were
not asked about, as when the system shuts down.
"""
