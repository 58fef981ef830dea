/** What balls take their colours from: `viewer/picture/compose/colouring.py` for the page. */

import type { PaletteColours, Vec3, ViewData } from "../format";
import type { Board } from "./board";
import { rgb } from "./vectors";

const codes = (text: string): Vec3[] => text.split(" ").map(rgb);
const RAMPS = [
  codes("#FBE3A0 #F6B24F #E4752F #B8401F #74200F"),
  codes("#BFE6EC #6DB9DB #3482C4 #224E9A #191F52"),
  codes("#F1D3EC #CF8FC8 #A454A4 #75307F #421553"),
  codes("#D6EDC4 #92CC86 #4D9F5C #2B713F #123F24"),
];
const GROUPS = [
  codes("#E4572E #F7AF7E #9A4435 #F5CB70 #B93A63 #BDA91F #DB7565 #A4240F"),
  codes("#1F4E9C #2AACEA #523673 #9FCDEB #7074D8 #232478 #1F9284 #5280BD"),
  codes("#A454A4 #DDA3D6 #6B2472 #C46FB0"),
  codes("#4D9F5C #A9D69A #22602F #7DB87F"),
];
const ALONE = codes("#E9D5C8 #8B99AF #D9C8DC #BFCDB8");
/** How much a thin line stands out against the background, at least. */
const LINE_CONTRAST = 2.2;

/** A colour for each ball of a player, or null where each player has one colour. */
export function coloursBy(
  by: ViewData["colour"],
  board: Board,
  owners: Uint8Array,
  plies: Int16Array | null,
): ((site: number) => Vec3) | null {
  const player = (site: number) => Math.max(0, owners[site]! - 2);
  if (by === "group") {
    const made = groupColours(board, owners);
    return (site) => made[site] ?? ALONE[player(site) % ALONE.length]!;
  }
  const levels = board.levels;
  if (by === "level" && levels) {
    const most = Math.max(1, ...levels) - 1 || 1;
    return (site) => along(player(site), (levels[site]! - 1) / most);
  }
  if (by === "move" && plies) {
    const last = Math.max(1, ...plies.filter((_, site) => owners[site]));
    return (site) =>
      plies[site]! <= 0
        ? ALONE[player(site) % ALONE.length]!
        : along(player(site), (plies[site]! - 1) / Math.max(1, last - 1));
  }
  return null;
}

function along(player: number, share: number): Vec3 {
  const ramp = RAMPS[player % RAMPS.length]!;
  const at = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const k = Math.min(ramp.length - 2, Math.floor(at));
  return [0, 1, 2].map((c) => ramp[k]![c]! + (at - k) * (ramp[k + 1]![c]! - ramp[k]![c]!)) as Vec3;
}

/** Groups by size, the largest first, then by their first site. */
function groupColours(board: Board, owners: Uint8Array): (Vec3 | undefined)[] {
  const made: (Vec3 | undefined)[] = [];
  const seen = new Uint8Array(board.count);
  const groups = new Map<number, number[][]>();
  for (let site = 0; site < board.count; site++) {
    if (seen[site] || owners[site]! < 2) continue;
    const sites: number[] = [];
    board.group(owners, site).forEach((inside, k) => inside && sites.push(k));
    for (const one of sites) seen[one] = 1;
    const player = owners[site]! - 2;
    groups.set(player, [...(groups.get(player) ?? []), sites]);
  }
  for (const [player, found] of groups) {
    const colours = GROUPS[player % GROUPS.length]!;
    found.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
    found.forEach((sites, k) => {
      if (sites.length > 1) for (const site of sites) made[site] = colours[k % colours.length]!;
    });
  }
  return made;
}

/** A colour as thin lines have it: `Palette.lines` of `viewer/picture/palette.py`. */
export function lines(colour: Vec3, palette: PaletteColours): Vec3 {
  const linear = (one: Vec3) => one.map((value) => value ** 2.2) as Vec3;
  const lightness = (one: Vec3) => 0.2126 * one[0] + 0.7152 * one[1] + 0.0722 * one[2];
  const [slab, below] = ["slab", "below"].map((name) => lightness(linear(rgb(String(palette[name])))));
  const [own, ground] = [linear(colour), slab! + 0.05];
  const light = Math.max(lightness(own), 1e-4);
  const pale = below! >= 0.2;
  const times = pale ? Math.min(1, (ground / LINE_CONTRAST - 0.05) / light) : 1;
  const lack = pale ? 0 : Math.min(1, Math.max(0, LINE_CONTRAST * ground - 0.05 - light) / (1 - light));
  return own.map((value) => (times * value + lack * (1 - times * value)) ** (1 / 2.2)) as Vec3;
}
