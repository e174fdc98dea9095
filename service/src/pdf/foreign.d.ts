// Declares the types of packages without type declarations, limited to what is used here.

declare module "bidi-js" {
  interface EmbeddingLevels {
    readonly levels: Uint8Array;
    readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[];
  }

  interface Bidi {
    getEmbeddingLevels(text: string, direction?: "ltr" | "rtl"): EmbeddingLevels;
    /** Returns the ranges to reverse one after the other. Their ends are inclusive. */
    getReorderSegments(text: string, levels: EmbeddingLevels, start: number, end: number): [number, number][];
    getMirroredCharacter(character: string): string | null;
  }

  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export default function bidiFactory(): Bidi;
}

declare module "linebreak" {
  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}

declare module "fontkit" {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean;
  }

  export function create(bytes: Uint8Array): Font;
}
