// Predicts deleted notes, comments, replies and resolved threads.

import { textOf } from "../compare/compare-paragraphs.ts";
import { itemsOf, noteFinder } from "../items.ts";
import { type LocatorGiven, locateParas, type RangeGiven, Unlocated } from "../locate.ts";
import { type Item, type Known, known, type Model, type Note, type Thread } from "../model.ts";
import type { Selector } from "../select-text.ts";
import type { Content } from "../write-content.ts";
import { select } from "./text.ts";

export interface DeleteNoteEdit {
  readonly note: { readonly kind?: string; readonly number?: number; readonly ref?: string };
}

export function deleteNote(model: Model, { note: given }: DeleteNoteEdit): void {
  const made = given.ref === undefined ? undefined : model.refs.get(given.ref);
  const note = model.notes.find(({ part }) =>
    made?.kind === "part" ? part === made.part : part.kind === given.kind && part.number === given.number,
  );
  if (note === undefined) throw new Unlocated("the note is not there");
  note.isGone = true;
  if (note.place !== undefined) itemsOf(note.place.para, noteFinder(model));
  for (const para of model.body.paras) {
    for (const [at, item] of (para.items ?? []).entries()) {
      if (item.note !== note) continue;
      item.isGone = true;
      for (const mark of ownMark(para.items!.slice(at + 1), note)) mark.isGone = true;
    }
  }
}

/**
 * Returns the note's own mark after its reference, which is deleted with it. Empty for a label of letters and digits,
 * because such a label is counted and not typed.
 */
function ownMark(behind: readonly Item[], { label = "" }: Note): readonly Item[] {
  const length = [...label].length;
  const isOwn =
    !/^[0-9a-z]*$/i.test(label) &&
    behind
      .slice(0, length)
      .map(({ text }) => text)
      .join("") === label;
  return isOwn ? behind.slice(0, length) : [];
}

export interface AddCommentEdit {
  readonly paragraphs: LocatorGiven | RangeGiven;
  readonly text?: Selector;
  readonly content: Content;
  readonly author?: string;
  readonly ref?: string;
}

export function addComment(model: Model, { paragraphs, text, content, author, ref }: AddCommentEdit): void {
  const { paras } = locateParas(model, paragraphs);
  const texts = paras.map((para) => textOf(para, () => undefined));
  const [selected, ...others] = text === undefined ? [] : select(model, paras, text);
  if (others.length > 0) throw new Unlocated("a comment is on one range");
  const whole: Known<string> = texts.includes(undefined) ? { open: "text of a field" } : known(texts.join("\n"));
  const thread: Thread = {
    author: authorOf(model, author),
    text: plainText(content),
    paras: selected === undefined ? paras : [selected.para],
    texts: selected === undefined ? texts : [texts[paras.indexOf(selected.para)]],
    anchor: selected === undefined ? whole : known(selected.items.map((item) => item.text).join("")),
    resolved: false,
    replies: [],
  };
  model.threads.push(thread);
  if (ref !== undefined) model.refs.set(ref, { kind: "thread", thread });
}

function authorOf({ author: own }: Model, given: string | undefined): Known<string> {
  const author = given?.trim() ?? own;
  return author === undefined ? { open: "author of the request" } : known(author);
}

function plainText(content: Content): string {
  if (typeof content === "string") return content.replace(/\r\n?/g, "\n");
  return content
    .map(({ type, text }) => (type === "tab" ? "\t" : type === "break" ? "\n" : plainText(text ?? "")))
    .join("");
}

interface ThreadGiven {
  readonly number?: number;
  readonly ref?: string;
}

function locateThread(model: Model, { number, ref }: ThreadGiven): Thread {
  const made = ref === undefined ? undefined : model.refs.get(ref);
  const thread = made?.kind === "thread" ? made.thread : model.threads[(number ?? 0) - 1];
  if (thread === undefined) throw new Unlocated("the thread is not there");
  return thread;
}

export interface ReplyEdit {
  readonly comment: ThreadGiven;
  readonly content: Content;
  readonly author?: string;
}

export function replyComment(model: Model, { comment, content, author }: ReplyEdit): void {
  locateThread(model, comment).replies.push({ author: authorOf(model, author), text: plainText(content) });
}

export function resolveComment(model: Model, { comment }: { readonly comment: ThreadGiven }): void {
  locateThread(model, comment).resolved = true;
}
