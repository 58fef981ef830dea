/** The program's own GLSL, written for VTK's OpenGL 3.2, turned into GLSL ES 3.00 by rules. */

import shaders from "shaders";

const HEAD = "#version 300 es\nprecision highp float;\nprecision highp int;\n";

/** What all shaders of the scene are told, with the names and types of `viewer/scene/stage.py`. */
const UNIFORMS = `
uniform vec3 eye, forward, up, key, fill, glint, rim, screen, heart3, inlay, pourColour;
uniform float sharp, explode, together, pourTime;
uniform vec4 lens, pointer, heart, dimples;
uniform int planeCount, gapCount;
uniform mat4 planesA, planesB, gaps, gapEnds;
`.replace(" heart3,", "");

/** The two texts of an effect with some of its features. */
export function sources(shader: string, features: readonly string[]): [string, string] {
  return [translated(`${shader}.vert`, features), translated(`${shader}.frag`, features)];
}

function translated(name: string, features: readonly string[]): string {
  const defines = features.map((feature) => `#define ${feature} 1\n`).join("");
  const output = name.endsWith(".frag") ? "out vec4 fragment;\n" : "";
  const text = included(name)
    .replace("//VTK::System::Dec", "")
    .replace("//VTK::CustomUniforms::Dec", UNIFORMS)
    .replace(/\/\/VTK::\S*/g, "")
    .replace(/gl_FragData\[0\]/g, "fragment");
  const uniforms = text.includes(UNIFORMS) ? "" : UNIFORMS;
  return HEAD + defines + output + uniforms + flattened(text);
}

function included(name: string): string {
  return shaders[name]!
    .split("\n")
    .map((line) => (line.startsWith("//@include ") ? included(line.slice(11).trim()) : line))
    .join("\n");
}

/**
 * GLSL ES has no `noperspective`. A value times w, which perspective divides by w again, comes to
 * the same: fragments find 1 / w in `gl_FragCoord.w`.
 */
function flattened(text: string): string {
  const names: string[] = [];
  const made = text
    .replace(/noperspective out (\w+) (\w+);/g, (_, type: string, name: string) => {
      names.push(name);
      return `out ${type} ${name}_w; ${type} ${name};`;
    })
    .replace(/noperspective in (\w+) (\w+);/g, "in $1 $2_w;\n#define $2 ($2_w * gl_FragCoord.w)");
  if (!names.length) return made;
  const ends = names.map((name) => `${name}_w = ${name} * gl_Position.w;`).join(" ");
  return `${made.replace("void main()", "void drawn()")}\nvoid main() { drawn(); ${ends} }\n`;
}
