/** Glyphs beside each other on a baseline, from left to right. */
export interface GlyphStretch {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}
