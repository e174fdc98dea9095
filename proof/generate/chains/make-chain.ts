// Makes random chains of versions. Each version is the previous one with a few edits.
//
// For each character of the last version, the truth records the version that inserted it. A paragraph is identified
// through the edits by its node, its text by the data of the edits. Every third version is written as another program
// would have saved it.

import {
  addressesOf,
  type NodeId,
  ParagraphReader,
  paragraphsOf,
  textBoxesOf,
  type WordDocument,
} from "@versus/engine/inside";
import { openCorpusDocument } from "../../corpus/read-document.ts";
import { kindsFor, withoutChanges } from "../merges/make-merge.ts";
import { addNoise } from "../noise/add-noise.ts";
import { reviseDocument } from "../revise-document.ts";
import type { Edit } from "../truth.ts";
import { allNew, edited, half, inWay, type TruthText } from "./truth-text.ts";

export interface ChainPlan {
  readonly seed: number;
  readonly versions: number;
  /** Number of edits per version. */
  readonly edits: number;
}

export interface MadeChain {
  /** The files of all versions, the root first. */
  readonly files: readonly Uint8Array[];
  /** The paragraphs of the last version, in the order in which a history lists them. */
  readonly truth: readonly TruthText[];
}

/** One version out of this many is saved by another program. */
const NOISY = 3;

/** Throws a Failure if the file is not a Word document. */
export function makeChain(bytes: Uint8Array, { seed, versions, edits }: ChainPlan): MadeChain {
  const root = withoutChanges(bytes);
  const files = [root];
  let truth = textsOf(openCorpusDocument(root)).map((text) => allNew(text, 0, "untouched"));
  for (let version = 1; version < versions; version += 1) {
    const before = files.at(-1)!;
    const seen: Read[] = [];
    const watch = (document: WordDocument): void => void seen.push(readParagraphs(document));
    const own = seed + version;
    const revised = reviseDocument(before, { seed: own, edits, kinds: kindsFor(before, own), watch });
    const [old, now] = seen as [Read, Read];
    const known = new Map(old.map(({ name }, index) => [name, truth[index]!]));
    const earlier = truth;
    truth = now.map(({ name, text }) =>
      told(known.get(name), text, { edits: revised.truth.edits, version, truth: earlier }),
    );
    files.push(version % NOISY === 0 ? addNoise(revised.bytes, { seed: own }).bytes : revised.bytes);
  }
  return { files, truth };
}

type Read = readonly { readonly name: string; readonly text: string }[];

/** Returns the texts of a document's paragraphs: body, headers and footers, notes, text boxes. */
export function textsOf(document: WordDocument): string[] {
  return readParagraphs(document).map(({ text }) => text);
}

function readParagraphs(document: WordDocument): Read {
  const stories = addressesOf(document).parts.map(({ story }) => story);
  const boxes = stories.flatMap(textBoxesOf).map(({ story }) => story);
  return [...stories, ...boxes].flatMap((story) => {
    const reader = new ParagraphReader(story);
    const nameOf = (node: NodeId): string => `${node} ${story.part}`;
    return paragraphsOf(story).map((node) => ({ name: nameOf(node), text: reader.read(node).text }));
  });
}

interface StepTruth {
  readonly edits: readonly Edit[];
  readonly version: number;
  /** The truth about the previous version. */
  readonly truth: readonly TruthText[];
}

function told(old: TruthText | undefined, text: string, { edits, version, truth }: StepTruth): TruthText {
  const find = (wanted: string): TruthText | undefined => truth.find((one) => one.text === wanted);
  if (old === undefined) {
    const edit = edits.find(
      ({ before, after }) => before.length > 0 && after.length > before.length && after.includes(text),
    );
    const whole = edit === undefined ? undefined : find(edit.before[0]!);
    return whole === undefined ? allNew(text, version, "inserted") : half(whole, text, { edit: edit!, version });
  }
  if (old.text === text) {
    const edit = edits.find(({ before, after }) => before.includes(text) && after.includes(text));
    const way = edit?.to === undefined && edit?.relocated === undefined ? undefined : "moved";
    return way === undefined ? old : inWay(old, way);
  }
  const edit = edits.find(({ before, after }) => before.includes(old.text) && after.includes(text));
  return edit === undefined ? allNew(text, version, "edited") : edited(old, text, { edit, version, find });
}
