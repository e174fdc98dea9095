// Finds the paragraphs that an edit names (EDT-1 to EDT-20).
//
// There is no implicit scope. Ranges and the forms with `all` name only uploaded paragraphs, with two exceptions. A
// range between refs of one edit, and `all` with the ref of a part, name new paragraphs. A paragraph named twice counts
// once.

import type { AddressedPart } from "../../document/text/addresses.ts";
import { isFields } from "../../language/value-problems.ts";
import type { ValueOf } from "../../language/value-shapes.ts";
import { allFound, type Lookup, refuse } from "../refusal.ts";
import { isMade, type paragraphLocator, type paragraphs, type range } from "../shape/locators.ts";
import { type Known, locatePart, locateParts, type NamedPart, type PartGiven } from "./parts.ts";
import { type CreatedObject, type MadeParagraph, madeKey, partGroup } from "./refs.ts";
import type { UploadedPlace } from "./uploaded.ts";

/** An uploaded paragraph, or one that the request makes. */
export type NamedParagraph = { readonly kind: "uploaded"; readonly place: UploadedPlace } | MadeParagraph;

export type ParagraphGiven = ValueOf<typeof paragraphLocator>;
export type RangeGiven = ValueOf<typeof range>;
export type ParagraphsGiven = ValueOf<typeof paragraphs>;

export function locateParagraph(known: Known, given: ParagraphGiven, field: string): Lookup<NamedParagraph> {
  if (isMade(given)) {
    const made = known.refs.find(given.ref, ["paragraph"], `${field}.ref`);
    return "problems" in made ? made : present(known, made.found.paragraph!, `${field}.ref`);
  }
  const { index, part = {} } = given as Exclude<ParagraphGiven, { readonly ref: string }>;
  const named = locatePart(known, part, `${field}.part`);
  return "problems" in named ? named : paragraphOf(known, named.found, { index, field });
}

/** Returns a new paragraph unless an edit deleted it again. */
function present({ takenOut }: Known, paragraph: MadeParagraph, field: string): Lookup<MadeParagraph> {
  const edit = takenOut?.get(madeKey(paragraph));
  if (edit === undefined) return { found: paragraph };
  return refuse(field, "TARGET_REMOVED", `edits[${edit}] already deletes this new paragraph.`);
}

function paragraphOf(
  known: Known,
  named: NamedPart,
  { index, field }: { readonly index: number; readonly field: string },
): Lookup<NamedParagraph> {
  if (named.kind === "made") return madeParagraphOf(known, named.made, { index, field });
  const { uploaded } = known;
  const places = uploaded.placesOf(named.part);
  const place = places[index];
  if (place !== undefined) return { found: { kind: "uploaded", place } };
  return refuse(
    field,
    "PARAGRAPH_NOT_FOUND",
    noParagraph(index, { of: named.part.locator.kind, count: places.length }),
  );
}

function madeParagraphOf(
  known: Known,
  { name, paragraphs = 1 }: CreatedObject,
  { index, field }: { readonly index: number; readonly field: string },
): Lookup<NamedParagraph> {
  if (index < paragraphs) return present(known, { kind: "made", group: partGroup(name), item: index }, field);
  return refuse(field, "PARAGRAPH_NOT_FOUND", noParagraph(index, { of: "new part", count: paragraphs }));
}

function noParagraph(index: number, { of, count }: { readonly of: string; readonly count: number }): string {
  if (count === 0) return `The ${of} has no paragraphs.`;
  const all = count === 1 ? "only paragraph is 0" : `paragraphs are 0 to ${count - 1}`;
  return `No paragraph ${index}; the ${of}'s ${all}.`;
}

/** Consecutive uploaded paragraphs of a part. `isRange` is false for a paragraph that is named by itself. */
export interface ParagraphStretch {
  readonly part: AddressedPart;
  readonly places: readonly UploadedPlace[];
  readonly isRange: boolean;
  readonly field: string;
}

export interface NamedParagraphs {
  /** In the order in which matches are counted, each once. */
  readonly places: readonly UploadedPlace[];
  readonly made: readonly MadeParagraph[];
  readonly stretches: readonly ParagraphStretch[];
}

/** Returns all named paragraphs, those that the request makes last. */
export function allNamed({ places, made }: NamedParagraphs): NamedParagraph[] {
  return [...places.map((place) => ({ kind: "uploaded" as const, place })), ...made];
}

/** Finds the paragraphs that the field names, in any of its forms. */
export function locateParagraphs(known: Known, given: ParagraphsGiven, field: string): Lookup<NamedParagraphs> {
  const items: readonly unknown[] = Array.isArray(given) ? given : [given];
  const fields = Array.isArray(given) ? items.map((_, index) => `${field}[${index}]`) : [field];
  const named = allFound(items.map((item, index) => locateItem(known, item, fields[index]!)));
  if ("problems" in named) return named;
  const all = named.found.flat();
  const stretches = all.filter((one): one is ParagraphStretch => "places" in one);
  return {
    found: {
      places: known.uploaded.inOrder(stretches.flatMap(({ places }) => places)),
      made: all.filter((one): one is MadeParagraph => "group" in one),
      stretches,
    },
  };
}

type Item = ParagraphStretch | MadeParagraph;

function locateItem(known: Known, item: unknown, field: string): Lookup<readonly Item[]> {
  const { uploaded } = known;
  if (item === "all") return { found: uploaded.addresses.parts.map((part) => wholePart(known, part, field)) };
  if (isFields(item) && "all" in item) {
    const parts = locateParts(known, item.part as PartGiven, `${field}.part`);
    if ("problems" in parts) return parts;
    return {
      found: parts.found.flatMap((named): readonly Item[] =>
        named.kind === "made" ? madeIn(known, named.made) : [wholePart(known, named.part, field)],
      ),
    };
  }
  if (isFields(item) && "from" in item) return locateRange(known, item as unknown as RangeGiven, field);
  const paragraph = locateParagraph(known, item as ParagraphGiven, field);
  if ("problems" in paragraph) return paragraph;
  const { found } = paragraph;
  if (found.kind === "made") return { found: [found] };
  return { found: [{ part: found.place.part, places: [found.place], isRange: false, field }] };
}

function wholePart({ uploaded }: Known, part: AddressedPart, field: string): ParagraphStretch {
  return { part, places: uploaded.placesOf(part), isRange: true, field };
}

/** Returns the paragraphs with which a new part is created. Paragraphs that the request deleted again are left out. */
function madeIn({ takenOut }: Known, { name, paragraphs = 1 }: CreatedObject): MadeParagraph[] {
  const all = Array.from({ length: paragraphs }, (_, item) => ({
    kind: "made" as const,
    group: partGroup(name),
    item,
  }));
  return all.filter((paragraph) => takenOut?.has(madeKey(paragraph)) !== true);
}

function locateRange(known: Known, { from, through }: RangeGiven, field: string): Lookup<readonly Item[]> {
  const ends = allFound([
    locateParagraph(known, from, `${field}.from`),
    locateParagraph(known, through, `${field}.through`),
  ]);
  if ("problems" in ends) return ends;
  const [first, last] = ends.found as [NamedParagraph, NamedParagraph];
  if (first.kind === "made" || last.kind === "made") return madeRange(known, [first, last], field);
  const { part, paragraph } = first.place;
  if (part !== last.place.part)
    return refuse(
      field,
      "RANGE_INVALID",
      "A range must lie within one part: `from` and `through` are in different parts.",
    );
  if (paragraph.index > last.place.paragraph.index) {
    return refuse(field, "RANGE_INVALID", "`through` must not come before `from`.");
  }
  const places = known.uploaded.placesOf(part).slice(paragraph.index, last.place.paragraph.index + 1);
  return { found: [{ part, places, isRange: true, field }] };
}

function madeRange(
  known: Known,
  [first, last]: readonly [NamedParagraph, NamedParagraph],
  field: string,
): Lookup<readonly Item[]> {
  if (first.kind !== "made" || last.kind !== "made" || first.group !== last.group || first.item > last.item) {
    return refuse(
      field,
      "RANGE_INVALID",
      "A range of new paragraphs must lie within one edit, with `through` after `from`.",
    );
  }
  const { group, item: start } = first;
  const items = Array.from({ length: last.item - start + 1 }, (_, index) => start + index);
  return allFound(items.map((item) => present(known, { kind: "made", group, item }, field)));
}
