// Defines notices, failures and faults, the three kinds of problems.
//
// - A Notice describes something odd in a document that does not stop the work. It is returned together with the result.
// - A Failure ends the work: the request cannot be carried out with this document. It is thrown, with a code of `problems.ts`.
// - A Fault is a broken invariant of the engine. `ensure` throws it, and the engine never catches it.
// Invariant: none of the three contains text of a document, only rules, part names and counts.

import { documentProblems, type ProblemCode } from "./problems.ts";

/** The position of a problem in a package. */
export interface FailurePlace {
  /** Name of the document, if the task has several. */
  readonly source?: string;
  readonly part?: string;
  /** Byte offset in the part, or in the file if no part is named. */
  readonly offset?: number;
}

/**
 * The code of a difference that the format cannot track. The carrier's version, by default that of the newer document, shows in
 * both views.
 */
export type CarriedCode =
  | "FOREIGN_CONTENT_CARRIED"
  | "STYLES_CARRIED"
  | "NUMBERING_CARRIED"
  | "BOOKMARKS_CARRIED"
  | "GRID_CARRIED"
  | "THEME_CARRIED"
  | "SETTINGS_CARRIED"
  | "FONTS_CARRIED"
  | "FORMATTING_CARRIED"
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
  | "STYLE_LOOKS_CHANGED"
  | "TERMS_MIXED"
  | "BLOCK_FALLBACK";

/**
 * Information for a reader of the result that does not make the result wrong: text that could not be tracked, changes that were
 * accepted first.
 */
export interface Notice extends FailurePlace {
  readonly code: NoticeCode;
  /** Number of items that the notice is about. Undefined means 1. */
  readonly count?: number;
  /** Numbers of insertions and deletions among the tracked changes that were accepted. */
  readonly insertions?: number;
  readonly deletions?: number;
}

/**
 * A request that cannot be carried out with this document. `code` is a key of `documentProblems`; the message contains no text
 * of the document.
 */
export class Failure extends Error {
  readonly code: ProblemCode;
  /** Broken rule, in plain words without text of the document. */
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

/** Returns a part name for a message: visible ASCII only and at most 80 characters, because the author of the file chose it. */
function printableName(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, "?").slice(0, 80);
}
