// `corpus edit --office`: redlines of every type of edit, opened for real. LibreOffice and docxodus accept all changes and reject
// all changes; both must come to our text.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentOf } from "@versus/engine/inside";
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

/** Redlines of each type of edit: 68 in all. */
const EACH = 2;
/** Short documents: it is the edit that is to be seen. */
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

/** For each type the first requests that are carried out, on documents in an order by chance. */
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

/** Docxodus does not read the strict dialect, and joins nothing over the ends of content controls. */
function isPlain({ features }: CorpusFile): boolean {
  return !features.has("strict") && !features.has("sdt");
}

/** Decisions need changes of others; any other redline has none, so that its own are all there are. */
function makeRedline(
  file: string,
  { path, type, seed }: { readonly path: string; readonly type: EditTypeName; readonly seed: number },
): Redline | undefined {
  try {
    const bytes = readFileSync(file);
    const content = contentOf(openCorpusDocument(bytes));
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
 * Whether a request acts where LibreOffice has ways of its own. It shows headers and footers by the styles of pages, of which a
 * document has others than it has sections. Where the last mark of a story goes, or one before a table, and where an inserted
 * empty paragraph goes, it leaves an empty paragraph. A row or paragraph whose text is all inserted it takes for an inserted one.
 * It takes notes for those of the references in the order of their ids, which a new one before others breaks. For the date of the
 * last saving it writes that of its own.
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
