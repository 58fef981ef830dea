/** A soft tone where the cursor comes to: the higher the level, the higher; the file is heard from its side. */

import type { Board } from "./boards";

/** Seconds, and the tone of the lowest level; the highest one is three octaves above. */
const LENGTH = 0.06;
const LOWEST = 220;
const OCTAVES = 3;
const LOUDNESS = 0.15;

let context: AudioContext | null = null;

/** Whether the browser can sound at all. */
export const CAN_SOUND = typeof AudioContext === "function";

export function sound(board: Board, site: number): void {
  context ??= new AudioContext();
  const level = (board.levels[site]! - 1) / Math.max(1, board.highest - 1);
  const across = board.names.map((_, k) => board.centres[3 * k]!);
  const [left, right] = [Math.min(...across), Math.max(...across)];
  const side = right > left ? (2 * (across[site]! - left)) / (right - left) - 1 : 0;
  const now = context.currentTime;
  const tone = new OscillatorNode(context, { frequency: LOWEST * 2 ** (OCTAVES * level) });
  const volume = new GainNode(context, { gain: 0 });
  // A tone that begins or ends at once clicks.
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(LOUDNESS, now + LENGTH / 4);
  volume.gain.linearRampToValueAtTime(0, now + LENGTH);
  tone.connect(volume).connect(new StereoPannerNode(context, { pan: side })).connect(context.destination);
  tone.start(now);
  tone.stop(now + LENGTH);
}
