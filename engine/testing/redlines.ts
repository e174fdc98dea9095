// Writes documents with tracked changes that have fixed ids, and renders them, for tests.

import type { WordDocument } from "../src/document/open-document.ts";
import { renderJson } from "../src/render/json/render-json.ts";
import { renderMarkdown } from "../src/render/markdown/render-markdown.ts";
import type { RedlineJson, RenderOptions } from "../src/render/redline.ts";
import { open, type PartName } from "./documents.ts";

const OPTIONS: RenderOptions = {
  kind: "comparison",
  revision: "b.docx",
  documents: [
    { role: "original", name: "a.docx" },
    { role: "modified", name: "b.docx" },
  ],
};

/** Fields of every change in tests, besides type and id. */
export const by = { author: "Ann", revision: "b.docx", date: "2026-01-02T03:04:05Z" } as const;
const BY = 'w:author="Ann" w:date="2026-01-02T03:04:05Z"';

type Tracked = "ins" | "del" | "moveFrom" | "moveTo" | "cellIns" | "cellDel";

/** Returns a tracked element around content; without content it is a mark. */
export function tracked(name: Tracked, id: number | string, content = "", who = BY): string {
  return `<w:${name} w:id="${id}" ${who}>${content}</w:${name}>`;
}

export function run(text: string): string {
  return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

export function ins(id: number | string, text: string, who = BY): string {
  return tracked("ins", id, run(text), who);
}

export function del(id: number | string, text: string, who = BY): string {
  return tracked("del", id, `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`, who);
}

/** Returns a paragraph with an id, and with a tracked mark if `mark` is set. Plain text in `content` becomes a run. */
export function para(id: string, content: readonly string[], mark = ""): string {
  const runs = content.map((piece) => (piece.startsWith("<") ? piece : run(piece))).join("");
  const properties = mark === "" ? "" : `<w:pPr><w:rPr>${mark}</w:rPr></w:pPr>`;
  return `<w:p w14:paraId="${id}">${properties}${runs}</w:p>`;
}

/** Returns a row. `mark` is written into its properties. */
export function row(cells: readonly string[], mark = ""): string {
  return `<w:tr><w:trPr>${mark}</w:trPr>${cells.join("")}</w:tr>`;
}

export function cell(content: string, mark = ""): string {
  return `<w:tc><w:tcPr>${mark}</w:tcPr>${content}</w:tc>`;
}

export function table(...rows: readonly string[]): string {
  return `<w:tbl>${rows.join("")}</w:tbl>`;
}

export function range(half: "moveFrom" | "moveTo", name: string, content: string): string {
  const id = half === "moveFrom" ? 900 : 901;
  return `<w:${half}RangeStart w:id="${id}" w:name="${name}" ${BY}/>${content}<w:${half}RangeEnd w:id="${id}"/>`;
}

export function redlineOf(body: string, parts: Partial<Record<PartName, string>> = {}): RedlineJson {
  return renderJson(open(body, parts), OPTIONS);
}

/** Returns the Markdown of a body, without the line that names the authors of its changes. */
export function markdownOf(body: string, parts: Partial<Record<PartName, string>> = {}): string {
  return shortened(open(body, parts));
}

function shortened(document: WordDocument): string {
  return renderMarkdown(document, OPTIONS).replace(/^<redline[^>]*\/>\n\n/, "");
}
