/** Numbers packed as the program packs them (`Packed` in format.ts). */

import type { Packed } from "../format";

export function floats(values: Iterable<number>): Packed {
  return `f4:${base64(Float32Array.from(values))}`;
}

export function shorts(values: Iterable<number>): Packed {
  return `i2:${base64(Int16Array.from(values))}`;
}

export function bytes(values: Iterable<number>): Packed {
  return `u1:${base64(Uint8Array.from(values))}`;
}

/** Browsers run on little-endian machines only, so that the memory is what is written. */
function base64(array: ArrayBufferView): string {
  const raw = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  let text = "";
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < raw.length; at += 8192) text += String.fromCharCode(...raw.subarray(at, at + 8192));
  return btoa(text);
}
