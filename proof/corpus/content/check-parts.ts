// A window of a document, its middle third, tells what the whole tells of those paragraphs.

import { nodeZlib } from "@versus/engine/node-zlib";
import { type ContentJson, readPartTask } from "@versus/engine/tasks";
import { contentProblems } from "./validate-content.ts";

/** The first difference between the window and the whole; empty if there is none. */
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

/** Whole rows may add paragraphs; none of the window is missing, and none reads otherwise. */
function checkStaged(part: string, whole: string, { from, through }: Window): string {
  const told = bodyParagraphs(part);
  const wanted = bodyParagraphs(whole);
  for (let index = from; index <= through; index += 1) {
    if (wanted.has(index) && !told.has(index)) return `staged ${index}`;
  }
  for (const [index, tag] of told) if (wanted.get(index) !== tag) return `staged ${index}`;
  return "";
}

/** The tags of the paragraphs of the body, by index. */
function bodyParagraphs(staged: string): ReadonlyMap<number, string> {
  const tags = staged.matchAll(/(?<!\\)<p unid="[^"]*" index="(\d+)"(?! part=)[^>]*\/>/g);
  return new Map([...tags].map(([tag, index]) => [Number(index), tag]));
}
