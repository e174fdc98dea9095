// Fuzzes batches of edits on generated documents: sent together, one by one, and mixed with faults.

import type { Refusal } from "@versus/engine/tasks";
import { Random } from "../../runner/random.ts";
import { elementSequence } from "../decisions/leave-out-elements.ts";
import { type Counts, demand, PropertyBroken, type Target } from "../target.ts";
import { AsSent } from "./as-sent.ts";
import { bodyLines, emptiedLast } from "./canonical-body.ts";
import { contentDifference } from "./canonical-content.ts";
import {
  checkResult,
  decidedOwn,
  type Edited,
  linesOf,
  paragraphTexts,
  settleBatch,
  textLines,
  wordLines,
} from "./check-batch.ts";
import { checkDecisionBatch, type DecisionEdit, GROUPS_MERGED, makeDecisions, OPEN_TABLE } from "./check-decisions.ts";
import { checkFaults } from "./check-faults.ts";
import { leavesBehind, leavesDeleted } from "./left-behind.ts";
import { commentsLeft, LEFT, leftBeforeTables, paragraphsTakingIn, withoutPlaces } from "./left-references.ts";
import { faultKinds } from "./make/bad-edits.ts";
import { madeTypes, makeEdits } from "./make/make-edits.ts";
import { undoneIn, undoneKinds } from "./make/undone-edits.ts";
import { addressed, type Key, type Name, type NamedEdit, Untranslated } from "./names.ts";
import { keysOf, Reading } from "./reading.ts";
import { endsBehindDeleted, hasStayingEnd } from "./staying-end.ts";
import { send, sendInTurn } from "./turns/send-in-turn.ts";
import { documentFeatures } from "./write/document-features.ts";
import { writeDocument } from "./write/write-document.ts";
import { documentBytes, type WrittenDocument } from "./write/written-document.ts";

export interface EditCase {
  readonly document: WrittenDocument;
  readonly edits: readonly NamedEdit[];
  /** The output that is uploaded again when the edits are sent one by one. */
  readonly output: "docx" | "redline";
  /** Decisions on the tracked changes of the document, sent as a separate batch. */
  readonly decisions: readonly DecisionEdit[];
  /** The seed and focus that choose the faults among the edits. */
  readonly faults: { readonly seed: number; readonly focus: string | undefined };
}

const SIZES = { "one edit": 1, "a few edits": 5, "many edits": 30, "200 edits": 200 } as const;
/** Maps a fault to the type of edit that it needs. */
const NEEDS: Readonly<Record<string, string>> = {
  "ref of another kind": "add_comment",
  "target removed": "delete_paragraphs",
  "text removed": "delete",
  "moved twice": "move_paragraphs",
  "links that overlap": "add_hyperlink",
  "settings twice": "set_document_settings",
  "table deleted twice": "delete_table",
  "section removed twice": "remove_section_break",
  "header added twice": "add_header_footer",
};
/** Maps a fault to the feature that its document needs. */
const HOLDS: Readonly<Record<string, string>> = {
  "table deleted twice": "table",
  "new row deleted": "table",
  "new column deleted": "table",
};
const decisionTypes: readonly string[] = ["accept_revision", "reject_revision"];
const SHARE_DECIDED = 0.06;
const SHARE_REPEATED = 0.03;
const SAME_BYTES = "the same batch gives the same bytes";
const UNTRANSLATED = "a place could not be named again";
const EMPTIED = "a control that a deleted table left empty, beside new blocks";
const SPLIT_AT_END = "a split beside text that an earlier edit deleted";
/** The section after a new break refers to the parts that the whole section referred to. */
const SAME_PARTS = "a header of a section that has one since it was made";
/** In a batch, a reference shows the result of all edits. Sent alone, it is resolved before the later edits. */
const SHOWN_LATER = "a reference to what a later edit gives its paragraph";
const LEFT_BEHIND = "what another deleted in a deleted paragraph, beside what moves or comes";
const LEFT_REFERENCE = "a comment's reference that a deleted paragraph left, beside new text";
const LEFT_COMMENT = "a comment that a deleted paragraph left, beside what moves or comes";
/** Reasons for refusing an edit next to an undecided change. */
const OPEN_REASONS: ReadonlySet<string> = new Set(["UNDEFINED_COMBINATION", "UNDECIDED_CHANGE"]);
const UNDECIDED = "no room beside an undecided change";

export const editTarget: Target<EditCase> = {
  name: "edit",
  features: [
    ...documentFeatures,
    ...madeTypes,
    ...decisionTypes,
    ...faultKinds,
    ...undoneKinds,
    ...Object.keys(SIZES),
    "docx sent on",
    "redline sent on",
    SAME_BYTES,
  ],
  exceptions: [
    UNTRANSLATED,
    EMPTIED,
    UNDECIDED,
    SPLIT_AT_END,
    SAME_PARTS,
    SHOWN_LATER,
    LEFT_BEHIND,
    LEFT_REFERENCE,
    LEFT_COMMENT,
    GROUPS_MERGED,
    OPEN_TABLE,
  ],
  generate: generateCase,
  check: checkCase,
  shrinking: { length: lengthOf, without: leaveOut },
  show: showCase,
};

function generateCase(random: Random, focus: string | undefined): EditCase {
  const document = writeDocument(random, focus === undefined ? undefined : (HOLDS[focus] ?? focus));
  const size =
    focus !== undefined && focus in SIZES
      ? SIZES[focus as keyof typeof SIZES]
      : random.pick([1, 2, 2, 3, 3, 5, 5, 8, 12]);
  const reading = new Reading(documentBytes(document));
  return {
    document,
    edits: makeEdits(random, reading, {
      count: size,
      first: focus === undefined ? undefined : (NEEDS[focus] ?? focus),
    }),
    output: focus === "redline sent on" || (focus !== "docx sent on" && random.chance(0.25)) ? "redline" : "docx",
    decisions:
      decisionTypes.includes(focus ?? "") || random.chance(SHARE_DECIDED) ? makeDecisions(random, reading) : [],
    faults: { seed: random.next(), focus },
  };
}

function checkCase({ document, edits, output, decisions, faults }: EditCase, counts: Counts): void {
  try {
    const bytes = documentBytes(document);
    const reading = new Reading(bytes);
    for (const feature of document.features) counts.add(feature);
    const random = new Random(faults.seed);
    if (decisions.length > 0) checkDecisionBatch(random, bytes, decisions, counts);
    const accepted = settleBatch(bytes, reading, edits, counts);
    checkFaults(random, { document: bytes, reading, accepted: accepted.edits, focus: faults.focus }, counts);
    for (const { edit } of accepted.edits) counts.add(edit.type);
    for (const kind of undoneIn(accepted.edits)) counts.add(kind);
    counts.add(
      edits.length > 30 ? "200 edits" : edits.length > 5 ? "many edits" : edits.length > 1 ? "a few edits" : "one edit",
    );
    if (accepted.outcome === undefined) return;
    checkResult(bytes, accepted.outcome);
    if (faults.focus === SAME_BYTES || random.chance(SHARE_REPEATED)) {
      const addresser = new AsSent(reading);
      const again = send(
        bytes,
        accepted.edits.map(({ edit }) => addressed(edit, addresser)),
      );
      const isSame =
        again.kind === "edited" &&
        sameBytes(again.docx, accepted.outcome.docx) &&
        sameBytes(again.redline, accepted.outcome.redline);
      demand(isSame, SAME_BYTES);
      counts.add(SAME_BYTES);
    }
    checkTurns({ bytes, edits: accepted.edits, output }, accepted.outcome, counts);
  } catch (problem) {
    // An input that was shrunk may name content that no longer exists.
    if (!(problem instanceof Untranslated)) throw problem;
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function checkTurns(
  {
    bytes,
    edits,
    output,
  }: { readonly bytes: Uint8Array; readonly edits: readonly NamedEdit[]; readonly output: "docx" | "redline" },
  { docx, redline }: Pick<Edited, "docx" | "redline">,
  counts: Counts,
): void {
  const turns = sendInTurn(bytes, edits, output);
  counts.add(`${output} sent on`);
  if (output === "redline" && hasWiderRow(edits)) {
    counts.add(UNDECIDED);
    return;
  }
  if (turns.kind === "untranslated") {
    counts.add(UNTRANSLATED);
    return;
  }
  if (turns.kind === "refused") {
    // Rows and columns whose deletion is undecided still exist and count.
    const isUndecided =
      output === "redline" &&
      (turns.refusals.every(({ field, reason }) => OPEN_REASONS.has(reason) || field.endsWith(".cells")) ||
        showsJoined(edits.slice(0, turns.at + 1), turns.refusals) ||
        meetsDeletedCell(new Reading(bytes), edits.slice(0, turns.at + 1), turns.refusals));
    const allowed = isUndecided ? UNDECIDED : allowedRefusal(edits.slice(turns.at), turns.refusals);
    if (allowed !== undefined) {
      counts.add(allowed);
      return;
    }
    throw new PropertyBroken(
      `an edit of a batch can be sent alone (${turns.refusals[0]?.reason}, ${output})`,
      `edit ${turns.at} as ${JSON.stringify(turns.request)}: ${JSON.stringify(turns.refusals)}`,
    );
  }
  const upload = new Reading(bytes);
  const isLeft = leavesBehind(upload, edits);
  if (isLeft) counts.add(LEFT_BEHIND);
  const read = isLeft ? paragraphTexts : output === "docx" ? linesOf : wordLines;
  const accepted = output === "docx" ? turns.document : decidedOwn(turns.document, "accept");
  const [together, inTurn] = [read(docx), read(accepted)];
  const found = contentDifference(together, inTurn);
  const isStaying =
    output === "redline"
      ? hasStayingEnd(new Reading(turns.document))
      : found !== undefined && staysInOne({ upload, bytes, edits, redline, docx });
  if (isStaying) counts.add(UNDECIDED);
  const strict = isStaying ? undefined : found;
  const left =
    strict === undefined ? new Set<string>() : commentsLeft(upload, edits, { batch: new Reading(docx), output });
  const mayGo = output === "redline" || leftBeforeTables(upload, edits).isStart;
  const difference = left.size === 0 ? strict : differenceBesides(left, { together, inTurn, mayGo });
  demand(
    difference === undefined,
    `edits sent together and one by one (${output}) give the same`,
    () => difference ?? "",
  );
  if (left.size > 0) counts.add(LEFT_COMMENT);
  if (output === "docx") {
    if (!isLeft && !isStaying) checkMarkup({ upload, edits, left }, [docx, accepted], counts);
    return;
  }
  const rejected = contentDifference(textLines(bytes), textLines(decidedOwn(turns.document, "reject")));
  demand(rejected === undefined, "rejecting what was sent one by one gives the upload", () => rejected ?? "");
}

/**
 * True if a deleted last mark stays in one of the two results, because another author deleted text before it
 * (docs/design/revisions.md). Sent alone, an earlier edit found no room; or the batch inserts a section break before
 * paragraphs that it deletes.
 */
function staysInOne({
  upload,
  bytes,
  edits,
  redline,
  docx,
}: {
  readonly upload: Reading;
  readonly bytes: Uint8Array;
  readonly edits: readonly NamedEdit[];
  readonly redline: Uint8Array;
  readonly docx: Uint8Array;
}): boolean {
  const isBroken = edits.some(({ edit }) => edit.type === "insert_section_break");
  if (isBroken && endsBehindDeleted(new Reading(docx))) return true;
  if (!leavesDeleted(upload, edits)) return false;
  if (isBroken && hasStayingEnd(new Reading(redline))) return true;
  let isStaying = false;
  sendInTurn(bytes, edits, "docx", (one) => {
    isStaying ||= hasStayingEnd(new Reading(one));
  });
  return isStaying;
}

/** Returns the first difference, apart from the positions of some comments. */
function differenceBesides(
  left: ReadonlySet<string>,
  told: { readonly together: readonly string[]; readonly inTurn: readonly string[]; readonly mayGo: boolean },
): string | undefined {
  const [together, inTurn] = [withoutPlaces(told.together, left), withoutPlaces(told.inTurn, left)];
  // Sent one by one, a table may directly follow the deleted text. Then no paragraph takes over the comment, and it is
  // deleted with the text.
  const isLost = (line: string): boolean => told.mayGo && line.startsWith(LEFT) && !inTurn.includes(line);
  return contentDifference(
    together.filter((line) => !isLost(line)),
    inTurn,
  );
}

function checkMarkup(
  {
    upload,
    edits,
    left,
  }: { readonly upload: Reading; readonly edits: readonly NamedEdit[]; readonly left: ReadonlySet<string> },
  results: readonly Uint8Array[],
  counts: Counts,
): void {
  const [together, inTurn] = results.map((bytes) => bodyLines(bytes));
  if (contentDifference(together!, inTurn!) === undefined) return;
  if (contentDifference(emptiedLast(together!), emptiedLast(inTurn!)) === undefined) {
    counts.add(EMPTIED);
    return;
  }
  const isDeletedText = leavesDeleted(upload, edits);
  const taking = results.map((bytes) => paragraphsTakingIn(upload, edits, new Reading(bytes)));
  const [one, other] = results.map((bytes, at) =>
    left.size === 0
      ? bodyLines(bytes, { references: taking[at]!, isDeletedText })
      : bodyLines(bytes, { references: new Set(taking.flatMap((all) => [...all])), isDeletedText, isCounted: false }),
  );
  const markup = contentDifference(emptiedLast(one!), emptiedLast(other!));
  demand(markup === undefined, "edits sent together and one by one give the same markup", () => markup ?? "");
  if (left.size === 0) counts.add(isDeletedText ? LEFT_BEHIND : LEFT_REFERENCE);
}

/**
 * True if a new row may have a cell in a column that an earlier edit deletes. In a redline that deletion is undecided,
 * so the column still exists.
 */
function hasWiderRow(edits: readonly NamedEdit[]): boolean {
  return edits.some(({ edit }, at) => {
    if (edit.type !== "insert_table_row") return false;
    const removals = edits.slice(0, at).filter((one) => one.edit.type === "delete_table_column");
    const gone = removals.flatMap((one) => keysIn(one.edit.column));
    const { row } = edit.destination as { readonly row: Name };
    // Columns and rows of new tables are named by refs and have no keys.
    return removals.length > 0 && (row.$ !== "line" || keysIn(row).some((key) => gone.includes(key)));
  });
}

/** Returns the keys of the paragraphs that name the rows or columns of a table. */
function keysIn(lines: unknown): Key[] {
  return [lines].flat().flatMap((line) => (line as { readonly keys?: readonly Key[] } | undefined)?.keys ?? []);
}

/**
 * True if the last edit is refused for a merged cell in a table, and an earlier edit deletes a row or column of that
 * table. In a redline that deletion is undecided.
 */
function meetsDeletedCell(upload: Reading, edits: readonly NamedEdit[], refusals: readonly Refusal[]): boolean {
  const { row, column, destination } = edits.at(-1)!.edit;
  const tablesOf = (lines: unknown): unknown[] => {
    const keys = keysIn(lines);
    return upload.tables.filter(({ cells }) => cells.some((cell) => keysOf(cell).some((key) => keys.includes(key))));
  };
  const named = [row, column, ...Object.values(destination ?? {})].flatMap(tablesOf);
  const deleted = edits
    .slice(0, -1)
    .filter(({ edit }) => /^delete_table_(row|column)$/.test(edit.type))
    .flatMap(({ edit }) => tablesOf(edit.row ?? edit.column));
  const isMerged = refusals.every(({ reason }) => reason === "MERGED_CELLS");
  return isMerged && named.some((table) => deleted.includes(table));
}

/**
 * Returns the name of the exception that allows a refusal of an edit sent alone. In the batch, addresses are those of
 * the upload, so the problem cannot occur there.
 */
function allowedRefusal([named, ...later]: readonly NamedEdit[], refusals: readonly Refusal[]): string | undefined {
  const { edit } = named!;
  const isAll = (wanted: string, at: string): boolean =>
    refusals.every(({ reason, field }) => reason === wanted && field.endsWith(at));
  if (edit.type === "split_paragraph" && isAll("INVALID_VALUE", ".at")) return SPLIT_AT_END;
  // In a batch, a join that undoes a split changes nothing, even in a paragraph that another author moved.
  const isUndoing = edit.type === "join_paragraphs" && (edit.paragraphs as Name).$ === "partRange";
  if (isUndoing && isAll("UNDEFINED_COMBINATION", ".paragraphs")) return UNDECIDED;
  if (isAll("INVALID_VALUE", ".show") && later.some((one) => mayGive(edit, one.edit))) return SHOWN_LATER;
  const isMade = JSON.stringify(edit.section ?? "").includes('"ref"');
  return edit.type === "add_header_footer" && isMade && isAll("ALREADY_EXISTS", ".section") ? SAME_PARTS : undefined;
}

/**
 * True if the last edit refers to the text or number of a paragraph that an earlier edit joined with others. In a
 * redline the join is undecided.
 */
function showsJoined(edits: readonly NamedEdit[], refusals: readonly Refusal[]): boolean {
  const referring = edits.at(-1)!.edit;
  const isShown = refusals.every(({ reason, field }) => reason === "INVALID_VALUE" && field.endsWith(".show"));
  return isShown && edits.some(({ edit }) => edit.type === "join_paragraphs" && mayGive(referring, edit));
}

/**
 * True if `edit` may change the text or number of a paragraph that `referring` refers to: it names that paragraph, or a
 * range.
 */
function mayGive(referring: unknown, edit: unknown): boolean {
  const targets = [...JSON.stringify(referring).matchAll(/"to":\{[^}]*"key":("\d+")/g)].map(([, key]) => key!);
  const said = JSON.stringify(edit);
  return [...targets, '"through":', '"$":"all"'].some((name) => said.includes(name));
}

function lengthOf({ document, edits }: EditCase): number {
  return edits.length + elementSequence.length(document.body);
}

/** The sequence to shrink has the edits first, then the elements of the body. */
function leaveOut({ document, edits, ...rest }: EditCase, from: number, to: number): EditCase {
  const count = edits.length;
  const isBody = to > count;
  const body = isBody ? elementSequence.without(document.body, Math.max(0, from - count), to - count) : document.body;
  return {
    ...rest,
    document: { ...document, body: withoutHalves(body) },
    edits: edits.filter((_, index) => index < from || index >= to),
  };
}

const RANGE_ENDS = /<w:(bookmark|commentRange|moveFromRange|moveToRange)(Start|End) w:id="(\d+)"[^>]*>/g;

/** Removes range ends whose other end does not exist. */
function withoutHalves(body: string): string {
  const ends = [...body.matchAll(RANGE_ENDS)].map(([, name, , id]) => `${name} ${id}`);
  const isHalf = (end: string): boolean => ends.indexOf(end) === ends.lastIndexOf(end);
  return body.replaceAll(RANGE_ENDS, (tag, name: string, _side: string, id: string) =>
    isHalf(`${name} ${id}`) ? "" : tag,
  );
}

function showCase({ document, edits, output, decisions, faults }: EditCase): string {
  const { body, footnotes, endnotes, comments, pages } = document;
  const parts = [body, footnotes, endnotes, comments, ...Object.values(pages)].filter((part) => part !== "");
  return [
    ...parts,
    ...showEdits(document, edits),
    ...decisions.map((one) => JSON.stringify(one)),
    `${output} sent on, faults of seed ${faults.seed}`,
  ].join("\n");
}

function showEdits(document: WrittenDocument, edits: readonly NamedEdit[]): string[] {
  const addresser = new AsSent(new Reading(documentBytes(document)));
  return edits.map(({ edit }) => {
    try {
      return JSON.stringify(addressed(edit, addresser));
    } catch {
      return `${JSON.stringify(edit)} (names what is not there)`;
    }
  });
}
