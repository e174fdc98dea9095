// Cuts a paragraph into tokens: words, signs, single white space characters, and objects.
//
// A word may extend over several runs, so tokens are cut from the joined text of neighbouring units. A number with its
// points and commas is one word, and so is a word with an apostrophe. Each Chinese or Japanese character is a word. A
// field that begins and ends in the paragraph is one token, with its code and its result.

import type { Lexicon } from "./lexicon.ts";
import { fieldIdentity, type Unit } from "./units.ts";
import { foldedEnd, isFoldedBlank, type Wording } from "./wording.ts";

export interface Tokens {
  readonly keys: Int32Array;
  /** Keys for measuring the similarity of paragraphs: linked text counts as plain text, an object as its kind. */
  readonly kinds: Int32Array;
  /** The position at which each token begins: unit and offset in its text. Both arrays have one extra entry for the end. */
  readonly units: Int32Array;
  readonly offsets: Int32Array;
}

/** A position in a paragraph: a unit, and an offset in its text. */
export interface TokenPlace {
  readonly unit: number;
  readonly offset: number;
}

export function isSamePlace(one: TokenPlace, other: TokenPlace): boolean {
  return one.unit === other.unit && one.offset === other.offset;
}

/** Returns the position at which a token begins. */
export function tokenStart({ units, offsets }: Tokens, token: number): TokenPlace {
  return { unit: units[token]!, offset: offsets[token]! };
}

/** A range of units that is one object, or text from which tokens are cut. */
export interface TokenSource {
  readonly from: number;
  readonly to: number;
  readonly kind: "text" | "object";
  /** Identity of an object; empty for text. */
  readonly identity: string;
  readonly link: string;
}

/** Returns the content of a paragraph as one string, which is equal for paragraphs with equal tokens. */
export function tokenContent(units: readonly Unit[], lexicon: Lexicon): string {
  if (units.length === 1 && units[0]!.link === "" && units[0]!.kind === "text") {
    return lexicon.foldParagraph(units[0]!.text);
  }
  return stretchesOf(units)
    .map(({ kind, from, to, identity, link }) => {
      const fold = (text: string): string => (to === units.length ? lexicon.foldParagraph(text) : lexicon.fold(text));
      const content = kind === "object" ? `\u0002${identity}` : fold(unitText(units, from, to));
      return link === "" ? content : `\u0004${link}\u0005${content}\u0006`;
    })
    .join("");
}

export function tokensOf(units: readonly Unit[], lexicon: Lexicon): Tokens {
  const found: TokenBuilder = { keys: [], kinds: [], units: [], offsets: [], isPlain: true };
  for (const stretch of stretchesOf(units)) {
    if (stretch.kind === "text") cutWords(units, stretch, { found, lexicon });
    else {
      found.keys.push(lexicon.object(stretch.identity, stretch.link));
      found.kinds.push(lexicon.object(kindOf(stretch.identity), ""));
      found.units.push(stretch.from);
      found.offsets.push(0);
      found.isPlain = false;
    }
  }
  found.units.push(units.length);
  found.offsets.push(0);
  const keys = new Int32Array(found.keys);
  const kinds = found.isPlain ? keys : new Int32Array(found.kinds);
  return { keys, kinds, units: new Int32Array(found.units), offsets: new Int32Array(found.offsets) };
}

interface TokenBuilder {
  readonly keys: number[];
  readonly kinds: number[];
  readonly units: number[];
  readonly offsets: number[];
  /** True if all tokens are text outside of links. Their kinds then equal their keys. */
  isPlain: boolean;
}

/** Returns the first word of an identity. */
function kindOf(identity: string): string {
  const end = identity.indexOf(" ");
  return end < 0 ? identity : identity.slice(0, end);
}

function unitText(units: readonly Unit[], from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; at += 1) text += units[at]!.text;
  return text;
}

/** True for text, and for a unit of one character that cannot be cut if its identity is that character. */
export function isText({ kind, text, identity }: Unit): boolean {
  return kind === "text" || (kind === "character" && text.length === 1 && identity === text);
}

export function stretchesOf(units: readonly Unit[]): TokenSource[] {
  const stretches: TokenSource[] = [];
  const ends = fieldEnds(units);
  for (let at = 0; at < units.length; ) {
    const unit = units[at]!;
    const end = unit.kind === "begin" ? (ends.get(at) ?? openEnd(units, at)) : at + 1;
    if (!isText(unit)) {
      const identity = end === at + 1 ? unit.identity : fieldOf(units.slice(at, end));
      stretches.push({ from: at, to: end, kind: "object", identity, link: unit.link });
      at = end;
      continue;
    }
    let to = at + 1;
    while (to < units.length && isText(units[to]!) && units[to]!.link === unit.link) to += 1;
    stretches.push({ from: at, to, kind: "text", identity: "", link: unit.link });
    at = to;
  }
  return stretches;
}

/** Maps a unit that begins a field to the unit after the end of the field, if it ends in the same paragraph. */
function fieldEnds(units: readonly Unit[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < units.length; at += 1) {
    const { kind } = units[at]!;
    if (kind === "begin") open.push(at);
    else if (kind === "end" && open.length > 0) ends.set(open.pop()!, at + 1);
  }
  return ends;
}

/**
 * Returns the end of the token that begins a field which ends in another paragraph. The token has its begin mark and
 * code; its result is text.
 */
function openEnd(units: readonly Unit[], begin: number): number {
  let at = begin + 1;
  while (units[at]?.kind === "code") at += 1;
  return units[at]?.kind === "separate" ? at + 1 : at;
}

function fieldOf(units: readonly Unit[]): string {
  const isClosed = units.at(-1)!.kind === "end";
  let depth = 0;
  let code = "";
  let result = "";
  let isInCode = true;
  for (const { kind, identity } of units) {
    if (kind === "begin") depth += 1;
    if (kind === "end") depth -= 1;
    const isOwn = depth === 1 && kind !== "end";
    if (isOwn && kind === "separate") isInCode = false;
    else if (isInCode)
      code += kind === "code" ? identity.slice("code ".length) : depth > 1 || kind === "text" ? identity : "";
    else if (depth > 0) result += identity;
  }
  const form = units[0]!.identity;
  return `${isClosed ? "" : "open "}${fieldIdentity(code, result)}${form === "begin" ? "" : form}`;
}

/** Classes of characters. */
const SPACE = 1;
const WORD = 2;
const DIGIT = 3;
const SIGN = 4;
const ALONE = 5;

function cutWords(
  units: readonly Unit[],
  { from, to, link }: TokenSource,
  { found, lexicon }: { found: TokenBuilder; lexicon: Lexicon },
): void {
  const text = unitText(units, from, to);
  const { wording } = lexicon;
  if (link !== "") found.isPlain = false;
  let unit = from;
  let unitStart = 0;
  // Trailing blanks of a paragraph that the options ignore belong to its last token.
  const length = to === units.length ? foldedEnd(text, wording) : text.length;
  for (let at = 0; at < length; ) {
    const end = tokenEnd(text, at, wording);
    while (at >= unitStart + units[unit]!.text.length) {
      unitStart += units[unit]!.text.length;
      unit += 1;
    }
    const token = text.slice(at, end);
    const key = lexicon.text(token, link);
    found.keys.push(key);
    found.kinds.push(link === "" ? key : lexicon.text(token, ""));
    found.units.push(unit);
    found.offsets.push(at - unitStart);
    at = end;
  }
}

/** Returns the end of the token that begins at `start`. */
function tokenEnd(text: string, start: number, wording: Wording): number {
  const first = classAt(text, start);
  let at = start + lengthAt(text, start);
  if (first === SPACE && isFoldedBlank(text[start]!, wording)) {
    while (at < text.length && classAt(text, at) === SPACE && isFoldedBlank(text[at]!, wording)) at += 1;
    return at;
  }
  if (wording.granularity === "character") {
    while (at < text.length && /\p{M}/u.test(text[at]!)) at += 1;
    return at;
  }
  if (first !== WORD && first !== DIGIT) return at;
  while (at < text.length) {
    const next = classAt(text, at);
    if (next === WORD || next === DIGIT) at += lengthAt(text, at);
    else if (joins(text, at)) at += 1;
    else break;
  }
  return at;
}

const APOSTROPHES: ReadonlySet<string> = new Set(["'", "\u2019"]);
const POINTS: ReadonlySet<string> = new Set([".", ","]);

/** True if the sign at this position joins its neighbours into one word: it's, 1,000.50. */
function joins(text: string, at: number): boolean {
  const sign = text[at]!;
  const isApostrophe = APOSTROPHES.has(sign);
  if ((!isApostrophe && !POINTS.has(sign)) || at + 1 >= text.length) return false;
  const kind = isApostrophe ? WORD : DIGIT;
  return classAt(text, at - 1) === kind && classAt(text, at + 1) === kind;
}

function lengthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code < 0xdc00 && at + 1 < text.length ? 2 : 1;
}

/** Indexed by character code; 0 if the code was not classified yet. */
const classes = new Uint8Array(0x10000);

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0xd800 && code < 0xe000) return ALONE;
  const known = classes[code]!;
  if (known !== 0) return known;
  const found = classify(String.fromCharCode(code));
  classes[code] = found;
  return found;
}

const CHINESE_JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3005\u30fc]/u;

function classify(character: string): number {
  if (/\s/.test(character)) return SPACE;
  if (CHINESE_JAPANESE.test(character)) return ALONE;
  if (/\p{N}/u.test(character)) return DIGIT;
  return /[\p{L}\p{M}_]/u.test(character) ? WORD : SIGN;
}
