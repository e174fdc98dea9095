// Defines a rule of the linter and its findings.
//
// A rule is something that Word refuses, repairs or accepts as odd, and that a schema cannot express. It returns the
// positions where it is broken. A position never contains text of the document.

import type { NodeId } from "../../ooxml/xml/tree.ts";
import type { IndexedPart } from "./indexed-part.ts";
import { offsetOf } from "./indexed-part.ts";
import type { LintedDocument } from "./linted-document.ts";

/**
 * The reaction of Word:
 * - `refused`: Word calls the file unreadable.
 * - `repaired`: Word opens the file and drops or changes something.
 * - `odd`: Word opens the file and keeps it as it is.
 */
export type Severity = "refused" | "repaired" | "odd";

export interface Rule {
  /** In kebab case; never renamed. */
  readonly id: string;
  readonly severity: Severity;
  /** The requirement in one sentence. */
  readonly says: string;
  readonly check: (document: LintedDocument) => Iterable<Breach>;
}

/** A position where a rule is broken. */
export interface Breach {
  readonly part: string;
  /** Byte offset in the part. Undefined for a node that was not read from the part, and for a part as a whole. */
  readonly offset: number | undefined;
}

/** All violations of one rule in one part. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly part: string;
  readonly count: number;
  /** Offset of the first violation; undefined if it has none. */
  readonly offset: number | undefined;
}

/** Returns the nodes of a part that break a rule. */
type PartCheck = (part: IndexedPart) => Iterable<NodeId>;

/** Returns a check that looks at the parts with stories one at a time. */
export function inStories(check: PartCheck): Rule["check"] {
  return inStoriesOf(() => check);
}

/** Like `inStories`, for a check that first looks something up in the document. */
export function inStoriesOf(prepare: (document: LintedDocument) => PartCheck): Rule["check"] {
  return function* (document) {
    const check = prepare(document);
    for (const part of document.stories) yield* breachesIn(part, check(part));
  };
}

export function* breachesIn(part: IndexedPart, nodes: Iterable<NodeId>): Generator<Breach> {
  for (const node of nodes) yield { part: part.name, offset: offsetOf(part, node) };
}
