"""Makes the parts of the window that commands act on, in the order of their needs.

What a part asks of one that is made after it, it asks through a function: nobody calls that before
all are there.
"""

from PySide6.QtWidgets import QMainWindow

from viewer.analysis.advice import Advice
from viewer.analysis.analysis_service import AnalysisService
from viewer.analysis.review_service import Reviews
from viewer.analysis.values import ValueLookup
from viewer.commands import opening
from viewer.commands.computer_menu import person_side
from viewer.commands.shell import Shell, WindowHost
from viewer.learn.exercise_player import ExercisePlayer
from viewer.learn.learning import Learning
from viewer.program.menus import help_sections
from viewer.scene_view.scene_view import SceneView
from viewer.scene_view.toolbox import Toolbox
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.messages import Notices
from viewer.window.analysis_display import AnalysisDisplay
from viewer.window.auxiliary_windows import AuxiliaryWindows
from viewer.window.dialogs.requests import Dialogs
from viewer.window.docks import Docks
from viewer.window.move_field import MoveField
from viewer.window.pages import Pages
from viewer.window.picture_copy import PictureCopy
from viewer.window.players.hand_over import Cover
from viewer.window.players.who_plays import Playing
from viewer.window.welcome.page import WelcomePage


def make_shell(
    window: QMainWindow, frame: WindowHost, session: Session, chosen: ChosenPreferences
) -> Shell:
    """Return the parts of a window, made and told of one another.

    Parameters
    ----------
    window, frame
        The window, as what owns its parts and as what commands ask of it.
    """
    notices, ask = Notices(window), Dialogs(window)
    docks = Docks(window, session, chosen)
    # What is found out about the position, be it shown or not.
    analysis, advice = AnalysisService(session, window), Advice(session, window)
    values, reviews = ValueLookup(session, window), Reviews(session, window)
    analysis.certain = values.of_site
    # The scene, what clicks there are for, and who plays in it.
    scene = SceneView(session, chosen, notices, frame.perform, analysis.point_text)
    toolbox = Toolbox(
        session,
        scene,
        notices,
        ask_word=lambda name: ask.text("Mark", f"Word on {name}:"),
        show_setup=docks.show_while_wanted,
        parent=window,
    )
    pages = Pages(WelcomePage(), scene, Cover())

    def is_unseen() -> bool:
        return window.isMinimized() or not pages.is_scene_shown

    playing = Playing(session, chosen, notices, scene, is_unseen, window)
    values.seated = lambda: bool(playing.opponents.seats.taken)
    playing.opponents.changed.connect(values.seats_changed)
    # What is learned, and what of it all lies over the scene: each asks the other.
    learning = Learning(
        session,
        scene,
        toolbox,
        notices,
        docks,
        player=ExercisePlayer(session, scene, reviews, advice, frame.perform, window),
        open_task=lambda path, item: opening.open_task(shell, path, item),
        ask_puzzle=lambda position: ask.puzzle(position),
        poured=lambda: display.pour,
        person=lambda: person_side(session, playing.opponents),
        parent=window,
    )
    display = AnalysisDisplay(
        session,
        analysis,
        scene,
        window,
        advice=advice,
        values=values,
        reviews=reviews,
        explained=lambda: learning.explained,
    )
    shell = Shell(
        session=session,
        chosen=chosen,
        notices=notices,
        ask=ask,
        scene=scene,
        toolbox=toolbox,
        analysis=analysis,
        advice=advice,
        values=values,
        reviews=reviews,
        display=display,
        playing=playing,
        learning=learning,
        docks=docks,
        pages=pages,
        move_field=MoveField(session, scene, toolbox, lambda: frame.is_presenting),
        auxiliary_windows=AuxiliaryWindows(
            window,
            session,
            chosen,
            notices,
            ask,
            open_path=lambda path: notices.try_to(lambda: opening.open_path(shell, path)),
            teach=learning.teach,
            keys=help_sections,
        ),
        pictures=PictureCopy(session, notices, window),
        frame=frame,
    )
    shell.prefer(chosen.now)
    return shell
