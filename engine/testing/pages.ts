// Makes pages of placed texts, and converts them to documents, for tests.

import { nodeZlib } from "../platform/node-zlib.ts";
import { openDocument } from "../src/document/open-document.ts";
import { wordNames } from "../src/document/word-names.ts";
import type { PlacedBox, PlacedPage, PlacedText } from "../src/reflow/page.ts";
import type { ContentJson } from "../src/render/content/content.ts";
import { contentTask } from "../src/tasks/content-task.ts";
import { reflowTask } from "../src/tasks/reflow-task.ts";

/** Width of a character of the fixtures, as a share of its height. */
const WIDTH = 0.5;
export const LEFT = 72;
export const RIGHT = 540;

export type Style = Partial<
  Pick<PlacedText, "size" | "isBold" | "isItalic" | "isRightToLeft" | "isSpaceAfter" | "spaceStretch" | "paragraph">
>;

export function at(x: number, y: number, text: string, style: Style = {}): PlacedText {
  const { size = 10 } = style;
  const width = text.length * WIDTH * size;
  return { isBold: false, isItalic: false, isRightToLeft: false, ...style, text, x, y, size, width };
}

/** Returns a line that fills the page, so that no word fits after it. */
export function full(y: number, start: string, x = LEFT): PlacedText {
  const characters = Math.floor((RIGHT - x) / 5);
  return at(
    x,
    y,
    start
      .padEnd(characters, " lorem ipsum")
      .slice(0, characters - 1)
      .concat("m"),
  );
}

export function page(texts: readonly PlacedText[], boxes: readonly PlacedBox[] = []): PlacedPage {
  return { width: 612, height: 792, texts, boxes, turned: [] };
}

export const across = (left: number, right: number, y: number): PlacedBox => ({ left, right, top: y, bottom: y });
export const down = (x: number, top: number, bottom: number): PlacedBox => ({ left: x, right: x, top, bottom });

export function contentOf(pages: readonly PlacedPage[]): ContentJson {
  const { docx } = reflowTask({ pages, date: "2026-01-02T03:04:05Z", codec: nodeZlib });
  openDocument(docx, { codec: nodeZlib, names: wordNames() });
  const { json } = contentTask({ document: docx, codec: nodeZlib });
  return JSON.parse(new TextDecoder().decode(json)) as ContentJson;
}

/** Returns paragraphs as `label|text`, those of tables as `row.column text`. Long texts are shortened. */
export function shown(pages: readonly PlacedPage[]): string[] {
  return contentOf(pages)
    .blocks.filter(({ text }) => text !== "")
    .map(({ text, list, table }) => {
      const place = table === undefined ? "" : `${table.row}.${table.column} `;
      const label = list?.number === undefined ? "" : `${list.number}|`;
      return place + label + (text.length > 30 ? `${text.slice(0, 12)}…${text.slice(-6)}` : text);
    });
}

export const filler = [full(700, "Last but one"), at(LEFT, 712, "End.")];
