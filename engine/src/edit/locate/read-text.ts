// The text of an uploaded paragraph as selectors see it, with what makes it: every element of its runs, in order.
//
// Text is what spec 2 counts: insertions in, deletions out, of fields the results. Elements without characters (marks of fields,
// references of notes, images) stand at the place between two characters where they are.

import type { AddressedPart } from "../../document/addresses.ts";
import { type Field, fieldsOf } from "../../document/fields.ts";
import { hyperlinkTarget } from "../../document/hyperlinks.ts";
import { type InlineKind, ParagraphReader } from "../../document/inlines.ts";
import { contentOf, shownRunsOf } from "../../document/runs.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";

/** `mark` and `code` make fields; `other` shows nothing. */
export type PieceKind = Exclude<InlineKind, "field"> | "mark" | "code" | "other";

/** An element of a run. */
export interface Piece {
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

export interface ReadParagraph {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** The outer before the inner. */
  readonly results: readonly ResultSpan[];
}

/** Reads all paragraphs of a part, in order. */
export function readPart({ story, paragraphs }: AddressedPart): ReadParagraph[] {
  const reader = new ParagraphReader(story);
  const drafts = paragraphs.map(({ node }) => {
    const { text, inlines } = reader.read(node);
    return { text, ...readPieces({ story, node }, new Map(inlines.map((inline) => [inline.node, inline]))) };
  });
  const spans = drafts.map((): ResultSpan[] => []);
  if (story.tree.mayHave(W.fldChar) || story.tree.mayHave(W.fldSimple)) {
    // Fields come in the order in which they end: an outer one after those in it.
    for (const field of fieldsOf(story).reverse()) addSpans(field, drafts, spans);
  }
  return drafts.map(({ text, pieces }, index) => ({ text, pieces, results: spans[index]! }));
}

interface Draft {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** Where simple fields stand, by node. */
  readonly simple: ReadonlyMap<NodeId, { from: number; to: number }>;
}

function readPieces(
  { story, node: paragraph }: Pick<AddressedPart, "story"> & { readonly node: NodeId },
  shown: ReadonlyMap<NodeId, { readonly kind: InlineKind; readonly text: string }>,
): Pick<Draft, "pieces" | "simple"> {
  const pieces: Piece[] = [];
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
  return { pieces: pieces.filter(({ node }) => story.tree.name(node) !== W.rPr), simple };
}

function kindOf(name: number, shown: InlineKind | undefined): PieceKind {
  if (name === W.fldChar) return "mark";
  if (shown !== undefined && shown !== "field") return shown;
  return name === W.instrText || name === W.t ? "code" : "other";
}

function addSpans(field: Field, drafts: readonly Draft[], spans: ResultSpan[][]): void {
  const { kind, node, separate, end, code } = field;
  const { begin, result, end: last } = field.paragraphs;
  const isLink = hyperlinkTarget(code) !== undefined;
  if (kind === "simple") {
    const place = drafts[begin]?.simple.get(node);
    if (place !== undefined)
      spans[begin]?.push({ kind, node, end, ...place, beginsHere: true, endsHere: true, isLink });
    return;
  }
  const markAt = (paragraph: number, mark: NodeId): number =>
    drafts[paragraph]?.pieces.find((piece) => piece.node === mark)?.from ?? 0;
  // Before its result a field has a code, which may take paragraphs of its own; there it shows nothing.
  for (let at = begin; at <= last; at += 1) {
    const code = at === begin ? markAt(at, node) : 0;
    const from = at === result ? markAt(at, separate === NONE ? end : separate) : code;
    const to = at === last ? markAt(at, end) : (drafts[at]?.text.length ?? 0);
    spans[at]?.push({ kind, node, end, from, to, beginsHere: at === begin, endsHere: at === last, isLink });
  }
}
