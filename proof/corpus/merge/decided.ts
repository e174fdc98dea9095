// Decides a merge for no revision, for some or for all, and compares it with the expected document.

import { decideAuthors, readView, storiesOf, W, type WordDocument } from "@versus/engine/inside";
import { walk } from "../../generate/markup.ts";
import type { ContentComparison } from "../compare/compare-contents.ts";
import { numberOf } from "../compare/formatting/numbering-content.ts";
import { type Content, readContent } from "../compare/read-content.ts";
import { compareSettled, listDifference } from "../compare/redline-checks.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";

export type Accepts = (author: string) => boolean;

/**
 * The name of a property conflict's bookmark while its position is still needed. Deciding removes bookmarks with our
 * own names.
 */
const KEPT = "JudgedProperty_";

/**
 * Returns the judge's reading of a merge, with the changes of some authors accepted and those of all others rejected.
 */
export function readDecided(merged: Uint8Array, accepts: Accepts): Content {
  const document = openCorpusDocument(merged);
  keepPropertyMarks(document);
  decideAuthors(document, { accepts });
  return readContent(document.package.save(SAVE_LEVEL), { withFormatting: true });
}

function keepPropertyMarks(document: WordDocument): void {
  for (const { tree, root } of storiesOf(document)) {
    if (!tree.mayHave(W.bookmarkStart)) continue;
    for (const node of walk(tree, root)) {
      const name = tree.name(node) === W.bookmarkStart ? (tree.attribute(node, W.name) ?? "") : "";
      if (name.startsWith("_VsProperty_")) tree.setAttribute(node, W.name, name.replace("_VsProperty_", KEPT));
    }
  }
}

export interface DecidedComparison extends ContentComparison {
  /** The lines whose formatting is excused because a property conflict affects them. */
  readonly excused: readonly string[];
}

/** Compares two documents and ignores differences of formatting on the lines that property conflicts affect. */
export function compareExcusing(expected: Content, found: Content): DecidedComparison {
  const about = linesOfConflicts(found);
  const [one, other] = [expected, found].map((content) => (about.size === 0 ? content : listsWithout(about, content)));
  const comparison = compareSettled(one!, other!);
  const { formatting } = comparison;
  if (formatting === undefined) return { ...comparison, excused: [] };
  const [excused, left] = [true, false].map((is) =>
    formatting.differences.filter(({ line }) => about.has(line) === is),
  );
  const remaining = { ...formatting, differences: left!, difference: left![0] };
  return { ...comparison, formatting: remaining, excused: [...new Set(excused!.map(({ line }) => line))] };
}

/**
 * Returns the lines that property conflicts affect. These are the paragraphs with the bookmarks, and the tables,
 * rows, cells and section breaks that begin or end with such a paragraph.
 */
function linesOfConflicts({ stories }: Content): Set<string> {
  const found = new Set<string>();
  for (const { place, lines } of stories) {
    const isMarked = lines.map(({ formatting }) => formatting?.asides.some(({ detail }) => detail.startsWith(KEPT)));
    for (const [at, { kind }] of lines.entries()) {
      const next = lines.findIndex((line, index) => index >= at && line.kind === "paragraph");
      const isAbout = kind === "section-break" ? isMarked[at - 1] : isMarked[next];
      if (isAbout === true) found.add(`${place}, line ${at}`);
    }
    const last = lines.findLastIndex(({ kind, depth }) => kind === "paragraph" && depth === 0);
    // After a table that ends the body or a cell, the reader adds a paragraph that is not in the file.
    const isThere = ({ kind, formatting }: (typeof lines)[number]): boolean =>
      kind === "paragraph" && formatting !== undefined;
    const there =
      lines[last] !== undefined && isThere(lines[last]) ? last : lines.slice(0, last).findLastIndex(isThere);
    if (isMarked[there] === true) found.add("the end");
  }
  return found;
}

/**
 * Returns a document with its lists numbered without some lines. A list is identified by the order in which lists first
 * appear. A property conflict can keep a paragraph in the list of the base. Then all later lists would get other
 * numbers, although each of their paragraphs is in the right list.
 */
function listsWithout(about: ReadonlySet<string>, content: Content): Content {
  const [definitions, lists] = [new Map<string, number>(), new Map<string, number>()];
  const stories = content.stories.map((story) => ({
    ...story,
    lines: story.lines.map((line, at) => {
      const { formatting } = line;
      const numbering = formatting?.numbering;
      if (numbering === undefined || numbering.list === "" || about.has(`${story.place}, line ${at}`)) return line;
      const [definition, own] = numbering.list.split(".") as [string, string];
      const list = `${numberOf(definitions, definition)}.${numberOf(lists, own)}`;
      return { ...line, formatting: { ...formatting!, numbering: { ...numbering, list } } };
    }),
  }));
  return { ...content, stories };
}

/**
 * Returns where the text of the body, in the view of some authors without deciding anything, differs from that of a
 * document.
 */
export function viewDifference(merged: Uint8Array, accepts: Accepts, expected: Uint8Array): string | undefined {
  return listDifference(
    readView(bodyOf(openCorpusDocument(expected)), "accepted").map(({ text }) => text),
    readView(bodyOf(openCorpusDocument(merged)), { accepts }).map(({ text }) => text),
  );
}

export function bodyOf(document: WordDocument) {
  return storiesOf(document).find(({ kind }) => kind === "body")!;
}
