// Checks batches that decide tracked changes. The last verdict on each change counts.
//
// Deciding the changes one by one must give the same text.

import { listRevisions } from "@versus/engine/inside";
import type { ContentJson, Refusal } from "@versus/engine/tasks";
import { openCorpusDocument } from "../../corpus/read-document.ts";
import type { Random } from "../../runner/random.ts";
import { type Counts, demand } from "../target.ts";
import { checkRefusals } from "./check-batch.ts";
import { Reading } from "./reading.ts";
import { send } from "./turns/send-in-turn.ts";

export interface DecisionEdit {
  readonly type: "accept_revision" | "reject_revision";
  readonly revision: "all" | { readonly number: number } | { readonly author?: string; readonly kind?: string };
}

/** If a change is removed, the changes on both sides of it may become one. */
export const GROUPS_MERGED = "changes became one when what was between them was decided";

/**
 * A paragraph before a table is joined with the content after the table if the table is deleted, which is still
 * undecided.
 */
export const OPEN_TABLE = "decisions that hang on rows which are still undecided";

export function makeDecisions(random: Random, { content }: Reading): DecisionEdit[] {
  const { revisions } = content;
  if (revisions.length === 0) return [];
  return random.list(random.between({ least: 1, most: 6 }), () => {
    const { number, author, kind } = random.pick(revisions);
    const revision = random.pick([
      { number },
      { number },
      { number },
      "all",
      { author },
      { kind },
      { author, kind },
    ] as const);
    return { type: random.pick(["accept_revision", "reject_revision"] as const), revision };
  });
}

export function checkDecisionBatch(
  random: Random,
  document: Uint8Array,
  edits: readonly DecisionEdit[],
  counts: Counts,
): void {
  const { content } = new Reading(document);
  const outcome = send(document, edits);
  if (outcome.kind === "refused") {
    // A document that was shrunk may no longer contain the change.
    checkRefusals(outcome.refusals, edits.length);
    if (waitsForTable(document, outcome.refusals)) {
      counts.add(OPEN_TABLE);
      return;
    }
    const isRight = outcome.refusals.every(({ reason }) => reason === "REVISION_NOT_FOUND");
    demand(isRight, "a decision is refused when there is nothing to decide", () => JSON.stringify(outcome.refusals));
    return;
  }
  for (const { type } of edits) counts.add(type);
  const verdicts = lastVerdicts(content, edits);
  const together = new Reading(outcome.docx).content;
  const left = content.revisions.length - verdicts.size;
  demand(
    together.revisions.length <= left,
    "what is decided is gone",
    () => `${together.revisions.length} of ${left} left`,
  );
  const alone = decideInTurn(random, document, verdicts);
  if (typeof alone === "string") counts.add(alone);
  else
    demand(
      textOf(alone) === textOf(together),
      "decisions sent together and one by one give the same",
      () => `${textOf(together)}\n${textOf(alone)}`,
    );
}

function lastVerdicts({ revisions }: ContentJson, edits: readonly DecisionEdit[]): Map<number, DecisionEdit["type"]> {
  const verdicts = new Map<number, DecisionEdit["type"]>();
  for (const { type, revision } of edits) {
    for (const { number, author, kind } of revisions) {
      const isMeant =
        revision === "all" ||
        ("number" in revision
          ? revision.number === number
          : (revision.author ?? author) === author && (revision.kind ?? kind) === kind);
      if (isMeant) verdicts.set(number, type);
    }
  }
  return verdicts;
}

/**
 * Decides one change after another. A change that waits for a table is postponed until others are decided. Returns the
 * name of an exception if it cannot finish.
 */
function decideInTurn(
  random: Random,
  document: Uint8Array,
  verdicts: ReadonlyMap<number, DecisionEdit["type"]>,
): ContentJson | typeof GROUPS_MERGED | typeof OPEN_TABLE {
  let bytes = document;
  let { content } = new Reading(bytes);
  const { revisions } = content;
  let left = revisions;
  let waiting = [...verdicts];
  let postponed: typeof waiting = [];
  while (waiting.length > 0) {
    if (content.revisions.length !== left.length) return GROUPS_MERGED;
    const [[number, type]] = waiting.splice(random.below(waiting.length), 1) as [(typeof waiting)[number]];
    const named = revisions.find((one) => one.number === number)!;
    const found = namedAgain(named, left, content.revisions);
    if (found === undefined) return GROUPS_MERGED;
    const outcome = send(bytes, [{ type, revision: { number: found.number } }]);
    if (outcome.kind === "refused" && waitsForTable(bytes, outcome.refusals)) {
      postponed.push([number, type]);
      continue;
    }
    demand(outcome.kind === "edited", "a decision can be sent alone", () => JSON.stringify(outcome));
    left = left.filter((one) => one !== named);
    waiting = [...waiting, ...postponed];
    postponed = [];
    bytes = outcome.docx;
    content = new Reading(bytes).content;
  }
  if (postponed.length > 0) return OPEN_TABLE;
  return content.revisions.length === left.length ? content : GROUPS_MERGED;
}

type ContentRevision = ContentJson["revisions"][number];

/** Finds a change in the current document. Joining paragraphs may change the order of their changes. */
function namedAgain(
  named: ContentRevision,
  left: readonly ContentRevision[],
  now: readonly ContentRevision[],
): ContentRevision | undefined {
  // A paragraph with a property change has more text after another paragraph was joined to it.
  const keyOf = ({ kind, author, date, property, text }: ContentRevision): string =>
    JSON.stringify([kind, author, date, property, property === "paragraph" ? "" : text]);
  const [before, after] = [left, now].map((all) => all.filter((one) => keyOf(one) === keyOf(named)));
  return before!.length === after!.length ? after![before!.indexOf(named)] : undefined;
}

/** True if decisions are refused because rows of the document may still be deleted (EDT-88). */
function waitsForTable(bytes: Uint8Array, refusals: readonly Refusal[]): boolean {
  const isOpen = listRevisions(openCorpusDocument(bytes)).some(({ place }) => place === "row" || place === "cell");
  return isOpen && refusals.every(({ reason }) => reason === "UNDEFINED_COMBINATION");
}

/**
 * Returns the text of all parts without paragraph ends. An empty paragraph may remain where a mark could not be deleted
 * before the text beside it.
 */
function textOf({ blocks, headers, footers, notes }: ContentJson): string {
  const parts = [{ blocks }, ...headers, ...footers, ...notes];
  return parts.map((part) => part.blocks.map(({ text }) => text).join("")).join("\n");
}
