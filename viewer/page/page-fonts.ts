// Finds the fonts of a page. They are equal for all documents, so each is read and hashed once.

import { type BuiltFile, readBuilt } from "./built-files.ts";
import { carriedFamilies, fontFile } from "./font-files.ts";

/**
 * `embedded`: the page contains its fonts. `none`: only fonts of the reader's machine are used. `web`: the page asks a
 * provider for them.
 */
export type PageFonts = "embedded" | "none" | "web";

/** The hosts that a page with `web` asks. */
export const fontHosts = { styles: "https://fonts.googleapis.com", files: "https://fonts.gstatic.com" };

/** Returns the styles with the faces of the families that a document uses. */
export function embeddedFonts(families: readonly string[], hasItalics: boolean): BuiltFile[] {
  const styles = hasItalics ? (["normal", "italic"] as const) : (["normal"] as const);
  return carriedFamilies
    .filter((family) => families.includes(family))
    .flatMap((family) => styles.map((style) => readBuilt(fontFile(family, style))));
}
