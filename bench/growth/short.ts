// Runs the short form of `bench growth`, for every check.
//
// It counts all shapes, and measures the CPU time of the shapes that once grew with the square of their size.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Figure } from "../measure.ts";
import { CHILD_FLAGS, runStep } from "./run-step.ts";

/** Maps a name to a count: the engine's steps, or the bytes of an artifact. */
export type Counts = Readonly<Record<string, number>>;

const SCALES = [0.05, 0.1] as const;
const MOST_TIMES = 2.2;
/** Smaller counts show nothing about growth, because most of such an artifact is the same at every size. */
const LEAST_BYTES = 10_000;
/**
 * Smaller numbers of steps show nothing about growth. In a gap below a limit the engine tries all pairs
 * (`engine/src/align/pair-alike.ts`), so the steps grow with the square of the size, but only up to that limit.
 */
const LEAST_STEPS = 200_000;

const TIMED = ["overlapping-comments", "alternating-runs", "similar-shuffled", "tall-table-shuffled", "reversed"];
const TIMED_SCALES = [0.25, 0.5] as const;
const MOST_CPU_TIMES = 2.6;
const LEAST_SECONDS = 0.5;

interface Short {
  readonly shapes: readonly string[];
  /** Path of the checkout whose engine runs. Default: this checkout. */
  readonly engine: string | undefined;
}

/** Returns all figures of CPU time and, for each shape, the largest growth of its counts. */
export async function shortGrowth(progress: (text: string) => void, { shapes, engine }: Short): Promise<Figure[]> {
  const [counts, times] = await Promise.all([
    countShapes({ shapes, engine }),
    timeShapes(progress, { shapes, engine }),
  ]);
  return [...counts, ...times];
}

async function countShapes({ shapes, engine }: Short): Promise<Figure[]> {
  const child = join(import.meta.dirname, "counts-child.ts");
  const words = [
    ...CHILD_FLAGS,
    child,
    shapes.join(","),
    ...SCALES.map(String),
    ...(engine === undefined ? [] : [engine]),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 26 });
  const counted = JSON.parse(stdout) as Readonly<Record<string, readonly [Counts, Counts]>>;
  return shapes.map((shape) => mostGrown(shape, counted[shape]!));
}

function mostGrown(shape: string, [smaller, larger]: readonly [Counts, Counts]): Figure {
  const grown = Object.entries(larger)
    .filter(([name, count]) => count >= (name === "steps" ? LEAST_STEPS : LEAST_BYTES))
    .map(([name, count]) => ({ name, times: count / smaller[name]! }))
    .sort((one, other) => other.times - one.times)[0] ?? { name: "nothing", times: 1 };
  const [from, to] = SCALES;
  return { name: `${shape}: ${grown.name} ${to} / ${from}`, value: grown.times, bar: { atMost: MOST_TIMES } };
}

async function timeShapes(progress: (text: string) => void, { shapes, engine }: Short): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "versus-growth-"));
  try {
    const figures: Figure[] = [];
    for (const shape of TIMED.filter((name) => shapes.includes(name))) {
      const [smaller, larger] = [await cpuOf(TIMED_SCALES[0]), await cpuOf(TIMED_SCALES[1])];
      progress(`${shape}: ${smaller.toFixed(2)} s and ${larger.toFixed(2)} s of CPU`);
      const value = larger < LEAST_SECONDS ? 1 : Number.isFinite(larger) ? larger / smaller : larger;
      const name = `${shape}: CPU of comparing ${TIMED_SCALES[1]} / ${TIMED_SCALES[0]}`;
      figures.push({ name, value, bar: { atMost: MOST_CPU_TIMES } });

      async function cpuOf(scale: number): Promise<number> {
        const result = await runStep({ step: "compare", shape, scale, folder, engine });
        return "error" in result ? Number.POSITIVE_INFINITY : result.cpu;
      }
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
