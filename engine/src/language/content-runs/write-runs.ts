// Writes content runs as the elements of a paragraph.
//
// The result is plain: unattached runs, the notes made for them, and the references whose results must wait until everything
// is written. A caller that tracks changes wraps these elements. Parts, styles and separators that runs need are made on
// demand; they are not tracked.

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
  /** The run of its `w:instrText`, and the run of its result, which contains an empty `w:t`. */
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
  /** The runs of one paragraph, in order. */
  readonly nodes: readonly NodeId[];
  readonly notes: readonly WrittenNote[];
  /** Includes the references in notes. */
  readonly references: readonly WrittenReference[];
}

/** The target of written runs. */
export interface RunTarget {
  readonly tree: Tree;
  /** The `w:rPr` whose formatting plain text takes; NONE for none. */
  readonly properties: NodeId;
  /** The JSON path of the content. */
  readonly field: string;
}

/** Writes content with a checked shape into one document. */
export class RunWriter {
  readonly #styles: NeededStyles;
  readonly #notes: NotePlaces;
  readonly #values: FieldValues;

  /** `date` is the value of DATE: ISO 8601. */
  constructor(document: WordDocument, { date }: { readonly date: string }) {
    this.#styles = new NeededStyles(document);
    this.#notes = new NotePlaces(document);
    this.#values = fieldValues(document, date);
  }

  write(content: Content, { tree, properties, field }: RunTarget): WrittenRuns {
    const made: RunParts = { notes: [], references: [] };
    const nodes = this.#contentNodes(content, { tree, properties, field, format: {} }, made);
    return { nodes, ...made };
  }

  #contentNodes(content: Content, place: RequestedRun, made: RunParts): NodeId[] {
    if (typeof content === "string") return textRun(content, place);
    return content.flatMap((run, index) => {
      const format = { ...place.format, ...run.format };
      return this.#runNodes(run, { ...place, format, field: `${place.field}[${index}]` }, made);
    });
  }

  #runNodes(run: ContentRun, place: RequestedRun, made: RunParts): NodeId[] {
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

  #fieldNodes(run: FieldRun, place: RequestedRun): NodeId[] {
    const code = readFieldCode(run.code);
    ensure(code !== undefined, "runs are written whose shape was checked");
    const { text, isStale } = fieldResult(code, this.#values);
    const field = makeField(place, run.code.trim(), { isStale });
    return [field.begin, field.code, field.separate, ...textRun(text, place), field.end];
  }

  #linkNodes(run: HyperlinkRun, place: RequestedRun, made: RunParts): NodeId[] {
    const field = makeField({ ...place, format: {} }, `HYPERLINK "${run.url}"`);
    // The format of the link itself overrides the style of links.
    const format = { character_style: this.#styles.idOf("hyperlink"), ...place.format };
    const content = this.#contentNodes(run.content, { ...place, format, field: `${place.field}.content` }, made);
    return [field.begin, field.code, field.separate, ...content, field.end];
  }

  /** Adds a note, and returns the run that refers to it. */
  #noteReference(run: NoteRun, place: RequestedRun, made: RunParts): NodeId {
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
  #noteParagraph({ tree, kind }: NewNote, { content, field, isFirst }: NoteText, made: RunParts): NodeId {
    const look = { tree, properties: NONE, format: {} };
    const marked = { ...look, format: { character_style: this.#styles.idOf(`${kind} reference`) } };
    const mark = isFirst ? [makeRun(marked, [tree.element(MARKS[kind])]), makeRun(look, textNodes(tree, " "))] : [];
    return makeParagraph(tree, this.#styles.idOf(`${kind} text`), [
      ...mark,
      ...this.#contentNodes(content, { ...look, field }, made),
    ]);
  }
}

/** The formatting of a run, and its path in the request. */
interface RequestedRun extends RunLook {
  readonly field: string;
}

/** The notes and references made with the runs. */
interface RunParts {
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

/** Returns no run for empty text. */
function textRun(text: string, place: RequestedRun): NodeId[] {
  return text === "" ? [] : [makeRun(place, textNodes(place.tree, text))];
}

function breakElement(tree: Tree, kind: BreakKind): NodeId {
  return tree.element(W.br, kind === "line" ? [] : [[W.type, kind]]);
}

function referenceNodes(run: CrossReferenceRun, place: RequestedRun, made: RunParts): NodeId[] {
  const { tree, field: path } = place;
  const field = makeField(place, "", { isStale: run.show === "page" });
  const result = makeRun(place, [tree.element(W.t)]);
  made.references.push({ run, field: path, tree, code: field.code, result });
  return [field.begin, field.code, field.separate, result, field.end];
}
