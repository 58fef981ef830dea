/**
 * The judge where scripts can ask it: `pyramidionJudge.judged("partition:size=4,rules=free ...")` in
 * the browser's console. Tests hold it to the program's own rules through this.
 */

import { boardDataOf } from "../explore/board_data";
import { triangles } from "../explore/surface";
import type { PageData } from "../format";
import { boardOf, corners, gameOf, judged, pours, read, refused } from "./index";

/** The board that Explore makes of a header where the file has none. */
function drawnBoard(header: string, palettes: PageData["palettes"]) {
  return boardDataOf(gameOf(header), palettes);
}

/** The sheets at the corners of a position, each with its surface. */
function surfaces(text: string) {
  const position = read(text);
  const sheets = corners(position).flatMap(({ standings }) => standings.map(({ sheet }) => sheet));
  return sheets.filter((sheet) => sheet.length).map((sheet) => ({ sheet, triangles: triangles(position.game.board, sheet) }));
}

Object.assign(globalThis, { pyramidionJudge: { boardOf, drawnBoard, judged, pours, refused, surfaces } });
