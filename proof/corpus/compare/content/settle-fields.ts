// Turns the pieces of a story's paragraphs into text, with the codes and results of fields.
//
// The marks of fields pair like brackets over the whole story; a mark without a partner is ignored. A field is
// written as `{code|result}`. All pieces of the code are joined, with white space collapsed, at the position where
// the field begins. The result remains where it is, in any number of paragraphs. A field in the code of another field
// is part of that code.
//
// Results that a program computes again with every layout are left out and recorded. A field that is a link reads as
// the link element with the same target.

import type { Stretch } from "../formatting/line-formatting.ts";
import type { Properties } from "../formatting/properties.ts";
import type { Equivalence } from "./equivalences.ts";
import { type Line, marker } from "./line.ts";
import { seenCode } from "./seen-codes.ts";
import { joinLinks, type Piece } from "./settle-links.ts";
import type { DraftLine, Token } from "./tokens.ts";

/**
 * Returns the lines of a story, each followed by those of its notes and boxes. If `isAsSeen` is true, codes lack what
 * shows nothing (FMT-46).
 */
export function settleStory(drafts: readonly DraftLine[], isAsSeen: boolean): Line[] {
  const marks = pairMarks(drafts.flatMap(({ tokens }) => tokens));
  const settler = new FieldSettler(marks, isAsSeen);
  const settled = drafts.map((draft) => settler.settleLine(draft));
  return settled.flatMap((line) => [
    finishLine(line),
    ...line.draft.tokens.flatMap((token) => (token.kind === "nested" ? token.lines : [])),
  ]);
}

/** Returns the marks that have partners. */
function pairMarks(tokens: readonly Token[]): ReadonlySet<Token> {
  const paired = new Set<Token>();
  const open: { readonly begin: Token; separate: Token | undefined }[] = [];
  for (const token of tokens) {
    const field = open.at(-1);
    if (token.kind === "begin") open.push({ begin: token, separate: undefined });
    else if (token.kind === "separate" && field !== undefined) field.separate ??= token;
    else if (token.kind === "end" && field !== undefined) {
      open.pop();
      paired.add(field.begin).add(token);
      if (field.separate !== undefined) paired.add(field.separate);
    }
  }
  return paired;
}

/** The piece at the beginning of a field. */
interface Slot {
  kind: "marker" | "open";
  text: string;
  target: string;
}

/** A field without an end so far. */
interface OpenField {
  readonly form: string;
  /** The piece that receives the code when it is complete. */
  readonly slot: Slot;
  code: string;
  isInCode: boolean;
  /** True if its result is left out. */
  isVolatile: boolean;
  isContents: boolean;
  /** Its result, if the field is part of another field's code. */
  result: string;
  /** The properties at the beginning of a result that is left out. */
  properties: Properties | undefined;
}

interface SettledLine {
  readonly draft: DraftLine;
  readonly pieces: readonly Piece[];
  readonly equivalences: Equivalence[];
  readonly asides: Equivalence[];
}

/** Fields whose results depend on where or when the document was laid out, and not on its content. */
const VOLATILE: ReadonlySet<string> = new Set([
  ...["PAGE", "NUMPAGES", "SECTIONPAGES", "SECTION", "PAGEREF"],
  ...["DATE", "TIME", "SAVEDATE", "PRINTDATE", "CREATEDATE"],
]);

class FieldSettler {
  readonly #marks: ReadonlySet<Token>;
  readonly #isAsSeen: boolean;
  readonly #open: OpenField[] = [];
  #pieces: Piece[] = [];
  #equivalences: Equivalence[] = [];
  #asides: Equivalence[] = [];

  constructor(marks: ReadonlySet<Token>, isAsSeen: boolean) {
    this.#marks = marks;
    this.#isAsSeen = isAsSeen;
  }

  settleLine(draft: DraftLine): SettledLine {
    this.#pieces = [];
    this.#equivalences = [];
    this.#asides = [];
    for (const token of draft.tokens) this.#take(token);
    // The end of a paragraph separates the words of a code.
    this.#putIntoCode(" ");
    return { draft, pieces: this.#pieces, equivalences: this.#equivalences, asides: this.#asides };
  }

  #take(token: Token): void {
    if (token.kind === "begin" || token.kind === "separate" || token.kind === "end") {
      if (this.#marks.has(token)) this.#pass(token);
    } else if (token.kind === "code") this.#putIntoCode(token.text);
    else if (token.kind === "text") this.#putText(token.text, token.properties);
    else if (token.kind === "aside") this.#asides.push(token.equivalence);
    else if (token.kind === "bookmark") this.#passBookmark(token.name);
    else if (token.kind === "marker" || token.kind === "nested") {
      this.#putPiece({ kind: "marker", text: token.text, properties: token.properties });
    } else this.#putPiece(token);
  }

  #pass(token: Token & { kind: "begin" | "separate" | "end" }): void {
    const field = this.#open.at(-1);
    if (token.kind === "begin") this.#begin(token.form);
    else if (token.kind === "separate") this.#closeCode(field!);
    else {
      this.#closeCode(field!);
      this.#open.pop();
      this.#end(field!);
    }
  }

  #begin(form: string): void {
    const slot: Slot = { kind: "marker", text: "", target: "" };
    if (!this.#isInCode()) this.#pieces.push(slot);
    const field = { form, slot, code: "", isInCode: true, isVolatile: false, isContents: false, result: "" };
    this.#open.push({ ...field, properties: undefined });
  }

  /** If the result is left out, the end of the field has the properties of that result. */
  #end({ slot, result, properties }: OpenField): void {
    if (slot.kind === "open") this.#pieces.push({ kind: "close", target: slot.target });
    else if (this.#isInCode()) this.#putIntoAnything(`${slot.text}${result}}`);
    else this.#pieces.push({ kind: "marker", text: "}", properties });
  }

  #closeCode(field: OpenField): void {
    if (!field.isInCode) return;
    field.isInCode = false;
    const written = field.code.replace(/\s+/g, " ").trim();
    const code = this.#isAsSeen ? seenCode(written) : written;
    const name = /^\S*/.exec(code)![0].toUpperCase();
    field.isVolatile = VOLATILE.has(name);
    field.isContents = name === "TOC";
    const target = this.#isInCode() ? undefined : linkTarget(code);
    if (target === undefined) field.slot.text = `{${code}|${field.form}`;
    else {
      Object.assign(field.slot, { kind: "open", target });
      this.#equivalences.push({ name: "a link that is a field = one that is an element", detail: code });
    }
  }

  #passBookmark(name: string): void {
    const texts = this.#pieces.map((piece) => ("text" in piece ? piece.text : ""));
    this.#asides.push({ name: "bookmark positions (carried)", detail: `${name} ${texts.join("").length}` });
  }

  /** True if the next token is part of the code of a field. */
  #isInCode(): boolean {
    return this.#open.some(({ isInCode }) => isInCode);
  }

  #putIntoCode(text: string): void {
    const field = this.#open.at(-1);
    if (field?.isInCode) field.code += text;
  }

  #putIntoAnything(text: string): void {
    const field = this.#open.at(-1)!;
    if (field.isInCode) field.code += text;
    else field.result += text;
  }

  #putText(text: string, properties: Properties | undefined): void {
    const left = this.#open.find(({ isInCode, isVolatile }) => isVolatile && !isInCode);
    if (left !== undefined) {
      left.properties ??= properties;
      this.#equivalences.push({ name: "results of PAGE, NUMPAGES, DATE and their like", detail: text });
    } else if (this.#isInCode()) this.#putIntoAnything(text);
    else {
      const isInContents = this.#open.some(({ isContents }) => isContents);
      this.#pieces.push({ kind: "text", text, isInContents, stretches: [{ length: text.length, properties }] });
    }
  }

  #putPiece(piece: Piece): void {
    if (this.#isInCode()) this.#putIntoAnything(piece.kind === "marker" ? piece.text : "");
    else this.#pieces.push(piece);
  }
}

/**
 * Returns the target of a link for the code `HYPERLINK "address" \\l "bookmark"`. Undefined for any other code, and
 * for a link without a target.
 */
function linkTarget(code: string): string | undefined {
  const [name, ...words] = [...code.matchAll(/"((?:[^"\\]|\\.)*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  if (name?.toUpperCase() !== "HYPERLINK") return undefined;
  const anchor = words.findIndex((word) => word.toLowerCase() === "\\l");
  const address = words.find((word, at) => !word.startsWith("\\") && !/^\\[lot*]$/i.test(words[at - 1] ?? "")) ?? "";
  const target = `${address.replace(/\\(.)/g, "$1")}${anchor < 0 ? "" : `#${words[anchor + 1] ?? ""}`}`;
  return target === "" ? undefined : target;
}

function finishLine({ draft, pieces, equivalences: found, asides }: SettledLine): Line {
  const { kind, depth, fields, formatting } = draft;
  const joined = joinLinks(pieces);
  const { pieces: shown, equivalences } = leavePageNumber(joined.pieces);
  const texts = shown.map((piece) => (piece.kind === "text" ? piece.text : marker(markerText(piece))));
  const line = { kind, depth, fields, text: texts.join("") };
  const all = [...found, ...joined.equivalences, ...equivalences];
  if (formatting === undefined) return { ...line, equivalences: all };
  const stretches = shown.flatMap((piece, index) => stretchesOf(piece, texts[index]!.length));
  return { ...line, equivalences: all, formatting: { ...formatting, stretches: joinStretches(stretches), asides } };
}

/** Returns the stretches of a piece, limited to `length`, since the end of the text may have been cut off. */
function stretchesOf(piece: Piece, length: number): Stretch[] {
  if (piece.kind !== "text") return [{ length, properties: "properties" in piece ? piece.properties : undefined }];
  const stretches: Stretch[] = [];
  let left = length;
  for (const stretch of piece.stretches) {
    const taken = Math.min(left, stretch.length);
    if (taken > 0) stretches.push({ length: taken, properties: stretch.properties });
    left -= taken;
  }
  return stretches;
}

function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const stretch of stretches) {
    const last = joined.at(-1);
    if (last === undefined || last.properties !== stretch.properties) joined.push(stretch);
    else joined[joined.length - 1] = { length: last.length + stretch.length, properties: last.properties };
  }
  return joined;
}

function markerText(piece: Exclude<Piece, { kind: "text" }>): string {
  if (piece.kind === "marker") return piece.text;
  return piece.kind === "open" ? `<link ${piece.target}>` : "</link>";
}

const PAGE_NUMBER = /\t(\d{1,4}|[ivxlc]{1,8})$/i;

/** Removes the number after the last tab from an entry of a table of contents. */
function leavePageNumber(pieces: readonly Piece[]): { pieces: readonly Piece[]; equivalences: Equivalence[] } {
  const last = pieces.findLastIndex((piece) => piece.kind === "text");
  const piece = pieces[last];
  if (piece?.kind !== "text" || !piece.isInContents) return { pieces, equivalences: [] };
  const number = PAGE_NUMBER.exec(piece.text);
  if (number === null) return { pieces, equivalences: [] };
  const shortened = { ...piece, text: piece.text.slice(0, number.index + 1) };
  const equivalence = { name: "page numbers in a table of contents (carried)", detail: number[1]! } as const;
  return { pieces: pieces.with(last, shortened), equivalences: [equivalence] };
}
