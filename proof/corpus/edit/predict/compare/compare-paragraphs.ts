// Compares the predicted paragraphs of a part with those of a content JSON.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";
import { type Piece, piecesOf, segmentPieces } from "../items.ts";
import type { Look, Model, Para, Part } from "../model.ts";
import { compareLooks } from "./compare-looks.ts";
import { countOpen, hold, type Report } from "./report.ts";

/** Facts about the whole document for the comparison of its paragraphs. */
export interface Whole {
  readonly model: Model;
  readonly content: ContentJson;
  readonly report: Report;
  /** Returns the label of a paragraph (empty if none shows), or why it is unknown. */
  readonly labelOf: (para: Para) => { readonly label: string } | { readonly open: string };
  readonly tableNumbers: ReadonlyMap<object, number>;
  /** True if the numbers of the part's tables are known. */
  readonly isNumbered: (part: Part) => boolean;
  readonly sectionOf: (para: Para) => number | undefined;
  /** Returns what a field that refers to a paragraph shows; undefined if unknown. */
  readonly shownBy: (shows: { readonly to: Para; readonly show: string }, from: Para) => string | undefined;
}

/** Compares all paragraphs of a part. `name` describes the part. */
export function compareParas(whole: Whole, part: Part, { name, blocks }: NamedBlocks): void {
  for (const [index, para] of part.paras.entries())
    comparePara(whole, para, { what: `${name} ${index}`, block: blocks[index]!, before: blocks[index - 1] });
}

export interface NamedBlocks {
  readonly name: string;
  readonly blocks: readonly ContentParagraph[];
}

interface Compared {
  readonly what: string;
  readonly block: ContentParagraph;
  /** The previous paragraph. */
  readonly before: ContentParagraph | undefined;
}

function comparePara(whole: Whole, para: Para, compared: Compared): void {
  const { report } = whole;
  const { what, block } = compared;
  compareText(whole, para, compared);
  if ("open" in para.style) countOpen(report, para.style.open);
  else hold(report, `${what} style_id`, { expected: para.style.value, actual: block.style_id });
  compareList(whole, para, compared);
  const format: Look = { keys: (block.paragraph_format ?? {}) as Look["keys"] };
  compareLooks(report, `${what} paragraph_format`, { expected: para.format, actual: format });
  comparePlace(whole, para, compared);
  hold(report, `${what} section`, { expected: whole.sectionOf(para), actual: block.section });
  if (!para.isDecided) compareMarks(whole, para, compared);
}

/**
 * Compares the changes of paragraph marks. At the end of a cell or story, or before a table, a mark is one change
 * with its author's text before it, whatever the two dates are. This mark is reported with the date of the text
 * (revisions.md, 9). So the date is compared only if neither document has the mark there.
 */
function compareMarks({ report, model, content }: Whole, para: Para, { what, block, before }: Compared): void {
  const { paras, all } = para.part;
  const wasWithText = isLast(para, all) && isWithText(para.source, all[all.indexOf(para) - 1]?.source);
  const isDated = !wasWithText && !(isLast(para, paras) && isWithText(block, before));
  const name = (told: ContentJson, number: number | undefined): string | undefined =>
    revisionName(told, number, isDated);
  hold(report, `${what} mark`, {
    expected: para.mark && { revision: name(model.content, para.mark.revision), kind: para.mark.kind },
    actual: block.mark && { revision: name(content, block.mark.revision), kind: block.mark.kind },
  });
}

function isLast(para: Para, paras: readonly Para[]): boolean {
  const next = paras[paras.indexOf(para) + 1];
  return next === undefined || next.cell !== para.cell;
}

/**
 * True if the mark of a paragraph is, or may be, one change with the content before it. Deleted text is not in the
 * JSON, so a deleted mark always may be.
 */
function isWithText(block: ContentParagraph | undefined, before: ContentParagraph | undefined): boolean {
  const last = segmentPieces(block?.content ?? []).at(-1) ?? before?.mark;
  return block?.mark?.kind === "deletion" || (block?.mark !== undefined && last?.revision === block.mark.revision);
}

function comparePlace(whole: Whole, para: Para, { what, block }: Compared): void {
  const { report } = whole;
  if (para.part.open !== undefined) {
    countOpen(report, para.part.open);
    return;
  }
  const place = placeOf(whole, para);
  // If the part has a table without paragraphs, the numbers of its tables are unknown.
  const number = whole.isNumbered(para.part) ? {} : { number: 0 };
  hold(report, `${what} table`, {
    expected: place && { ...place, ...number },
    actual: block.table && { ...block.table, ...number },
  });
}

/** Describes a change by its kind, author and date, because its number may differ between the documents. */
function revisionName({ revisions }: ContentJson, number: number | undefined, isDated = true): string | undefined {
  const revision = number === undefined ? undefined : revisions[number - 1];
  return revision && `${revision.kind} by ${revision.author} ${(isDated && revision.date) || ""}`;
}

function placeOf({ tableNumbers }: Whole, { cell }: Para): ContentParagraph["table"] {
  if (cell === undefined) return undefined;
  const { row, column, columnSpan, rowSpan } = cell;
  return {
    number: tableNumbers.get(row.table) ?? 0,
    row: row.table.rows.indexOf(row) + 1,
    column,
    ...(columnSpan > 1 ? { column_span: columnSpan } : {}),
    ...(rowSpan > 1 ? { row_span: rowSpan } : {}),
  };
}

function compareList(whole: Whole, para: Para, { what, block }: Compared): void {
  const { report } = whole;
  const label = whole.labelOf(para);
  if ("open" in label) countOpen(report, label.open);
  else hold(report, `${what} list.number`, { expected: label.label, actual: block.list?.number ?? "" });
  if ("open" in para.list) {
    countOpen(report, para.list.open);
    return;
  }
  const place = para.list.value;
  const { definition, number } = place?.instance ?? {};
  hold(report, `${what} list.level`, { expected: place?.level, actual: block.list?.level });
  if (definition?.id !== undefined) {
    hold(report, `${what} list.list_style`, { expected: definition.id, actual: block.list?.list_style });
  }
  if (number !== undefined) hold(report, `${what} list.instance`, { expected: number, actual: block.list?.instance });
}

/** Returns the text of a paragraph, or undefined if a field in it shows unknown text. */
export function textOf(para: Para, shownBy: Whole["shownBy"]): string | undefined {
  if (para.open !== undefined) return undefined;
  if (para.items === undefined) return para.source?.text ?? "";
  let text = "";
  for (const { field, text: own } of piecesOf(para.items)) {
    const shown = field?.shows === undefined ? own : shownBy(field.shows, para);
    if (shown === undefined || field?.open !== undefined) return undefined;
    text += shown;
  }
  return text;
}

function compareText(whole: Whole, para: Para, compared: Compared): void {
  const { what, block } = compared;
  const { report } = whole;
  const isUntouched = para.items === undefined && whole.model.decided.size === 0;
  if (isUntouched && JSON.stringify(para.source?.content) === JSON.stringify(block.content)) return;
  if (para.open !== undefined) {
    countOpen(report, para.open);
    compareKept(whole, para, compared);
    return;
  }
  const text = textOf(para, whole.shownBy);
  const before = report.differences.length;
  if (text !== undefined) hold(report, `${what} text`, { expected: text, actual: block.text });
  if (report.differences.length > before) return;
  const expected = para.items === undefined ? segmentPieces(para.source?.content ?? []) : piecesOf(para.items);
  comparePieces({ whole, para, what }, expected, segmentPieces(block.content));
}

/** The position of restored text is unknown. The content that was there must still be there, in order. */
function compareKept({ report }: Whole, para: Para, { what, block }: Compared): void {
  const pieces = para.items === undefined ? segmentPieces(para.source?.content ?? []) : piecesOf(para.items);
  const kept = pieces.flatMap(({ kind, text }) => (kind === "field" ? [] : [text])).join("");
  let at = 0;
  for (let index = 0; index < block.text.length; index += 1) if (block.text[index] === kept[at]) at += 1;
  if (at < kept.length) hold(report, `${what} text holds`, { expected: kept, actual: block.text });
}

interface Where {
  readonly whole: Whole;
  readonly para: Para;
  readonly what: string;
}

/** Compares both lists of pieces in order and stops at the first difference. */
function comparePieces(where: Where, expected: readonly Piece[], actual: readonly Piece[]): void {
  const { report } = where.whole;
  const told = new Cursor(actual);
  const before = report.differences.length;
  for (const piece of expected) {
    let rest = piece.text;
    do {
      const next = told.take(piece.kind === "text" ? rest.length : undefined);
      // Content inside a field that surrounds it, or whose marks are restored, is the result of that field.
      const mayBeResult = !piece.isUploaded || where.para.isDecided;
      if (mayBeResult && next?.kind === "field" && (piece.kind !== "field" || reachesOver(where.para, next))) {
        countOpen(report, "text in the result of a field");
        return;
      }
      compareTwo(where, piece.kind === "text" ? { ...piece, text: rest.slice(0, next?.text.length) } : piece, next);
      rest = piece.kind === "text" ? rest.slice(next?.text.length ?? rest.length) : "";
      if (report.differences.length > before) return;
    } while (rest !== "");
  }
  const left = told.take(undefined);
  if (left !== undefined) report.differences.push(`${where.what} content: there is also ${left.kind} ${left.text}`);
}

/**
 * True if a field is in the upload, in the part of this paragraph, and is not one of the paragraph's own items. Then no
 * edit inserted the field into the paragraph.
 */
function reachesOver({ part, items }: Para, { field }: Piece): boolean {
  const codeOf = (piece: Pick<Piece, "field">): string | undefined =>
    piece.field !== undefined && "value" in piece.field.code ? plain(piece.field.code.value) : undefined;
  const code = codeOf({ field });
  if (code === undefined || items?.some((item) => codeOf(item) === code)) return false;
  return part.all.some(({ source }) => segmentPieces(source?.content ?? []).some((piece) => codeOf(piece) === code));
}

/** Reads pieces in order: text in portions, anything else whole. */
class Cursor {
  readonly #pieces: readonly Piece[];
  #at = 0;
  #offset = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  take(length: number | undefined): Piece | undefined {
    const piece = this.#pieces[this.#at];
    if (piece === undefined) return undefined;
    const rest = piece.text.slice(this.#offset);
    const isWhole = piece.kind !== "text" || length === undefined || length >= rest.length;
    this.#at += isWhole ? 1 : 0;
    const taken = isWhole ? rest : rest.slice(0, length);
    this.#offset = isWhole ? 0 : this.#offset + taken.length;
    return { ...piece, text: taken };
  }
}

function compareTwo(where: Where, expected: Piece, actual: Piece | undefined): void {
  const { report } = where.whole;
  const place = `${where.what} content`;
  hold(report, place, { expected: expected.kind, actual: actual?.kind });
  if (expected.kind !== actual?.kind) return;
  // For nested links the JSON shows only one.
  if (!where.whole.model.open.has("links"))
    hold(report, `${place} url`, { expected: expected.url, actual: actual.url });
  if (expected.field === undefined) compareShown(where, expected, actual);
  else compareFields(where, expected, actual);
}

function compareShown({ whole, what }: Where, expected: Piece, actual: Piece): void {
  const { report, model, content } = whole;
  const place = `${what} content`;
  const named = `${place} ${JSON.stringify(actual.text.slice(0, 30))}`;
  hold(report, place, { expected: expected.text, actual: actual.text });
  hold(report, `${place} break`, { expected: expected.breakKind, actual: actual.breakKind });
  if (expected.kind === "text" || expected.kind === "tab") {
    compareLooks(report, `${named} format`, { expected: expected.look, actual: actual.look });
  }
  // If a text has two changes, the JSON shows one. When that one is decided, it shows the other.
  if (!expected.isUploaded || model.decided.has(expected.revision ?? 0)) return;
  const both = {
    expected: revisionName(model.content, expected.revision),
    actual: revisionName(content, actual.revision),
  };
  hold(report, `${named} revision`, both);
}

function compareFields({ whole, para, what }: Where, { field, text }: Piece, actual: Piece): void {
  const { report } = whole;
  const code = field!.code;
  const told = actual.field!.code;
  if ("open" in code) countOpen(report, code.open);
  else
    hold(report, `${what} field code`, {
      expected: plain(code.value),
      actual: "value" in told ? plain(told.value) : "",
    });
  const shown = field!.shows === undefined ? text : whole.shownBy(field!.shows, para);
  const why = field!.open ?? (shown === undefined ? "result of a cross-reference" : undefined);
  if (why !== undefined) countOpen(report, why);
  else hold(report, `${what} field text`, { expected: shown, actual: actual.text });
}

function plain(code: string): string {
  return code.trim().replace(/\s+/g, " ");
}
