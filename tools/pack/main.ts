// Writes the packages for Node 22 and later as JavaScript with types, and checks their sizes.
//
// `npm run pack [-- FOLDER]` writes each package as a folder and as a packed file into FOLDER (default: out/packages).

import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { withDeclarations } from "./declarations.ts";
import { packages } from "./packages.ts";
import { isHeld, sizesOf, sizeText } from "./sizes.ts";
import { type Written, writePackage } from "./write-package.ts";

const root = join(import.meta.dirname, "../..");
const out = resolve(process.argv[2] ?? join(root, "out/packages"));

for (const { folder } of packages) rmSync(join(out, folder.split("/").at(-1)!), { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const written = await withDeclarations(root, async (declarations) => {
  const done: Written[] = [];
  for (const packed of packages) done.push(await writePackage({ root, out, declarations }, packed));
  return done;
});
const sizes = written.flatMap(sizesOf);
for (const { path } of written) console.log(path);
for (const size of sizes) console.log(sizeText(size));
const failed = sizes.filter((size) => !isHeld(size)).length;
console.log(`${sizes.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
