// Compares one document with itself and with noisy copies that read the same, in its own thread.
//
// Nobody changed anything, so the redline must have no change.

import { readFileSync } from "node:fs";
import { listRevisions, openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure } from "@versus/engine/tasks";
import { addNoise } from "../../generate/noise/add-noise.ts";
import { type NoiseKind, noiseKinds } from "../../generate/noise/noise-kinds.ts";
import { countWords } from "../../runner/report.ts";
import { comparers } from "../compare/comparer.ts";

export interface SelfJob {
  /** Path from the root of the corpus; the name of the file in the report. */
  readonly path: string;
  readonly file: string;
  readonly seed: number;
}

export interface SelfResult {
  readonly path: string;
  readonly outcome: "compared" | "unopened" | "crashed";
  readonly reason: string;
  /** Changes reported between the document and itself, by kind and position. */
  readonly own: Changes;
  /** The same for a copy with noise of all kinds. */
  readonly noisy: Changes;
  /** The kinds of noise that changed something in the file. */
  readonly noise: readonly NoiseKind[];
  /**
   * The kinds of noise that alone cause a change. Set only if the copy with all kinds has changes and the document
   * itself has none.
   */
  readonly guilty: readonly NoiseKind[];
}

/**
 * Maps a kind and position, such as `insertion of content`, to the number of changes. A refusal counts as one change.
 */
export type Changes = Readonly<Record<string, number>>;

const NOTHING = { reason: "", own: {}, noisy: {}, noise: [], guilty: [] } as const;

export async function work({ path, file, seed }: SelfJob): Promise<SelfResult> {
  const bytes = readFileSync(file);
  const failure = failureOf(bytes);
  if (failure !== undefined) return { ...NOTHING, path, outcome: "unopened", reason: failure };
  const own = await changesBetween(bytes, bytes);
  const copy = addNoise(bytes, { seed });
  const noisy = await changesBetween(bytes, copy.bytes);
  const isNoticed = Object.keys(noisy).length > 0 && Object.keys(own).length === 0;
  const guilty = isNoticed ? await guiltyKinds(bytes, seed) : [];
  return { ...NOTHING, path, outcome: "compared", own, noisy, noise: copy.kinds, guilty };
}

export function crashedSelf({ path }: SelfJob, reason: string): SelfResult {
  const [error = "", place = ""] = reason.split("\n");
  return { ...NOTHING, path, outcome: "crashed", reason: `${error} ${place.trim()}` };
}

export async function changesBetween(before: Uint8Array, after: Uint8Array): Promise<Changes> {
  const redline = await comparers.versus(before, after);
  if ("refusal" in redline) return { [`refused: ${redline.refusal}`]: 1 };
  const revisions = listRevisions(openDocument(redline.docx, { codec: nodeZlib, names: wordNames() }));
  return countWords(revisions.map(({ kind, place }) => `${kind} of ${place}`));
}

async function guiltyKinds(bytes: Uint8Array, seed: number): Promise<NoiseKind[]> {
  const guilty: NoiseKind[] = [];
  for (const kind of noiseKinds) {
    const copy = addNoise(bytes, { seed, kinds: [kind] });
    if (Object.keys(await changesBetween(bytes, copy.bytes)).length > 0) guilty.push(kind);
  }
  return guilty;
}

function failureOf(bytes: Uint8Array): string | undefined {
  try {
    openDocument(bytes, { codec: nodeZlib, names: wordNames() });
    return undefined;
  } catch (problem) {
    if (problem instanceof Failure) return problem.code;
    throw problem;
  }
}
