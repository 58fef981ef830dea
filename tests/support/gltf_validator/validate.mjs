// Prints what the Khronos Group's validator says of a file: node validate.mjs FILE
import { readFile } from "node:fs/promises";
import { validateBytes } from "gltf-validator";

const report = await validateBytes(new Uint8Array(await readFile(process.argv[2])));
console.log(JSON.stringify(report));
