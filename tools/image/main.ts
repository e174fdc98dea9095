// Builds the container image of deploy/Dockerfile, runs it without any rights, and uses it.
//
// `npm run image [-- --fresh]` needs root, Debian's buildah and, if no image registry can be reached, debootstrap;
// Postgres and Ceph as for the tests. `--fresh` makes the base again with today's packages. The image is kept as
// localhost/versus, and its bill of materials as out/image-sbom.json.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Tally, tallyText } from "../check/tally.ts";
import { readMaterials } from "../sbom/materials.ts";
import { faultsOf, writeSbom } from "../sbom/write-sbom.ts";
import { buildImage, imageName } from "./build-image.ts";
import { buildah, isolation } from "./buildah.ts";
import { startImageParts } from "./image-parts.ts";
import { useImage } from "./use-image.ts";

const out = join(import.meta.dirname, "../../out");
const tally = { passed: 0, failed: 0 };

function check(name: string, isSo: boolean, seen = ""): void {
  if (isSo) tally.passed += 1;
  else tally.failed += 1;
  console.log(isSo ? `ok   ${name}` : `FAIL ${name}\n${seen.trim().replace(/^/gm, "       ")}`);
}

async function main(): Promise<Tally> {
  const { values } = parseArgs({ options: { fresh: { type: "boolean", default: false } } });
  const base = await buildImage({ isFresh: values.fresh });
  check("deploy/Dockerfile builds", true);
  console.log(`base: ${base}`);
  const parts = await startImageParts();
  try {
    const container = await buildah(["from", "--pull-never", imageName]);
    try {
      await useImage(container, parts, check);
      await listMaterials(container);
    } finally {
      await buildah(["rm", container]);
    }
  } finally {
    await parts.stop();
  }
  console.log(`size: ${await sizeOf(imageName)}`);
  return tally;
}

/** Writes the bill of materials with the Debian packages of the image. */
async function listMaterials(container: string): Promise<void> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills it
  const format = "${Package}\t${Version}\n";
  const printed = await buildah(["run", ...isolation, container, "--", "dpkg-query", "--show", "--showformat", format]);
  const system = printed.split("\n").map((line) => {
    const [name = "", version = ""] = line.split("\t");
    return { name, version };
  });
  const materials = readMaterials(system);
  const text = writeSbom(materials);
  const faults = faultsOf(text);
  check("the bill of materials names every package", faults.length === 0 && system.length > 100, faults.join("\n"));
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "image-sbom.json"), text);
  console.log(`out/image-sbom.json: ${materials.packages.size} packages of npm, ${system.length} of Debian`);
}

async function sizeOf(name: string): Promise<string> {
  return buildah(["images", "--format", "{{.Size}}", "--filter", `reference=${name}`]);
}

try {
  await main();
} catch (error) {
  check("the run came to its end", false, error instanceof Error ? error.message : String(error));
}
console.log(tallyText(tally));
process.exitCode = tally.failed === 0 ? 0 : 1;
