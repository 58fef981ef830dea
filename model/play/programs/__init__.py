"""Programs that speak UGI: our own, and those of others as players."""
