// Copies the footnotes and endnotes that copied content refers to, one copy per reference.
//
// Ids of two documents clash, and a note may have only one reference. So every copied reference gets a copy of its note
// under a free id. The separators of the result stay as they are; if the result has no notes, those of the source are
// copied.

import { partOfKind } from "../../document/made-parts.ts";
import type { NoteKind } from "../../document/marks/notes.ts";
import { isSeparatorNote, partsOf, type Story, storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { FreshIds } from "./result-ids.ts";
import type { Adopt, AdoptionSources } from "./sources.ts";

/** A copy of a note of the source. */
export interface AdoptedNote {
  readonly kind: NoteKind;
  /** The id in the result. */
  readonly id: string;
  /** The part of the result that contains the note, and its w:footnote or w:endnote there. */
  readonly part: string;
  readonly root: NodeId;
  /** The id in the source. */
  readonly beforeId: string;
  /** The reference, and the part of the result that contains it. */
  readonly reference: NodeId;
  readonly referencePart: string;
}

/** A reference that needs a copy of its note. */
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

  /** Copies the note of a reference and returns the id of the copy. Undefined if the source has no such note. */
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
    // If two notes have the same id, the first one counts.
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

/** The part that receives the copies of a kind. */
interface NotesTarget {
  readonly part: string;
  readonly tree: Tree;
  readonly ids: FreshIds;
}

function noteIds(tree: Tree, kind: NoteKind): string[] {
  const notes = tree.children(tree.root).filter((node) => tree.name(node) === NOTES[kind]);
  return notes.map((node) => tree.attribute(node, W.id) ?? "");
}
