"""Tables of Partition: states and their numbers, solving layer by layer, files, what they say."""
