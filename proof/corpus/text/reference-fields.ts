// Finds the field codes in the text of a story, by removing innermost fields until none is left.
//
// The pieces are written as a line of letters: B, S and E for the begin, separator and end of a field, x for visible
// text. A field without a nested field is a B, then letters other than B and E, then an E. Its letters up to the
// first S are hidden. Then all its letters become x, which makes the surrounding field an innermost one.

export type Piece = { readonly mark: "B" | "S" | "E" } | { readonly mark: "x"; readonly text: string };

/** Returns the pieces that a reader sees, without field marks and field codes. */
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
