// Makes requests that insert, delete, move, split, join or format paragraphs.

import { contentFor } from "./contents.ts";
import { destinationAt, isInTable, locatorOf, type NamedSpots, nameRange, nameSpots } from "./locators.ts";
import { numberingOfNew } from "./numbering.ts";
import { newFormat, paragraphFormat, runFormat } from "./properties.ts";
import type { Draw, Edit, Fields, Maker } from "./request.ts";
import { isInsertable, selectIn } from "./selectors.ts";
import type { Spot, Subject } from "./subject.ts";

/** Returns new paragraphs for a position, with or without refs. */
export function newParagraphs(subject: Subject, draw: Draw, spot: Spot | undefined): Fields[] {
  const kind = spot?.story.kind ?? "body";
  return Array.from({ length: draw.between(1, 3) }, () => ({
    content: draw.chance(0.15) ? "" : contentFor(subject, draw, { kind, isOnce: true, changed: spot ? [spot] : [] }),
    ...draw.maybe(0.3, () => ({ ref: draw.name() })),
    ...draw.maybe(0.2, () => ({ format: newFormat(subject, draw) })),
    ...draw.maybe(0.3, () => ({ paragraph_format: paragraphFormat(draw) })),
    ...(draw.chance(0.2) ? { like: locatorOf(draw.pick(subject.spots), draw) } : styleAndList(subject, draw)),
  }));
}

function styleAndList(subject: Subject, draw: Draw): Fields {
  return {
    ...draw.maybe(0.3, () => styleOf(subject, draw)),
    ...draw.maybe(0.2, () => numberingOfNew(subject, draw)),
  };
}

function styleOf({ content }: Subject, draw: Draw): Fields {
  const styles = content.styles.filter(({ kind }) => kind === "paragraph");
  return styles.length === 0 ? {} : { style_id: draw.pick(styles).style_id };
}

export const insertParagraphs: Maker = (subject, draw) => {
  const place = draw.chance(0.2) ? besideTable(subject, draw) : undefined;
  const spot = place?.spot ?? draw.pick(subject.spots);
  if (spot.isInLongField) return undefined;
  const items = newParagraphs(subject, draw, spot);
  const destination = place?.destination ?? destinationAt(spot, draw);
  const edit: Edit = { type: "insert_paragraphs", destination, new_paragraphs: items };
  const refs = items.flatMap(({ ref }) => (ref === undefined ? [] : [ref as string]));
  return refs.length === 0 || draw.chance(0.5) ? [edit] : [edit, editOfNew(subject, draw, refs)];
};

/**
 * Returns a destination before or after a table, and a paragraph of its part. In a broken file, no paragraph follows
 * the last table, or two tables touch. A paragraph inserted there could not be deleted again, so such destinations
 * are avoided.
 */
function besideTable(
  { content, stories }: Subject,
  draw: Draw,
): { readonly destination: Fields; readonly spot: Spot } | undefined {
  const tables = content.tables.filter(({ inside }) => inside === undefined);
  if (tables.length === 0) return undefined;
  const { number, part, first_index: first = 0, last_index: last = 0 } = draw.pick(tables);
  const story = stories.find(({ kind }) => kind === (part?.kind ?? "body"));
  const position = draw.pick(["before", "after"]);
  if (story === undefined || (position === "after" && last >= story.spots.length - 1)) return undefined;
  const isTouched = story.spots[position === "after" ? last + 1 : first - 1]?.paragraph.table !== undefined;
  if (isTouched) return undefined;
  const table = { number, ...(part === undefined ? {} : { part }) };
  return { destination: { table, position }, spot: story.spots[0]! };
}

/** Makes an edit of a paragraph that the request creates. */
function editOfNew(subject: Subject, draw: Draw, refs: readonly string[]): Edit {
  const paragraphs =
    refs.length > 1 && draw.chance(0.5)
      ? { from: { ref: refs[0] }, through: { ref: refs.at(-1) } }
      : { ref: draw.pick(refs) };
  return draw.pick<() => Edit>([
    () => ({ type: "format", paragraphs, format: runFormat(subject, draw) }),
    () => ({ type: "set_paragraph_format", paragraphs, paragraph_format: paragraphFormat(draw) }),
    () => ({
      type: "insert_paragraphs",
      destination: { paragraph: { ref: draw.pick(refs) }, position: draw.pick(["before", "after"]) },
      new_paragraphs: [{ content: draw.words(4) }],
    }),
  ])();
}

/** Returns the index of the last paragraph of each section except the last. */
function sectionEnds({ content }: Subject): Set<number> {
  return new Set(content.sections.slice(0, -1).map(({ last_index: last }) => last ?? -1));
}

/** True if a paragraph can be deleted or moved alone: no long field, no move and no changed mark prevents it. */
function isLoose(spot: Spot): boolean {
  return !spot.isInLongField && !spot.changes.has("move") && spot.paragraph.mark === undefined;
}

/** True if a paragraph's properties may change: an element has room for only one undecided change of properties. */
function isSettled({ changes }: Spot): boolean {
  return !changes.has("property");
}

function cellOf({ paragraph: { table } }: Spot): string {
  return table === undefined ? "" : `${table.number} ${table.row} ${table.column}`;
}

/** Names blocks to delete or move: paragraphs of one cell or outside tables, or whole tables. */
function nameBlocks(subject: Subject, draw: Draw): NamedSpots | undefined {
  const spot = draw.pick(subject.spots);
  if (!isLoose(spot)) return undefined;
  if (draw.chance(0.2)) {
    const table = nameTable(subject, draw);
    if (table !== undefined) return table;
  }
  const isBeside = (other: Spot): boolean => isLoose(other) && cellOf(other) === cellOf(spot);
  const named = draw.chance(0.5) ? nameRange(spot, draw, isBeside) : nameSome(subject, spot, draw);
  return leavesSome(named, subject) ? named : undefined;
}

/** Names a range over a whole table. */
function nameTable(subject: Subject, draw: Draw): NamedSpots | undefined {
  const tables = subject.content.tables.filter(({ inside, part }) => inside === undefined && part === undefined);
  if (tables.length === 0) return undefined;
  const { first_index: first, last_index: last } = draw.pick(tables);
  if (first === undefined || last === undefined) return undefined;
  const spots = subject.body.spots.slice(first, last + 1);
  if (!spots.every(isLoose)) return undefined;
  return { field: { from: { index: first }, through: { index: last } }, spots };
}

function nameSome(subject: Subject, spot: Spot, draw: Draw): NamedSpots {
  const others = subject.spots.filter((other) => other.story === spot.story && isLoose(other) && !isInTable(other));
  const some = isInTable(spot) || draw.chance(0.6) ? [spot] : [...new Set([spot, ...draw.pickSome(others, 2)])];
  const fields = some.map((one) => locatorOf(one, draw));
  return {
    field: fields.length === 1 && draw.chance(0.7) ? fields[0] : fields,
    spots: some.toSorted((one, other) => one.paragraph.index - other.paragraph.index),
  };
}

/** True if a paragraph remains in every cell and part. */
function leavesSome({ spots }: NamedSpots, subject: Subject): boolean {
  const gone = new Set(spots);
  const [first] = spots;
  const left = first!.story.spots.filter((spot) => !gone.has(spot));
  if (!left.some((spot) => !isInTable(spot))) return false;
  // A table that is named whole is removed with its cells.
  const holds = (index: number | undefined): boolean => spots.some(({ paragraph }) => paragraph.index === index);
  const whole = new Set(
    subject.content.tables
      .filter(({ first_index: first, last_index: last }) => spots.length > 1 && holds(first) && holds(last))
      .map(({ number }) => number),
  );
  return spots.every(
    (spot) =>
      !isInTable(spot) ||
      whole.has(spot.paragraph.table!.number) ||
      left.some((other) => cellOf(other) === cellOf(spot)),
  );
}

export const deleteParagraphs: Maker = (subject, draw) => {
  const named = draw.tries(8, () => nameBlocks(subject, draw));
  return named && [{ type: "delete_paragraphs", paragraphs: named.field }];
};

export const moveParagraphs: Maker = (subject, draw) =>
  draw.tries(8, () => {
    const named = nameBlocks(subject, draw);
    if (named === undefined) return undefined;
    const moved = new Set(named.spots);
    const [first] = named.spots;
    const free = first!.story.spots.filter((spot) => !moved.has(spot) && isLoose(spot));
    if (free.length === 0) return undefined;
    return [{ type: "move_paragraphs", paragraphs: named.field, destination: destinationAt(draw.pick(free), draw) }];
  });

export const splitParagraph: Maker = (subject, draw) =>
  draw.tries(8, () => {
    const spot = draw.pick(subject.spots);
    if (spot.text.length < 2 || !isLoose(spot)) return undefined;
    const side = draw.pick(["after", "before"]);
    const suits = ({ from, to }: { from: number; to: number }): boolean => {
      const at = side === "after" ? to : from;
      return at > 0 && at < spot.text.length && isInsertable(spot, at);
    };
    const selected = selectIn([spot], draw, { suits, isOne: true });
    if (selected === undefined) return undefined;
    const ref = draw.chance(0.4) ? draw.name() : undefined;
    const split: Edit = {
      type: "split_paragraph",
      paragraphs: locatorOf(spot, draw),
      at: { [side]: selected.selector },
      ...(ref === undefined ? {} : { ref }),
    };
    return ref === undefined || !isSettled(spot) || draw.chance(0.4)
      ? [split]
      : [split, editOfNew(subject, draw, [ref])];
  });

export const joinParagraphs: Maker = (subject, draw) =>
  draw.tries(8, () => {
    const spot = draw.pick(subject.spots);
    const ends = sectionEnds(subject);
    const isEnd = (one: Spot): boolean => one.story.kind === "body" && ends.has(one.paragraph.index);
    const isJoined = (other: Spot): boolean =>
      isLoose(other) && isSettled(other) && cellOf(other) === cellOf(spot) && !isEnd(other);
    if (!isJoined(spot)) return undefined;
    const named = nameRange(spot, draw, isJoined);
    if (named.spots.length < 2) return undefined;
    const separator = draw.maybe(0.5, () => ({ separator: draw.pick([" ", "; ", "\t", ""]) }));
    return [{ type: "join_paragraphs", paragraphs: named.field, ...separator }];
  });

export const setParagraphStyle: Maker = (subject, draw) => {
  const named = nameSpots(subject, draw, isSettled);
  const style = styleOf(subject, draw);
  if (named === undefined || style.style_id === undefined) return undefined;
  const clear = draw.maybe(0.4, () => ({ clear_direct_formatting: draw.chance(0.7) }));
  return [{ type: "set_paragraph_style", paragraphs: named.field, ...style, ...clear }];
};

export const setParagraphFormat: Maker = (subject, draw) => {
  const named = nameSpots(subject, draw, isSettled);
  if (named === undefined) return undefined;
  return [{ type: "set_paragraph_format", paragraphs: named.field, paragraph_format: paragraphFormat(draw) }];
};
