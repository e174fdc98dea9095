// Revised copies of a document: a few edits by chance, and the truth about each of them.
//
// The same bytes, seed and options give the same copy. Each kind that is asked for is made once, in the order given,
// before any is made again; a kind for which the document has no untouched place left is passed by. A document that
// holds tracked changes is revised as it reads with all of them accepted, and that copy is then the base.

import { acceptAll, listRevisions, type WordDocument } from "@versus/engine/inside";
import { openCorpusDocument, SAVE_LEVEL } from "../corpus/read-document.ts";
import { seededRandom, shuffle } from "../runner/random.ts";
import { Draft, type EditFinder } from "./draft.ts";
import { finders } from "./edits/finders.ts";
import { type Edit, type EditKind, editKinds, type Truth } from "./truth.ts";

export interface ReviseOptions {
  readonly seed: number;
  /** How many edits are wanted; there are fewer where the document has no room for them. */
  readonly edits: number;
  /** The kinds wanted, most wanted first; all in an order by chance when not given. */
  readonly kinds?: readonly EditKind[];
  /** Shown the document before the edits and after them: paragraphs that stay are the same nodes. */
  readonly watch?: (document: WordDocument) => void;
}

export interface Revised {
  readonly bytes: Uint8Array;
  readonly truth: Truth;
  /** What the copy is a revision of, where that is not the file as given: its tracked changes accepted. */
  readonly base?: Uint8Array;
}

/** Throws a Failure when the file is no Word document. */
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

/** The kinds of edits that a document has a place for. */
export function kindsPossible(bytes: Uint8Array): EditKind[] {
  const draft = new Draft(openCorpusDocument(acceptedCopy(bytes) ?? bytes), seededRandom("kinds"));
  return editKinds.filter((kind) => finders[kind](draft) !== undefined);
}

function makeEdits(draft: Draft, kinds: readonly EditKind[], wanted: number): Edit[] {
  const edits: Edit[] = [];
  const possible = new Set(kinds);
  const tryKind = (kind: EditKind): void => {
    const make: ReturnType<EditFinder> = finders[kind](draft);
    // Places only get fewer.
    if (make === undefined) possible.delete(kind);
    else edits.push({ kind, ...make() });
  };
  for (const kind of kinds) if (edits.length < wanted) tryKind(kind);
  while (edits.length < wanted && possible.size > 0) tryKind(draft.draw([...possible])!);
  return edits;
}

/** The document with its tracked changes accepted; undefined when it holds none. */
function acceptedCopy(bytes: Uint8Array): Uint8Array | undefined {
  const document = openCorpusDocument(bytes);
  if (listRevisions(document).length === 0) return undefined;
  acceptAll(document);
  return document.package.save(SAVE_LEVEL);
}
