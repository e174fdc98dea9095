// Checks the laws of settling: what a choice in a conflict may and may not do (docs/design/merge.md).
//
// The words of a base are unique, and so are most words of the copies. The documents that contain two words therefore
// show if the two belong to one paragraph. L5 (every copy's text can be chosen) needs no check here: the target settles
// all conflicts for each copy, with its other changes, and must get that copy.

import {
  listConflicts,
  listRevisions,
  type NameId,
  type NodeId,
  readMergeRecord,
  storiesOf,
  W,
  type WordDocument,
} from "@versus/engine/inside";
import type { Decisions, RedlineJson } from "@versus/engine/tasks";
import { textIn, walk } from "../../generate/markup.ts";
import type { Random } from "../../runner/random.ts";
import { demand } from "../target.ts";
import { COMMON, TERM } from "./made-blocks.ts";
import { decidedCopy, type Versions } from "./merge-renderings.ts";

type Reads = (document: WordDocument) => readonly string[];

interface Choice {
  readonly id: number;
  readonly choose: string;
}

export interface Settling {
  readonly merge: WordDocument;
  readonly json: RedlineJson;
  readonly versions: Versions;
  /** Returns the texts of the paragraphs of a document in which nothing is left to decide. */
  readonly reads: Reads;
}

type Conflict = ReturnType<typeof listConflicts>[number];

/** The number of combinations of choices up to which all are checked. */
const MOST_COMBINATIONS = 64;

/** Checks every conflict alone, for each of its sides and for the base, and combinations of choices. */
export function checkSettling(settling: Settling, random: Random): void {
  const { json, versions } = settling;
  const conflicts = (json.conflicts ?? []).filter(({ kind }) => kind !== "property");
  const choices = conflicts.map(({ id, sides }) => {
    return ["original", ...sides.flatMap(({ revisions }) => revisions)].map((choose): Choice => ({ id, choose }));
  });
  const all = [versions.base, ...versions.copies];
  checkWhole(settling, { rest: "accept" }, all);
  checkSides(settling);
  const before = new LocalReading(settling.merge);
  for (const choice of choices.flat()) {
    const chosen = chosenVersion(choice, versions);
    checkWhole(settling, { conflicts: [choice], rest: "reject" }, [versions.base, chosen]);
    checkWhole(settling, { conflicts: [choice], rest: "accept" }, all);
    checkLocal(before, decidedCopy(settling.merge, { conflicts: [choice] }), choice);
  }
  // With one conflict, the checks above are all combinations.
  if (choices.length < 2) return;
  for (const [at, conflictsChosen] of combinationsOf(choices, random).entries()) {
    const decisions = { conflicts: conflictsChosen, rest: at % 2 === 0 ? "accept" : "reject" } as const;
    checkWhole(settling, decisions, all);
    checkClean(settling, decisions);
  }
}

/** Checks that the sides of a conflict are the copies that compete, and no copy that shares a change with one of them. */
function checkSides({ merge, json, versions: { names } }: Settling): void {
  const competing = new Map(readMergeRecord(merge)?.conflicts.map(({ id, revisions }) => [id, revisions]));
  for (const { id, kind, sides } of json.conflicts ?? []) {
    if (kind === "property") continue;
    const wanted = competing
      .get(id)
      ?.map((index) => names[index]!)
      .toSorted()
      .join();
    const found = sides
      .flatMap(({ revisions }) => revisions)
      .toSorted()
      .join();
    demand(found === wanted, "L1: the sides of a conflict are the copies that compete", () => `${id} ${found}`);
  }
}

/** Returns all combinations of the choices, or some if there are too many. */
function combinationsOf(choices: readonly (readonly Choice[])[], random: Random): Choice[][] {
  const count = choices.reduce((product, { length }) => product * length, 1);
  if (count > MOST_COMBINATIONS) return random.list(6, () => choices.map((sides) => random.pick(sides)));
  return choices.reduce<Choice[][]>(
    (lists, sides) => lists.flatMap((list) => sides.map((one) => [...list, one])),
    [[]],
  );
}

/** Checks L4: a choice leaves every paragraph without a spot or a member as it is, except the one after a member. */
function checkLocal(before: LocalReading, decided: WordDocument, { id, choose }: Choice): void {
  const conflict = before.conflicts.find((one) => one.id === id)!;
  const inside = new Set(conflict.spots.map(({ paragraph }) => before.indexOf.get(paragraph)!));
  for (const { node } of conflict.members) {
    const index = before.indexOf.get(node);
    // A decided mark joins two paragraphs.
    if (index !== undefined) inside.add(index).add(index + 1);
  }
  const left = new LocalReading(decided).texts;
  let at = 0;
  for (const [index, text] of before.texts.entries()) {
    if (inside.has(index)) continue;
    const found = left.indexOf(text, at);
    demand(found >= 0, "L4: a choice changes nothing outside its conflict", () => `${id} ${choose}: ${text}`);
    at = found + 1;
  }
}

/** Elements that begin something other than a paragraph. */
const STRUCTURE: ReadonlySet<NameId> = new Set([W.tbl, W.tr, W.tc]);
/** If a choice decides one half of a move, the other half becomes an insertion or a deletion. */
const HALVES: ReadonlyMap<NameId, NameId> = new Map([
  [W.moveFrom, W.del],
  [W.moveTo, W.ins],
]);
/** Elements of bookmarks, comments and ranges of moves. */
const MARKERS: ReadonlySet<NameId> = new Set([
  W.moveFromRangeStart,
  W.moveFromRangeEnd,
  W.moveToRangeStart,
  W.moveToRangeEnd,
  W.bookmarkStart,
  W.bookmarkEnd,
  W.commentRangeStart,
  W.commentRangeEnd,
  W.commentReference,
]);

/** The paragraphs of the body, without bookmarks and comments. */
class LocalReading {
  readonly conflicts: readonly Conflict[];
  /** The markup of each paragraph. */
  readonly texts: readonly string[];
  /** Maps an element to the index of the paragraph that contains it, or of the first one in its row or cell. */
  readonly indexOf = new Map<NodeId, number>();

  constructor(document: WordDocument) {
    const { tree, root } = storiesOf(document).find(({ kind }) => kind === "body")!;
    const texts: string[] = [];
    let index = -1;
    for (const node of walk(tree, root)) {
      const name = tree.name(node);
      if (name === W.p) {
        index = texts.length;
        texts.push("");
      } else if (STRUCTURE.has(name)) index = texts.length;
      this.indexOf.set(node, index);
      if (texts.length === 0 || index === texts.length || MARKERS.has(name)) continue;
      const attributes = tree.attributes(node).flatMap((one) => (one.name === W.id ? [] : [one.value]));
      const text = name === W.t || name === W.delText ? tree.text(tree.firstChild(node)) : "";
      texts[index] += `<${HALVES.get(name) ?? name} ${attributes.join(" ")}>${text}`;
    }
    this.conflicts = listConflicts(document);
    this.texts = texts;
  }
}

/** Checks L7: in another order of the copies, all conflicts settled for one copy or the original give the same texts. */
export function checkOrder(
  merge: WordDocument,
  other: WordDocument,
  { reads, names }: { readonly reads: Reads; readonly names: readonly string[] },
): void {
  const [ours, theirs] = [merge, other].map(conflictsOf) as [Map<string, number>, Map<string, number>];
  const counted = (counts: Map<string, number>): string => JSON.stringify([...counts].toSorted());
  demand(
    counted(ours) === counted(theirs),
    "L7: the order of the copies changes no conflict",
    () => `${counted(ours)} ${counted(theirs)}`,
  );
  const orders = [merge, other].map((merged) => ({ merged, ids: settleable(merged).map(({ id }) => id) }));
  for (const choose of ["original", ...names]) {
    for (const rest of ["accept", "reject"] as const) {
      const [found, also] = orders.map(({ merged, ids }) => {
        const conflicts = ids.map((id) => ({ id, choose }));
        return JSON.stringify(reads(decidedCopy(merged, { conflicts, rest })));
      });
      demand(
        found === also,
        "L7: the order of the copies changes no result",
        () => `${choose} ${rest}\n${found}\n${also}`,
      );
    }
  }
}

function settleable(document: WordDocument): Conflict[] {
  return listConflicts(document).filter(({ kind }) => kind !== "property");
}

/** Returns the number of conflicts of each kind. */
function conflictsOf(document: WordDocument): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of listConflicts(document)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function chosenVersion({ choose }: Choice, { names, base, copies }: Versions): readonly string[] {
  return choose === "original" ? base : copies[names.indexOf(choose)]!;
}

/**
 * Checks L1, L2 and L6. Every word of the result is a word of a document. Two neighbouring words are in one paragraph
 * if, and only if, they are in one paragraph of a document that has both. No empty paragraph is left if no document has
 * one.
 */
function checkWhole({ merge, reads }: Settling, decisions: Decisions, documents: readonly (readonly string[])[]): void {
  const decided = decidedCopy(merge, decisions);
  const found = reads(decided);
  const known = documents.map(placesOf);
  const says = (): string =>
    `${JSON.stringify(decisions)}\nfound ${JSON.stringify(found)}\nof ${JSON.stringify(documents)}`;
  const words = found.flatMap((text, paragraph) => wordsIn(text).map((word) => ({ word, paragraph })));
  const places = placesOf(found);
  const strange = words.find(({ word }) => !known.some((placesIn) => placesIn.has(word)));
  demand(strange === undefined, "L1: a choice gives no other copy's words", () => `${strange?.word} ${says()}`);
  const areFilled = documents.every((texts) => texts.every((text) => text.trim() !== ""));
  demand(!areFilled || !hasStrayParagraph(decided), "L6: no choice leaves an empty paragraph", says);
  for (const [at, one] of words.slice(0, -1).entries()) {
    const next = words[at + 1]!;
    if ([one, next].some(({ word }) => isCommon(word) || places.get(word) === TWICE)) continue;
    const isTogether = one.paragraph === next.paragraph;
    const both = known.flatMap((placesIn) => {
      const [first, second] = [placesIn.get(one.word), placesIn.get(next.word)];
      return first === undefined || second === undefined || first === TWICE || second === TWICE ? [] : [second - first];
    });
    const isKnown =
      both.length === 0 ||
      both.some((distance) => (distance === 0) === isTogether) ||
      isDoneBySome(one.word, next.word, { known, isTogether });
    const law = isTogether ? "L6: no choice joins paragraphs" : "L6: no choice splits a paragraph";
    demand(isKnown, law, () => `${one.word} ${next.word} ${says()}`);
  }
}

/** True if an empty paragraph of the body has a paragraph beside it. Tables may need one between them, or at the end. */
function hasStrayParagraph(document: WordDocument): boolean {
  const { tree, root } = storiesOf(document).find(({ kind }) => kind === "body")!;
  const blocks = tree.children(root).filter((node) => tree.name(node) === W.p || tree.name(node) === W.tbl);
  const isParagraph = (node: NodeId | undefined): boolean => node !== undefined && tree.name(node) === W.p;
  return blocks.some((block, at) => {
    if (!isParagraph(block) || !(isParagraph(blocks[at - 1]) || isParagraph(blocks[at + 1]))) return false;
    const texts = [...walk(tree, block)].filter((node) => tree.name(node) === W.t);
    return texts.every((node) => textIn(tree, node).trim() === "");
  });
}

interface Joint {
  /** The places of words in the base, and then in the copies that may have changed the result. */
  readonly known: readonly ReadonlyMap<string, number>[];
  readonly isTogether: boolean;
}

/**
 * True if a copy joins (splits) the paragraphs of the base that contain two words, or has one of the words in another
 * paragraph of the base. Another copy may have deleted the words at the joint.
 */
function isDoneBySome(one: string, other: string, { known: [base, ...copies], isTogether }: Joint): boolean {
  const [first, second] = [base!.get(one), base!.get(other)];
  if (first === undefined || second === undefined || first === TWICE || second === TWICE) return false;
  const wordsOf = (paragraph: number): string[] => [...base!].flatMap(([word, at]) => (at === paragraph ? [word] : []));
  return copies.some((places) => {
    const placed = (words: readonly string[]): number[] =>
      words.flatMap((word) => places.get(word) ?? []).filter((place) => place !== TWICE);
    const [ours, theirs] = [placed(wordsOf(first)), placed(wordsOf(second))];
    if (isTogether) return first !== second && ours.some((place) => theirs.includes(place));
    const elsewhere = [...base!].flatMap(([word, at]) => (at === first ? [] : (places.get(word) ?? [])));
    return first === second && (new Set(ours).size > 1 || ours.some((place) => elsewhere.includes(place)));
  });
}

/** The place of a word that a document has more than once. */
const TWICE = -1;

/** Maps each word to the index of its paragraph, or to TWICE. */
function placesOf(texts: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [paragraph, text] of texts.entries()) {
    for (const word of wordsIn(text)) places.set(word, places.has(word) ? TWICE : paragraph);
  }
  return places;
}

/** True for a word that several copies may insert, or that a base repeats. The place of such a word in one copy says nothing about the others. */
function isCommon(word: string): boolean {
  return [...COMMON, TERM.old, ...TERM.new.split(" ")].includes(word);
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Checks L3: after all conflicts and changes are decided, nothing of the merge is left. */
function checkClean({ merge }: Settling, decisions: Decisions): void {
  const document = decidedCopy(merge, decisions);
  const left = listRevisions(document).length + listConflicts(document).length;
  const parts = document.package.partNames.filter((name) => name.startsWith("customXml"));
  demand(left === 0 && parts.length === 0, "L3: a settled merge is clean", () => `${left} left, ${parts.join(", ")}`);
}
