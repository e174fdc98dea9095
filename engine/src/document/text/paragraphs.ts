// Paragraphs: their properties, the tracked state of their mark, and the ids by which they are named.
//
// Newer Word gives each paragraph an id (w14:paraId). It is used where it is what it should be:
// eight hexadecimal digits below 0x80000000, and the only one of its kind in the document. Any
// other paragraph gets one of ours, made of its part, its place there and its text, so the same
// file always gives the same ids and a new id never takes one that the document has.

import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { TRACKED, TRACKED_CHANGES } from "../grammar.ts";
import { childValue } from "../values.ts";
import { W, W14 } from "../word-names.ts";
import { paragraphsOf } from "./blocks.ts";
import { ParagraphReader } from "./inlines.ts";
import type { Story } from "./stories.ts";

/** How a paragraph's mark is tracked. A mark may be inserted by one author and deleted by another. */
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
  // Most marks are not tracked: one look tells.
  let child = tree.firstChild(properties);
  while (child !== NONE && !TRACKED.has(tree.name(child))) child = tree.nextSibling(child);
  if (child === NONE) return [];
  return [...TRACKED_CHANGES].flatMap(([name, kind]) => {
    const node = tree.child(properties, name);
    return node === NONE ? [] : [{ kind, node }];
  });
}

/** The ids of paragraphs: by the tree they stand in, then by node. */
export type ParagraphIds = ReadonlyMap<Tree, ReadonlyMap<NodeId, string>>;

/** The texts of the paragraphs of a story, in order. */
export type TextsOf = (story: Story) => readonly string[];

/**
 * Names every paragraph of the stories of one document, which are all of them, text boxes included, in document order.
 * `textsOf` is for who has read the texts already; it is asked where a paragraph needs an id of ours.
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

/** The document's own id of a paragraph, if it is one. */
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

  /** From the hash of what stands before the text, and the text. */
  make(before: number, text: string): string {
    let hash = hashOn(before, gistOf(text));
    for (let attempt = 1; this.#taken.has(idOf(hash)); attempt += 1) hash = hashOn(hash, `\n${attempt}`);
    const id = idOf(hash);
    this.#taken.add(id);
    return id;
  }
}

/** Both ends of a long text and its length: the place in the part tells apart what reads the same there. */
const LONGEST = 64;

function gistOf(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST / 2)}\n${text.length}\n${text.slice(-LONGEST / 2)}`;
}

const HASH_START = 0x811c9dc5;

/** FNV-1a, gone on with: texts are long, and need not be put together to be hashed. */
function hashOn(before: number, content: string): number {
  let hash = before;
  for (let at = 0; at < content.length; at += 1) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  return hash;
}

/** Cut to what a paragraph id may be. */
function idOf(hash: number): string {
  const number = hash & 0x7fffffff;
  return (number === 0 ? 1 : number).toString(16).padStart(8, "0").toUpperCase();
}
