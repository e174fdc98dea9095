// Makes requests about links, tables of contents, and the fields of the document.

import { withCompanion } from "./companions.ts";
import { addressOf } from "./contents.ts";
import { destinationAt, isInTable, locatorOf } from "./locators.ts";
import type { Draw, Edit, Fields, Maker } from "./request.ts";
import { isFormattable, type Range, selectIn } from "./selectors.ts";
import type { Spot, Subject } from "./subject.ts";

function meetsLink({ spot, from, to }: Range): boolean {
  return spot.links.some((link) => link.from < to && from < link.to);
}

/** True if text may become a link: it contains no part of a link or field. */
function isLinkable(range: Range): boolean {
  const { spot, from, to } = range;
  const meetsField = spot.fields.some((field) => field.from < to && from < field.to);
  return !meetsLink(range) && !meetsField && isFormattable(range);
}

export const addHyperlink: Maker = (subject, draw) =>
  draw.tries(6, () => {
    const spot = draw.pick(subject.spots);
    if (spot.changes.size > 0) return undefined;
    const edit: Edit = { type: "add_hyperlink", paragraphs: locatorOf(spot, draw), url: addressOf(draw) };
    const whole = { spot, from: 0, to: spot.text.length };
    if (draw.chance(0.3) && spot.text.trim() !== "" && spot.links.length === 0 && isLinkable(whole)) return [edit];
    const selected = selectIn([spot], draw, { suits: isLinkable, isOne: true });
    return selected === undefined ? undefined : [{ ...edit, text: selected.selector }];
  });

/** Returns the paragraph of a link, and the field `text` if it is needed to select the link. */
function nameLink({ spots }: Subject, draw: Draw): Fields | undefined {
  const linked = spots.filter(
    ({ links, isInLongField, changes }) => links.length > 0 && !isInLongField && !changes.has("property"),
  );
  if (linked.length === 0) return undefined;
  const spot = draw.pick(linked);
  const paragraphs = locatorOf(spot, draw);
  if (spot.links.length === 1 && draw.chance(0.5)) return { paragraphs };
  const isInLink = ({ from, to }: Range): boolean =>
    spot.links.filter((link) => link.from < to && from < link.to).length === 1;
  const selected = draw.tries(6, () => selectIn([spot], draw, { suits: isInLink, isOne: true, most: 10 }));
  return selected && { paragraphs, text: selected.selector };
}

const isUnlinked = ({ links }: Spot): boolean => links.length === 0;

export const setHyperlink: Maker = (subject, draw) => {
  const named = nameLink(subject, draw);
  const edits = named && [{ type: "set_hyperlink" as const, ...named, url: addressOf(draw) }];
  return edits && withCompanion(edits, { subject, draw, isFree: isUnlinked });
};

export const removeHyperlink: Maker = (subject, draw) => {
  const named = nameLink(subject, draw);
  return named && withCompanion([{ type: "remove_hyperlink", ...named }], { subject, draw, isFree: isUnlinked });
};

export const insertTableOfContents: Maker = ({ body }, draw) => {
  const free = body.spots.filter((spot) => !isInTable(spot) && !spot.isInLongField);
  if (free.length === 0) return undefined;
  const from = draw.between(1, 4);
  return [
    {
      type: "insert_table_of_contents",
      destination: destinationAt(draw.pick(free), draw),
      ...draw.maybe(0.6, () => ({ from_level: draw.between(1, 3), to_level: draw.between(Math.max(3, from), 9) })),
      ...draw.maybe(0.4, () => ({ hyperlinks: draw.chance(0.5) })),
      ...draw.maybe(0.4, () => ({ page_numbers: draw.chance(0.5) })),
    },
  ];
};

/** Fields that fetch or execute content. */
const FETCHING =
  /^\s*(?:INCLUDE\w*|DDE\w*|IMPORT|LINK|MACROBUTTON|GOTOBUTTON|AUTOTEXT\w*|DATABASE|EMBED|RD|HTMLACTIVEX|PRINT|ADDIN|ASK|FILLIN)\b/i;

/** Makes a refresh, sometimes beside an edit that inserts a field. */
export const refreshFields: Maker = (subject, draw) => {
  const codes = subject.spots.flatMap(({ fields }) => fields.map(({ code }) => code));
  if (codes.some((code) => FETCHING.test(code))) return undefined;
  const refresh: Edit = { type: "refresh_fields" };
  const free = subject.body.spots.filter(({ isInLongField, fields }) => !isInLongField && fields.length === 0);
  if (free.length === 0 || draw.chance(0.4)) return [refresh];
  const content = [{ type: "field", code: draw.pick(["PAGE", "DATE", "NUMPAGES"]) }];
  const insert: Edit = { type: "insert", paragraphs: locatorOf(draw.pick(free), draw), at: "end", content };
  return draw.chance(0.5) ? [insert, refresh] : [refresh, insert];
};
