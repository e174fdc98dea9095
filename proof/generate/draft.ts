// Holds a document while it is revised: its paragraphs, those already edited, and random choices.

import {
  NONE,
  type NodeId,
  type Numbering,
  numberingOf,
  type Story,
  storiesOf,
  textBoxesOf,
  W,
  type WordDocument,
} from "@versus/engine/inside";
import { drawIndex, type RandomNumbers, shuffle } from "../runner/random.ts";
import { type Place, placesOf } from "./places.ts";
import { shownParts } from "./shown-parts.ts";
import type { Edit, StoryReference } from "./truth.ts";

/** An edit without its kind. */
export type MadeEdit = Omit<Edit, "kind">;
/** A function that finds an untouched position for one kind of edit. The function that it returns makes the edit. */
export type EditFinder = (draft: Draft) => (() => MadeEdit) | undefined;

export interface DraftStory {
  readonly story: Story;
  readonly reference: StoryReference;
  readonly places: readonly Place[];
}

/** The kinds of stories that may be in a part that no section shows. */
const PARTED: ReadonlySet<Story["kind"]> = new Set(["header", "footer", "textbox"]);

export class Draft {
  readonly document: WordDocument;
  readonly random: RandomNumbers;
  readonly stories: readonly DraftStory[];
  /** The paragraphs of the body that edits may change. */
  readonly body: readonly Place[];
  readonly #touched = new Set<Place>();
  readonly #touchedNodes = new Set<NodeId>();
  #numbering: Numbering | undefined;

  constructor(document: WordDocument, random: RandomNumbers) {
    this.document = document;
    this.random = random;
    this.stories = readStories(document);
    this.body = this.placesIn("body");
  }

  get numbering(): Numbering {
    this.#numbering ??= numberingOf(this.document);
    return this.#numbering;
  }

  /** Returns the visible paragraphs of a kind of story that edits may change. */
  placesIn(kind: Story["kind"]): Place[] {
    const shown = PARTED.has(kind) ? shownParts(this.document) : undefined;
    const stories = this.stories.filter(({ story }) => story.kind === kind && (shown?.has(story.part) ?? true));
    return stories.flatMap(({ places }) => places.filter(({ isOpen }) => isOpen));
  }

  isFree(place: Place): boolean {
    return !this.#touched.has(place);
  }

  touch(...places: readonly Place[]): void {
    for (const place of places) this.#touched.add(place);
  }

  /** True if no edit touched this node, which is not a paragraph: for example a table or a section of the body. */
  isUntouched(node: NodeId): boolean {
    return !this.#touchedNodes.has(node);
  }

  touchNode(node: NodeId): void {
    this.#touchedNodes.add(node);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  draw<Item>(items: readonly Item[]): Item | undefined {
    return items[drawIndex(this.random, items.length)];
  }

  /** Returns a random free paragraph for which `look` finds something. */
  pick<Found>(places: readonly Place[], look: (place: Place) => Found | undefined): [Place, Found] | undefined {
    for (const place of shuffle(places, this.random)) {
      const found = this.isFree(place) ? look(place) : undefined;
      if (found !== undefined) return [place, found];
    }
    return undefined;
  }
}

/** Returns all stories, each followed by its text boxes, without the separators of notes. */
function readStories(document: WordDocument): DraftStory[] {
  const counts = new Map<string, number>();
  const refer = ({ part, kind }: Story): StoryReference => {
    const index = counts.get(`${kind} ${part}`) ?? 0;
    counts.set(`${kind} ${part}`, index + 1);
    return { part, kind, index };
  };
  return storiesOf(document).flatMap((story) => {
    const reference = refer(story);
    const isSeparator = (story.tree.attribute(story.root, W.type) ?? "normal") !== "normal";
    const own = isSeparator ? [] : [{ story, reference, places: placesOf(story, reference) }];
    return [...own, ...readBoxes(story, refer)];
  });
}

/**
 * Returns the text boxes whose copies can all be written and have the same texts. Boxes inside another box are left
 * out, because they have four copies.
 */
function readBoxes(story: Story, refer: (story: Story) => StoryReference): DraftStory[] {
  return textBoxesOf(story).flatMap((box) => {
    const reference = refer(box.story);
    const hasTwin = box.twin !== NONE;
    const isLost = box.alternatives !== NONE && !hasTwin;
    if (isLost || box.anchor.story.kind === "textbox") return [];
    const twins = hasTwin ? placesOf({ ...box.story, root: box.twin }, reference) : [];
    const places = placesOf(box.story, reference, twins);
    const isSame = !hasTwin || places.every(({ text }, index) => text === twins[index]?.text);
    return isSame ? [{ story: box.story, reference, places }] : [];
  });
}
