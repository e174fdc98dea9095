// Describes what edits can act on in each paragraph of a content JSON, for the makers of requests.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";

export type PartLocator = Readonly<Record<string, unknown>> & { readonly kind: string };
export type Segment = ContentParagraph["content"][number];

/** True if a segment has this type; text has none. */
export function isOf<Type extends string>(segment: Segment, type: Type): segment is Extract<Segment, { type: Type }> {
  return "type" in segment && segment.type === type;
}

export interface Story {
  readonly kind: "body" | "header" | "footer" | "footnote" | "endnote";
  /** All locators of the part; empty for the body. */
  readonly locators: readonly PartLocator[];
  readonly spots: readonly Spot[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A paragraph with the positions of its fields, links and objects. */
export interface Spot {
  readonly story: Story;
  readonly paragraph: ContentParagraph;
  readonly text: string;
  readonly fields: readonly (Span & { readonly code: string })[];
  readonly links: readonly (Span & { readonly url: string })[];
  /** Positions of notes, images and other objects. */
  readonly objects: readonly number[];
  /** True if the paragraph is in a field that spans several paragraphs. */
  readonly isInLongField: boolean;
  /** The kinds of others' changes in the paragraph. */
  readonly changes: ReadonlySet<string>;
}

/** Fields whose results may be paragraphs. */
const LONG_FIELD =
  /^\s*(?:TOC|INDEX|TOA|RD|BIBLIOGRAPHY|INCLUDETEXT|DATABASE|LINK|DDE|DDEAUTO|EMBED|IF|ADDRESSBLOCK|GREETINGLINE|ADDIN|BIBLIO|QUOTE|SET|ASK|MERGEFIELD)\b/i;

export class Subject {
  readonly content: ContentJson;
  /** In the order in which matches are counted. */
  readonly stories: readonly Story[];
  readonly body: Story;
  readonly spots: readonly Spot[];

  constructor(content: ContentJson) {
    this.content = content;
    const changes = changesByPlace(content);
    const build = (
      kind: Story["kind"],
      locators: readonly PartLocator[],
      blocks: readonly ContentParagraph[],
    ): Story => {
      const story: { -readonly [Key in keyof Story]: Story[Key] } = { kind, locators, spots: [] };
      const long = longFieldSpans(blocks);
      story.spots = blocks.map((paragraph) => {
        const key = placeKey(locators[0], paragraph.index);
        const marked = paragraph.mark === undefined ? [] : [paragraph.mark.kind];
        return {
          story,
          paragraph,
          text: paragraph.text,
          ...places(paragraph),
          isInLongField: long.some(({ from, to }) => from <= paragraph.index && paragraph.index <= to),
          changes: new Set([...(changes.get(key) ?? []), ...marked]),
        };
      });
      return story;
    };
    this.body = build("body", [], content.blocks);
    const pages = [...content.headers, ...content.footers]
      .toSorted((one, other) => pageOrder(one.part) - pageOrder(other.part))
      .map(({ part, sections, blocks }) =>
        build(
          part.kind,
          sections.map((number) => ({ ...part, section: { number } })),
          blocks,
        ),
      );
    const notes = (["footnote", "endnote"] as const).flatMap((kind) =>
      content.notes.filter(({ part }) => part.kind === kind).map(({ part, blocks }) => build(kind, [part], blocks)),
    );
    this.stories = [this.body, ...pages, ...notes];
    this.spots = this.stories.flatMap(({ spots }) => spots);
  }
}

const TYPES = ["default", "first", "even"];

/** Returns a number that sorts parts by section, header before footer, then default, first, even. */
function pageOrder({ kind, type, section }: { kind: string; type: string; section: { number: number } }): number {
  return section.number * 10 + (kind === "header" ? 0 : 5) + TYPES.indexOf(type);
}

function placeKey(part: PartLocator | undefined, index: number): string {
  if (part === undefined) return `${index}`;
  const { section, ...rest } = part;
  return `${JSON.stringify({ ...rest, section })} ${index}`;
}

/**
 * Maps a paragraph to the kinds of its changes. The JSON shows a move at its first paragraph, with one line of text
 * for each of its paragraphs.
 */
function changesByPlace({ revisions }: ContentJson): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { kind, property, paragraph, to, text } of revisions) {
    const length = kind === "move" ? text.split("\n").length : 1;
    const kinds = property === undefined ? [kind] : [kind, "property"];
    for (const place of [paragraph, to]) {
      for (let more = 0; place !== undefined && more < length; more += 1) {
        const key = placeKey(place.part as PartLocator | undefined, place.index + more);
        found.set(key, [...(found.get(key) ?? []), ...kinds]);
      }
    }
  }
  return found;
}

function places({ content }: ContentParagraph): Pick<Spot, "fields" | "links" | "objects"> {
  const fields: (Span & { code: string })[] = [];
  const links: (Span & { url: string })[] = [];
  const objects: number[] = [];
  let at = 0;
  const read = (segment: Segment): void => {
    const from = at;
    if (isOf(segment, "hyperlink")) {
      for (const inner of segment.content) read(inner);
      links.push({ from, to: at, url: segment.url });
      return;
    }
    at += lengthOf(segment);
    if (isOf(segment, "field")) fields.push({ from, to: at, code: segment.code });
    else if ("type" in segment && segment.type !== "tab" && segment.type !== "break") objects.push(from);
  };
  for (const segment of content) read(segment);
  return { fields, links, objects };
}

function lengthOf(segment: Segment): number {
  if (isOf(segment, "tab") || isOf(segment, "break")) return 1;
  return "text" in segment ? segment.text.length : 0;
}

/**
 * Returns a span for each code that matches LONG_FIELD. The span goes from the first paragraph that shows the field to
 * the paragraph after the last one, because the field may end there.
 */
function longFieldSpans(blocks: readonly ContentParagraph[]): Span[] {
  const spans = new Map<string, { from: number; to: number }>();
  for (const { index, content } of blocks) {
    for (const segment of content.flatMap((one) => (isOf(one, "hyperlink") ? one.content : [one]))) {
      if (!isOf(segment, "field") || !LONG_FIELD.test(segment.code)) continue;
      const known = spans.get(segment.code);
      spans.set(segment.code, { from: known?.from ?? index, to: index + 1 });
    }
  }
  return [...spans.values()];
}
