// Measures cold starts of the packed `versus` program: each run is a separate process.
//
// It starts with compiled code in the user's cache, as every run after the first does. The figures are means of the CPU
// time of a process and its threads. All programs take turns, so that they run under the same conditions.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePair } from "../compare/make-pair.ts";
import { PARAGRAPHS_A_PAGE } from "../make-contract.ts";
import type { Figure } from "../measure.ts";

const RUNS = 20;
/** Pages, and the maximum milliseconds of CPU for comparing them. */
const comparisons = [
  { pages: 10, atMost: 400 },
  { pages: 100, atMost: 1100 },
] as const;
const MOST_TIMES_BARE = 3;

export async function benchCli(progress: (text: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "versus-bench-cli-"));
  try {
    progress("packing");
    const words = [join(import.meta.dirname, "../../tools/pack/main.ts"), folder];
    execFileSync(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
    return figuresOf(meansOf(contendersIn(folder), folder, progress));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Called {
  readonly name: string;
  readonly words: readonly string[];
}

function contendersIn(folder: string): Called[] {
  const program = join(folder, "cli/dist/versus.js");
  const compared = comparisons.map(({ pages }) => {
    const [before, after, redline] = ["before", "after", "redline"].map((name) =>
      join(folder, `${name}-${pages}.docx`),
    );
    const pair = makePair(pages * PARAGRAPHS_A_PAGE);
    writeFileSync(before!, pair.before);
    writeFileSync(after!, pair.after);
    return {
      name: compareName(pages),
      words: [program, "compare", before!, after!, "-o", redline!, "--force", "--quiet"],
    };
  });
  return [{ name: "bare", words: ["-e", "0"] }, { name: "version", words: [program, "--version"] }, ...compared];
}

const compareName = (pages: number): string => `compare ${pages}`;

function meansOf(called: readonly Called[], folder: string, progress: (text: string) => void): Map<string, number> {
  const sums = new Map(called.map(({ name }) => [name, 0]));
  // The first turn fills the cache.
  for (const { words } of called) cpuOf(words, folder);
  for (let run = 1; run <= RUNS; run += 1) {
    for (const { name, words } of called) sums.set(name, sums.get(name)! + cpuOf(words, folder));
    progress(`${run} of ${RUNS}`);
  }
  return new Map([...sums].map(([name, sum]) => [name, sum / RUNS]));
}

/** Returns the milliseconds of CPU of one run, as the shell counts them. */
function cpuOf(words: readonly string[], folder: string): number {
  // No command replaces a file without being asked to, so the last redline is deleted first.
  const line = 'rm -f "$0"/redline-*.docx; "$@" >/dev/null && times';
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: join(folder, "cache") };
  const said = execFileSync("sh", ["-c", line, folder, process.execPath, ...words], { encoding: "utf8", env });
  const [, children = ""] = said.trim().split("\n");
  const milliseconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, seconds]) => {
    return (Number(minutes) * 60 + Number(seconds)) * 1000;
  });
  return milliseconds.reduce((sum, part) => sum + part, 0);
}

function figuresOf(means: ReadonlyMap<string, number>): Figure[] {
  const [bare, version] = [means.get("bare")!, means.get("version")!];
  return [
    {
      name: `versus --version (${version.toFixed(0)} ms), times bare node (${bare.toFixed(0)} ms)`,
      value: version / bare,
      bar: { atMost: MOST_TIMES_BARE },
    },
    ...comparisons.map(({ pages, atMost }) => {
      return { name: `comparing ${pages} pages, ms of CPU`, value: means.get(compareName(pages))!, bar: { atMost } };
    }),
  ];
}
