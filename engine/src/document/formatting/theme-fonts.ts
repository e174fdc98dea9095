// Reads the fonts of the theme, which runs may name by their role instead of their name.

import { type NameId, NO_NAMESPACE } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import type { WordDocument } from "../open-document.ts";
import { partsOf } from "../text/stories.ts";
import { A } from "../word-names.ts";

/** The fonts for headings and for body text; undefined if the theme names none. */
export interface ThemeFonts {
  readonly major: string | undefined;
  readonly minor: string | undefined;
}

export function themeFonts(document: WordDocument): ThemeFonts {
  const [part] = partsOf(document, "theme");
  if (part === undefined) return { major: undefined, minor: undefined };
  const tree = document.package.tree(part);
  const below = (node: NodeId, name: NameId): NodeId => (node === NONE ? NONE : tree.child(node, name));
  const scheme = below(below(tree.root, A.themeElements), A.fontScheme);
  const typeface = tree.names.nameId(NO_NAMESPACE, "typeface");
  const fontOf = (name: NameId): string | undefined => {
    const latin = below(below(scheme, name), A.latin);
    return latin === NONE ? undefined : tree.attribute(latin, typeface) || undefined;
  };
  return { major: fontOf(A.majorFont), minor: fontOf(A.minorFont) };
}

/** Returns the font that a name such as `minorHAnsi` refers to; undefined without a name or without that font. */
export function themeFont(fonts: ThemeFonts, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  return name.startsWith("major") ? fonts.major : fonts.minor;
}
