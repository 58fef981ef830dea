/** Texts as a texture: each text of a layer of glyphs once, drawn by the browser. */

import type { Rows } from "./layers";

const FONT_SIZE = 56;
const GAP = 4;
const WIDTH = 1024;
const FONT = `bold ${FONT_SIZE}px Arial, "Liberation Sans", Helvetica, sans-serif`;

/**
 * Give a layer of glyphs its texture, and its rows their places there. Letters of this browser may
 * be wider or narrower than those the layer was made with: they keep the height, or the width.
 */
export function written(
  gl: WebGL2RenderingContext,
  rows: Rows,
  texts: readonly string[],
  signs: Record<string, number[][]> = {},
): void {
  const pen = document.createElement("canvas").getContext("2d")!;
  pen.font = FONT;
  const inks = new Map([...new Set(texts)].map((text) => [text, pen.measureText(text)] as const));
  const line = FONT_SIZE + GAP;
  const places = new Map<string, { x: number; y: number; wide: number }>();
  let [x, y] = [GAP, GAP];
  for (const [text, ink] of inks) {
    const letters = Math.ceil(ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight);
    const wide = (text in signs ? FONT_SIZE : letters) + 2;
    if (x + wide + GAP > WIDTH) [x, y] = [GAP, y + line + GAP];
    places.set(text, { x, y, wide });
    x += wide + 2 * GAP;
  }
  const height = y + line + GAP;
  pen.canvas.width = WIDTH;
  pen.canvas.height = height;
  pen.font = FONT;
  pen.fillStyle = "#fff";
  for (const [text, place] of places) {
    if (text in signs) {
      pen.fill(outlined(signs[text]!, place.x + 1, place.y + (line - FONT_SIZE) / 2), "evenodd");
      continue;
    }
    const ink = inks.get(text)!;
    const tall = ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent;
    const base = place.y + (line - tall) / 2 + ink.actualBoundingBoxAscent;
    pen.fillText(text, place.x + 1 + ink.actualBoundingBoxLeft, base, WIDTH - 2 * GAP);
  }
  // Only the letters count: their strength is the red of the texture.
  const { data } = pen.getImageData(0, 0, WIDTH, height);
  for (let k = 0; k < data.length; k += 4) data[k] = data[k + 3]!;
  const texture = gl.createTexture()!;
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, WIDTH, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  rows.atlas = texture;
  texts.forEach((text, k) => place(rows, k, places.get(text)!, line, height));
}

/** The outline of a sign as large as letters, with its upper left corner there. */
function outlined(polygons: readonly number[][], left: number, top: number): Path2D {
  const path = new Path2D();
  const half = FONT_SIZE / 2;
  for (const polygon of polygons) {
    for (let k = 0; k + 1 < polygon.length; k += 2) {
      const [x, y] = [left + half * (1 + polygon[k]!), top + half * (1 - polygon[k + 1]!)];
      if (k) path.lineTo(x, y);
      else path.moveTo(x, y);
    }
    path.closePath();
  }
  return path;
}

function place(rows: Rows, k: number, at: { x: number; y: number; wide: number }, line: number, height: number): void {
  const { across, upward, state } = rows.attributes as Record<"across" | "upward" | "state", Float32Array>;
  const long = (values: Float32Array, turned: boolean) =>
    turned ? values[4 * k]! : Math.hypot(values[4 * k]!, values[4 * k + 1]!, values[4 * k + 2]!);
  const faces = Math.round(across[4 * k + 3]!) === 1;
  const [wide, high] = [long(across, faces), long(upward, faces)];
  const shape = at.wide / line;
  const by = high > 0 && wide > 0 ? Math.min(1, wide / (high * shape)) : 1;
  const sideways = (shape * high * by) / (wide || 1);
  for (let c = 0; c < (faces ? 1 : 3); c++) {
    across[4 * k + c]! *= sideways;
    upward[4 * k + c]! *= by;
  }
  // Texture rows count from above here; glyphs read theirs from below.
  state.set([at.x / WIDTH, (at.y + line) / height, (at.x + at.wide) / WIDTH, at.y / height], 4 * k);
}

/** Turn what lies on the slab so that a reader in the north reads it. */
export function turned(rows: Rows): Rows {
  const across = rows.attributes["across"]!.slice();
  const upward = rows.attributes["upward"]!.slice();
  for (let k = 0; k < upward.length; k += 4) {
    const lies = upward[k + 2] === 0 && across[k + 3] === 0;
    for (let c = 0; lies && c < 3; c++) {
      across[k + c]! *= -1;
      upward[k + c]! *= -1;
    }
  }
  return { ...rows, attributes: { ...rows.attributes, across, upward } };
}
