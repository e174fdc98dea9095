// Checks that a window of a document, its middle third, reads the same as in the whole document.

import { nodeZlib } from "@versus/engine/node-zlib";
import { type ContentJson, readPartTask } from "@versus/engine/tasks";
import { contentProblems } from "./validate-content.ts";

/** Returns the first difference between the window and the whole document; empty if they are equal. */
export function checkParts(bytes: Uint8Array, whole: ContentJson, staged: string): string {
  const count = whole.blocks.length;
  if (count === 0) return "";
  const window = { from: Math.floor(count / 3), through: Math.floor((2 * count) / 3) };
  const read = (reading: "json" | "staged"): string => {
    const outcome = readPartTask({ document: bytes, codec: nodeZlib, reading, ...window });
    return outcome.kind === "part_read" ? new TextDecoder().decode(outcome.content) : "";
  };
  return checkJson(JSON.parse(read("json")), whole, window) || checkStaged(read("staged"), staged, window);
}

interface Window {
  readonly from: number;
  readonly through: number;
}

function checkJson(part: ContentJson, whole: ContentJson, { from, through }: Window): string {
  if (contentProblems(part).length > 0) return "schema";
  const wanted = whole.blocks.slice(from, through + 1);
  if (JSON.stringify(part.blocks) !== JSON.stringify(wanted)) return "paragraphs";
  const named = new Set(part.styles.map(({ style_id }) => style_id));
  const known = new Set(whole.styles.map(({ style_id }) => style_id));
  const isMissing = ({ style_id }: { readonly style_id?: string }) =>
    style_id !== undefined && known.has(style_id) && !named.has(style_id);
  return part.blocks.some(isMissing) ? "styles" : "";
}

/**
 * The window may add paragraphs, because it contains whole table rows. No paragraph of the window may be missing or
 * differ.
 */
function checkStaged(part: string, whole: string, { from, through }: Window): string {
  const told = bodyParagraphs(part);
  const wanted = bodyParagraphs(whole);
  for (let index = from; index <= through; index += 1) {
    if (wanted.has(index) && !told.has(index)) return `staged ${index}`;
  }
  for (const [index, tag] of told) if (wanted.get(index) !== tag) return `staged ${index}`;
  return "";
}

/** Maps the index of a paragraph of the body to its tag. */
function bodyParagraphs(staged: string): ReadonlyMap<number, string> {
  const tags = staged.matchAll(/(?<!\\)<p unid="[^"]*" index="(\d+)"(?! part=)[^>]*\/>/g);
  return new Map([...tags].map(([tag, index]) => [Number(index), tag]));
}
