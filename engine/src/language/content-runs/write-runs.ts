// Content runs as the elements of a paragraph.
//
// What comes back is plain: runs that are not yet anywhere, the notes that were made for them, and the references whose
// results have to wait until everything is written. Whoever tracks changes wraps them. Parts, styles and separators that
// runs need are made in the document as they are needed; these are not tracked by anyone.

import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { ensure } from "../../failures/failure.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type {
  BreakKind,
  Content,
  ContentRun,
  CrossReferenceRun,
  FieldRun,
  HyperlinkRun,
  NoteRun,
} from "./content-run.ts";
import { noteParagraphs } from "./content-run.ts";
import { readFieldCode } from "./field-code.ts";
import { type FieldValues, fieldResult, fieldValues } from "./field-result.ts";
import { NeededStyles } from "./needed-styles.ts";
import { makeField, makeParagraph, makeRun, type RunLook, textNodes } from "./run-nodes.ts";
import { type NewNote, NotePlaces } from "./write-notes.ts";

/** A cross-reference whose code and result are still open: `settleReferences` writes them. */
export interface WrittenReference {
  readonly run: CrossReferenceRun;
  /** Its JSON path. */
  readonly field: string;
  readonly tree: Tree;
  /** The run of its w:instrText, and the run of its result, which holds an empty w:t. */
  readonly code: NodeId;
  readonly result: NodeId;
}

export interface WrittenNote extends NewNote {
  /** The run in the text that refers to it. */
  readonly reference: NodeId;
  /** The name that its run gives it. */
  readonly ref: string | undefined;
}

export interface WrittenRuns {
  /** In order, to be put into one paragraph. */
  readonly nodes: readonly NodeId[];
  readonly notes: readonly WrittenNote[];
  /** Those in the notes included. */
  readonly references: readonly WrittenReference[];
}

/** Where runs are to stand. */
export interface RunTarget {
  readonly tree: Tree;
  /** The w:rPr whose formatting plain text takes; NONE for none. */
  readonly properties: NodeId;
  /** The JSON path of the content. */
  readonly field: string;
}

/** Writes content whose shape was checked, into one document. */
export class RunWriter {
  readonly #styles: NeededStyles;
  readonly #notes: NotePlaces;
  readonly #values: FieldValues;

  /** `date` is what DATE shows: ISO 8601. */
  constructor(document: WordDocument, { date }: { readonly date: string }) {
    this.#styles = new NeededStyles(document);
    this.#notes = new NotePlaces(document);
    this.#values = fieldValues(document, date);
  }

  write(content: Content, { tree, properties, field }: RunTarget): WrittenRuns {
    const made: Made = { notes: [], references: [] };
    const nodes = this.#contentNodes(content, { tree, properties, field, format: {} }, made);
    return { nodes, ...made };
  }

  #contentNodes(content: Content, place: Place, made: Made): NodeId[] {
    if (typeof content === "string") return textRun(content, place);
    return content.flatMap((run, index) => {
      const format = { ...place.format, ...run.format };
      return this.#runNodes(run, { ...place, format, field: `${place.field}[${index}]` }, made);
    });
  }

  #runNodes(run: ContentRun, place: Place, made: Made): NodeId[] {
    switch (run.type) {
      case undefined:
        return textRun(run.text, place);
      case "tab":
        return [makeRun(place, [place.tree.element(W.tab)])];
      case "break":
        return [makeRun(place, [breakElement(place.tree, run.kind)])];
      case "field":
        return this.#fieldNodes(run, place);
      case "cross_reference":
        return referenceNodes(run, place, made);
      case "footnote":
      case "endnote":
        return [this.#noteReference(run, place, made)];
      case "hyperlink":
        return this.#linkNodes(run, place, made);
    }
  }

  #fieldNodes(run: FieldRun, place: Place): NodeId[] {
    const code = readFieldCode(run.code);
    ensure(code !== undefined, "runs are written whose shape was checked");
    const { text, isStale } = fieldResult(code, this.#values);
    const field = makeField(place, run.code.trim(), { isStale });
    return [field.begin, field.code, field.separate, ...textRun(text, place), field.end];
  }

  #linkNodes(run: HyperlinkRun, place: Place, made: Made): NodeId[] {
    const field = makeField({ ...place, format: {} }, `HYPERLINK "${run.url}"`);
    // What the link itself asks for goes over the style of links.
    const format = { character_style: this.#styles.idOf("hyperlink"), ...place.format };
    const content = this.#contentNodes(run.content, { ...place, format, field: `${place.field}.content` }, made);
    return [field.begin, field.code, field.separate, ...content, field.end];
  }

  /** Makes a note, and the run that refers to it. */
  #noteReference(run: NoteRun, place: Place, made: Made): NodeId {
    const note = this.#notes.add(run.type);
    const format = { ...place.format, character_style: this.#styles.idOf(`${run.type} reference`) };
    const mark = place.tree.element(REFERENCES[run.type], [[W.id, note.id]]);
    const reference = makeRun({ ...place, format }, [mark]);
    made.notes.push({ ...note, reference, ref: run.ref });
    for (const [index, content] of noteParagraphs(run).entries()) {
      const own = run.content === undefined ? `new_paragraphs[${index}].content` : "content";
      const text = { content, field: `${place.field}.${own}`, isFirst: index === 0 };
      note.tree.append(note.root, this.#noteParagraph(note, text, made));
    }
    return reference;
  }

  /** The first paragraph of a note begins with its mark and a space, as Word writes it. */
  #noteParagraph({ tree, kind }: NewNote, { content, field, isFirst }: NoteText, made: Made): NodeId {
    const look = { tree, properties: NONE, format: {} };
    const marked = { ...look, format: { character_style: this.#styles.idOf(`${kind} reference`) } };
    const mark = isFirst ? [makeRun(marked, [tree.element(MARKS[kind])]), makeRun(look, textNodes(tree, " "))] : [];
    return makeParagraph(tree, this.#styles.idOf(`${kind} text`), [
      ...mark,
      ...this.#contentNodes(content, { ...look, field }, made),
    ]);
  }
}

/** How a run is to look, and where in the request it stands. */
interface Place extends RunLook {
  readonly field: string;
}

/** What is made beside the runs. */
interface Made {
  readonly notes: WrittenNote[];
  readonly references: WrittenReference[];
}

/** One paragraph of a note. */
interface NoteText {
  readonly content: Content;
  readonly field: string;
  readonly isFirst: boolean;
}

const REFERENCES = { footnote: W.footnoteReference, endnote: W.endnoteReference } as const;
const MARKS = { footnote: W.footnoteRef, endnote: W.endnoteRef } as const;

/** No run for no text. */
function textRun(text: string, place: Place): NodeId[] {
  return text === "" ? [] : [makeRun(place, textNodes(place.tree, text))];
}

function breakElement(tree: Tree, kind: BreakKind): NodeId {
  return tree.element(W.br, kind === "line" ? [] : [[W.type, kind]]);
}

function referenceNodes(run: CrossReferenceRun, place: Place, made: Made): NodeId[] {
  const { tree, field: path } = place;
  const field = makeField(place, "", { isStale: run.show === "page" });
  const result = makeRun(place, [tree.element(W.t)]);
  made.references.push({ run, field: path, tree, code: field.code, result });
  return [field.begin, field.code, field.separate, result, field.end];
}
