// Compares a prediction with the content JSON of the document with the request's changes accepted.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";
import { compareParas, textOf, type Whole } from "./compare/compare-paragraphs.ts";
import { compareRevisions } from "./compare/compare-revisions.ts";
import {
  compareStructure,
  hasEmptyTable,
  notesInOrder,
  sectionsNow,
  shownParts,
  tablesNow,
} from "./compare/compare-structure.ts";
import { expectedLabels, type Labelled } from "./compare/expected-labels.ts";
import { countOpen, hold, type Report } from "./compare/report.ts";
import type { Model, Para, Part, Section } from "./model.ts";
import type { Prediction } from "./predict.ts";

/** Returns the differences in words. Adds to `open`, by reason, what could not be predicted. */
export function compareWithContent(
  { model, strange }: Prediction,
  content: ContentJson,
  open: Map<string, number> = new Map(),
): string[] {
  if (model.refusals.length > 0) return [...model.refusals];
  const report: Report = { differences: [], open };
  for (const reason of model.open.values()) countOpen(report, reason);
  const parts = pairParts(model, content, report);
  for (const paired of parts) keepMaybes(model, paired, report);
  const even = parts.filter(({ part, blocks, name }) => {
    const isEven = part.paras.length === blocks.length;
    if (!isEven && part.open !== undefined) countOpen(report, part.open);
    else if (!isEven) report.differences.push(describeCount(part, name, blocks));
    return isEven;
  });
  const told = new Map(even.map(({ part, blocks }) => [part, blocks]));
  const labels = expectedLabels({ model, content, strange, told });
  const whole = makeWhole({ model, content, report, labels });
  for (const { part, ...named } of even) compareParas(whole, part, named);
  compareStructure(whole, { isWhole: even.some(({ part }) => part === model.body) });
  compareRevisions(whole);
  return report.differences;
}

interface PairedPart {
  readonly part: Part;
  readonly name: string;
  readonly blocks: readonly ContentParagraph[];
}

function pairParts(model: Model, content: ContentJson, report: Report): PairedPart[] {
  const pairs: PairedPart[] = [{ part: model.body, name: "body", blocks: content.blocks }];
  for (const kind of ["header", "footer"] as const) {
    const expected = shownParts(model, kind);
    const actual = kind === "header" ? content.headers : content.footers;
    if (model.open.has("headers") && expected.length !== actual.length) continue;
    if (!model.open.has("headers")) {
      const list = (shown: readonly { readonly sections: readonly number[] }[], types: readonly string[]): unknown =>
        shown.map(({ sections }, index) => [types[index], sections]);
      hold(report, `${kind}s`, {
        expected: list(
          expected,
          expected.map(({ type }) => type),
        ),
        actual: list(
          actual,
          actual.map(({ part }) => part.type),
        ),
      });
    }
    for (const [index, { part, sections }] of expected.entries()) {
      const blocks = actual[index]?.blocks;
      if (blocks !== undefined) pairs.push({ part, name: `${part.type} ${kind} of section ${sections[0]}`, blocks });
    }
  }
  for (const kind of ["footnote", "endnote"] as const) {
    const expected = notesInOrder(model, kind);
    const actual = content.notes.filter(({ part }) => part.kind === kind);
    if (hasHidden(model, kind)) {
      countOpen(report, "notes in text that is not told");
      continue;
    }
    hold(report, `number of ${kind}s`, { expected: expected.length, actual: actual.length });
    for (const [index, { part }] of expected.entries()) {
      const blocks = actual[index]?.blocks;
      if (blocks !== undefined) pairs.push({ part, name: `${kind} ${index + 1}`, blocks });
    }
  }
  return pairs;
}

/**
 * True if the reference of a note is in text that the JSON does not show, and its paragraph was deleted or any change
 * was decided. The state of that note cannot be predicted.
 */
function hasHidden({ notes, decided }: Model, kind: string): boolean {
  return notes.some(({ part, place }) => {
    if (decided.size === 0 && place?.para.isGone !== true) return false;
    const shown = place?.para.source?.content.flatMap((one) => ("content" in one ? one.content : [one])) ?? [];
    const isShown = shown.some((one) => "number" in one && one.type === kind && one.number === part.number);
    return part.kind === kind && place !== undefined && !isShown;
  });
}

/** If paragraphs are missing, adds those that may have had to stay. */
function keepMaybes({ maybe }: Model, { part, blocks }: PairedPart, report: Report): void {
  const own = maybe.filter(({ para }) => para.part === part);
  const missing = blocks.length - part.paras.length;
  if (missing <= 0 || missing > own.length) return;
  const tried = choices(own, missing).map((chosen) => withMaybes(part.paras, chosen));
  const fits = tried.find((paras) => paras.every((para, index) => fitsText(para, blocks[index]?.text)));
  if (fits === undefined) return;
  part.paras = fits;
  for (let count = 0; count < missing; count += 1) countOpen(report, "empty paragraph that may have to stay");
}

const MOST_CHOICES = 200;

/** Returns the ways to choose `count` of a few things, at most `MOST_CHOICES`. */
function choices<Thing>(things: readonly Thing[], count: number): Thing[][] {
  if (count === 0) return [[]];
  const [first, ...rest] = things;
  if (first === undefined) return [];
  const withFirst = choices(rest, count - 1).map((chosen) => [first, ...chosen]);
  return [...withFirst, ...choices(rest, count)].slice(0, MOST_CHOICES);
}

function withMaybes(paras: readonly Para[], chosen: Model["maybe"]): Para[] {
  const made = [...paras];
  for (const { para, behind } of chosen) made.splice(behind === undefined ? 0 : made.indexOf(behind) + 1, 0, para);
  return made;
}

function fitsText(para: Para, text: string | undefined): boolean {
  const own = textOf(para, () => undefined);
  return own === undefined || own === text;
}

/** Describes where paragraphs begin to differ. */
function describeCount({ paras }: Part, name: string, blocks: readonly ContentParagraph[]): string {
  const texts = paras.map((para) => textOf(para, () => undefined));
  const at = texts.findIndex((text, index) => text !== undefined && text !== blocks[index]?.text);
  const where = at < 0 ? blocks.length : at;
  const [expected, actual] = [texts[where], blocks[where]?.text].map((text) => JSON.stringify(text?.slice(0, 80)));
  return `${name}: expected ${paras.length} paragraphs, there are ${blocks.length}; at ${where} expected ${expected}, there is ${actual}`;
}

interface WholeSources {
  readonly model: Model;
  readonly content: ContentJson;
  readonly report: Report;
  readonly labels: ReadonlyMap<Para, Labelled>;
}

function makeWhole({ model, content, report, labels }: WholeSources): Whole {
  const labelOf = (para: Para): Labelled => labels.get(para) ?? { open: "label not predictable" };
  const sections = new Map(sectionNumbers(model));
  const open = new Set<Para>();
  const unnumbered = new Set(model.parts.filter(hasEmptyTable));
  const whole: Whole = {
    model,
    content,
    report,
    labelOf,
    tableNumbers: new Map(
      model.parts.flatMap((part) => tablesNow(part).map((table, index) => [table, index + 1] as const)),
    ),
    isNumbered: (part) => !unnumbered.has(part),
    sectionOf: (para) => sections.get(para),
    shownBy: ({ to, show }, from) => {
      const target = to.into ?? to;
      if (show === "page") return "1";
      if (show === "above_below") return isAbove(target, from);
      if (show === "number") return numberOf(labelOf(target));
      if (open.has(target)) return undefined;
      open.add(target);
      const text = textOf(target, whole.shownBy);
      open.delete(target);
      return text;
    },
  };
  return whole;
}

function sectionNumbers(model: Model): [Para, number][] {
  const numbers = new Map<Section, number>(sectionsNow(model).map(({ section }, index) => [section, index + 1]));
  const pairs: [Para, number][] = [];
  let number = 1;
  for (const para of model.body.paras) {
    pairs.push([para, number]);
    if (para.ends !== undefined) number = numbers.get(para.ends)! + 1;
  }
  return pairs;
}

function numberOf(label: Labelled): string | undefined {
  return "open" in label ? undefined : label.label.replace(/\.+$/, "");
}

function isAbove(to: Para, from: Para): string | undefined {
  if (to.part !== from.part || to === from) return undefined;
  return to.part.paras.indexOf(to) < to.part.paras.indexOf(from) ? "above" : "below";
}
