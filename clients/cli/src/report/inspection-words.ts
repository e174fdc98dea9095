// Prints the inspection of a document: one heading per kind, one line per item.

import { countOf, type Inspection, type ScrubKind, type ScrubRequest, scrubKinds } from "@versus/engine/tasks";
import { pathWords } from "../files/write-outputs.ts";
import { printable } from "./printable.ts";

/** Maps each kind to its singular and plural. */
const WORDS: Readonly<Record<ScrubKind, readonly [one: string, more: string]>> = {
  changes: ["tracked change", "tracked changes"],
  comments: ["comment", "comments"],
  hidden: ["hidden text", "hidden texts"],
  authors: ["author", "authors"],
  properties: ["property", "properties"],
  rsids: ["editing session id", "editing session ids"],
};

/** Maximum number of lines per kind. Further lines are counted; --json has them all. */
const MOST_SHOWN = 20;

export function inspectionWords(found: Inspection): string {
  const lines = linesOf(found);
  const kinds = scrubKinds.flatMap((kind) => {
    const own = lines[kind];
    const more = own.length - MOST_SHOWN;
    return [
      counted(found, kind),
      ...own.slice(0, MOST_SHOWN).map((line) => `  ${line}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ];
  });
  const unsearched = Object.entries(found.not_searched).map(([kind, count]) => `${kind.replace("_", " ")} (${count})`);
  const rest = unsearched.length === 0 ? [] : [`not searched: ${unsearched.join(", ")}`];
  return `${[...kinds, ...rest].join("\n")}\n`;
}

/** Returns a line such as `removed 3 comments, 12 tracked changes (accepted) -> out.docx`. */
export function removedWords(
  found: Inspection,
  { remove, changes }: Required<Pick<ScrubRequest, "remove" | "changes">>,
  path: string,
): string {
  const counts = remove
    .filter((kind) => countOf(found, kind) > 0)
    .map((kind) => `${counted(found, kind)}${kind === "changes" ? ` (${changes}ed)` : ""}`);
  return `${counts.length === 0 ? "nothing to remove" : `removed ${counts.join(", ")}`} -> ${pathWords([path])}`;
}

function counted(found: Inspection, kind: ScrubKind): string {
  const count = countOf(found, kind);
  return `${count === 0 ? "no" : count} ${WORDS[kind][count === 1 ? 0 : 1]}`;
}

function linesOf(found: Inspection): Readonly<Record<ScrubKind, readonly string[]>> {
  return {
    changes: found.changes.map(({ kind, author, date, text }) => `${kind}, ${signed(author, date)}${quoted(text)}`),
    comments: found.comments.map(({ author, date, text }) => `${signed(author, date)}${quoted(text)}`),
    hidden: found.hidden.map(({ part, text }) => `${printable(part)}${quoted(text)}`),
    authors: found.authors.map(({ name, changes, comments, properties }) => {
      const places = [
        ...(changes > 0 ? ["changes"] : []),
        ...(comments > 0 ? ["comments"] : []),
        ...properties.map((property) => `property ${printable(property)}`),
      ];
      return `${printable(name)}${places.length === 0 ? "" : `: ${places.join(", ")}`}`;
    }),
    properties: found.properties.map(({ name, value }) => `${printable(name)}${quoted(value)}`),
    rsids: [],
  };
}

function signed(author: string, date: string): string {
  return [author, date]
    .filter((one) => one !== "")
    .map(printable)
    .join(", ");
}

/** Maximum number of characters of a text in the list. */
const MOST_CHARACTERS = 80;

function quoted(text: string): string {
  const line = printable(text.replace(/\s+/g, " ").trim());
  const shown = line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
  return shown === "" ? "" : `: "${shown}"`;
}
