// Who made each tracked change, and the id under which the renderings name it.
//
// What a reader takes for one change may be many elements: a sentence of three runs, its paragraph mark. A change is
// what one decision (revisions/decisions.ts) holds of one block, a paragraph, row or cell, and its id is the w:id of
// its first element (docs/design/render.md). Files repeat ids; the second change of an id gets a suffix. Half a move
// that has no other half is a deletion or an insertion.

import { CELL_CHANGES, TRACKED_CHANGES, type TrackedChange } from "../../document/grammar.ts";
import type { Story } from "../../document/text/stories.ts";
import type { View, WholeView } from "../../document/text/views.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { type Decision, isWholeMove } from "../../revisions/decisions.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { Revision, RevisionPlace } from "../../revisions/revision.ts";
import type { Change, ChangeType } from "../redline.ts";
import { utcDate } from "./change-dates.ts";
import type { Maker, Makers } from "./makers.ts";

/** The id of a change, and who made it. */
type Label = Omit<Change, "type" | "move_id">;

/** The elements that say that something came or went, around content or in properties. */
const KINDS: ReadonlyMap<NameId, TrackedChange> = new Map([...TRACKED_CHANGES, ...CELL_CHANGES]);

export function isChange(tree: Tree, node: NodeId): boolean {
  return KINDS.has(tree.name(node));
}

/** True if the text with all changes accepted, or rejected, is without what a change of this type holds. */
export function isLeftOut(type: ChangeType, view: WholeView): boolean {
  const isAddition = type === "insertion" || type === "moved_to";
  return isAddition === (view === "rejected");
}

/** The block whose part of a decision is one change; a paragraph for any other place. */
const BLOCK_NAMES: ReadonlyMap<RevisionPlace, NameId> = new Map<RevisionPlace, NameId>([
  ["row", W.tr],
  ["cell", W.tc],
]);

/** An element that says that something came or went, and the block that it belongs to. */
export interface ChangePlace {
  readonly story: Story;
  readonly node: NodeId;
  readonly block: NodeId;
}

/** Names changes. Ids depend on the order in which they are asked for, which must be that of the document. */
export class ChangeNames {
  readonly #makers: Makers;
  /** By tree and element: the number of the decision it is part of. */
  readonly #decisions = new Map<Tree, Map<NodeId, number>>();
  /** By the number of a decision: that of its move, if it is one with both halves. */
  readonly #moves = new Map<number, number>();
  readonly #changes = new Map<string, Change>();
  /** By the id of a change: the number of its decision, from 1. */
  readonly #numbers = new Map<string, number>();
  /** By the number of a decision: the first change that was named of it. */
  readonly #firsts = new Map<number, Change>();
  /** By the number of a decision that shows no text: the id under which it is told. */
  readonly #formats = new Map<number, string>();
  /** The author that the document gives for a change. */
  readonly #labels = new Map<Change, string>();
  readonly #taken = new Set<string>();

  constructor(decisions: readonly Decision[], makers: Makers) {
    this.#makers = makers;
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
    this.#labels.set(change, tree.attribute(node, W.author) ?? "");
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

  /** True if a view is without what a change holds. */
  isLeftOut(change: Change, view: View): boolean {
    if (typeof view === "string") return isLeftOut(change.type, view);
    return isLeftOut(change.type, view.accepts(this.#labels.get(change) ?? "") ? "accepted" : "rejected");
  }

  /** For what came or went without being recorded: the change near it, or one of the same person, or of some revisions of a merge. */
  implied(type: ChangeType, near: Change | undefined, by: readonly number[]): Change {
    const maker = by.length > 0 ? this.#makers.ofRevisions(by) : this.#makers.of(this.#labels.get(near!) ?? "");
    if (near?.type === type && (by.length === 0 || near.revision === maker.revision)) return near;
    const { date } = near ?? {};
    const key = `${near?.id} ${type} ${by.join(" ")}`;
    const made = this.#changes.get(key) ?? {
      type,
      id: this.#free(near?.id),
      ...maker,
      ...(date === undefined ? {} : { date }),
    };
    this.#changes.set(key, made);
    return made;
  }

  /** The label of decisions, the first of them first, that show no text and are told as one. Each call takes another id, but for what was named already. */
  ofProperties(told: readonly Decision[]): Label {
    const { tree, node } = told[0]!.revisions[0]!;
    const numbers = told.map(({ revisions: [first] }) => this.#decisions.get(first!.tree)?.get(first!.node));
    const known = this.#firsts.get(numbers[0] ?? -1);
    const id = known?.id ?? this.#free(tree.attribute(node, W.id));
    for (const number of numbers) if (number !== undefined) this.#formats.set(number, id);
    return { id, ...this.#madeBy(tree, node) };
  }

  /**
   * The tracked changes behind each id, of all that was named so far. An id holds its block's part of a decision, text and mark; of a
   * move it holds both halves, because half a move is none; of what shows no text, all of it.
   */
  byId(decisions: readonly Decision[]): ReadonlyMap<string, readonly Revision[]> {
    const found = new Map<string, Revision[]>();
    const halves = Map.groupBy(this.#numbers.keys(), (id) => this.#numbers.get(id)! - 1);
    for (const [number, decision] of decisions.entries()) {
      const ofMove = this.#moves.has(number) ? halves.get(number) : undefined;
      for (const revision of decision.revisions) {
        const ids = new Set([...(ofMove ?? [this.#idAt(number, revision)]), this.#formats.get(number)]);
        for (const id of ids) if (id !== undefined) found.set(id, [...(found.get(id) ?? []), revision]);
      }
    }
    return found;
  }

  /** A change that shows nothing in its block is part of the first change of its decision. */
  #idAt(decision: number, { tree, node, part, place }: Revision): string | undefined {
    const block = ancestor(tree, node, BLOCK_NAMES.get(place) ?? W.p);
    const own = this.#changes.get(`${decision} ${KINDS.get(tree.name(node))} ${part} ${block}`);
    return (own ?? this.#firsts.get(decision))?.id;
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
    const maker: Maker = this.#makers.of(tree.attribute(node, W.author) ?? "");
    return { ...maker, ...(date === undefined ? {} : { date }) };
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
