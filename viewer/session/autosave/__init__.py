"""The journal that keeps what is open on the disk, and the way back after a crash."""
