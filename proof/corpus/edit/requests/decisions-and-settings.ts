// Makes requests that decide tracked changes of the document, or set its settings.

import type { Draw, Edit, Fields, Maker } from "./request.ts";
import type { Subject } from "./subject.ts";

type Verdict = "accept_revision" | "reject_revision";

export const acceptRevision: Maker = (subject, draw) => decide(subject, draw, "accept_revision");
export const rejectRevision: Maker = (subject, draw) => decide(subject, draw, "reject_revision");

/** Makes one decision, or two. The later one may override the first. */
function decide({ content: { revisions } }: Subject, draw: Draw, type: Verdict): readonly Edit[] | undefined {
  if (revisions.length === 0) return undefined;
  const first: Edit = { type, revision: named(revisions, draw) };
  if (draw.chance(0.6)) return [first];
  const other: Verdict = draw.chance(0.5) ? "accept_revision" : "reject_revision";
  return [first, { type: other, revision: named(revisions, draw) }];
}

/** Changes without an author cannot be named by author. */
function named(revisions: Subject["content"]["revisions"], draw: Draw): unknown {
  const { number, author, kind } = draw.pick(revisions);
  const plain: unknown[] = [{ number }, { number }, { kind }, "all"];
  return draw.pick(author === "" ? plain : [...plain, { author }, { author, kind }]);
}

export const setDocumentSettings: Maker = (_, draw) => {
  const settings: Fields = {
    ...draw.maybe(0.5, () => ({ remove_personal_information: draw.chance(0.6) })),
    ...draw.maybe(0.6, () => ({ protection: protection(draw) })),
  };
  const isTracked = (settings.protection as { edit?: string } | undefined)?.edit === "tracked_changes";
  const isNeeded = Object.keys(settings).length === 0;
  const track = isNeeded || draw.chance(0.5) ? { track_changes: isTracked || draw.chance(0.6) } : {};
  return [{ type: "set_document_settings", settings: { ...settings, ...track } }];
};

function protection(draw: Draw): unknown {
  if (draw.chance(0.3)) return false;
  return {
    edit: draw.pick(["tracked_changes", "read_only", "comments"]),
    ...draw.maybe(0.4, () => ({ password: draw.pick(["secret", "A b~1"]) })),
  };
}
