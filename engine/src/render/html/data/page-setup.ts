// Reads the page setup of each section for the paginator: points, headers and footers.

import type { Section } from "../../../document/sections.ts";
import { twips, wholeNumber } from "../../../document/values.ts";
import { W } from "../../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";

export interface PageSection {
  /** All lengths are in points. */
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  readonly header: number;
  readonly footer: number;
  readonly columns: number;
  readonly gap: number;
  /** The start of the section: on a new page, or after the previous section. */
  readonly type: Section["type"];
  readonly hasTitlePage: boolean;
  /** The number of its first page; undefined if numbering continues. */
  readonly start?: number;
  readonly format?: string;
  /** Maps `header default` and so on to the number of the part. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Default page, in twentieths of a point: US Letter. */
const USUAL = { width: 12_240, height: 15_840, margin: 1440, distance: 720 };
/** Limits of a page, in twentieths of a point: an inch, and the maximum of Word. */
const [LEAST, MOST] = [1440, 31_680];

export function pageSection(tree: Tree, section: Section, partNumber: (part: string) => number): PageSection {
  const { pageSetup, node } = section;
  const { margins } = pageSetup;
  const width = within(pageSetup.width ?? USUAL.width, LEAST, MOST);
  const height = within(pageSetup.height ?? USUAL.height, LEAST, MOST);
  const side = (value: number | undefined, most: number): number => within(Math.abs(value ?? USUAL.margin), 0, most);
  const left = side(margins.left, width / 2 - 360) + within(margins.gutter ?? 0, 0, 1440);
  const { columns, gap } = readColumns(tree, node);
  return {
    width: width / 20,
    height: height / 20,
    top: side(margins.top, height / 2 - 360) / 20,
    right: side(margins.right, width / 2 - 360) / 20,
    bottom: side(margins.bottom, height / 2 - 360) / 20,
    left: left / 20,
    header: within(margins.header ?? USUAL.distance, 0, height / 2) / 20,
    footer: within(margins.footer ?? USUAL.distance, 0, height / 2) / 20,
    columns,
    gap: gap / 20,
    type: section.type,
    hasTitlePage: section.hasTitlePage,
    ...(pageSetup.numberStart === undefined ? {} : { start: pageSetup.numberStart }),
    ...(pageSetup.numberFormat === undefined ? {} : { format: pageSetup.numberFormat }),
    parts: Object.fromEntries(section.shown.map(({ kind, type, part }) => [`${kind} ${type}`, partNumber(part)])),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function readColumns(tree: Tree, section: NodeId): { columns: number; gap: number } {
  const columns = section === NONE ? NONE : tree.child(section, W.cols);
  if (columns === NONE) return { columns: 1, gap: 0 };
  const count = wholeNumber(tree.attribute(columns, W.num)) ?? 1;
  return { columns: within(count, 1, 8), gap: within(twips(tree.attribute(columns, W.space)) ?? 720, 0, 2880) };
}
