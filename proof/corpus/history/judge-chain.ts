// Judges the history of one chain in its own thread.
//
// The history must rebuild every version. For a generated chain, the version that first had each word is known and
// compared.

import { readFileSync, writeFileSync } from "node:fs";
import { renderJson } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure, type HistoryJson, historyTask } from "@versus/engine/tasks";
import { type MadeChain, makeChain, textsOf } from "../../generate/chains/make-chain.ts";
import { type TruthText, type Way, ways, wordsOf } from "../../generate/chains/truth-text.ts";
import { readContent } from "../compare/read-content.ts";
import { acceptedBytes, compareDecided, newErrorKinds, newFindings } from "../compare/redline-checks.ts";
import { openCorpusDocument } from "../read-document.ts";
import type { Chain } from "./chains.ts";

export interface ChainJob extends Chain {
  readonly saveAs: string | undefined;
  /** True if the validator checks the Word document. */
  readonly validates: boolean;
}

export type WordCounts = Readonly<Record<Way, { readonly right: number; readonly all: number }>>;

export interface ChainResult {
  readonly name: string;
  readonly kind: Chain["source"]["kind"];
  readonly outcome: "judged" | "refused" | "crashed" | "unmade";
  readonly reason: string;
  readonly versions: number;
  /** Number of versions that their histories rebuild. */
  readonly rebuilt: number;
  /**
   * Words by the last thing that happened to them: all of them, and those attributed to the version that first had
   * them.
   */
  readonly words: WordCounts;
  /** The first words with a wrong attribution: what happened to the word, the word, its version and its block. */
  readonly wrong: readonly string[];
  readonly problems: readonly string[];
}

const NO_WORDS = Object.fromEntries(ways.map((way) => [way, { right: 0, all: 0 }])) as Record<
  Way,
  { right: 0; all: 0 }
>;
const NOTHING = { reason: "", versions: 0, rebuilt: 0, words: NO_WORDS, wrong: [], problems: [] } as const;

export async function work(job: ChainJob): Promise<ChainResult> {
  const { name, source } = job;
  const known = { ...NOTHING, name, kind: source.kind };
  const made = orFailure(() => (source.kind === "files" ? readFiles(source.files) : readMade(source)));
  if (made instanceof Failure) return { ...known, outcome: "unmade", reason: made.code };
  const { files, truth } = made;
  const histories = orFailure(() =>
    files.map((_, last) => historyOf(files.slice(0, last + 1), last === files.length - 1)),
  );
  if (histories instanceof Failure) return { ...known, outcome: "refused", reason: histories.message };
  const rebuilt = histories.filter(({ json }, version) => isRebuilt(json, files[version]!)).length;
  const { json, docx = new Uint8Array() } = histories.at(-1)!;
  if (job.saveAs !== undefined) writeFileSync(job.saveAs, docx);
  const judged = truth === undefined ? {} : judgeWords(json, truth);
  const errors = job.validates ? await newErrorKinds(docx, files) : [];
  const problems = [...checkDocument(docx, { json, files }), ...errors];
  return { ...known, outcome: "judged", versions: files.length, rebuilt, problems, ...judged };
}

export function crashedChain({ name, source }: ChainJob, reason: string): ChainResult {
  const [error = "", place = ""] = reason.split("\n");
  return { ...NOTHING, name, kind: source.kind, outcome: "crashed", reason: `${error} ${place.trim()}` };
}

function orFailure<Made>(make: () => Made): Made | Failure {
  try {
    return make();
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}

function readFiles(files: readonly string[]): { files: Uint8Array[]; truth: undefined } {
  return { files: files.map((file) => readFileSync(file)), truth: undefined };
}

function readMade({ base, plan }: Extract<Chain["source"], { kind: "generated" }>): MadeChain {
  return makeChain(readFileSync(base), plan);
}

interface Made {
  readonly json: HistoryJson;
  readonly docx: Uint8Array | undefined;
}

/** Returns the history up to the last of these files. If the chain is whole, it includes the Word document. */
function historyOf(files: readonly Uint8Array[], isWhole: boolean): Made {
  const versions = files.map((bytes, index) => {
    const date = `2026-01-${String(index + 1).padStart(2, "0")}T00:00:00Z`;
    return { bytes, id: String(index), name: `version ${index}`, author: authorOf(index), date };
  });
  const { artifacts } = historyTask({ versions, codec: nodeZlib, formats: isWhole ? ["json", "docx"] : ["json"] });
  return { json: JSON.parse(new TextDecoder().decode(artifacts.get("json"))), docx: artifacts.get("docx") };
}

function authorOf(version: number): string {
  return `Author ${version}`;
}

function textOf({ content }: HistoryJson["blocks"][number]): string {
  return content.map(({ text }) => text).join("");
}

/** True if the blocks of a history have the text of its last version. */
function isRebuilt({ blocks }: HistoryJson, file: Uint8Array): boolean {
  const texts = textsOf(openCorpusDocument(acceptedBytes(file)));
  return texts.length === blocks.length && texts.every((text, index) => text === textOf(blocks[index]!));
}

/** Maximum number of wrong words that are listed. */
const MOST_TOLD = 8;

/**
 * Compares the words with the truth, block by block. In each block, every version must have the right number of each
 * word. The position of a word inside its block is not compared, because nobody can tell at which of two equal
 * positions a word was inserted.
 */
function judgeWords({ blocks }: HistoryJson, truth: readonly TruthText[]): Pick<ChainResult, "words" | "wrong"> {
  const words = Object.fromEntries(ways.map((way) => [way, { right: 0, all: 0 }])) as Record<
    Way,
    { right: number; all: number }
  >;
  const wrong: string[] = [];
  for (const [index, wanted] of truth.entries()) {
    const found = new Map<string, number>();
    const nameOf = (word: string, birth: number): string => `${birth} ${word}`;
    for (const { word, birth } of foundWords(blocks[index], wanted)) {
      found.set(nameOf(word, birth), (found.get(nameOf(word, birth)) ?? 0) + 1);
    }
    for (const { word, birth, way } of wordsOf(wanted)) {
      const left = found.get(nameOf(word, birth)) ?? 0;
      words[way].all += 1;
      if (left > 0) {
        words[way].right += 1;
        found.set(nameOf(word, birth), left - 1);
      } else if (wrong.length < MOST_TOLD) wrong.push(`${way} ${JSON.stringify(word)} of ${birth} in block ${index}`);
    }
  }
  return { words, wrong };
}

function foundWords(block: HistoryJson["blocks"][number] | undefined, { text, ways: own }: TruthText) {
  const births = (block?.content ?? []).flatMap((piece) =>
    Array.from({ length: piece.text.length }, () => Number(piece.version_id)),
  );
  return births.length === text.length ? wordsOf({ text, births, ways: own }) : [];
}

/**
 * Checks the Word document. Accepted, it must be the last version; it must have no new lint finding; it must agree
 * with the JSON.
 */
function checkDocument(
  docx: Uint8Array,
  { json, files }: { json: HistoryJson; files: readonly Uint8Array[] },
): string[] {
  const expected = readContent(acceptedBytes(files.at(-1)!), { withFormatting: true });
  const { difference, formatting } = compareDecided(docx, "accept", expected);
  const findings = newFindings(docx, files);
  const apart = [difference, formatting?.difference].filter((one) => one !== undefined);
  return [
    ...apart.map(({ place }) => `accepted it is not the last version: ${place}`),
    ...findings.map((finding) => `it breaks ${finding}`),
    ...disagreements(docx, json).slice(0, 3),
  ];
}

/** Returns one line for each block whose insertions in the document differ from the passages of the JSON. */
function disagreements(docx: Uint8Array, { blocks }: HistoryJson): string[] {
  const redline = renderJson(openCorpusDocument(docx), { kind: "comparison", revision: "", documents: [] });
  const told = new Map(
    blocks.map(({ id, content }) => [id, content.map((one) => `${one.version_id}:${one.text}`).join("|")]),
  );
  const all = [
    redline.blocks,
    ...[redline.headers, redline.footers, redline.notes, redline.text_boxes].flat().map((one) => one.blocks),
  ];
  return all
    .flatMap((some) => paragraphsIn(some))
    .flatMap(({ id, text }) => (told.get(id) === text ? [] : [`the JSON says otherwise of block ${id}`]));
}

type RedlineBlock = ReturnType<typeof renderJson>["blocks"][number];

function paragraphsIn(blocks: readonly RedlineBlock[]): { id: string; text: string }[] {
  return blocks.flatMap((block) => {
    if (block.type === "table")
      return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => paragraphsIn(cell.blocks)));
    const pieces: { version: string; text: string }[] = [];
    for (const segment of block.content) {
      const text = "text" in segment ? segment.text : "";
      const author = "author" in segment ? segment.author : authorOf(0);
      const version = author.replace(authorOf(0).slice(0, -1), "");
      if (text === "") continue;
      if (pieces.at(-1)?.version === version) pieces.at(-1)!.text += text;
      else pieces.push({ version, text });
    }
    return [{ id: block.id, text: pieces.map((piece) => `${piece.version}:${piece.text}`).join("|") }];
  });
}
