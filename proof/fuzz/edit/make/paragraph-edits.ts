// Makes edits of paragraphs: insert, delete, move, split, join, styles, formats and lists.

import type { Beside, Item, Making, Name, NamedEdit } from "../names.ts";
import { makeContent, type NewContent, paragraphFormat, runFormat } from "./make-content.ts";
import { keyOf, type Maker, wordsOf } from "./maker.ts";
import { type MakeEdit, placeOf, rangeFrom, someParagraphs } from "./text-edits.ts";

/** Returns a destination for blocks, and the kind of part it is in: `note`, the strictest, beside new content. */
export function makeDestination(maker: Maker): {
  readonly beside: Beside;
  readonly position: "before" | "after";
  readonly place: "body" | "page" | "note";
} {
  const { random } = maker;
  const position = random.pick(["before", "after"] as const);
  const made = maker.ref(random.pick(["paragraph", "table"] as const));
  if (made !== undefined && random.chance(0.25)) return { beside: { made }, position, place: "note" };
  const table = maker.table();
  if (table !== undefined && random.chance(0.15)) {
    const keys = table.cells.map((paragraph) => keyOf({ part: table.part, paragraph }));
    return { beside: { table: keys }, position, place: table.part === undefined ? "body" : "page" };
  }
  const standing = maker.paragraph()!;
  maker.besides.push(keyOf(standing));
  return { beside: { paragraph: keyOf(standing) }, position, place: placeOf(standing) };
}

export function destinationName({ beside, position }: ReturnType<typeof makeDestination>): Name {
  return { $: "destination", beside, position };
}

export const insertParagraphs: MakeEdit = (maker) => {
  const { random } = maker;
  const destination = makeDestination(maker);
  const makes: Making[] = [];
  let last: NewContent | undefined;
  const items = random.list(random.between({ least: 1, most: 3 }), () => {
    const item = makeContent(maker, destination.place);
    last = item;
    const word = item.lastWord;
    const named = word === "" ? [] : maker.names("paragraph", word, 0.4);
    makes.push(...item.makes, ...named);
    return { content: item.content, ...(named[0] && { ref: named[0].ref }), ...itemProperties(maker) };
  });
  const edit = { type: "insert_paragraphs", destination: destinationName(destination), new_paragraphs: items };
  const row = makes.filter(({ ref }) => items.some((item) => item.ref === ref));
  if (row.length > 1) maker.rows.push(row.map(({ ref, kind }) => ({ ref, kind })));
  return { edit, makes, lastWord: last!.lastWord };
};

/** Returns properties of a new paragraph, mostly with a style, so that its neighbour makes no difference. */
function itemProperties(maker: Maker): object {
  const { random } = maker;
  const formats = {
    ...(random.chance(0.15) ? { format: runFormat(maker) } : {}),
    ...(random.chance(0.15) ? { paragraph_format: paragraphFormat(maker) } : {}),
  };
  if (random.chance(0.15)) return { like: { $: "paragraph", key: keyOf(maker.paragraph()!) }, ...formats };
  return {
    ...(random.chance(0.7) ? { style_id: random.pick(["Normal", "Heading1", "Quote", "Clause"]) } : {}),
    ...formats,
    ...(random.chance(0.15)
      ? {
          numbering: random.pick([
            { action: "apply", preset: "legal" },
            { action: "apply", list_style: "0", level: 2 },
          ]),
        }
      : {}),
  };
}

export const deleteParagraphs: MakeEdit = (maker) => {
  return { edit: { type: "delete_paragraphs", paragraphs: madeBlock(maker) ?? someBlocks(maker) }, makes: [] };
};

/** Returns, in some of the cases, a paragraph that the request itself makes. */
function madeBlock(maker: Maker): Name | undefined {
  const made = maker.ref("paragraph");
  if (made === undefined || maker.isBeside || !maker.random.chance(maker.shareMade)) return undefined;
  return { $: "paragraphs", items: [made], isBlocks: true };
}

function someBlocks(maker: Maker): Name {
  const { random } = maker;
  if (maker.isBeside && maker.besides.length > 0) {
    return { $: "paragraphs", items: [{ key: random.pick(maker.besides) }], isBlocks: true };
  }
  const first = maker.paragraph()!;
  const items: Item[] = random.chance(0.3) ? [rangeFrom(maker, first)] : [{ key: keyOf(first) }];
  if (random.chance(0.1)) items.push({ key: keyOf(maker.paragraph(({ part }) => part === first.part)!) });
  return { $: "paragraphs", items, isBlocks: true };
}

/** Moves mostly within one part. */
export const moveParagraphs: MakeEdit = (maker) => {
  const { random } = maker;
  if (random.chance(Math.max(0.3, maker.shareMade))) {
    const destination = destinationName(makeDestination(maker));
    const paragraphs = madeBlock(maker) ?? someBlocks(maker);
    return { edit: { type: "move_paragraphs", paragraphs, destination }, makes: [] };
  }
  const moved = maker.paragraph()!;
  const beside = maker.paragraph(({ part }) => part === moved.part)!;
  const position = random.pick(["before", "after"] as const);
  const destination = destinationName({ beside: { paragraph: keyOf(beside) }, position, place: placeOf(beside) });
  const paragraphs: Name = { $: "paragraphs", items: [{ key: keyOf(moved) }], isBlocks: true };
  return { edit: { type: "move_paragraphs", paragraphs, destination }, makes: [] };
};

export const splitParagraph: MakeEdit = (maker) => {
  const standing = maker.paragraph((one) => wordsOf(one).length > 1);
  if (standing === undefined) return undefined;
  const [, ...words] = wordsOf(standing);
  const text = { key: keyOf(standing), ...maker.random.pick(words) };
  const point = { key: text.key, offset: text.from, anchor: { side: "before", text } } as const;
  const makes = maker.names("paragraph", "", 0.6);
  for (const { ref, kind } of makes) maker.halves.push({ key: text.key, offset: text.from, ref: { ref, kind } });
  const at = { $: "at", point, how: maker.random.below(6) };
  const edit = {
    type: "split_paragraph",
    paragraphs: { $: "home", of: point },
    at,
    ...(makes[0] && { ref: makes[0].ref }),
  };
  return { edit, makes };
};

export const joinParagraphs: MakeEdit = (maker) => {
  const separator = maker.random.chance(0.5) ? { separator: ` ${maker.word()} ` } : {};
  if (maker.rows.length > 0 && maker.random.chance(maker.shareMade)) {
    const row = maker.random.pick(maker.rows);
    const paragraphs: Name = { $: "madeRange", from: row[0]!, through: row.at(-1)! };
    return { edit: { type: "join_paragraphs", paragraphs, ...separator }, makes: [] };
  }
  const parts = maker.halves.length > 0 && maker.random.chance(maker.shareMade) ? someParts(maker) : undefined;
  if (parts !== undefined) return { edit: { type: "join_paragraphs", paragraphs: parts, ...separator }, makes: [] };
  const { from, through } = rangeFrom(maker, maker.paragraph()!);
  if (from === through) return undefined;
  return { edit: { type: "join_paragraphs", paragraphs: { $: "range", from, through }, ...separator }, makes: [] };
};

/** Returns a range of parts of a paragraph that was split. */
function someParts({ halves, random }: Maker): Name {
  const last = random.pick(halves);
  const before = halves.filter(({ key, offset }) => key === last.key && offset < last.offset);
  const first = before.length > 0 && random.chance(0.6) ? random.pick(before) : undefined;
  return { $: "partRange", key: last.key, ...(first && { from: first.ref }), through: last.ref };
}

export const setParagraphStyle: MakeEdit = (maker) => {
  const style = maker.random.pick(["Heading1", "Heading2", "Quote", "Normal", "Clause"]);
  const clear = maker.random.chance(0.4) ? { clear_direct_formatting: maker.random.chance(0.8) } : {};
  const edit = { type: "set_paragraph_style", paragraphs: someParagraphs(maker), style_id: style, ...clear };
  return { edit, makes: [] };
};

export const setParagraphFormat: MakeEdit = (maker) => {
  const change = paragraphFormat(maker);
  return {
    edit: { type: "set_paragraph_format", paragraphs: someParagraphs(maker), paragraph_format: change },
    makes: [],
  };
};

export const setNumbering: MakeEdit = (maker): NamedEdit => {
  const { random } = maker;
  const listed = maker.paragraph(({ paragraph }) => paragraph.list !== undefined);
  const like = listed && {
    action: "apply",
    like: { $: "paragraph", key: keyOf(listed) },
    level: random.between({ least: 1, most: 2 }),
  };
  const onList = [
    { action: "restart", start: 5 },
    { action: "restart" },
    { action: "continue" },
    { action: "set_level", level: 2 },
    { action: "reformat", levels: [{ level: 1, number_format: "upper_roman", pattern: "%1)" }] },
  ];
  const anywhere = [
    ...(like === undefined ? [] : [like]),
    { action: "apply", preset: random.pick(["decimal", "bullet", "legal", "decimal_outline"]) },
    { action: "apply", list_style: "0", level: 1, restart: true },
    { action: "remove" },
    { action: "reset" },
  ];
  const isOnList = listed !== undefined && random.chance(0.5);
  const paragraphs = isOnList ? { $: "paragraphs", items: [{ key: keyOf(listed) }] } : someParagraphs(maker);
  const numbering = random.pick<unknown>(isOnList ? onList : anywhere);
  return { edit: { type: "set_numbering", paragraphs, numbering }, makes: [] };
};
