// Selects and loads the fonts of generated PDF pages.
//
// Fonts are embedded, so that the PDF looks the same everywhere: one for Latin, Greek and Cyrillic, one each for Hebrew
// and Arabic, and two for Chinese, Japanese and Korean. A font is loaded when the first text needs it, and stays in
// memory.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create, type Font } from "fontkit";

/** In the order in which they are searched for a character. */
export const fontNames = ["latin", "hebrew", "arabic", "han", "korean"] as const;
export type FontName = (typeof fontNames)[number];

const files: Readonly<Record<FontName, readonly [packageEntry: string, file: string]>> = {
  latin: [import.meta.resolve("@embedpdf/fonts-latin"), "NotoSans-Regular.ttf"],
  hebrew: [import.meta.resolve("@embedpdf/fonts-hebrew"), "NotoSansHebrew-Regular.ttf"],
  arabic: [import.meta.resolve("@embedpdf/fonts-arabic"), "NotoNaskhArabic-Regular.ttf"],
  han: [import.meta.resolve("@embedpdf/fonts-sc"), "NotoSansHans-Regular.otf"],
  korean: [import.meta.resolve("@embedpdf/fonts-kr"), "NotoSansKR-Regular.otf"],
};

/** True if the font arranges its own letters from right to left. */
export function isRightToLeft(font: FontName): boolean {
  return font === "hebrew" || font === "arabic";
}

/** Maps a font to scripts whose letters it certainly contains, so that no other font is loaded to search for them. */
const scripts: readonly (readonly [FontName, RegExp])[] = [
  ["latin", /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u],
  ["hebrew", /\p{Script=Hebrew}/u],
  ["arabic", /\p{Script=Arabic}/u],
  ["han", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["korean", /\p{Script=Hangul}/u],
];

interface Loaded {
  readonly bytes: Uint8Array;
  readonly font: Font;
}

const loaded = new Map<FontName, Loaded>();

function load(name: FontName): Loaded {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const [entry, file] = files[name];
  const bytes = readFileSync(fileURLToPath(new URL(`../fonts/${file}`, entry)));
  const fresh = { bytes, font: create(bytes) };
  loaded.set(name, fresh);
  return fresh;
}

export function fontBytes(name: FontName): Uint8Array {
  return load(name).bytes;
}

const chosen = new Map<string, FontName | undefined>();

/** Returns the first font with a glyph for the character, or undefined. */
export function fontFor(character: string): FontName | undefined {
  if (chosen.has(character)) return chosen.get(character);
  const codePoint = character.codePointAt(0)!;
  const byScript = scripts.find(([, script]) => script.test(character))?.[0];
  const candidates = byScript === undefined ? fontNames : [byScript, ...fontNames];
  const found = candidates.find((name) => load(name).font.hasGlyphForCodePoint(codePoint));
  chosen.set(character, found);
  return found;
}
