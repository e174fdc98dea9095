// What a rule of the linter is, and what it finds.
//
// A rule names something that Word refuses, repairs or merely wonders at and that a schema cannot
// say. It answers with the places where it is broken; no place ever carries text of the document.

import type { NodeId } from "../../ooxml/xml/tree.ts";
import type { IndexedPart } from "./indexed-part.ts";
import { offsetOf } from "./indexed-part.ts";
import type { LintedDocument } from "./linted-document.ts";

/**
 * What Word does about it: `refused`, it calls the file unreadable; `repaired`, it opens the file and drops or changes
 * something; `odd`, it opens the file and keeps it as it is.
 */
export type Severity = "refused" | "repaired" | "odd";

export interface Rule {
  /** In kebab case; never renamed. */
  readonly id: string;
  readonly severity: Severity;
  /** What must hold, in one sentence. */
  readonly says: string;
  readonly check: (document: LintedDocument) => Iterable<Breach>;
}

/** One place where a rule is broken. */
export interface Breach {
  readonly part: string;
  /** Byte offset in the part; undefined for what was not read from its bytes, and for a part as a whole. */
  readonly offset: number | undefined;
}

/** All that breaks one rule in one part. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly part: string;
  readonly count: number;
  /** The place of the first, where it has one. */
  readonly offset: number | undefined;
}

/** The nodes of a part that break a rule. */
type PartCheck = (part: IndexedPart) => Iterable<NodeId>;

/** A check that looks at one part that holds stories at a time. */
export function inStories(check: PartCheck): Rule["check"] {
  return inStoriesOf(() => check);
}

/** The same, for a check that first looks something up in the document. */
export function inStoriesOf(prepare: (document: LintedDocument) => PartCheck): Rule["check"] {
  return function* (document) {
    const check = prepare(document);
    for (const part of document.stories) yield* breachesIn(part, check(part));
  };
}

export function* breachesIn(part: IndexedPart, nodes: Iterable<NodeId>): Generator<Breach> {
  for (const node of nodes) yield { part: part.name, offset: offsetOf(part, node) };
}
