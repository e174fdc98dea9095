// Counts the differences that the format has no mark for, with one notice for each kind.
//
// There both views show the content of the carrier, by default the after side (section "Carried content" of
// docs/design/compare.md).

import { readStyles } from "../document/formatting/styles.ts";
import { numberingOf } from "../document/lists/numbering.ts";
import { partsOf, storiesOf } from "../document/text/stories.ts";
import { R, W } from "../document/word-names.ts";
import { Failure, type Notice, type NoticeCode } from "../failures/failure.ts";
import { isSamePart } from "../ooxml/parts/same-parts.ts";
import { elementsNamed } from "../ooxml/xml/named-spans.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { isElementSpan, spanAttribute, spanName } from "../ooxml/xml/span-tree.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { markupText } from "../redline/content/markup-text.ts";
import type { Source } from "../redline/content/source.ts";
import type { ContainerPlan, Step } from "./plan/plan.ts";

interface Sides {
  readonly before: Source;
  readonly after: Source;
}

export function carriedNotices(sides: Sides, body: ContainerPlan): Notice[] {
  const { main } = sides.after.document;
  const counts: readonly (readonly [NoticeCode, number, string?])[] = [
    ["FOREIGN_CONTENT_CARRIED", differences(foreignContent(sides.before), foreignContent(sides.after)), main],
    ["STYLES_CARRIED", changedStyles(sides)],
    ["NUMBERING_CARRIED", unusedDefinitions(sides)],
    ["GRID_CARRIED", changedGrids(body), main],
    ["THEME_CARRIED", changedParts(sides, "theme")],
    ["SETTINGS_CARRIED", changedParts(sides, "settings")],
    ["FONTS_CARRIED", changedParts(sides, "fontTable")],
    ["CUSTOM_XML_CARRIED", changedParts(sides, "customXml")],
  ];
  return counts
    .filter(([, count]) => count > 0)
    .map(([code, count, part]) => ({ code, count, ...(part === undefined ? {} : { part }) }));
}

/** Returns the number of positions at which two lists differ. Positions that only the longer list has count, too. */
function differences(before: readonly string[], after: readonly string[]): number {
  const most = Math.max(before.length, after.length);
  let count = 0;
  for (let at = 0; at < most; at += 1) if (before[at] !== after[at]) count += 1;
  return count;
}

/** Documents embedded in the document, and links to documents that it is composed of. */
const FOREIGN: ReadonlySet<NameId> = new Set([W.altChunk, W.subDoc]);

function foreignContent(side: Source): string[] {
  const { package: opened, main } = side.document;
  const tree = opened.tree(main);
  return elementsNamed(tree, FOREIGN).map((node) => side.targetOf(main, tree.attribute(node, R.id) ?? ""));
}

/** Returns the number of styles that both sides define differently under one id. Different defaults count as one more. */
function changedStyles({ before, after }: Sides): number {
  if (areSameParts(before, after, "styles")) return 0;
  const [one, other] = [readStyles(before.document), readStyles(after.document)];
  if (one.tree === undefined || other.tree === undefined) return 0;
  const isSame = (node: NodeId, partner: NodeId): boolean =>
    definitionText(one.tree!, node) === definitionText(other.tree!, partner);
  const changed = [...one.byId.values()].filter(({ id, node }) => {
    const partner = other.byId.get(id);
    return partner !== undefined && !isSame(node, partner.node);
  });
  return changed.length + (isSame(one.documentDefaults, other.documentDefaults) ? 0 : 1);
}

function definitionText(tree: Tree, node: NodeId): string {
  if (node === NONE) return "";
  return markupText(tree, node, { leavesOut: (name) => isTrace(tree, name), valueOf: ({ value }) => value });
}

/** True for revision save ids, which are traces of editing without meaning. */
function isTrace(tree: Tree, name: NameId): boolean {
  return tree.names.local(name).startsWith("rsid");
}

/** Returns the number of list definitions that no story or style of the after side uses and that the before side lacks. */
function unusedDefinitions({ before, after }: Sides): number {
  if (areSameParts(before, after, "numbering")) return 0;
  const used = usedLists(after);
  const unused = [...numberingOf(after.document).lists.keys()].filter((numId) => !used.has(numId));
  const known = new Set([...numberingOf(before.document).lists.keys()].map((numId) => before.listContent(numId)));
  return unused.filter((numId) => !known.has(after.listContent(numId))).length;
}

function usedLists({ document }: Source): ReadonlySet<string> {
  const used = new Set<string>();
  const [styles] = partsOf(document, "styles");
  const trees = [...new Set(storiesOf(document).map(({ tree }) => tree))];
  if (styles !== undefined) trees.push(document.package.tree(styles));
  for (const { span } of trees) {
    for (let node = 0; node < span.count; node += 1) {
      if (!isElementSpan(span, node) || spanName(span, node) !== W.numId) continue;
      used.add(spanAttribute(span, node, W.val) ?? "");
    }
  }
  return used;
}

/** Returns the number of paired tables with different column widths. */
function changedGrids({ steps }: ContainerPlan): number {
  return steps.reduce((sum, step) => sum + gridsIn(step), 0);
}

function gridsIn(step: Step): number {
  if (step.kind !== "table") return 0;
  const [one, other] = [step.before, step.after].map(({ story: { tree }, node }) => {
    const grid = tree.child(node, W.tblGrid);
    return grid === NONE ? "" : definitionText(tree, grid);
  });
  const cells = step.rows.flatMap((row) => (row.kind === "pair" ? row.cells : []));
  const inner = cells.map((cell) => (cell.kind === "pair" ? changedGrids(cell.plan) : 0));
  return inner.reduce((sum, count) => sum + count, one === other ? 0 : 1);
}

/**
 * Returns the number of differing parts of a kind. The first part of one side is compared with the first of the other,
 * in the order of the relationships.
 */
function changedParts({ before, after }: Sides, kind: string): number {
  return areSameParts(before, after, kind) ? 0 : differences(textsOf(before, kind), textsOf(after, kind));
}

/** True if both documents have the same bytes in their parts of a kind. */
export function areSameParts(before: Pick<Source, "document">, after: Pick<Source, "document">, kind: string): boolean {
  const [ones, others] = [partsOf(before.document, kind), partsOf(after.document, kind)];
  if (ones.length !== others.length) return false;
  return ones.every((name, at) => {
    const partner = { package: after.document.package, name: others[at]! };
    return isSamePart({ package: before.document.package, name }, partner);
  });
}

function textsOf({ document }: Source, kind: string): string[] {
  return partsOf(document, kind).map((part) => {
    try {
      const tree = document.package.tree(part);
      return definitionText(tree, tree.root);
    } catch (problem) {
      if (problem instanceof Failure) return "";
      throw problem;
    }
  });
}
