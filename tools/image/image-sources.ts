// Reads the sources of the image from the files that define them; no address is written here.
//
// They are the base in deploy/Dockerfile, the version of Node in tools/bootstrap.sh, and Debian's mirrors in the
// settings of this machine's apt.

import { execFileSync } from "node:child_process";

/** Returns the default base image of a Dockerfile. */
export function nodeImageOf(dockerfile: string): string {
  return found(/^ARG NODE_IMAGE=(\S+)$/m, dockerfile, "deploy/Dockerfile");
}

export function nodeVersionOf(bootstrap: string): string {
  return found(/^node_version=(\S+)$/m, bootstrap, "tools/bootstrap.sh");
}

function found(pattern: RegExp, text: string, name: string): string {
  const [, value] = pattern.exec(text) ?? [];
  if (value === undefined) throw new Error(`${name} has no line ${pattern.source}`);
  return value;
}

/** A suite of packages, as apt fetches it. */
export interface AptTarget {
  readonly mirror: string;
  readonly suite: string;
  readonly component: string;
}

/** Returns the Debian suites of this machine. Throws an error if apt has fetched no list yet. */
export function readAptTargets(): AptTarget[] {
  const format = "$(REPO_URI) $(RELEASE) $(COMPONENT)";
  const words = ["indextargets", "--format", format, "Created-By: Packages", "Origin: Debian"];
  const lines = execFileSync("apt-get", words, { encoding: "utf8" }).trim();
  if (lines === "") throw new Error("apt knows no packages of Debian: run `apt-get update` first.");
  return lines.split("\n").map((line) => {
    const [mirror = "", suite = "", component = ""] = line.split(" ");
    return { mirror, suite, component };
  });
}

/** Returns the base suite. The suites of updates and security fixes have its name as a prefix. */
export function pickBase(targets: readonly AptTarget[]): AptTarget {
  const base = targets.find(({ suite, component }) => component === "main" && !suite.includes("-"));
  if (base === undefined) throw new Error("apt has no suite of Debian with the component main.");
  return base;
}

/** Returns the lines of sources.list for the suite, its updates and its security fixes. */
export function aptSourcesOf(targets: readonly AptTarget[], suite: string): string {
  const own = targets.filter((target) => target.suite === suite || target.suite.startsWith(`${suite}-`));
  const lines = own
    .filter(({ component }) => component === "main")
    .map((target) => `deb ${target.mirror} ${target.suite} main\n`);
  return [...new Set(lines)].join("");
}
