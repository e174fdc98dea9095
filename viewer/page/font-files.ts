// Returns the names of the font files of viewer/built.

/** The families that a page can contain, by the engine's names. */
export const carriedFamilies: readonly string[] = ["Arimo", "Caladea", "Carlito", "Cousine", "Tinos"];

export type FaceStyle = "normal" | "italic";

export function fontFile(family: string, style: FaceStyle): string {
  return `font-${family.toLowerCase()}${style === "italic" ? "-italic" : ""}.txt`;
}
