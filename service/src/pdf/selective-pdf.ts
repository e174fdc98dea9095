// Writes a selective comparison as a PDF.
//
// It shows the names of both files, the numbers of unchanged and changed paragraphs, and then each paragraph after its
// list number. Inserted text is blue and underlined, deleted text is red and struck through. The same comparison, names
// and time give the same bytes.

import type { SelectiveParagraph } from "@versus/engine/tasks";
import type { StyledText } from "./lay-out.ts";
import { Sheet } from "./sheet.ts";

export interface SelectivePdf {
  readonly names: { readonly original: string; readonly modified: string };
  readonly summary: Readonly<Record<SelectiveParagraph["status"], number>>;
  readonly paragraphs: readonly SelectiveParagraph[];
  readonly createdAt: Date;
}

export async function writeSelectivePdf(comparison: SelectivePdf): Promise<Uint8Array> {
  const sheet = new Sheet(comparison.createdAt, titleOf(comparison));
  sheet.writeSmall(titleOf(comparison));
  sheet.writeSmall(summaryOf(comparison));
  sheet.rule();
  for (const paragraph of comparison.paragraphs) sheet.writeParagraph(numberOf(paragraph), styledText(paragraph));
  return sheet.end();
}

function titleOf({ names }: SelectivePdf): string {
  return `${names.original} compared with ${names.modified}`;
}

function summaryOf({ summary }: SelectivePdf): string {
  const { unchanged, modified, inserted, deleted } = summary;
  return `Paragraphs: ${unchanged} unchanged, ${modified} modified, ${inserted} inserted, ${deleted} deleted`;
}

/** Returns the list number; a changed number is shown as changed text. */
function numberOf({ original_number, modified_number, status }: SelectiveParagraph): StyledText[] {
  const [before, after] = [shownNumber(original_number), shownNumber(modified_number)];
  if (before === after && status !== "inserted" && status !== "deleted") return [{ text: before, style: "plain" }];
  return [
    { text: before, style: "deleted" },
    { text: after, style: "inserted" },
  ];
}

/** Replaces the signs of symbol fonts by bullets, because no other font contains them. */
function shownNumber(number = ""): string {
  return number.replaceAll(/[\uf000-\uf0ff]/g, "\u2022");
}

function styledText({ content }: SelectiveParagraph): StyledText[] {
  return content.map(({ type, text }) => ({
    text,
    style: type === undefined ? "plain" : type === "insertion" ? "inserted" : "deleted",
  }));
}
