// Whether a redline shows an edit as what it is: not only marked, which accepting and rejecting would prove, but marked
// in its place, with what the edit left alone left alone.

import { measureEdit } from "../../generate/measure-edit.ts";
import type { Edit, EditKind } from "../../generate/truth.ts";
import type { IndexedStory, Located, Paragraph } from "./locate-edit.ts";
import { lengthOf, type Mark, type Piece, type PieceKind } from "./pieces.ts";

/** Of the characters that an edit leaves alone, the share that must be left alone. */
const LEAST_KEPT = 0.5;

/** Up to so many characters left alone may be signs of the edit itself: a currency, a bracket, a full stop. */
const MOST_SIGNS = 2;

export interface Question {
  readonly edit: Edit;
  readonly located: Located;
  /** The story of the body: notes have their references there. */
  readonly body: IndexedStory;
}

type Check = (question: Question) => boolean;

export function isFound(question: Question): boolean {
  return CHECKS[question.edit.kind](question);
}

const piecesOf = (paragraphs: readonly Paragraph[]): Piece[] => paragraphs.flatMap(({ pieces }) => pieces);

/**
 * Whether all the text, or where there is none every paragraph's end, has one of some marks. What came where something else went
 * may be shown as that written anew: then a blank or a full stop may have stayed.
 */
function areAll(pieces: readonly Piece[], ...marks: readonly Mark[]): boolean {
  const own = withoutSigns(pieces.filter(({ kind }) => kind === "text"));
  const told = own.length > 0 ? own : pieces.filter(({ kind }) => kind === "paragraph");
  return told.length > 0 && told.every(({ mark }) => marks.includes(mark));
}

/** Without the signs that stayed, if they are so few, or fewer than what is marked between them: the dashes around a heading. */
function withoutSigns(texts: readonly Piece[]): readonly Piece[] {
  const others = texts.filter(({ mark, text }) => mark !== "kept" || /[\p{L}\p{N}]/u.test(text));
  const signs = lengthOf(texts, "kept") - lengthOf(others, "kept");
  const marked = others.reduce((sum, { text }) => sum + text.length, 0);
  return others.length > 0 && (signs <= MOST_SIGNS || signs < marked) ? others : texts;
}

/** The paragraph stays, or is moved as it is past something that moved; what went and what came is marked. */
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

/** Every row of the table that stays has a cell that came, or went. */
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

/** One mark came, or went, and the text stays. */
function isMarkChanged(mark: "inserted" | "deleted"): Check {
  return ({ located: { before, after, story } }) => {
    const [old, now] = [piecesOf(before), piecesOf(after)];
    const all = mark === "inserted" ? now : old;
    const isMarked = all.some((piece) => piece.kind === "paragraph" && piece.mark === mark);
    const length = old.reduce((sum, { text }) => sum + text.length, 0);
    // The last mark of a container cannot go: the one before it goes in its place.
    const isShifted = story.pieces.some(
      ({ kind, mark: other, after: at }) => kind === "paragraph" && other === mark && at === (now[0]?.after ?? 0) - 1,
    );
    return (isMarked || isShifted) && lengthOf(old, "kept") >= LEAST_KEPT * length;
  };
}

/** Of the characters that move, the share that one move must hold: short lines among them may have equals elsewhere. */
const LEAST_MOVED = 0.9;

/**
 * The text of both places is moved, and what was edited inside is marked as that. Neighbours are one move; paragraphs that an
 * earlier edit brought together, and which had others between them, cannot be.
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
 * Of a block with lines that the story repeats, which of the equal ones moved nobody can tell. Those that stand once are moved; of the others
 * none is struck here or written there.
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

/** Of what moved, the share of the longer text that must have stayed for a reader to know it again: of half a heading nobody can tell. */
const LEAST_KNOWN = 2 / 3;

/** False for what moved and changed so much, or defines another term now, that it may as well have gone here and come there. */
function isKnownAgain({ before, after, removed }: Edit): boolean {
  const [old, now] = [before.join(""), after.join("")];
  const termOf = (text: string): string | undefined =>
    /^\s*["\u201c\u201e\u00ab](.+?)["\u201c\u201d\u00bb]/u.exec(text)?.[1];
  return termOf(old) === termOf(now) && old.length - removed.length >= LEAST_KNOWN * Math.max(old.length, now.length);
}

/** The moved paragraphs, cut where, before or after, others stand between them. */
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

/** True if one move holds a part of what moved, which nobody edited. */
export function isPartMoved(part: Located): boolean {
  return heldByOne(part) >= LEAST_MOVED * part.before.reduce((sum, { text }) => sum + text.length, 0);
}

/** The most characters that one move takes from the old place of a part to the new one; none where there are none to move. */
function heldByOne({ before, after }: Located): number {
  const [old, now] = [piecesOf(before), piecesOf(after)];
  const names = new Set([...old, ...now].flatMap(({ move }) => move ?? []));
  const held = [...names].map((name) => {
    const ofMove = (pieces: readonly Piece[]): Piece[] => pieces.filter(({ move }) => move === name);
    return Math.min(lengthOf(ofMove(old), "moved-from"), lengthOf(ofMove(now), "moved-to"));
  });
  return Math.max(0, ...held);
}

/** True if a move left its paragraph alone: then what it moved past is marked, or nothing has to be. */
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
    // A note that came where another went may be shown as that note written anew.
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
 * One of some properties is changed on the paragraph or in it, and no text is marked. Where the next paragraph went, its mark may
 * have stayed for that of this one: it is then the paragraph's own in the document after.
 */
function isFormatted(...names: readonly string[]): Check {
  return ({ located: { before, after } }) => {
    const pieces = [...piecesOf(before), ...piecesOf(after)];
    return areAll(piecesOf(before), "kept") && haveFormats(pieces, names);
  };
}

/** The text stays, and the code of what leads elsewhere went and came: a link or a field. */
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

/** A list that starts over where it begins anyway changes no number there: it is seen on the next paragraph of the list, or nowhere. */
const isRestarted: Check = (question) => {
  const { edit, located } = question;
  if (edit.seenAt === undefined || isFormatted("w:numPr")(question)) return isFormatted("w:numPr")(question);
  const { before } = located.story.paragraphs;
  return edit.seenAt.every((number) => haveFormats(before[number]?.pieces ?? [], ["w:numPr"]));
};

/** One of some properties is changed on what holds a paragraph: a table, a row, a cell, a section. */
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

/** The tables, rows, cells or sections that an edit is about: those that begin, or end, with the paragraph it names. */
export function ownBlocks({ kind, paragraph }: Edit, { pieces }: IndexedStory): Piece[] {
  const block = BLOCKS[kind];
  if (block === undefined) return [];
  const own = pieces.filter((piece) => piece.kind === block);
  return paragraph === -1 ? own.slice(-1) : own.filter(({ before }) => before === paragraph);
}

/** The cell reaches over another now. */
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
