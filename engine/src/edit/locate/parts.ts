// Finds the parts, sections, notes, threads and tracked changes that locators name.

import type { PageType } from "../../document/sections.ts";
import {
  type AddressedPart,
  type AddressedSection,
  findPart,
  type PartLocator,
} from "../../document/text/addresses.ts";
import { wordList } from "../../failures/nearest-name.ts";
import type { Decision } from "../../revisions/decisions.ts";
import { type Lookup, refuse } from "../refusal.ts";
import { isMade } from "../shape/locators.ts";
import type { CreatedObject, Refs } from "./refs.ts";
import type { Uploaded } from "./uploaded.ts";

/** The context in which locators are resolved. */
export interface Known {
  readonly uploaded: Uploaded;
  readonly refs: Refs;
  /** Set while edits are planned. Maps a new paragraph or table that the request deletes again to the edit that does. */
  readonly takenOut?: Map<string, number>;
}

export interface PartGiven {
  readonly kind?: PartLocator["kind"];
  readonly number?: number;
  readonly type?: PageType;
  readonly section?: { readonly number: number } | { readonly ref: string };
}

/** A section of the upload, or one that the request makes. */
export type NamedSection =
  | { readonly kind: "uploaded"; readonly section: AddressedSection }
  | { readonly kind: "made"; readonly made: CreatedObject };

export function locateSection(
  { uploaded, refs }: Known,
  given: { readonly number: number } | { readonly ref: string },
  field: string,
): Lookup<NamedSection> {
  if (isMade(given)) {
    const made = refs.find(given.ref, ["section"], `${field}.ref`);
    return "problems" in made ? made : { found: { kind: "made", made: made.found } };
  }
  const { sections } = uploaded.addresses;
  const section = sections[(given as { readonly number: number }).number - 1];
  if (section !== undefined) return { found: { kind: "uploaded", section } };
  const { number } = given as { readonly number: number };
  return refuse(field, "SECTION_NOT_FOUND", noNumber("section", number, { of: "document", count: sections.length }));
}

/** A part of the upload, or one that the request makes. */
export type NamedPart =
  | { readonly kind: "uploaded"; readonly part: AddressedPart }
  | { readonly kind: "made"; readonly made: CreatedObject };

export function locatePart(
  known: Known,
  given: PartGiven | { readonly ref: string },
  field: string,
): Lookup<NamedPart> {
  if (isMade(given)) {
    const made = known.refs.find(given.ref, ["note", "header"], `${field}.ref`);
    return "problems" in made ? made : { found: { kind: "made", made: made.found } };
  }
  const locator = wholeLocator(known, given as PartGiven, field);
  if ("problems" in locator) return locator;
  const part = findPart(known.uploaded.addresses, locator.found);
  if (part !== undefined) return { found: { kind: "uploaded", part } };
  return refuse(field, "PART_NOT_FOUND", noPart(known, locator.found.kind));
}

/** Returns a locator with its defaults. A new section shows the parts of the section that it was split from. */
function wholeLocator(
  known: Known,
  { kind = "body", number = 0, type = "default", section }: PartGiven,
  field: string,
): Lookup<PartLocator> {
  if (kind === "body") return { found: { kind } };
  if (kind === "footnote" || kind === "endnote") return { found: { kind, number } };
  const named = locateSection(known, section!, `${field}.section`);
  if ("problems" in named) return named;
  return { found: { kind, type, section: numberOf(known, named.found) } };
}

/** Returns the number of a section, or of the one that it was split from, which shows the same parts. */
function numberOf({ refs }: Known, named: NamedSection): number {
  return named.kind === "uploaded" ? named.section.number : refs.sectionOf(named.made);
}

/** Returns all parts that match. If no part matches, returns a problem. */
export function locateParts(
  known: Known,
  given: PartGiven | { readonly ref: string },
  field: string,
): Lookup<readonly NamedPart[]> {
  if (isMade(given)) {
    const part = locatePart(known, given, field);
    return "problems" in part ? part : { found: [part.found] };
  }
  const { kind = "body", number, type, section } = given as PartGiven;
  const named = section === undefined ? undefined : locateSection(known, section, `${field}.section`);
  if (named !== undefined && "problems" in named) return named;
  const shown = named === undefined ? undefined : numberOf(known, named.found);
  const parts = known.uploaded.addresses.parts.filter(
    ({ locator, sections }) =>
      locator.kind === kind &&
      (number === undefined || ("number" in locator && locator.number === number)) &&
      (type === undefined || ("type" in locator && locator.type === type)) &&
      (section === undefined || (shown !== undefined && sections.includes(shown))),
  );
  if (parts.length > 0) return { found: parts.map((part) => ({ kind: "uploaded", part })) };
  return refuse(field, "PART_NOT_FOUND", noPart(known, kind));
}

export type NamedNote =
  | { readonly kind: "uploaded"; readonly note: Uploaded["addresses"]["notes"][number] }
  | { readonly kind: "made"; readonly made: CreatedObject };

export function locateNote(
  { uploaded, refs }: Known,
  given: { readonly kind: "footnote" | "endnote"; readonly number: number } | { readonly ref: string },
  field: string,
): Lookup<NamedNote> {
  if (isMade(given)) {
    const made = refs.find(given.ref, ["note"], `${field}.ref`);
    return "problems" in made ? made : { found: { kind: "made", made: made.found } };
  }
  const { kind, number } = given as { readonly kind: "footnote" | "endnote"; readonly number: number };
  const notes = uploaded.addresses.notes.filter((note) => note.kind === kind);
  const note = notes.find((one) => one.number === number);
  if (note !== undefined) return { found: { kind: "uploaded", note } };
  return refuse(field, "NOTE_NOT_FOUND", noNumber(kind, number, { of: "document", count: notes.length }));
}

export type NamedComment =
  | { readonly kind: "uploaded"; readonly thread: Uploaded["addresses"]["comments"][number] }
  | { readonly kind: "made"; readonly made: CreatedObject };

export function locateComment(
  { uploaded, refs }: Known,
  given: { readonly number: number } | { readonly ref: string },
  field: string,
): Lookup<NamedComment> {
  if (isMade(given)) {
    const made = refs.find(given.ref, ["comment"], `${field}.ref`);
    return "problems" in made ? made : { found: { kind: "made", made: made.found } };
  }
  const { comments } = uploaded.addresses;
  const thread = comments[(given as { readonly number: number }).number - 1];
  if (thread !== undefined) return { found: { kind: "uploaded", thread } };
  const { number } = given as { readonly number: number };
  return refuse(
    field,
    "COMMENT_NOT_FOUND",
    noNumber("comment thread", number, { of: "document", count: comments.length }),
  );
}

export type RevisionsGiven =
  | "all"
  | { readonly number: number }
  | { readonly author?: string; readonly kind?: Decision["kind"] };

/** Returns the decisions that a locator names. If it names none, returns a problem. */
export function locateRevisions(
  { uploaded }: Known,
  given: RevisionsGiven,
  field: string,
): Lookup<readonly Decision[]> {
  const { decisions } = uploaded;
  if (given !== "all" && "number" in given) {
    const decision = decisions[given.number - 1];
    if (decision !== undefined) return { found: [decision] };
    const message = noNumber("tracked change", given.number, { of: "document", count: decisions.length });
    return refuse(field, "REVISION_NOT_FOUND", message);
  }
  const { author, kind } = given === "all" ? {} : given;
  const fitting = decisions.filter(
    (decision) =>
      (author === undefined || decision.author === author) && (kind === undefined || decision.kind === kind),
  );
  if (fitting.length > 0) return { found: fitting };
  return refuse(field, "REVISION_NOT_FOUND", "The document has no tracked change with this author and kind.");
}

/** Returns a message that lists the parts of a kind. */
function noPart({ uploaded }: Known, kind: PartLocator["kind"]): string {
  const names = uploaded.addresses.parts.flatMap(({ locator }) => {
    if (locator.kind !== kind || locator.kind === "body") return [];
    return ["number" in locator ? `${locator.number}` : `${locator.type} of section ${locator.section}`];
  });
  if (names.length === 0) return `The document has no ${kind}s.`;
  const more = names.length > MOST_PARTS ? " and so on" : "";
  return `No such ${kind}; the document's ${kind}s are ${wordList(names.slice(0, MOST_PARTS), "and")}${more}.`;
}

/** Maximum number of parts that a sentence names. */
const MOST_PARTS = 12;

interface ContainerCount {
  /** The noun for their container, such as `body` or `table`. */
  readonly of: string;
  readonly count: number;
}

/** Returns a message such as `No table 3; the body's tables are 1 to 2.` */
export function noNumber(noun: string, number: number, { of, count }: ContainerCount): string {
  if (count === 0) return `The ${of} has no ${noun}s.`;
  const all = count === 1 ? `only ${noun} is 1` : `${noun}s are 1 to ${count}`;
  return `No ${noun} ${number}; the ${of}'s ${all}.`;
}
