// Implements add_comment, reply_comment and resolve_comment. Comments are annotations and untracked.

import type { CommentMarks } from "../../document/marks/write-comments.ts";
import { ensure } from "../../failures/failure.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { isBefore } from "../apply/blocks/document-order.ts";
import { markParagraphs, markText } from "../apply/comment-marks.ts";
import type { Workspace } from "../apply/workspace.ts";
import { allNamed, locateParagraphs, type NamedParagraph } from "../locate/paragraphs.ts";
import { locateComment, type NamedComment } from "../locate/parts.ts";
import type { Selector, TextRange } from "../locate/text/match-text.ts";
import { selectText } from "../locate/text/select-text.ts";
import { paragraphNameOf, type UploadedPlace } from "../locate/uploaded.ts";
import { type Touch, usesOf } from "../plan/touch.ts";
import { type Lookup, refuse } from "../refusal.ts";
import type { EditOf } from "../shape/edit-types.ts";
import type { Operation, Planned, Resolving } from "./operation.ts";

export const addComment: Operation<"add_comment"> = (resolving) => {
  const { edit, field, known } = resolving;
  const own = `${field}.paragraphs`;
  const named = locateParagraphs(known, edit.paragraphs, own);
  if ("problems" in named) return named;
  const { places, made } = named.found;
  const outside = places.find(({ part }) => part.locator.kind !== "body");
  if (outside !== undefined || made.some((one) => known.refs.surroundingsOf(one).kind !== "body")) {
    const message = "Comments are allowed only in the body and its tables.";
    return refuse(own, "NOT_ALLOWED_HERE", message, {
      paragraphs: outside === undefined ? [] : [paragraphNameOf(outside)],
    });
  }
  const { text: selector } = edit;
  if (selector !== undefined) return commentOnText(resolving, selector, { places, isMade: made.length > 0 });
  const all = allNamed(named.found);
  const [first, last] = [all[0]!, all.at(-1)!];
  const apply = commenting(resolving, (work, id) => markParagraphs(work, { first, last }, id));
  return {
    found: {
      touches: usesOf(places, own),
      // One comment counts once, however long its range is.
      places: 1,
      apply: (work) => {
        if (isTurned(work, first, last)) work.problems.push({ field: own, ...TURNED });
        else apply(work);
      },
    },
  };
};

/** True if edits moved the end of a range before its start. */
function isTurned(work: Workspace, first: NamedParagraph, last: NamedParagraph): boolean {
  const { story, node } = work.paragraphOf(first);
  return isBefore(story.tree, work.paragraphOf(last).node, node);
}

const TURNED = {
  reason: "UNDEFINED_COMBINATION",
  message: "Earlier edits move the end of this range before its start.",
} as const;

function commentOnText(
  resolving: Resolving<EditOf<"add_comment">>,
  selector: Selector,
  { places, isMade }: { readonly places: readonly UploadedPlace[]; readonly isMade: boolean },
): Lookup<Planned> {
  const { field, known } = resolving;
  const own = `${field}.text`;
  if (isMade)
    return refuse(own, "NOT_ALLOWED_HERE", "Text of a new paragraph cannot be selected by the request that makes it.");
  const ranges = selectText(known.uploaded, places, { selector, field: own });
  if ("problems" in ranges) return ranges;
  const range = oneRange(ranges.found, own);
  if ("problems" in range) return range;
  const touches: Touch[] = [{ kind: "text", ...range.found, effect: "anchors", field: own }];
  return { found: { touches, apply: commenting(resolving, (work, id) => markText(work, range.found, id)) } };
}

/** Returns the range if there is exactly one. */
export function oneRange(ranges: readonly TextRange[], field: string): Lookup<TextRange> {
  const [range, ...more] = ranges;
  if (range !== undefined && more.length === 0) return { found: range };
  return refuse(
    field,
    "TEXT_NOT_UNIQUE",
    `The text matches ${ranges.length} times; a comment takes one match. Give \`occurrence\` as a number.`,
  );
}

/** Returns a function that makes a comment and marks its range. */
function commenting(
  { edit, field }: Resolving<EditOf<"add_comment">>,
  mark: (work: Workspace, id: string) => CommentMarks,
): Planned["apply"] {
  return (work) => {
    const comment = makeComment(work, edit, { field, parent: NONE });
    const marks = mark(work, work.comments.idOf(comment));
    if (typeof edit.ref === "string") work.threads.set(edit.ref, { comment, marks });
  };
}

function makeComment(
  work: Workspace,
  edit: EditOf<"add_comment" | "reply_comment">,
  { field, parent }: { readonly field: string; readonly parent: NodeId },
): NodeId {
  const { date } = work.signature;
  const author = typeof edit.author === "string" ? edit.author.trim() : "";
  const runs = (tree: Tree): readonly NodeId[] =>
    work.writer.write(edit.content, { tree, properties: NONE, field: `${field}.content` }).nodes;
  return work.comments.add({ author: author === "" ? work.signature.author : author, date, parent, runs });
}

export const replyComment: Operation<"reply_comment"> = (resolving) => {
  const { edit, field } = resolving;
  return onThread(resolving, (work, { comment, marks }) => {
    const reply = makeComment(work, edit, { field, parent: comment });
    if (marks !== undefined) work.comments.markReply(marks, work.comments.idOf(reply));
  });
};

export const resolveComment: Operation<"resolve_comment"> = (resolving) =>
  onThread(resolving, (work, { comment }) => work.comments.resolve(comment));

interface Thread {
  /** The `w:comment` that begins the thread. */
  readonly comment: NodeId;
  /** Undefined for a thread that no story refers to. */
  readonly marks: CommentMarks | undefined;
}

function onThread(
  { edit, field, known }: Resolving<EditOf<"reply_comment" | "resolve_comment">>,
  apply: (work: Workspace, thread: Thread) => void,
): Lookup<Planned> {
  const own = `${field}.comment`;
  const named = locateComment(known, edit.comment, own);
  if ("problems" in named) return named;
  return { found: { touches: [], apply: (work) => apply(work, threadOf(work, named.found)) } };
}

function threadOf(work: Workspace, named: NamedComment): Thread {
  if (named.kind === "made") {
    const thread = work.threads.get(named.made.name);
    ensure(thread !== undefined, "a thread is named after it was made");
    return thread;
  }
  const { comment, anchor } = named.thread;
  if (anchor === undefined) return { comment: comment.story.root, marks: undefined };
  const { story, start, end, reference } = anchor;
  const tree = work.document.package.tree(story.part);
  return { comment: comment.story.root, marks: { tree, start, end, reference } };
}
