// Carries out the verdicts of a request on the tracked changes of others. This is not itself tracked.

import { decide } from "../../revisions/decide/decide.ts";
import { listRevisions } from "../../revisions/list-revisions.ts";
import type { Decided, Revision, Verdict } from "../../revisions/revision.ts";
import type { Workspace } from "./workspace.ts";

export function settleDecisions({ document, verdicts }: Workspace): void {
  decide(document, decisionsOn(listRevisions(document), verdicts), "wait");
}

/** The verdicts, on the changes of a fork: these have the numbers of the uploaded ones. Those without a verdict get `rest`. */
export function decisionsOn(
  revisions: readonly Revision[],
  verdicts: ReadonlyMap<Revision, Verdict>,
  rest?: Verdict,
): Decided[] {
  const given = new Map([...verdicts].map(([revision, verdict]) => [nameOf(revision), verdict]));
  return revisions.flatMap((revision) => {
    // What stands in a fallback follows its twin.
    const verdict = given.get(nameOf(revision)) ?? (revision.isTwin ? undefined : rest);
    return verdict === undefined ? [] : [{ revision, verdict }];
  });
}

function nameOf({ part, node }: Revision): string {
  return `${part} ${node}`;
}
