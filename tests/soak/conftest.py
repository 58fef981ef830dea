"""What the attacks share: a seed that can be chosen, what says what was done, windows, a page."""

from attack_summary import seed, tell  # noqa: F401 - fixtures
from page_browser import chromium, page_browser  # noqa: F401 - fixtures
from windows import home, nothing_fails, open_window  # noqa: F401 - fixtures
