/** What the browser keeps: preferences of the reader and progress of this page. Losing it does no harm. */

/** Read a value; from a file a browser may refuse, and then there is none. */
export function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : { ...fallback, ...(JSON.parse(text) as T) };
  } catch {
    return fallback;
  }
}

export function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Full or forbidden: what is kept lasts as long as the page is open.
    return false;
  }
}

export interface Preferences {
  colours: "auto" | "light" | "dark";
  strong: boolean;
  /** Percent. */
  text: number;
  motion: "auto" | "on" | "off";
  /** Whether what is chosen is kept in sight, or that with its neighbours. */
  focus: "off" | "on" | "deep";
  /** Whether letters, digits and signs are keys outside the board, too. */
  letters: boolean;
  /** Whether the cursor sounds. */
  tones: boolean;
}

const PREFERENCES = "pyramidion:preferences";

export function preferences(): Preferences {
  const usual: Preferences = { colours: "auto", strong: false, text: 100, motion: "auto", focus: "on", letters: true, tones: false };
  const kept = read(PREFERENCES, usual);
  return { ...kept, text: TEXT_SIZES.includes(kept.text) ? kept.text : 100 };
}

export const TEXT_SIZES = [100, 125, 150, 200];

export function keepPreferences(value: Preferences): void {
  write(PREFERENCES, value);
}

export type Mark = "done" | "missed" | "begun";

/** Which items and steps of a page are done, by their keys. */
export class Progress {
  private readonly key: string;
  private readonly here: string;
  private marks: Record<string, Mark>;

  /** `name` tells one page from another: the same file, sent again, goes on where it was. */
  constructor(name: string) {
    this.key = `pyramidion:progress:${hash(name)}`;
    this.here = `pyramidion:place:${hash(name)}`;
    this.marks = read<Record<string, Mark>>(this.key, {});
  }

  get(key: string): Mark | undefined {
    return this.marks[key];
  }

  set(key: string, mark: Mark): void {
    // What was done once stays done.
    if (this.marks[key] === "done" || this.marks[key] === mark) return;
    this.marks[key] = mark;
    write(this.key, this.marks);
  }

  /** Nothing is done any more: somebody else begins. */
  clear(): void {
    this.marks = {};
    write(this.key, this.marks);
  }

  /** Keep the item and node that are open: in the address where nothing else is kept. */
  stay(item: number, node: number): void {
    if (write(this.here, { item, node })) return;
    try {
      history.replaceState(null, "", `#at=${item}.${node}`);
    } catch {
      // Not even that: a reload begins at the start.
    }
  }

  /** The item and node that were open, else those given. */
  stayed(start: { item: number; node: number }): { item: number; node: number } {
    const at = /^#at=(\d+)\.(\d+)$/.exec(location.hash);
    return at ? { item: Number(at[1]), node: Number(at[2]) } : read(this.here, start);
  }
}

/** A short number of a text (FNV-1a), the same in every browser. */
export function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) value = Math.imul(value ^ text.charCodeAt(k), 0x01000193);
  return (value >>> 0).toString(36);
}
