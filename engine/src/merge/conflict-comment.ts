// Writes the comment of a conflict: the number, the clause, the original and the version of each side (MRG-51).

import { sideLetter } from "../document/merge-record.ts";
import { wordDifference } from "../document/text/word-difference.ts";
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
  const { start, old, present, end } = wordDifference(oneLine(original), oneLine(text));
  if (start === "" && end === "") return shortened(text);
  const [before, after] = [start, end].map((words) => words.split(" ").filter((word) => word !== "")) as [
    string[],
    string[],
  ];
  return [
    ...(before.length > CONTEXT_WORDS ? ["…"] : []),
    ...before.slice(-CONTEXT_WORDS),
    ...(old === "" ? [] : [shortened(old)]),
    "→",
    present === "" ? "nothing" : shortened(present),
    ...after.slice(0, CONTEXT_WORDS),
    ...(after.length > CONTEXT_WORDS ? ["…"] : []),
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
