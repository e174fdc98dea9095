// The effect of each edit of a request (EDT-112): its places, and the paragraphs of the uploaded document.
//
// Both are read off what the edit touches. An operation whose touches do not tell says it itself. Nothing here contains text.

import { paragraphNameOf, type Uploaded, type UploadedPlace } from "../locate/uploaded.ts";
import type { Planned } from "../operations/operation.ts";
import type { ParagraphName } from "../refusal.ts";
import type { PlannedStep } from "./plan-edits.ts";
import type { Touch } from "./touch.ts";

export interface EditResult {
  /** The position of the edit in the request, from 0. */
  readonly edit: number;
  /** Matches of its text, points, paragraphs, rows or whatever else it changed. */
  readonly places: number;
  /** The paragraphs that it changed or deleted, or that new ones stand beside; the first hundred. */
  readonly paragraphs: readonly ParagraphName[];
  /** The paragraphs that it names and leaves out, if any, because of an undecided change by another; the first hundred. */
  readonly skipped?: readonly ParagraphName[];
}

/** A request may name all paragraphs 200 times; its record stays small. */
const MOST_PARAGRAPHS = 100;

export function resultsOf(uploaded: Uploaded, steps: readonly PlannedStep[]): EditResult[] {
  return steps.map((step) => {
    const { places, changed } = changesOf(step);
    const names = (all: readonly UploadedPlace[]) =>
      uploaded.inOrder(all).slice(0, MOST_PARAGRAPHS).map(paragraphNameOf);
    const skipped = step.skipped === undefined ? {} : { skipped: names(step.skipped) };
    return { edit: step.index, places, paragraphs: names(changed), ...skipped };
  });
}

function changesOf({ touches, places, changed }: Planned): Required<Pick<Planned, "places" | "changed">> {
  const told = tellingTouches(touches);
  const paragraphs = changed ?? told.map(({ place }) => place);
  const isText = told.some(({ kind }) => kind !== "paragraph");
  const count = isText ? told.length : new Set(paragraphs).size;
  return { places: places ?? Math.max(count, 1), changed: paragraphs };
}

type PlacedTouch = Exclude<Touch, { readonly kind: "thing" | "block" }>;

/** The closest that is said of the places: text and points, then the text of an anchor, then paragraphs, then neighbours. */
function tellingTouches(touches: readonly Touch[]): readonly PlacedTouch[] {
  const placed = touches.filter((touch) => touch.kind !== "thing" && touch.kind !== "block");
  const groups = [
    placed.filter((touch) => touch.kind !== "paragraph" && !isAnchor(touch)),
    placed.filter(isAnchor),
    placed.filter((touch) => touch.kind === "paragraph" && !isBeside(touch)),
    placed.filter(isBeside),
  ];
  return groups.find((group) => group.length > 0) ?? [];
}

function isAnchor(touch: PlacedTouch): boolean {
  return touch.kind === "text" && touch.effect === "anchors";
}

function isBeside(touch: PlacedTouch): boolean {
  return touch.kind === "paragraph" && (touch.effect === "before" || touch.effect === "after");
}
