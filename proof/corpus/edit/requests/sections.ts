// Makes requests about a section, its page setup, or its own header or footer.

import { withCompanion } from "./companions.ts";
import { contentFor } from "./contents.ts";
import { isInTable, locatorOf } from "./locators.ts";
import { newParagraphs } from "./paragraphs.ts";
import { pageSetup, paragraphFormat } from "./properties.ts";
import type { Draw, Edit, Fields, Maker } from "./request.ts";
import type { Spot, Subject } from "./subject.ts";

const TYPES = ["next_page", "continuous", "even_page", "odd_page"];

/** Returns the sections with an undecided change of their setup. */
function unsettled({ content }: Subject): Set<number> {
  const places = content.revisions
    .filter(({ property }) => property === "section")
    .map(({ paragraph }) => paragraph?.index);
  const found = content.sections.filter(({ first_index: first = 0, last_index: last = 0 }) =>
    places.some((index) => index === undefined || (first <= index && index <= last)),
  );
  return new Set(found.map(({ number }) => number));
}

function breakPlace(subject: Subject, draw: Draw): Spot | undefined {
  const taken = unsettled(subject);
  const free = subject.body.spots.filter(
    (spot) => !isInTable(spot) && spot.changes.size === 0 && !taken.has(spot.paragraph.section ?? 1),
  );
  return free.length === 0 ? undefined : draw.pick(free);
}

function breakAt(spot: Spot, draw: Draw, ref: string | undefined): Edit {
  return {
    type: "insert_section_break",
    paragraphs: locatorOf(spot, draw),
    section_type: draw.pick(TYPES),
    ...(ref === undefined ? {} : { ref }),
  };
}

export const insertSectionBreak: Maker = (subject, draw) => {
  const spot = breakPlace(subject, draw);
  if (spot === undefined) return undefined;
  const ref = draw.chance(0.4) ? draw.name() : undefined;
  const edit = breakAt(spot, draw, ref);
  if (ref === undefined || draw.chance(0.4)) return [edit];
  return [edit, { type: "set_page_setup", section: { ref }, page_setup: pageSetup(draw) }];
};

export const removeSectionBreak: Maker = (subject, draw) => {
  const ends = subject.content.sections.slice(0, -1);
  const numbers = ends
    .filter(({ last_index: last }) => (subject.body.spots[last ?? -1]?.changes.size ?? 0) === 0)
    .map(({ number }) => number);
  if (numbers.length === 0) return undefined;
  const removed = draw.pickSome(numbers, draw.chance(0.2) ? 2 : 1);
  const edits = removed.map((number): Edit => ({ type: "remove_section_break", section: { number } }));
  return withCompanion(edits, { subject, draw });
};

export const setPageSetup: Maker = (subject, draw) => {
  const taken = unsettled(subject);
  const numbers = subject.content.sections.map(({ number }) => number).filter((number) => !taken.has(number));
  if (numbers.length === 0) return undefined;
  const form = draw.below(4);
  const section =
    form === 0 && taken.size === 0
      ? "all"
      : form === 1
        ? draw.pickSome(numbers, 3).map((number) => ({ number }))
        : { number: draw.pick(numbers) };
  return [{ type: "set_page_setup", section, page_setup: pageSetup(draw) }];
};

/** A section may have one header and one footer of each type. */
export const addHeaderFooter: Maker = (subject, draw) => {
  const { content } = subject;
  const own = new Set(
    [...content.headers, ...content.footers].map(({ part }) => `${part.section.number} ${part.kind} ${part.type}`),
  );
  const taken = unsettled(subject);
  const free = content.sections
    .filter(({ number }) => !taken.has(number))
    .flatMap(({ number }) =>
      ["header", "footer"].flatMap((kind) => ["default", "first"].map((type) => ({ number, kind, type }))),
    )
    .filter(({ number, kind, type }) => !own.has(`${number} ${kind} ${type}`));
  if (free.length === 0) return undefined;
  const { number, kind, type } = draw.pick(free);
  const ref = draw.chance(0.3) ? draw.name() : undefined;
  const edit: Edit = {
    type: "add_header_footer",
    section: { number },
    part: { kind, ...(type === "default" && draw.chance(0.5) ? {} : { type }) },
    ...partText(subject, draw),
    ...(ref === undefined ? {} : { ref }),
  };
  return ref === undefined || draw.chance(0.5) ? [edit] : [edit, editOfPart(draw, ref)];
};

function partText(subject: Subject, draw: Draw): Fields {
  if (draw.chance(0.6)) return { content: contentFor(subject, draw, { kind: "header" }) };
  const inHeader = { story: { kind: "header" } } as Spot;
  return { new_paragraphs: newParagraphs(subject, draw, inHeader) };
}

/** Makes an edit of the part that the request creates. */
function editOfPart(draw: Draw, ref: string): Edit {
  const paragraphs = { part: { ref }, index: 0 };
  return draw.chance(0.5)
    ? { type: "set_paragraph_format", paragraphs, paragraph_format: paragraphFormat(draw) }
    : {
        type: "insert_paragraphs",
        destination: { paragraph: paragraphs, position: draw.pick(["before", "after"]) },
        new_paragraphs: [{ content: draw.words(3) }],
      };
}
