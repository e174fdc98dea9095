// Defines a range of glyphs on one baseline of a PDF page.

/** Adjacent glyphs on a baseline, from left to right. In points. */
export interface GlyphStretch {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}
