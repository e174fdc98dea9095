// Three ways in which things go wrong, kept apart.
//
// A Notice is something odd in a document that we live with: it travels beside the value.
// A Failure is a document we cannot do what was asked with: thrown, with a code of the table.
// A Fault is our own invariant broken: thrown by `ensure`, never caught in the engine.
// None of them ever carries text of the document: rules, part names and counts only.

import { documentProblems, type ProblemCode } from "./problems.ts";

/** Where in a package something was found. */
export interface FailurePlace {
  /** Which of several documents, where there is more than one. */
  readonly source?: string;
  readonly part?: string;
  /** Byte offset in the part (or, without a part, in the file). */
  readonly offset?: number;
}

/** Something differs that the format has no mark for: the newer version's stands in both views. */
export type CarriedCode =
  | "FOREIGN_CONTENT_CARRIED"
  | "STYLES_CARRIED"
  | "NUMBERING_CARRIED"
  | "BOOKMARKS_CARRIED"
  | "GRID_CARRIED"
  | "THEME_CARRIED"
  | "SETTINGS_CARRIED"
  | "FONTS_CARRIED"
  | "CUSTOM_XML_CARRIED";

export type NoticeCode =
  | "PART_CHECKSUM_WRONG"
  | "PART_MISSING"
  | "PACKAGE_RELATIONSHIPS_RESTORED"
  | "DATA_BINDING_REMOVED"
  | CarriedCode
  | "TRACKED_CHANGES_ACCEPTED"
  | "COMMENTS_LEFT_OUT"
  | "PROPERTY_CONFLICTS_KEPT"
  | "BLOCK_FALLBACK";

/** Something that a reader of the result should know and that changed nothing about its being right: text that could not be tracked, changes that were accepted first. */
export interface Notice extends FailurePlace {
  readonly code: NoticeCode;
  /** How many there are, where one notice tells of several. */
  readonly count?: number;
  /** Of tracked changes that were accepted: how many of them inserted, and how many deleted. */
  readonly insertions?: number;
  readonly deletions?: number;
}

/** What was asked cannot be done with this document. `code` is a key of `problems`; the message holds nothing of the document. */
export class Failure extends Error {
  readonly code: ProblemCode;
  /** The rule that was broken, in plain words that hold nothing of the document. */
  readonly rule: string;
  readonly place: FailurePlace;

  constructor(code: ProblemCode, rule: string, place: FailurePlace = {}) {
    super(`${documentProblems[code].meaning} ${rule}${placeInWords(place)}.`);
    this.name = "Failure";
    this.code = code;
    this.rule = rule;
    this.place = place;
  }
}

class Fault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Fault";
  }
}

/** Throws a Fault unless the invariant holds. */
export function ensure(holds: boolean, invariant: string): asserts holds {
  if (!holds) throw new Fault(invariant);
}

function placeInWords(place: FailurePlace): string {
  const part = place.part === undefined ? "" : ` in ${printableName(place.part)}`;
  const offset = place.offset === undefined ? "" : ` at byte ${place.offset}`;
  return part + offset;
}

/** A part name is chosen by whoever made the file: visible ASCII only, cut short. */
function printableName(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, "?").slice(0, 80);
}
