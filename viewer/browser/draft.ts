// Holds the reader's decisions until the host applies them: a verdict for each unit, a version for each conflict.
//
// The view changes no document. It sends the draft after every click, and a host restores it (reading.md, VEW-38).

import { type Entry, make, type Unit } from "./page-data.ts";

/** The shape of a decision request, without a name. */
export interface DraftDecisions {
  readonly accept?: { readonly ids: readonly string[] };
  readonly reject?: { readonly ids: readonly string[] };
  readonly conflicts?: readonly { readonly id: number; readonly choose: string }[];
}

/** `original` in a conflict keeps the text of the base. */
const ORIGINAL = "original";

/** A decision about a unit: a verdict, or for a conflict the name of a revision or `original`. */
export type Decided = "accept" | "reject" | { readonly choose: string };

export class Draft {
  readonly #units: readonly Unit[];
  readonly #decided = new Map<Unit, Decided>();

  constructor(units: readonly Unit[]) {
    this.#units = units;
  }

  get(unit: Unit): Decided | undefined {
    return this.#decided.get(unit);
  }

  /** Decides a unit. Undefined removes its decision. */
  set(unit: Unit, decided: Decided | undefined): void {
    if (decided === undefined) this.#decided.delete(unit);
    else this.#decided.set(unit, decided);
  }

  get count(): number {
    return this.#decided.size;
  }

  /** The number of units that can be decided and are not. */
  get open(): number {
    return this.#units.filter(isDecidable).length - this.#decided.size;
  }

  get decisions(): DraftDecisions {
    const [accept, reject]: string[][] = [[], []];
    const conflicts: { id: number; choose: string }[] = [];
    for (const unit of this.#units) {
      const decided = this.#decided.get(unit);
      if (decided === "accept") accept!.push(...unit.ids);
      else if (decided === "reject") reject!.push(...unit.ids);
      else if (decided !== undefined) conflicts.push({ id: unit.conflict!, choose: decided.choose });
    }
    return {
      ...(accept!.length === 0 ? {} : { accept: { ids: accept! } }),
      ...(reject!.length === 0 ? {} : { reject: { ids: reject! } }),
      ...(conflicts.length === 0 ? {} : { conflicts }),
    };
  }

  /** Replaces the draft. Everything that this page does not know is ignored. */
  restore(given: unknown): void {
    this.#decided.clear();
    if (typeof given !== "object" || given === null) return;
    const { accept, reject, conflicts } = given as Readonly<Record<string, unknown>>;
    const [accepted, rejected] = [idsOf(accept), idsOf(reject)];
    const chosen = choicesOf(conflicts);
    for (const unit of this.#units.filter(isDecidable)) {
      const choose = unit.conflict === undefined ? undefined : chosen.get(unit.conflict);
      if (unit.kind === "conflict") {
        const isKnown = choose === ORIGINAL || unit.sides!.some(({ revisions }) => revisions.includes(choose ?? ""));
        if (choose !== undefined && isKnown) this.#decided.set(unit, { choose });
      } else if (unit.ids.every((id) => accepted.has(id))) this.#decided.set(unit, "accept");
      else if (unit.ids.every((id) => rejected.has(id))) this.#decided.set(unit, "reject");
    }
  }
}

function idsOf(selection: unknown): ReadonlySet<unknown> {
  const ids = typeof selection === "object" && selection !== null && "ids" in selection ? selection.ids : [];
  return new Set(Array.isArray(ids) ? ids : []);
}

function choicesOf(conflicts: unknown): ReadonlyMap<unknown, string> {
  const given = (Array.isArray(conflicts) ? conflicts : []) as unknown[];
  return new Map(
    given.flatMap((one) => {
      if (typeof one !== "object" || one === null) return [];
      const { id, choose } = one as Readonly<Record<string, unknown>>;
      return typeof choose === "string" ? [[id, choose] as const] : [];
    }),
  );
}

/** True if the reader may decide a unit: it has changes, or it is a conflict with versions. */
export function isDecidable({ kind, ids, sides }: Unit): boolean {
  return kind === "conflict" ? sides !== undefined && sides.length > 0 : ids.length > 0;
}

/** True if an entry of a decided unit is accepted. A conflict accepts the changes of the chosen revision alone. */
function isAccepted(
  { revision = "", revisions = [revision, ...revision.split(", ")] }: Entry,
  decided: Decided,
): boolean {
  return typeof decided === "string" ? decided === "accept" : revisions.includes(decided.choose);
}

/** Shows decided changes as their result: the elements that stay, and those that go. */
export function markDecided(elements: Iterable<HTMLElement>, entries: readonly Entry[], verdicts: Verdicts): void {
  for (const element of elements) {
    const number = Number(element.dataset.c);
    const decided = verdicts.get(number);
    const isIn = element.matches("ins,.ri,.wi");
    const isOut = element.matches("del,.rd,.wd");
    if (!isIn && !isOut) continue;
    const stays = decided === undefined ? undefined : isAccepted(entries[number]!, decided) === isIn;
    element.classList.toggle("dy", stays === true);
    element.classList.toggle("dn", stays === false);
    markGap(element, stays === false && element.matches("ins:not(.pm),del:not(.pm)"));
  }
}

/** Puts a mark at the position of text that a decision removes, or takes the mark away. */
function markGap(element: HTMLElement, isGap: boolean): void {
  const mark = element.previousElementSibling;
  const isMarked = mark?.className === "dm";
  if (isGap && !isMarked) element.before(make("i", "dm"));
  if (!isGap && isMarked) mark.remove();
}

/** Maps the number of an entry to the decision of its unit. */
export type Verdicts = ReadonlyMap<number, Decided>;

export function verdictsOf(units: readonly Unit[], draft: Draft): Verdicts {
  return new Map(
    units.flatMap((unit) => {
      const decided = draft.get(unit);
      return decided === undefined ? [] : unit.entries.map((entry) => [entry, decided] as const);
    }),
  );
}
