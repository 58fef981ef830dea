"""Tables of solved games: their files, builds and checkpoints, and those that this computer has.

`library` hands out the table of a game that lies here, opened once, and anew when its file has
changed; one that cannot be trusted is as good as none. `model.search.tablebase_adapters` puts it
before provers, engines and reviews, so that nobody else need know of tables. A table without
distances says which moves keep the value, and a search chooses among them, since a win that is only
kept may go round for ever.
"""
