// Implements `corpus convert-pdf`: prints documents as PDF and converts them back.
//
// It counts the paragraphs that come back unchanged. `--marked` counts how much a comparison with the converted
// document marks. `--ocr` converts pages that are drawn as pictures. `--foreign` converts PDFs of other programs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { convertPdf } from "@versus/service/convert";
import { officeProblem } from "../../office/office-session.ts";
import { countsText, countWords, type Report } from "../../runner/report.ts";
import type { Command, CorpusRun } from "../command.ts";
import { extensionOf } from "../manifest.ts";
import { chooseDocuments } from "./choose-documents.ts";
import { causeOf, judge, readParagraphs, type Verdict } from "./judge-paragraphs.ts";
import { markedShare } from "./marked-words.ts";
import { recognizePages } from "./recognize-pages.ts";

export const convertPdfCommand: Command = {
  name: "convert-pdf",
  purpose: "documents printed as PDF and converted back: the same paragraphs",
  flags: {
    marked: "compare each document with the one from its PDF, and count marked words",
    ocr: "draw pages as pictures and have their words recognized",
    foreign: "convert the PDFs of the corpus: none may crash",
  },
  keeps: false,
  run,
};

const DOCUMENTS = 100;
const COMPARED = 50;
const BARS = { all: 93, outside: 98, inside: 88 } as const;
/** Maximum median of the share of marked words, in per cent. */
const MOST_MARKED = 2;

async function run(corpusRun: CorpusRun): Promise<Report> {
  if (corpusRun.options.flags.has("foreign")) return convertForeign(corpusRun);
  const problem = officeProblem();
  if (problem !== undefined) return notRun(problem);
  if (corpusRun.options.flags.has("ocr")) return recognizePages(corpusRun);
  return corpusRun.options.flags.has("marked") ? compareAgainst(corpusRun) : comeBack(corpusRun);
}

function notRun(reason: string): Report {
  return {
    text: [`Not run: ${reason}`],
    tally: { passed: 0, failed: 0 },
    figures: {},
    bar: { wanted: "LibreOffice prints", isMet: false },
  };
}

function sizeOf({ options: { selection } }: CorpusRun, usual: number): number {
  return selection?.kind === "sample" ? selection.size : usual;
}

async function comeBack(corpusRun: CorpusRun): Promise<Report> {
  const { documents, passedOver } = await chooseDocuments(corpusRun, sizeOf(corpusRun, DOCUMENTS));
  const verdicts: Verdict[] = [];
  const problems: string[] = [];
  const causes: string[] = [];
  for (const { path, pdf, paragraphs } of documents) {
    const converted = await convertPdf(pdf);
    if (converted.kind !== "converted") {
      problems.push(`${path}: ${converted.kind}`);
      continue;
    }
    const given = readParagraphs(converted.docx);
    const verdict = judge(paragraphs, given);
    verdicts.push(verdict);
    causes.push(
      ...verdict.missing.map((missing) => {
        return `${missing.isInTable ? "inside" : "outside"}: ${causeOf(missing, given, verdict.extra)}`;
      }),
    );
  }
  const shares = sharesOf(verdicts);
  const isMet = shares.all >= BARS.all && shares.outside >= BARS.outside && shares.inside >= BARS.inside;
  return {
    text: [
      `${verdicts.length} documents, ${sum(verdicts, "wanted")} paragraphs; identical: ${shares.all} %, outside tables ${shares.outside} %, inside ${shares.inside} %`,
      `By document, at the median: ${medianShare(verdicts)} %`,
      `Why others are missing: ${countsText(countWords(causes))}`,
      `Passed over: ${passedOver.length}`,
      ...passedOver,
      ...problems,
    ],
    tally: { passed: sum(verdicts, "found"), failed: sum(verdicts, "wanted") - sum(verdicts, "found") },
    figures: { documents: verdicts.length, ...shares, causes: countWords(causes) },
    bar: { wanted: `${BARS.all} % identical, ${BARS.outside} % outside tables, ${BARS.inside} % inside`, isMet },
  };
}

function sum(verdicts: readonly Verdict[], name: "wanted" | "found" | "wantedInTables" | "foundInTables"): number {
  return verdicts.reduce((total, verdict) => total + verdict[name], 0);
}

function sharesOf(verdicts: readonly Verdict[]): { all: number; outside: number; inside: number } {
  const [wanted, found] = [sum(verdicts, "wanted"), sum(verdicts, "found")];
  const [inWanted, inFound] = [sum(verdicts, "wantedInTables"), sum(verdicts, "foundInTables")];
  return {
    all: percent(found, wanted),
    outside: percent(found - inFound, wanted - inWanted),
    inside: percent(inFound, inWanted),
  };
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10;
}

function medianShare(verdicts: readonly Verdict[]): number {
  return median(verdicts.map(({ found, wanted }) => percent(found, wanted)));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function compareAgainst(corpusRun: CorpusRun): Promise<Report> {
  const { documents } = await chooseDocuments(corpusRun, sizeOf(corpusRun, COMPARED));
  const shares: number[] = [];
  const lines: string[] = [];
  let refused = 0;
  for (const { path, docx, pdf } of documents) {
    const converted = await convertPdf(pdf);
    const share = converted.kind === "converted" ? await markedShare(docx, converted.docx) : undefined;
    if (share === undefined) refused += 1;
    else shares.push(share);
    lines.push(`${path}: ${share === undefined ? "not compared" : `${share} %`}`);
  }
  const middle = median(shares);
  return {
    text: [
      `${shares.length} documents against their own PDFs: ${middle} % of the words marked at the median`,
      ...lines,
    ],
    tally: { passed: shares.filter((share) => share <= MOST_MARKED).length, failed: refused },
    figures: { documents: shares.length, median: middle, refused },
    bar: { wanted: `at most ${MOST_MARKED} % marked at the median`, isMet: middle <= MOST_MARKED && refused === 0 },
  };
}

async function convertForeign({ corpus }: CorpusRun): Promise<Report> {
  const outcomes: string[] = [];
  const crashes: string[] = [];
  for (const file of corpus.files.filter((own) => extensionOf(own) === "pdf")) {
    try {
      outcomes.push((await convertPdf(readFileSync(join(corpus.root, file.path)))).kind);
    } catch (problem) {
      crashes.push(`${file.path}: ${problem instanceof Error ? problem.name : "no error"}`);
    }
  }
  return {
    text: [`${outcomes.length + crashes.length} PDFs: ${countsText(countWords(outcomes))}`, ...crashes],
    tally: { passed: outcomes.length, failed: crashes.length },
    figures: { outcomes: countWords(outcomes), crashes: crashes.length },
    bar: { wanted: "no crash", isMet: crashes.length === 0 },
  };
}
