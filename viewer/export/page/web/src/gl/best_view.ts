/** Where from most of what is chosen is seen: `viewer/picture/visibility/best_view.py` for the page. */

import type { Vec3 } from "../format";
import { type Fitted, frame } from "./camera";
import { dot, minus, plus, size, unit } from "./vectors";
import { BALL_RADIUS, type Visible } from "./visibility";

export interface BestView {
  azimuth: number;
  elevation: number;
  /** How many of what is chosen are seen by half or more, of how many. */
  seen: number;
  count: number;
}

const DIRECTIONS = 200;
const [LOW, HIGH] = [5, 80];
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const POINT_RADIUS = 0.28;
const SAMPLES = 24;
const BEFORE = 0.05;
const APART = 40;
const NEARLY = 0.8;
const TURN = 0.05;
const HALF = 0.5;
const PARALLEL = 1000;

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const tenths = (number: number): number => Math.round(number * 10) / 10;

/** Azimuths and elevations that are spread evenly over the upper half-sphere. */
const WAYS: [number, number][] = Array.from({ length: DIRECTIONS }, (_, k) => {
  const [low, high] = [LOW, HIGH].map((one) => Math.sin((one * Math.PI) / 180)) as [number, number];
  const height = low + ((high - low) * (k + 0.5)) / DIRECTIONS;
  return [tenths(((degrees(k * GOLDEN) + 180) % 360) - 180), tenths(degrees(Math.asin(height)))];
});
/** Points, each for as much of a disc as any other. */
const SPREAD: [number, number][] = Array.from({ length: SAMPLES }, (_, k) => {
  const radius = Math.sqrt((k + 0.5) / SAMPLES);
  return [radius * Math.cos(k * GOLDEN), radius * Math.sin(k * GOLDEN)];
});

/** The views that show most of some sites, the best one first; each lies apart from those before it. */
export function bestViews(visible: Visible, owners: Uint8Array, sites: number[], camera: Fitted): BestView[] {
  const there = (site: number): number => visible.shown[site]! & visible.onLayer[site]!;
  const chosen = sites.filter((site) => (owners[site] ? there(site) : visible.answers[site]));
  if (!chosen.length) return [];
  const covers = [...owners.keys()].filter((site) => owners[site] && there(site) && !visible.faint[site]);
  const far = camera.parallel ? PARALLEL : camera.distance;
  const here = frame(camera.azimuth, camera.elevation).back;
  const ways: [number, number][] = [[camera.azimuth, camera.elevation], ...WAYS];
  const views = ways.map(([azimuth, elevation]) => {
    const { back } = frame(azimuth, elevation);
    const eye = plus(camera.centre, back, far);
    const shares = chosen.map((site) => clearShare(visible.centres, covers, site, owners[site] ? BALL_RADIUS : POINT_RADIUS, eye));
    const seen = shares.filter((share) => share >= HALF).length;
    const shown = (shares.reduce((sum, share) => sum + share, 0) + seen) / (2 * chosen.length);
    return { azimuth, elevation, back, seen, shown, score: shown - (TURN * (1 - dot(back, here))) / 2 };
  });
  const near = Math.cos((APART * Math.PI) / 180);
  const found: typeof views = [];
  for (const view of views.sort((one, other) => other.score - one.score)) {
    if (found.some((one) => dot(one.back, view.back) > near)) continue;
    if (!found.length || view.shown >= NEARLY * found[0]!.shown) found.push(view);
  }
  return found.map(({ azimuth, elevation, seen }) => ({ azimuth, elevation, seen, count: chosen.length }));
}

/** The share of the disc round a site that no ball hides from an eye. */
function clearShare(centres: Vec3[], covers: number[], site: number, radius: number, eye: Vec3): number {
  const way = minus(eye, centres[site]!);
  const [far, towards] = [size(way), unit(way)];
  const flat = Math.hypot(towards[0], towards[1]);
  const right: Vec3 = flat < 1e-9 ? [1, 0, 0] : [-towards[1] / flat, towards[0] / flat, 0];
  const up: Vec3 = [-towards[2] * right[1], towards[2] * right[0], towards[0] * right[1] - towards[1] * right[0]];
  const clear = new Uint8Array(SAMPLES).fill(1);
  for (const ball of covers) {
    const aside = minus(centres[ball]!, centres[site]!);
    const nearer = dot(aside, towards);
    if (nearer <= BEFORE || dot(aside, aside) - nearer * nearer >= (BALL_RADIUS + radius) ** 2) continue;
    // As the eye sees it, in the plane of the disc: a ball that is nearer is larger there.
    const larger = far / Math.max(far - nearer, 1e-6) / radius;
    const [x, y, edge] = [dot(aside, right) * larger, dot(aside, up) * larger, BALL_RADIUS * larger];
    SPREAD.forEach(([across, upward], k) => {
      if ((across - x) ** 2 + (upward - y) ** 2 < edge * edge) clear[k] = 0;
    });
  }
  return clear.reduce((sum, one) => sum + one, 0) / SAMPLES;
}
