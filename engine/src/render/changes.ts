// Who made each tracked change, and the id under which the renderings name it.
//
// What a reader takes for one change may be many elements: a sentence of three runs, its paragraph mark. A change is
// what one decision (revisions/decisions.ts) holds of one block, a paragraph, row or cell, and its id is the w:id of
// its first element (spec 3, section 11). Files repeat ids; the second change of an id gets a suffix. Half a move
// that has no other half is a deletion or an insertion.

import { CELL_CHANGES, TRACKED_CHANGES, type TrackedChange } from "../document/grammar.ts";
import type { Story } from "../document/stories.ts";
import type { WholeView } from "../document/views.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import { type Decision, isWholeMove } from "../revisions/decisions.ts";
import type { Revision } from "../revisions/revision.ts";
import { utcDate } from "./change-dates.ts";
import type { Change, ChangeType } from "./redline.ts";

/** The id of a change, and who made it. */
type Label = Omit<Change, "type" | "move_id">;

/** The elements that say that something came or went, around content or in properties. */
const KINDS: ReadonlyMap<NameId, TrackedChange> = new Map([...TRACKED_CHANGES, ...CELL_CHANGES]);

export function isChange(tree: Tree, node: NodeId): boolean {
  return KINDS.has(tree.name(node));
}

/** Whether the text with all changes accepted, or rejected, is without what a change of this type holds. */
export function isLeftOut(type: ChangeType, view: WholeView): boolean {
  const isAddition = type === "insertion" || type === "moved_to";
  return isAddition === (view === "rejected");
}

/** An element that says that something came or went, and the block that it belongs to. */
export interface ChangePlace {
  readonly story: Story;
  readonly node: NodeId;
  readonly block: NodeId;
}

/** Names changes. Ids depend on the order in which they are asked for, which must be that of the document. */
export class ChangeNames {
  readonly #revision: string;
  /** By tree and element: the number of the decision it is part of. */
  readonly #decisions = new Map<Tree, Map<NodeId, number>>();
  /** By the number of a decision: that of its move, if it is one with both halves. */
  readonly #moves = new Map<number, number>();
  readonly #changes = new Map<string, Change>();
  /** By the id of a change: the number of its decision, from 1. */
  readonly #numbers = new Map<string, number>();
  /** By the number of a decision: the first change that was named of it. */
  readonly #firsts = new Map<number, Change>();
  readonly #taken = new Set<string>();

  constructor(decisions: readonly Decision[], revision: string) {
    this.#revision = revision;
    for (const [number, decision] of decisions.entries()) {
      if (isWholeMove(decision)) this.#moves.set(number, this.#moves.size + 1);
      for (const { tree, node } of decision.revisions) {
        const ofTree = this.#decisions.get(tree) ?? new Map<NodeId, number>();
        this.#decisions.set(tree, ofTree.set(node, number));
      }
    }
  }

  /** The change that an element is part of: the same object for all elements of a change. */
  at({ story, node, block }: ChangePlace): Change {
    const { tree, part } = story;
    const kind = KINDS.get(tree.name(node))!;
    const decision = this.#decisions.get(tree)?.get(node);
    const key = decision === undefined ? `${part} ${node}` : `${decision} ${kind} ${part} ${block}`;
    const known = this.#changes.get(key);
    if (known !== undefined) return known;
    const change = this.#name(tree, node, {
      kind,
      move: decision === undefined ? undefined : this.#moves.get(decision),
    });
    this.#changes.set(key, change);
    if (decision !== undefined) {
      this.#numbers.set(change.id, decision + 1);
      if (!this.#firsts.has(decision)) this.#firsts.set(decision, change);
    }
    return change;
  }

  /** The number of the decision that a change is part of, from 1; undefined for one that nobody recorded. */
  numberOf({ id }: Change): number | undefined {
    return this.#numbers.get(id);
  }

  /** For what came or went without being recorded: the change near it, or one of the same person. */
  implied(type: ChangeType, near: Change | undefined): Change {
    if (near?.type === type) return near;
    const { author = "", date } = near ?? {};
    const key = `${near?.id} ${type}`;
    const id = (): string => this.#free(near?.id);
    const revision = this.#revision;
    const made = this.#changes.get(key) ?? {
      type,
      id: id(),
      author,
      revision,
      ...(date === undefined ? {} : { date }),
    };
    this.#changes.set(key, made);
    return made;
  }

  /** The label of a change that shows no text. Each call takes another id, but for what was named already. */
  ofProperties({ tree, node }: Pick<Revision, "tree" | "node">): Label {
    const decision = this.#decisions.get(tree)?.get(node);
    const known = decision === undefined ? undefined : this.#firsts.get(decision);
    if (known !== undefined) return { id: known.id, ...this.#madeBy(tree, node) };
    return { id: this.#free(tree.attribute(node, W.id)), ...this.#madeBy(tree, node) };
  }

  #name(tree: Tree, node: NodeId, { kind, move }: { kind: TrackedChange; move: number | undefined }): Change {
    return {
      type: typeOf(kind, move !== undefined),
      id: this.#free(tree.attribute(node, W.id)),
      ...(move === undefined ? {} : { move_id: move }),
      ...this.#madeBy(tree, node),
    };
  }

  #madeBy(tree: Tree, node: NodeId): Omit<Label, "id"> {
    const date = utcDate(tree.attribute(node, W.date));
    const author = tree.attribute(node, W.author) ?? "";
    return { author, revision: this.#revision, ...(date === undefined ? {} : { date }) };
  }

  #free(given: string | undefined): string {
    const wanted = given !== undefined && /^[A-Za-z0-9_-]{1,100}$/.test(given) ? given : "change";
    let id = wanted;
    for (let count = 2; this.#taken.has(id); count += 1) id = `${wanted}-${count}`;
    this.#taken.add(id);
    return id;
  }
}

function typeOf(kind: TrackedChange, isWhole: boolean): ChangeType {
  if (kind === "moveFrom") return isWhole ? "moved_from" : "deletion";
  if (kind === "moveTo") return isWhole ? "moved_to" : "insertion";
  return kind;
}
