// Returns the content of a document as lines. Lists are numbered by their first occurrence.
//
// Ids and the results of cross-references are left out. So are bookmarks: the bookmarks of a deleted paragraph stay,
// and their position does not matter.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";

type Segment = ContentParagraph["content"][number];

/** Returns lines that each begin with the kind of their content. Documents with equal content have equal lines. */
export function canonicalContent(content: ContentJson): string[] {
  const lists = new Map<string, number>();
  const instances = new Map<number, number>();
  const revisionOf = (number: number | undefined): string => {
    const found = content.revisions.find((revision) => revision.number === number);
    return found === undefined ? "" : `${found.kind} by ${found.author} ${found.date}`;
  };
  const paragraph = (one: ContentParagraph): unknown => {
    const { id: _, text: __, content: segments, list, mark, bookmarks: ___, ...rest } = one;
    return {
      ...rest,
      segments: segmentsOf(segments, revisionOf),
      list: list && { ...list, list_style: nth(lists, list.list_style), instance: nth(instances, list.instance) },
      mark: mark && revisionOf(mark.revision),
    };
  };
  const line = (kind: string, value: unknown): string => `${kind} ${JSON.stringify(value)}`;
  const part =
    (kind: string) =>
    (one: { readonly blocks: readonly ContentParagraph[] }): string[] => {
      const { blocks, ...rest } = one;
      return [
        line(kind, { ...rest, text_before: undefined }),
        ...blocks.map((block) => line(`${kind} paragraph`, paragraph(block))),
      ];
    };
  const withoutShown = leaveOutShown(content);
  return [
    ...content.blocks.map((block) => line("paragraph", paragraph(block))),
    ...content.tables.map((table) => line("table", table)),
    ...content.sections.map((section) => line("section", section)),
    ...content.headers.flatMap(part("header")),
    ...content.footers.flatMap(part("footer")),
    ...content.notes.flatMap(part("note")),
    // Clean copies leave out comments that no text refers to.
    ...content.comments
      .filter((comment) => comment.paragraph !== undefined)
      .map(({ number: _, ...comment }) => line("comment", { ...comment, anchor_text: anchorText(content, comment) })),
    ...content.revisions.map(({ kind, author, date, text }) =>
      line("revision", { kind, author, date, text: withoutShown(text) }),
    ),
    line("settings", content.settings),
  ];
}

/** Returns the number of a name, in the order in which names are first met. */
function nth<Name>(known: Map<Name, number>, name: Name): number {
  if (!known.has(name)) known.set(name, known.size + 1);
  return known.get(name)!;
}

/**
 * Returns a function that removes the results of cross-references from the text of a change. It handles a text that
 * equals a paragraph with references, or that contains a paragraph which also has a word.
 */
function leaveOutShown({ blocks, headers, footers, notes }: ContentJson): (text: string) => string {
  const paragraphs = [...blocks, ...[...headers, ...footers, ...notes].flatMap((part) => part.blocks)];
  const shown = paragraphs
    .map(({ text, content }) => ({ all: trimmed(text), left: trimmed(textBesides(content)) }))
    .filter(({ all, left }) => all !== left);
  return (text) =>
    shown.reduce(
      (rest, { all, left }) => (WORD.test(left) || rest === all ? rest.replace(all, () => left) : rest),
      text,
    );
}

const WORD = /\b[nw]\d{4}/;

/** Removes line breaks at the end of a change's text. */
function trimmed(text: string): string {
  return text.replace(/\n+$/, "");
}

/** Returns the text that a comment is about, with a sign for each cross-reference whose result overlaps it. */
function anchorText(
  { blocks }: ContentJson,
  { paragraph, anchor_text }: Pick<ContentJson["comments"][number], "paragraph" | "anchor_text">,
): string {
  if (paragraph === undefined || paragraph.part !== undefined) return anchor_text;
  const shown: { readonly from: number; readonly to: number }[] = [];
  let text = "";
  for (const block of blocks.slice(paragraph.index)) {
    for (const piece of piecesOf(block.content)) {
      if (piece.isShown) shown.push({ from: text.length, to: text.length + piece.text.length });
      text += piece.text;
    }
    text += "\n";
  }
  const starts = Array.from({ length: blocks[paragraph.index]!.text.length + 1 }, (_, from) => from);
  const places = starts.filter((from) => text.startsWith(anchor_text, from));
  const told = places.map((start) => {
    const end = start + anchor_text.length;
    const inside = shown.filter(({ from, to }) => from < end && to > start);
    const parts = [start, ...inside.map(({ to }) => to)].map((from, at) => text.slice(from, inside[at]?.from ?? end));
    return { sign: parts.join("\u2192"), length: parts.join("").length };
  });
  // The results of references may contain the same text. The match with the least text of results is the right one.
  return told.reduce((best, one) => (one.length > best.length ? one : best), { sign: anchor_text, length: -1 }).sign;
}

/** Returns the text of segments without the results of cross-references. */
export function textBesides(segments: readonly Segment[]): string {
  return piecesOf(segments)
    .filter(({ isShown }) => !isShown)
    .map(({ text }) => text)
    .join("");
}

function piecesOf(segments: readonly Segment[]): { readonly text: string; readonly isShown: boolean }[] {
  return segments.flatMap((segment) => {
    if ("type" in segment && segment.type === "hyperlink") return piecesOf(segment.content);
    return [{ text: textOf(segment), isShown: "code" in segment && REFERENCE.test(segment.code) }];
  });
}

function textOf(segment: Segment): string {
  if ("text" in segment) return segment.text;
  if (segment.type === "tab") return "\t";
  return segment.type === "break" ? (segment.kind === "line" ? "\n" : "\f") : "";
}

const REFERENCE = /^(PAGE)?REF /;

type Told = Record<string, unknown>;

/**
 * Returns segments for comparison: without the results of cross-references, which were computed at another time, and
 * with equal neighbours joined.
 */
function segmentsOf(segments: readonly Segment[], revisionOf: (number: number | undefined) => string): Told[] {
  const told = segments.flatMap((segment): Told[] => {
    const { revision, ...rest } = segment as Segment & { readonly revision?: number };
    const one: Told = { ...rest, ...(revision === undefined ? {} : { revision: revisionOf(revision) }) };
    if (one.type === "hyperlink") return [{ ...one, content: segmentsOf(one.content as Segment[], revisionOf) }];
    if (one.type !== "field") return [one];
    // A simple field may have become a field of several runs, which contain less about its result.
    const { type, code, text } = one;
    if (text === "") return [];
    return [
      REFERENCE.test(String(code)) ? { type, code: String(code).replace(/_Ref\d+/, "_Ref") } : { type, code, text },
    ];
  });
  return joined(told);
}

/** Joins neighbours of the same format, and adjacent links to the same address. */
function joined(segments: readonly Told[]): Told[] {
  const merged: Told[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    if (last !== undefined && isAlike(last, segment))
      merged.splice(-1, 1, { ...last, text: `${last.text}${segment.text}` });
    else if (segment.type === "hyperlink" && last?.type === "hyperlink" && last.url === segment.url) {
      const content = joined([...(last.content as Told[]), ...(segment.content as Told[])]);
      merged.splice(-1, 1, { ...last, content });
    } else merged.push(segment);
  }
  return merged;
}

function isAlike(one: Told, other: Told): boolean {
  if ("type" in one || "type" in other) return false;
  return JSON.stringify({ ...one, text: "" }) === JSON.stringify({ ...other, text: "" });
}

/** Describes the first difference between two documents; undefined if they are equal. */
export function contentDifference(one: readonly string[], other: readonly string[]): string | undefined {
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).find(
    (index) => one[index] !== other[index],
  );
  return at === undefined ? undefined : `line ${at}\n  ${one[at] ?? "(nothing)"}\n  ${other[at] ?? "(nothing)"}`;
}
