// Chooses documents to convert: with enough paragraphs, and with their text in the print.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "@versus/engine/tasks";
import { startProgress } from "../../runner/progress.ts";
import { sampleGroups } from "../../runner/sample.ts";
import type { CorpusRun } from "../command.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import { wordFiles } from "../word-files.ts";
import { type JudgedParagraph, readParagraphs } from "./judge-paragraphs.ts";
import { type Printed, Printer } from "./printed-pdf.ts";

export interface ChosenDocument extends Printed {
  readonly path: string;
  readonly paragraphs: readonly JudgedParagraph[];
}

export interface Choice {
  readonly documents: readonly ChosenDocument[];
  /** Paths of the documents that were skipped, with the reason. */
  readonly passedOver: readonly string[];
}

/** Limits for the number of paragraphs. Fewer prove nothing; generated lists of thousands would dominate the sum. */
const FEWEST = 10;
const MOST = 1_500;
/**
 * Least share of a document's words that another program finds in the print. Fonts may be missing, and fields may
 * differ.
 */
const PRINTED = 0.9;

export async function chooseDocuments({ corpus, options }: CorpusRun, wanted: number): Promise<Choice> {
  const files = wordFiles(corpus);
  const seen = new Set<string>();
  const documents: ChosenDocument[] = [];
  const passedOver: string[] = [];
  const printer = new Printer();
  const progress = startProgress("print", wanted);
  try {
    for (let size = wanted; documents.length < wanted && seen.size < files.length; size += wanted) {
      for (const file of sampleGroups(files, { size, seed: options.seed, groupOf: categoryOf })) {
        if (documents.length === wanted || seen.has(file.path)) continue;
        seen.add(file.path);
        const found = await choose(file, corpus.root, printer);
        if (found === undefined) continue;
        if (typeof found === "string") passedOver.push(`${file.path}: ${found}`);
        else {
          documents.push(found);
          progress.advance();
        }
      }
    }
  } finally {
    progress.finish();
    printer.close();
  }
  return { documents, passedOver };
}

async function choose(
  { path }: CorpusFile,
  root: string,
  printer: Printer,
): Promise<ChosenDocument | string | undefined> {
  const original = readFileSync(join(root, path));
  const count = countOf(original);
  if (count < FEWEST || count > MOST) return undefined;
  const reply = await printer.print(original);
  if ("error" in reply) return `not printed: ${reply.error}`;
  const paragraphs = readParagraphs(reply.ok.docx);
  const share = printedShare(reply.ok.pdf, paragraphs);
  if (share < PRINTED) return `${Math.round(100 * share)} % of its words are in the print`;
  return { path, ...reply.ok, paragraphs };
}

function countOf(docx: Uint8Array): number {
  try {
    return readParagraphs(docx).length;
  } catch (problem) {
    if (problem instanceof Failure) return 0;
    throw problem;
  }
}

/** Returns the share of the words that poppler finds in the print; 1 if poppler is not installed. */
function printedShare(pdf: Uint8Array, paragraphs: readonly JudgedParagraph[]): number {
  const { stdout, status } = spawnSync("pdftotext", ["-", "-"], { input: pdf, maxBuffer: 2 ** 30 });
  if (status !== 0) return 1;
  const printed = wordsOf(stdout.toString());
  const wanted = [...wordsOf(paragraphs.map(({ text }) => text).join("\n"))];
  return wanted.filter((word) => printed.has(word)).length / Math.max(1, wanted.length);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? []);
}
