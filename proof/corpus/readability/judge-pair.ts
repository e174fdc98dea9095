// Reads one redline and counts its faults, in its own thread.

import { readFileSync } from "node:fs";
import { comparers } from "../compare/comparer.ts";
import { lookDifferences } from "../compare/judge-looks.ts";
import { acceptedBytes } from "../compare/redline-checks.ts";
import { readRedline } from "../truth/read-redline.ts";
import { countCrumbs, countSameLeads, countStranded, countTorn, sameReplacements } from "./count-faults.ts";
import type { MadeCase } from "./make-cases.ts";
import { makeCases } from "./make-cases.ts";
import { type MarkedParagraph, markedText, readParagraphs } from "./read-edits.ts";

export type ReadJob =
  | { readonly kind: "pair"; readonly name: string; readonly before: string; readonly after: string }
  /** A share of the made cases: every case whose index modulo `every` is `first`. */
  | {
      readonly kind: "made";
      readonly name: string;
      readonly seed: number;
      readonly first: number;
      readonly every: number;
    };

export interface ReadResult {
  readonly name: string;
  readonly stranded: number;
  readonly crumbs: number;
  readonly sameLeads: number;
  readonly torn: number;
  /** The texts that were replaced by the same text: `paragraph 12: 14.3`. */
  readonly same: readonly string[];
  /** The paragraphs with torn pairs that nothing mends: `paragraph 12`. */
  readonly tornOtherwise: readonly string[];
  readonly fallbacks: number;
  /** Where a view of the redline does not look like its document: a visible change was lost. */
  readonly lostLooks: readonly string[];
  /** True if all formatting was compared by its markup, so that looks were not judged (FMT-24). */
  readonly isMarkup: boolean;
  /** The kind of each made case, and its problem if the redline is wrong. */
  readonly made: readonly { readonly kind: MadeCase["kind"]; readonly problem: string | undefined }[];
  readonly failure: string | undefined;
}

const NOTHING = {
  stranded: 0,
  crumbs: 0,
  sameLeads: 0,
  torn: 0,
  same: [],
  tornOtherwise: [],
  fallbacks: 0,
  lostLooks: [],
  isMarkup: false,
  made: [],
  failure: undefined,
} as const;

export async function work(job: ReadJob): Promise<ReadResult> {
  if (job.kind === "pair") return readPair(job);
  const cases = makeCases(job.seed).filter((_, at) => at % job.every === job.first);
  const made: ReadResult["made"][number][] = [];
  for (const one of cases) made.push({ kind: one.kind, problem: await problemOf(one) });
  return { ...NOTHING, name: job.name, made };
}

export function crashedReading({ name }: ReadJob, reason: string): ReadResult {
  return { ...NOTHING, name, failure: reason.split("\n")[0] ?? "crashed" };
}

async function readPair({ name, before, after }: ReadJob & { kind: "pair" }): Promise<ReadResult> {
  const [original, modified] = [readFileSync(before), readFileSync(after)];
  const redline = await comparers.versus(original, modified);
  if ("refusal" in redline) return { ...NOTHING, name, failure: redline.refusal };
  const paragraphs = paragraphsOf(redline.docx);
  const looks = lookDifferences(redline, { before: acceptedBytes(original), after: acceptedBytes(modified) });
  const torn = paragraphs.map((paragraph) => countTorn(paragraph));
  return {
    ...NOTHING,
    name,
    stranded: paragraphs.reduce((sum, paragraph) => sum + countStranded(paragraph), 0),
    crumbs: countCrumbs(paragraphs),
    sameLeads: paragraphs.reduce((sum, paragraph) => sum + countSameLeads(paragraph), 0),
    torn: torn.reduce((sum, { mendable }) => sum + mendable, 0),
    same: paragraphs.flatMap((one, at) => sameReplacements(one).map((text) => `paragraph ${at}: ${text}`)),
    tornOtherwise: torn.flatMap(({ others }, at) => (others === 0 ? [] : [`paragraph ${at}`])),
    lostLooks: [looks?.accept, looks?.reject].flatMap((difference) => difference?.place ?? []),
    isMarkup: looks === undefined,
    fallbacks: redline.notices.filter((code) => code === "BLOCK_FALLBACK").length,
  };
}

function paragraphsOf(docx: Uint8Array): MarkedParagraph[] {
  return readRedline(docx).flatMap((story) => readParagraphs(story));
}

/** Returns the problem of a made case's redline; undefined if the redline is right. */
async function problemOf({ name, before, after, wanted }: MadeCase): Promise<string | undefined> {
  const redline = await comparers.versus(before, after);
  if ("refusal" in redline) return `${name}: ${redline.refusal}`;
  if (redline.notices.includes("BLOCK_FALLBACK")) return `${name}: a block was replaced`;
  const lines = new Set(
    paragraphsOf(redline.docx)
      .filter(({ mark }) => mark === "kept")
      .map((paragraph) => markedText(paragraph)),
  );
  const missing = wanted.find((line) => !lines.has(line));
  return missing === undefined ? undefined : `${name}: wanted ${missing}`;
}
