// The text of an uploaded paragraph as selectors see it, with what makes it: every element of its runs, in order.
//
// Text is what edits count (docs/design/edit.md): insertions in, deletions out, of fields the results. Elements without characters (marks of fields,
// references of notes, images) stand at the place between two characters where they are.

import { type Field, fieldsOf } from "../../../document/marks/fields.ts";
import { hyperlinkTarget } from "../../../document/marks/hyperlinks.ts";
import type { AddressedPart } from "../../../document/text/addresses.ts";
import { type InlineKind, ParagraphReader } from "../../../document/text/inlines.ts";
import { contentOf, shownRunsOf } from "../../../document/text/runs.ts";
import { W } from "../../../document/word-names.ts";
import { NONE, type NodeId } from "../../../ooxml/xml/tree.ts";

/** `mark` and `code` make fields; `other` shows nothing. */
export type PieceKind = Exclude<InlineKind, "field"> | "mark" | "code" | "other";

/** An element of a run. */
export interface TextPiece {
  readonly kind: PieceKind;
  readonly node: NodeId;
  /** The run it stands in; the equation itself for an equation. */
  readonly run: NodeId;
  /** The characters that it shows stand from here to there. */
  readonly from: number;
  readonly to: number;
}

/** A field that shows its result, or part of it, in a paragraph. */
export interface ResultSpan {
  readonly kind: Field["kind"];
  /** The w:fldSimple, or the w:fldChar that begins it. */
  readonly node: NodeId;
  /** The w:fldChar that ends it, or NONE. */
  readonly end: NodeId;
  readonly from: number;
  readonly to: number;
  /** Whether it begins in this paragraph, and whether it ends here. */
  readonly beginsHere: boolean;
  readonly endsHere: boolean;
  /** Whether its result is the text of a link. */
  readonly isLink: boolean;
}

export interface ReadText {
  readonly text: string;
  readonly pieces: readonly TextPiece[];
  /** The outer before the inner. */
  readonly results: readonly ResultSpan[];
}

/** The paragraphs of a part, each read when it is asked for. */
export class PartTexts {
  readonly #part: AddressedPart;
  readonly #reader: ParagraphReader;
  readonly #read: ReadText[] = [];
  /** By paragraph: the fields that have a part of their result there, the outer before the inner. */
  #fields: ReadonlyMap<number, readonly Field[]> | undefined;

  constructor(part: AddressedPart) {
    this.#part = part;
    this.#reader = new ParagraphReader(part.story);
  }

  read(index: number): ReadText {
    const known = this.#read[index];
    if (known !== undefined) return known;
    const draft = this.#draft(index);
    const results = this.#fieldsAt(index).flatMap((field) => spansIn(draft, field, index));
    const read = { text: draft.text, pieces: draft.pieces, results };
    this.#read[index] = read;
    return read;
  }

  #draft(index: number): Draft {
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

/** Where a field shows its result in a paragraph. */
function spansIn({ text, pieces, simple }: Draft, field: Field, at: number): ResultSpan[] {
  const { kind, node, separate, end, code } = field;
  const { begin, result, end: last } = field.paragraphs;
  const isLink = hyperlinkTarget(code) !== undefined;
  if (kind === "simple") {
    const place = simple.get(node);
    return place === undefined ? [] : [{ kind, node, end, ...place, beginsHere: true, endsHere: true, isLink }];
  }
  const markAt = (mark: NodeId): number => pieces.find((piece) => piece.node === mark)?.from ?? 0;
  // Before its result a field has a code, which may take paragraphs of its own; there it shows nothing.
  const codeAt = at === begin ? markAt(node) : 0;
  const from = at === result ? markAt(separate === NONE ? end : separate) : codeAt;
  const to = at === last ? markAt(end) : text.length;
  return [{ kind, node, end, from, to, beginsHere: at === begin, endsHere: at === last, isLink }];
}

function fieldsByParagraph({ story }: AddressedPart): Map<number, Field[]> {
  const fields = new Map<number, Field[]>();
  if (!story.tree.mayHave(W.fldChar) && !story.tree.mayHave(W.fldSimple)) return fields;
  // Fields come in the order in which they end: an outer one after those in it.
  for (const field of fieldsOf(story).reverse()) {
    const { begin, end } = field.paragraphs;
    for (let at = begin; at <= end; at += 1) fields.set(at, [...(fields.get(at) ?? []), field]);
  }
  return fields;
}

interface Draft {
  readonly text: string;
  readonly pieces: readonly TextPiece[];
  /** Where simple fields stand, by node. */
  readonly simple: ReadonlyMap<NodeId, { from: number; to: number }>;
}

function readPieces(
  { story, node: paragraph }: Pick<AddressedPart, "story"> & { readonly node: NodeId },
  shown: ReadonlyMap<NodeId, { readonly kind: InlineKind; readonly text: string }>,
): Pick<Draft, "pieces" | "simple"> {
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
    else for (const item of contentOf(story, node, "accepted")) add(item.node, item.run);
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
