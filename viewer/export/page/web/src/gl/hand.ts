/** What fingers and the mouse do on the canvas: turn, move, zoom, pinch, tap, look, hover. */

/** What a gesture asks of the scene; places are in CSS pixels from the canvas' upper left corner. */
export interface Asks {
  began(): void;
  turn(right: number, down: number): void;
  move(right: number, down: number): void;
  zoom(x: number, y: number, factor: number): void;
  ended(): void;
  /** `reach`: how far beside what is meant the tap may be. */
  tap(x: number, y: number, reach: number): void;
  long(x: number, y: number): void;
  hover(x: number, y: number): void;
  left(): void;
}

/** A press that moved less is a tap. */
const SLACK = { mouse: 5, touch: 10 };
/** Milliseconds until a press is a long one. */
const LONG = 500;
/** Half the width of a finger: a tap means the nearest point as far as that. */
const FINGER = 22;
const ZOOM_A_NOTCH = 0.85;

export class Hand {
  private readonly down = new Map<number, { x: number; y: number }>();
  private start = { x: 0, y: 0 };
  private dragged = false;
  private held = false;
  private timer = 0;
  private pans = false;
  private readonly off = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly asks: Asks,
  ) {
    const { signal } = this.off;
    const on = <K extends keyof HTMLElementEventMap>(name: K, hear: (event: HTMLElementEventMap[K]) => void) =>
      canvas.addEventListener(name, hear, { signal, passive: false });
    canvas.style.touchAction = "none";
    on("pointerdown", (event) => this.pressed(event));
    on("pointermove", (event) => this.moved(event));
    on("pointerup", (event) => this.released(event, true));
    on("pointercancel", (event) => this.released(event, false));
    // A finger that lifts has not gone elsewhere: what it tapped stays marked.
    on("pointerleave", (event) => event.pointerType === "mouse" && !this.down.size && this.asks.left());
    // What a long press has opened lies under the finger: lifting it is no click on that.
    on("touchend", (event) => this.held && event.cancelable && event.preventDefault());
    on("wheel", (event) => this.rolled(event));
    on("contextmenu", (event) => event.preventDefault());
  }

  /** Hear nothing any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.off.abort();
  }

  private place(event: MouseEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private pressed(event: PointerEvent): void {
    const place = this.place(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, place);
    clearTimeout(this.timer);
    if (this.down.size > 1) {
      this.dragged = true;
      return;
    }
    this.start = place;
    this.dragged = this.held = false;
    this.pans = event.shiftKey || event.button > 0;
    this.asks.began();
    if (event.pointerType !== "mouse") this.timer = window.setTimeout(() => this.look(), LONG);
  }

  private look(): void {
    if (this.dragged) return;
    this.held = true;
    this.asks.long(this.start.x, this.start.y);
  }

  private moved(event: PointerEvent): void {
    const place = this.place(event);
    const before = this.down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.asks.hover(place.x, place.y);
      return;
    }
    if (!this.dragged) {
      const slack = event.pointerType === "mouse" ? SLACK.mouse : SLACK.touch;
      if (Math.hypot(place.x - this.start.x, place.y - this.start.y) < slack) return;
      this.dragged = true;
      clearTimeout(this.timer);
    }
    const old = [...this.down.values()];
    this.down.set(event.pointerId, place);
    if (this.held) {
      this.asks.long(place.x, place.y);
    } else if (old.length === 1) {
      const [right, down] = [place.x - before.x, place.y - before.y];
      if (this.pans) this.asks.move(right, down);
      else this.asks.turn(right, down);
    } else this.pinched(old, [...this.down.values()]);
  }

  private pinched(old: { x: number; y: number }[], now: { x: number; y: number }[]): void {
    const [a, b] = old as [{ x: number; y: number }, { x: number; y: number }];
    const [c, d] = now as [{ x: number; y: number }, { x: number; y: number }];
    const middle = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 };
    this.asks.move(middle.x - (a.x + b.x) / 2, middle.y - (a.y + b.y) / 2);
    const wide = Math.hypot(c.x - d.x, c.y - d.y);
    if (wide > 1) this.asks.zoom(middle.x, middle.y, Math.hypot(a.x - b.x, a.y - b.y) / wide);
  }

  private released(event: PointerEvent, meant: boolean): void {
    if (!this.down.delete(event.pointerId) || this.down.size) return;
    clearTimeout(this.timer);
    const { x, y } = this.place(event);
    if (meant && !this.dragged && !this.held) {
      if (event.pointerType === "mouse" && event.button === 2) this.asks.long(x, y);
      else this.asks.tap(x, y, event.pointerType === "mouse" ? 0 : FINGER);
    }
    this.asks.ended();
  }

  private rolled(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.place(event);
    const notches = event.deltaMode === 1 ? event.deltaY / 3 : event.deltaY / 100;
    this.asks.zoom(x, y, ZOOM_A_NOTCH ** -Math.max(-3, Math.min(3, notches)));
  }
}
