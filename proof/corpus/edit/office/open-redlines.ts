// Implements `corpus edit --office`: other programs open redlines of every type of edit.
//
// LibreOffice and docxodus accept all changes and reject all changes. Both must give our text.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentJson } from "@versus/engine/inside";
import { type ContentJson, type EditTypeName, Failure } from "@versus/engine/tasks";
import { OfficeSession, officeProblem } from "../../../office/office-session.ts";
import { stopDocxodus } from "../../../oracles/docxodus-decisions.ts";
import { startProgress } from "../../../runner/progress.ts";
import { seededRandom, shuffle } from "../../../runner/random.ts";
import type { Report } from "../../../runner/report.ts";
import { formatTable } from "../../../runner/table.ts";
import type { CorpusRun } from "../../command.ts";
import type { CorpusFile } from "../../manifest.ts";
import { openCorpusDocument } from "../../read-document.ts";
import { checkRequest, readUpload } from "../check-request.ts";
import { chooseDocuments } from "../choose-documents.ts";
import { makers } from "../requests/makers.ts";
import { Draw, type Edit } from "../requests/request.ts";
import { Subject } from "../requests/subject.ts";
import { askJudges, type Opinion } from "./check-redline.ts";
import { unsupported } from "./unsupported.ts";

/** Number of redlines of each type of edit: 68 in all. */
const EACH = 2;
/** Documents are short, so that the edit is easy to see. */
const MOST_PARAGRAPHS = 60;

interface Redline {
  readonly path: string;
  readonly type: EditTypeName;
  readonly edits: readonly Edit[];
  readonly bytes: Uint8Array;
}

export async function openRedlines(run: CorpusRun): Promise<Report> {
  const problem = officeProblem();
  if (problem !== undefined) throw new Error(problem);
  const redlines = makeRedlines(run);
  const progress = startProgress("edit --office", redlines.length);
  const session = new OfficeSession();
  try {
    const judged: Judged[] = [];
    for (const redline of redlines) {
      const isRead = unsupported[redline.type] === undefined;
      judged.push({ redline, opinions: await askJudges(session, redline.bytes, { isRead }) });
      progress.advance();
    }
    progress.finish();
    return reportOpinions(judged, run);
  } finally {
    session.close();
    stopDocxodus();
  }
}

/** Returns, for each type, the redlines of the first successful requests on documents in random order. */
function makeRedlines({ corpus, options: { seed } }: CorpusRun): Redline[] {
  const documents = chooseDocuments(corpus, seed).filter(isPlain);
  const redlines: Redline[] = [];
  for (const type of Object.keys(makers) as EditTypeName[]) {
    const found: Redline[] = [];
    const files = shuffle(documents, seededRandom(seed, "office", type));
    for (const { path } of files) {
      if (found.length === EACH) break;
      const redline = makeRedline(join(corpus.root, path), { path, type, seed });
      if (redline !== undefined) found.push(redline);
    }
    redlines.push(...found);
  }
  return redlines;
}

/**
 * True if docxodus supports the document. It does not read the strict dialect, and it does not join paragraphs across
 * the ends of content controls.
 */
function isPlain({ features }: CorpusFile): boolean {
  return !features.has("strict") && !features.has("sdt");
}

/**
 * Decisions need changes of others. Documents for all other types have none, so that the redline contains only its
 * own changes.
 */
function makeRedline(
  file: string,
  { path, type, seed }: { readonly path: string; readonly type: EditTypeName; readonly seed: number },
): Redline | undefined {
  try {
    const bytes = readFileSync(file);
    const content = contentJson(openCorpusDocument(bytes));
    const isDecision = type.endsWith("_revision");
    const isLong = content.blocks.length === 0 || content.blocks.length > MOST_PARAGRAPHS;
    if (isLong || content.revisions.length > 0 !== isDecision) return undefined;
    const edits = makers[type](new Subject(content), new Draw(seededRandom(seed, "office", path, type)));
    if (edits === undefined || isElsewhere(edits, content)) return undefined;
    const outcome = checkRequest(readUpload(bytes, content), edits);
    return outcome.kind === "edited" ? { path, type, edits, bytes: outcome.redline } : undefined;
  } catch (problem) {
    if (problem instanceof Failure) return undefined;
    throw problem;
  }
}

/**
 * True if a request acts where LibreOffice is known to behave differently.
 *
 * - It shows headers and footers by page styles, and a document has other page styles than it has sections.
 * - If the last mark of a story, a mark before a table or an inserted empty paragraph is deleted, it leaves an empty
 *   paragraph.
 * - A row or paragraph with only inserted text counts as an inserted row or paragraph.
 * - It assigns notes to references in the order of ids, so a new note before others is assigned wrongly.
 * - It replaces the date of the last saving by the date of its own saving.
 */
function isElsewhere(edits: readonly Edit[], { blocks, tables, notes }: ContentJson): boolean {
  const isAtEdge = (index: number): boolean =>
    index >= blocks.length - 1 || [index, index + 1].some((at) => blocks[at]?.table !== undefined);
  return edits.some(({ type, ...fields }) => {
    const written = JSON.stringify(fields);
    const named = [...written.matchAll(/"index":(\d+)/g)].map(([, index]) => Number(index));
    const isEmpty = type === "insert_paragraphs" && written.includes('"content":""');
    const isMark = /^(?:insert|delete|join)_paragraphs$/.test(type) && named.some(isAtEdge);
    const isInPage = type !== "add_header_footer" && /"kind":"(?:header|footer)"/.test(written);
    const fillsEmpty = tables.length > 0 || named.length === 0 || named.some((index) => blocks[index]?.text === "");
    const hasNote = notes.some(({ part }) => written.includes(`"type":"${part.kind}"`));
    const hasSaving = written.includes('"code":"SAVEDATE');
    return isEmpty || isMark || isInPage || hasNote || hasSaving || (type === "insert" && fillsEmpty);
  });
}

interface Judged {
  readonly redline: Redline;
  readonly opinions: readonly Opinion[];
}

const JUDGES = ["LibreOffice", "docxodus"] as const;

function reportOpinions(judged: readonly Judged[], { corpus, options }: CorpusRun): Report {
  const isAlike = ({ opinions }: Judged): boolean => opinions.every(({ problem }) => problem === "");
  const failed = judged.filter((one) => !isAlike(one));
  const rows = [...Map.groupBy(judged, ({ redline }) => redline.type)].map(([type, members]) => [
    type,
    members.length,
    ...JUDGES.map((judge) => members.filter(({ opinions }) => agrees(opinions, judge)).length),
    unsupported[type] === undefined ? "" : `opened only: ${unsupported[type]}`,
  ]);
  return {
    text: [
      formatTable(["edit", "redlines", ...JUDGES, ""], rows),
      ...failed.flatMap(({ redline, opinions }) => [
        `failed: ${redline.path}: ${redline.type}: ${opinions
          .filter(({ problem }) => problem !== "")
          .map(({ judge, verdict, problem }) => `${judge} ${verdict} ${problem}`)
          .join("; ")}`,
        `  ${JSON.stringify(redline.edits)}`,
      ]),
    ],
    tally: { passed: judged.length - failed.length, failed: failed.length },
    figures: { corpus: corpus.kind, seed: options.seed, redlines: judged.length },
    bar: {
      wanted: "LibreOffice and docxodus come to our text, accepted and rejected",
      isMet: judged.length > 0 && failed.length === 0,
    },
  };
}

function agrees(opinions: readonly Opinion[], judge: Opinion["judge"]): boolean {
  return opinions.every((opinion) => opinion.judge !== judge || opinion.problem === "");
}
