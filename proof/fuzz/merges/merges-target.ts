// Fuzzes merges of small random documents.
//
// Accepting no changes gives the base; accepting the changes of one revision alone gives that revision. Both hold in
// views and after deciding.

import {
  decideAuthors,
  lintDocument,
  type MergedDocument,
  mergeDocuments,
  openDocument,
  readMergeRecord,
  readView,
  type Story,
  storiesOf,
  type WordDocument,
  wordNames,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import type { RedlineJson } from "@versus/engine/tasks";
import { openCorpusDocument } from "../../corpus/read-document.ts";
import { Random } from "../../runner/random.ts";
import { type Counts, demand, type Target } from "../target.ts";
import { OFFICE, packageBytes, WORD_TYPE } from "../word-package.ts";
import {
  type Block,
  type EditName,
  edited,
  editNames,
  markupOf,
  newBase,
  shownBlocks,
  textsOf,
} from "./made-blocks.ts";
import { checkRenderings, decidedBytes, decidedCopy, settledFor, type Versions } from "./merge-renderings.ts";
import { checkOrder, checkSettling } from "./settling-laws.ts";

interface Edit {
  readonly name: EditName;
  readonly seed: number;
}

interface MergeCase {
  readonly base: readonly Block[];
  /** The edits of all copies, each with the index of its copy. */
  readonly edits: readonly (Edit & { readonly copy: number })[];
  readonly copies: number;
}

export const mergesTarget: Target<MergeCase> = {
  name: "merges",
  features: [...editNames],
  exceptions: [],
  generate: generateCase,
  check: checkCase,
  shrinking: {
    length: ({ edits }) => edits.length,
    without: (from, first, end) => ({ ...from, edits: from.edits.filter((_, at) => at < first || at >= end) }),
  },
  show: (one) =>
    [one.base, ...copiesOf(one)]
      .map((blocks, at) => `${at === 0 ? "base" : `copy ${at - 1}`}\n${shownBlocks(blocks)}`)
      .join("\n"),
};

function generateCase(random: Random, focus: string | undefined): MergeCase {
  const copies = 2 + random.below(4);
  const edits = random.list(copies, () => random.list(1 + random.below(4), () => newEdit(random)));
  const all = edits.flatMap((own, copy) => own.map((edit) => ({ ...edit, copy })));
  const focused = focus === undefined ? [] : [{ name: focus as EditName, seed: random.next(), copy: 0 }];
  return { base: newBase(random), edits: [...all, ...focused], copies };
}

function newEdit(random: Random): Edit {
  return { name: random.pick(editNames), seed: random.next() };
}

function copiesOf({ base, edits, copies }: MergeCase): (readonly Block[])[] {
  return Array.from({ length: copies }, (_, copy) =>
    edits
      .filter((edit) => edit.copy === copy)
      .reduce<readonly Block[]>((blocks, { name, seed }) => edited(blocks, name, new Random(seed)), base),
  );
}

const LEVEL = 1;
const DATE = "2026-01-02T03:04:05Z";

function checkCase(one: MergeCase, counts: Counts): void {
  for (const { name } of one.edits) counts.add(name);
  const copies = copiesOf(one);
  const names = wordNames();
  const open = (blocks: readonly Block[]): WordDocument => openDocument(bytesOf(blocks), { codec: nodeZlib, names });
  const revised = copies.map((blocks, at) => ({
    document: open(blocks),
    name: `copy${at}.docx`,
    author: `Author ${at}`,
  }));
  const merge = mergeDocuments(open(one.base), revised, { date: DATE });
  const record = readMergeRecord(merge.document)!;
  const fallbacks = merge.notices.filter(({ code }) => code === "BLOCK_FALLBACK").length;
  demand(fallbacks === 0, "nothing is replaced whole", () => `${fallbacks} times`);
  const bytes = merge.document.package.save(LEVEL);
  const draft = openCorpusDocument(bytes);
  const rules = lintDocument(draft).map(({ rule }) => rule);
  demand(rules.length === 0, "a merge breaks no rule", () => rules.join(", "));
  checkAgents({ bytes, draft }, one, copies);
  checkTerms(merge, [one.base, ...copies]);
  const reversed = mergeDocuments(open(one.base), revised.toReversed(), { date: DATE });
  const readable = { reads: textsIn, names: revised.map(({ name }) => name) };
  const saved = reversed.document.package.save(LEVEL);
  checkOrder(draft, openCorpusDocument(saved), readable);
  for (const [at, blocks] of [one.base, ...copies].entries()) {
    const labels = new Set(record.labels.flatMap((label) => (label.revisions.includes(at - 1) ? [label.author] : [])));
    const view = { accepts: (author: string) => labels.has(author) };
    const who = at === 0 ? "nobody" : `copy ${at - 1}`;
    const document = openCorpusDocument(bytes);
    holdsTo(textsOf(blocks), viewOf(document, view), `a view shows ${who}`);
    decideAuthors(document, view);
    holdsTo(textsOf(blocks), viewOf(document, "accepted"), `deciding gives ${who}`);
  }
}

/** Checks that checks name a phrase that some copies replaced everywhere, at least twice, and the copies that have it. */
function checkTerms({ checks, document }: MergedDocument, [base, ...copies]: readonly (readonly Block[])[]): void {
  const timesIn = (blocks: readonly Block[], phrase: string): number =>
    textsOf(blocks).reduce((sum, text) => sum + text.split(phrase).length - 1, 0);
  for (const check of checks) {
    const words = JSON.stringify(check);
    demand(timesIn(base!, check.old) > 1, "a check names a phrase of the base", () => words);
    demand(
      check.renamedBy.every((copy) => timesIn(copies[copy]!, check.old) === 0 && timesIn(copies[copy]!, check.new) > 1),
      "a copy that renamed a term has it nowhere",
      () => words,
    );
    demand(
      check.usedBy.every((copy) => timesIn(copies[copy]!, check.old) > 0),
      "a copy that uses a term has it",
      () => words,
    );
    demand(check.places.length > 0 && check.usedBy.length > 0, "a check has a position", () => words);
  }
  const comments = storiesOf(document).filter(({ kind }) => kind === "comment");
  const mixed = comments.filter((story) => textsAt(story).some((text) => text.includes("renamed"))).length;
  const places = checks.reduce((sum, check) => sum + check.places.length, 0);
  demand(mixed >= places, "a position of a check has a comment", () => `${mixed} of ${places}`);
}

/** A merge as a file, and read from that file. */
interface SavedMerge {
  readonly bytes: Uint8Array;
  readonly draft: WordDocument;
}

/** Checks everything that a reader of the renderings alone can do. */
function checkAgents({ bytes, draft }: SavedMerge, { base }: MergeCase, copies: readonly (readonly Block[])[]): void {
  const names = copies.map((_, at) => `copy${at}.docx`);
  const versions = { names, base: textsOf(base), copies: copies.map(textsOf) };
  const json = checkRenderings(draft, versions);
  for (const [at, copy] of versions.copies.entries()) {
    const settled = openCorpusDocument(decidedBytes(bytes, settledFor(json, names[at]!)));
    holdsTo(copy, viewOf(settled, "accepted"), `decisions from the JSON give copy ${at}`);
    holdsTo(copy, viewOf(settled, "rejected"), `nothing is left to decide of copy ${at}`);
    const parts = settled.package.partNames.filter((name) => name.startsWith("customXml"));
    demand(parts.length === 0, "a settled merge has no record", () => parts.join(", "));
  }
  checkConflicts(draft, json, versions);
  checkSettling({ merge: draft, json, versions, reads: textsIn }, new Random(versions.base.length + names.length));
}

/** Settles the conflicts one after another for one revision, and then decides the rest for it. */
function checkConflicts(draft: WordDocument, json: RedlineJson, { names, copies, base }: Versions): void {
  const conflicts = (json.conflicts ?? []).filter(({ kind }) => kind !== "property");
  for (const [at, name] of names.entries()) {
    const half = conflicts.reduce((left, { id }) => oneDecided(left, id, name), draft);
    // If only conflicts were open, the document no longer has a merge record.
    const isOpen = readMergeRecord(half) !== undefined;
    const accepted = isOpen ? { accept: { revisions: [name] } } : {};
    const whole = decidedCopy(half, { ...accepted, rest: "reject" });
    holdsToText(copies[at]!, viewOf(whole, "accepted"), `conflicts for copy ${at}, then its changes, give it`);
  }
  const original = conflicts.reduce((left, { id }) => oneDecided(left, id, "original"), draft);
  const rejected = decidedCopy(original, { rest: "reject" });
  holdsToText(base, viewOf(rejected, "accepted"), "conflicts for the original, then nothing, give the base");
}

/** Settles one conflict, unless another decision removed it together with a table whose cell contained it. */
function oneDecided(merge: WordDocument, id: number, choose: string): WordDocument {
  const isThere = readMergeRecord(merge)?.conflicts.some((one) => one.id === id) === true;
  return isThere ? decidedCopy(merge, { conflicts: [{ id, choose }] }) : merge;
}

/**
 * Compares texts without empty paragraphs. A deleted paragraph between two undecided tables must stay, as in Word, and
 * remains if the tables are deleted later.
 */
function holdsToText(wanted: readonly string[], found: readonly string[], property: string): void {
  const texts = (lines: readonly string[]): string[] => lines.filter((line) => line !== "");
  holdsTo(texts(wanted), texts(found), property);
}

function textsIn(document: WordDocument): string[] {
  return viewOf(document, "accepted");
}

function textsAt(story: Story): string[] {
  return readView(story, "accepted").map(({ text }) => text);
}

function viewOf(document: WordDocument, view: Parameters<typeof readView>[1]): string[] {
  const body = storiesOf(document).find(({ kind }) => kind === "body")!;
  return readView(body, view).map(({ text }) => text);
}

function holdsTo(wanted: readonly string[], found: readonly string[], property: string): void {
  const isSame = wanted.length === found.length && wanted.every((text, at) => text === found[at]);
  demand(isSame, property, () => `\nwanted ${JSON.stringify(wanted)}\nfound  ${JSON.stringify(found)}`);
}

function bytesOf(blocks: readonly Block[]): Uint8Array {
  const xml = `<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${markupOf(blocks)}</w:body></w:document>`;
  return packageBytes([{ name: "document", type: `${WORD_TYPE}.document.main+xml`, xml }], []);
}
