// Turns the choices of a user or agent into verdicts on the changes of a document (REV-13 to REV-16).
//
// A selection names changes by id, author, revision and kind. The values of one key are alternatives, and all given
// keys must match. A change of a merge may have several makers, and each of them selects it. A conflict is decided at
// once, for one revision or for the base, whatever the selections say of its changes. `rest` decides everything that
// nothing else names. If `rest` accepts, an open conflict goes to the first revision that agrees with the selections,
// because accepting both sides would give nonsense.

import { type MergeRecord, revisionsByLabel } from "../../document/merge-record.ts";
import type { Decision, DecisionKind } from "../decisions.ts";
import type { Decided, Revision, Verdict } from "../revision.ts";
import type { Conflict } from "./conflicts.ts";

export interface Selection {
  /** The ids of changes in the redline's JSON. */
  readonly ids?: readonly string[];
  readonly authors?: readonly string[];
  /** The names of revisions. */
  readonly revisions?: readonly string[];
  readonly kinds?: readonly DecisionKind[];
}

/** Which changes are accepted, which are rejected, and how the others are decided. */
export interface Decisions {
  readonly accept?: Selection;
  readonly reject?: Selection;
  /** The verdict on changes that nothing names. Default "keep": they stay tracked. */
  readonly rest?: "keep" | "accept" | "reject";
  /** `choose` is the name of a revision, its author if no other revision has that author, or `original`. */
  readonly conflicts?: readonly { readonly id: number; readonly choose: string }[];
}

/** The changes of a document, with the names that decisions may use. */
export interface Changes {
  readonly decisions: readonly Decision[];
  readonly conflicts: readonly Conflict[];
  readonly record: MergeRecord | undefined;
  /** Maps an id of the JSON to its tracked changes. */
  readonly byId: ReadonlyMap<string, readonly Revision[]>;
  /** The file name of the modified document, if a comparison made the changes. Decisions select changes by it. */
  readonly revision: string | undefined;
}

/**
 * Returns the verdicts on the changes of a document; changes without a verdict stay. The decisions must have no
 * problems (decision-problems.ts).
 */
export function chosenVerdicts(changes: Changes, decisions: Decisions): Decided[] {
  const chooser = new Chooser(changes, decisions);
  return changes.decisions.flatMap(({ kind, revisions }) =>
    revisions.flatMap((revision): Decided[] => {
      const verdict = chooser.verdictOn(revision, kind);
      return verdict === undefined ? [] : [{ revision, verdict }];
    }),
  );
}

/**
 * Returns the index of the revision that a choice names: by its name, or by its author if no other revision has that
 * author. Undefined for any other name.
 */
export function chosenRevision(record: MergeRecord | undefined, choose: string): number | undefined {
  const { revisions } = record ?? { revisions: [] };
  const named = revisions.findIndex(({ name }) => name === choose);
  if (named >= 0) return named;
  const byAuthor = revisions.flatMap(({ author }, index) => (author === choose ? [index] : []));
  return byAuthor.length === 1 ? byAuthor[0] : undefined;
}

/** The side of the base in a conflict. */
export const ORIGINAL = "original";

class Chooser {
  readonly #changes: Changes;
  readonly #decisions: Decisions;
  readonly #labels: ReadonlyMap<string, readonly number[]>;
  readonly #conflictOf = new Map<Revision, Conflict>();
  readonly #kinds = new Map<Revision, DecisionKind>();
  readonly #accepted: ReadonlySet<Revision>;
  readonly #rejected: ReadonlySet<Revision>;
  /** Maps an open conflict to the revision that an accepting `rest` takes; undefined for the base. */
  readonly #sides = new Map<Conflict, number | undefined>();

  constructor(changes: Changes, decisions: Decisions) {
    this.#changes = changes;
    this.#decisions = decisions;
    this.#labels = changes.record === undefined ? new Map() : revisionsByLabel(changes.record);
    for (const conflict of changes.conflicts)
      for (const member of conflict.members) this.#conflictOf.set(member, conflict);
    for (const { kind, revisions } of changes.decisions) for (const one of revisions) this.#kinds.set(one, kind);
    this.#accepted = this.#withId(decisions.accept);
    this.#rejected = this.#withId(decisions.reject);
  }

  verdictOn(revision: Revision, kind: DecisionKind): Verdict | undefined {
    const conflict = this.#conflictOf.get(revision);
    const chosen = this.#decisions.conflicts?.find(({ id }) => id === conflict?.id)?.choose;
    if (chosen !== undefined)
      return this.#isOf(revision, chosenRevision(this.#changes.record, chosen)) ? "accept" : "reject";
    const named = this.#named(revision, kind);
    if (named !== undefined) return named;
    const { rest = "keep" } = this.#decisions;
    if (rest !== "accept" || conflict === undefined) return rest === "keep" ? undefined : rest;
    return this.#isOf(revision, this.#sideOf(conflict)) ? "accept" : "reject";
  }

  /** Returns the verdict of the selections. */
  #named(revision: Revision, kind: DecisionKind): Verdict | undefined {
    const { accept, reject } = this.#decisions;
    const isAccepted = this.#matches(accept, { revision, kind, ids: this.#accepted });
    const isRejected = this.#matches(reject, { revision, kind, ids: this.#rejected });
    if (isAccepted && isRejected) return this.#hasSource(revision, accept) ? "accept" : "reject";
    if (isAccepted) return "accept";
    return isRejected ? "reject" : undefined;
  }

  #matches(
    selection: Selection | undefined,
    { revision, kind, ids }: { revision: Revision; kind: DecisionKind; ids: ReadonlySet<Revision> },
  ): boolean {
    if (selection === undefined) return false;
    if (selection.ids !== undefined && !ids.has(revision)) return false;
    if (selection.kinds !== undefined && !selection.kinds.includes(kind)) return false;
    if (selection.authors !== undefined && !this.#isBy(revision, selection.authors)) return false;
    return selection.revisions === undefined || this.#isFrom(revision, selection.revisions);
  }

  /** True if the selection names a maker of the change, as author or as revision. */
  #hasSource(revision: Revision, { authors, revisions }: Selection = {}): boolean {
    if (authors === undefined && revisions === undefined) return false;
    return this.#isBy(revision, authors ?? []) || this.#isFrom(revision, revisions ?? []);
  }

  #isBy({ author }: Revision, authors: readonly string[]): boolean {
    const makers = this.#labels.get(author) ?? [];
    return (
      authors.includes(author) ||
      makers.some((index) => authors.includes(this.#changes.record?.revisions[index]?.author ?? ""))
    );
  }

  #isFrom({ author }: Revision, names: readonly string[]): boolean {
    const makers = this.#labels.get(author);
    if (makers !== undefined) return makers.some((index) => names.includes(this.#nameOf(index)));
    return this.#changes.revision !== undefined && names.includes(this.#changes.revision);
  }

  #nameOf(index: number): string {
    return this.#changes.record?.revisions[index]?.name ?? "";
  }

  #isOf({ author }: Revision, index: number | undefined): boolean {
    return index !== undefined && this.#labels.get(author)?.includes(index) === true;
  }

  /** Returns the first revision that agrees with everything the selections say of a conflict, or undefined for the base. */
  #sideOf(conflict: Conflict): number | undefined {
    if (this.#sides.has(conflict)) return this.#sides.get(conflict);
    const said = conflict.members.map((member) => {
      return { member, verdict: this.#named(member, this.#kinds.get(member) ?? "property") };
    });
    const competing = conflict.members.flatMap(({ author }) => this.#labels.get(author) ?? []);
    const side = [...new Set(competing)]
      .sort((one, other) => one - other)
      .find((index) =>
        said.every(
          ({ member, verdict }) => verdict === undefined || (verdict === "accept") === this.#isOf(member, index),
        ),
      );
    this.#sides.set(conflict, side);
    return side;
  }

  #withId({ ids = [] }: Selection = {}): ReadonlySet<Revision> {
    return new Set(ids.flatMap((id) => this.#changes.byId.get(id) ?? []));
  }
}
