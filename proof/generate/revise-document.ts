// Makes revised copies of a document: a few random edits, and the truth about each of them.
//
// The same bytes, seed and options give the same copy. Each requested kind is made once, in the given order, before any
// is repeated. A kind without an untouched position is skipped. A document with tracked changes is revised with all of
// them accepted, and that copy is then the base.

import { acceptAll, listRevisions, type WordDocument } from "@versus/engine/inside";
import { openCorpusDocument, SAVE_LEVEL } from "../corpus/read-document.ts";
import { seededRandom, shuffle } from "../runner/random.ts";
import { Draft, type EditFinder } from "./draft.ts";
import { finders } from "./edits/finders.ts";
import { type Edit, type EditKind, editKinds, type Truth } from "./truth.ts";

export interface ReviseOptions {
  readonly seed: number;
  /** Number of requested edits; fewer are made if the document has no room for them. */
  readonly edits: number;
  /** The requested kinds, most important first. Default: all in random order. */
  readonly kinds?: readonly EditKind[];
  /** Called with the document before and after the edits. Paragraphs that stay are the same nodes. */
  readonly watch?: (document: WordDocument) => void;
}

export interface Revised {
  readonly bytes: Uint8Array;
  readonly truth: Truth;
  /** The base of the copy if it is not the given file: that file with its tracked changes accepted. */
  readonly base?: Uint8Array;
}

/** Throws a Failure if the file is not a Word document. */
export function reviseDocument(bytes: Uint8Array, { seed, edits: wanted, kinds, watch }: ReviseOptions): Revised {
  const base = acceptedCopy(bytes);
  const document = openCorpusDocument(base ?? bytes);
  watch?.(document);
  const random = seededRandom("revise", seed);
  const draft = new Draft(document, random);
  const first = kinds ?? shuffle(editKinds, random);
  const edits = makeEdits(draft, first, wanted);
  watch?.(document);
  return { bytes: document.package.save(SAVE_LEVEL), truth: { seed, edits }, ...(base === undefined ? {} : { base }) };
}

/** Returns the kinds of edits that a document has a position for. */
export function kindsPossible(bytes: Uint8Array): EditKind[] {
  const draft = new Draft(openCorpusDocument(acceptedCopy(bytes) ?? bytes), seededRandom("kinds"));
  return editKinds.filter((kind) => finders[kind](draft) !== undefined);
}

function makeEdits(draft: Draft, kinds: readonly EditKind[], wanted: number): Edit[] {
  const edits: Edit[] = [];
  const possible = new Set(kinds);
  const tryKind = (kind: EditKind): void => {
    const make: ReturnType<EditFinder> = finders[kind](draft);
    // Edits only reduce the number of free positions.
    if (make === undefined) possible.delete(kind);
    else edits.push({ kind, ...make() });
  };
  for (const kind of kinds) if (edits.length < wanted) tryKind(kind);
  while (edits.length < wanted && possible.size > 0) tryKind(draft.draw([...possible])!);
  return edits;
}

/** Returns the document with its tracked changes accepted; undefined if it has none. */
function acceptedCopy(bytes: Uint8Array): Uint8Array | undefined {
  const document = openCorpusDocument(bytes);
  if (listRevisions(document).length === 0) return undefined;
  acceptAll(document);
  return document.package.save(SAVE_LEVEL);
}
