// Writes what became of formatting: the after side's stands, and what the before side had is kept inside it.

import type { Match } from "../../align/match.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { keepProperties, oldCopy, paragraphProperties, recordOld } from "../../revisions/write/mark-structure.ts";
import { NO_PRINT } from "../content/fingerprints.ts";
import type { CellItem, ParagraphItem, RowItem, TableItem } from "../content/items.ts";
import { type FormatKind, NOWHERE } from "../formatting/formats.ts";
import { type RunChange, runChanges, runChangesInSame, type SharedTokens } from "../formatting/run-changes.ts";
import { type Flow, placeIn } from "../plan/flow.ts";
import type { CutParagraph } from "./cut-paragraph.ts";
import { cutAt, standing } from "./mark-items.ts";
import { adopt, treeOf, type Writing } from "./writing.ts";

/** A paragraph of the before side and one of the after side whose marks are one. */
export interface MarkPair {
  readonly before: ParagraphItem;
  readonly after: ParagraphItem;
}

/** Writes what became of the formatting of a paragraph whose content is the same. */
export function formatSame({ before, after }: MarkPair, writing: Writing): void {
  const isSamePrint = before.print !== NO_PRINT && before.print === after.print;
  if (isSamePrint && (!after.side.fingerprints.isNumbered(after.print) || isSameList({ before, after }, writing)))
    return;
  const changes = isSamePrint ? [] : runChangesInSame(before, after);
  if (changes.length > 0) {
    const places = changes.flatMap(({ from, to }) => [from, to]);
    formatRuns(changes, { cut: cutAt(standing(writing, after), [], places), before, after }, writing);
  }
  formatMark({ before, after }, writing);
}

/** What two flows share, paragraph by paragraph. */
export interface SharedText {
  /** By index of the after paragraph: the stretches of it that some before paragraph formats otherwise. */
  readonly runs: ReadonlyMap<number, readonly FormattedRuns[]>;
  readonly marks: readonly MarkPair[];
}

export interface FormattedRuns {
  readonly before: ParagraphItem;
  readonly changes: readonly RunChange[];
}

/** Finds what became of the formatting of what two flows share. */
export function formattingIn(flows: { before: Flow; after: Flow }, matches: readonly Match[]): SharedText {
  const shared = new Map<string, { before: number; after: number; tokens: SharedTokens[] }>();
  const marks: MarkPair[] = [];
  for (const match of matches) {
    for (let at = 0; at < match.length; ) {
      const [one, other] = [placeIn(flows.before, match.before + at), placeIn(flows.after, match.after + at)];
      const [before, after] = [flows.before.items[one.item]!, flows.after.items[other.item]!];
      if (before.kind !== "paragraph" || after.kind !== "paragraph") {
        at += 1;
        continue;
      }
      const left = Math.min(before.tokens.keys.length - one.token, after.tokens.keys.length - other.token);
      const length = Math.min(left, match.length - at);
      if (length > 0) {
        const key = `${one.item} ${other.item}`;
        const known = shared.get(key) ?? { before: one.item, after: other.item, tokens: [] };
        known.tokens.push({ before: one.token, after: other.token, length });
        shared.set(key, known);
      } else marks.push({ before, after });
      at += Math.max(length, 1);
    }
  }
  const runs = new Map<number, FormattedRuns[]>();
  for (const { before: one, after: other, tokens } of shared.values()) {
    const [before, after] = [flows.before.items[one]!, flows.after.items[other]!];
    if (before.kind !== "paragraph" || after.kind !== "paragraph") continue;
    const changes = runChanges(before, after, tokens);
    if (changes.length > 0) runs.set(other, [...(runs.get(other) ?? []), { before, changes }]);
  }
  return { runs, marks };
}

interface CutPair extends MarkPair {
  readonly cut: CutParagraph;
}

/** Keeps the old properties of runs. The paragraph was cut where the changes begin and end. */
export function formatRuns(changes: readonly RunChange[], { cut, before, after }: CutPair, writing: Writing): void {
  const place = { from: before.story.part, into: after.story.part };
  for (const { from, to, old } of changes) {
    for (const { node } of cut.betweenPlaces(from, to)) {
      if (cut.tree.name(node) !== W.r) continue;
      const kept = { owner: node, name: W.rPr, old, tree: before.story.tree };
      keepOld(cut.tree, kept, { place, writing });
    }
  }
}

/** Writes what became of the properties of a paragraph: its own, its list's, and those of its mark. */
export function formatMark({ before, after }: MarkPair, writing: Writing): void {
  const [one, other] = [before.properties, after.properties];
  if (one === NONE && other === NONE) return;
  const { formats } = writing.after;
  const tree = treeOf(writing, after.story.part);
  const place = { from: before.story.part, into: after.story.part };
  const keys = [before, after].map(({ side, story, properties, surroundings }) => ({
    paragraph: side.reader.keyOf(story.tree, properties, { kind: "paragraph", around: surroundings }),
    mark: side.reader.keyOf(story.tree, markProperties(story.tree, properties), { kind: "run", around: surroundings }),
  }));
  const isList = isSameList({ before, after }, writing);
  if (!formats.isSameIn("", keys[0]!.mark, keys[1]!.mark)) {
    const owner = paragraphProperties(tree, after.node);
    const old = markProperties(before.story.tree, one);
    keepOld(tree, { owner, name: W.rPr, old, tree: before.story.tree }, { place, writing });
  }
  if (!isList || !formats.isSame(keys[0]!.paragraph, keys[1]!.paragraph)) {
    keepOld(tree, { owner: after.node, name: W.pPr, old: one, tree: before.story.tree }, { place, writing });
  }
}

function isSameList({ before, after }: MarkPair, { after: { formats }, adoption }: Writing): boolean {
  return formats.areIgnored || adoption.isSameList(before.listLevel, after.listLevel);
}

function markProperties(tree: Tree, properties: NodeId): NodeId {
  return properties === NONE ? NONE : tree.child(properties, W.rPr);
}

/** Writes what became of a table's own properties. */
export function formatTable(before: TableItem, after: TableItem, writing: Writing): void {
  formatOwned({ before, after, name: W.tblPr, kind: "table" }, writing);
}

export function formatRow(before: RowItem, after: RowItem, writing: Writing): void {
  const [one, other] = [ownerOf(before), ownerOf(after)];
  formatOwned({ before: one, after: other, name: W.tblPrEx, kind: "exception" }, writing);
  formatOwned({ before: one, after: other, name: W.trPr, kind: "row" }, writing);
}

function ownerOf({ side, story, row: { node } }: RowItem): Owner {
  return { side, story, node };
}

export function formatCell(before: CellItem, after: CellItem, writing: Writing): void {
  const owner = ({ container: { side, story }, cell: { node } }: CellItem): Owner => ({ side, story, node });
  formatOwned({ before: owner(before), after: owner(after), name: W.tcPr, kind: "cell" }, writing);
}

type Owner = Pick<TableItem, "side" | "story" | "node">;

interface OwnedPair {
  readonly before: Owner;
  readonly after: Owner;
  /** What holds the properties. */
  readonly name: NameId;
  readonly kind: FormatKind;
}

function formatOwned({ before, after, name, kind }: OwnedPair, writing: Writing): void {
  const [one, other] = [before, after].map(({ story, node }) => story.tree.child(node, name)) as [NodeId, NodeId];
  const keys = [
    before.side.reader.keyOf(before.story.tree, one, { kind, around: NOWHERE }),
    after.side.reader.keyOf(after.story.tree, other, { kind, around: NOWHERE }),
  ] as const;
  if (writing.after.formats.isSame(...keys)) return;
  const place = { from: before.story.part, into: after.story.part };
  const kept = { owner: after.node, name, old: one, tree: before.story.tree };
  keepOld(treeOf(writing, after.story.part), kept, { place, writing });
}

/** Writes what became of a section's properties; `before` and `after` are w:sectPr elements of the bodies. */
export function formatSection(before: NodeId, after: NodeId, writing: Writing): void {
  const around = { kind: "section", around: NOWHERE } as const;
  const mains = [writing.before, writing.after].map(({ document }) => document.package.tree(document.main));
  const keys = [
    writing.before.reader.keyOf(mains[0]!, before, around),
    writing.after.reader.keyOf(mains[1]!, after, around),
  ] as const;
  if (after === NONE || writing.after.formats.isSame(...keys)) return;
  const { main } = writing.result;
  const tree = treeOf(writing, main);
  const copy = oldCopy(tree, { name: W.sectPr, old: before, tree: mains[0]! });
  recordOld(tree, after, { old: copy, maker: writing.maker });
  adopt(writing, copy, { from: writing.before.document.main, into: main });
}

interface Kept {
  /** What the properties belong to. */
  readonly owner: NodeId;
  readonly name: NameId;
  /** The properties of the before side, in its tree; NONE when it has none. */
  readonly old: NodeId;
  readonly tree: Tree;
}

interface Keeping {
  readonly place: { readonly from: string; readonly into: string };
  readonly writing: Writing;
}

function keepOld(tree: Tree, { owner, name, old, tree: from }: Kept, { place, writing }: Keeping): void {
  const copy = oldCopy(tree, { name, old, tree: from });
  keepProperties(tree, owner, { name, old: copy, maker: writing.maker });
  adopt(writing, copy, place);
}
