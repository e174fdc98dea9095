// Defines the state that all parts of one page share while it is written.

import type { Numbering } from "../../document/lists/numbering.ts";
import type { Note } from "../../document/marks/notes.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { Story } from "../../document/text/stories.ts";
import type { OutputBudget } from "../../failures/output-budget.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { RedlineComment } from "../redline.ts";
import type { BlockOrigins } from "./block-origins.ts";
import type { ChangeList } from "./data/change-list.ts";
import type { StyleSheet } from "./markup.ts";
import type { Pictures } from "./pictures.ts";
import type { FontUse, FormattingMemory } from "./run-css.ts";
import { CommentCursor, type StoryMarks, storyMarks } from "./story-marks.ts";

export interface HtmlContext {
  readonly document: WordDocument;
  readonly numbering: Numbering;
  readonly origins: BlockOrigins;
  readonly sheet: StyleSheet;
  /** The budget of the fragment. */
  readonly budget: OutputBudget;
  readonly fonts: FontUse;
  /** Results for equal formatting: elements around runs, styles of paragraphs, and text of their marks. */
  readonly runs: FormattingMemory<readonly Wrapper[]>;
  readonly paragraphs: FormattingMemory<ParagraphLook>;
  readonly markTexts: FormattingMemory<string>;
  readonly pictures: Pictures;
  readonly changes: ChangeList;
  /** Maps the document's comment id to its comment. */
  readonly comments: ReadonlyMap<string, RedlineComment>;
  /** Maps the id of a block to the comments whose text begins in it. The key of comments without a block is empty. */
  readonly commentsAt: ReadonlyMap<string, readonly RedlineComment[]>;
  /** Maps the element that refers to a note to the note. */
  readonly notes: ReadonlyMap<NodeId, NumberedNote>;
  /** Writes the text of a note. Called at its first reference, so the note's changes are listed at that position. */
  readonly writeNote: (note: NumberedNote) => void;
}

export type NumberedNote = Note & { readonly number: number };

/** The CSS, flags and direction that a paragraph's formatting gives its element. */
export interface ParagraphLook {
  readonly css: string;
  readonly flags: string;
  readonly isRightToLeft: boolean;
}

/** An element around pieces of text. */
export interface Wrapper {
  /** Equal for neighbours that share the element. */
  readonly key: unknown;
  readonly open: () => string;
  readonly close: string;
}

/** The state of one story while it is written. */
export interface StoryContext extends HtmlContext {
  readonly story: Story;
  readonly marks: StoryMarks;
  /** The position among the comment marks. */
  readonly cursor: CommentCursor;
  /** True if tables have the ids of the JSON. Tables of a part that the JSON leaves out have none. */
  readonly hasTableIds: boolean;
  readonly place: ClausePlace;
}

/** The clause and block that are being written. Text boxes and notes use those of their anchor. */
export interface ClausePlace {
  clause: string;
  block: string;
}

const known = new WeakMap<Tree, Map<NodeId, StoryMarks>>();

export function storyContext(
  context: HtmlContext,
  story: Story,
  how: { readonly hasTableIds: boolean; readonly place: ClausePlace },
): StoryContext {
  const marks = marksOf(context, story);
  return { ...context, story, marks, cursor: new CommentCursor(marks.comments), ...how };
}

/**
 * Returns the comments, links and page-number fields of a story, and finds them only once. Notes share a tree, and so
 * do a story and its text boxes, so the root of the story identifies them.
 */
function marksOf({ document }: HtmlContext, story: Story): StoryMarks {
  const ofTree = known.get(story.tree) ?? new Map<NodeId, StoryMarks>();
  known.set(story.tree, ofTree);
  const marks = ofTree.get(story.root) ?? storyMarks(document, story);
  ofTree.set(story.root, marks);
  return marks;
}
