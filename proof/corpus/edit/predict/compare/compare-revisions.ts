// Compares the remaining changes of others with a content JSON.
//
// A change that no edit touched must be reported as before. A touched change may be reported in parts, as a part of
// another change, or be deleted with the content that it changed. For touched changes the only requirement is that no
// new change appears.

import type { ContentJson } from "@versus/engine/tasks";
import type { Model, Para } from "../model.ts";
import { parasOf } from "../operations/decisions-and-settings.ts";
import type { Whole } from "./compare-paragraphs.ts";
import { countOpen } from "./report.ts";

type Revision = ContentJson["revisions"][number];

export function compareRevisions({ model, content, report }: Whole): void {
  const waiting = [...content.revisions];
  const near = touchedOnes(model);
  // Changes with the same key cannot be distinguished.
  const mayMiss = new Set(near.map(keyOf));
  const touched = new Set(near.map(kindOf));
  for (const revision of model.content.revisions) {
    const at = waiting.findIndex((one) => keyOf(one) === keyOf(revision));
    if (model.decided.has(revision.number)) {
      // A change without an address is not decided.
      if (revision.paragraph === undefined) touched.add(kindOf(revision));
    } else if (at >= 0) waiting.splice(at, 1);
    else if (mayMiss.has(keyOf(revision))) countOpen(report, "change in edited text");
    else report.differences.push(`revisions: expected ${describe(revision)}, there is none`);
  }
  for (const revision of waiting) {
    if (!touched.has(kindOf(revision))) report.differences.push(`revisions: there is also ${describe(revision)}`);
  }
}

function keyOf({ kind, author, date, text, property }: Revision): string {
  return JSON.stringify([kind, author, date, text, property]);
}

function kindOf({ kind, author, date }: Revision): string {
  return JSON.stringify([kind, author, date]);
}

function describe({ kind, author, text, paragraph }: Revision): string {
  return `${kind} by ${author} at ${paragraph?.index} ${JSON.stringify(text.slice(0, 40))}`;
}

/**
 * Returns the changes that an edit touched. If one position of a move is touched, the other one counts as touched,
 * and so do the changes beside it.
 */
function touchedOnes(model: Model): Revision[] {
  const { revisions } = model.content;
  const own = revisions.filter((revision) => isTouched(model, revision));
  const halves = new Set(own.filter(({ kind }) => kind === "move").flatMap((move) => parasAround(model, move)));
  return revisions.filter((one) => own.includes(one) || parasAround(model, one).some((para) => halves.has(para)));
}

/** True if an edit touched one of the paragraphs that contain a change. */
function isTouched(model: Model, revision: Revision): boolean {
  return parasAround(model, revision).some((para) => {
    const isGone = para.isGone || model.notes.some((note) => note.part === para.part && note.isGone);
    return para.items !== undefined || isGone || para.isDecided || para.open !== undefined || isMoved(para);
  });
}

/**
 * True if the previous paragraph differs from that in the upload, or if a cell border between them was added or
 * removed.
 */
function isMoved(para: Para): boolean {
  const { paras: now, all } = para.part;
  const [before, wasBefore] = [now[now.indexOf(para) - 1], all[all.indexOf(para) - 1]];
  if (before === undefined || before !== wasBefore) return before !== wasBefore;
  return (cellOf(para) === cellOf(before)) !== (para.cell === before.cell);
}

/** Returns the cell that contained a paragraph in the upload. */
function cellOf({ source }: Para): string {
  const { number, row, column } = source?.table ?? {};
  return JSON.stringify([number, row, column]);
}

/** Returns the paragraphs that contain a change, and their neighbours. */
function parasAround(model: Model, revision: Revision): Para[] {
  const told = parasOf(model, revision);
  // The text of a note may belong to the same change as its reference.
  const notes = model.notes.filter(({ place }) => place !== undefined && told.includes(place.para));
  return [...told, ...notes.flatMap(({ part }) => part.all)].flatMap((para) => {
    const { all, kind } = para.part;
    // A change may continue from note to note.
    if (kind === "footnote" || kind === "endnote")
      return model.parts.flatMap((part) => (part.kind === kind ? part.all : []));
    return all.slice(Math.max(0, all.indexOf(para) - 1), all.indexOf(para) + 2);
  });
}
