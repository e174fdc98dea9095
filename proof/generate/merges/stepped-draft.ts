// Copies of one document that share some edits and not others, at places that no two edits have in common.
//
// All copies are drafts of the same bytes, so their places have the same numbers. A plan of steps is made on every copy:
// whoever owns a step makes its edit, everybody else passes by its place. So a place taken in one copy is taken in all, and
// with it the paragraphs beside it: between any two edits there is a paragraph that nobody touches.

import type { NodeId } from "@versus/engine/inside";
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
  #places = new Set<Place>();
  #nodes: NodeId[] = [];

  constructor(base: Uint8Array) {
    const source = { random: seededRandom("stepped") };
    super(openCorpusDocument(base), () => source.random());
    this.#source = source;
    const places = this.stories.flatMap((story) => story.places);
    this.#byKey = new Map(places.map((place) => [keyOf(place), place]));
  }

  override touch(...places: readonly Place[]): void {
    super.touch(...places);
    for (const place of places) this.#places.add(place);
  }

  override touchNode(node: NodeId): void {
    super.touchNode(node);
    this.#nodes.push(node);
  }

  /** Makes the edit of a step; nothing where there is no place for it. */
  make({ seed, kind }: Step): Taken | undefined {
    this.#source.random = seededRandom("step", seed);
    this.#places = new Set();
    this.#nodes = [];
    const make = finders[kind](this);
    if (make === undefined) return undefined;
    const edit = make();
    const places = [...this.#places].flatMap((place) => [...this.#around(place)]);
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

  *#around(place: Place): Generator<Place> {
    for (const index of [place.index - 1, place.index, place.index + 1]) {
      const found = this.#byKey.get(keyOf({ ...place, index }));
      if (found !== undefined) yield found;
    }
  }
}

function keyOf({ reference: { part, kind, index: story }, index }: Pick<Place, "reference" | "index">): string {
  return `${part} ${kind} ${story} ${index}`;
}
