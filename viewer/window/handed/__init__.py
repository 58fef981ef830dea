"""Files that come from outside: handed over by the desktop, or by another start of the program."""
