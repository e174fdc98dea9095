// Checks decisions against a document: every name must be known, and none may contradict another.

import { type Hints, nearestName } from "../../failures/nearest-name.ts";
import { type Changes, chosenRevision, type Decisions, ORIGINAL, type Selection } from "./chosen-verdicts.ts";

/** A name in decisions that the document does not know, or that contradicts another name. */
export interface DecisionProblem extends Hints {
  /** A JSON path: `accept.ids[0]`. */
  readonly field: string;
  readonly reason: "NOT_FOUND" | "CONTRADICTION" | "PROPERTY_CONFLICT" | "EMPTY_SELECTION";
  readonly message: string;
}

/** Returns all unknown names and contradictions of decisions, in the order of the request (REV-17). */
export function decisionProblems(changes: Changes, decisions: Decisions): DecisionProblem[] {
  return [
    ...selectionProblems(changes, decisions.accept, "accept"),
    ...selectionProblems(changes, decisions.reject, "reject"),
    ...contradictions(changes, decisions),
    ...conflictProblems(changes, decisions),
  ];
}

function selectionProblems(changes: Changes, selection: Selection | undefined, field: string): DecisionProblem[] {
  if (selection === undefined) return [];
  const { ids, authors, revisions, kinds } = selection;
  if ([ids, authors, revisions, kinds].every((values) => values === undefined || values.length === 0)) {
    const message = `"${field}" selects nothing. Give ids, authors, revisions or kinds.`;
    return [{ field, reason: "EMPTY_SELECTION", message, allowed: ["ids", "authors", "revisions", "kinds"] }];
  }
  return [
    ...unknownNames(ids, { field: `${field}.ids`, thing: "change", known: [...changes.byId.keys()] }),
    ...unknownNames(authors, { field: `${field}.authors`, thing: "author", known: authorsOf(changes) }),
    ...unknownNames(revisions, { field: `${field}.revisions`, thing: "revision", known: revisionNames(changes) }),
  ];
}

/** Returns the authors of the changes without duplicates. A label that several authors share is also an author. */
function authorsOf({ decisions, record }: Changes): string[] {
  const makers = record?.revisions.map(({ author }) => author) ?? [];
  return [...new Set([...makers, ...decisions.map(({ author }) => author)])];
}

function revisionNames({ record, revision }: Changes): string[] {
  return record?.revisions.map(({ name }) => name) ?? (revision === undefined ? [] : [revision]);
}

interface Known {
  readonly field: string;
  readonly thing: "change" | "author" | "revision";
  readonly known: readonly string[];
}

function unknownNames(names: readonly string[] | undefined, { field, thing, known }: Known): DecisionProblem[] {
  const allowed = new Set(known);
  return (names ?? []).flatMap((name, index) =>
    allowed.has(name) ? [] : [notFound(`${field}[${index}]`, name, { thing, known })],
  );
}

/** Maximum number of names that a hint lists. */
const MOST_LISTED = 20;
/** Maximum number of characters of a name that a message repeats. */
const MOST_OF_A_NAME = 80;

function notFound(field: string, name: string, { thing, known }: Omit<Known, "field">): DecisionProblem {
  // Ids are numbers, so a similar one names another change.
  const near = thing === "change" ? undefined : nearestName(name, known);
  const isListed = thing !== "change" && known.length > 0 && known.length <= MOST_LISTED;
  const none = known.length === 0 ? ` The document names no ${thing}s.` : "";
  return {
    field,
    reason: "NOT_FOUND",
    // Known names are only in the hints, because a message may be logged and the names of a document may not.
    message: `There is no ${thing} "${name.slice(0, MOST_OF_A_NAME)}".${none}`,
    ...(isListed ? { allowed: known } : {}),
    ...(near === undefined ? {} : { did_you_mean: near }),
  };
}

/** Returns the ids that are accepted and rejected at once: the same id, or two halves of one move. */
function contradictions({ byId }: Changes, { accept, reject }: Decisions): DecisionProblem[] {
  const accepted = new Set((accept?.ids ?? []).flatMap((id) => byId.get(id) ?? []));
  return (reject?.ids ?? []).flatMap((id, index): DecisionProblem[] => {
    if (!byId.get(id)?.some((revision) => accepted.has(revision))) return [];
    const message = `The change "${id}" is both accepted and rejected. Name it in one of the two.`;
    return [{ field: `reject.ids[${index}]`, reason: "CONTRADICTION", message }];
  });
}

function conflictProblems(changes: Changes, { conflicts = [] }: Decisions): DecisionProblem[] {
  const byId = new Map(changes.conflicts.map((conflict) => [conflict.id, conflict]));
  const names = [ORIGINAL, ...(changes.record?.revisions.map(({ name }) => name) ?? [])];
  const seen = new Map<number, string>();
  return conflicts.flatMap(({ id, choose }, index): DecisionProblem[] => {
    const field = `conflicts[${index}]`;
    const known = byId.get(id);
    const earlier = seen.get(id);
    seen.set(id, choose);
    if (known === undefined) {
      return [{ field: `${field}.id`, reason: "NOT_FOUND", message: `There is no conflict ${id}.` }];
    }
    const owner = changes.record?.conflicts.find((one) => one.id === id)?.owner;
    if (known.kind === "property" && owner === undefined) {
      const message = `Conflict ${id} is about properties that a choice cannot apply. It keeps the original's; change them by an edit.`;
      return [{ field: `${field}.id`, reason: "PROPERTY_CONFLICT", message }];
    }
    if (earlier !== undefined && earlier !== choose) {
      const message = `Conflict ${id} is decided twice, in different ways. Name it once.`;
      return [{ field: `${field}.choose`, reason: "CONTRADICTION", message }];
    }
    const isKnown = choose === ORIGINAL || chosenRevision(changes.record, choose) !== undefined;
    return isKnown ? [] : [notFound(`${field}.choose`, choose, { thing: "revision", known: names })];
  });
}
