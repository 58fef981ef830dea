"""The best views of what is chosen in the scene, one after the other."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as altered

from model.records.view import Camera
from viewer.picture.picture import Picture
from viewer.picture.visibility.best_view import BestView, best_views
from viewer.picture.visibility.focus import focus_of
from viewer.scene.input.scene_input import SceneInput
from viewer.session.errors import SessionError


class BestViews:
    """Finds them, and remembers which one was shown last: the next one comes after it.

    Parameters
    ----------
    scene
        What is pointed at in it, and how it is looked at.
    """

    def __init__(self, scene: SceneInput) -> None:
        self._scene = scene
        self._views: tuple[BestView, ...] = ()
        self._number = 0
        self._of: tuple[object, ...] = ()
        self._camera: Camera | None = None

    def show_next(self, picture: Picture) -> str:
        """Turn to the next view of what is chosen in a picture, and return what is seen there.

        Where nothing is selected or explained, it is what is pointed at, else the last move.

        Raises
        ------
        SessionError
            Where there is nothing to be looked at, or the View hides all of it.
        """
        scene, chosen = self._scene, focus_of(replace(picture, hover=None, last=None))
        # Once the view has turned, something else lies under a mouse that was not moved.
        asked = (picture.board, picture.pieces.site.tobytes(), chosen, scene.pointing)
        if asked == self._of and scene.view.camera == self._camera:
            self._number = (self._number + 1) % len(self._views)
        else:
            chosen = chosen or focus_of(replace(picture, last=None)) or focus_of(picture)
            if not chosen:
                raise SessionError("select a group or point at a point, to see the most of it")
            fitted = scene.pointers[scene.half].projection.camera
            self._views, self._number = best_views(picture, chosen, fitted), 0
            self._of = asked if self._views else ()
            if not self._views:
                raise SessionError("this view hides all that is chosen: show everything first")
        view = self._views[self._number]
        camera = altered(scene.view.camera, azimuth=view.azimuth, elevation=view.elevation)
        self._camera, turned = camera, camera != scene.view.camera
        scene.fly(altered(scene.view, camera=camera))
        number, count = self._number + 1, len(view.shares)
        seen = f": {view.seen} of {count} in sight" if count > 1 else ""
        said = f"View {number} of {len(self._views)}" if turned else "This is the best view"
        return f"{said}{seen}"
