/** The data inside the page, packed so that it is small and that nobody reads a solution by accident. */

import type { Packed, PageData } from "./format";

/** Read the data the program wrote into the page. */
export async function readData(): Promise<PageData> {
  const text = document.getElementById("data")!.textContent!.trim();
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** The numbers in a packed array. */
export function unpack(packed: Packed): Float32Array | Int32Array | Int16Array | Uint8Array {
  const bytes = bytesOf(packed.slice(3));
  switch (packed.slice(0, 2)) {
    case "f4":
      return new Float32Array(bytes.buffer);
    case "i4":
      return new Int32Array(bytes.buffer);
    case "i2":
      return new Int16Array(bytes.buffer);
    default:
      return bytes;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
