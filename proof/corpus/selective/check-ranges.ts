// Compares random ranges of one pair of documents and reads both sides back, in its own thread.
//
// A second reader gives the text of each range. In the JSON and in the Markdown, the segments without insertions must
// be the original text. Those without deletions must be the modified text.

import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure, rangeLimits, type SelectiveOutcome, selectiveTask } from "@versus/engine/tasks";
import { drawIndex, type RandomNumbers, seededRandom } from "../../runner/random.ts";
import { readInputs } from "../compare/check-pair.ts";
import type { Pair } from "../compare/pairs.ts";
import { decode } from "../compare/rebuild-markdown.ts";
import { referenceText } from "../text/reference-text.ts";

export interface RangesJob extends Pair {
  readonly seed: number;
  /** Number of random ranges. */
  readonly draws: number;
}

export interface RangesResult {
  readonly name: string;
  readonly outcome: "compared" | "unopened" | "crashed";
  readonly compared: number;
  /** Number of ranges that were correctly refused because they exceed a limit. */
  readonly refused: number;
  readonly paragraphs: number;
  readonly problems: readonly string[];
}

const NOTHING = { compared: 0, refused: 0, paragraphs: 0, problems: [] } as const;

export function work(job: RangesJob): RangesResult {
  const inputs = readInputs(job.source);
  if (inputs instanceof Failure) return { ...NOTHING, name: job.name, outcome: "unopened" };
  const texts = { before: bodyOf(inputs.before), after: bodyOf(inputs.after) };
  if (texts.before.length === 0 || texts.after.length === 0) {
    return { ...NOTHING, name: job.name, outcome: "unopened" };
  }
  const random = seededRandom(job.seed, job.name);
  const result = { name: job.name, outcome: "compared" as const, compared: 0, refused: 0, paragraphs: 0 };
  const problems: string[] = [];
  for (let draw = 0; draw < job.draws; draw += 1) {
    const ranges = { before: drawRange(texts.before.length, random), after: drawRange(texts.after.length, random) };
    const sides = {
      before: { document: inputs.before, range: ranges.before },
      after: { document: inputs.after, range: ranges.after },
    };
    const outcome = selectiveTask({ ...sides, codec: nodeZlib });
    const expected = { before: cut(texts.before, ranges.before), after: cut(texts.after, ranges.after) };
    if (outcome.kind === "compared") {
      result.compared += 1;
      result.paragraphs += expected.before.length + expected.after.length;
      problems.push(...differences(outcome, expected).map((what) => `range ${draw}: ${what}`));
    } else if (outcome.kind === "excess" && isExcess(outcome.limit, expected)) result.refused += 1;
    else problems.push(`range ${draw}: refused, ${JSON.stringify(outcome)}`);
  }
  return { ...result, problems };
}

export function crashedRanges({ name }: RangesJob, reason: string): RangesResult {
  const [error = "", place = ""] = reason.split("\n");
  return { ...NOTHING, name, outcome: "crashed", problems: [`${error} ${place.trim()}`] };
}

/** Returns the paragraphs of the body by the second reader, with changes accepted. */
function bodyOf(document: Uint8Array): readonly string[] {
  return referenceText(document).find(({ kind }) => kind === "body")?.paragraphs ?? [];
}

interface Range {
  readonly from: number;
  readonly through: number;
}

/** Draws a range. Its size is drawn on a logarithmic scale, so small ranges are as frequent as large ones. */
function drawRange(length: number, random: RandomNumbers): Range {
  const size = Math.max(1, Math.round(length ** random()));
  const from = drawIndex(random, length - size + 1);
  return { from, through: from + size - 1 };
}

function cut(texts: readonly string[], { from, through }: Range): readonly string[] {
  return texts.slice(from, through + 1);
}

interface Texts {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * True if the ranges may exceed a limit. For characters the test is exact. For pairs it assumes that all paragraphs
 * are compared with all.
 */
function isExcess(limit: keyof typeof rangeLimits, { before, after }: Texts): boolean {
  if (limit === "pairs") return before.length * after.length > rangeLimits.pairs;
  return [...before, ...after].join("").length > rangeLimits.characters;
}

function differences({ paragraphs, markdown, counts, summary }: SelectiveOutcome, expected: Texts): string[] {
  const lines = markdown.replace(/\n$/, "").split("\n\n");
  const told = {
    "original of the JSON": paragraphs
      .filter(({ original_id }) => original_id !== undefined)
      .map(textWithout("insertion")),
    "modified of the JSON": paragraphs
      .filter(({ modified_id }) => modified_id !== undefined)
      .map(textWithout("deletion")),
    "original of the Markdown": lines
      .filter((line) => line.includes(" original-unid="))
      .map((line) => plain(line, "ins")),
    "modified of the Markdown": lines
      .filter((line) => line.includes(" modified-unid="))
      .map((line) => plain(line, "del")),
  };
  const found = Object.entries(told).flatMap(([what, texts]) => {
    const side = what.startsWith("original") ? expected.before : expected.after;
    return JSON.stringify(texts) === JSON.stringify(side) ? [] : [`the ${what} is not the range`];
  });
  const { unchanged, modified, inserted, deleted } = summary;
  const isCounted =
    counts.before === expected.before.length &&
    counts.after === expected.after.length &&
    unchanged + modified + deleted === counts.before &&
    unchanged + modified + inserted === counts.after;
  return isCounted ? found : [...found, "the counts do not add up"];
}

function textWithout(left: "insertion" | "deletion"): (paragraph: SelectiveOutcome["paragraphs"][number]) => string {
  return ({ content }) =>
    content
      .filter(({ type }) => type !== left)
      .map(({ text }) => text)
      .join("");
}

/**
 * Returns the text of a line of Markdown without the content of `left` tags, without the numeral of the paragraph's
 * tag, and unescaped.
 */
function plain(line: string, left: "ins" | "del"): string {
  const [tag = ""] = /^<p[^>]*\/>/.exec(line) ?? [];
  const label = attribute(tag, "modified-unid") === undefined ? "original-label" : "modified-label";
  const numeral = attribute(tag, label);
  const text = undoEscapes(
    line
      .slice(tag.length)
      .replaceAll(new RegExp(`<${left}>.*?</${left}>`, "gs"), "")
      .replaceAll(/<\/?(?:ins|del)>/g, ""),
  );
  return numeral === undefined ? text : text.slice(numeral.length + 1);
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : undoEscapes(value);
}

function undoEscapes(written: string): string {
  return written.replaceAll(/<br\/>|<br class="page"\/>|\\(.)|&(#?\w+);/gs, (whole, character, entity) => {
    if (whole.startsWith("<")) return whole === "<br/>" ? "\n" : "\f";
    if (character !== undefined) return character;
    return decode(entity);
  });
}
