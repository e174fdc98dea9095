// Compares the labels of one document in all three readings.

import { Failure } from "@versus/engine/tasks";
import { type Corpus, readCorpusFile } from "../find-corpus.ts";
import type { CorpusFile } from "../manifest.ts";
import { openCorpusDocument } from "../read-document.ts";
import type { OracleAnswers, OracleQuestion } from "./ask-oracles.ts";
import { type Comparison, compareLabels } from "./compare-labels.ts";
import { type OurParagraph, readOurLabels } from "./our-labels.ts";

/** The result for a document: compared, or left out for a reason. */
export type LabelledFile =
  | ({ readonly path: string; readonly kind: "compared"; readonly hasNumberWords: boolean } & Comparison)
  | { readonly path: string; readonly kind: "left out"; readonly reason: string };

/** Returns the answers of the other programs. */
export interface Oracle {
  ask(question: OracleQuestion): Promise<OracleAnswers>;
}

export async function labelFile(corpus: Corpus, { path }: CorpusFile, oracles: Oracle): Promise<LabelledFile> {
  try {
    const bytes = readCorpusFile(corpus, path);
    const { paragraphs, hasRevisions } = readOurLabels(openCorpusDocument(bytes));
    const answers = await oracles.ask({ bytes, hasRevisions });
    if ("error" in answers.office) return leftOut(path, `LibreOffice: ${answers.office.error}`);
    if ("error" in answers.docxodus) return leftOut(path, `docxodus: ${answers.docxodus.error}`);
    const hasNumberWords = paragraphs.some(isNumberWord);
    return { path, kind: "compared", hasNumberWords, ...compareLabels(paragraphs, answers) };
  } catch (problem) {
    if (problem instanceof Failure) return leftOut(path, `it does not open: ${problem.code}`);
    throw problem;
  }
}

function leftOut(path: string, reason: string): LabelledFile {
  return { path, kind: "left out", reason };
}

const WORD_FORMATS: ReadonlySet<string> = new Set(["cardinalText", "ordinalText"]);

/**
 * True if the label consists of words of a language other than English, because every program spells those
 * differently.
 */
function isNumberWord({ label, language = "en" }: OurParagraph): boolean {
  return label !== undefined && WORD_FORMATS.has(label.format) && !language.toLowerCase().startsWith("en");
}
