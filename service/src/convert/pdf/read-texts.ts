// The pieces of text of a page, upright, with the look of their fonts.

import type { PlacedText } from "@versus/engine/tasks";
import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { type Matrix, times } from "./matrix.ts";

type TextContent = Awaited<ReturnType<PDFPageProxy["getTextContent"]>>;

export interface PageTexts {
  readonly texts: readonly PlacedText[];
  readonly turned: readonly string[];
}

export function readTexts(page: PDFPageProxy, { items }: TextContent, viewport: readonly number[]): PageTexts {
  const looks = new Map<string, FontLook>();
  const texts: PlacedText[] = [];
  const turned: string[] = [];
  for (const item of items) {
    if (!("str" in item) || item.str === "") continue;
    const [a, b, c, d, x, y] = times(viewport as unknown as Matrix, item.transform as unknown as Matrix);
    if (Math.abs(b) > Math.abs(a)) {
      turned.push(item.str);
      continue;
    }
    const look = looks.get(item.fontName) ?? lookOf(page, item.fontName);
    looks.set(item.fontName, look);
    const size = Math.hypot(c, d);
    const place = { x, y, width: item.width, size, order: texts.length };
    texts.push({ text: item.str, ...place, ...look, isRightToLeft: item.dir === "rtl" });
  }
  return { texts, turned };
}

interface FontLook {
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** Fonts say bold and italic in their names: `AAAAAI+Calibri-BoldItalic`, `TimesNewRomanPS-BoldMT`. */
function lookOf(page: PDFPageProxy, id: string): FontLook {
  const font: { name?: string } | undefined = page.commonObjs.has(id) ? page.commonObjs.get(id) : undefined;
  const name = font?.name ?? "";
  return { isBold: /bold|black|heavy|demi/i.test(name), isItalic: /italic|oblique|kursiv/i.test(name) };
}
