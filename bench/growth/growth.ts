// Measures the cost of hostile shapes, and its growth when a document doubles (`bench growth`).
//
// `--only SHAPE` and `--step STEP` choose (both may be repeated), `--engine FOLDER` measures the engine of another
// checkout. `--short` counts the work of all shapes and measures the CPU time of five.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { shapeNames } from "@versus/proof/growth-shapes";
import { table } from "../compare/tables.ts";
import type { Figure } from "../measure.ts";
import { runStep, type StepName, type StepResult, stepNames } from "./run-step.ts";
import { shortGrowth } from "./short.ts";

const SCALES = [0.25, 0.5, 1] as const;
/** Maximum ratio of CPU time when the document doubles, checked if the larger one takes at least `LEAST_SECONDS`. */
const MOST_TIMES = 2.6;
const LEAST_SECONDS = 0.5;
/** Maximum cost at scale 1. */
const MOST_SECONDS = 20;
const MOST_MEGABYTES = 1_000;

interface Chosen {
  readonly shapes: readonly string[];
  readonly steps: readonly StepName[];
  readonly engine?: string | undefined;
  readonly short: boolean;
}

interface Measured {
  readonly shape: string;
  readonly step: StepName;
  readonly scale: number;
  readonly result: StepResult | { readonly error: string };
}

export async function benchGrowth(progress: (text: string) => void, words: readonly string[]): Promise<Figure[]> {
  const chosen = chosenBy(words);
  if (chosen.short) return shortGrowth(progress, { shapes: chosen.shapes, engine: chosen.engine });
  const measured: Measured[] = [];
  for (const shape of chosen.shapes) {
    for (const scale of SCALES) measured.push(...(await measureShape(shape, scale, { chosen, progress })));
  }
  console.log(`\n${growthTable(measured, chosen)}\n`);
  return chosen.shapes.flatMap((shape) => chosen.steps.flatMap((step) => figuresOf(shape, step, measured)));
}

function chosenBy(words: readonly string[]): Chosen {
  const options = {
    only: { type: "string", multiple: true },
    step: { type: "string", multiple: true },
    engine: { type: "string" },
    short: { type: "boolean" },
  } as const;
  const {
    only = shapeNames,
    step = stepNames,
    engine,
    short = false,
  } = parseArgs({ args: [...words], options }).values;
  const unknown = [...only.filter((name) => !shapeNames.includes(name)), ...step.filter((name) => !isStep(name))];
  if (unknown.length > 0) {
    throw new Error(
      `Unknown: ${unknown.join(", ")}. Shapes: ${shapeNames.join(", ")}. Steps: ${stepNames.join(", ")}.`,
    );
  }
  return { shapes: only, steps: step.filter(isStep), engine, short };
}

function isStep(name: string): name is StepName {
  return (stepNames as readonly string[]).includes(name);
}

/** Maps a step to the steps whose results it reads. */
const NEEDS = { accept: ["compare"], merge: ["replace", "edit-after"] } as const;

async function measureShape(
  shape: string,
  scale: number,
  { chosen, progress }: { readonly chosen: Chosen; readonly progress: (text: string) => void },
): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "versus-growth-"));
  try {
    const done = new Map<string, StepResult | { readonly error: string }>();
    const run = async (step: StepName | "edit-after"): Promise<StepResult | { readonly error: string }> => {
      const result = done.get(step) ?? (await runStep({ step, shape, scale, folder, engine: chosen.engine }));
      done.set(step, result);
      return result;
    };
    const measured: Measured[] = [];
    for (const step of chosen.steps) {
      let missing: string | undefined;
      for (const needed of step === "accept" || step === "merge" ? NEEDS[step] : []) {
        const made = await run(needed);
        if ("error" in made) missing = `${needed}: ${made.error}`;
      }
      const result = missing === undefined ? await run(step) : { error: missing };
      progress(`${shape} ${step} ${scale}: ${wordsOf(result)}`);
      measured.push({ shape, step, scale, result });
    }
    return measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function wordsOf(result: StepResult | { readonly error: string }): string {
  if ("error" in result) return result.error;
  const sizes = result.bytes.map((bytes) => (bytes / 1e6).toFixed(2)).join(" + ");
  const steps = result.steps === undefined ? "" : `, ${result.steps} steps`;
  return `${result.cpu.toFixed(2)} s, ${result.megabytes.toFixed(0)} MB, ${sizes} MB written${steps}`;
}

/** Returns the seconds of one step at one scale; infinity if it was cut off or failed. */
function cpuAt(measured: readonly Measured[], shape: string, step: StepName, scale: number): number {
  const found = measured.find((one) => one.shape === shape && one.step === step && one.scale === scale)!.result;
  return "error" in found ? Number.POSITIVE_INFINITY : found.cpu;
}

function figuresOf(shape: string, step: StepName, measured: readonly Measured[]): Figure[] {
  const ratios = SCALES.slice(1).flatMap((scale): Figure[] => {
    const [smaller, larger] = [scale / 2, scale].map((one) => cpuAt(measured, shape, step, one)) as [number, number];
    if (larger < LEAST_SECONDS) return [];
    const value = Number.isFinite(larger) ? larger / smaller : Number.POSITIVE_INFINITY;
    return [{ name: `${shape}, ${step}: CPU ${scale} / ${scale / 2}`, value, bar: { atMost: MOST_TIMES } }];
  });
  const whole = measured.find((one) => one.shape === shape && one.step === step && one.scale === 1)!.result;
  const megabytes = "error" in whole ? Number.POSITIVE_INFINITY : whole.megabytes;
  return [
    ...ratios,
    {
      name: `${shape}, ${step}: seconds of CPU`,
      value: cpuAt(measured, shape, step, 1),
      bar: { atMost: MOST_SECONDS },
    },
    { name: `${shape}, ${step}: megabytes`, value: megabytes, bar: { atMost: MOST_MEGABYTES } },
  ];
}

function growthTable(measured: readonly Measured[], { shapes, steps }: Chosen): string {
  const told = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : "cut");
  const rows = shapes.map((shape) => [
    shape,
    ...steps.map((step) => SCALES.map((scale) => told(cpuAt(measured, shape, step, scale))).join(" ")),
  ]);
  return table([["seconds of CPU at 0.25, 0.5 and 1", ...steps], ...rows]);
}
