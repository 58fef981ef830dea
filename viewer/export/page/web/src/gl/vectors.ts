/** Vectors in space, as triples. */

import type { Vec3 } from "../format";

export type Vec4 = [number, number, number, number];

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function plus(a: Vec3, b: Vec3, times = 1): Vec3 {
  return [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]];
}

export function minus(a: Vec3, b: Vec3): Vec3 {
  return plus(a, b, -1);
}

export function scaled(a: Vec3, by: number): Vec3 {
  return [a[0] * by, a[1] * by, a[2] * by];
}

export function size(a: Vec3): number {
  return Math.hypot(a[0], a[1], a[2]);
}

export function unit(a: Vec3): Vec3 {
  return scaled(a, 1 / (size(a) || 1));
}

/** "#rrggbb" as red, green, blue from 0 to 1. */
export function rgb(code: string): Vec3 {
  const value = parseInt(code.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}
