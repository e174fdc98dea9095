// Builds the image of deploy/Dockerfile.
//
// Its base is the image that the file names, from a registry. If no registry can be reached, the base is Debian by
// debootstrap with the same Node at the same path. All other steps are those of the file.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildah, buildahShown, buildWords } from "./buildah.ts";
import { aptSourcesOf, nodeImageOf, nodeVersionOf, pickBase, readAptTargets } from "./image-sources.ts";

const root = join(import.meta.dirname, "../..");
export const imageName = "localhost/versus";

/** The npm version of the Node in tools/bootstrap.sh. */
const npmVersion = "11.19.1";

/** Builds the image. Returns a description of the base. With `isFresh`, a base of debootstrap is made again. */
export async function buildImage({ isFresh }: { readonly isFresh: boolean }): Promise<string> {
  const wanted = process.env.NODE_IMAGE ?? nodeImageOf(readFileSync(join(root, "deploy/Dockerfile"), "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "versus-image-"));
  try {
    const isPulled = await buildah(["pull", "--quiet", wanted]).then(
      () => true,
      () => false,
    );
    const base = isPulled ? wanted : await debianBase(folder, isFresh);
    await buildahShown([
      ...buildWords,
      ...["--file", "deploy/Dockerfile", "--ignorefile", "deploy/Dockerfile.dockerignore"],
      ...["--build-arg", `NODE_IMAGE=${base}`, ...packageSecrets(folder), "--tag", imageName, root],
    ]);
    return isPulled ? wanted : `Debian by debootstrap with Node (${wanted} cannot be pulled)`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the arguments that pass the settings of this machine's npm as secrets: its registry, and the certificates
 * that it trusts.
 */
function packageSecrets(folder: string): string[] {
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const settings = join(folder, "npmrc");
  const cafile = certificates === undefined ? "" : "cafile=/run/secrets/ca\n";
  writeFileSync(settings, `registry=${registry}\n${cafile}`);
  const secrets = ["--secret", `id=npmrc,src=${settings}`];
  return certificates === undefined ? secrets : [...secrets, "--secret", `id=ca,src=${certificates}`];
}

/** Makes the base with debootstrap, unless it exists and `isFresh` is false. Returns its name. */
async function debianBase(folder: string, isFresh: boolean): Promise<string> {
  const node = nodeVersionOf(readFileSync(join(root, "tools/bootstrap.sh"), "utf8"));
  const { suite, mirror } = pickBase(readAptTargets());
  const name = `localhost/versus-base:${suite}-node-${node}`;
  const isThere = (await buildah(["images", "--quiet", "--filter", `reference=${name}`])) !== "";
  if (isThere && !isFresh) return name;
  const system = join(folder, "system");
  console.log(`debootstrap of ${suite}`);
  execFileSync("debootstrap", ["--variant=minbase", suite, system, mirror], { stdio: ["ignore", "ignore", "inherit"] });
  installNode(system, node);
  writeFileSync(join(system, "etc/apt/sources.list"), aptSourcesOf(readAptTargets(), suite));
  for (const cache of ["var/cache/apt/archives", "var/lib/apt/lists"]) {
    rmSync(join(system, cache), { recursive: true, force: true });
    mkdirSync(join(system, cache, "partial"), { recursive: true });
  }
  const container = await buildah(["from", "scratch"]);
  await buildah(["copy", "--quiet", container, system, "/"]);
  const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  await buildah(["config", "--env", `PATH=${path}`, container]);
  await buildah(["commit", "--quiet", "--rm", container, name]);
  return name;
}

/** Installs Node as a package of npm (like tools/bootstrap.sh), so that one registry is enough. */
function installNode(system: string, version: string): void {
  const prefix = join(system, "usr/local");
  const options = ["--global", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const nodePackage = `node-linux-${process.arch}`;
  const words = ["install", ...options, "--prefix", prefix, `npm@${npmVersion}`, `${nodePackage}@${version}`];
  execFileSync("npm", words, { stdio: ["ignore", "ignore", "inherit"] });
  const folder = join(prefix, "lib/node_modules", nodePackage);
  rmSync(join(prefix, "bin/node"));
  copyFileSync(join(folder, "bin/node"), join(prefix, "bin/node"));
  rmSync(folder, { recursive: true });
}
