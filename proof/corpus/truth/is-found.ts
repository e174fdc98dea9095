// Checks that a redline shows an edit as what it is.
//
// Marks alone are not enough, because accepting and rejecting would prove those. The edit must be marked at its
// position, and what the edit did not touch must be unmarked.

import { measureEdit } from "../../generate/measure-edit.ts";
import type { Edit, EditKind } from "../../generate/truth.ts";
import type { IndexedStory, Located, Paragraph } from "./locate-edit.ts";
import { lengthOf, type Mark, type Piece, type PieceKind } from "./pieces.ts";

/** Least share of the untouched characters that must be unmarked. */
const LEAST_KEPT = 0.5;

/**
 * Up to this many unmarked characters may be punctuation of the edit itself: a currency sign, a bracket, a full stop.
 */
const MOST_SIGNS = 2;

export interface Question {
  readonly edit: Edit;
  readonly located: Located;
  /** The story of the body, which contains the references of notes. */
  readonly body: IndexedStory;
}

type Check = (question: Question) => boolean;

export function isFound(question: Question): boolean {
  return CHECKS[question.edit.kind](question);
}

const piecesOf = (paragraphs: readonly Paragraph[]): Piece[] => paragraphs.flatMap(({ pieces }) => pieces);

/**
 * True if all text has one of these marks, or all paragraph marks if there is no text. Content that replaces other
 * content may be shown as a rewritten version, in which a blank or a full stop is kept. These kept signs are ignored.
 */
function areAll(pieces: readonly Piece[], ...marks: readonly Mark[]): boolean {
  const own = withoutSigns(pieces.filter(({ kind }) => kind === "text"));
  const told = own.length > 0 ? own : pieces.filter(({ kind }) => kind === "paragraph");
  return told.length > 0 && told.every(({ mark }) => marks.includes(mark));
}

/**
 * Returns the pieces without kept signs if there are few of these, or fewer than marked characters. An example is the
 * dashes around a heading.
 */
function withoutSigns(texts: readonly Piece[]): readonly Piece[] {
  const others = texts.filter(({ mark, text }) => mark !== "kept" || /[\p{L}\p{N}]/u.test(text));
  const signs = lengthOf(texts, "kept") - lengthOf(others, "kept");
  const marked = others.reduce((sum, { text }) => sum + text.length, 0);
  return others.length > 0 && (signs <= MOST_SIGNS || signs < marked) ? others : texts;
}

/**
 * True if the deleted and inserted text is marked and at least `LEAST_KEPT` of the rest is unmarked. The paragraph
 * may also move as a whole past something that moved.
 */
const isEditedInPlace: Check = ({ edit, located: { before, after } }) => {
  const size = measureEdit(edit);
  const [old, now] = [piecesOf(before), piecesOf(after)];
  const left = old.reduce((sum, { text }) => sum + text.length, 0) - size.removed;
  return (
    lengthOf(old, "deleted") >= size.removed &&
    lengthOf(now, "inserted") >= size.added &&
    (left <= MOST_SIGNS || lengthOf(old, "kept", "moved-from") >= LEAST_KEPT * left)
  );
};

const isInserted: Check = ({ located: { after } }) => areAll(piecesOf(after), "inserted");
const isDeleted: Check = ({ located: { before } }) => areAll(piecesOf(before), "deleted");

/** True if every kept row of the table has an inserted (or deleted) cell. */
function isColumnMarked(mark: "inserted" | "deleted"): Check {
  return ({ edit, located: { story } }) => {
    const cells = story.pieces.filter(({ kind }) => kind === "cell");
    const table = cells.find(({ before }) => before === edit.paragraph)?.detail.split(" ")[0];
    const isInside = ({ detail }: Piece): boolean => detail.split(" ")[0] === table;
    const rows = story.pieces.filter((piece) => piece.kind === "row" && piece.mark === "kept" && isInside(piece));
    return rows.every(({ detail: row }) =>
      cells.some((cell) => cell.mark === mark && cell.detail.startsWith(`${row} `)),
    );
  };
}

/** True if one paragraph mark is inserted (or deleted) and at least `LEAST_KEPT` of the text is unmarked. */
function isMarkChanged(mark: "inserted" | "deleted"): Check {
  return ({ located: { before, after, story } }) => {
    const [old, now] = [piecesOf(before), piecesOf(after)];
    const all = mark === "inserted" ? now : old;
    const isMarked = all.some((piece) => piece.kind === "paragraph" && piece.mark === mark);
    const length = old.reduce((sum, { text }) => sum + text.length, 0);
    // The last mark of a container cannot be deleted. The mark before it is deleted instead.
    const isShifted = story.pieces.some(
      ({ kind, mark: other, after: at }) => kind === "paragraph" && other === mark && at === (now[0]?.after ?? 0) - 1,
    );
    return (isMarked || isShifted) && lengthOf(old, "kept") >= LEAST_KEPT * length;
  };
}

/**
 * Least share of the moved characters that one move must contain. Short lines among them may have equals elsewhere.
 */
const LEAST_MOVED = 0.9;

/**
 * True if the text is moved from the old to the new position, and edits inside it are marked. Text that changed too
 * much may be deleted and inserted instead (`isKnownAgain`). Neighbouring paragraphs must be one move. Paragraphs
 * that had others between them before or after cannot be one move.
 */
const isMoved: Check = (question) => {
  const { edit, located } = question;
  if (!isKnownAgain(edit) && isDeleted(question) && isInserted(question)) return true;
  const { removed, added, moved } = measureEdit(edit);
  const [old, now] = [piecesOf(located.before), piecesOf(located.after)];
  const held = partsOf(located).reduce((sum, part) => sum + heldByOne(part), 0);
  const isHeld = held >= LEAST_MOVED * moved || areOthersHeld(located);
  return isHeld && lengthOf(old, "deleted") >= removed && lengthOf(now, "inserted") >= added;
};

/**
 * True for a block with repeated lines if its unique paragraphs are moved and no repeated one is deleted or inserted.
 * Several equal paragraphs cannot be distinguished.
 */
function areOthersHeld(located: Located): boolean {
  const { before, after, story } = located;
  const counts = Map.groupBy(story.paragraphs.before, ({ text }) => text);
  const stand = before.map(({ text }) => counts.get(text)!.length === 1);
  if (before.length < 2 || before.length !== after.length || stand.every((isOnce) => isOnce)) return false;
  const isUntouched = ({ pieces }: Paragraph): boolean => lengthOf(pieces, "deleted", "inserted") === 0;
  const onlyOnce = (each: readonly Paragraph[]): Paragraph[] => each.filter((_, at) => stand[at]);
  const repeated = [...before, ...after].filter((_, at) => !stand[at % before.length]);
  const once = { before: onlyOnce(before), after: onlyOnce(after), story };
  return repeated.every(isUntouched) && (once.before.length === 0 || partsOf(once).every(isPartMoved));
}

/**
 * Least share of the longer text that must be unchanged so that a reader recognizes moved text. If half of a heading
 * changed, nobody can recognize it.
 */
const LEAST_KNOWN = 2 / 3;

/**
 * False if moved text changed so much, or defines another term now, that it may as well be shown as deleted and
 * inserted.
 */
function isKnownAgain({ before, after, removed }: Edit): boolean {
  const [old, now] = [before.join(""), after.join("")];
  const termOf = (text: string): string | undefined =>
    /^\s*["\u201c\u201e\u00ab](.+?)["\u201c\u201d\u00bb]/u.exec(text)?.[1];
  return termOf(old) === termOf(now) && old.length - removed.length >= LEAST_KNOWN * Math.max(old.length, now.length);
}

/** Returns the moved paragraphs, split between paragraphs that are not neighbours before or after the edit. */
export function partsOf({ before, after, story }: Located): Located[] {
  const cuts = before.flatMap((paragraph, at) => {
    const isFirst = at === 0 || !isNext(before[at - 1], paragraph) || !isNext(after[at - 1], after[at]);
    return isFirst ? [at] : [];
  });
  return cuts.map((from, at) => ({
    before: before.slice(from, cuts[at + 1]),
    after: after.slice(from, cuts[at + 1]),
    story,
  }));
}

function isNext(one: Paragraph | undefined, other: Paragraph | undefined): boolean {
  return one !== undefined && other !== undefined && other.number === one.number + 1;
}

/** True if one move contains this part of a move without further edits. */
export function isPartMoved(part: Located): boolean {
  return heldByOne(part) >= LEAST_MOVED * part.before.reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * Returns the largest number of characters that one move takes from the old to the new position of a part; 0 without
 * moves.
 */
function heldByOne({ before, after }: Located): number {
  const [old, now] = [piecesOf(before), piecesOf(after)];
  const names = new Set([...old, ...now].flatMap(({ move }) => move ?? []));
  const held = [...names].map((name) => {
    const ofMove = (pieces: readonly Piece[]): Piece[] => pieces.filter(({ move }) => move === name);
    return Math.min(lengthOf(ofMove(old), "moved-from"), lengthOf(ofMove(now), "moved-to"));
  });
  return Math.max(0, ...held);
}

/**
 * True if a move left its paragraphs in place. Then the content that it passed is marked instead, or nothing needs a
 * mark.
 */
export function isLeftInPlace({ before, after }: Located): boolean {
  const own = [...piecesOf(before), ...piecesOf(after)];
  const isSame = before.every(({ pieces }, at) => pieces.at(-1) === after[at]?.pieces.at(-1));
  return isSame && own.every(({ kind, mark }) => kind !== "paragraph" || mark === "kept");
}

function isNoteMarked(mark: "inserted" | "deleted"): Check {
  return (question) => {
    const { located, body } = question;
    const isEmpty = located.before.concat(located.after).every(({ text }) => text === "");
    const isText = isEmpty || (mark === "inserted" ? isInserted(question) : isDeleted(question));
    const reference = `w:${located.story.kind}Reference ${located.story.id}`;
    // A note that replaces a deleted one may be shown as that note with its text rewritten.
    const isAnew = (["deleted", "inserted"] as const).every((each) => lengthOf(located.story.pieces, each) > 0);
    const marks: readonly Mark[] = isAnew ? [mark, "kept"] : [mark];
    return isText && body.pieces.some((piece) => piece.detail === reference && marks.includes(piece.mark));
  };
}

const isSwapped: Check = ({ located: { before, after } }) => {
  const hasObject = (paragraphs: readonly Paragraph[], mark: Mark): boolean =>
    piecesOf(paragraphs).some((piece) => piece.kind === "object" && piece.mark === mark);
  return hasObject(before, "deleted") && hasObject(after, "inserted");
};

/**
 * True if one of these properties is changed on the paragraph or in it, and no text is marked. If the next paragraph
 * is deleted, its mark may remain in place of this paragraph's mark, so the pieces after the edit count too.
 */
function isFormatted(...names: readonly string[]): Check {
  return ({ located: { before, after } }) => {
    const pieces = [...piecesOf(before), ...piecesOf(after)];
    return areAll(piecesOf(before), "kept") && haveFormats(pieces, names);
  };
}

/** True if the text is kept and the code of the link or field is deleted and inserted with its new target. */
const isLedElsewhere: Check = ({ located: { before, after } }) => {
  const hasCode = (paragraphs: readonly Paragraph[], mark: Mark): boolean =>
    piecesOf(paragraphs).some(
      ({ kind, detail, ...piece }) => kind === "object" && CODE.test(detail) && piece.mark === mark,
    );
  const isKept = piecesOf(before).every(
    ({ kind, mark }) => kind !== "text" || mark === "kept" || mark === "moved-from",
  );
  return isKept && hasCode(before, "deleted") && hasCode(after, "inserted");
};

const CODE = /^(?:field|w:instrText|w:delInstrText)$/;

function haveFormats(pieces: readonly Piece[], names: readonly string[]): boolean {
  return pieces.some(({ formats }) => formats.some((name) => names.includes(name)));
}

/**
 * True if the restart of a list is visible. At the first paragraph of a list, a restart changes no number. So it is
 * also accepted on the paragraphs where it is seen, even if there are no such paragraphs.
 */
const isRestarted: Check = (question) => {
  const { edit, located } = question;
  if (edit.seenAt === undefined || isFormatted("w:numPr")(question)) return isFormatted("w:numPr")(question);
  const { before } = located.story.paragraphs;
  return edit.seenAt.every((number) => haveFormats(before[number]?.pieces ?? [], ["w:numPr"]));
};

/** True if one of these properties is changed on a block around the paragraph: a table, a row, a cell, a section. */
function isBlockFormatted(...names: readonly string[]): Check {
  return ({ edit, located: { story } }) => haveFormats(ownBlocks(edit, story), names);
}

const BLOCKS: Partial<Readonly<Record<EditKind, PieceKind>>> = {
  margins: "section",
  section_columns: "section",
  table_alignment: "table",
  row_break: "row",
  cell_shading: "cell",
};

/**
 * Returns the tables, rows, cells or sections that an edit changes: those that begin, or end, with the paragraph that
 * it names.
 */
export function ownBlocks({ kind, paragraph }: Edit, { pieces }: IndexedStory): Piece[] {
  const block = BLOCKS[kind];
  if (block === undefined) return [];
  const own = pieces.filter((piece) => piece.kind === block);
  return paragraph === -1 ? own.slice(-1) : own.filter(({ before }) => before === paragraph);
}

/** True if the cell now spans another one. */
const isMerged: Check = ({ located: { after, story } }) =>
  story.pieces.some(
    ({ kind, formats, after: number }) =>
      kind === "cell" && formats.includes("w:gridSpan") && number === after[0]?.number,
  );

const CHECKS: Readonly<Record<EditKind, Check>> = {
  replace_word: isEditedInPlace,
  insert_sentence: isEditedInPlace,
  delete_sentence: isEditedInPlace,
  white_space: isEditedInPlace,
  insert_paragraph: isInserted,
  delete_paragraph: isDeleted,
  split_paragraph: isMarkChanged("inserted"),
  join_paragraphs: isMarkChanged("deleted"),
  move_paragraph: isMoved,
  move_with_edit: isMoved,
  move_block: isMoved,
  insert_row: isInserted,
  delete_row: isDeleted,
  insert_column: isColumnMarked("inserted"),
  delete_column: isColumnMarked("deleted"),
  cell_text: isEditedInPlace,
  merge_cells: isMerged,
  note_text: isEditedInPlace,
  insert_note: isNoteMarked("inserted"),
  delete_note: isNoteMarked("deleted"),
  header_text: isEditedInPlace,
  footer_text: isEditedInPlace,
  text_box: isEditedInPlace,
  link_target: isLedElsewhere,
  image_swap: isSwapped,
  toggle_bold: isFormatted("w:b"),
  change_level: isFormatted("w:numPr"),
  change_style: isFormatted("w:pStyle"),
  alignment: isFormatted("w:jc"),
  margins: isBlockFormatted("w:pgMar"),
  restart_numbering: isRestarted,
  change_number: isEditedInPlace,
  change_date: isEditedInPlace,
  change_signs: isEditedInPlace,
  cjk_character: isEditedInPlace,
  rename_term: isEditedInPlace,
  split_list: isMarkChanged("inserted"),
  run_size: isFormatted("w:sz"),
  run_color: isFormatted("w:color"),
  indent: isFormatted("w:ind"),
  table_alignment: isBlockFormatted("w:jc"),
  row_break: isBlockFormatted("w:cantSplit"),
  cell_shading: isBlockFormatted("w:shd"),
  section_columns: isBlockFormatted("w:cols"),
};
