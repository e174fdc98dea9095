// Makes the document for instructions, and the edits with which models answer.

import { paragraph, richDocument } from "./word.ts";

export const texts = [
  "Services Agreement",
  "1. Term. The notice period is thirty days.",
  "2. Fees. The fee is 100 euros a month.",
  "3. Law. English law governs this agreement.",
  ...["Item", "Price", "Support", "20 euros"],
  "Signed by both parties.",
] as const;

const cell = (text: string) => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`;
const row = (...cells: readonly string[]) => `<w:tr>${cells.map(cell).join("")}</w:tr>`;
const grid = '<w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid>';
const table = `<w:tbl><w:tblPr/>${grid}${row("Item", "Price")}${row("Support", "20 euros")}</w:tbl>`;

const [title, term, fees, law] = texts;

export interface Further {
  /** Markup before the title, after the law clause, and at the end. */
  readonly first?: string;
  readonly middle?: string;
  readonly last?: string;
  /** Markup in the paragraph about fees. */
  readonly inFees?: string;
  readonly parts?: Readonly<Record<string, string>>;
}

/** Returns the agreement with the given insertions. All paragraphs of `texts` remain. */
export function agreementWith({ first = "", middle = "", last = "", inFees = "", parts = {} }: Further = {}): Buffer {
  const feesWith = paragraph(fees).replace("</w:p>", `${inFees}</w:p>`);
  const body = [first, paragraph(title), paragraph(term), feesWith, paragraph(law), middle, table];
  return richDocument([...body, paragraph("Signed by both parties."), last].join(""), parts);
}

/** Returns an answer of a model: edits, each step with the words of the instruction that ask for it. */
export function answer(...steps: readonly (readonly [asked: string, ...edits: readonly object[]])[]): string {
  return JSON.stringify({ steps: steps.map(([asked, ...edits]) => ({ asked, edits })) });
}

export function replace(index: number, match: string, content: unknown) {
  return { type: "replace", paragraphs: { index }, text: { match }, content };
}

export function addAfter(index: number, ...contents: readonly unknown[]) {
  const destination = { paragraph: { index }, position: "after" };
  return { type: "insert_paragraphs", destination, new_paragraphs: contents.map((content) => ({ content })) };
}

/** Returns the texts with some of them replaced. */
export function textsWith(changed: Readonly<Record<number, string>>): string[] {
  return texts.map((text, index) => changed[index] ?? text);
}
