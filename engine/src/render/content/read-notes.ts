// Reads notes and comments, and the positions in the text that refer to them.

import type { AddressedPart, Addresses } from "../../document/text/addresses.ts";
import type { Inline } from "../../document/text/inlines.ts";
import { W } from "../../document/word-names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { readReply } from "../read-reply.ts";
import type { ContentComment, ContentNote, ContentParagraph, NoteSegment } from "./content.ts";
import type { LocatorOf } from "./locators.ts";
import type { ReadParagraph } from "./read-segments.ts";

/** Maximum number of characters before a note's reference in `text_before`. */
const TEXT_BEFORE = 200;

export interface NoteReading {
  readonly locatorOf: LocatorOf;
  readonly blocksOf: (part: AddressedPart) => readonly ContentParagraph[];
  readonly readsOf: (part: AddressedPart) => readonly ReadParagraph[];
}

/** Returns the notes in the order of their parts, which is that of their references. */
export function readNotes({ parts, notes }: Addresses, { locatorOf, blocksOf, readsOf }: NoteReading): ContentNote[] {
  const body = parts.find(({ locator }) => locator.kind === "body")!;
  const noteParts = parts.filter(({ locator }) => locator.kind === "footnote" || locator.kind === "endnote");
  return notes.map(({ kind, number, label, reference }, index) => {
    const paragraph = locatorOf(body.story.tree, reference.paragraph)!;
    return {
      part: { kind, number },
      label,
      paragraph,
      text_before: textBefore(readsOf(body)[paragraph.index]!.inlines, reference.node),
      blocks: blocksOf(noteParts[index]!),
    };
  });
}

/** Invariant: nodes of a file are numbered in document order. So the position of a hidden reference is known too. */
function textBefore(inlines: readonly Inline[], reference: NodeId): string {
  const at = inlines.findIndex(({ node }) => node === reference);
  const before = at < 0 ? inlines.filter(({ node }) => node < reference) : inlines.slice(0, at);
  const text = before.map((inline) => inline.text).join("");
  return text.slice(-TEXT_BEFORE).replace(/^[\udc00-\udfff]/, "");
}

/** Returns a function that finds the note of a reference. Every reference to a note leads to it, also the second. */
export function noteFinder({ notes }: Addresses): (tree: Tree, reference: NodeId) => NoteLabel | undefined {
  const byId = new Map(notes.map(({ kind, id, number, label }) => [`${kind} ${id}`, { number, label }]));
  return (tree, reference) => {
    const kind = tree.name(reference) === W.footnoteReference ? "footnote" : "endnote";
    return byId.get(`${kind} ${tree.attribute(reference, W.id) ?? ""}`);
  };
}

type NoteLabel = Pick<NoteSegment, "number" | "label">;

export function readComments({ comments }: Addresses, locatorOf: LocatorOf): ContentComment[] {
  return comments.map(({ number, comment, anchor, isResolved, replies }) => {
    const paragraph = anchor === undefined ? undefined : locatorOf(anchor.story.tree, anchor.paragraph);
    return {
      number,
      ...readReply(comment),
      ...(paragraph === undefined ? {} : { paragraph }),
      anchor_text: anchor?.text ?? "",
      resolved: isResolved,
      replies: replies.map(readReply),
    };
  });
}
