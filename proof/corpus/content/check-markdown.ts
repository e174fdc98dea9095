// Checks both Markdown texts of a document against its content JSON and its decided text.

import { readView, storiesOf, type WordDocument } from "@versus/engine/inside";
import type { ContentJson } from "@versus/engine/tasks";
import type { Side } from "../compare/rebuild-json.ts";
import { rebuildMarkdown } from "../compare/rebuild-markdown.ts";
import { contentParts } from "./content-parts.ts";

/**
 * Returns a problem unless the plain text contains every non-empty paragraph of the accepted body in order, without
 * tags of changes, paragraphs or objects.
 */
export function checkPlain(document: WordDocument, markdown: string): string {
  if (/(?<!\\)<(?:p|ins|del|moved-from|moved-to|object)[ />]/.test(markdown)) return "a tag";
  const text = withoutEscapes(markdown);
  let at = 0;
  for (const [index, paragraph] of acceptedBody(document).entries()) {
    const found = text.indexOf(paragraph, at);
    if (found < 0) return `paragraph ${index} is not there`;
    at = found + paragraph.length;
  }
  return "";
}

const PLAIN: Readonly<Record<string, string>> = { "<br/>": "\n", '<br class="page"/>': "\f", "&#13;": "\r" };

/** Returns the text without Markdown's own markup: escapes, breaks, marks of notes. */
function withoutEscapes(markdown: string): string {
  return markdown.replace(
    /\\([\\[\]*_`|#<&])|\[\^e?\d+\]|<br\/>|<br class="page"\/>|&#13;/g,
    (markup, escaped?: string) => {
      return escaped ?? PLAIN[markup] ?? "";
    },
  );
}

function acceptedBody(document: WordDocument): string[] {
  return bodyTexts(document, "revised").filter((text) => text !== "");
}

function bodyTexts(document: WordDocument, side: Side): string[] {
  const body = storiesOf(document).find(({ kind }) => kind === "body");
  return body === undefined ? [] : readView(body, side === "base" ? "rejected" : "accepted").map(({ text }) => text);
}

const ADDRESS = /<p unid="([^"]*)" index="(\d+)"( part="[^"]*"[^>]*?)?( label="[^"]*")?\/>/g;

/**
 * Returns a problem unless the staged text names every paragraph once, by id and address. Both versions of the body
 * must rebuild from it, and the numbers of its tags must be those of changes of the same kind.
 */
export function checkStaged(document: WordDocument, content: ContentJson, markdown: string): string {
  const told = [...markdown.matchAll(ADDRESS)].map(([, id, index, part = ""]) => `${id} ${index}${part}`);
  const wanted = contentParts(content).flatMap(({ locator, blocks }) => {
    const names = Object.entries(locator).map(([key, value]) => ` ${key === "kind" ? "part" : key}="${value}"`);
    return blocks.map(({ id, index }) => `${id} ${index}${locator.kind === "body" ? "" : names.join("")}`);
  });
  if (told.toSorted().join("\n") !== wanted.toSorted().join("\n")) return "addresses";
  const body = bodyOf(markdown);
  for (const side of ["base", "revised"] as const) {
    if (rebuildMarkdown(body, side).join("\n\n") !== bodyTexts(document, side).join("\n\n")) return `the ${side} text`;
  }
  return checkNumbers(content, markdown);
}

/** Returns the text before the first paragraph of another part. */
function bodyOf(markdown: string): string {
  const other = markdown.search(/<p unid="[^"]*" index="\d+" part=/);
  return other < 0 ? markdown : markdown.slice(0, Math.max(0, markdown.lastIndexOf("\n\n", other)));
}

/** The number of a tag must be the number of a change of the same kind. */
function checkNumbers({ revisions }: ContentJson, markdown: string): string {
  const tags = markdown.matchAll(/<(ins|del|moved-from|moved-to)(?: move-id="\d+")? id="[^"]*" number="(\d+)"/g);
  for (const [, name = "", number] of tags) {
    const kind = revisions[Number(number) - 1]?.kind;
    const isSame = kind === (name.startsWith("moved") ? "move" : name === "ins" ? "insertion" : "deletion");
    // A move with only one of its two positions is written as an insertion or deletion.
    if (!isSame && kind !== "move") return `number ${number}`;
  }
  return "";
}
