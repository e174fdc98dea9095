// Reads footnotes and endnotes in the order of their references, with their labels.
//
// A note is a story of its own part. A reference in the body names it by id. A reference counts even if it is tracked as
// deleted. A further reference to the same note does not count, and neither does a reference to a missing note. A note without
// a reference is not part of the text and is not listed.
// The label is the author's own mark, or a number in the format of the section, else of the document. Numbers restart by
// section if the settings say so. Pages are not known here, so a restart by page is ignored.

import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { formatNumber } from "../lists/number-formats.ts";
import type { Section } from "../sections.ts";
import type { Settings } from "../settings.ts";
import { paragraphsOf } from "../text/blocks.ts";
import { elementsBelow } from "../text/elements.ts";
import { shownText } from "../text/inlines.ts";
import { isSeparatorNote, type Story } from "../text/stories.ts";
import { childValue, isOnValue, wholeNumber } from "../values.ts";
import { W } from "../word-names.ts";

export type NoteKind = "footnote" | "endnote";

/** Returns the kind of note that a reference element names; undefined for other elements. */
export function noteKindOf(reference: NameId): NoteKind | undefined {
  if (reference === W.footnoteReference) return "footnote";
  return reference === W.endnoteReference ? "endnote" : undefined;
}

export interface Note {
  readonly kind: NoteKind;
  readonly id: string;
  readonly story: Story;
  readonly reference: NoteReference;
  /** Further references to the note. */
  readonly others: readonly NoteReference[];
  readonly label: string;
  readonly hasCustomMark: boolean;
}

/** A reference of the body to a note. */
interface NoteReference {
  readonly node: NodeId;
  readonly paragraph: NodeId;
}

export interface NoteSources {
  /** All stories of the document. */
  readonly stories: readonly Story[];
  readonly sections: readonly Section[];
  readonly settings: Settings;
}

/** Returns the notes of one kind. */
export function notesOf(kind: NoteKind, { stories, sections, settings }: NoteSources): Note[] {
  const body = stories.find((story) => story.kind === "body");
  if (body === undefined || !body.tree.mayHave(REFERENCES[kind])) return [];
  const byId = storiesById(stories, kind);
  const others = new Map<string, NoteReference[]>();
  const labels = new NoteLabels(kind, body, settings);
  const notes: Note[] = [];
  let section = 0;
  for (const paragraph of paragraphsOf(body)) {
    for (const node of referencesIn(body, paragraph, kind)) {
      const id = body.tree.attribute(node, W.id) ?? "";
      const story = byId.get(id);
      if (story === undefined) continue;
      const further = others.get(id);
      if (further === undefined) {
        const own: NoteReference[] = [];
        others.set(id, own);
        const mark = labels.next(node, sections[section]);
        notes.push({ kind, id, story, reference: { node, paragraph }, others: own, ...mark });
      } else further.push({ node, paragraph });
    }
    if (sections[section]?.paragraph === paragraph) section += 1;
  }
  return notes;
}

/** Maps note ids to stories. The first of two notes with the same id counts. */
function storiesById(stories: readonly Story[], kind: NoteKind): Map<string, Story> {
  const byId = new Map<string, Story>();
  for (const story of stories) {
    const id = story.tree.attribute(story.root, W.id) ?? "";
    if (story.kind === kind && !isSeparatorNote(story) && !byId.has(id)) byId.set(id, story);
  }
  return byId;
}

const REFERENCES = { footnote: W.footnoteReference, endnote: W.endnoteReference } as const;
const PROPERTIES = { footnote: W.footnotePr, endnote: W.endnotePr } as const;
const FORMATS = { footnote: "decimal", endnote: "lowerRoman" } as const;

function referencesIn(body: Story, paragraph: NodeId, kind: NoteKind): NodeId[] {
  return [...elementsBelow(body, paragraph)].filter((node) => body.tree.name(node) === REFERENCES[kind]);
}

class NoteLabels {
  readonly #kind: NoteKind;
  readonly #body: Story;
  readonly #settings: Settings;
  #section: Section | undefined;
  #count: number | undefined;

  constructor(kind: NoteKind, body: Story, settings: Settings) {
    this.#kind = kind;
    this.#body = body;
    this.#settings = settings;
  }

  next(reference: NodeId, section: Section | undefined): { label: string; hasCustomMark: boolean } {
    const follows = this.#body.tree.attribute(reference, W.customMarkFollows);
    if (follows !== undefined && isOnValue(follows)) {
      return { label: customMark(this.#body, reference), hasCustomMark: true };
    }
    const asked = (name: NameId): string | undefined => this.#property(section, name);
    const restarts = section !== this.#section && asked(W.numRestart) === "eachSect";
    const start = wholeNumber(asked(W.numStart)) ?? 1;
    this.#count = this.#count === undefined || restarts ? start : this.#count + 1;
    this.#section = section;
    const format = { name: asked(W.numFmt) ?? FORMATS[this.#kind] };
    return { label: formatNumber(this.#count, format), hasCustomMark: false };
  }

  /** Returns a setting of the section, else of the document; undefined if neither has it. */
  #property(section: Section | undefined, name: NameId): string | undefined {
    const { tree } = this.#body;
    const own =
      section === undefined || section.node === NONE ? NONE : tree.child(section.node, PROPERTIES[this.#kind]);
    const { source, notes } = this.#settings;
    const ofDocument = source === undefined ? undefined : childValue(source.tree, notes[this.#kind], name);
    return childValue(tree, own, name) ?? ofDocument;
  }
}

const MARKS: ReadonlySet<NameId> = new Set([W.t, W.sym]);

/** Returns the characters after the reference in its run. */
function customMark(body: Story, reference: NodeId): string {
  const { tree } = body;
  let mark = "";
  for (let node = tree.nextSibling(reference); node !== NONE && MARKS.has(tree.name(node)); ) {
    mark += shownText(body, node);
    node = tree.nextSibling(node);
  }
  return mark;
}
