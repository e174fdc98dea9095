// Reads the text of an uploaded paragraph as selectors see it, with every element of its runs.
//
// Text is what edits count (docs/design/edit.md): with insertions, without deletions, with the results of fields. Elements
// without characters (marks of fields, note references, images) have a position between two characters.

import { type Field, fieldsOf } from "../../../document/marks/fields.ts";
import { hyperlinkTarget } from "../../../document/marks/hyperlinks.ts";
import type { AddressedPart } from "../../../document/text/addresses.ts";
import { type InlineKind, ParagraphReader } from "../../../document/text/inlines.ts";
import { runContent, shownRunsOf } from "../../../document/text/runs.ts";
import { W } from "../../../document/word-names.ts";
import { NONE, type NodeId } from "../../../ooxml/xml/tree.ts";

/** The kind of a piece. `mark` and `code` are parts of fields; `other` shows nothing. */
export type PieceKind = Exclude<InlineKind, "field"> | "mark" | "code" | "other";

/** An element of a run. */
export interface TextPiece {
  readonly kind: PieceKind;
  readonly node: NodeId;
  /** The run that contains it; for an equation the equation itself. */
  readonly run: NodeId;
  /** The range of the characters that the piece shows, in the text of its paragraph. */
  readonly from: number;
  readonly to: number;
}

/** A field that shows its result, or part of it, in a paragraph. */
export interface ResultSpan {
  readonly kind: Field["kind"];
  /** The `w:fldSimple`, or the `w:fldChar` that begins it. */
  readonly node: NodeId;
  /** The `w:fldChar` that ends it, or NONE. */
  readonly end: NodeId;
  readonly from: number;
  readonly to: number;
  /** True if the field begins in this paragraph. `endsHere` is true if it ends in this paragraph. */
  readonly beginsHere: boolean;
  readonly endsHere: boolean;
  /** The indexes of the first and the last paragraph of the field in the part. */
  readonly paragraphs: Pick<Field["paragraphs"], "begin" | "end">;
  /** True if its result is the text of a link. */
  readonly isLink: boolean;
}

export interface ReadText {
  readonly text: string;
  readonly pieces: readonly TextPiece[];
  /**
   * Outer fields before inner ones. At most two fields that only pass through the paragraph are listed: the outermost that is
   * not a link, and the innermost link. The others add nothing, and many fields may pass through many paragraphs.
   */
  readonly results: readonly ResultSpan[];
}

/** The paragraphs of a part, each read on demand. */
export class PartTexts {
  readonly #part: AddressedPart;
  readonly #reader: ParagraphReader;
  readonly #read: ReadText[] = [];
  /** Maps a paragraph to its listed fields, outer ones before inner ones. */
  #fields: ReadonlyMap<number, readonly Field[]> | undefined;

  constructor(part: AddressedPart) {
    this.#part = part;
    this.#reader = new ParagraphReader(part.story);
  }

  read(index: number): ReadText {
    const known = this.#read[index];
    if (known !== undefined) return known;
    const draft = this.#draft(index);
    const fields = this.#fieldsAt(index);
    const offsets = fields.length === 0 ? NO_OFFSETS : new Map(draft.pieces.map(({ node, from }) => [node, from]));
    const results = fields.flatMap((field) => spansIn({ ...draft, offsets }, field, index));
    const read = { text: draft.text, pieces: draft.pieces, results };
    this.#read[index] = read;
    return read;
  }

  #draft(index: number): TextBuilder {
    const { story, paragraphs } = this.#part;
    const { node } = paragraphs[index]!;
    const { text, inlines } = this.#reader.readAt(node, index);
    return { text, ...readPieces({ story, node }, new Map(inlines.map((inline) => [inline.node, inline]))) };
  }

  #fieldsAt(index: number): readonly Field[] {
    this.#fields ??= fieldsByParagraph(this.#part);
    return this.#fields.get(index) ?? [];
  }
}

const NO_OFFSETS: ReadonlyMap<NodeId, number> = new Map();

/** Returns the range of a field's result in a paragraph. */
function spansIn(
  { text, offsets, simple }: Pick<TextBuilder, "text" | "simple"> & { readonly offsets: ReadonlyMap<NodeId, number> },
  field: Field,
  at: number,
): ResultSpan[] {
  const { kind, node, separate, end, paragraphs } = field;
  const { begin, result, end: last } = paragraphs;
  const told = { kind, node, end, paragraphs, isLink: isLink(field) };
  if (kind === "simple") {
    const place = simple.get(node);
    return place === undefined ? [] : [{ ...told, ...place, beginsHere: true, endsHere: true }];
  }
  const markAt = (mark: NodeId): number => offsets.get(mark) ?? 0;
  // Before its result, a field has a code, which may span paragraphs of its own. The field shows nothing there.
  const codeAt = at === begin ? markAt(node) : 0;
  const from = at === result ? markAt(separate === NONE ? end : separate) : codeAt;
  const to = at === last ? markAt(end) : text.length;
  return [{ ...told, from, to, beginsHere: at === begin, endsHere: at === last }];
}

function isLink({ code }: Field): boolean {
  return hyperlinkTarget(code) !== undefined;
}

function fieldsByParagraph({ story }: AddressedPart): Map<number, Field[]> {
  const fields = new Map<number, Field[]>();
  if (!story.tree.mayHave(W.fldChar) && !story.tree.mayHave(W.fldSimple)) return fields;
  // Fields are in the order in which they end: an outer field after the inner ones.
  const inner = fieldsOf(story);
  const outer = inner.toReversed();
  const order = new Map(outer.map((field, index) => [field, index]));
  const add = (at: number, field: Field): void => {
    const known = fields.get(at);
    if (known === undefined) fields.set(at, [field]);
    else known.push(field);
  };
  for (const [at, field] of firstThrough(outer.filter((one) => !isLink(one)))) add(at, field);
  for (const [at, field] of firstThrough(inner.filter(isLink))) add(at, field);
  for (const around of fields.values()) around.sort((one, other) => order.get(one)! - order.get(other)!);
  // A field with a mark in a paragraph is inside those that pass through the paragraph.
  for (const field of outer) {
    const { begin, result, end } = field.paragraphs;
    for (const at of new Set([begin, result, end])) add(at, field);
  }
  return fields;
}

/** Maps a paragraph to the first of the fields that passes through it without a mark there. */
function firstThrough(fields: readonly Field[]): Map<number, Field> {
  const found = new Map<number, Field>();
  /** Maps a paragraph with a field to a later one. The next paragraph without a field is then found in few steps. */
  const after = new Map<number, number>();
  const nextFree = (from: number): number => {
    let free = from;
    for (let next = after.get(free); next !== undefined; next = after.get(free)) free = next;
    for (let at = from; at !== free; ) {
      const next = after.get(at)!;
      after.set(at, free);
      at = next;
    }
    return free;
  };
  for (const field of fields) {
    const { begin, result, end } = field.paragraphs;
    for (const [from, to] of [
      [begin + 1, result],
      [result + 1, end],
    ] as const) {
      for (let at = nextFree(from); at < to; at = nextFree(at)) {
        found.set(at, field);
        after.set(at, at + 1);
      }
    }
  }
  return found;
}

interface TextBuilder {
  readonly text: string;
  readonly pieces: readonly TextPiece[];
  /** Maps a simple field to the range of its text. */
  readonly simple: ReadonlyMap<NodeId, { from: number; to: number }>;
}

function readPieces(
  { story, node: paragraph }: Pick<AddressedPart, "story"> & { readonly node: NodeId },
  shown: ReadonlyMap<NodeId, { readonly kind: InlineKind; readonly text: string }>,
): Pick<TextBuilder, "pieces" | "simple"> {
  const pieces: TextPiece[] = [];
  const simple = new Map<NodeId, { from: number; to: number }>();
  let offset = 0;
  const add = (node: NodeId, run: NodeId): void => {
    const inline = shown.get(node);
    const from = offset;
    offset += inline?.text.length ?? 0;
    pieces.push({ kind: kindOf(story.tree.name(node), inline?.kind), node, run, from, to: offset });
  };
  for (const { node, kind, containers } of shownRunsOf(story, paragraph, "accepted")) {
    const from = offset;
    if (kind === "equation") add(node, node);
    else for (const item of runContent(story, node, "accepted")) add(item.node, item.run);
    for (const holder of containers) {
      if (story.tree.name(holder) !== W.fldSimple) continue;
      simple.set(holder, { from: simple.get(holder)?.from ?? from, to: offset });
    }
  }
  const { tree } = story;
  return { pieces: pieces.filter(({ node }) => tree.isElement(node) && tree.name(node) !== W.rPr), simple };
}

function kindOf(name: number, shown: InlineKind | undefined): PieceKind {
  if (name === W.fldChar) return "mark";
  if (shown !== undefined && shown !== "field") return shown;
  return name === W.instrText || name === W.t ? "code" : "other";
}
