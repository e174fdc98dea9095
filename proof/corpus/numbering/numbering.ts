// Implements `corpus numbering`: compares our list labels with those of other programs.

import { officeProblem } from "../../office/office-session.ts";
import { startProgress } from "../../runner/progress.ts";
import type { Report } from "../../runner/report.ts";
import { type Command, type CorpusRun, chooseFiles } from "../command.ts";
import { type CorpusFile, categoryOf, extensionOf } from "../manifest.ts";
import { Oracles } from "./ask-oracles.ts";
import { type LabelledFile, labelFile } from "./label-file.ts";
import { reportLabels, reportNotAsked } from "./report-labels.ts";

export const numbering: Command = {
  name: "numbering",
  purpose: "the labels of numbered paragraphs, beside those of LibreOffice and docxodus",
  keeps: false,
  run: runNumbering,
};

const WORD_EXTENSIONS: ReadonlySet<string> = new Set(["docx", "dotx", "docm", "dotm"]);
/** Other commands read these files, which need not open. */
const LEFT_OUT: ReadonlySet<string> = new Set(["hostile", "docx/broken", "docx/encrypted"]);
const QUICK_SAMPLE = 60;

async function runNumbering(run: CorpusRun): Promise<Report> {
  const problem = officeProblem();
  if (problem !== undefined) return reportNotAsked(problem, run.options.selection);
  const numbered = run.corpus.files.filter(isNumbered);
  const files = chooseFiles(run, numbered, { kind: "sample", size: QUICK_SAMPLE });
  return reportLabels(await labelFiles(run, files), run.options.seed);
}

function isNumbered(file: CorpusFile): boolean {
  const isRead = WORD_EXTENSIONS.has(extensionOf(file)) && !LEFT_OUT.has(categoryOf(file));
  return isRead && file.features.has("numbered");
}

/** Labels the files one after the other, because LibreOffice answers one question at a time. */
async function labelFiles({ corpus }: CorpusRun, files: readonly CorpusFile[]): Promise<LabelledFile[]> {
  const oracles = new Oracles();
  const progress = startProgress("numbering", files.length);
  try {
    const labelled: LabelledFile[] = [];
    for (const file of files) {
      labelled.push(await labelFile(corpus, file, oracles));
      progress.advance();
    }
    return labelled;
  } finally {
    progress.finish();
    oracles.close();
  }
}
