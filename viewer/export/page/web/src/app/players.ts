/** Which player leads through which kind of item. */

import type { Item } from "../format";
import { GamePlayer } from "./game_player";
import { LessonPlayer } from "./lesson_player";
import type { Host, Player } from "./player";
import type { Practice } from "./practice";
import { PuzzlePlayer } from "./puzzle_player";

/** Begin an item at a node (a lesson: at a step); -1 at its start. */
export function playerOf(item: Item, host: Host, node: number, practice: Practice | null): Player {
  switch (item.kind) {
    case "game":
      return new GamePlayer(item, host, node);
    case "lesson":
      return new LessonPlayer(item, host, Math.max(0, node));
    case "puzzle":
      return new PuzzlePlayer(item, host, practice);
  }
}
