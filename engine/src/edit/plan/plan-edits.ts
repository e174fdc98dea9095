// Resolves all edits of a request against the uploaded document and checks them together. All refusals are reported at once.

import type { WordDocument } from "../../document/open-document.ts";
import { nameCheck } from "../../language/content-runs/check-names.ts";
import type { Content } from "../../language/content-runs/content-run.ts";
import { locateParagraph, type ParagraphGiven } from "../locate/paragraphs.ts";
import type { Known } from "../locate/parts.ts";
import { groupOf, Refs } from "../locate/refs.ts";
import { Uploaded } from "../locate/uploaded.ts";
import type { Planned, Undecided } from "../operations/operation.ts";
import { resolveEdit } from "../operations/operations.ts";
import type { Problem, Refusal } from "../refusal.ts";
import { checkEdits } from "../shape/check-edits.ts";
import { contentsOf } from "../shape/contents.ts";
import type { Edit } from "../shape/edit-types.ts";
import { Ledger } from "./ledger.ts";
import { type CellPlace, TableDrafts } from "./table-drafts.ts";

export interface EditPlan {
  readonly uploaded: Uploaded;
  readonly refs: Refs;
  /** In the order of the request, without those that are refused. */
  readonly steps: readonly PlannedStep[];
  readonly refusals: readonly Refusal[];
}

export interface PlannedStep extends Planned {
  /** The place of the edit in the request. */
  readonly index: number;
  /** The places of the edits that make what it names. */
  readonly uses: readonly number[];
}

export function planEdits(
  document: WordDocument,
  edits: readonly unknown[],
  undecided: Undecided = "refuse",
): EditPlan {
  const malformed = checkEdits(edits);
  // Malformed edits cannot be looked up. The others are, so that all faults are reported together.
  const broken = new Set(malformed.map(({ edit }) => edit));
  const uploaded = new Uploaded(document);
  const refs = new Refs();
  const ledger = new Ledger();
  const tables = new TableDrafts();
  const known = { uploaded, refs, takenOut: new Map<string, number>() };
  const checkNames = nameCheck(document);
  const steps: PlannedStep[] = [];
  const refusals: Refusal[] = [...malformed, ...mixedDecisions(edits), ...repeatedSettings(edits)];
  for (const [index, edit] of edits.entries()) {
    if (broken.has(index)) continue;
    const outcome = planEdit({ edit: edit as Edit, index, known, ledger, tables, checkNames, undecided });
    if ("problems" in outcome) refusals.push(...outcome.problems.map((problem) => ({ edit: index, ...problem })));
    else {
      const makers = [...refs.namesIn(edit, "")].map(({ made }) => made.edit);
      steps.push({ ...outcome.found, index, uses: makers.filter((maker) => maker !== index) });
    }
  }
  return { uploaded, refs, steps, refusals };
}

interface Planning {
  readonly edit: Edit;
  readonly index: number;
  readonly known: Known;
  readonly ledger: Ledger;
  readonly tables: TableDrafts;
  readonly checkNames: ReturnType<typeof nameCheck>;
  readonly undecided: Undecided;
}

function planEdit({ edit, index, known, ledger, tables, checkNames, undecided }: Planning) {
  const field = `edits[${index}]`;
  const before = tables.save();
  const resolved = resolveEdit({ edit, index, field, known, tables, undecided });
  // What an edit makes may be named after it, also when the edit itself is refused.
  const inContent: Problem[] = [
    ...known.refs.define(edit, index, (to, own) => {
      const target = locateParagraph(known, to as ParagraphGiven, own);
      if ("problems" in target) return target.problems;
      return target.found.kind === "uploaded" ? ledger.checkThere(target.found.place, own) : [];
    }),
    ...contentsOf(edit, field).flatMap(({ value, field: own }) => checkNames(value as Content, own)),
  ];
  const problems = [
    ...("problems" in resolved
      ? resolved.problems
      : [...ledger.check(resolved.found.touches), ...lostNames({ edit, index, known, ledger, tables })]),
    ...inContent,
  ];
  if (problems.length > 0) {
    before.restore();
    return { problems };
  }
  const { found } = resolved as { readonly found: Planned };
  ledger.record(found.touches, index);
  for (const key of found.takesOut ?? []) known.takenOut?.set(key, index);
  found.remember?.();
  return { found };
}

/** What the request made in a table, row or column that it then removed. */
function lostNames({ edit, index, known, ledger, tables }: Omit<Planning, "checkNames" | "undecided">): Problem[] {
  return [...known.refs.namesIn(edit, `edits[${index}]`)].flatMap(({ made, field }): Problem[] => {
    const isLine = made.kind === "row" || made.kind === "column";
    const cell = isLine
      ? tables.named(made.name)?.draft.inside
      : tables.cellOf(made.paragraph ?? { group: groupOf(made.edit) });
    if (cell === undefined || made.edit === index || !MADE_IN_CELLS.has(made.kind)) return [];
    const gone = thingsAround(cell).some((thing) => ledger.isRemoved(thing));
    const message = "An earlier edit removes the table, row or column that contains this.";
    return gone ? [{ field, reason: "TARGET_REMOVED", message }] : [];
  });
}

/** The tables, rows and columns that a cell is in. */
function thingsAround({ draft, row, column }: CellPlace): object[] {
  const own = [draft.uploaded?.table, row, column].filter((thing) => thing !== undefined);
  return draft.inside === undefined ? own : [...own, ...thingsAround(draft.inside)];
}

const MADE_IN_CELLS: ReadonlySet<string> = new Set(["paragraph", "table", "row", "column"]);

function typeOf(edit: unknown): unknown {
  return (edit as { type?: unknown } | null)?.type;
}

/** A request that decides tracked changes does nothing else. */
function mixedDecisions(edits: readonly unknown[]): Refusal[] {
  const isDecision = edits.map((edit) => DECISIONS.has(typeOf(edit)));
  if (isDecision.every((one) => one === isDecision[0])) return [];
  const message = "A request that accepts or rejects tracked changes must contain nothing else. Send two requests.";
  return isDecision.flatMap((one, edit) =>
    one ? [{ edit, field: `edits[${edit}].type`, reason: "DECISIONS_MIXED" as const, message }] : [],
  );
}

const DECISIONS: ReadonlySet<unknown> = new Set(["accept_revision", "reject_revision"]);

/** Settings are set once. */
function repeatedSettings(edits: readonly unknown[]): Refusal[] {
  const places = edits.flatMap((edit, index) => (typeOf(edit) === "set_document_settings" ? [index] : []));
  return places.slice(1).map((edit) => {
    const message = `edits[${places[0]}] already sets document settings; a request may do that once.`;
    return { edit, field: `edits[${edit}].type`, reason: "UNDEFINED_COMBINATION", message };
  });
}
