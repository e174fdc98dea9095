// Reads paragraphs: properties, the tracked state of the mark, and ids.
//
// Newer versions of Word give each paragraph an id (w14:paraId). It is used if it is valid: eight hexadecimal digits below
// 0x80000000, not zero, and unique in the document. Any other paragraph gets an id that is made from its part, its position
// there and its text. The same file therefore always has the same ids, and a new id is never one that the document has.

import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { TRACKED, TRACKED_CHANGES } from "../grammar.ts";
import { childValue } from "../values.ts";
import { W, W14 } from "../word-names.ts";
import { paragraphsOf } from "./blocks.ts";
import { ParagraphReader } from "./inlines.ts";
import type { Story } from "./stories.ts";

/** A tracked change of a paragraph mark. A mark may be inserted by one author and deleted by another. */
export interface MarkRevision {
  readonly kind: "insertion" | "deletion" | "moveFrom" | "moveTo";
  readonly node: NodeId;
}

export interface Paragraph {
  readonly node: NodeId;
  /** The w:pPr, or NONE. */
  readonly properties: NodeId;
  readonly styleId: string | undefined;
  /** The w:rPr of the mark, or NONE. */
  readonly markProperties: NodeId;
  readonly markRevisions: readonly MarkRevision[];
}

export function readParagraph({ tree }: Story, node: NodeId): Paragraph {
  const properties = tree.child(node, W.pPr);
  const markProperties = properties === NONE ? NONE : tree.child(properties, W.rPr);
  return {
    node,
    properties,
    styleId: childValue(tree, properties, W.pStyle),
    markProperties,
    markRevisions: markProperties === NONE ? [] : readMark(tree, markProperties),
  };
}

function readMark(tree: Tree, properties: NodeId): MarkRevision[] {
  // Most marks are not tracked, so one pass over the children avoids the search for each kind.
  let child = tree.firstChild(properties);
  while (child !== NONE && !TRACKED.has(tree.name(child))) child = tree.nextSibling(child);
  if (child === NONE) return [];
  return [...TRACKED_CHANGES].flatMap(([name, kind]) => {
    const node = tree.child(properties, name);
    return node === NONE ? [] : [{ kind, node }];
  });
}

/** Maps the tree of a paragraph, then its node, to its id. */
export type ParagraphIds = ReadonlyMap<Tree, ReadonlyMap<NodeId, string>>;

/** Returns the texts of a story's paragraphs, in order. */
export type TextsOf = (story: Story) => readonly string[];

/**
 * Returns an id for every paragraph of a document. `stories` are all its stories in document order, including text boxes.
 * `textsOf` lets a caller reuse texts that it has read; it is called only for a story with a paragraph without a usable id.
 */
export function paragraphIds(stories: readonly Story[], textsOf: TextsOf = readTexts): ParagraphIds {
  const located = stories.map((story) => ({ story, paragraphs: paragraphsOf(story) }));
  const own = located.flatMap(({ story, paragraphs }) => paragraphs.map((node) => ownId(story, node)));
  const counts = countIds(own.filter((id) => id !== undefined));
  const maker = new IdMaker(new Set(counts.keys()));
  const ids = new Map<Tree, Map<NodeId, string>>();
  let at = 0;
  for (const { story, paragraphs } of located) {
    const ofTree = ids.get(story.tree) ?? new Map<NodeId, string>();
    ids.set(story.tree, ofTree);
    let texts: readonly string[] | undefined;
    const ofPart = hashOn(HASH_START, `${story.part}\n`);
    for (const [index, node] of paragraphs.entries()) {
      const given = own[at + index];
      const isUnique = given !== undefined && counts.get(given) === 1;
      if (!isUnique) texts ??= textsOf(story);
      const place = `${ofTree.size}\n`;
      ofTree.set(node, isUnique ? given : maker.make(hashOn(ofPart, place), texts?.[index] ?? ""));
    }
    at += paragraphs.length;
  }
  return ids;
}

export function readTexts(story: Story): string[] {
  const reader = new ParagraphReader(story);
  return paragraphsOf(story).map((paragraph) => reader.read(paragraph).text);
}

/** Returns the document's own id of a paragraph; undefined if it is not valid. */
function ownId({ tree }: Story, paragraph: NodeId): string | undefined {
  const id = tree.attribute(paragraph, W14.paraId);
  const isId = id !== undefined && /^[0-7][0-9a-fA-F]{7}$/.test(id) && Number.parseInt(id, 16) !== 0;
  return isId ? id.toUpperCase() : undefined;
}

function countIds(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

class IdMaker {
  readonly #taken: Set<string>;

  constructor(taken: Set<string>) {
    this.#taken = taken;
  }

  /** Returns an unused id, made from the hash of part and position, and the text. */
  make(before: number, text: string): string {
    let hash = hashOn(before, gistOf(text));
    for (let attempt = 1; this.#taken.has(idOf(hash)); attempt += 1) hash = hashOn(hash, `\n${attempt}`);
    const id = idOf(hash);
    this.#taken.add(id);
    return id;
  }
}

/**
 * Characters of a text that are hashed. A longer text is hashed by its ends and length; part and position distinguish texts
 * with the same ends.
 */
const LONGEST = 64;

function gistOf(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST / 2)}\n${text.length}\n${text.slice(-LONGEST / 2)}`;
}

const HASH_START = 0x811c9dc5;

/** Continues an FNV-1a hash, so long texts are not concatenated before they are hashed. */
function hashOn(before: number, content: string): number {
  let hash = before;
  for (let at = 0; at < content.length; at += 1) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  return hash;
}

/** Returns the hash as a valid paragraph id. */
function idOf(hash: number): string {
  const number = hash & 0x7fffffff;
  return (number === 0 ? 1 : number).toString(16).padStart(8, "0").toUpperCase();
}
