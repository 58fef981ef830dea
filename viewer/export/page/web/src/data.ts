/** The data inside the page, packed so that it is small and that nobody reads a solution by accident. */

import type { Layer, Packed, PageData } from "./format";

/** Read the data the program wrote into the page. */
export async function readData(): Promise<PageData> {
  const text = document.getElementById("data")!.textContent!.trim();
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const data: PageData = JSON.parse(await new Response(stream).text());
  drawWith(data.layers, data);
  for (const { nodes } of data.items) for (const node of nodes) if (node.like !== undefined) Object.assign(node, { ...nodes[node.like], ...node });
  return data;
}

/** Put layers in the place of their numbers, wherever there is a list of them for each palette. */
function drawWith(layers: Layer[], within: object): void {
  for (const value of Object.values(within)) {
    if (typeof value !== "object" || value === null || value === layers) continue;
    if (Array.isArray(value.light)) {
      for (const palette of Object.keys(value)) value[palette] = value[palette].map((number: number) => layers[number]);
    } else drawWith(layers, value);
  }
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
