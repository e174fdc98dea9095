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
import { readMergeRecord } from "../../document/merge-record.ts";
import { forkDocument, type WordDocument } from "../../document/open-document.ts";
import { partsOf, type Story, storiesOf } from "../../document/text/stories.ts";
import { understood, W, wordNamespace } from "../../document/word-names.ts";
import type { RunFormatChange } from "../../language/run-format.ts";
import { readingOf } from "../../ooxml/parts/compatibility.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { takeVersionTags } from "../../revisions/choose/version-tags.ts";
import { descendants, isAttached, unwrap } from "../../revisions/markup.ts";
import { RevisionMaker } from "../../revisions/write/revision-maker.ts";
import { authorColours, type ColouredAuthor } from "../changes/author-colours.ts";
import { fitTables } from "./fit-tables.ts";
import { freezeFields, readFields } from "./freeze-fields.ts";
import { readLinks, writeLinks } from "./links.ts";
import { listComments, readPrintedComments } from "./list-comments.ts";
import { makeRoom } from "./make-room.ts";
import { printedStories } from "./printed-stories.ts";
import { type PartChanges, type PrintedParagraph, readChanges } from "./read-changes.ts";
import { type PrintedLabel, readPrintedLabels } from "./read-labels.ts";
import { type PrintedChange, type PrintedPart, printedParts, type Sentinel, Sentinels } from "./sentinels.ts";
import { isAddition, isWhole, lookOf, writeChanges } from "./write-changes.ts";
import { type LabelLooks, writeLabel } from "./write-labels.ts";

export interface PrintCopy {
  readonly document: WordDocument;
  /** The colours that mark changes in it. */
  readonly sentinels: readonly Sentinel[];
  /** The authors of a merge with their colours; empty for any other document. */
  readonly authors: readonly ColouredAuthor[];
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
  const numbering = numberingOf(copy);
  const labels = readPrintedLabels(copy, stories);
  const flows = stories.flatMap(({ story, twin, flow }) =>
    (twin === undefined ? [story] : [story, twin]).map((one) => ({ story: one, flow })),
  );
  const fields = flows.map(({ story, flow }) => readFields(story, flow));
  const comments = readPrintedComments(copy, storiesOf(copy));
  const changes = readAllChanges(copy, parts);
  const links = flows.flatMap(({ story }) => readLinks(numbering, story));
  const record = readMergeRecord(copy);
  const colours = record === undefined ? undefined : authorColours(record);
  const sentinels = new Sentinels(colours?.colourOf);

  writeLinks(links, changes);
  for (const frozen of fields) freezeFields(frozen);
  writeLabels(labels, changes, sentinels);
  const bars = new RevisionMaker(SIGNATURE, trees);
  for (const [index, { part }] of parts.entries())
    writeChanges(changes[index]!, { sentinels, bars, numbering, story: wholePart(trees[index]!, part) });
  for (const [index, part] of changes.entries()) {
    makeRoom(part);
    fitTables(part, wholePart(part.tree, parts[index]!.part));
  }
  for (const tree of trees) removeControls(tree);
  showHiddenOnWeb(copy, trees);
  listComments(copy, comments, trees);
  settleSettings(copy);
  return { document: copy, sentinels: sentinels.given, authors: colours?.authors ?? [] };
}

/**
 * Reads notes after the text that refers to them: a note whose reference was inserted or deleted counts as inserted or
 * deleted as a whole.
 */
function readAllChanges(copy: WordDocument, parts: readonly PrintedPart[]): PartChanges[] {
  const notes = new Map<string, PrintedChange>();
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
    writeLabel(label, paragraph === undefined ? { own: {}, former: {} } : looksOf(label, paragraph, sentinels));
  }
}

/** Returns the looks of the numbers. Both numbers of a renumbered paragraph are changes (PRN-22). */
function looksOf(label: PrintedLabel, paragraph: PrintedParagraph, sentinels: Sentinels): LabelLooks {
  const { author = "" } = label;
  const look = (kind: TrackedChange): RunFormatChange => lookOf(sentinels, paragraph.place, { kind, author });
  if (label.former !== undefined)
    return {
      own: label.text === "" ? {} : look("insertion"),
      former: label.former === "" ? {} : look("deletion"),
    };
  const change = changeOf(label, paragraph);
  return { own: change === undefined ? {} : lookOf(sentinels, paragraph.place, change), former: {} };
}

/**
 * Returns the change that colours a number: that of its paragraph, if the whole paragraph was inserted or deleted. A
 * shifted number has no change.
 */
function changeOf({ isIn }: PrintedLabel, paragraph: PrintedParagraph): PrintedChange | undefined {
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

/**
 * Removes `w:webHidden`. LibreOffice also hides such text in print, so a table of contents would lose its page numbers
 * (PRN-20).
 */
function showHiddenOnWeb(copy: WordDocument, trees: readonly Tree[]): void {
  const shared = ["styles", "numbering"].flatMap((kind) => partsOf(copy, kind).map((part) => copy.package.tree(part)));
  for (const tree of [...trees, ...shared]) {
    if (!tree.mayHave(W.webHidden)) continue;
    for (const node of descendants(tree, tree.root)) if (tree.name(node) === W.webHidden) tree.remove(node);
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
