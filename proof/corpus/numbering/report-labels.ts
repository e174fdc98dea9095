// Reports the labels of many documents and applies the bar.
//
// If the two other programs agree, our label must be the same. Documents with number words in languages other than
// English are a separate list. A single one of them has thousands of labels, so the spelling of one language would
// decide the result.

import type { Selection } from "../../runner/arguments.ts";
import { countsText, countWords, type Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { JudgedParagraph, Verdict } from "./compare-labels.ts";
import type { LabelledFile } from "./label-file.ts";

type ComparedFile = Extract<LabelledFile, { kind: "compared" }>;

/** Least share of paragraphs and of files on which we must agree, among those on which the two programs agree. */
const WANTED = { paragraphs: 0.995, files: 0.98 } as const;

export function reportLabels(files: readonly LabelledFile[], seed: number): Report {
  const compared = files.filter((file) => file.kind === "compared");
  const leftOut = files.filter((file) => file.kind === "left out");
  const [worded, plain] = [
    compared.filter((file) => file.hasNumberWords),
    compared.filter((file) => !file.hasNumberWords),
  ];
  const shares = sharesOf(plain);
  const wrong = plain.filter((file) => count(file.judged, "wrong") > 0);
  const isMet = shares.paragraphs >= WANTED.paragraphs && shares.files >= WANTED.files;
  return {
    text: [
      summaryTable([
        ["documents", plain],
        ["number words", worded],
      ]),
      ...wrong.flatMap(wrongLines),
      disagreementTable(compared),
      ...leftOut.map(({ path, reason }) => `left out: ${path}: ${reason}`),
    ],
    tally: { passed: compared.length - wrong.length, failed: isMet ? 0 : wrong.length },
    figures: { seed, ...figuresOf(plain), numberWords: figuresOf(worded), leftOut: leftOut.length, shares },
    bar: {
      wanted: `where both programs agree, ${percent(WANTED.paragraphs)} of the paragraphs and ${percent(WANTED.files)} of the files`,
      isMet,
    },
  };
}

/** Returns the report of a run without LibreOffice. It misses the bar only if all documents were to be compared. */
export function reportNotAsked(problem: string, selection: Selection | undefined): Report {
  const isMet = selection?.kind !== "all";
  return {
    text: [`Nothing was compared: ${problem}.`],
    tally: { passed: 0, failed: isMet ? 0 : 1 },
    figures: { problem },
    bar: { wanted: "LibreOffice can be asked when all documents are to be compared", isMet },
  };
}

function count(judged: readonly JudgedParagraph[], verdict: Verdict): number {
  return judged.filter((paragraph) => paragraph.verdict === verdict).length;
}

/** Each share is 1 if there is nothing to compare. */
function sharesOf(files: readonly ComparedFile[]): { paragraphs: number; files: number } {
  const { equal, wrong } = verdictsOf(files);
  const agreed = files.filter(({ judged }) => count(judged, "equal") + count(judged, "wrong") > 0);
  const right = agreed.filter(({ judged }) => count(judged, "wrong") === 0);
  return { paragraphs: share(equal, equal + wrong), files: share(right.length, agreed.length) };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function percent(part: number): string {
  return `${Math.floor(part * 10_000) / 100} %`;
}

function verdictsOf(files: readonly ComparedFile[]): Record<Verdict, number> {
  const judged = files.flatMap((file) => file.judged);
  return {
    equal: count(judged, "equal"),
    wrong: count(judged, "wrong"),
    "with office": count(judged, "with office"),
    "with docxodus": count(judged, "with docxodus"),
    alone: count(judged, "alone"),
  };
}

function figuresOf(files: readonly ComparedFile[]): Record<string, number> {
  const unmatched = files.reduce((sum, file) => sum + file.unmatched, 0);
  return { files: files.length, ...verdictsOf(files), unmatched };
}

function summaryTable(lists: readonly (readonly [string, readonly ComparedFile[]])[]): string {
  const headings = [
    "list",
    "files",
    "equal",
    "wrong",
    "paragraphs right",
    "files right",
    "programs differ",
    "unmatched",
  ];
  const rows = lists.map(([name, files]) => {
    const { equal, wrong, ...differing } = verdictsOf(files);
    const shares = sharesOf(files);
    const differ = Object.values(differing).reduce((sum, part) => sum + part, 0);
    const unmatched = files.reduce((sum, file) => sum + file.unmatched, 0);
    return [name, files.length, equal, wrong, percent(shares.paragraphs), percent(shares.files), differ, unmatched];
  });
  return formatTable(headings, rows);
}

/** Maximum number of wrong labels that are shown per file. */
const SHOWN = 3;

function wrongLines({ path, judged }: ComparedFile): string[] {
  const wrong = judged.filter(({ verdict }) => verdict === "wrong");
  const shown = wrong
    .slice(0, SHOWN)
    .map(({ index, ours, office }) => `#${index} ${ours || "none"}, not ${office || "none"}`);
  return [`wrong: ${path}: ${wrong.length}: ${shown.join("; ")}`];
}

/**
 * Returns a table of the labels on which the two programs differ: the kind of label, the program that shows none, and
 * the program that we agree with.
 */
function disagreementTable(files: readonly ComparedFile[]): string {
  const differing = files.flatMap(({ path, judged }) =>
    judged.filter(({ office, docxodus }) => office !== docxodus).map((paragraph) => ({ path, paragraph })),
  );
  const kinds = Map.groupBy(differing, ({ paragraph }) => kindOf(paragraph));
  const rows = [...kinds]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, members]) => {
      const judged = members.map(({ paragraph }) => paragraph);
      const documents = new Set(members.map(({ path }) => path)).size;
      return [kind, documents, judged.length, countsText(countWords(judged.map(({ verdict }) => verdict)))];
    });
  return formatTable(["where the programs differ", "files", "paragraphs", "we agree"], rows);
}

function kindOf({ label, office, docxodus }: JudgedParagraph): string {
  const format = label?.format ?? "no label by us";
  if (office === "") return `${format}: LibreOffice shows none`;
  return docxodus === "" ? `${format}: docxodus shows none` : `${format}: both show one`;
}
