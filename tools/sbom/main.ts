// Writes the bill of materials (CycloneDX JSON) and checks it.
//
// `npm run sbom [-- FILE]` writes to FILE (default: out/sbom.json). System packages have no version there. They get one
// when the image is built, and `npm run image` writes out/image-sbom.json with them.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readMaterials } from "./materials.ts";
import { faultsOf, writeSbom } from "./write-sbom.ts";

const file = resolve(process.argv[2] ?? join(import.meta.dirname, "../../out/sbom.json"));
const materials = readMaterials();
const text = writeSbom(materials);
const faults = faultsOf(text);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, text);
for (const fault of faults) console.error(fault);
console.log(`${file}: ${materials.packages.size} packages of npm, ${materials.system.length} of Debian`);
process.exitCode = faults.length === 0 ? 0 : 1;
