// What all parts of one page share while it is written.

import type { Numbering } from "../../document/lists/numbering.ts";
import type { Note } from "../../document/marks/notes.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { Story } from "../../document/text/stories.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { RedlineComment } from "../redline.ts";
import type { BlockOrigins } from "./block-origins.ts";
import type { ChangeList } from "./change-list.ts";
import type { StyleSheet } from "./markup.ts";
import type { Pictures } from "./pictures.ts";
import type { FontUse, FormattingMemory } from "./run-css.ts";
import { type StoryMarks, storyMarks } from "./story-marks.ts";

export interface HtmlContext {
  readonly document: WordDocument;
  readonly numbering: Numbering;
  readonly origins: BlockOrigins;
  readonly sheet: StyleSheet;
  readonly fonts: FontUse;
  /** The elements around runs, the looks of paragraphs and the text of their marks that were written before. */
  readonly runs: FormattingMemory<readonly Wrapper[]>;
  readonly paragraphs: FormattingMemory<ParagraphLook>;
  readonly markTexts: FormattingMemory<string>;
  readonly pictures: Pictures;
  readonly changes: ChangeList;
  /** By the document's comment id. */
  readonly comments: ReadonlyMap<string, RedlineComment>;
  /** By the block in which the commented text begins. */
  readonly commentsAt: ReadonlyMap<string, readonly RedlineComment[]>;
  /** By the element that refers to it. */
  readonly notes: ReadonlyMap<NodeId, NumberedNote>;
  /** Called where a note is referred to for the first time: its text is written then, so that its changes stand there in the list. */
  readonly writeNote: (note: NumberedNote) => void;
}

export type NumberedNote = Note & { readonly number: number };

/** CSS, flags and direction that a paragraph's formatting gives its element. */
export interface ParagraphLook {
  readonly css: string;
  readonly flags: string;
  readonly isRightToLeft: boolean;
}

/** Something around pieces of text. */
export interface Wrapper {
  /** Equal for neighbours that share the element. */
  readonly key: unknown;
  readonly open: () => string;
  readonly close: string;
}

/** One story while it is written. */
export interface StoryContext extends HtmlContext {
  readonly story: Story;
  readonly marks: StoryMarks;
  /** Tables have the ids of the JSON; in a part that it leaves out they have none. */
  readonly hasTableIds: boolean;
  readonly place: ClausePlace;
}

/** The clause that is being written; boxes and notes stand in that of their anchor. */
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
  return { ...context, story, marks: marksOf(context, story), ...how };
}

/** Notes share a tree, and so do a story and its boxes; each has marks of its own. */
function marksOf({ document }: HtmlContext, story: Story): StoryMarks {
  const ofTree = known.get(story.tree) ?? new Map<NodeId, StoryMarks>();
  known.set(story.tree, ofTree);
  const marks = ofTree.get(story.root) ?? storyMarks(document, story);
  ofTree.set(story.root, marks);
  return marks;
}
