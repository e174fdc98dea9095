// Writes the print copy of a redline: a document for LibreOffice with changes as coloured text.
//
// LibreOffice prints tracked changes wrongly: it shows two numbers for a clause whose number changed, leaves inserted
// notes black and calculates fields again. In the print copy, numbers and fields are text, changes are colours,
// underlines and strikes, and content controls are removed. So LibreOffice decides only lines and pages.
// docs/design/print.md has the rules.
//
// Everything is read before anything is written, because the readers expect documents as Word writes them.

import type { TrackedChange } from "../../document/grammar.ts";
import { numberingOf } from "../../document/lists/numbering.ts";
import { forkDocument, type WordDocument } from "../../document/open-document.ts";
import { partsOf, type Story, storiesOf } from "../../document/text/stories.ts";
import { understood, W, wordNamespace } from "../../document/word-names.ts";
import { readingOf } from "../../ooxml/parts/compatibility.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { takeVersionTags } from "../../revisions/choose/version-tags.ts";
import { descendants, isAttached, unwrap } from "../../revisions/markup.ts";
import { RevisionMaker } from "../../revisions/write/revision-maker.ts";
import { fitTables } from "./fit-tables.ts";
import { freezeFields, readFields } from "./freeze-fields.ts";
import { listComments, readPrintedComments } from "./list-comments.ts";
import { makeRoom } from "./make-room.ts";
import { printedStories } from "./printed-stories.ts";
import { type PartChanges, type PrintedParagraph, readChanges } from "./read-changes.ts";
import { type PrintedLabel, readPrintedLabels } from "./read-labels.ts";
import { type PrintedPart, printedParts, type Sentinel, Sentinels } from "./sentinels.ts";
import { isAddition, isWhole, lookOf, writeChanges } from "./write-changes.ts";
import { writeLabel } from "./write-labels.ts";

export interface PrintCopy {
  readonly document: WordDocument;
  /** The colours that mark changes in it. */
  readonly sentinels: readonly Sentinel[];
}

/** The author and date of change bars. Nobody sees them, and they must not differ between two copies. */
const SIGNATURE = { author: "Versus", date: "2000-01-01T00:00:00Z" } as const;

/** Returns the print copy. The given document does not change. */
export function printCopy(document: WordDocument): PrintCopy {
  const copy = forkDocument(document);
  takeVersionTags(copy);
  const stories = printedStories(copy);
  const parts = printedParts(copy);
  const trees = parts.map(({ part }) => copy.package.tree(part));
  const labels = readPrintedLabels(copy, stories);
  const fields = stories.flatMap(({ story, twin }) => [story, ...(twin === undefined ? [] : [twin])]).map(readFields);
  const comments = readPrintedComments(copy, storiesOf(copy));
  const changes = readAllChanges(copy, parts);
  const sentinels = new Sentinels();

  for (const frozen of fields) freezeFields(frozen);
  writeLabels(labels, changes, sentinels);
  const bars = new RevisionMaker(SIGNATURE, trees);
  const numbering = numberingOf(copy);
  for (const [index, { part }] of parts.entries())
    writeChanges(changes[index]!, { sentinels, bars, numbering, story: wholePart(trees[index]!, part) });
  for (const [index, part] of changes.entries()) {
    makeRoom(part);
    fitTables(part, wholePart(part.tree, parts[index]!.part));
  }
  for (const tree of trees) removeControls(tree);
  listComments(copy, comments, trees);
  settleSettings(copy);
  return { document: copy, sentinels: sentinels.given };
}

/**
 * Reads notes after the text that refers to them: a note whose reference was inserted or deleted counts as inserted or
 * deleted as a whole.
 */
function readAllChanges(copy: WordDocument, parts: readonly PrintedPart[]): PartChanges[] {
  const notes = new Map<string, TrackedChange>();
  return parts.map((place) => {
    const changes = readChanges(copy.package.tree(place.part), place, notes);
    for (const [key, change] of changes.notes) notes.set(key, change);
    return changes;
  });
}

function writeLabels(labels: readonly PrintedLabel[], changes: readonly PartChanges[], sentinels: Sentinels): void {
  const paragraphs = new Map(
    changes.map(({ tree, paragraphs: own }) => [tree, new Map(own.map((paragraph) => [paragraph.node, paragraph]))]),
  );
  for (const label of labels) {
    const paragraph = paragraphs.get(label.tree)?.get(label.paragraph);
    const change = paragraph === undefined ? undefined : changeOf(label, paragraph);
    writeLabel(label, change === undefined ? {} : lookOf(sentinels, paragraph!.place, change));
  }
}

/**
 * Returns the change that colours a number: that of its paragraph, if the whole paragraph was inserted or deleted. A
 * shifted number has no change.
 */
function changeOf({ isIn }: PrintedLabel, paragraph: PrintedParagraph): TrackedChange | undefined {
  const { mark, runs } = paragraph;
  const cell = runs.find(({ change }) => change !== undefined)?.change;
  const change = mark ?? (paragraph.isInMarkedCell ? cell : undefined);
  if (change === undefined || isIn === "both") return undefined;
  if (isAddition(change) !== (isIn === "after")) return undefined;
  return runs.length === 0 || isWhole({ ...paragraph, mark: change }) ? change : undefined;
}

function wholePart(tree: Tree, part: string): Story {
  return { kind: "body", part, tree, reading: readingOf(tree, understood), root: tree.root };
}

/**
 * Replaces content controls by their content. LibreOffice might show a value of another part, a list of choices or a
 * form field of the PDF.
 */
function removeControls(tree: Tree): void {
  if (!tree.mayHave(W.sdt)) return;
  for (const node of descendants(tree, tree.root)) {
    if (tree.name(node) !== W.sdt || !isAttached(tree, node)) continue;
    for (const child of tree.children(node)) {
      if (tree.name(child) === W.sdtContent) unwrap(tree, child);
      else if (isControlProperty(tree, child)) tree.remove(child);
    }
    unwrap(tree, node);
  }
}

function isControlProperty(tree: Tree, node: NodeId): boolean {
  return tree.name(node) === W.sdtPr || tree.name(node) === W.sdtEndPr;
}

/** Settings that make a program change its output. */
const SETTINGS: readonly string[] = [
  "trackRevisions",
  "updateFields",
  "mailMerge",
  "documentProtection",
  "attachedTemplate",
];

function settleSettings(copy: WordDocument): void {
  for (const part of partsOf(copy, "settings")) {
    const tree = copy.package.tree(part);
    const names = new Set(SETTINGS.map((local) => tree.names.nameId(wordNamespace, local)));
    for (const child of tree.children(tree.root)) if (names.has(tree.name(child))) tree.remove(child);
  }
}
