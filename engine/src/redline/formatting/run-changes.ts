// Finds where the text that two paragraphs share is formatted differently.
//
// Runs are cut differently on the two sides, so both are walked together, up to the next end of a run. The result lists
// ranges of the after paragraph, each with the properties of the before paragraph. White space alone shows only some
// formatting, such as underlines and shading; marks and codes of fields show none.

import { NOTE_REFERENCES } from "../../document/grammar.ts";
import { PICTURE } from "../../document/looks/look.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import type { ParagraphItem } from "../content/items.ts";
import { isText, stretchesOf, type TokenPlace, tokenStart } from "../content/tokens.ts";
import type { Unit } from "../content/units.ts";
import type { FormatKey, Formats } from "./formats.ts";
import { isStyleTracked, runKey } from "./tracked-styles.ts";

/** A range of a paragraph of the after side that the before side formats differently. */
export interface RunChange {
  readonly from: TokenPlace;
  readonly to: TokenPlace;
  /** The w:rPr of the before side; `NONE` if it has none. */
  readonly old: NodeId;
}

/** A range of tokens that two paragraphs share. */
export interface SharedTokens {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

export function runChanges(before: ParagraphItem, after: ParagraphItem, shared: readonly SharedTokens[]): RunChange[] {
  if (after.source.formats.areIgnored) return [];
  const walk = new Walk(before, after);
  for (const tokens of shared) walk.walkTokens(tokens);
  return walk.changes();
}

/** Like `runChanges`, for two paragraphs with the same content. */
export function runChangesInSame(before: ParagraphItem, after: ParagraphItem): RunChange[] {
  const { lexicon, formats } = after.source;
  if (formats.areIgnored) return [];
  // With options such as `ignoreCase`, equal texts may differ in length, so they are compared token by token.
  if (lexicon.isFolding) return runChanges(before, after, [{ before: 0, after: 0, length: after.tokens.keys.length }]);
  const walk = new Walk(before, after);
  walk.walkAll();
  return walk.changes();
}

/** A range of the after paragraph that the before paragraph also contains. */
export interface SharedText {
  readonly from: TokenPlace;
  readonly to: TokenPlace;
  /** Start and end of the same text in the before paragraph. */
  readonly along: TokenPlace;
  readonly alongTo: TokenPlace;
}

/** Like `runChanges`, for shared text that need not begin or end with a token. */
export function runChangesAlong(
  before: ParagraphItem,
  after: ParagraphItem,
  shared: readonly SharedText[],
): RunChange[] {
  if (after.source.formats.areIgnored) return [];
  const walk = new Walk(before, after);
  for (const text of shared) walk.walkAlong(text);
  return walk.changes();
}

interface Difference extends RunChange {
  readonly oldKey: FormatKey;
  readonly newKey: FormatKey;
  readonly isSpace: boolean;
}

class Walk {
  readonly #before: Runs;
  readonly #after: Runs;
  readonly #formats: Formats;
  readonly #found: Difference[] = [];
  readonly #isStyleTracked: boolean;

  constructor(before: ParagraphItem, after: ParagraphItem) {
    this.#isStyleTracked = isStyleTracked(before, after);
    this.#before = new Runs(before);
    this.#after = new Runs(after);
    this.#formats = after.source.formats;
  }

  walkTokens({ before, after, length }: SharedTokens): void {
    const [one, other] = [this.#before.item, this.#after.item];
    for (let at = 0; at < length; ) {
      const unit = one.units[one.tokens.units[before + at]!]!;
      if (!isText(unit)) {
        this.#walkObject(this.#before.unitsOf(before + at), this.#after.unitsOf(after + at));
        at += 1;
        continue;
      }
      let end = at + 1;
      while (end < length && !other.source.lexicon.isFolding && isText(one.units[one.tokens.units[before + end]!]!))
        end += 1;
      const from = tokenStart(other.tokens, after + at);
      const to = tokenStart(other.tokens, after + end);
      if (this.#areAsLong({ before: before + at, after: after + at, length: end - at })) {
        this.#walkText(tokenStart(one.tokens, before + at), from, to);
      } else this.#compare(unit, other.units[from.unit]!, { from, to, isSpace: unit.text.trim() === "" });
      at = end;
    }
  }

  walkAlong({ along, alongTo, from, to }: SharedText): void {
    const [one, other] = [this.#before.item, this.#after.item];
    if (charactersBetween(one, along, alongTo) === charactersBetween(other, from, to)) {
      this.#walkText(along, from, to);
      return;
    }
    const [old, unit] = [one.units[along.unit]!, other.units[from.unit]!];
    this.#compare(old, unit, { from, to, isSpace: old.text.trim() === "" });
  }

  /** True if tokens that count as equal have the same number of characters on both sides. */
  #areAsLong({ before, after, length }: SharedTokens): boolean {
    if (!this.#after.item.source.lexicon.isFolding) return true;
    const [one, other] = [this.#before.item, this.#after.item];
    return charactersIn(one, before, before + length) === charactersIn(other, after, after + length);
  }

  /** Walks two paragraphs with the same content, without cutting them into tokens. */
  walkAll(): void {
    const others = stretchesOf(this.#after.item.units);
    for (const [index, one] of stretchesOf(this.#before.item.units).entries()) {
      const other = others[index];
      if (other === undefined || other.kind !== one.kind) return;
      if (one.kind === "object") this.#walkObject(one, other);
      else this.#walkText(startOf(one.from), startOf(other.from), startOf(other.to));
    }
  }

  /** Compares the text from `from` to `to` on the after side with the before text that begins at `along`. */
  #walkText(along: TokenPlace, from: TokenPlace, to: TokenPlace): void {
    const [one, other] = [this.#before.item.units, this.#after.item.units];
    let { unit: oldUnit, offset: oldOffset } = along;
    let { unit, offset } = from;
    while (unit < to.unit || (unit === to.unit && offset < to.offset)) {
      const end = unit === to.unit ? to.offset : other[unit]!.text.length;
      const length = Math.min(one[oldUnit]!.text.length - oldOffset, end - offset);
      const text = other[unit]!.text;
      this.#compare(one[oldUnit]!, other[unit]!, {
        from: { unit, offset },
        to: offset + length < text.length ? { unit, offset: offset + length } : { unit: unit + 1, offset: 0 },
        isSpace: isWhite(text, offset, offset + length),
      });
      oldOffset += length;
      offset += length;
      if (oldOffset >= one[oldUnit]!.text.length) [oldUnit, oldOffset] = [oldUnit + 1, 0];
      if (offset >= text.length) [unit, offset] = [unit + 1, 0];
    }
  }

  #walkObject(before: UnitRange, after: UnitRange): void {
    const isField = this.#before.item.units[before.from]!.kind === "begin";
    if (!isField) {
      this.#compareUnits(before.from, after.from);
      return;
    }
    const [results, others] = [resultUnits(this.#before.item, before), resultUnits(this.#after.item, after)];
    if (sizeOf(this.#before.item, results) === sizeOf(this.#after.item, others)) this.#walkResults(results, others);
    else if (results.length > 0) for (const unit of others) this.#compareUnits(results[0]!, unit);
  }

  /** Walks the results of two fields, which are equal but may be split into units differently. */
  #walkResults(results: readonly number[], others: readonly number[]): void {
    const [one, other] = [this.#before.item.units, this.#after.item.units];
    let [at, done] = [0, 0];
    for (const unit of others) {
      const { text } = other[unit]!;
      for (let offset = 0; offset < Math.max(1, text.length); ) {
        const old = one[results[at]!]!;
        const length = Math.min(Math.max(1, old.text.length) - done, Math.max(1, text.length) - offset);
        const isEnd = offset + length >= text.length;
        this.#compare(old, other[unit]!, {
          from: { unit, offset },
          to: isEnd ? { unit: unit + 1, offset: 0 } : { unit, offset: offset + length },
          isSpace: text !== "" && isWhite(text, offset, offset + length),
        });
        offset += length;
        done += length;
        if (done >= Math.max(1, old.text.length)) [at, done] = [at + 1, 0];
      }
    }
  }

  #compareUnits(old: number, unit: number): void {
    const [one, other] = [this.#before.item.units[old]!, this.#after.item.units[unit]!];
    const isSpace = other.text !== "" && isWhite(other.text, 0, other.text.length);
    this.#compare(one, other, { from: { unit, offset: 0 }, to: { unit: unit + 1, offset: 0 }, isSpace });
  }

  #compare(old: Unit, unit: Unit, stretch: Pick<Difference, "from" | "to" | "isSpace">): void {
    const text = isPicture(unit, this.#after.item) ? PICTURE : unit.text;
    if (old.run === NONE || unit.run === NONE) return;
    const [oldKey, newKey] = [this.#before.keyOf(old.run), this.#after.keyOf(unit.run)];
    const isSame =
      this.#formats.isSame(oldKey, newKey) || (!stretch.isSpace && this.#formats.isSameIn(text, oldKey, newKey));
    if (isSame && !(this.#isStyleTracked && !this.#formats.isSameMarkup(oldKey, newKey))) {
      const [{ source, story }, other] = [this.#after.item, this.#before.item];
      const own = { source, part: story.part, node: unit.run };
      this.#formats.countCarried({ own, other, kind: "run" }, oldKey, newKey);
      return;
    }
    this.#found.push({ ...stretch, oldKey, newKey, old: this.#before.propertiesOf(old.run) });
  }

  /**
   * Joins adjacent ranges that had the same formatting. A group of ranges that contains only white space counts only if
   * its difference shows.
   */
  changes(): RunChange[] {
    const changes: Difference[] = [];
    for (const island of islandsOf(this.#found)) {
      const isUnseen = island.every(
        ({ isSpace, oldKey, newKey }) => isSpace && this.#formats.isSameOnSpace(oldKey, newKey),
      );
      if (isUnseen) continue;
      for (const difference of island) {
        const last = changes.at(-1);
        if (last !== undefined && last.oldKey === difference.oldKey && isAt(last.to, difference.from)) {
          changes[changes.length - 1] = { ...last, to: difference.to };
        } else changes.push(difference);
      }
    }
    return changes;
  }
}

/** True for an object that is not a reference to a note, whose number has the look of letters. */
function isPicture({ kind, text, node }: Unit, { story }: ParagraphItem): boolean {
  return kind === "object" && text === "" && !NOTE_REFERENCES.has(story.tree.name(node));
}

/** Returns the number of characters in a range of text tokens. */
function charactersIn(item: ParagraphItem, from: number, to: number): number {
  return charactersBetween(item, tokenStart(item.tokens, from), tokenStart(item.tokens, to));
}

function charactersBetween({ units }: ParagraphItem, start: TokenPlace, end: TokenPlace): number {
  let count = end.offset - start.offset;
  for (let unit = start.unit; unit < end.unit; unit += 1) count += units[unit]!.text.length;
  return count;
}

function startOf(unit: number): TokenPlace {
  return { unit, offset: 0 };
}

/** Groups differences that follow each other directly. */
function islandsOf(differences: readonly Difference[]): Difference[][] {
  const islands: Difference[][] = [];
  for (const difference of differences) {
    const last = islands.at(-1)?.at(-1);
    if (last !== undefined && isAt(last.to, difference.from)) islands.at(-1)!.push(difference);
    else islands.push([difference]);
  }
  return islands;
}

function isAt(one: TokenPlace, other: TokenPlace): boolean {
  return one.unit === other.unit && one.offset === other.offset;
}

function isWhite(text: string, from: number, to: number): boolean {
  return text.slice(from, to).trim() === "";
}

interface UnitRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the length of what some units show. An object counts as one character. */
function sizeOf({ units }: ParagraphItem, members: readonly number[]): number {
  return members.reduce((sum, unit) => sum + Math.max(1, units[unit]!.text.length), 0);
}

/** Returns the units of a field's result. */
function resultUnits({ units }: ParagraphItem, { from, to }: UnitRange): number[] {
  const found: number[] = [];
  let depth = 0;
  let codes = 0;
  for (let at = from; at < to; at += 1) {
    const { kind } = units[at]!;
    if (kind === "begin") {
      depth += 1;
      codes += 1;
    } else if (kind === "separate") codes -= 1;
    else if (kind === "end") {
      depth -= 1;
      codes = Math.min(codes, depth);
    } else if (codes === 0 && depth > 0 && kind !== "code") found.push(at);
  }
  return found;
}

/** Caches the formatting number of the current run of a paragraph. */
class Runs {
  readonly item: ParagraphItem;
  #run = NONE;
  #key = 0 as FormatKey;

  constructor(item: ParagraphItem) {
    this.item = item;
  }

  unitsOf(token: number): UnitRange {
    const { units } = this.item.tokens;
    return { from: units[token]!, to: Math.max(units[token]! + 1, units[token + 1]!) };
  }

  propertiesOf(run: NodeId): NodeId {
    return this.item.story.tree.child(run, W.rPr);
  }

  keyOf(run: NodeId): FormatKey {
    if (run === this.#run) return this.#key;
    this.#run = run;
    this.#key = runKey(this.item, this.propertiesOf(run));
    return this.#key;
  }
}
