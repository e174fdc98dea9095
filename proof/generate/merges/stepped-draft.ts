// Copies of one document that share some edits and not others, at places that no two edits have in common.
//
// All copies are drafts of the same bytes, so their places have the same numbers. A plan of steps is made on every copy:
// whoever owns a step makes its edit, everybody else passes by its place. So a place taken in one copy is taken in all, and
// with it the paragraphs beside it: between any two edits there is a paragraph that nobody touches. Nobody can tell from a copy
// which of several equal paragraphs went, nor which of two stretches moved past the other: such an edit takes them all.

import { type NodeId, W } from "@versus/engine/inside";
import { openCorpusDocument, SAVE_LEVEL } from "../../corpus/read-document.ts";
import { type RandomNumbers, seededRandom } from "../../runner/random.ts";
import { Draft, type MadeEdit } from "../draft.ts";
import { finders } from "../edits/finders.ts";
import type { Place } from "../places.ts";
import type { Edit, EditKind } from "../truth.ts";

export interface Step {
  readonly seed: number;
  readonly kind: EditKind;
  /** The copies that make it, by number. */
  readonly owners: readonly number[];
}

export interface SteppedCopies {
  /** One for each list of steps asked for, in that order. */
  readonly files: readonly Uint8Array[];
  /** The edits that were made, each with its step. */
  readonly made: readonly { readonly step: Step; readonly edit: Edit }[];
}

/** The nodes that one step takes away from later ones. */
interface Taken {
  readonly edit: MadeEdit;
  readonly places: readonly string[];
  readonly nodes: readonly NodeId[];
}

/**
 * Makes copies of a document. `isMade` says which steps each copy makes. A step for which there is no place, or which comes out
 * differently where others are not made, is left out of all of them.
 */
export function makeStepped(
  base: Uint8Array,
  steps: readonly Step[],
  isMade: readonly ((step: Step) => boolean)[],
): SteppedCopies {
  for (let left = steps; ; ) {
    const whole = new SteppedDraft(base);
    const taken = left.map((step) => whole.make(step));
    const drafts = isMade.map((owns) => {
      const draft = new SteppedDraft(base);
      const odd = left.filter((step, index) => !draft.follow(step, taken[index], owns(step)));
      return { draft, odd };
    });
    const odd = new Set(drafts.flatMap((one) => one.odd));
    if (odd.size === 0) {
      const files = drafts.map(({ draft }) => draft.document.package.save(SAVE_LEVEL));
      return { files, made: left.map((step, index) => ({ step, edit: { kind: step.kind, ...taken[index]!.edit } })) };
    }
    left = left.filter((step) => !odd.has(step));
  }
}

class SteppedDraft extends Draft {
  readonly #source: { random: RandomNumbers };
  readonly #byKey: ReadonlyMap<string, Place>;
  readonly #twins: ReadonlyMap<Place, readonly Place[]>;
  /** Where edits were made or may seem to have been made. */
  readonly #edited = new Set<Place>();
  #places = new Set<Place>();
  #nodes: NodeId[] = [];

  constructor(base: Uint8Array) {
    const source = { random: seededRandom("stepped") };
    super(openCorpusDocument(base), () => source.random());
    this.#source = source;
    const places = this.stories.flatMap((story) => story.places);
    this.#byKey = new Map(places.map((place) => [keyOf(place), place]));
    this.#twins = new Map(this.stories.flatMap((story) => [...twinsIn(story.places)]));
  }

  override touch(...places: readonly Place[]): void {
    super.touch(...places);
    for (const place of places) this.#places.add(place);
  }

  override touchNode(node: NodeId): void {
    super.touchNode(node);
    this.#nodes.push(node);
  }

  /** Makes the edit of a step; nothing where there is no place for it, or where it may seem to be where an earlier one is. */
  make({ seed, kind }: Step): Taken | undefined {
    this.#source.random = seededRandom("step", seed);
    this.#places = new Set();
    this.#nodes = [];
    const make = finders[kind](this);
    if (make === undefined) return undefined;
    const edit = make();
    const seeming = [...this.#equals(edit), ...this.#passed(edit)];
    if (seeming.some((place) => this.#edited.has(place))) return undefined;
    const all = [...this.#places, ...seeming];
    for (const place of all) this.#edited.add(place);
    const places = all.flatMap((place) => [...this.#around(place)]);
    super.touch(...places);
    return { edit, places: [...new Set(places.map(keyOf))], nodes: this.#nodes };
  }

  /** Makes a step as it was made elsewhere, or passes its place by; false when it cannot be made like that. */
  follow(step: Step, taken: Taken | undefined, isMade: boolean): boolean {
    if (taken === undefined) return false;
    if (isMade) return JSON.stringify(this.make(step)) === JSON.stringify(taken);
    super.touch(...taken.places.map((key) => this.#byKey.get(key)!));
    for (const node of taken.nodes) super.touchNode(node);
    return true;
  }

  /** Of an edit after which there are more or fewer paragraphs: those that say the same as its own, one after the other. */
  #equals({ before, after }: MadeEdit): Place[] {
    if (before.length === after.length) return [];
    return [...this.#places].flatMap((place) => this.#twins.get(place) ?? []);
  }

  /** The places that a block moved past, if they say no more than the block: they may as well have moved the other way. */
  #passed({ paragraph, before, to }: MadeEdit): Place[] {
    if (to === undefined) return [];
    const [from, end] = to < paragraph ? [to, paragraph] : [paragraph + before.length, to];
    const passed = this.stories.flatMap(({ story, places }) => (story.kind === "body" ? places.slice(from, end) : []));
    const texts = passed.map(({ text }) => text);
    return passed.length <= before.length || lettersIn(texts) <= lettersIn(before) ? passed : [];
  }

  *#around(place: Place): Generator<Place> {
    for (const index of [place.index - 1, place.index, place.index + 1]) {
      const found = this.#byKey.get(keyOf({ ...place, index }));
      if (found !== undefined) yield found;
    }
  }
}

function lettersIn(texts: readonly string[]): number {
  return texts.join("").match(/\p{L}/gu)?.length ?? 0;
}

/** A paragraph, or a row with all of its paragraphs. */
interface Unit {
  readonly parent: NodeId;
  readonly text: string;
  readonly places: readonly Place[];
}

/** Of paragraphs, and of rows, that follow each other and say the same: all places in them, by place. */
function twinsIn(places: readonly Place[]): Map<Place, readonly Place[]> {
  const inCells = places.filter(({ isInCell }) => isInCell);
  const rows = [...Map.groupBy(inCells, rowOf)].map(([row, own]) => unitOf(row, own));
  const units = [...places.map((place) => unitOf(place.node, [place])), ...rows];
  const twins = new Map<Place, readonly Place[]>();
  for (let from = 0, to = 0; from < units.length; from = to) {
    const { parent, text } = units[from]!;
    for (to = from + 1; units[to]?.parent === parent && units[to]?.text === text; ) to += 1;
    const all = units.slice(from, to).flatMap((unit) => unit.places);
    if (to > from + 1) for (const place of all) twins.set(place, [...(twins.get(place) ?? []), ...all]);
  }
  return twins;
}

function unitOf(node: NodeId, places: readonly Place[]): Unit {
  const text = places.map((place) => place.text).join("\n");
  return { parent: places[0]!.story.tree.parent(node), text, places };
}

/** The row of the cell that a paragraph stands in. */
function rowOf({ story: { tree }, node }: Place): NodeId {
  let row = node;
  while (tree.name(row) !== W.tr) row = tree.parent(row);
  return row;
}

function keyOf({ reference: { part, kind, index: story }, index }: Pick<Place, "reference" | "index">): string {
  return `${part} ${kind} ${story} ${index}`;
}
