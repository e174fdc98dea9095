// Makes the styles with the fonts that a page contains: the Latin faces of five families.
//
// The families have the widths of Arial, Times New Roman, Courier New, Calibri and Cambria. Upright and italic faces
// are separate files, because few documents use both. Other characters come from the family if the reader's machine has
// it, otherwise from the next family of the style sheet.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { carriedFamilies, type FaceStyle, fontFile } from "./font-files.ts";

const WEIGHTS = [
  { weight: 400, local: { normal: "", italic: " Italic" } },
  { weight: 700, local: { normal: " Bold", italic: " Bold Italic" } },
] as const;

/**
 * Returns a map of names of files to their text: the styles, and the licences that the fonts require to be shipped with
 * them.
 */
export function buildFonts(): Map<string, string> {
  const files = new Map<string, string>();
  for (const family of carriedFamilies) {
    for (const style of ["normal", "italic"] as const) files.set(fontFile(family, style), facesOf(family, style));
  }
  const licences = carriedFamilies.map((family) => `${family}\n\n${read(family, "LICENSE").toString("utf8").trim()}\n`);
  files.set("font-licences.txt", licences.join("\n\n"));
  return files;
}

/**
 * Returns the rules for the fonts of the reader's machine and for the embedded ones. The embedded rule is later, so it
 * takes precedence for the characters of its range.
 */
function facesOf(family: string, style: FaceStyle): string {
  const range = (JSON.parse(read(family, "unicode.json").toString("utf8")) as { readonly latin: string }).latin;
  const rules = WEIGHTS.flatMap(({ weight, local }) => {
    const face = `font-family:${family};font-style:${style};font-weight:${weight}`;
    const bytes = read(family, `files/${family.toLowerCase()}-latin-${weight}-${style}.woff2`);
    const embedded = `url(data:font/woff2;base64,${bytes.toString("base64")}) format("woff2")`;
    return [
      `@font-face{${face};src:local("${family}${local[style]}")}`,
      `@font-face{${face};src:${embedded};unicode-range:${range}}`,
    ];
  });
  return `${rules.join("\n")}\n`;
}

function read(family: string, file: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${family.toLowerCase()}/${file}`)));
}
