// Checks revised and noisy copies.
//
// A revised copy opens, is as sound as its base, and its truth is complete. A noisy copy is as sound as its base and
// reads the same.

import {
  lintDocument,
  NONE,
  ParagraphReader,
  paragraphsOf,
  reachableParts,
  type Story,
  storiesOf,
  textBoxesOf,
  type WordDocument,
} from "@versus/engine/inside";
import { openCorpusDocument } from "../corpus/read-document.ts";
import type { Truth } from "./truth.ts";

/** Returns the problems in a few words each, without text of the document; empty if everything is right. */
export function checkRevision(base: Uint8Array, revised: Uint8Array, truth: Truth): string[] {
  return [...newFaults(base, revised), ...checkTruth(base, revised, truth)];
}

export function checkNoise(base: Uint8Array, noisy: Uint8Array): string[] {
  const isSame = textLines(base).join("\n") === textLines(noisy).join("\n");
  return [...newFaults(base, noisy), ...(isSame ? [] : ["it does not read the same"])];
}

/**
 * Returns the faults that only the changed copy has: broken linter rules, unreachable parts and different twins of text
 * boxes.
 */
function newFaults(base: Uint8Array, changed: Uint8Array): string[] {
  const before = faultsOf(openCorpusDocument(base));
  return faultsOf(openCorpusDocument(changed)).filter((fault) => !before.includes(fault));
}

function faultsOf(document: WordDocument): string[] {
  const reached = new Set(reachableParts(document.package).parts);
  const isPart = (name: string): boolean => !name.endsWith(".rels") && name !== "[Content_Types].xml";
  const lost = document.package.partNames.filter((name) => isPart(name) && !reached.has(name));
  const broken = new Set(lintDocument(document).map(({ rule }) => rule));
  const unlike = storiesOf(document).some(hasUnlikeTwins) ? ["a text box is not what its twin is"] : [];
  return [...[...broken].map((rule) => `breaks ${rule}`), ...lost.map((part) => `nothing leads to ${part}`), ...unlike];
}

/** True if a text box reads differently in the branch that readers skip. */
function hasUnlikeTwins(story: Story): boolean {
  return textBoxesOf(story).some(({ story: box, twin }) => {
    return twin !== NONE && textsOf(box).join("\n") !== textsOf({ ...box, root: twin }).join("\n");
  });
}

/** Checks that the texts of the base, with the deleted and inserted texts of the edits, are the texts of the copy. */
function checkTruth(base: Uint8Array, revised: Uint8Array, { edits }: Truth): string[] {
  const counts = new Map<string, number>();
  const count = (key: string, by: number): void => void counts.set(key, (counts.get(key) ?? 0) + by);
  for (const line of textLines(base)) count(line, 1);
  for (const line of textLines(revised)) count(line, -1);
  for (const { story, before, after } of edits) {
    for (const text of before) count(lineOf(story, text), -1);
    for (const text of after) count(lineOf(story, text), 1);
  }
  const wrong = [...counts].filter(([, left]) => left !== 0);
  return wrong.length === 0 ? [] : [`the truth is wrong about ${wrong.length} paragraphs`];
}

/** Returns a line for each paragraph of each story. */
function textLines(bytes: Uint8Array): string[] {
  const stories = storiesOf(openCorpusDocument(bytes)).flatMap((story) => [
    story,
    ...textBoxesOf(story).map((box) => box.story),
  ]);
  return stories.flatMap((story) => textsOf(story).map((text) => lineOf(story, text)));
}

function textsOf(story: Story): string[] {
  const reader = new ParagraphReader(story);
  return paragraphsOf(story).map((paragraph) => reader.read(paragraph).text);
}

function lineOf({ part, kind }: Pick<Story, "part" | "kind">, text: string): string {
  return `${part} ${kind} ${text}`;
}
