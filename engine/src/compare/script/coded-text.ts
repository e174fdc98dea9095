// Reads text apart from the links and fields around it.
//
// A link, or a field that is whole in its paragraph, is text with codes around it. So two ranges that show the same text can
// be recognised, whatever their targets are.

import { codeWords } from "../../document/marks/fields.ts";
import { linkCode } from "../../document/marks/hyperlinks.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { fieldLink } from "../../redline/content/identities.ts";
import type { ParagraphItem } from "../../redline/content/items.ts";
import { isText, type TokenPlace, tokenStart, tokensOf } from "../../redline/content/tokens.ts";
import { isVolatile, type Unit, unitsOf } from "../../redline/content/units.ts";
import { ancestor } from "../../revisions/markup.ts";

/** A word, a sign or one white space, without the link around it. */
export interface Atom {
  readonly key: number;
  readonly text: string;
  readonly from: TokenPlace;
  readonly to: TokenPlace;
  /**
   * The runs of a simple field, which have no positions. Empty for a volatile result, whose formatting does not count.
   * Undefined for other text.
   */
  readonly runs?: readonly NodeId[];
}

/** A link or field around some atoms, by index. */
export interface Wrap {
  readonly from: number;
  readonly to: number;
  /** The target or the code. Equal for links and fields that read the same. */
  readonly identity: string;
  /** The code of a field, or of a field that equals the link. */
  readonly code: string;
  /** True for a link element. */
  readonly isLink: boolean;
  /** The units of a field's marks and code; undefined for an element. */
  readonly marks: FieldMarks | undefined;
  /** The beginning and end of an element, or of the part of it that is read. */
  readonly start: TokenPlace;
  readonly end: TokenPlace;
}

export interface FieldMarks {
  readonly begin: number;
  readonly separate: number;
  readonly end: number;
}

export interface CodedText {
  readonly item: ParagraphItem;
  readonly atoms: readonly Atom[];
  /** Outer links and fields first. */
  readonly wraps: readonly Wrap[];
}

/** True if two links or fields are equal: links with the same target, fields with the same code. */
export function isSameWrap(one: Wrap, other: Wrap): boolean {
  if (one.isLink || other.isLink) return one.identity === other.identity;
  return codeWords(one.code) === codeWords(other.code);
}

/**
 * Reads tokens of a paragraph. Returns undefined if they contain anything except text, simple links and simple fields.
 */
export function readCoded(item: ParagraphItem, from: number, to: number): CodedText | undefined {
  const reader = new CodedReader(item);
  for (let token = from; token < to; token += 1) if (!reader.read(token)) return undefined;
  return reader.finish();
}

class CodedReader {
  readonly #item: ParagraphItem;
  readonly #atoms: Atom[] = [];
  readonly #wraps: Wrap[] = [];
  /** The open link: its identity, its first atom, a node in it, and where it begins. */
  #link = { identity: "", from: 0, node: NONE as NodeId, start: { unit: 0, offset: 0 } };
  /** The end of what was read. */
  #end: TokenPlace = { unit: 0, offset: 0 };
  #isReadable = true;

  constructor(item: ParagraphItem) {
    this.#item = item;
  }

  read(token: number): boolean {
    const { units, tokens } = this.#item;
    const [first, last] = [tokens.units[token]!, tokens.units[token + 1]!];
    const unit = units[first]!;
    this.#enter(unit, tokenStart(tokens, token));
    this.#end = tokenStart(tokens, token + 1);
    if (isText(unit)) {
      const [from, to] = [tokenStart(tokens, token), tokenStart(tokens, token + 1)];
      this.#atoms.push({ key: tokens.kinds[token]!, text: textBetween(units, from, to), from, to });
    } else if (unit.kind === "begin") this.#readField(first, last);
    else if (unit.run === NONE && this.#item.story.tree.name(unit.node) === W.fldSimple) this.#readSimple(first);
    else return false;
    return this.#isReadable;
  }

  finish(): CodedText | undefined {
    this.#leave();
    const wraps = this.#wraps.toSorted((one, other) => one.from - other.from || other.to - one.to);
    return this.#isReadable ? { item: this.#item, atoms: this.#atoms, wraps } : undefined;
  }

  #enter({ link, node }: Unit, start: TokenPlace): void {
    if (link === this.#link.identity) return;
    this.#leave();
    this.#link = { identity: link, from: this.#atoms.length, node, start };
  }

  #leave(): void {
    const { identity, from, node, start } = this.#link;
    if (identity === "") return;
    const { source, story } = this.#item;
    const element = ancestor(story.tree, node, W.hyperlink);
    const code = linkCode(source.document, story, element) ?? "";
    // The field that is written for the link must have the same target.
    if (fieldLink(code) !== identity) this.#isReadable = false;
    const link = { identity, code, isLink: true, marks: undefined };
    this.#wraps.push({ ...link, from, to: this.#atoms.length, start, end: this.#end });
  }

  #readField(begin: number, end: number): void {
    const units = this.#item.units.slice(begin, end);
    const separate = units.findIndex(({ kind }) => kind === "separate");
    const [codes, result] = [units.slice(1, separate), units.slice(separate + 1, -1)];
    const isSimple =
      units[0]!.identity === "begin" &&
      units.at(-1)!.kind === "end" &&
      separate > 0 &&
      codes.length > 0 &&
      codes.every(({ kind }) => kind === "code") &&
      result.length > 0 &&
      result.every((unit) => isText(unit)) &&
      units.every(({ link }) => link === units[0]!.link);
    if (!isSimple) {
      this.#isReadable = false;
      return;
    }
    const code = codes.map(({ identity }) => identity.slice("code ".length)).join("");
    const text = result.map((unit) => unit.text).join("");
    const first = begin + separate + 1;
    const from = this.#atoms.length;
    if (isVolatile(code, text)) this.#addMoment({ unit: first, offset: 0 }, { unit: end - 1, offset: 0 });
    else this.#addWithin(result, first);
    const marks = { begin, separate: begin + separate, end: end - 1 };
    this.#addField(code, { from, marks, start: { unit: begin, offset: 0 }, end: { unit: end, offset: 0 } });
  }

  /** The text of a simple field has no positions of its own, so all of it is at the position of the field. */
  #readSimple(at: number): void {
    const { source, story, units } = this.#item;
    const unit = units[at]!;
    const inner = unitsOf(source, story, unit.node);
    if (inner.length === 0 || inner.some((one) => !isText(one) || one.link !== "")) this.#isReadable = false;
    const code = story.tree.attribute(unit.node, W.instr) ?? "";
    const from = this.#atoms.length;
    const [start, end] = [
      { unit: at, offset: 0 },
      { unit: at + 1, offset: 0 },
    ];
    if (isVolatile(code, unit.text)) this.#addMoment(start, end);
    else {
      const runs = inner.map(({ run }) => run);
      for (const key of tokensOf(inner, source.lexicon).kinds) {
        const isFirst = this.#atoms.length === from;
        const text = isFirst ? unit.text : "";
        this.#atoms.push({ key, text, from: isFirst ? start : end, to: end, runs });
      }
    }
    this.#addField(code, { from, marks: undefined, start, end });
  }

  #addMoment(from: TokenPlace, to: TokenPlace): void {
    const key = this.#item.source.lexicon.object("moment", "");
    this.#atoms.push({ key, text: "", from, to, runs: [] });
  }

  #addWithin(units: readonly Unit[], first: number): void {
    const tokens = tokensOf(units, this.#item.source.lexicon);
    const place = (token: number): TokenPlace => {
      const { unit, offset } = tokenStart(tokens, token);
      return { unit: unit + first, offset };
    };
    for (const [token, key] of tokens.kinds.entries()) {
      const [from, to] = [place(token), place(token + 1)];
      this.#atoms.push({ key, text: textBetween(this.#item.units, from, to), from, to });
    }
  }

  #addField(code: string, place: Pick<Wrap, "from" | "marks" | "start" | "end">): void {
    const link = fieldLink(code);
    const identity = link ?? `field ${codeWords(code)}`;
    this.#wraps.push({ ...place, to: this.#atoms.length, identity, code: code.trim(), isLink: false });
  }
}

function textBetween(units: readonly Unit[], from: TokenPlace, to: TokenPlace): string {
  if (from.unit === to.unit) return units[from.unit]!.text.slice(from.offset, to.offset);
  let text = units[from.unit]!.text.slice(from.offset);
  for (let unit = from.unit + 1; unit < to.unit; unit += 1) text += units[unit]!.text;
  return to.offset === 0 ? text : text + units[to.unit]!.text.slice(0, to.offset);
}

/**
 * Returns two texts, both cut where either is cut, if they read the same; otherwise unchanged. A link or field may
 * begin or end inside a word of the other side.
 */
export function cutAlike(one: CodedText, other: CodedText): readonly [CodedText, CodedText] {
  const isSame =
    one.atoms.length === other.atoms.length && one.atoms.every(({ key }, at) => key === other.atoms[at]!.key);
  const isCoded = one.wraps.length > 0 || other.wraps.length > 0;
  const canBeCut = isCoded && [...one.atoms, ...other.atoms].every(({ runs }) => runs === undefined);
  if (isSame || !canBeCut || plainText(one) !== plainText(other)) return [one, other];
  const cuts = new Set([...bordersOf(one), ...bordersOf(other)]);
  return [cutAt(one, cuts), cutAt(other, cuts)];
}

function plainText({ atoms }: CodedText): string {
  return atoms.map(({ text }) => text).join("");
}

/** Returns the end of each atom, in characters. */
function bordersOf({ atoms }: CodedText): number[] {
  let at = 0;
  return atoms.map(({ text }) => {
    at += text.length;
    return at;
  });
}

function cutAt({ item, atoms, wraps }: CodedText, cuts: ReadonlySet<number>): CodedText {
  const found: Atom[] = [];
  /** Maps an atom to the first of the atoms that it was cut into. */
  const firsts: number[] = [];
  let done = 0;
  for (const { text, from, to } of atoms) {
    firsts.push(found.length);
    let start = from;
    let said = "";
    for (const character of text) {
      said += character;
      done += character.length;
      if (!cuts.has(done)) continue;
      const end = isEnd(text, said, found.slice(firsts.at(-1))) ? to : placeBehind(item.units, start, said.length);
      found.push({ key: item.source.lexicon.text(said, ""), text: said, from: start, to: end });
      start = end;
      said = "";
    }
  }
  firsts.push(found.length);
  return {
    item,
    atoms: found,
    wraps: wraps.map((wrap) => ({ ...wrap, from: firsts[wrap.from]!, to: firsts[wrap.to]! })),
  };
}

/** True if the earlier atoms and one more are the whole atom. */
function isEnd(text: string, said: string, before: readonly Atom[]): boolean {
  return before.reduce((sum, one) => sum + one.text.length, said.length) === text.length;
}

function placeBehind(units: readonly Unit[], from: TokenPlace, length: number): TokenPlace {
  let { unit, offset } = { unit: from.unit, offset: from.offset + length };
  while (offset >= units[unit]!.text.length) {
    offset -= units[unit]!.text.length;
    unit += 1;
  }
  return { unit, offset };
}
