// Stores parent, sibling and child links of nodes whose position or content changed.
//
// A node has a record only if it differs from its span, so a document with few changes has few records. All records are in one
// typed array. A fork of a tree copies that array.

/** Stands for no node. */
export const NO_NODE = -1;

/** The record, not the span, holds the node's parent and siblings. */
export const LINKED = 1;
/** The record holds the node's first and last child. */
export const OPENED = 2;
/** The node or a descendant differs from its span. */
export const CHANGED = 4;
/**
 * The node has no parent and needs only declarations of the root. It was created or copied in this state, or was removed and
 * not changed since.
 */
export const PLAIN = 8;

/** Columns of a record. */
const FLAGS = 0;
const PARENT = 1;
const PREVIOUS = 2;
const NEXT = 3;
const FIRST = 4;
const LAST = 5;
const RECORD_SIZE = 6;

/** Initial number of records. Record 0 means no record. */
const FIRST_RECORDS = 64;

export class Links {
  /** Indexed by node: offset of its record, 0 for no record. */
  #recordOf = new Int32Array(0);
  #records = new Int32Array(FIRST_RECORDS * RECORD_SIZE);
  #end = RECORD_SIZE;

  fork(): Links {
    const fork = new Links();
    fork.#recordOf = this.#recordOf.slice();
    fork.#records = this.#records.slice();
    fork.#end = this.#end;
    return fork;
  }

  has(node: number, flag: number): boolean {
    return node < this.#recordOf.length && (this.#records[this.#recordOf[node]! + FLAGS]! & flag) !== 0;
  }

  mark(node: number, flags: number): void {
    const record = this.#ensureRecord(node);
    this.#records[record + FLAGS]! |= flags;
  }

  unmark(node: number, flags: number): void {
    if (this.has(node, flags)) this.#records[this.#recordOf[node]!]! &= ~flags;
  }

  parent(node: number): number {
    return this.#records[this.#recordOf[node]! + PARENT]!;
  }

  nextSibling(node: number): number {
    return this.#records[this.#recordOf[node]! + NEXT]!;
  }

  previousSibling(node: number): number {
    return this.#records[this.#recordOf[node]! + PREVIOUS]!;
  }

  firstChild(node: number): number {
    return this.#records[this.#recordOf[node]! + FIRST]!;
  }

  /** Gives a node a list of children in its record, which is empty at first. */
  open(node: number): void {
    this.mark(node, OPENED);
    const record = this.#recordOf[node]!;
    this.#records[record + FIRST] = NO_NODE;
    this.#records[record + LAST] = NO_NODE;
  }

  /** Makes a node that has no parent and no siblings. */
  detach(node: number): void {
    this.#place(node, NO_NODE, NO_NODE, NO_NODE);
  }

  /** Inserts a node into the children of an opened parent, before `next`, or last if `next` is NO_NODE. */
  insert(parent: number, node: number, next: number): void {
    const parentRecord = this.#recordOf[parent]!;
    const previous =
      next === NO_NODE ? this.#records[parentRecord + LAST]! : this.#records[this.#recordOf[next]! + PREVIOUS]!;
    this.#place(node, parent, previous, next);
    this.#join(parent, previous, node);
    this.#join(parent, node, next);
  }

  /** Removes a node from the children of an opened parent. */
  remove(node: number): void {
    const record = this.#recordOf[node]!;
    this.#join(this.#records[record + PARENT]!, this.#records[record + PREVIOUS]!, this.#records[record + NEXT]!);
    this.detach(node);
  }

  /** Links two nodes as neighbours. NO_NODE stands for the edge of the parent. */
  #join(parent: number, previous: number, next: number): void {
    const before = previous === NO_NODE ? this.#recordOf[parent]! + FIRST : this.#recordOf[previous]! + NEXT;
    const after = next === NO_NODE ? this.#recordOf[parent]! + LAST : this.#recordOf[next]! + PREVIOUS;
    this.#records[before] = next;
    this.#records[after] = previous;
  }

  #place(node: number, parent: number, previous: number, next: number): void {
    this.mark(node, LINKED);
    const record = this.#recordOf[node]!;
    this.#records[record + PARENT] = parent;
    this.#records[record + PREVIOUS] = previous;
    this.#records[record + NEXT] = next;
  }

  #ensureRecord(node: number): number {
    if (node >= this.#recordOf.length)
      this.#recordOf = resized(this.#recordOf, Math.max(node + 1, this.#recordOf.length) * 1.5);
    const known = this.#recordOf[node]!;
    if (known !== 0) return known;
    const record = this.#end;
    if (record === this.#records.length) this.#records = resized(this.#records, record * 2);
    this.#end = record + RECORD_SIZE;
    this.#recordOf[node] = record;
    return record;
  }
}

function resized(records: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(records.buffer.transfer(Math.ceil(length) * Int32Array.BYTES_PER_ELEMENT));
}
