// Makes edits of text: insert, replace, delete, format.

import type { NamedEdit } from "../names.ts";
import type { Standing } from "../reading.ts";
import { type ContentPlace, makeContent, runFormat } from "./make-content.ts";
import { keyOf, type Maker, wordsOf } from "./maker.ts";

export type MakeEdit = (maker: Maker) => NamedEdit | undefined;

export function placeOf({ part }: Standing): ContentPlace {
  if (part === undefined) return "body";
  return part.kind === "header" || part.kind === "footer" ? "page" : "note";
}

export const insert: MakeEdit = (maker) => {
  const { random } = maker;
  const standing = maker.paragraph()!;
  const { content, lastWord, makes } = makeContent(maker, placeOf(standing));
  const made = { makes, lastWord };
  if (makes.length === 0 && random.chance(0.1)) {
    const others = random.list(2, () => maker.paragraph((one) => placeOf(one) === placeOf(standing))!);
    const keys = [...new Set([standing, ...others].map(keyOf))];
    const paragraphs = { $: "paragraphs", items: keys.map((key) => ({ key })) };
    // The word is inserted several times, so it cannot be used to find anything.
    return { edit: { type: "insert", paragraphs, at: random.pick(["start", "end"]), content }, makes, lastWord: "" };
  }
  const point = maker.point(standing);
  return {
    edit: {
      type: "insert",
      paragraphs: { $: "home", of: point },
      at: { $: "at", point, how: random.below(6) },
      content,
    },
    ...made,
  };
};

export const replace: MakeEdit = (maker) => {
  const standing = maker.paragraph((one) => wordsOf(one).length > 0);
  const text = standing && maker.text(standing);
  if (standing === undefined || text === undefined) return undefined;
  const { content, lastWord, makes } = makeContent(maker, placeOf(standing));
  return { edit: { type: "replace", ...textFields(maker, text), content }, makes, lastWord };
};

export const deleteText: MakeEdit = (maker) => {
  const standing = maker.paragraph((one) => wordsOf(one).length > 0);
  const text = standing && maker.text(standing);
  return text && { edit: { type: "delete", ...textFields(maker, text) }, makes: [] };
};

export function textFields({ random }: Maker, text: NonNullable<ReturnType<Maker["text"]>>) {
  return { paragraphs: { $: "home", of: text }, text: { $: "text", text, how: random.below(6) } };
}

export const format: MakeEdit = (maker) => {
  const { random } = maker;
  const change = { format: runFormat(maker) };
  if (random.chance(0.06)) {
    const paragraphs = { $: "all", kind: undefined, holds: "w" };
    return { edit: { type: "format", paragraphs, text: { match: "w", occurrence: "all" }, ...change }, makes: [] };
  }
  if (random.chance(0.35)) return { edit: { type: "format", paragraphs: someParagraphs(maker), ...change }, makes: [] };
  const standing = maker.paragraph((one) => wordsOf(one).length > 0);
  const text = standing && maker.text(standing);
  return text && { edit: { type: "format", ...textFields(maker, text), ...change }, makes: [] };
};

/** Returns a `paragraphs` field in one of its forms: one, several, a range, all, or a ref. */
export function someParagraphs(maker: Maker): unknown {
  const { random } = maker;
  const made = maker.ref("paragraph");
  if (made !== undefined && random.chance(0.3)) return { $: "paragraphs", items: [made] };
  if (random.chance(0.05)) return { $: "all", kind: random.pick([undefined, "body"]) };
  const first = maker.paragraph()!;
  if (random.chance(0.2))
    return { $: "paragraphs", items: [{ key: keyOf(first) }, { key: keyOf(maker.paragraph()!) }] };
  if (random.chance(0.2)) return { $: "paragraphs", items: [rangeFrom(maker, first)] };
  return { $: "paragraphs", items: [{ key: keyOf(first) }] };
}

/** Returns a range of a few paragraphs of one part. */
export function rangeFrom({ random, reading }: Maker, first: Standing) {
  const at = reading.all.indexOf(first);
  const last = reading.all
    .slice(at, at + random.between({ least: 2, most: 4 }))
    .findLast(
      ({ part, paragraph }) => part === first.part && paragraph.bookmarks?.some((name) => /^K\d{4}$/.test(name)),
    );
  return { from: keyOf(first), through: keyOf(last ?? first) };
}
