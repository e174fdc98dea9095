// Lists refusals that the content JSON does not let a maker predict, by type of edit.
//
// Any other refusal of a made request is a fault of the maker or of the engine.

interface Refusal {
  /** The reason and the field of the edit: `PROTECTED_CONTENT at`. */
  readonly of: RegExp;
  readonly why: string;
}

/** The JSON shows the content of content controls without their borders. */
const CONTROLS: Refusal = {
  of: /^PROTECTED_CONTENT (?:at|text|paragraphs)$/,
  why: "content controls are read unwrapped",
};

/** The JSON shows a field where it has visible text. Its marks may be in paragraphs without visible text. */
const FIELD_MARKS: Refusal = {
  of: /^PROTECTED_CONTENT paragraphs$/,
  why: "marks of fields are not told",
};

/**
 * The JSON shows a link without an address as plain text. Of any other link it shows only the address and the text.
 */
const LINKS: Refusal = {
  of: /^(?:NOT_LINKED|ALREADY_LINKED|PROTECTED_CONTENT) (?:text|paragraphs)$/,
  why: "of links only the address is told",
};

/** A change may contain a part of a field or of a row, which the JSON does not show. */
const HALVES: Refusal = {
  of: /^UNDEFINED_COMBINATION revision$/,
  why: "what of fields and rows is changed is not told",
};

const EMPTY_TABLES: Refusal = {
  of: /^RANGE_INVALID paragraphs$/,
  why: "tables without paragraphs have no place",
};

/** The JSON shows the first paragraphs of a move, not its end. */
const MOVES: Refusal = {
  of: /^UNDEFINED_COMBINATION (?:text|paragraphs)$/,
  why: "the ends of moves are not told",
};

/** The JSON shows a button or box of a form as an object like any other. */
const FORM_CONTROLS: Refusal = {
  of: /^PROTECTED_CONTENT paragraphs$/,
  why: "what an object is is not told",
};

const RIGHTLY: Readonly<Record<string, readonly Refusal[]>> = {
  replace: [MOVES],
  delete: [MOVES],
  delete_paragraphs: [FIELD_MARKS, MOVES],
  move_paragraphs: [FIELD_MARKS, MOVES, FORM_CONTROLS],
  split_paragraph: [CONTROLS],
  join_paragraphs: [MOVES, EMPTY_TABLES],
  accept_revision: [HALVES],
  reject_revision: [HALVES],
  add_hyperlink: [CONTROLS, LINKS],
  set_hyperlink: [LINKS],
  remove_hyperlink: [LINKS],
  insert_table_column: [{ of: /^INVALID_VALUE width$/, why: "the widths of tables are not told" }],
};

/**
 * Returns why a refusal, given by reason and field, could not be predicted. Undefined if the maker should have
 * predicted it.
 */
export function excuseOf(type: string, refusal: string): string | undefined {
  return RIGHTLY[type]?.find(({ of }) => of.test(refusal))?.why;
}
