// Builds the page's script and style into one template: ../page.html, which is in the tree and the wheel.
// Its first line holds the hash of all sources, by which lint knows that it is not older than they are.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const here = new URL(".", import.meta.url).pathname;
const shaders = new URL("../../../../shaders/", import.meta.url).pathname;

function read(path) {
  return readFileSync(path, "utf8");
}

/** All that the page is made of, by paths that are the same on every machine. */
function sources() {
  const found = readdirSync(`${here}src`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  const glsl = readdirSync(shaders)
    .filter((name) => /\.(vert|frag|glsl)$/.test(name))
    .map((name) => shaders + name);
  return [...found, ...glsl, `${here}package-lock.json`, `${here}build.mjs`]
    .map((path) => [path.replace(shaders, "shaders/").replace(here, ""), path])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `import shaders from "shaders"`: the program's own GLSL by name, includes left as they are. */
const glsl = {
  name: "shaders",
  setup(on) {
    on.onResolve({ filter: /^shaders$/ }, () => ({ path: "shaders", namespace: "shaders" }));
    on.onLoad({ filter: /.*/, namespace: "shaders" }, () => {
      const texts = Object.fromEntries(
        sources()
          .filter(([name]) => name.startsWith("shaders/"))
          .map(([name, path]) => [name.slice("shaders/".length), read(path)]),
      );
      return { contents: `export default ${JSON.stringify(texts)}`, loader: "js" };
    });
  },
};

const script = await build({
  entryPoints: [`${here}src/main.ts`],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2021",
  charset: "ascii",
  legalComments: "inline",
  plugins: [glsl],
  // Licences are bundled as they stand.
  loader: { ".md": "text" },
  write: false,
});
const style = await build({ entryPoints: [`${here}src/page.css`], bundle: true, minify: true, write: false });
const hash = createHash("sha256");
for (const [name, path] of sources()) hash.update(`${name}\n${read(path)}\n`);
const fill = { style: style.outputFiles[0].text.trim(), script: script.outputFiles[0].text.trim().replaceAll("</", "<\\/") };
const page = read(`${here}src/page.html`).replace(/{{(style|script)}}/g, (_, name) => fill[name]);
writeFileSync(`${here}../page.html`, `<!-- sources ${hash.digest("hex")} -->\n${page}`);
