"""The rows of the command table, one file a menu; `viewer.commands` puts them together."""
