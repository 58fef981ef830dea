"""`python -m viewer` is the command `pyramidion`."""

import sys

from viewer.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
