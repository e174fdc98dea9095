// Keeps what the edits of a request did to links so far, and tells when a later one cannot be meant: links do not overlap, and
// do not outlive their text or the place they stand in.

import { paragraphNameOf, type UploadedPlace } from "../locate/uploaded.ts";
import type { Problem, RefusalReason } from "../refusal.ts";
import type { LinkTouch, TextTouch, Touch } from "./touch.ts";

interface Done {
  readonly from: number;
  readonly to: number;
  readonly edit: number;
}

interface LinkHistory {
  readonly links: (Done & { readonly effect: LinkTouch["effect"] })[];
  readonly removed: (Done & { readonly keepsLinks: boolean })[];
  /** Where the paragraph was split. */
  readonly splits: { readonly offset: number; readonly edit: number }[];
  moved: number | undefined;
}

export class LinkLedger {
  readonly #histories = new Map<UploadedPlace, LinkHistory>();

  check(touches: readonly Touch[]): Problem[] {
    return touches.flatMap((touch) => {
      if (touch.kind === "link") return this.#checkLink(touch);
      if (touch.kind === "text" && touch.effect === "removes") return this.#checkRemoval(touch);
      if (touch.kind !== "paragraph" || touch.effect !== "moves") return [];
      const changed = this.#historyOf(touch.place).links.find(({ effect }) => effect === "changes");
      return changed === undefined ? [] : [conflict("UNDEFINED_COMBINATION", touch, changed.edit)];
    });
  }

  record(touches: readonly Touch[], edit: number): void {
    const isSplit = touches.some((touch) => touch.kind === "paragraph" && touch.effect === "splits");
    for (const touch of touches) {
      if (touch.kind === "thing" || touch.kind === "block") continue;
      const history = this.#historyOf(touch.place);
      if (touch.kind === "link") history.links.push({ ...touch, edit });
      else if (touch.kind === "text" && (touch.effect === "removes" || touch.effect === "goes")) {
        history.removed.push({ ...touch, keepsLinks: touch.keepsLinks === true, edit });
      } else if (touch.kind === "point" && isSplit) history.splits.push({ offset: touch.offset, edit });
      else if (touch.kind === "paragraph" && touch.effect === "moves") history.moved = edit;
    }
  }

  #checkLink(touch: LinkTouch): Problem[] {
    const { place, from, to, effect } = touch;
    const { links, removed, splits, moved } = this.#historyOf(place);
    const isGone = (range: (typeof removed)[number]): boolean =>
      effect === "adds" ? overlaps(range, touch) : covers(range, touch) && !keeps(range, touch);
    const gone = removed.find(isGone);
    if (gone !== undefined) return [conflict("TARGET_REMOVED", touch, gone.edit)];
    const other = effect === "adds" ? links.find((link) => overlaps(link, touch)) : undefined;
    if (other !== undefined) return [conflict("OVERLAP", touch, other.edit)];
    const split = splits.find(({ offset }) => offset > from && offset < to)?.edit;
    const cut = split ?? (effect === "changes" ? moved : undefined);
    return cut === undefined ? [] : [conflict("UNDEFINED_COMBINATION", touch, cut)];
  }

  /** A link whose text is replaced has new text; one whose text is deleted would be left around nothing. */
  #checkRemoval(touch: TextTouch): Problem[] {
    const { links, removed } = this.#historyOf(touch.place);
    const removals = [...removed, { ...touch, keepsLinks: touch.keepsLinks === true }];
    const left = links.find((link) => overlaps(touch, link) && isCovered(link, removals));
    return left === undefined ? [] : [conflict("UNDEFINED_COMBINATION", touch, left.edit)];
  }

  #historyOf(place: UploadedPlace): LinkHistory {
    const known = this.#histories.get(place);
    if (known !== undefined) return known;
    const history: LinkHistory = { links: [], removed: [], splits: [], moved: undefined };
    this.#histories.set(place, history);
    return history;
  }
}

type Range = Pick<Done, "from" | "to">;

function overlaps(one: Range, other: Range): boolean {
  return one.from < other.to && one.to > other.from;
}

function covers(one: Range, other: Range): boolean {
  return one.from <= other.from && one.to >= other.to;
}

type Removal = Range & { readonly keepsLinks: boolean };

/** A link goes on around what replaces its first character. */
function keeps(removal: Removal, link: Range): boolean {
  return removal.keepsLinks && removal.from === link.from;
}

/** Whether removals together take all text of a link; what replaces text that begins in it is text of the link. */
function isCovered(link: Range, removals: readonly Removal[]): boolean {
  const own = removals.filter((removal) => overlaps(removal, link));
  if (own.some((removal) => removal.keepsLinks && removal.from >= link.from)) return false;
  const left = own
    .toSorted((one, other) => one.from - other.from)
    .reduce((at, { from, to }) => (from <= at ? Math.max(at, to) : at), link.from);
  return left >= link.to;
}

const SAYS: Readonly<Partial<Record<RefusalReason, string>>> = {
  TARGET_REMOVED: "already deletes or replaces this text",
  OVERLAP: "already links some of this text",
};

function conflict(
  reason: RefusalReason,
  { place, field }: { readonly place: UploadedPlace; readonly field: string },
  edit: number,
): Problem {
  const says = SAYS[reason] ?? "and this edit conflict: their order would change the result";
  return { field, reason, message: `edits[${edit}] ${says}.`, paragraphs: [paragraphNameOf(place)] };
}
