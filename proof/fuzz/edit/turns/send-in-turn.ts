// Sends the edits of a batch one by one, each to what the one before it gave.

import { nodeZlib } from "@versus/engine/node-zlib";
import { type EditTaskOutcome, editTask, Failure, type Refusal } from "@versus/engine/tasks";
import { PropertyBroken } from "../../target.ts";
import {
  addressed,
  type Item,
  type Key,
  type Name,
  type NamedEdit,
  type PointName,
  type TextName,
  Untranslated,
} from "../names.ts";
import { keysOf, Reading } from "../reading.ts";
import { History } from "./history.ts";
import { InTurn } from "./in-turn.ts";
import { takeIn } from "./take-in.ts";

/** Who edits, and when. */
export const SIGNATURE = { author: "Eve", date: "2026-03-04T05:06:07Z" } as const;

export type Turns =
  | { readonly kind: "done"; readonly document: Uint8Array }
  | { readonly kind: "untranslated"; readonly what: string }
  | { readonly kind: "refused"; readonly at: number; readonly request: unknown; readonly refusals: readonly Refusal[] };

/** Sends edits as one request: it ends with a result or with refusals. */
export function send(document: Uint8Array, edits: readonly unknown[]): EditTaskOutcome {
  try {
    return editTask({ document, edits, codec: nodeZlib, ...SIGNATURE });
  } catch (problem) {
    if (!(problem instanceof Failure)) throw problem;
    const told = edits.length <= MOST_TOLD ? ` ${JSON.stringify(edits)}` : "";
    throw new PropertyBroken(`edits never fail (${problem.code})`, `${problem.message}${told}`);
  }
}

const MOST_TOLD = 3;

/** Whichever output is sent on: the clean copy, or the redline with all its changes undecided. `see` gets the redline of every edit. */
export function sendInTurn(
  document: Uint8Array,
  edits: readonly NamedEdit[],
  output: "docx" | "redline",
  see: (redline: Uint8Array) => void = () => {},
): Turns {
  const upload = new Reading(document);
  // A document that was made smaller may have lost what its paragraphs are named by.
  const isNamed = upload.all.every(({ paragraph }) => keysOf(paragraph).length === 1);
  if (!isNamed) return { kind: "untranslated", what: "paragraph without a name" };
  const history = new History(upload.content.sections.length);
  let bytes = document;
  let now = upload;
  try {
    for (const [at, edit] of edits.entries()) {
      const before = new InTurn(upload, now, history);
      const parts = partsOf(edit, before);
      for (const part of parts) {
        const request = addressed(part, new InTurn(upload, now, history));
        const outcome = send(bytes, [request]);
        if (outcome.kind === "refused") return { kind: "refused", at, request, refusals: outcome.refusals };
        see(outcome.redline);
        bytes = outcome[output];
        now = new Reading(bytes);
      }
      takeIn(edit, { before, now }, history);
    }
  } catch (problem) {
    if (problem instanceof Untranslated) return { kind: "untranslated", what: problem.message };
    throw problem;
  }
  return { kind: "done", document: bytes };
}

type Destination = Extract<Name, { $: "destination" }>;

/** An edit as the edits that say the same of what stands apart by now. */
function partsOf({ edit }: NamedEdit, turn: InTurn): readonly object[] {
  const { type, paragraphs, text } = edit as {
    type: string;
    paragraphs?: { $?: string; key?: Key; items?: Item[] };
    text?: { $?: string; text?: TextName };
  };
  if (type === "format" && text?.text !== undefined) {
    return turn.pieces(text.text).map((piece) => ({
      ...edit,
      paragraphs: { $: "home", of: piece },
      text: { $: "text", text: piece, how: 0 },
    }));
  }
  const items = edit.new_paragraphs as readonly { readonly style_id?: string; readonly like?: Name }[] | undefined;
  if (type === "insert_paragraphs" && items!.some((item) => item.style_id === undefined && item.like === undefined)) {
    // It is like the paragraph that it was to stand beside, not like the one that stands there by then.
    turn.demandFree(edit.destination as Destination);
  }
  // A block that is already the last at its destination stays there: nothing names the block before it.
  if (type === "move_paragraphs" && turn.isLastThere(paragraphs!.items!, edit.destination as Destination)) {
    if (paragraphs!.items!.length > 1) throw new Untranslated("destination behind what moves");
    return [];
  }
  if (type === "insert_table") turn.demandApart(edit.destination as Destination);
  const axis = /^insert_table_(row|column)$/.exec(type)?.[1] as "row" | "column" | undefined;
  if (axis !== undefined) turn.demandLine((edit.destination as Record<typeof axis, Name>)[axis], axis);
  if (type === "join_paragraphs" && edit.separator !== undefined) turn.demandOne(edit.paragraphs as Name);
  if (type === "insert_section_break") {
    turn.demandSections();
    turn.demandUnbroken(edit.paragraphs as Name);
  }
  // A comment on a paragraph that others were joined to is on all of it: where the join is undecided, these are several.
  if (type === "add_comment" && text === undefined) {
    return [{ ...edit, paragraphs: turn.withJoined(edit.paragraphs as Name) }];
  }
  // The only link of a paragraph may be in its second half by then, or no longer be the only one.
  if (/^(set|remove)_hyperlink$/.test(type) && paragraphs?.key !== undefined) {
    const word = turn.linkWord(paragraphs.key);
    return [{ ...edit, paragraphs: { $: "home", of: word }, text: { $: "text", text: word, how: 0 } }];
  }
  // A link on a paragraph is on the text that it had, whatever was joined to it.
  if (type === "add_hyperlink" && paragraphs?.key !== undefined && turn.isPart(paragraphs.key)) {
    const whole = { key: paragraphs.key, from: 0, to: turn.upload.starts.get(paragraphs.key)!.paragraph.text.length };
    return [{ ...edit, paragraphs: { $: "home", of: whole }, text: { $: "text", text: whole, how: 0 } }];
  }
  if (type === "insert" && paragraphs?.$ === "paragraphs") {
    return paragraphs.items!.flatMap((item) => ("key" in item ? [insertAt(edit, turn, item.key)] : []));
  }
  return [edit];
}

/** An insertion at the start or end of several paragraphs, for one of them. */
function insertAt(edit: NamedEdit["edit"], { upload }: InTurn, key: string): object {
  const anchor = edit.at as "start" | "end";
  const offset = anchor === "start" ? 0 : upload.starts.get(key)!.paragraph.text.length;
  const point: PointName = { key, offset, anchor };
  return { ...edit, paragraphs: { $: "home", of: point }, at: { $: "at", point, how: 0 } };
}
