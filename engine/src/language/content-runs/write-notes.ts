// Adds footnotes and endnotes, each with a free id.
//
// A document without notes first receives the part and its separators.

import { partOfKind } from "../../document/made-parts.ts";
import type { NoteKind } from "../../document/marks/notes.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { readSettings } from "../../document/settings.ts";
import { partsOf } from "../../document/text/stories.ts";
import { wholeNumber } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { graftSnippet } from "../../document/xml-snippet.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";

const KINDS = {
  footnote: { part: "footnotes", note: W.footnote, settings: W.footnotePr },
  endnote: { part: "endnotes", note: W.endnote, settings: W.endnotePr },
} as const;

export interface NewNote {
  readonly kind: NoteKind;
  readonly id: string;
  readonly part: string;
  readonly tree: Tree;
  /** The `w:footnote` or `w:endnote`, still empty. */
  readonly root: NodeId;
}

interface NotesPart {
  readonly part: string;
  readonly tree: Tree;
  lastId: number;
}

export class NotePlaces {
  readonly #document: WordDocument;
  readonly #parts = new Map<NoteKind, NotesPart>();

  constructor(document: WordDocument) {
    this.#document = document;
  }

  /** Adds an empty note after the existing ones. */
  add(kind: NoteKind): NewNote {
    const notes = this.#partOf(kind);
    const { part, tree } = notes;
    notes.lastId += 1;
    const id = String(notes.lastId);
    const root = tree.element(KINDS[kind].note, [[W.id, id]]);
    tree.append(tree.root, root);
    return { kind, id, part, tree, root };
  }

  #partOf(kind: NoteKind): NotesPart {
    const known = this.#parts.get(kind);
    if (known !== undefined) return known;
    const isNew = partsOf(this.#document, KINDS[kind].part).length === 0;
    const part = partOfKind(this.#document, KINDS[kind].part);
    const tree = this.#document.package.tree(part);
    if (isNew) this.#addSeparators(kind, tree);
    const notes = { part, tree, lastId: highestId(tree, KINDS[kind].note) };
    this.#parts.set(kind, notes);
    return notes;
  }

  /** Adds the lines between text and notes. They are notes too, and the settings refer to them. */
  #addSeparators(kind: NoteKind, tree: Tree): void {
    const separators = SEPARATORS.map(
      ([id, type]) =>
        `<w:${kind} w:type="${type}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${type}/></w:r></w:p></w:${kind}>`,
    );
    for (const node of graftSnippet(tree, separators.join(""))) tree.append(tree.root, node);
    const settings = readSettings(this.#document).source?.tree;
    if (settings === undefined) return;
    const { settings: name } = KINDS[kind];
    const known = settings.child(settings.root, name);
    const list = known === NONE ? settings.element(name) : known;
    if (known === NONE) settings.insertBefore(settings.root, list, settingAfter(settings, name));
    for (const [id] of SEPARATORS) settings.append(list, settings.element(KINDS[kind].note, [[W.id, id]]));
  }
}

const SEPARATORS = [
  ["-1", "separator"],
  ["0", "continuationSeparator"],
] as const;

function highestId(tree: Tree, name: NameId): number {
  const notes = tree.children(tree.root).filter((node) => tree.name(node) === name);
  return notes.reduce((most, node) => Math.max(most, wholeNumber(tree.attribute(node, W.id)) ?? 0), 0);
}

/** The settings that may follow `w:footnotePr` and `w:endnotePr` (ISO 29500-1, A.1). */
const LATE_SETTINGS: ReadonlySet<string> = new Set(
  "compat docVars rsids mathPr attachedSchema themeFontLang clrSchemeMapping doNotIncludeSubdocsInStats doNotAutoCompressPictures forceUpgrade captions readModeInkLockDown smartTagType schemaLibrary shapeDefaults doNotEmbedSmartTags decimalSymbol listSeparator docId chartTrackingRefBased persistentDocumentId".split(
    " ",
  ),
);

/** Returns the setting that a list of separators comes before, or NONE. */
function settingAfter(settings: Tree, name: NameId): NodeId {
  const isAfter = (node: NodeId): boolean =>
    LATE_SETTINGS.has(settings.names.local(settings.name(node))) ||
    (name === W.footnotePr && settings.name(node) === W.endnotePr);
  return settings.children(settings.root).find((node) => settings.isElement(node) && isAfter(node)) ?? NONE;
}
