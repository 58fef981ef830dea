/** The keyboard: every action has a key. Fields keep theirs, and so do Ctrl, Alt and the system's keys. */

export interface Actions {
  back(): void;
  next(): void;
  first(): void;
  last(): void;
  tab(number: number): void;
  home(): void;
  cut(): void;
  moveCut(step: number): void;
  lens(): void;
  explode(step: number): void;
  ghosts(): void;
  best(): void;
  keep(focus: "on" | "deep"): void;
  sway(): void;
  slides(): void;
  dark(): void;
  text(): void;
  help(): void;
  escape(): void;
  inSlides(): boolean;
  /** Whether letters, digits and signs do something: who dictates switches them off. */
  letters(): boolean;
  /** Cursor over the points: a way on the screen, levels up, or placing. */
  way(x: number, y: number): void;
  level(step: number): void;
  place(): void;
  /** The field that moves and points are typed into. */
  type(): void;
}

export function listen(actions: Actions): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target as HTMLElement;
    if (target.matches("input:not([type=checkbox]), select, textarea") && !(target.matches("input") && event.key === "Escape")) return;
    const board = target.closest("canvas, .map") !== null;
    if (act(actions, event.key, board, target)) event.preventDefault();
  });
}

function act(on: Actions, key: string, board: boolean, target: HTMLElement): boolean {
  const does = (action: () => void): true => {
    action();
    return true;
  };
  if (board && !on.inSlides()) {
    switch (key) {
      case "ArrowLeft": return does(() => on.way(-1, 0));
      case "ArrowRight": return does(() => on.way(1, 0));
      case "ArrowUp": return does(() => on.way(0, 1));
      case "ArrowDown": return does(() => on.way(0, -1));
      case "PageUp": return does(() => on.level(1));
      case "PageDown": return does(() => on.level(-1));
      case "Enter":
      case " ": return does(() => on.place());
    }
  }
  if (on.inSlides()) {
    switch (key) {
      case "ArrowLeft":
      case "ArrowUp":
      case "PageUp": return does(() => on.back());
      case " ":
        // Space presses the button that has the focus.
        if (target.closest("button")) return false;
        return does(() => on.next());
      case "ArrowRight":
      case "ArrowDown":
      case "PageDown": return does(() => on.next());
    }
  }
  if (key.length === 1 && !on.letters()) return false;
  switch (key) {
    case ",": return does(() => on.back());
    case ".": return does(() => on.next());
    case "Home": return does(() => on.first());
    case "End": return does(() => on.last());
    case "h": return does(() => on.home());
    case "c": return does(() => on.cut());
    case "[": return does(() => on.moveCut(-1));
    case "]": return does(() => on.moveCut(1));
    case "l": return does(() => on.lens());
    case "+": return does(() => on.explode(0.25));
    case "-": return does(() => on.explode(-0.25));
    case "g": return does(() => on.ghosts());
    case "k": return does(() => on.best());
    case "o": return does(() => on.keep("on"));
    case "O": return does(() => on.keep("deep"));
    case "y": return does(() => on.sway());
    case "p": return does(() => on.slides());
    case "d": return does(() => on.dark());
    case "t": return does(() => on.text());
    case "/": return does(() => on.type());
    case "?": return does(() => on.help());
    case "Escape": return does(() => on.escape());
  }
  if (/^[1-5]$/.test(key)) return does(() => on.tab(Number(key) - 1));
  return false;
}
