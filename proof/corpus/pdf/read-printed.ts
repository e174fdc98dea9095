// Reads a printed PDF: the text of each page in drawing order with its colours, and the destinations.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { OPS } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Text that is drawn in one colour. */
export interface DrawnText {
  /** RRGGBB. */
  readonly colour: string;
  readonly text: string;
}

export interface PrintedPdf {
  readonly pages: readonly (readonly DrawnText[])[];
  /** Maps a name to its page, from 0. */
  readonly destinations: ReadonlyMap<string, number>;
}

interface Glyph {
  readonly unicode?: string;
}

export async function readPrinted(pdf: Uint8Array): Promise<PrintedPdf> {
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  const loading = pdfjs.getDocument({
    data: new Uint8Array(pdf),
    ...{ verbosity: 0, disableFontFace: true, useSystemFonts: false },
    ...{ standardFontDataUrl: `${folder}/standard_fonts/`, cMapUrl: `${folder}/cmaps/`, cMapPacked: true },
  });
  try {
    const document = await loading.promise;
    const pages: DrawnText[][] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
      pages.push(drawnTexts(pdfjs.OPS, fnArray, argsArray));
    }
    const destinations = new Map<string, number>();
    const named = (await document.getDestinations()) as ReadonlyMap<string, unknown>;
    for (const [name, place] of named) {
      const [page] = place as [Parameters<typeof document.getPageIndex>[0]];
      destinations.set(name, await document.getPageIndex(page));
    }
    return { pages, destinations };
  } finally {
    await loading.destroy();
  }
}

function drawnTexts(operators: typeof OPS, names: readonly number[], given: readonly unknown[][]): DrawnText[] {
  const drawn: DrawnText[] = [];
  const kept: string[] = [];
  let colour = "000000";
  for (const [at, name] of names.entries()) {
    if (name === operators.save) kept.push(colour);
    else if (name === operators.restore) colour = kept.pop() ?? colour;
    else if (name === operators.setFillRGBColor) colour = String(given[at]![0]).slice(1).toUpperCase();
    else if (name === operators.showText) drawn.push({ colour, text: textOf(given[at]![0] as (Glyph | number)[]) });
  }
  return drawn;
}

function textOf(glyphs: readonly (Glyph | number)[]): string {
  return glyphs.map((glyph) => (typeof glyph === "number" ? "" : (glyph.unicode ?? ""))).join("");
}
