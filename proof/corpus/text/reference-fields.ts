// Which pieces of a story's text are field codes, found by striking out innermost fields until none is left.
//
// The pieces are a line of letters: B, S and E for the marks of fields, x for what shows. A field that holds no other
// is B, anything but marks of its own kind, E. Striking it out, first S included, bares the next one around it.

export type Piece = { readonly mark: "B" | "S" | "E" } | { readonly mark: "x"; readonly text: string };

/** The pieces that a reader sees: neither marks nor codes. */
export function visiblePieces<P extends Piece>(pieces: readonly P[]): P[] {
  const hidden = new Uint8Array(pieces.length);
  let line = pieces.map(({ mark }) => mark).join("");
  for (let before = ""; before !== line; ) {
    before = line;
    line = line.replace(/B[^BE]*E/g, (field, at: number) => {
      const separate = field.indexOf("S");
      hidden.fill(1, at, at + (separate < 0 ? field.length : separate));
      return "x".repeat(field.length);
    });
  }
  return pieces.filter(({ mark }, index) => mark === "x" && hidden[index] === 0);
}
