// Gives each tracked change the id and the author under which the renderings name it.
//
// A reader may take many elements for one change: three runs of a sentence and its paragraph mark. A change is
// the part of one decision (revisions/decisions.ts) in one block: a paragraph, row or cell. Its id is the w:id of its
// first element (docs/design/render.md). Files repeat ids, so the second change with an id gets a suffix. A move source
// or target without the other counts as a deletion or an insertion.

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

/** The id and the maker of a change. */
type Label = Omit<Change, "type" | "move_id">;

/** Maps the elements that mark inserted, deleted or moved content, in text or in properties, to their kind. */
const KINDS: ReadonlyMap<NameId, TrackedChange> = new Map([...TRACKED_CHANGES, ...CELL_CHANGES]);

export function isChange(tree: Tree, node: NodeId): boolean {
  return KINDS.has(tree.name(node));
}

/** True if the text with all changes accepted, or rejected, lacks the content of a change of this type. */
export function isLeftOut(type: ChangeType, view: WholeView): boolean {
  const isAddition = type === "insertion" || type === "moved_to";
  return isAddition === (view === "rejected");
}

/** Maps the place of a revision to the element that limits a change. Every other place is limited by the paragraph. */
const BLOCK_NAMES: ReadonlyMap<RevisionPlace, NameId> = new Map<RevisionPlace, NameId>([
  ["row", W.tr],
  ["cell", W.tc],
]);

/** An element that marks an insertion, deletion or move, with the block that contains it. */
export interface ChangePlace {
  readonly story: Story;
  readonly node: NodeId;
  readonly block: NodeId;
}

/** Names changes. Ids depend on the order of the calls, which must be the order of the document. */
export class ChangeNames {
  readonly #makers: Makers;
  /** Maps a tree and an element to the index of its decision. */
  readonly #decisions = new Map<Tree, Map<NodeId, number>>();
  /** Maps the index of a decision to the number of its move, for moves with source and target. */
  readonly #moves = new Map<number, number>();
  readonly #changes = new Map<string, Change>();
  /** Maps the id of a change to the number of its decision, from 1. */
  readonly #numbers = new Map<string, number>();
  /** Maps the index of a decision to the first of its changes that was named. */
  readonly #firsts = new Map<number, Change>();
  /** Maps the index of a decision without text to the id that reports it. */
  readonly #formats = new Map<number, string>();
  /** Maps a change to the author that the document names. */
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

  /** Returns the change that an element is part of: the same object for all elements of a change. */
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

  /** Returns the number of the decision that a change is part of, from 1; undefined for an implied change. */
  numberOf({ id }: Pick<Change, "id">): number | undefined {
    return this.#numbers.get(id);
  }

  /** True if the view lacks the content of the change. */
  isLeftOut(change: Change, view: View): boolean {
    if (typeof view === "string") return isLeftOut(change.type, view);
    return isLeftOut(change.type, view.accepts(this.#labels.get(change) ?? "") ? "accepted" : "rejected");
  }

  /**
   * Returns the change for content that only one version has although no element records it. This is the nearby change,
   * or a change of the same author or of some revisions of a merge.
   */
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

  /**
   * Returns the label for decisions without text that are reported as one. The first decision gives author and date.
   * Each call takes a new id unless the first decision is named already.
   */
  ofProperties(told: readonly Decision[]): Label {
    const { tree, node } = told[0]!.revisions[0]!;
    const numbers = told.map(({ revisions: [first] }) => this.#decisions.get(first!.tree)?.get(first!.node));
    const known = this.#firsts.get(numbers[0] ?? -1);
    const id = known?.id ?? this.#free(tree.attribute(node, W.id));
    for (const number of numbers) if (number !== undefined) this.#formats.set(number, id);
    return { id, ...this.#madeBy(tree, node) };
  }

  /**
   * Maps each id that was given so far to its tracked changes. An id stands for the part of a decision in one block,
   * with text and mark. The id of a move stands for source and target, because neither can be decided alone. The id of
   * a decision without text stands for all of it.
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

  /**
   * Returns the id of the block's part. A part that shows nothing in its block belongs to the first change of its
   * decision.
   */
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
