// Makes new text of all kinds: strings, and runs of every type that a position permits.

import { isInTable, locatorOf } from "./locators.ts";
import { newFormat } from "./properties.ts";
import type { Draw, Fields } from "./request.ts";
import type { Spot, Subject } from "./subject.ts";

export interface Place {
  /** The kind of part that receives the text, or a comment or link. It decides which runs are permitted. */
  readonly kind: Spot["story"]["kind"] | "comment" | "link";
  /** Paragraphs that a reference must not name, because the request changes them. */
  readonly changed?: readonly Spot[];
  /** True if notes may have a ref, because the text is inserted at one point only. */
  readonly isOnce?: boolean;
}

const FIELDS = [
  "PAGE",
  "NUMPAGES",
  "SECTIONPAGES",
  "DATE",
  "CREATEDATE",
  "SAVEDATE",
  "TITLE",
  "AUTHOR",
  "FILENAME",
  "DOCPROPERTY Title",
  "DOCPROPERTY Company",
  'DATE \\@ "d MMMM yyyy"',
  "PAGE \\* roman",
  "NUMPAGES \\* ALPHABETIC",
];
const URLS = ["https://example.com/a?b=c&d#e", "http://example.org/", "mailto:a@example.com"];

/** Returns text for a position; a plain string in half of the cases. */
export function contentFor(subject: Subject, draw: Draw, place: Place): string | readonly Fields[] {
  if (draw.chance(0.5)) return plainText(draw);
  return runsFor(subject, draw, place);
}

function plainText(draw: Draw): string {
  const end = draw.pick(["", "", "", "\t", "\n", " "]);
  return `${draw.words(5)}${end}${draw.words(2)}`;
}

function runsFor(subject: Subject, draw: Draw, place: Place): Fields[] {
  const makers = makersFor(place).map((make) => () => make(subject, draw, place));
  const drawn = Array.from({ length: draw.between(1, 4) }, () => draw.pick(makers)());
  const runs = drawn.filter((run) => run !== undefined).map((run) => withFormat(run, subject, draw));
  return runs.length === 0 ? [{ text: draw.words(3) }] : runs;
}

function withFormat(run: Fields, subject: Subject, draw: Draw): Fields {
  return draw.chance(0.3) ? { ...run, format: newFormat(subject, draw) } : run;
}

type RunMaker = (subject: Subject, draw: Draw, place: Place) => Fields | undefined;

function makersFor({ kind }: Place): RunMaker[] {
  const plain: RunMaker[] = [textRun, textRun, tabRun, lineRun];
  if (kind === "comment") return plain;
  const inner = [...plain, fieldRun, referenceRun];
  if (kind === "link") return inner;
  return kind === "body" ? [...inner, linkRun, breakRun, noteRun] : [...inner, linkRun];
}

const textRun: RunMaker = (_, draw) => ({ text: plainText(draw) });
const tabRun: RunMaker = () => ({ type: "tab" });
const lineRun: RunMaker = () => ({ type: "break", kind: "line" });
const breakRun: RunMaker = (_, draw) => ({ type: "break", kind: draw.pick(["page", "column"]) });
const fieldRun: RunMaker = (_, draw) => ({ type: "field", code: draw.pick(FIELDS) });

const linkRun: RunMaker = (subject, draw, place) => ({
  type: "hyperlink",
  url: draw.pick(URLS),
  content: draw.chance(0.5) ? draw.words(3) : runsFor(subject, draw, { ...place, kind: "link" }),
});

const noteRun: RunMaker = (subject, draw, { isOnce = false, ...place }) => {
  const inner = { ...place, kind: "footnote" } as const;
  const texts = Array.from({ length: draw.between(1, 2) }, () => ({ content: contentFor(subject, draw, inner) }));
  return {
    type: draw.pick(["footnote", "endnote"]),
    ...(texts.length === 1 ? texts[0]! : { new_paragraphs: texts }),
    ...(isOnce ? draw.maybe(0.3, () => ({ ref: draw.name() })) : {}),
  };
};

/** Makes a reference to a paragraph of the body that the request does not touch. */
const referenceRun: RunMaker = ({ body, content }, draw, { changed = [] }) => {
  const free = body.spots.filter((spot) => !changed.includes(spot) && !isInTable(spot) && spot.changes.size === 0);
  const show = draw.pick(["text", "number", "page", "above_below"]);
  const targets = free.filter((spot) => {
    if (show === "text") return isPlainText(spot);
    return show !== "number" || isCounted(spot, content.list_styles);
  });
  if (targets.length === 0) return undefined;
  return { type: "cross_reference", to: locatorOf(draw.pick(targets), draw), show };
};

function isPlainText({ text, isInLongField }: Spot): boolean {
  return text.trim() !== "" && text.length < 300 && !/[\f\u0000-\u0008]/.test(text) && !isInLongField;
}

/** True if a paragraph shows a number, not a bullet. */
function isCounted({ paragraph: { list } }: Spot, lists: Subject["content"]["list_styles"]): boolean {
  const level = lists.find(({ id }) => id === list?.list_style)?.levels.find((one) => one.level === list?.level);
  const isNumber = level !== undefined && !/^(?:bullet|none)$/.test(level.number_format);
  return isNumber && /[\p{L}\p{N}]/u.test(list?.number ?? "");
}

export function addressOf(draw: Draw): string {
  return draw.pick(URLS);
}

/** Returns random content for a new comment or reply. */
export function commentText(subject: Subject, draw: Draw): string | readonly Fields[] {
  return contentFor(subject, draw, { kind: "comment" });
}
