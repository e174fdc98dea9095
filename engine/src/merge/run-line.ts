// Reads the runs of a paragraph as words, and cuts runs at the borders of words.

import { TRACES, WENT } from "../document/grammar.ts";
import { W } from "../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { descendants, rename } from "../revisions/markup.ts";
import { isReferenceRun } from "../revisions/paragraph-content.ts";
import { splitRun, splitText } from "../revisions/write/cut-runs.ts";

/** Stands for content that is not plain text: a picture, a reference, a field. */
const OBJECT = "\ufffc";

const WORDS = /[\p{L}\p{N}]+|\s|./gsu;

/** A w:t, a tab, a break or an object in a run. */
interface Piece {
  readonly run: NodeId;
  readonly node: NodeId;
  readonly text: string;
}

export class RunLine {
  readonly #tree: Tree;
  /** The element that contains the runs. */
  readonly #holder: NodeId;
  readonly words: readonly string[];
  readonly text: string;

  private constructor(tree: Tree, holder: NodeId) {
    this.#tree = tree;
    this.#holder = holder;
    this.text = this.#pieces()
      .map(({ text }) => text)
      .join("");
    this.words = this.text.match(WORDS) ?? [];
  }

  /** Reads the runs of a paragraph, without deleted ones. */
  static of(tree: Tree, paragraph: NodeId): RunLine {
    return new RunLine(tree, paragraph);
  }

  /** Copies the runs in some elements into a paragraph that is in no document. Deleted text becomes text. */
  static copyOf(tree: Tree, elements: readonly NodeId[]): RunLine {
    const holder = tree.element(W.p);
    for (const run of elements.flatMap((element) => runsIn(tree, element))) {
      const copy = tree.graft(tree, run);
      for (const node of descendants(tree, copy)) if (tree.name(node) === W.delText) rename(tree, node, W.t);
      tree.append(holder, copy);
    }
    return new RunLine(tree, holder);
  }

  /** Returns the word that begins at an offset of the text, or the number of words at its end. */
  wordAt(offset: number): number {
    let [word, at] = [0, 0];
    for (; at < offset && word < this.words.length; word += 1) at += this.words[word]!.length;
    return word;
  }

  /** True if some words are plain text. */
  isPlain({ from, to }: { readonly from: number; readonly to: number }): boolean {
    return !this.words.slice(from, to).includes(OBJECT);
  }

  /** Returns the runs of some words, cut at their borders. */
  take(from: number, to: number): NodeId[] {
    if (from === to) {
      this.nodeAt(from);
      return [];
    }
    const [first, last] = [this.#cutAt(this.#offset(from)), this.#cutAt(this.#offset(to))];
    const runs = [...new Set(this.#pieces().map(({ run }) => run))];
    return runs.slice(runs.indexOf(first), last === NONE ? undefined : runs.indexOf(last));
  }

  /** Returns the run that begins with a word, cut before it. NONE after the last word. */
  nodeAt(word: number): NodeId {
    return this.#cutAt(this.#offset(word));
  }

  /** Returns copies of the runs of some words. */
  copy({ from, to }: { readonly from: number; readonly to: number }): NodeId[] {
    return this.take(from, to).map((run) => this.#tree.graft(this.#tree, run));
  }

  #offset(word: number): number {
    return this.words.slice(0, word).reduce((sum, { length }) => sum + length, 0);
  }

  #cutAt(offset: number): NodeId {
    let left = offset;
    let previous: Piece | undefined;
    for (const piece of this.#pieces()) {
      const { run, node, text } = piece;
      if (left === 0) return previous?.run === run ? splitRun(this.#tree, { run, first: node }) : run;
      if (left < text.length) return splitText(this.#tree, run, { node, offset: left });
      left -= text.length;
      previous = piece;
    }
    return NONE;
  }

  #pieces(): Piece[] {
    const tree = this.#tree;
    return runsIn(tree, this.#holder).flatMap((run) =>
      tree
        .children(run)
        .filter((node) => tree.isElement(node) && tree.name(node) !== W.rPr)
        .map((node) => ({ run, node, text: textOf(tree, node) })),
    );
  }
}

/** Returns the runs below an element, without those in deletions below it and without references to comments. */
function runsIn(tree: Tree, element: NodeId): NodeId[] {
  return tree.children(element).flatMap((child) => {
    if (!tree.isElement(child) || WENT.has(tree.name(child))) return [];
    if (isReferenceRun(tree, child)) return [];
    return tree.name(child) === W.r ? [child] : runsIn(tree, child);
  });
}

/** Returns the text of a run. An object is one character. */
export function textOfRun(tree: Tree, run: NodeId): string {
  return tree
    .children(run)
    .filter((node) => tree.isElement(node) && tree.name(node) !== W.rPr)
    .map((node) => textOf(tree, node))
    .join("");
}

function textOf(tree: Tree, node: NodeId): string {
  const name = tree.name(node);
  if (name === W.tab) return "\t";
  if (name === W.br) return "\n";
  if (TRACES.has(name)) return "";
  if (name !== W.t && name !== W.delText) return OBJECT;
  return tree
    .children(node)
    .map((child) => tree.text(child))
    .join("");
}
