// Makes copies of one document that share some edits, so that no two edits touch the same position.
//
// All copies are drafts of the same bytes, so their paragraphs have the same indexes. Every copy goes through all
// steps: an owner of a step makes its edit, the other copies skip its position. So a position that is taken in one copy
// is taken in all, with the paragraphs beside it: between any two edits there is an untouched paragraph. A copy does
// not show which of several equal paragraphs was deleted, nor which of two ranges moved past the other. An edit of this
// sort takes all of them.

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
  /** Indexes of the copies that make it. */
  readonly owners: readonly number[];
}

export interface SteppedCopies {
  /** One file per function of `isMade`, in the same order. */
  readonly files: readonly Uint8Array[];
  /** The edits that were made, each with its step. */
  readonly made: readonly { readonly step: Step; readonly edit: Edit }[];
}

/** The edit of a step, and the paragraphs and nodes that later steps must not use. */
interface Taken {
  readonly edit: MadeEdit;
  readonly places: readonly string[];
  readonly nodes: readonly NodeId[];
}

/**
 * Makes copies of a document. `isMade` tests which steps each copy makes. A step is left out of all copies if it has no
 * position, or if its edit depends on steps that not all copies make.
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
  /** The paragraphs that were edited, or that may seem to have been edited. */
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

  /**
   * Makes the edit of a step. Returns undefined if there is no position, or if the edit may seem to be at the position
   * of an earlier one.
   */
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

  /** Makes a step as it was made elsewhere, or skips its position. Returns false if the edit would be different. */
  follow(step: Step, taken: Taken | undefined, isMade: boolean): boolean {
    if (taken === undefined) return false;
    if (isMade) return JSON.stringify(this.make(step)) === JSON.stringify(taken);
    super.touch(...taken.places.map((key) => this.#byKey.get(key)!));
    for (const node of taken.nodes) super.touchNode(node);
    return true;
  }

  /**
   * For an edit that changes the number of paragraphs: returns the adjacent paragraphs that are equal to the edited
   * ones.
   */
  #equals({ before, after }: MadeEdit): Place[] {
    if (before.length === after.length) return [];
    return [...this.#places].flatMap((place) => this.#twins.get(place) ?? []);
  }

  /**
   * Returns the paragraphs that a block moved past, if they have at most the paragraphs or the letters of the block.
   * Then they may seem to have moved.
   */
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

/** Maps each paragraph in a sequence of equal paragraphs, or of equal rows, to all paragraphs of the sequence. */
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

/** Returns the row of the cell that contains a paragraph. */
function rowOf({ story: { tree }, node }: Place): NodeId {
  let row = node;
  while (tree.name(row) !== W.tr) row = tree.parent(row);
  return row;
}

function keyOf({ reference: { part, kind, index: story }, index }: Pick<Place, "reference" | "index">): string {
  return `${part} ${kind} ${story} ${index}`;
}
