// Implements accept_revision and reject_revision: decisions on the document's tracked changes.
//
// A request with decisions contains no other edits (`plan/plan-edits.ts`). The later verdict on a change wins, so all
// verdicts are collected and applied together after the last edit. So an edit that rejects a numbering change, which
// cannot be rejected, is refused only if no later edit accepts that change.

import { W } from "../../document/word-names.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import type { Decision } from "../../revisions/decisions.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { Revision, Verdict } from "../../revisions/revision.ts";
import { locateRevisions } from "../locate/parts.ts";
import type { Uploaded, UploadedPlace } from "../locate/uploaded.ts";
import type { Refusal } from "../refusal.ts";
import type { Operation } from "./operation.ts";

export const acceptRevision = decision("accept");
export const rejectRevision = decision("reject");

function decision(verdict: Verdict): Operation<"accept_revision" | "reject_revision"> {
  return ({ edit, index, field, known }) => {
    const own = `${field}.revision`;
    const named = locateRevisions(known, edit.revision, own);
    if ("problems" in named) return named;
    const message = "A numbering change from Word 2003 cannot be rejected. Accept it, or leave it out.";
    const refusal: Refusal = { edit: index, field: own, reason: "REVISION_NOT_REJECTABLE", message };
    return {
      found: {
        touches: [],
        places: named.found.length,
        changed: placesOf(known.uploaded, named.found),
        apply: ({ verdicts, unrejectable }) => {
          for (const one of named.found.flatMap(({ revisions }) => revisions)) {
            verdicts.set(one, verdict);
            if (verdict === "reject" && isNumberingChange(one)) unrejectable.set(one, refusal);
            else unrejectable.delete(one);
          }
        },
      },
    };
  };
}

/** Returns the uploaded paragraphs that contain the tracked changes. A change of a row or a table is in no paragraph. */
function placesOf(uploaded: Uploaded, decisions: readonly Decision[]): readonly UploadedPlace[] {
  const byPart = new Map<string, Map<NodeId, UploadedPlace>>();
  for (const place of uploaded.places) {
    const { story } = place.part;
    const ofPart = byPart.get(story.part) ?? new Map<NodeId, UploadedPlace>();
    byPart.set(story.part, ofPart.set(place.paragraph.node, place));
  }
  return decisions.flatMap(({ revisions }) =>
    revisions.flatMap(({ tree, part, node }) => byPart.get(part)?.get(ancestor(tree, node, W.p)) ?? []),
  );
}

/** True for a change that records how the number looked, but not its definition. It cannot be restored. */
function isNumberingChange({ tree, node }: Revision): boolean {
  return tree.name(node) === W.numberingChange;
}
