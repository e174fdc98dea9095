// Makes random merges: one base and two to eight revised copies of it.
//
// - independent: each copy has its own edits at any position; conflicts are accidental
// - disjoint: no two edits of any copies touch, so that one document can have all of them
// - twins: the first two copies share edits and have others of their own; further copies have only their own
// - identical: all copies are equal

import { acceptAll, listRevisions } from "@versus/engine/inside";
import { openCorpusDocument, SAVE_LEVEL } from "../../corpus/read-document.ts";
import { drawIndex, seededRandom, shuffle } from "../../runner/random.ts";
import { kindsPossible, reviseDocument } from "../revise-document.ts";
import type { Edit, EditKind } from "../truth.ts";
import { makeStepped, type Step } from "./stepped-draft.ts";

export const mergeShapes = ["independent", "disjoint", "twins", "identical"] as const;
export type MergeShape = (typeof mergeShapes)[number];

export interface MergePlan {
  readonly shape: MergeShape;
  readonly seed: number;
  readonly copies: number;
  /** Requested number of edits of each copy. Twins have the same number of shared edits too. */
  readonly edits: number;
}

export interface MadeMerge {
  readonly base: Uint8Array;
  readonly copies: readonly Uint8Array[];
  /** The kinds of all edits. An edit that several copies share is listed once. */
  readonly edits: readonly string[];
  /** Only for the shapes `disjoint` and `twins`: the base with the edits of all copies. */
  readonly whole?: Uint8Array;
  /** Only for twins: the base with the shared edits. */
  readonly shared?: { readonly file: Uint8Array; readonly edits: readonly Edit[] };
}

/** Throws a Failure if the file is not a Word document. */
export function makeMerge(bytes: Uint8Array, plan: MergePlan): MadeMerge {
  const base = withoutChanges(bytes);
  if (plan.shape === "independent") return makeIndependent(base, plan);
  if (plan.shape === "identical") {
    const { bytes: copy, truth } = reviseDocument(base, { ...plan, kinds: kindsFor(base, plan.seed) });
    return {
      base,
      copies: Array.from({ length: plan.copies }, () => copy),
      edits: truth.edits.map(({ kind }) => kind),
    };
  }
  return makeDisjoint(base, plan);
}

/** Returns the document with its tracked changes accepted; the same bytes if it has none. */
export function withoutChanges(bytes: Uint8Array): Uint8Array {
  const document = openCorpusDocument(bytes);
  if (listRevisions(document).length === 0) return bytes;
  acceptAll(document);
  return document.package.save(SAVE_LEVEL);
}

/** Returns the kinds of edits that a document has a position for, in random order. */
export function kindsFor(base: Uint8Array, seed: number): EditKind[] {
  return shuffle(kindsPossible(base), seededRandom("kinds", seed));
}

function makeIndependent(base: Uint8Array, { seed, copies, edits }: MergePlan): MadeMerge {
  const made = Array.from({ length: copies }, (_, index) => {
    return reviseDocument(base, { seed: seed + index, edits, kinds: kindsFor(base, seed + index) });
  });
  return {
    base,
    copies: made.map((one) => one.bytes),
    edits: made.flatMap(({ truth }) => truth.edits.map(({ kind }) => kind)),
  };
}

/** These edits apply to a section or the whole text, so two of them touch the same thing at any position. */
const EVERYWHERE: ReadonlySet<EditKind> = new Set(["margins", "section_columns", "rename_term", "restart_numbering"]);

function makeDisjoint(base: Uint8Array, { shape, seed, copies, edits }: MergePlan): MadeMerge {
  const random = seededRandom("disjoint", seed);
  const offered = kindsPossible(base).filter((kind) => !EVERYWHERE.has(kind));
  const stepFor = (owners: readonly number[]): Step => {
    return { seed: drawIndex(random, 2 ** 31), kind: offered[drawIndex(random, offered.length)]!, owners };
  };
  const most = offered.length === 0 ? 0 : edits;
  const shared = shape === "twins" ? Array.from({ length: most }, () => stepFor([0, 1])) : [];
  const own = Array.from({ length: copies * most }, (_, index) => stepFor([index % copies]));
  const steps = [...shared, ...own];
  const isShared = ({ owners }: Step): boolean => owners.length > 1;
  const isOwn = Array.from(
    { length: copies },
    (_, copy) =>
      ({ owners }: Step) =>
        owners.includes(copy),
  );
  const { files, made } = makeStepped(base, steps, [...isOwn, () => true, isShared]);
  const result = {
    base,
    copies: files.slice(0, copies),
    whole: files[copies]!,
    edits: made.map(({ edit }) => edit.kind),
  };
  if (shape !== "twins") return result;
  const common = made.filter(({ step }) => isShared(step)).map(({ edit }) => edit);
  return { ...result, shared: { file: files[copies + 1]!, edits: common } };
}
