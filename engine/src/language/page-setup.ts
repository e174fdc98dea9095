// Reads and writes the `page_setup` object of a section (EDT-60): the pages of a `w:sectPr`.
//
// Lengths are points. A paper size is reported by name if it has one, in either orientation. Writing an orientation turns the
// paper: width and height are exchanged if necessary.

import { UNSIGNED_MARGINS } from "../document/sections.ts";
import { twips, wholeNumber } from "../document/values.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import {
  type FormatProblems,
  type FormatProperty,
  formatProblems,
  formatSchema,
  formatShapes,
  formatTable,
  readFormat,
  switchKey,
  writeFormat,
} from "./format-keys.ts";
import { described, either, fields, numbers, oneOf, only, type Shape } from "./value-shapes.ts";

export type Margin = "top" | "right" | "bottom" | "left" | "header" | "footer" | "gutter";

export interface PageSetupJson {
  readonly orientation?: "portrait" | "landscape";
  readonly paper?: string | { readonly width: number; readonly height: number };
  readonly margins?: { readonly [Side in Margin]?: number };
  readonly different_first_page?: boolean;
  readonly page_numbering?: { readonly start?: number | null; readonly number_format?: string };
}

export type PageSetupChange = { readonly [Key in keyof PageSetupJson]?: PageSetupJson[Key] | null };

/** Returns the page setup of a `w:sectPr`; undefined if it sets nothing or is `NONE`. */
export function readPageSetupJson({ tree }: { readonly tree: Tree }, section: NodeId): PageSetupJson | undefined {
  return readFormat(pageSetup, tree, section);
}

/** Sets and removes properties of a `w:sectPr` as a checked object requests. */
export function writePageSetup({ tree }: { readonly tree: Tree }, section: NodeId, change: PageSetupChange): void {
  writeFormat(pageSetup, tree, section, change);
}

/** Returns the unknown keys of an object, and the keys with an invalid value. */
export function pageSetupProblems(change: object): FormatProblems {
  return formatProblems(pageSetup, change);
}

/** Maps a name to the size in portrait orientation, in twentieths of a point. */
const PAPERS: ReadonlyMap<string, readonly [width: number, height: number]> = new Map([
  ["letter", [12240, 15840]],
  ["legal", [12240, 20160]],
  ["executive", [10440, 15120]],
  ["tabloid", [15840, 24480]],
  ["a3", [16838, 23811]],
  ["a4", [11906, 16838]],
  ["a5", [8391, 11906]],
]);
/** In twentieths of a point. Programs round millimetres differently, and no two papers are as similar as this. */
const TOLERANCE = 20;

const paperSide = numbers({ least: 72, most: 1584, unit: "points" });

const paperSize = fields(
  {
    width: described(paperSide, "The width in points."),
    height: described(paperSide, "The height in points."),
  },
  ["width", "height"],
);

const paperKey: FormatProperty = {
  shape: either(oneOf([...PAPERS.keys()]), paperSize),
  element: W.pgSz,
  read: (tree, node) => {
    const [width, height] = sizeOf(tree, node);
    return width === undefined || height === undefined
      ? undefined
      : (paperName(width, height) ?? { width: width / 20, height: height / 20 });
  },
  say: (value) => {
    // attributes
    if (value === null) return [W.w, W.h, W.code].map((name) => [name, undefined] as const);
    return [[W.code, undefined]];
  },
  // A named paper keeps the orientation of the page. Explicit width and height determine the orientation themselves.
  fill: (tree, node, value) => {
    if (value === null) return;
    const isAcross = liesAcross(tree, node);
    const { width, height } = value as { width: number; height: number };
    const [w, h] = PAPERS.get(String(value)) ?? [Math.round(width * 20), Math.round(height * 20)];
    tree.setAttribute(node, W.w, `${w}`);
    tree.setAttribute(node, W.h, `${h}`);
    if (typeof value === "string") turn(tree, node, isAcross);
    else if (w <= h) tree.setAttribute(node, W.orient, undefined);
  },
};

const orientationKey: FormatProperty = {
  shape: oneOf(["portrait", "landscape"]),
  element: W.pgSz,
  read: (tree, node) => (liesAcross(tree, node) ? "landscape" : "portrait"),
  say: (value) => [[W.orient, value === "landscape" ? "landscape" : undefined]],
  fill: (tree, node, value) => {
    if (value !== null) turn(tree, node, value === "landscape");
  },
};

function liesAcross(tree: Tree, node: NodeId): boolean {
  const [width = 0, height = 0] = sizeOf(tree, node);
  return tree.attribute(node, W.orient) === "landscape" || width > height;
}

function sizeOf(tree: Tree, node: NodeId): [number | undefined, number | undefined] {
  return [twips(tree.attribute(node, W.w)), twips(tree.attribute(node, W.h))];
}

function paperName(width: number, height: number): string | undefined {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const isNear = ([w, h]: readonly [number, number]): boolean =>
    Math.abs(w - short) <= TOLERANCE && Math.abs(h - long) <= TOLERANCE;
  return [...PAPERS].find(([, size]) => isNear(size))?.[0];
}

/** Exchanges width and height if the orientation requires it. */
function turn(tree: Tree, node: NodeId, isAcross: boolean): void {
  const [width, height] = [tree.attribute(node, W.w), tree.attribute(node, W.h)];
  const [w = 0, h = 0] = sizeOf(tree, node);
  if (w === h || w > h === isAcross) return;
  tree.setAttribute(node, W.w, height);
  tree.setAttribute(node, W.h, width);
}

/** The default values of Word. The schema requires all of these attributes. */
// attributes
const MARGINS: readonly (readonly [Margin, NameId, number])[] = [
  ["top", W.top, 1440],
  ["right", W.right, 1440],
  ["bottom", W.bottom, 1440],
  ["left", W.left, 1440],
  ["header", W.header, 720],
  ["footer", W.footer, 720],
  ["gutter", W.gutter, 0],
];

/** Margins that may be negative. A negative one is exact: text may reach into the header or footer. */
const SIGNED: ReadonlySet<Margin> = new Set(
  MARGINS.flatMap(([side, name]) => (UNSIGNED_MARGINS.includes(name) ? [] : [side])),
);
const signedMargin = numbers({ least: -1584, most: 1584, unit: "points" });
const plainMargin = numbers({ least: 0, most: 1584, unit: "points" });

function marginShape(side: Margin): Shape {
  if (!SIGNED.has(side)) return described(plainMargin, `The ${side} margin in points.`);
  return described(
    signedMargin,
    `The ${side} margin in points. A negative value stays fixed even if the header or footer is taller.`,
  );
}

const marginsKey: FormatProperty = {
  shape: fields(Object.fromEntries(MARGINS.map(([side]) => [side, marginShape(side)]))),
  element: W.pgMar,
  read: (tree, node) => {
    const sides = MARGINS.flatMap(([side, name]) => {
      const margin = twips(tree.attribute(node, name));
      const isKnown = margin !== undefined && (margin >= 0 || SIGNED.has(side));
      return isKnown ? [[side, margin / 20]] : [];
    });
    return sides.length === 0 ? undefined : Object.fromEntries(sides);
  },
  say: (value) => (value === null ? MARGINS.map(([, name]) => [name, undefined] as const) : []),
  fill: (tree, node, value) => {
    if (value === null) return;
    const given = value as NonNullable<PageSetupJson["margins"]>;
    for (const [side, name, usual] of MARGINS) {
      const margin = given[side];
      if (margin !== undefined) tree.setAttribute(node, name, `${Math.round(margin * 20)}`);
      else if (tree.attribute(node, name) === undefined) tree.setAttribute(node, name, `${usual}`);
    }
  },
};

const PAGE_NUMBERS: ReadonlyMap<string, string> = new Map([
  ["decimal", "decimal"],
  ["lowerRoman", "lower_roman"],
  ["upperRoman", "upper_roman"],
  ["lowerLetter", "lower_letter"],
  ["upperLetter", "upper_letter"],
]);

const numberingKey: FormatProperty = {
  shape: fields({
    start: described(
      either(numbers({ least: 0, step: 1 }), only(null)),
      "The number of the first page; null continues the section before.",
    ),
    number_format: described(oneOf([...PAGE_NUMBERS.values()]), "How page numbers look."),
  }),
  element: W.pgNumType,
  read: (tree, node) => {
    const start = wholeNumber(tree.attribute(node, W.start));
    const format = PAGE_NUMBERS.get(tree.attribute(node, W.fmt) ?? "");
    if (start === undefined && format === undefined) return undefined;
    return { ...(start === undefined ? {} : { start }), ...(format === undefined ? {} : { number_format: format }) };
  },
  say: (value) => {
    const { start, number_format: format } = (value ?? { start: null }) as NonNullable<PageSetupJson["page_numbering"]>;
    const written = [...PAGE_NUMBERS].find(([, name]) => name === format)?.[0];
    return [
      ...(start === undefined ? [] : [[W.start, start === null ? undefined : `${start}`] as const]),
      ...(written === undefined && value !== null ? [] : [[W.fmt, written] as const]),
    ];
  },
  // Has no children to write. It is present so that an element without attributes is removed.
  fill: () => {},
};

const ORDER =
  "headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings sectPrChange";

/** The paper is written before the orientation, which turns it. */
const pageSetup = formatTable(
  {
    paper: paperKey,
    orientation: orientationKey,
    margins: marginsKey,
    different_first_page: switchKey(W.titlePg),
    page_numbering: numberingKey,
  } satisfies Readonly<Record<keyof PageSetupJson, FormatProperty>>,
  {
    order: ORDER,
    meanings: {
      paper: "The paper size by name, or its width and height in points.",
      orientation: "Portrait or landscape.",
      margins: "The margins in points; a side that is absent keeps its margin.",
      different_first_page: "Gives the first page its own header and footer.",
      page_numbering: "The number of the first page (null continues the section before) and how numbers look.",
    },
  },
);

/** The JSON Schema of a page setup as it is read. */
export const pageSetupSchema = formatSchema(pageSetup);
/** Maps a key to the shape of its values. */
export const pageSetupShapes = formatShapes(pageSetup);
