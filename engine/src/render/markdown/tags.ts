// Writes the tags of the Markdown: changes, paragraphs and objects.

import type { Change, ChangeType, MarkChange, ParagraphBlock, PlainSegment, RedlineSummary } from "../redline.ts";
import { escapeAttribute } from "./escapes.ts";

const NAMES: Readonly<Record<ChangeType, string>> = {
  insertion: "ins",
  deletion: "del",
  moved_from: "moved-from",
  moved_to: "moved-to",
};

/** Decides what the Markdown shows besides text and changes. */
export interface Marking {
  /** Returns the opening tag of a paragraph. */
  paragraph(block: ParagraphBlock): string;
  /** Returns the tag of an object without text. */
  object(segment: PlainSegment): string;
  /** Returns the attributes of a change besides its id and the number of its move. */
  change(change: Change): string;
}

/** The attributes that the first line gives for all changes. */
export type SharedAttributes = Partial<Pick<Change, "author" | "revision" | "date">>;

/**
 * Returns the marking of a redline (docs/design/render.md). A change repeats an attribute only if it differs from the
 * shared one.
 */
export function redlineMarking(shared: SharedAttributes): Marking {
  return {
    paragraph: (block) => paragraphTag(block, ""),
    object: objectTag,
    change: (change) =>
      MADE_BY.map((name) => (change[name] === shared[name] ? "" : attribute(name, change[name] ?? ""))).join(""),
  };
}

const MADE_BY = ["author", "revision", "date"] as const;

export function objectTag({ object = "other" }: PlainSegment): string {
  return `<object${attribute("type", object)}/>`;
}

/** The counts of the first line. All but the first are left out if they are 0. */
const COUNTS = ["changes", "insertions", "deletions", "moves", "formats", "conflicts"] as const;

/** Returns the first line of a redline. */
export function redlineTag(shared: SharedAttributes, summary: RedlineSummary): string {
  const counts = COUNTS.filter((name, at) => at === 0 || summary[name] > 0);
  return `<redline${givenAttributes(shared)}${counts.map((name) => attribute(name, `${summary[name]}`)).join("")}/>`;
}

/** Returns the attributes that are set. In a document that is not a comparison, `revision` is empty. */
export function givenAttributes(change: SharedAttributes): string {
  return MADE_BY.map((name) => (change[name] ? attribute(name, change[name]) : "")).join("");
}

/** Returns text in the tag of a change. */
export function changeTag(change: Change, content: string, marking: Marking): string {
  return `<${openingOf(change, marking)}>${content}</${NAMES[change.type]}>`;
}

/** Returns competing changes in the tag of their conflict. */
export function conflictTag(id: number, content: string): string {
  return `<conflict${attribute("id", `${id}`)}>${content}</conflict>`;
}

/** Returns the self-closing tags of a changed mark, row or cell, the outer change first. */
export function markTags(change: MarkChange | undefined, marking: Marking, scope?: "cell"): string {
  if (change === undefined) return "";
  const inner = (change.content ?? []).map((nested) => markTags(nested, marking, scope)).join("");
  const within = scope === undefined ? "" : attribute("scope", scope);
  const conflict = change.conflict === undefined ? "" : attribute("conflict", `${change.conflict}`);
  return `<${openingOf(change, marking)}${within}${conflict}/>${inner}`;
}

function openingOf(change: Change, marking: Marking): string {
  const { type, id, move_id } = change;
  const move = move_id === undefined ? "" : attribute("move-id", `${move_id}`);
  return `${NAMES[type]}${move}${attribute("id", id)}${marking.change(change)}`;
}

/**
 * Returns the opening tag of a paragraph. It names the number before the text, because the number is not part of the
 * text.
 */
export function paragraphTag({ id, number }: ParagraphBlock, further: string): string {
  return `<p${attribute("unid", id)}${further}${number === undefined ? "" : attribute("label", number)}/>`;
}

export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}
