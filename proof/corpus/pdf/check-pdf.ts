// Checks everything that must hold for the PDF of one redline.

import { spawnSync } from "node:child_process";
import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type ColouredAuthor, printTask, type RedlineJson, type Sentinel } from "@versus/engine/tasks";
import { changedPages } from "@versus/service/changed-pages";
import { readLegend } from "@versus/service/legend-facts";
import { writeRedlinePdf } from "@versus/service/redline-pdf";
import type { OfficeSession } from "../../office/office-session.ts";
import { bookmarkChanges } from "./bookmark-changes.ts";
import { type ExpectedLabel, type ExpectedMark, expectedOf, isMadeOf } from "./expected-marks.ts";
import { countCharacters, foldText } from "./fold-text.ts";
import { checkContents, checkFormerNumbers, checkLegend, type Facts, foldedPages } from "./printed-facts.ts";
import { makePrintable, type PrintableRedline, type PrintJob } from "./printed-redlines.ts";
import { type PrintedPdf, readPrinted } from "./read-printed.ts";

export interface PdfResult {
  readonly name: string;
  readonly outcome: "printed" | "refused" | "unprinted" | "crashed";
  readonly reason: string;
  readonly pages: number;
  /**
   * Number of story marks with text that read back exactly in order (`exact`), and of those that read back by the
   * counts of their characters (`counted`). A story mark is one kind of mark in one story.
   */
  readonly marks: {
    readonly exact: number;
    readonly counted: number;
    /** Not judged, because no font of this machine has their characters. */
    readonly fontless: number;
    readonly wrong: readonly string[];
  };
  readonly labels: Facts;
  /** Former numbers of renumbered clauses. */
  readonly formerNumbers: Facts;
  /** Page numbers in tables of contents. */
  readonly contents: Facts;
  /** Figures of the legend. */
  readonly legend: Facts;
  /** Empty if the changed pages are the expected ones. */
  readonly changedPages: string;
  /**
   * Number of changes whose bookmarks are in the PDF, number of all changes, and number of changed pages that are
   * justified by their text alone.
   */
  readonly judged: { readonly found: number; readonly all: number; readonly byText: number };
  readonly isTwiceTheSame: boolean;
}

const NO_FACTS: Facts = { right: 0, wrong: [] };

const NOTHING: Omit<PdfResult, "name" | "outcome" | "reason"> = {
  pages: 0,
  marks: { exact: 0, counted: 0, fontless: 0, wrong: [] },
  labels: NO_FACTS,
  formerNumbers: NO_FACTS,
  contents: NO_FACTS,
  legend: NO_FACTS,
  changedPages: "",
  judged: { found: 0, all: 0, byText: 0 },
  isTwiceTheSame: true,
};

/** Checks one redline. An error on our side becomes a result, so that the remaining ones are still judged. */
export async function checkPdf(...given: Parameters<typeof judgePdf>): Promise<PdfResult> {
  try {
    return await judgePdf(...given);
  } catch (problem) {
    const { stack = "" } = problem instanceof Error ? problem : {};
    const [error = "", place = ""] = stack.split("\n");
    return { ...NOTHING, name: given[0].name, outcome: "crashed", reason: `${error} ${place.trim()}` };
  }
}

/** `keep` receives every PDF. */
async function judgePdf(
  job: PrintJob,
  office: OfficeSession,
  keep: (name: string, pdf: Uint8Array) => void,
): Promise<PdfResult> {
  const { name } = job;
  const redline = await makePrintable(job);
  if ("refusal" in redline) return { ...NOTHING, name, outcome: "refused", reason: redline.refusal };
  const copy = printTask({ bytes: redline.docx, codec: nodeZlib });
  const first = await office.print(copy.docx);
  if ("error" in first) return { ...NOTHING, name, outcome: "unprinted", reason: first.error };
  keep(name, first.ok);
  const printed = await readPrinted(first.ok);
  const expected = expectedOf(openDocument(redline.docx, { codec: nodeZlib, names: wordNames() }));
  const marks = checkMarks(expected.marks, printed, copy.sentinels);
  const texts = marks.wrong.length === 0 ? changedTexts(printed, copy.sentinels) : new Set<number>();
  const json = JSON.parse(new TextDecoder().decode(redline.json)) as RedlineJson;
  const all = foldedPages(printed.pages);
  const whole: Printed = { redline, pdf: first.ok, sentinels: copy.sentinels, authors: copy.authors };
  return {
    ...{ name, outcome: "printed", reason: "", pages: printed.pages.length, marks },
    labels: checkLabels(expected.labels, all),
    formerNumbers: checkFormerNumbers(json, all),
    contents: checkContents(expected.contents, all),
    legend: checkLegend(json, (await readPrinted(await withLegend(whole))).pages.slice(printed.pages.length)),
    ...(await checkPages(whole, office, texts)),
    isTwiceTheSame: await isSameAgain(whole, office),
  };
}

function withLegend({ redline, pdf, sentinels, authors }: Printed): Promise<Uint8Array> {
  const { json, about } = redline;
  return writeRedlinePdf({ pdf, sentinels, about, legend: readLegend({ json, authors }) }, "pdf");
}

function checkMarks(
  expected: readonly ExpectedMark[],
  { pages }: PrintedPdf,
  sentinels: readonly Sentinel[],
): PdfResult["marks"] {
  const wrong: string[] = [];
  const found = { exact: 0, counted: 0, fontless: 0 };
  for (const { story, part, mark, text, pieces } of expected) {
    if (text === "") continue;
    const colours = new Set(
      sentinels.filter((one) => one.story === story && one.part === part && one.mark === mark).map((one) => one.colour),
    );
    const isRepeated = story === "header" || story === "footer";
    // Each page has its own page number, whatever the document shows.
    const stable = (one: string): string => (isRepeated ? one.replaceAll(/[0-9]/g, "") : one);
    const wanted = pieces.map((piece) => ({ ...piece, text: stable(piece.text) }));
    const drawn = pages.map((page) =>
      stable(foldText(page.flatMap((piece) => (colours.has(piece.colour) ? [piece.text] : [])).join(""))),
    );
    const texts = isRepeated ? [...new Set(drawn.filter((one) => one !== ""))] : [drawn.join("")];
    if (isRepeated && texts.length === 0) continue;
    const holds = (isIt: (one: string) => boolean) => texts.every((one) => isIt(one) || isIt(withoutLeaders(one)));
    if (holds((one) => isMadeOf(one, wanted))) found.exact += 1;
    else if (holds((one) => hasAllOf(one, stable(text)))) found.counted += 1;
    else if (lacksFont(text)) found.fontless += 1;
    else wrong.push(`${story} ${mark}: ${difference(texts.join("|"), text)}`);
  }
  return { ...found, wrong };
}

/** A tab with a leader is drawn as a line of dots or dashes. */
function withoutLeaders(drawn: string): string {
  return drawn.replaceAll(/([.·_-])\1{7,}/g, "");
}

/** Returns the pages that show inserted, deleted or moved text outside headers and footers. */
function changedTexts({ pages }: PrintedPdf, sentinels: readonly Sentinel[]): Set<number> {
  const own = sentinels.filter(({ story, mark }) => story !== "header" && story !== "footer" && mark !== "format");
  const colours = new Set(own.map(({ colour }) => colour));
  return new Set(pages.flatMap((page, at) => (page.some(({ colour }) => colours.has(colour)) ? [at] : [])));
}

/**
 * True if no font of this machine has one of the characters: a PDF then draws the same empty glyph for all of them.
 */
function lacksFont(text: string): boolean {
  return [...new Set(text)].some((character) => {
    const code = character.codePointAt(0)!.toString(16);
    const known = spawnSync("fc-list", [`:charset=${code}`], { encoding: "utf8" });
    return known.status === 0 && known.stdout.trim() === "";
  });
}

/**
 * True if every character occurs at least as often as wanted. The print copy may add fewer than 40 letters, digits and
 * signs, and a line end may add a hyphen.
 */
function hasAllOf(drawn: string, wanted: string): boolean {
  const left = new Map<string, number>();
  for (const character of drawn) left.set(character, (left.get(character) ?? 0) + 1);
  for (const character of wanted) {
    const count = left.get(character) ?? 0;
    if (count === 0) return false;
    left.set(character, count - 1);
  }
  const more = [...left].filter(([, count]) => count > 0).map(([character]) => character);
  return more.every((character) => /[¶[\]☐☒.()\p{L}\p{N}*-]/u.test(character)) && drawn.length - wanted.length < 40;
}

/** Describes the difference of two texts without any of their words. */
function difference(drawn: string, wanted: string): string {
  const [one, other] = [countCharacters(drawn), countCharacters(wanted)];
  return `${one.length} characters drawn, ${other.length} wanted`;
}

/** Each number must be directly before the beginning of its paragraph's text, anywhere in the PDF. */
function checkLabels(labels: readonly ExpectedLabel[], all: string): Facts {
  const wrong: string[] = [];
  for (const [index, { label, text }] of labels.entries()) {
    const wanted = foldText(label) + foldText(text).slice(0, COMPARED);
    if (!all.includes(wanted)) wrong.push(`${index}: ${label}`);
  }
  return { right: labels.length - wrong.length, wrong };
}

/** Number of characters of a paragraph that must follow its number: they are on its first line. */
const COMPARED = 8;

interface Printed {
  readonly redline: PrintableRedline;
  readonly pdf: Uint8Array;
  readonly sentinels: readonly Sentinel[];
  readonly authors: readonly ColouredAuthor[];
}

/**
 * LibreOffice does not keep every bookmark, for example none of those in endnotes. So a reported page without a
 * bookmark is accepted if it shows changed text (`texts`), provided that all marks were read back correctly.
 */
async function checkPages(
  { redline, pdf, sentinels }: Printed,
  office: OfficeSession,
  texts: ReadonlySet<number>,
): Promise<Pick<PdfResult, "changedPages" | "judged">> {
  const document = openDocument(redline.docx, { codec: nodeZlib, names: wordNames() });
  const all = bookmarkChanges(document);
  const copy = printTask({ bytes: document.package.save(1), codec: nodeZlib });
  const again = await office.print(copy.docx);
  if ("error" in again) return { changedPages: again.error, judged: { found: 0, all, byText: 0 } };
  const { destinations } = await readPrinted(again.ok);
  const wanted = new Set<number>();
  let found = 0;
  for (let change = 0; change < all; change += 1) {
    const [start, end] = [destinations.get(`chg${change}s`), destinations.get(`chg${change}e`)];
    if (start === undefined || end === undefined) continue;
    found += 1;
    for (let page = Math.min(start, end); page <= Math.max(start, end); page += 1) wanted.add(page);
  }
  const own = sentinels.filter(({ story }) => story !== "header" && story !== "footer");
  const told = await changedPages(pdf, own);
  const missed = [...wanted].filter((page) => !told.includes(page));
  const more = told.filter((page) => !wanted.has(page));
  const byText = found < all ? more.filter((page) => texts.has(page)) : [];
  const extra = more.filter((page) => !byText.includes(page));
  const isEqual = missed.length === 0 && extra.length === 0;
  return {
    changedPages: isEqual ? "" : `missed ${missed.join(",")}; more ${extra.join(",")}`,
    judged: { found, all, byText: byText.length },
  };
}

async function isSameAgain({ redline, pdf, sentinels }: Printed, office: OfficeSession): Promise<boolean> {
  const again = await office.print(printTask({ bytes: redline.docx, codec: nodeZlib }).docx);
  if ("error" in again) return false;
  for (const format of ["pdf", "pdf_changed_pages_only"] as const) {
    const [one, other] = await Promise.all(
      [pdf, again.ok].map((printed) =>
        writeRedlinePdf({ pdf: printed, sentinels, about: redline.about, legend: undefined }, format),
      ),
    );
    if (!Buffer.from(one!).equals(other!)) return false;
  }
  return true;
}
