// Makes the elements of tracked changes, with author, date and a unique id.
//
// Word numbers tracked changes, move ranges and bookmarks of all stories from one counter. The maker continues after
// the highest id of `NUMBERED` elements. The caller passes author and date, because the engine has no clock.

import { TRACKED } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { isElementSpan, spanAttribute, spanName } from "../../ooxml/xml/span-tree.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { REVISION_NAMES } from "../revision.ts";

export interface Signature {
  readonly author: string;
  /** ISO 8601 in UTC, to the second. */
  readonly date: string;
}

export class RevisionMaker {
  readonly #signature: Signature;
  /** Shared by the makers of one document. */
  #ids: { last: number; count: number };
  readonly #others = new Map<Signature, RevisionMaker>();

  /** Ids continue after the highest one in the trees as read (`NUMBERED`), or after `least` if that is higher. */
  constructor(signature: Signature, trees: Iterable<Tree>, least = 0) {
    this.#signature = signature;
    this.#ids = { last: Math.max(least, highestId(trees)), count: 0 };
  }

  /** Returns a maker for the same document with another author and date. */
  by(signature: Signature): RevisionMaker {
    const known = this.#others.get(signature);
    if (known !== undefined) return known;
    const other = new RevisionMaker(signature, []);
    other.#ids = this.#ids;
    this.#others.set(signature, other);
    return other;
  }

  /** Number of changes made by all makers of the document. Move ranges do not count. */
  get count(): number {
    return this.#ids.count;
  }

  nextId(): string {
    this.#ids.last += 1;
    return String(this.#ids.last);
  }

  /** Returns an element that records a change, not yet inserted in the tree. */
  make(tree: Tree, name: NameId): NodeId {
    this.#ids.count += 1;
    return tree.element(name, [[W.id, this.nextId()], ...this.#signed()]);
  }

  /** Returns both ends of a move range, which share an id. */
  makeRange(tree: Tree, half: "from" | "to", move: string): { start: NodeId; end: NodeId } {
    const id = this.nextId();
    const [start, end] =
      half === "from" ? [W.moveFromRangeStart, W.moveFromRangeEnd] : [W.moveToRangeStart, W.moveToRangeEnd];
    return {
      start: tree.element(start, [[W.id, id], ...this.#signed(), [W.name, move]]),
      end: tree.element(end, [[W.id, id]]),
    };
  }

  #signed(): (readonly [NameId, string])[] {
    return [
      [W.author, this.#signature.author],
      [W.date, this.#signature.date],
    ];
  }
}

/** Elements whose ids count. A caller whose document keeps other changes passes `highestTrackedId` as `least`. */
const NUMBERED: readonly NameId[] = [W.bookmarkStart, W.permStart, ...TRACKED];
/** Higher ids do not count, because the counter would leave the range of the format. */
const MOST = 0x3fffffff;

function highestId(trees: Iterable<Tree>): number {
  let highest = 0;
  for (const { span } of trees) {
    const wanted = NUMBERED.filter((name) => span.qualifiedNames.has(name));
    if (wanted.length === 0) continue;
    for (let node = 0; node < span.count; node += 1) {
      if (!isElementSpan(span, node) || !wanted.includes(spanName(span, node))) continue;
      const id = Number(spanAttribute(span, node, W.id) ?? 0);
      if (id > highest && id < MOST) highest = id;
    }
  }
  return highest;
}

const WITH_ID: ReadonlySet<NameId> = new Set([...REVISION_NAMES, W.moveFromRangeStart, W.moveToRangeStart]);

/**
 * Returns the highest id of the changes in the trees as they are now, or 0. Property changes and the changes in the
 * records of old properties count too.
 */
export function highestTrackedId(trees: readonly Tree[]): number {
  const ids = trees.flatMap((tree) =>
    elementsNamed(tree, WITH_ID).map((node) => Number(tree.attribute(node, W.id) ?? 0)),
  );
  return ids.reduce((highest, id) => (id > highest && id < MOST ? id : highest), 0);
}
