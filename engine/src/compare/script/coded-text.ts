// Text with what makes parts of it links and fields told apart from it.
//
// A link, or a field that is whole in its paragraph, is text with codes around it. Read so, two stretches of text that
// show the same can be told from two that do not, whatever leads where.

import { linkCode } from "../../document/hyperlinks.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { fieldLink } from "../../redline/content/identities.ts";
import type { ParagraphItem } from "../../redline/content/items.ts";
import { isText, type Place, placeOf, tokensOf } from "../../redline/content/tokens.ts";
import { isVolatile, type Unit, unitsOf } from "../../redline/content/units.ts";
import { ancestor } from "../../revisions/markup.ts";

/** A word, a sign, a white space, without the link around it. */
export interface Atom {
  readonly key: number;
  readonly from: Place;
  readonly to: Place;
  readonly letters: number;
  /** The runs of a simple field, which have no places; none for what a field shows of the moment: it has no looks that count. */
  readonly runs?: readonly NodeId[];
}

/** A link or field around some atoms, by index. */
export interface Wrap {
  readonly from: number;
  readonly to: number;
  /** Where it leads, or its code: equal for what reads the same. */
  readonly identity: string;
  /** The code of a field, or of one that says the same as a link. */
  readonly code: string;
  /** Whether it is a link that is an element. */
  readonly isLink: boolean;
  /** The units of a field's marks and code; undefined for an element. */
  readonly marks: FieldMarks | undefined;
  /** Of an element: where it begins, or the part of it that is read, and ends. */
  readonly start: Place;
  readonly end: Place;
}

export interface FieldMarks {
  readonly begin: number;
  readonly separate: number;
  readonly end: number;
}

export interface CodedText {
  readonly item: ParagraphItem;
  readonly atoms: readonly Atom[];
  /** Those around others first. */
  readonly wraps: readonly Wrap[];
}

/** Whether two are one: links that lead to one place, fields of one code. */
export function isSameWrap(one: Wrap, other: Wrap): boolean {
  if (one.isLink || other.isLink) return one.identity === other.identity;
  return words(one.code) === words(other.code);
}

function words(code: string): string {
  return code.trim().replace(/\s+/g, " ");
}

/** Reads tokens of a paragraph; undefined where something in them is no text that stands in simple links and fields. */
export function readCoded(item: ParagraphItem, from: number, to: number): CodedText | undefined {
  const reader = new CodedReader(item);
  for (let token = from; token < to; token += 1) if (!reader.read(token)) return undefined;
  return reader.finish();
}

class CodedReader {
  readonly #item: ParagraphItem;
  readonly #atoms: Atom[] = [];
  readonly #wraps: Wrap[] = [];
  /** The link that is open: its identity, its first atom, a node in it, and where it begins. */
  #link = { identity: "", from: 0, node: NONE as NodeId, start: { unit: 0, offset: 0 } };
  /** Where what was read ends. */
  #end: Place = { unit: 0, offset: 0 };
  #isReadable = true;

  constructor(item: ParagraphItem) {
    this.#item = item;
  }

  read(token: number): boolean {
    const { units, tokens } = this.#item;
    const [first, last] = [tokens.units[token]!, tokens.units[token + 1]!];
    const unit = units[first]!;
    this.#enter(unit, placeOf(tokens, token));
    this.#end = placeOf(tokens, token + 1);
    if (isText(unit)) {
      const [from, to] = [placeOf(tokens, token), placeOf(tokens, token + 1)];
      this.#atoms.push({ key: tokens.kinds[token]!, from, to, letters: lettersBetween(units, from, to) });
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

  #enter({ link, node }: Unit, start: Place): void {
    if (link === this.#link.identity) return;
    this.#leave();
    this.#link = { identity: link, from: this.#atoms.length, node, start };
  }

  #leave(): void {
    const { identity, from, node, start } = this.#link;
    if (identity === "") return;
    const { side, story } = this.#item;
    const element = ancestor(story.tree, node, W.hyperlink);
    const code = linkCode(side.document, story, element) ?? "";
    // A field must say the same.
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

  /** What a simple field shows has no places of its own: it stands as one. */
  #readSimple(at: number): void {
    const { side, story, units } = this.#item;
    const unit = units[at]!;
    const inner = unitsOf(side, story, unit.node);
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
      for (const key of tokensOf(inner, side.lexicon).kinds) {
        const isFirst = this.#atoms.length === from;
        const letters = isFirst ? unit.text.length : 0;
        this.#atoms.push({ key, from: isFirst ? start : end, to: end, letters, runs });
      }
    }
    this.#addField(code, { from, marks: undefined, start, end });
  }

  #addMoment(from: Place, to: Place): void {
    const key = this.#item.side.lexicon.object("moment", "");
    this.#atoms.push({ key, from, to, letters: 1, runs: [] });
  }

  #addWithin(units: readonly Unit[], first: number): void {
    const tokens = tokensOf(units, this.#item.side.lexicon);
    const place = (token: number): Place => {
      const { unit, offset } = placeOf(tokens, token);
      return { unit: unit + first, offset };
    };
    for (const [token, key] of tokens.kinds.entries()) {
      const [from, to] = [place(token), place(token + 1)];
      this.#atoms.push({ key, from, to, letters: lettersBetween(this.#item.units, from, to) });
    }
  }

  #addField(code: string, place: Pick<Wrap, "from" | "marks" | "start" | "end">): void {
    const link = fieldLink(code);
    const identity = link ?? `field ${words(code)}`;
    this.#wraps.push({ ...place, to: this.#atoms.length, identity, code: code.trim(), isLink: false });
  }
}

function lettersBetween(units: readonly Unit[], from: Place, to: Place): number {
  let count = to.offset - from.offset;
  for (let unit = from.unit; unit < to.unit; unit += 1) count += units[unit]!.text.length;
  return count;
}
