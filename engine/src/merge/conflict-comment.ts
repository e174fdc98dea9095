// Writes the comment of a conflict: the number, the clause, the original and the version of each side (MRG-51).

import { sideLetter } from "../document/merge-record.ts";
import type { BasePlace, ConflictVersion, MergingConflict } from "./conflict.ts";

export interface CommentContext {
  /** The people who made the revised copies, as a reader knows them, in the order of the copies. */
  readonly people: readonly string[];
  /** Returns the name of the clause that contains an element of the base. Empty without one. */
  readonly clauseAt: (place: BasePlace | undefined) => string;
  /** The number of conflicts in the merge. */
  readonly count: number;
}

/** Maximum number of characters of a version. A longer one shows its difference from the original. */
const LONGEST = 120;
/** Number of equal words that are shown on each side of a difference. */
const CONTEXT_WORDS = 3;

/** Returns the lines of the comment. */
export function conflictComment(conflict: MergingConflict, { people, clauseAt, count }: CommentContext): string[] {
  const { id, sides, place, original } = conflict;
  const lines = sides.map((side, at) => {
    const who = side.revisions.map((number) => people[number]!).join(" and ");
    return `${sideLetter(at)}  ${who}: ${versionWords(conflict, side)}`;
  });
  return [
    [`Conflict ${id} of ${count}.`, clauseAt(place)].join(" ").trim(),
    ...(original === undefined ? [] : [`Original: ${original === "" ? "no text" : shortened(original)}`]),
    ...lines,
    advice(conflict),
  ];
}

function versionWords({ kind, scope, original }: MergingConflict, { text, says }: ConflictVersion): string {
  if (says !== undefined) return says;
  if (kind === "property") return text;
  if (text !== "") return changedWords(original ?? "", text);
  if (original === undefined) return "deletes the text around it";
  return scope === "rows" ? "deletes the row" : scope === "words" ? "deletes the words" : "deletes the paragraph";
}

/** Returns a version. A long one is shown as its difference from the original: `… within thirty → ten days …`. */
function changedWords(original: string, text: string): string {
  if ([...text].length <= LONGEST) return shortened(text);
  const [old, present] = [original, text].map((one) => oneLine(one).split(" ")) as [string[], string[]];
  const most = Math.min(old.length, present.length);
  let start = 0;
  while (start < most && old[start] === present[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === present.at(-1 - end)) end += 1;
  if (start + end === 0) return shortened(text);
  const [from, to] = [Math.max(0, start - CONTEXT_WORDS), Math.max(0, end - CONTEXT_WORDS)];
  const [gone, came] = [old, present].map((words) => shortened(words.slice(start, words.length - end).join(" ")));
  return [
    ...(from > 0 ? ["…"] : []),
    ...present.slice(from, start),
    ...(gone === "" ? [] : [gone]),
    "→",
    came === "" ? "nothing" : came!,
    ...present.slice(present.length - end, present.length - to),
    ...(to > 0 ? ["…"] : []),
  ].join(" ");
}

function advice({ kind, scope, original = "" }: MergingConflict): string {
  if (kind === "property") return "The original formatting is kept until a version is chosen.";
  if (scope === "rows") return "To settle: accept the changes of one version, and reject the other changes of the row.";
  if (scope === "move") return "To settle: accept one version with its deletion, and reject the other versions.";
  if (original === "") return "To settle: accept one version, and reject the other versions.";
  return "To settle: accept one version and the deletion, and reject the other versions.";
}

function shortened(text: string): string {
  const letters = [...oneLine(text)];
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST).join("")} …`;
}

/** Returns the text in one line. A comment could not contain a page break. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
