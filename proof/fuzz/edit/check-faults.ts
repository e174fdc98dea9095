// Checks faulty edits among valid ones: all faults are reported at once, each with its reason.
//
// No other edit may be refused.

import type { Random } from "../../runner/random.ts";
import { type Counts, demand } from "../target.ts";
import { AsSent } from "./as-sent.ts";
import { checkRefusals } from "./check-batch.ts";
import { type BadEdit, makeBadEdits } from "./make/bad-edits.ts";
import { addressed, type NamedEdit } from "./names.ts";
import type { Reading } from "./reading.ts";
import { send } from "./turns/send-in-turn.ts";

export interface FaultyBatch {
  readonly document: Uint8Array;
  readonly reading: Reading;
  readonly accepted: readonly NamedEdit[];
  readonly focus: string | undefined;
}

export function checkFaults(random: Random, { document, reading, accepted, focus }: FaultyBatch, counts: Counts): void {
  const faults = makeBadEdits(random, reading, { accepted, focus });
  if (faults.length === 0) return;
  const mixed = mix(random, accepted, faults);
  const addresser = new AsSent(reading);
  const sent = mixed.map((one) => addressed(one.edit, addresser));
  const outcome = send(document, sent);
  const show = (): string =>
    `${JSON.stringify(outcome.kind === "refused" ? outcome.refusals : "carried out")} of ${mixed.map((one) => ("kind" in one ? one.kind : one.edit.type)).join(", ")}: ${JSON.stringify(sent)}`;
  demand(outcome.kind === "refused", "a batch with a fault is refused", show);
  checkRefusals(outcome.refusals, sent.length);
  for (const [index, one] of mixed.entries()) {
    const reasons = outcome.refusals.filter(({ edit }) => edit === index).map(({ reason }) => reason);
    if (!("kind" in one)) demand(reasons.length === 0, "edits beside a fault are not blamed", show);
    else {
      // The content that a fault repeats may already be deleted.
      const isTold = reasons.some((reason) => reason === one.reason || (one.after >= 0 && reason === "TARGET_REMOVED"));
      demand(isTold, `a fault is told, with its reason (${one.kind})`, show);
      counts.add(one.kind);
    }
  }
}

/** Inserts each fault at a random index after the edit it needs. */
function mix(random: Random, accepted: readonly NamedEdit[], faults: readonly BadEdit[]): (NamedEdit | BadEdit)[] {
  const mixed: (NamedEdit | BadEdit)[] = [...accepted];
  for (const fault of faults) {
    const least = fault.after < 0 ? 0 : mixed.indexOf(accepted[fault.after]!) + 1;
    mixed.splice(random.between({ least, most: mixed.length }), 0, fault);
  }
  return mixed;
}
