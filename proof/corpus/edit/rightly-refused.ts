// Refusals that the content JSON does not let a maker foresee, by type of edit. Any other refusal of a request that a maker
// made is a fault: of the maker, or of the engine.

interface Refusal {
  /** The reason and the field of the edit: `PROTECTED_CONTENT at`. */
  readonly of: RegExp;
  readonly why: string;
}

/** Content controls are read unwrapped: where they begin and end is not told. */
const CONTROLS: Refusal = {
  of: /^PROTECTED_CONTENT (?:at|text|paragraphs)$/,
  why: "content controls are read unwrapped",
};

/** A field is told where it shows something; its marks may stand in paragraphs where it shows nothing. */
const FIELD_MARKS: Refusal = {
  of: /^PROTECTED_CONTENT paragraphs$/,
  why: "marks of fields are not told",
};

/** A link without an address is told as the text that it is around; of any other, its address and text alone. */
const LINKS: Refusal = {
  of: /^(?:NOT_LINKED|ALREADY_LINKED|PROTECTED_CONTENT) (?:text|paragraphs)$/,
  why: "of links only the address is told",
};

/** A change may hold half of a field or of a row, which the text does not tell. */
const HALVES: Refusal = {
  of: /^UNDEFINED_COMBINATION revision$/,
  why: "what of fields and rows is changed is not told",
};

const EMPTY_TABLES: Refusal = {
  of: /^RANGE_INVALID paragraphs$/,
  why: "tables without paragraphs have no place",
};

/** Of a move its first paragraphs are told, not where it ends. */
const MOVES: Refusal = {
  of: /^UNDEFINED_COMBINATION (?:text|paragraphs)$/,
  why: "the ends of moves are not told",
};

/** A button or box of a form is told as an object like any other. */
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

/** Why a refusal, given by reason and field, could not be foreseen; undefined when it should have been. */
export function excuseOf(type: string, refusal: string): string | undefined {
  return RIGHTLY[type]?.find(({ of }) => of.test(refusal))?.why;
}
