"""What the tests of printed documents share."""

import pytest

from viewer.export.export_options import PaperOptions
from viewer.export.paper.whole_paper import paper_of


@pytest.fixture
def paper(tmp_path):
    """Makes a document of items; returns where it is."""

    def make(*items, **wanted):
        path = tmp_path / "paper.pdf"
        path.write_bytes(
            paper_of(
                items, PaperOptions(**wanted), lambda done, of, part="item": None, lambda: False
            )
        )
        return path

    return make
