// Changes one level of a list's definition (w:lvl).

import { W } from "../../../document/word-names.ts";
import { writeParagraphFormat } from "../../../language/paragraph-format.ts";
import { type RunFormatChange, writeRunFormat } from "../../../language/run-format.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";

/** What an edit says of a level, as it was sent. */
export interface LevelChange {
  /** From 1. */
  readonly level: number;
  readonly number_format?: string;
  readonly pattern?: string;
  readonly start?: number;
  readonly alignment?: string;
  readonly indent_left?: number;
  readonly indent_first_line?: number;
  readonly suffix?: "tab" | "space" | "none";
  readonly format?: RunFormatChange;
}

/** The children of a level, in the order of the schema (ISO 29500-1, A.1). */
// policy: the order of a level in the schema
const ORDER: readonly NameId[] = [
  W.start,
  W.numFmt,
  W.lvlRestart,
  W.pStyle,
  W.isLgl,
  W.suff,
  W.lvlText,
  W.lvlPicBulletId,
  W.legacy,
  W.lvlJc,
  W.pPr,
  W.rPr,
];

const SUFFIXES: Readonly<Record<string, string>> = { tab: "tab", space: "space", none: "nothing" };
const BULLET = "\u2022";

export function writeLevel(tree: Tree, level: NodeId, change: LevelChange): void {
  const { number_format: format, pattern, start, alignment, suffix } = change;
  if (format !== undefined) setFormat(tree, level, change);
  const values: readonly (readonly [NameId, string | undefined])[] = [
    [W.start, start === undefined ? undefined : `${start}`],
    [W.lvlText, pattern],
    [W.lvlJc, alignment],
    [W.suff, suffix === undefined ? undefined : SUFFIXES[suffix]],
  ];
  for (const [name, value] of values) if (value !== undefined) setValue(tree, level, { name, value });
  writeLooks(tree, level, change);
}

function writeLooks(tree: Tree, level: NodeId, change: LevelChange): void {
  const { indent_left: left, indent_first_line: first, format } = change;
  if (left !== undefined || first !== undefined) {
    const indents = {
      ...(left === undefined ? {} : { indent_left: left }),
      ...(first === undefined ? {} : { indent_first_line: first }),
    };
    writeParagraphFormat({ tree }, childOf(tree, level, W.pPr), indents);
  }
  if (format !== undefined) writeRunFormat({ tree }, childOf(tree, level, W.rPr), format);
}

/** A numeral is no sign and a sign no numeral: what one of them shows is not kept for the other. */
function setFormat(
  tree: Tree,
  level: NodeId,
  { level: number, number_format: format = "", pattern }: LevelChange,
): void {
  const node = tree.child(level, W.numFmt);
  const wasBullet = node !== NONE && tree.attribute(node, W.val) === "bullet";
  const isBullet = format === "bullet";
  const written = format.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  setValue(tree, level, { name: W.numFmt, value: written });
  if (wasBullet === isBullet) return;
  for (const name of [W.lvlPicBulletId, W.rPr]) dropFont(tree, level, name);
  if (pattern === undefined) setValue(tree, level, { name: W.lvlText, value: isBullet ? BULLET : `%${number}.` });
}

/** Signs are often of a font that has no letters. */
function dropFont(tree: Tree, level: NodeId, name: NameId): void {
  const child = tree.child(level, name);
  const font = child !== NONE && name === W.rPr ? tree.child(child, W.rFonts) : child;
  if (font !== NONE) tree.remove(font);
}

function setValue(tree: Tree, level: NodeId, { name, value }: { readonly name: NameId; readonly value: string }): void {
  const node = childOf(tree, level, name);
  tree.setAttribute(node, W.val, value);
  // A format of the document's own making is not wanted any more.
  tree.setAttribute(node, W.format, undefined);
}

/** A child of a level; made, in its place, when it is not there. */
function childOf(tree: Tree, level: NodeId, name: NameId): NodeId {
  const known = tree.child(level, name);
  if (known !== NONE) return known;
  const place = ORDER.indexOf(name);
  const next = tree.children(level).find((child) => ORDER.indexOf(tree.name(child)) > place);
  const made = tree.element(name);
  tree.insertBefore(level, made, next ?? NONE);
  return made;
}
