// Reads the glyphs that a page draws: its spaces and its right-to-left words.
//
// pdfjs returns text without the spaces at its ends, and reorders the letters of some right-to-left words. Its
// operators contain both, so they are read a second time. The spaces of a line show if its paragraph continues
// (RFL-46).

import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { GlyphStretch } from "./glyph-stretch.ts";
import { apply, type Matrix, times } from "./matrix.ts";
import { type ReadStretch, RightToLeftReader } from "./right-to-left.ts";

interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

type Codes = Readonly<Record<string, number>>;

export interface DrawnSpace extends GlyphStretch {
  /**
   * Distance from the start of the space to the next glyph, as a multiple of the width of the space. Undefined at the
   * end of a line.
   */
  readonly stretch: number | undefined;
}

export interface PageGlyphs {
  readonly spaces: readonly DrawnSpace[];
  /** Right-to-left text that pdfjs does not read correctly. */
  readonly rightToLeft: readonly ReadStretch[];
}

interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
}

/** The state that the operator `q` saves and `Q` restores. */
interface TextState {
  readonly matrix: Matrix;
  readonly size: number;
  /** Size of one unit of glyph width, as a share of the font size. */
  readonly unit: number;
  readonly characterSpacing: number;
  readonly wordSpacing: number;
  readonly scale: number;
  readonly rise: number;
  readonly leading: number;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const UNIT = 0.001;
/** Points. Baselines with a smaller difference are one line. */
const SAME_LINE = 0.5;

export function readGlyphs(
  page: PDFPageProxy,
  list: OperatorList,
  codes: Codes,
  viewport: readonly number[],
): PageGlyphs {
  const glyphs = { spaces: [] as DrawnSpace[], rightToLeft: new RightToLeftReader() };
  const saved: TextState[] = [];
  let state = firstState(viewport as Matrix);
  let line = IDENTITY;
  let place = IDENTITY;
  const move = (x: number, y: number): void => {
    line = times(line, [1, 0, 0, 1, x, y]);
    place = line;
  };
  for (const [at, code] of list.fnArray.entries()) {
    const numbers = list.argsArray[at] as readonly number[];
    switch (code) {
      case codes.save:
        saved.push(state);
        break;
      case codes.paintFormXObjectBegin: {
        saved.push(state);
        const [matrix] = list.argsArray[at] as [Matrix | null];
        if (matrix !== null) state = { ...state, matrix: times(state.matrix, matrix) };
        break;
      }
      case codes.restore:
      case codes.paintFormXObjectEnd:
        state = saved.pop() ?? state;
        break;
      case codes.transform:
        state = { ...state, matrix: times(state.matrix, numbers as unknown as Matrix) };
        break;
      case codes.beginText:
        line = IDENTITY;
        place = IDENTITY;
        break;
      case codes.setTextMatrix:
        line = matrixOf(numbers);
        place = line;
        break;
      case codes.moveText:
        move(numbers[0]!, numbers[1]!);
        break;
      case codes.setLeadingMoveText:
        state = { ...state, leading: -numbers[1]! };
        move(numbers[0]!, numbers[1]!);
        break;
      case codes.nextLine:
        move(0, -state.leading);
        break;
      case codes.showText: {
        const [shown] = list.argsArray[at] as [readonly (Glyph | number | null)[]];
        place = times(place, [1, 0, 0, 1, addGlyphs(glyphs, shown, state, place), 0]);
        break;
      }
      default:
        state = withSetting(state, code, { codes, page, value: list.argsArray[at] });
    }
  }
  return { spaces: glyphs.spaces, rightToLeft: glyphs.rightToLeft.stretches() };
}

function firstState(matrix: Matrix): TextState {
  return { matrix, size: 0, unit: UNIT, characterSpacing: 0, wordSpacing: 0, scale: 1, rise: 0, leading: 0 };
}

/** Returns the matrix. pdfjs passes the six numbers separately or as one array. */
function matrixOf(numbers: readonly unknown[]): Matrix {
  const [first] = numbers;
  return (typeof first === "number" ? numbers : first) as Matrix;
}

interface Setting {
  readonly codes: Codes;
  readonly page: PDFPageProxy;
  readonly value: unknown;
}

function withSetting(state: TextState, code: number, { codes, page, value }: Setting): TextState {
  const [number] = (value ?? []) as readonly number[];
  switch (code) {
    case codes.setFont: {
      const [name, size] = value as [string, number];
      return { ...state, size, unit: unitOf(page, name) };
    }
    case codes.setCharSpacing:
      return { ...state, characterSpacing: number! };
    case codes.setWordSpacing:
      return { ...state, wordSpacing: number! };
    case codes.setHScale:
      return { ...state, scale: number! / 100 };
    case codes.setTextRise:
      return { ...state, rise: number! };
    case codes.setLeading:
      return { ...state, leading: number! };
    default:
      return state;
  }
}

function unitOf(page: PDFPageProxy, name: string): number {
  const font: { fontMatrix?: readonly number[] } | undefined = page.commonObjs.has(name)
    ? page.commonObjs.get(name)
    : undefined;
  return font?.fontMatrix?.[0] ?? UNIT;
}

interface FoundGlyphs {
  readonly spaces: DrawnSpace[];
  readonly rightToLeft: RightToLeftReader;
}

/** Adds the spaces and right-to-left glyphs, and returns the total advance of the glyphs. */
function addGlyphs(
  found: FoundGlyphs,
  shown: readonly (Glyph | number | null)[],
  state: TextState,
  place: Matrix,
): number {
  const upright = times(state.matrix, place);
  const stretchOf = (from: number, to: number): GlyphStretch => {
    const [start, y] = apply(upright, from, state.rise);
    const [end] = apply(upright, to, state.rise);
    return { left: Math.min(start, end), right: Math.max(start, end), y };
  };
  const letterSpacing = letterSpacingOf(shown, state);
  const size = Math.hypot(upright[2], upright[3]) * state.size;
  let x = 0;
  let isInWord = false;
  for (const glyph of shown) {
    if (glyph === null) continue;
    if (typeof glyph === "number") {
      x -= (glyph * state.size * state.scale) / 1000;
      continue;
    }
    const from = x;
    const width = glyph.width * state.unit * state.size;
    x += (width + state.characterSpacing + (glyph.isSpace ? state.wordSpacing : 0)) * state.scale;
    const isSpace = glyph.unicode.trim() === "";
    const place = stretchOf(from, from + width * state.scale);
    if (isSpace) found.spaces.push({ ...place, stretch: undefined });
    else if (!isInWord) stretchSpace(found.spaces, stretchOf(from - letterSpacing, x));
    isInWord = !isSpace;
    found.rightToLeft.add({ ...place, unicode: glyph.unicode, size });
  }
  return x;
}

/**
 * Returns the average gap between letters. If the author spaced the letters, the same gap beside a space does not
 * stretch it.
 */
function letterSpacingOf(shown: readonly (Glyph | number | null)[], state: TextState): number {
  let [sum, letters] = [0, 0];
  for (const [at, glyph] of shown.entries()) {
    if (glyph === null || typeof glyph === "number" || glyph.unicode.trim() === "") continue;
    const next = shown[at + 1];
    if (next === undefined) continue;
    letters += 1;
    sum += state.characterSpacing - (typeof next === "number" ? (next * state.size) / 1000 : 0);
  }
  return letters === 0 ? 0 : (sum / letters) * state.scale;
}

/** Sets the stretch of the last space from the start of the glyph after it. */
function stretchSpace(spaces: DrawnSpace[], { left, y }: GlyphStretch): void {
  const space = spaces.at(-1);
  if (space === undefined || space.stretch !== undefined || Math.abs(space.y - y) > SAME_LINE) return;
  const width = space.right - space.left;
  if (width > 0 && left >= space.left) spaces[spaces.length - 1] = { ...space, stretch: (left - space.left) / width };
}
