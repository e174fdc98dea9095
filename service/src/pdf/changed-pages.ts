// Finds the pages of a printed redline that show a change, by the colours of the print copy.
//
// A changed header is printed on every page of its section, so it would make all of them changed pages. It counts only
// on the first page that shows it (PDF-3). The colours are explained in docs/design/print.md.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Sentinel } from "@versus/engine/tasks";

/** Returns the indexes of the changed pages, from 0, in ascending order. */
export async function changedPages(pdf: Uint8Array, sentinels: readonly Sentinel[]): Promise<number[]> {
  if (sentinels.length === 0) return [];
  const marked = new Map(sentinels.map((sentinel) => [`#${sentinel.colour.toLowerCase()}`, sentinel]));
  const changed = new Set<number>();
  const shown = new Set<string>();
  for (const [page, colours] of (await coloursByPage(pdf)).entries()) {
    for (const colour of colours) {
      const sentinel = marked.get(colour);
      if (sentinel === undefined) continue;
      const isRepeated = sentinel.story === "header" || sentinel.story === "footer";
      if (!isRepeated || !shown.has(sentinel.part)) changed.add(page);
      if (isRepeated) shown.add(sentinel.part);
    }
  }
  return [...changed].sort((one, other) => one - other);
}

/** Returns the fill and stroke colours of each page, as #rrggbb. */
async function coloursByPage(pdf: Uint8Array): Promise<Set<string>[]> {
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  const loading = pdfjs.getDocument({
    data: new Uint8Array(pdf),
    ...{ verbosity: 0, disableFontFace: true, useSystemFonts: false },
    ...{ standardFontDataUrl: `${folder}/standard_fonts/`, cMapUrl: `${folder}/cmaps/`, cMapPacked: true },
  });
  const wanted = new Set([pdfjs.OPS.setFillRGBColor, pdfjs.OPS.setStrokeRGBColor]);
  try {
    const document = await loading.promise;
    const pages: Set<string>[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
      const colours = fnArray.flatMap((operator, at) => (wanted.has(operator) ? [String(argsArray[at]?.[0])] : []));
      pages.push(new Set(colours));
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}
