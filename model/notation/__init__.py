"""The grammar of position strings: tokens that know their place, options, levels of cells.

A string is `<game>[:<option>=<value>,...] <board> <side> [<key>=<value> ...]`. The games know the
words in it, `model.positions.setup` reads the whole. Everything here takes time and memory linear
in the text.
"""
