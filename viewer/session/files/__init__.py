"""Files a session reads and writes: documents, pasted text, recent files, the program's state."""
