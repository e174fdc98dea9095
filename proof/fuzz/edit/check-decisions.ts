// Batches that decide tracked changes: for each change the last verdict counts, and deciding them one by one comes to the same text.

import type { ContentJson } from "@versus/engine/tasks";
import type { Random } from "../../runner/random.ts";
import { type Counts, demand } from "../target.ts";
import { checkRefusals } from "./check-batch.ts";
import { Reading } from "./reading.ts";
import { send } from "./turns/send-in-turn.ts";

export interface DecisionEdit {
  readonly type: "accept_revision" | "reject_revision";
  readonly revision: "all" | { readonly number: number } | { readonly author?: string; readonly kind?: string };
}

/** Where a change goes, those on both sides of it may become one. */
export const GROUPS_MERGED = "changes became one when what was between them was decided";

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
    // A smaller document may have no such change any more.
    checkRefusals(outcome.refusals, edits.length);
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
  if (alone === undefined) counts.add(GROUPS_MERGED);
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

/** Decides one change after the other; undefined when they cannot be told from each other any more. */
function decideInTurn(
  random: Random,
  document: Uint8Array,
  verdicts: ReadonlyMap<number, DecisionEdit["type"]>,
): ContentJson | undefined {
  let bytes = document;
  let { content } = new Reading(bytes);
  const left = content.revisions.map(({ number }) => number);
  const waiting = [...verdicts];
  while (waiting.length > 0) {
    if (content.revisions.length !== left.length) return undefined;
    const [[number, type]] = waiting.splice(random.below(waiting.length), 1) as [[number, DecisionEdit["type"]]];
    const at = left.indexOf(number);
    const outcome = send(bytes, [{ type, revision: { number: at + 1 } }]);
    demand(outcome.kind === "edited", "a decision can be sent alone", () => JSON.stringify(outcome));
    left.splice(at, 1);
    bytes = outcome.docx;
    content = new Reading(bytes).content;
  }
  return content.revisions.length === left.length ? content : undefined;
}

/** An empty paragraph may be left where a mark could not go before the text beside it went. */
function textOf({ blocks, headers, footers, notes }: ContentJson): string {
  const parts = [{ blocks }, ...headers, ...footers, ...notes];
  return parts.map((part) => part.blocks.map(({ text }) => text).join("")).join("\n");
}
