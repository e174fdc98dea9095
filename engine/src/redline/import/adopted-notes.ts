// Footnotes and endnotes that grafts refer to: each reference gets a note of its own.
//
// Ids of the two documents clash, and a note may be referred to once only, so every reference that is copied gets a
// copy of its note under an id that is free. The separators of the after document are left as they are; where it has no
// notes at all, those of before come along.

import { partOfKind } from "../../document/made-parts.ts";
import type { NoteKind } from "../../document/marks/notes.ts";
import { isSeparatorNote, partsOf, type Story, storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { FreshIds } from "./result-ids.ts";
import type { Adopt, AdoptionSources } from "./sources.ts";

/** A copy of a note of before. */
export interface AdoptedNote {
  readonly kind: NoteKind;
  /** In the result. */
  readonly id: string;
  /** The part of the result that holds it, and its w:footnote or w:endnote there. */
  readonly part: string;
  readonly root: NodeId;
  /** In before. */
  readonly beforeId: string;
  /** The reference, and the part of the result that holds it. */
  readonly reference: NodeId;
  readonly referencePart: string;
}

/** A reference to copy a note for. */
type Reference = Pick<AdoptedNote, "kind" | "beforeId" | "reference" | "referencePart">;

const PARTS = { footnote: "footnotes", endnote: "endnotes" } as const;
const NOTES = { footnote: W.footnote, endnote: W.endnote } as const;

export class AdoptedNotes {
  readonly #sources: AdoptionSources;
  readonly #adopt: Adopt;
  readonly #before = new Map<NoteKind, BeforeNotes>();
  readonly #targets = new Map<NoteKind, NotesTarget>();
  readonly copies: AdoptedNote[] = [];

  constructor(sources: AdoptionSources, adopt: Adopt) {
    this.#sources = sources;
    this.#adopt = adopt;
  }

  /** Copies the note of a reference and gives the copy's id; undefined when before has no such note. */
  copy(reference: Reference): string | undefined {
    const { kind, beforeId } = reference;
    const note = this.#notes(kind).byId.get(beforeId);
    if (note === undefined) return undefined;
    const target = this.#target(kind);
    const { part, tree } = target;
    const root = tree.graft(note.tree, note.root);
    tree.append(tree.root, root);
    const id = target.ids.next();
    tree.setAttribute(root, W.id, id);
    this.copies.push({ ...reference, id, part, root });
    this.#adopt(root, { from: note.part, into: part, tree });
    return id;
  }

  #notes(kind: NoteKind): BeforeNotes {
    const known = this.#before.get(kind);
    if (known !== undefined) return known;
    const stories = storiesOf(this.#sources.before).filter((story) => story.kind === kind);
    const separators = stories.filter(isSeparatorNote);
    // Of two notes with one id the first is the one.
    const notes = stories.filter((story) => !isSeparatorNote(story)).toReversed();
    const byId = new Map(notes.map((story) => [story.tree.attribute(story.root, W.id) ?? "", story]));
    this.#before.set(kind, { separators, byId });
    return { separators, byId };
  }

  #target(kind: NoteKind): NotesTarget {
    const known = this.#targets.get(kind);
    if (known !== undefined) return known;
    const { result } = this.#sources;
    const isNew = partsOf(result, PARTS[kind]).length === 0;
    const part = partOfKind(result, PARTS[kind]);
    const tree = result.package.tree(part);
    if (isNew) this.#copySeparators(kind, { part, tree });
    const target = { part, tree, ids: this.#sources.ids.numbers(kind, () => noteIds(tree, kind)) };
    this.#targets.set(kind, target);
    return target;
  }

  #copySeparators(kind: NoteKind, { part, tree }: Omit<NotesTarget, "ids">): void {
    for (const separator of this.#notes(kind).separators) {
      const copy = tree.graft(separator.tree, separator.root);
      tree.append(tree.root, copy);
      this.#adopt(copy, { from: separator.part, into: part, tree });
    }
  }
}

interface BeforeNotes {
  readonly separators: readonly Story[];
  readonly byId: ReadonlyMap<string, Story>;
}

/** The part that copies of a kind go to. */
interface NotesTarget {
  readonly part: string;
  readonly tree: Tree;
  readonly ids: FreshIds;
}

function noteIds(tree: Tree, kind: NoteKind): string[] {
  const notes = tree.children(tree.root).filter((node) => tree.name(node) === NOTES[kind]);
  return notes.map((node) => tree.attribute(node, W.id) ?? "");
}
