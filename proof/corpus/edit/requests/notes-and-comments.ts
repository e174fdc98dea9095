// Makes requests about a note or a comment. The request itself may create the thread.

import { withCompanion } from "./companions.ts";
import { commentText } from "./contents.ts";
import { locatorOf, nameRange } from "./locators.ts";
import type { Draw, Edit, Fields, Maker } from "./request.ts";
import { selectIn } from "./selectors.ts";
import { isOf, type Spot, type Subject } from "./subject.ts";

export const deleteNote: Maker = (subject, draw) => {
  // The reference of any other note is in a text box, or in deleted text.
  const notes = subject.content.notes.filter(({ part }) => subject.spots.some((spot) => refersTo(spot, part)));
  if (notes.length === 0) return undefined;
  const edits = draw
    .pickSome(notes, draw.chance(0.2) ? 2 : 1)
    .map(({ part }): Edit => ({ type: "delete_note", note: part }));
  return withCompanion(edits, { subject, draw, isFree: ({ story }) => story.kind === "body" });
};

function refersTo({ paragraph }: Spot, { kind, number }: { readonly kind: string; readonly number: number }): boolean {
  const segments = paragraph.content.flatMap((one) => (isOf(one, "hyperlink") ? one.content : [one]));
  return segments.some((one) => "type" in one && one.type === kind && "number" in one && one.number === number);
}

function comment(subject: Subject, draw: Draw, ref: string | undefined): Edit {
  const spot = draw.pick(subject.body.spots);
  const form = draw.below(3);
  const range = form === 0 ? nameRange(spot, draw, () => true) : undefined;
  const selected = form === 1 ? selectIn([spot], draw, { suits: () => true, isOne: true }) : undefined;
  return {
    type: "add_comment",
    paragraphs: range?.field ?? locatorOf(spot, draw),
    ...(selected === undefined ? {} : { text: selected.selector }),
    content: commentText(subject, draw),
    ...authorOf(draw),
    ...(ref === undefined ? {} : { ref }),
  };
}

function authorOf(draw: Draw): Fields {
  return draw.maybe(0.4, () => ({ author: draw.pick(["Counsel", "Dr. Müller", "東京"]) }));
}

export const addComment: Maker = (subject, draw) =>
  subject.body.spots.length === 0 ? undefined : [comment(subject, draw, draw.chance(0.2) ? draw.name() : undefined)];

export const replyComment: Maker = (subject, draw) =>
  onThread(subject, draw, (locator) => ({
    type: "reply_comment",
    comment: locator,
    content: commentText(subject, draw),
    ...authorOf(draw),
  }));

export const resolveComment: Maker = (subject, draw) =>
  onThread(subject, draw, (locator) => ({ type: "resolve_comment", comment: locator }));

/** Makes an edit on a thread of the document, or on one that the request creates. */
function onThread(subject: Subject, draw: Draw, make: (comment: Fields) => Edit): readonly Edit[] | undefined {
  const { comments } = subject.content;
  if (comments.length > 0 && draw.chance(0.8)) {
    const edits = [make({ number: draw.pick(comments).number })];
    return draw.chance(0.3) ? [...edits, make({ number: draw.pick(comments).number })] : edits;
  }
  if (subject.body.spots.length === 0) return undefined;
  const ref = draw.name();
  return [comment(subject, draw, ref), make({ ref })];
}
