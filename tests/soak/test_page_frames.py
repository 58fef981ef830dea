"""Frames of a page beside those of three.js, on the same page, in the same software WebGL.

three.js has what is quickest for it: no smooth edges, and its cheapest material with light.
"""

import random
import re
import statistics
import subprocess
from pathlib import Path

import pytest

from model.positions.setup import read_position
from viewer.cli.main import main
from viewer.export.page import page_content

pytestmark = [pytest.mark.soak, pytest.mark.process]
WEB = Path(page_content.__file__).parent / "web"
ESBUILD = WEB / "node_modules" / ".bin" / "esbuild"
WINDOW, SCENE = (1120, 648), (800, 600)
"""The page, and what it leaves for its scene."""
FRAMES, TIMES = 12, 5
TICKS = """
window.ticks = (frames, act, gl, drawn) => new Promise((done) => {
  const pixel = new Uint8Array(4);
  let k = -3, begun = 0, first = 0;
  const tick = () => {
    // Reading a pixel waits until what was drawn is drawn.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    if (k === 0) [begun, first] = [performance.now(), drawn()];
    if (k === frames) return done((performance.now() - begun) / (drawn() - first));
    k += 1;
    act(k);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
});
"""
OURS = """
const [frames, done] = arguments;
const canvas = document.querySelector("canvas");
const at = canvas.getBoundingClientRect();
const gl = canvas.getContext("webgl2");
window.painted = 0;
const old = gl.clear.bind(gl);
gl.clear = (mask) => { painted += 1; old(mask); };
ticks(frames, (k) => canvas.dispatchEvent(new PointerEvent("pointermove", {
  pointerId: 1, isPrimary: true, buttons: 1, bubbles: true,
  clientX: at.x + 400 + 3 * k, clientY: at.y + 300,
})), gl, () => painted).then((time) => done([time, painted, canvas.width, canvas.height]));
"""
THEIRS = """
const [places, frames, done] = arguments;
const { width, height } = document.querySelector("canvas").getBoundingClientRect();
if (!window.scene) {
  const renderer = window.renderer = new THREE.WebGLRenderer({ antialias: false });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  Object.assign(renderer.domElement.style, { position: "fixed", left: 0, top: 0, zIndex: 9 });
  document.body.append(renderer.domElement);
  const scene = window.scene = new THREE.Scene();
  scene.background = new THREE.Color(0xeef1f5);
  scene.add(new THREE.HemisphereLight(0xffffff, 0x888888, 2));
  scene.add(new THREE.DirectionalLight(0xffffff, 2));
  const balls = new THREE.InstancedMesh(
    new THREE.SphereGeometry(0.5, 16, 16), new THREE.MeshLambertMaterial(), places.length);
  const one = new THREE.Matrix4();
  places.forEach(([x, y, z, red], k) => {
    balls.setMatrixAt(k, one.makeTranslation(x, y, z));
    balls.setColorAt(k, new THREE.Color(red ? 0xe4572e : 0x1f4e9c));
  });
  scene.add(balls);
  window.camera = new THREE.PerspectiveCamera(35, width / height, 1, 200);
}
ticks(frames, (k) => {
  const angle = 0.01 * k;
  camera.position.set(9.5 + 34 * Math.sin(angle), -28 * Math.cos(angle), 20);
  camera.up.set(0, 0, 1);
  camera.lookAt(9.5, 9.5, 5);
  renderer.render(scene, camera);
}, renderer.getContext(), () => renderer.info.render.frame).then(
  (time) => done([time, renderer.info.render.frame]));
"""


def half_filled():
    """A pyramid of size 20 with every second point taken, and the places of its balls."""
    chance = random.Random(1)

    def row(side):
        points = "".join(chance.choice("RB..") for _ in range(side))
        return re.sub(r"\.+", lambda found: str(len(found[0])), points)

    levels = [",".join(row(side) for _ in range(side)) for side in range(20, 0, -1)]
    return f"partition:size=20,rules=free {'/'.join(levels)} red"


def _three():
    """three.js as a script that sets `window.THREE`."""
    source = WEB / "node_modules" / "three" / "build" / "three.module.js"
    words = [str(ESBUILD), str(source), "--bundle", "--format=iife", "--global-name=THREE"]
    made = subprocess.run(words, capture_output=True, check=True, cwd=WEB, text=True)
    return f"{made.stdout}; window.THREE = THREE;"


def test_a_frame_beside_three(page_browser, tmp_path, tell):
    if not ESBUILD.exists():
        pytest.skip("three.js is not here: make page installs it")
    text, page = half_filled(), tmp_path / "page.html"
    assert main(["export", text, "-o", str(page)]) == 0
    position = read_position(text)
    centres = position.game.board.centres
    places = [
        [*map(float, centres[site]), int(owner)]
        for site, owner in zip(position.pieces.site, position.pieces.owner, strict=True)
    ]
    driver = page_browser.driver
    page_browser.send("Page.setBypassCSP", enabled=True)
    try:
        page_browser.open(page, size=WINDOW, draws=True)
        page_browser.at_rest()
        page_browser.run(f"{_three()} {TICKS}")
        x, y = page_browser.run(
            "const r = document.querySelector('canvas').getBoundingClientRect();"
            "return [r.x + 400, r.y + 300]"
        )
        page_browser.send(
            "Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1
        )
        ours, theirs = [], []
        for _ in range(TIMES):
            time, painted, width, height = driver.execute_async_script(OURS, FRAMES)
            assert painted >= FRAMES // 2
            ours.append(time)
            time, rendered = driver.execute_async_script(THEIRS, places, FRAMES)
            assert rendered >= FRAMES
            theirs.append(time)
        mean, other = statistics.median(ours), statistics.median(theirs)
        # While it moves the page draws fewer pixels where the machine is slow; three.js does not.
        whole = mean * SCENE[0] * SCENE[1] / (width * height)
        tell(
            "frame of a page beside three.js",
            balls=len(places), page=f"{mean:.1f} ms at {width} x {height}",
            three=f"{other:.1f} ms", ratio=f"{mean / other:.2f}",
            ratio_a_pixel=f"{whole / other:.2f}",
        )  # fmt: skip
    finally:
        page_browser.send("Page.setBypassCSP", enabled=False)
