// Keeps what the edits of a request did so far, and tells when a later one cannot be meant (EDT-91, EDT-92).
//
// All edits speak of the document as uploaded. One whose target an earlier one removed or rewrote is refused; so is a
// combination that has no one meaning.

import type { UploadedPlace } from "../locate/uploaded.ts";
import { paragraphNameOf } from "../locate/uploaded.ts";
import type { Problem, RefusalReason } from "../refusal.ts";
import { CellLedger } from "./cell-ledger.ts";
import { LinkLedger } from "./link-ledger.ts";
import type { ParagraphTouch, PointTouch, TextTouch, ThingTouch, Touch } from "./touch.ts";

type Lasting = Exclude<ParagraphTouch["effect"], "uses" | "halves" | "heals">;

/** What was done to a paragraph, and by which edits. */
interface History {
  readonly effects: Map<Lasting, number>;
  readonly removed: {
    readonly from: number;
    readonly to: number;
    readonly edit: number;
    /** True if the end of the text went too: it was the end of its part of the paragraph. */
    readonly isPart: boolean;
  }[];
  readonly points: { readonly offset: number; readonly edit: number }[];
}

type Effect = ParagraphTouch["effect"];

/** Effects on a paragraph as one whole, and with them those on parts of it. */
const WHOLE: readonly Effect[] = ["removes", "moves", "joins", "absorbs"];
const PARTED: readonly Effect[] = [...WHOLE, "halves", "heals"];

/** What cannot be done to a paragraph after something was done to it. */
const CONFLICTS: Readonly<Record<Lasting, readonly Effect[]>> = {
  removes: [...WHOLE, "splits", "uses", "before", "after"],
  moves: PARTED,
  splits: WHOLE,
  ends: WHOLE,
  joins: [...PARTED, "uses", "after"],
  absorbs: [...PARTED, "before"],
  // What was put between two paragraphs keeps them apart.
  before: ["absorbs"],
  after: ["joins"],
};

type ThingHistory = Partial<Record<ThingTouch["effect"], number>>;

/** By effect on a thing: the earlier effect that it does not go with. For example, a table that moved is not changed. */
const EXCLUDED: Readonly<Partial<Record<ThingTouch["effect"], ThingTouch["effect"]>>> = {
  changes: "moves",
  moves: "changes",
  removes: "hosts",
};

export class Ledger {
  readonly #links = new LinkLedger();
  readonly #cells = new CellLedger();
  readonly #histories = new Map<UploadedPlace, History>();
  /** By thing: what was done to it, and by which edits. */
  readonly #things = new Map<object, ThingHistory>();

  /** Whether an edit removes something. */
  isRemoved(thing: object): boolean {
    return this.#things.get(thing)?.removes !== undefined;
  }

  /** Whether a paragraph that an edit refers to is still there. */
  checkThere(place: UploadedPlace, field: string): Problem[] {
    const edit = this.#historyOf(place).effects.get("removes");
    return edit === undefined ? [] : [conflict("TARGET_REMOVED", { place, field, edit })];
  }

  /** What stands against an edit, given those before it. */
  check(touches: readonly Touch[]): Problem[] {
    const problems = [
      ...touches.flatMap((touch) => this.#checkTouch(touch)),
      ...this.#links.check(touches),
      ...this.#cells.check(touches),
    ];
    // One problem for each field: a range may meet many.
    return [...new Map(problems.map((problem) => [`${problem.field} ${problem.reason}`, problem])).values()];
  }

  record(touches: readonly Touch[], edit: number): void {
    for (const touch of touches) this.#record(touch, edit);
    this.#links.record(touches, edit);
    this.#cells.record(touches);
  }

  #checkTouch(touch: Touch): Problem[] {
    switch (touch.kind) {
      case "text":
        return this.#checkText(touch);
      case "point":
        return this.#checkPoint(touch);
      case "paragraph":
        return this.#checkParagraph(touch);
      case "thing":
        return this.#checkThing(touch);
      case "link":
      case "block":
        return [];
    }
  }

  #checkText({ place, from, to, effect, field }: TextTouch): Problem[] {
    if (effect === "goes") return [];
    const { effects, removed, points } = this.#historyOf(place);
    const gone = effects.get("removes") ?? removed.find((range) => range.from < to && range.to > from)?.edit;
    if (gone !== undefined) return [conflict("TARGET_REMOVED", { place, field, edit: gone })];
    const inside = points.find(({ offset }) => offset > from && offset < to);
    if (effect !== "removes" || inside === undefined) return [];
    return [conflict("OVERLAP", { place, field, edit: inside.edit })];
  }

  #checkPoint({ place, offset, field }: PointTouch): Problem[] {
    const { effects, removed } = this.#historyOf(place);
    const gone = effects.get("removes") ?? removed.find((range) => isInside(range, offset))?.edit;
    return gone === undefined ? [] : [conflict("TARGET_REMOVED", { place, field, edit: gone })];
  }

  #checkParagraph({ place, effect, field }: ParagraphTouch): Problem[] {
    const { effects } = this.#historyOf(place);
    for (const [done, edit] of effects) {
      // A paragraph that is part of another by then has no properties of its own to set either.
      const isGone = done === "removes" || effect === "uses";
      const reason = isGone ? "TARGET_REMOVED" : "UNDEFINED_COMBINATION";
      if (CONFLICTS[done].includes(effect)) return [conflict(reason, { place, field, edit })];
    }
    return [];
  }

  #checkThing({ thing, effect, field }: ThingTouch): Problem[] {
    const done = this.#things.get(thing) ?? {};
    if (done.removes !== undefined)
      return [{ field, reason: "TARGET_REMOVED", message: `edits[${done.removes}] already removes this.` }];
    const excluded = EXCLUDED[effect];
    const other = excluded && done[excluded];
    if (other === undefined) return [];
    const message = `edits[${other}] and this edit conflict: their order would change the result.`;
    return [{ field, reason: "UNDEFINED_COMBINATION", message }];
  }

  #record(touch: Touch, edit: number): void {
    if (touch.kind === "link" || touch.kind === "block") return;
    if (touch.kind === "thing") {
      this.#things.set(touch.thing, { ...this.#things.get(touch.thing), [touch.effect]: edit });
      return;
    }
    const { effects, removed, points } = this.#historyOf(touch.place);
    if (touch.kind === "point") points.push({ offset: touch.offset, edit });
    else if (touch.kind === "text") {
      if (touch.effect === "removes" || touch.effect === "goes") {
        removed.push({ from: touch.from, to: touch.to, edit, isPart: touch.effect === "goes" });
      }
    } else if (touch.effect === "heals") {
      if (touch.isWhole === true) effects.delete("splits");
    } else if (touch.effect !== "uses" && touch.effect !== "halves") effects.set(touch.effect, edit);
  }

  #historyOf(place: UploadedPlace): History {
    const known = this.#histories.get(place);
    if (known !== undefined) return known;
    const history: History = { effects: new Map(), removed: [], points: [] };
    this.#histories.set(place, history);
    return history;
  }
}

/** True if a place went with the text around it. */
function isInside({ from, to, isPart }: History["removed"][number], offset: number): boolean {
  return from < offset && (isPart ? offset <= to : offset < to);
}

const SAYS: Readonly<Partial<Record<RefusalReason, string>>> = {
  TARGET_REMOVED: "already deletes or replaces this text",
  OVERLAP: "inserts text inside the text that this edit removes",
};

function conflict(
  reason: RefusalReason,
  { place, field, edit }: { readonly place: UploadedPlace; readonly field: string; readonly edit: number },
): Problem {
  const says = SAYS[reason] ?? "and this edit conflict: their order would change the result";
  return { field, reason, message: `edits[${edit}] ${says}.`, paragraphs: [paragraphNameOf(place)] };
}
