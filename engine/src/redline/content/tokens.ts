// The tokens of a paragraph: words, signs, single white space, and objects.
//
// A word may reach over runs, so tokens are cut from the text of neighbouring units, not of each one. A number with its
// points and commas is one word, and so is a word with an apostrophe; a character of Chinese or Japanese
// is a word of its own. A field that begins and ends in the paragraph is one token, its code and what it shows.

import type { Lexicon } from "./lexicon.ts";
import { fieldIdentity, type Unit } from "./units.ts";
import { foldedEnd, isFoldedBlank, type Wording } from "./wording.ts";

export interface Tokens {
  readonly keys: Int32Array;
  /** What they are when it is asked which paragraphs are alike: links are their text, objects their kind. */
  readonly kinds: Int32Array;
  /** Where each token begins: the unit, and the character in it. One more than there are tokens: the last is the end. */
  readonly units: Int32Array;
  readonly offsets: Int32Array;
}

/** Where something stands in a paragraph: a unit, and a character of its text. */
export interface TokenPlace {
  readonly unit: number;
  readonly offset: number;
}

export function isSamePlace(one: TokenPlace, other: TokenPlace): boolean {
  return one.unit === other.unit && one.offset === other.offset;
}

/** Where a token begins. */
export function placeOf({ units, offsets }: Tokens, token: number): TokenPlace {
  return { unit: units[token]!, offset: offsets[token]! };
}

/** A stretch of units that is one token, or text that tokens are cut from. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly kind: "text" | "object";
  /** For an object: what it is. */
  readonly identity: string;
  readonly link: string;
}

/** What a paragraph says as one string: equal for paragraphs of equal tokens. */
export function contentOf(units: readonly Unit[], lexicon: Lexicon): string {
  if (units.length === 1 && units[0]!.link === "" && units[0]!.kind === "text") {
    return lexicon.foldParagraph(units[0]!.text);
  }
  return stretchesOf(units)
    .map(({ kind, from, to, identity, link }) => {
      const fold = (text: string): string => (to === units.length ? lexicon.foldParagraph(text) : lexicon.fold(text));
      const content = kind === "object" ? `\u0002${identity}` : fold(textOf(units, from, to));
      return link === "" ? content : `\u0004${link}\u0005${content}\u0006`;
    })
    .join("");
}

export function tokensOf(units: readonly Unit[], lexicon: Lexicon): Tokens {
  const found: Draft = { keys: [], kinds: [], units: [], offsets: [], isPlain: true };
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

interface Draft {
  readonly keys: number[];
  readonly kinds: number[];
  readonly units: number[];
  readonly offsets: number[];
  /** Whether all tokens are text outside of links: their kinds are their keys. */
  isPlain: boolean;
}

/** The first word of an identity. */
function kindOf(identity: string): string {
  const end = identity.indexOf(" ");
  return end < 0 ? identity : identity.slice(0, end);
}

function textOf(units: readonly Unit[], from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; at += 1) text += units[at]!.text;
  return text;
}

/** What cannot be cut is part of a word only when it is one character, and no other than it looks. */
export function isText({ kind, text, identity }: Unit): boolean {
  return kind === "text" || (kind === "character" && text.length === 1 && identity === text);
}

export function stretchesOf(units: readonly Unit[]): Stretch[] {
  const stretches: Stretch[] = [];
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

/** By the unit that begins a field which ends in the same paragraph: the unit after its end. */
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

/** A field that ends in another paragraph: its mark and its code are one token, what it shows is text. */
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

/** What a character is to a tokeniser. */
const SPACE = 1;
const WORD = 2;
const DIGIT = 3;
const SIGN = 4;
const ALONE = 5;

function cutWords(
  units: readonly Unit[],
  { from, to, link }: Stretch,
  { found, lexicon }: { found: Draft; lexicon: Lexicon },
): void {
  const text = textOf(units, from, to);
  const { wording } = lexicon;
  if (link !== "") found.isPlain = false;
  let unit = from;
  let unitStart = 0;
  // Blanks at the end of a paragraph that do not count are part of its last token.
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

/** The end of the token that begins at a place in a text. */
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

/** True if the sign at a place binds what stands around it: it's, 1,000.50. */
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

/** By character code, filled as characters come. */
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
