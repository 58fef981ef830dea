"""The browser that exported pages are opened in."""

from page_browser import chromium, page_browser  # noqa: F401 - fixtures
