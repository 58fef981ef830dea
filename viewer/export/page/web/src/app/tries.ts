/**
 * What was tried on this page: kept in the browser, handed in as a file or as a text for a mail.
 *
 * Nothing leaves by itself. The program reads both (`model/exercises/results.py`).
 */

import type { Item } from "../format";
import { hash, read, write } from "./store";

/** A try, a hint that was asked for, or an answer that was shown. */
export interface Did {
  /** The step of a lesson, from 0; 0 of a puzzle. */
  step: number;
  /** Milliseconds since the first one was kept. */
  at: number;
  did: "try" | "hint" | "shown";
  /** The move, the point or the text that was chosen. */
  what?: string;
  right?: boolean;
  /** It ended the task. */
  done?: boolean;
  /** The position where it was tried, where that is not the one of the step. */
  from?: string;
}

interface Kept {
  since: string;
  events: (Did & { item: number })[];
}

/** So many are kept of one pupil; what comes after is counted nowhere. */
const MOST = 5_000;

export class Tries {
  private readonly key: string;
  private kept: Kept;
  /** Whether the browser keeps them when the page is closed. */
  lasts = true;
  /** Hears of each, as it comes. */
  heard: (item: number, did: Did) => void = () => {};

  constructor(
    private readonly title: string,
    private readonly items: Item[],
  ) {
    this.key = `pyramidion:tries:${hash(`${title}\n${items.map((one) => one.title).join("\n")}`)}`;
    this.kept = read<Kept>(this.key, { since: "", events: [] });
    this.lasts = write(this.key, this.kept);
  }

  get count(): number {
    return this.kept.events.filter((one) => one.did === "try").length;
  }

  /** When the first one was kept. */
  get since(): Date {
    return new Date(this.kept.since);
  }

  add(item: number, did: Omit<Did, "at">): void {
    if (this.kept.events.length >= MOST) return;
    if (!this.kept.since) this.kept.since = new Date().toISOString();
    const whole = { ...did, at: Math.max(0, Date.now() - this.since.getTime()) };
    this.kept.events.push({ item, ...whole });
    this.lasts = write(this.key, this.kept);
    this.heard(item, whole);
  }

  /** Keep nothing any more: somebody else begins. */
  clear(): void {
    this.kept = { since: "", events: [] };
    this.lasts = write(this.key, this.kept);
  }

  /** The file that a pupil hands in. */
  file(name: string): string {
    const { since, events } = this.kept;
    const items = this.items.flatMap((item, number) => {
      const tasks = tasksOf(item);
      const mine = events.filter((one) => one.item === number).map(({ item: _, ...did }) => did);
      return tasks.length ? [{ title: item.title, tasks, events: mine }] : [];
    });
    const results = JSON.stringify({ page: this.title, name, since, items });
    return `{"format":"pyramidion-results/1","checksum":"${crc32(results)}","results":${results}}\n`;
  }

  /** The same as a text: lines that no mail program breaks, and that may stand behind "> ". */
  async text(name: string): Promise<string> {
    const packed = new Blob([this.file(name)]).stream().pipeThrough(new CompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return ["-----BEGIN PYRAMIDION RESULTS-----", ...(letters.match(/.{1,64}/g) ?? []), "-----END PYRAMIDION RESULTS-----", ""].join("\n");
  }
}

/** The tasks of an item, so that what nobody tried is known, too. */
function tasksOf(item: Item): { step: number; kind: string; title: string; position: string }[] {
  if (item.kind === "game") return [];
  const position = (node: number): string => (item.nodes.find((one) => one.id === node) ?? item.nodes[0]!).position;
  if (item.kind === "puzzle") return [{ step: 0, kind: "puzzle", title: item.title, position: item.nodes[0]!.position }];
  return item.steps.flatMap((step, number) => (step.task ? [{ step: number, kind: step.task.kind, title: step.title, position: position(step.node) }] : []));
}

/** The checksum that zlib and PNG use, of a text as UTF-8. */
function crc32(text: string): string {
  let value = -1;
  for (const byte of new TextEncoder().encode(text)) {
    value ^= byte;
    for (let k = 0; k < 8; k++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (~value >>> 0).toString(16).padStart(8, "0");
}
