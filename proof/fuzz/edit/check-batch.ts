// Checks a batch of edits: all are applied or none, and refusals are right and reported together.
//
// Rejecting the changes of an applied batch returns the document.

import { decide, listDecisions, type Verdict, type WordDocument } from "@versus/engine/inside";
import type { ContentParagraph, EditTaskOutcome, Refusal } from "@versus/engine/tasks";
import { gravelyBroken, newlyBroken } from "../../corpus/decisions/lint-rules.ts";
import { openCorpusDocument } from "../../corpus/read-document.ts";
import { type Counts, demand } from "../target.ts";
import { AsSent } from "./as-sent.ts";
import { canonicalContent, contentDifference, textBesides } from "./canonical-content.ts";
import { addressed, type NamedEdit } from "./names.ts";
import { Reading } from "./reading.ts";
import { contextual, known } from "./refusal-reasons.ts";
import { SIGNATURE, send } from "./turns/send-in-turn.ts";

export type Edited = Extract<EditTaskOutcome, { kind: "edited" }>;

export interface Accepted {
  readonly edits: readonly NamedEdit[];
  readonly outcome: Edited | undefined;
}

/** Sends a batch, and sends it again without the refused edits until it is applied. */
export function settleBatch(
  document: Uint8Array,
  reading: Reading,
  batch: readonly NamedEdit[],
  counts: Counts,
): Accepted {
  const addresser = new AsSent(reading);
  let edits = batch;
  let hasLostBlocks = false;
  for (let round = 1; edits.length > 0; round += 1) {
    const sent = edits.map(({ edit }) => addressed(edit, addresser));
    const outcome = send(document, sent);
    if (outcome.kind === "edited") return { edits, outcome };
    const { refusals } = outcome;
    checkRefusals(refusals, edits.length);
    const reasons = new Set(refusals.map(({ reason }) => reason));
    if (round === 1) for (const reason of reasons) counts.add(`batches refused: ${reason}`);
    else {
      // A refused edit inserts no block into its cell, so a later edit may leave the cell empty. It also inserts no
      // block after a deleted paragraph. Then the bookmarks and comments of that paragraph go into a new paragraph
      // before it.
      const isLate = ({ reason }: Refusal): boolean =>
        reason !== "REF_UNDEFINED" && !(hasLostBlocks && BY_BLOCKS.has(reason));
      const late = refusals.find(isLate);
      demand(
        late === undefined,
        "all refusals are told together",
        () => `${JSON.stringify(late)} ${JSON.stringify(sent[late!.edit])}`,
      );
    }
    checkAlone(document, sent, refusals);
    const refused = new Set(refusals.map(({ edit }) => edit));
    hasLostBlocks ||= edits.some(({ edit }, index) => refused.has(index) && PUTTING.test(edit.type));
    edits = edits.filter((_, index) => !refused.has(index));
  }
  return { edits, outcome: undefined };
}

/** Reasons for refusing an edit only because another edit did not insert its blocks. */
const BY_BLOCKS: ReadonlySet<string> = new Set(["CELL_WOULD_BE_EMPTY", "UNDEFINED_COMBINATION"]);

/** The types of edit that insert blocks beside others. */
const PUTTING = /^(insert_paragraphs|insert_table|move_paragraphs)$/;

/** Checks that each refusal names an existing edit, a field of that edit and a known reason. */
export function checkRefusals(refusals: readonly Refusal[], count: number): void {
  demand(refusals.length > 0, "a refused batch has a refusal");
  for (const refusal of refusals) {
    const { edit, field, reason, message } = refusal;
    const isRight =
      edit >= 0 && edit < count && field.startsWith(`edits[${edit}]`) && known.has(reason) && message !== "";
    demand(isRight, "a refusal names its edit, field and reason", () => JSON.stringify(refusal));
  }
}

/** Maximum number of refused edits of a batch that are also sent alone. */
const MOST_ALONE = 6;

/** Checks that an edit sent alone is refused for the same reasons, unless other edits are the cause. */
function checkAlone(document: Uint8Array, sent: readonly unknown[], refusals: readonly Refusal[]): void {
  const byEdit = [...Map.groupBy(refusals, ({ edit }) => edit)].slice(0, MOST_ALONE);
  for (const [index, told] of byEdit) {
    const edit = sent[index];
    if (JSON.stringify(edit).includes('"ref":')) continue;
    const alone = send(document, [edit]);
    const reasons = new Set(told.map(({ reason }) => reason));
    const show = (): string =>
      `${JSON.stringify(edit)} in the batch ${JSON.stringify(told)}, alone ${JSON.stringify(alone.kind === "refused" ? alone.refusals : "carried out")}`;
    const isOthers = [...reasons].every((reason) => contextual.has(reason));
    const isSame = alone.kind === "refused" && alone.refusals.every(({ reason }) => reasons.has(reason));
    demand(isOthers || isSame, "an edit is refused for itself, or for what others do", show);
  }
}

/**
 * Checks a result: accepting gives the clean copy, rejecting gives the upload, and no rule of the format is newly
 * broken.
 */
export function checkResult(document: Uint8Array, { redline, docx }: Edited): void {
  const before = gravelyBroken(openCorpusDocument(document));
  for (const bytes of [redline, docx]) {
    const rules = newlyBroken(before, gravelyBroken(openCorpusDocument(bytes)));
    demand(rules.length === 0, "the linter finds nothing new", () => rules.join(", "));
  }
  const accepted = contentDifference(linesOf(docx), linesOf(decidedOwn(redline, "accept")));
  demand(accepted === undefined, "the clean copy is the redline with its changes accepted", () => accepted ?? "");
  const rejected = contentDifference(textLines(document), textLines(decidedOwn(redline, "reject")));
  demand(rejected === undefined, "rejecting gives the upload", () => rejected ?? "");
}

export function linesOf(bytes: Uint8Array): string[] {
  return canonicalContent(new Reading(bytes).content);
}

/** Returns the text of every paragraph without the results of cross-references. */
export function paragraphTexts(bytes: Uint8Array): string[] {
  return new Reading(bytes).all.map(({ paragraph }) => textBesides(paragraph.content));
}

/**
 * Returns the lines of a document without paragraph properties. If a mark is deleted but undecided, properties that a
 * later request sets on its paragraph disappear with the mark.
 */
export function wordLines(bytes: Uint8Array): string[] {
  const { content } = new Reading(bytes);
  const words = (blocks: readonly ContentParagraph[]): ContentParagraph[] =>
    blocks.map(({ index, id, text, content: segments, table }) => ({
      index,
      id,
      text,
      content: segments,
      ...(table && { table }),
    }));
  const parts = <Part extends { readonly blocks: readonly ContentParagraph[] }>(all: readonly Part[]): Part[] =>
    all.map((part) => ({ ...part, blocks: words(part.blocks) }));
  return canonicalContent({
    ...content,
    blocks: words(content.blocks),
    headers: parts(content.headers),
    footers: parts(content.footers),
    notes: parts(content.notes),
  });
}

/**
 * Returns the lines that a rejected request must leave unchanged. Comments, settings, and headers and footers that the
 * request makes are left out.
 */
export function textLines(bytes: Uint8Array): string[] {
  const { content } = new Reading(bytes);
  const isOld = ({ blocks }: { readonly blocks: readonly { readonly bookmarks?: readonly string[] }[] }): boolean =>
    blocks.some(({ bookmarks = [] }) => bookmarks.some((name) => name.startsWith("K")));
  const withoutBookmarks = <Block extends { readonly bookmarks?: readonly string[] }>(blocks: readonly Block[]) =>
    blocks.map((block) => ({ ...block, bookmarks: [] }));
  const parts = <
    Part extends { readonly blocks: readonly Block[]; readonly sections?: unknown },
    Block extends { readonly bookmarks?: readonly string[] },
  >(
    all: readonly Part[],
  ) => all.filter(isOld).map((part) => ({ ...part, sections: [], blocks: withoutBookmarks(part.blocks) }));
  return canonicalContent({
    ...content,
    blocks: withoutBookmarks(content.blocks),
    headers: parts(content.headers),
    footers: parts(content.footers),
    notes: parts(content.notes),
    comments: [],
    settings: {} as typeof content.settings,
  });
}

/** Returns a redline with the changes of the request decided, and those of other authors undecided. */
export function decidedOwn(redline: Uint8Array, verdict: Verdict): Uint8Array {
  const document = openCorpusDocument(redline);
  decideOwn(document, verdict);
  return document.package.save(1);
}

function decideOwn(document: WordDocument, verdict: Verdict): void {
  // A change of a table's grid has neither author nor date; the upload contains none.
  const own = listDecisions(document).filter(({ author }) => author === SIGNATURE.author || author === "");
  decide(
    document,
    own.flatMap(({ revisions }) => revisions.map((revision) => ({ revision, verdict }))),
  );
}
