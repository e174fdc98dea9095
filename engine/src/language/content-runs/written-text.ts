// Which characters text that is written into a document may hold.
//
// No control characters but tab, newline and carriage return; not U+FFFE and U+FFFF, nor half a surrogate pair, which
// XML cannot write.

const REFUSED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/u;

export function isWritable(text: string): boolean {
  return !REFUSED.test(text);
}

/** What a tab or a line end in text stands for. */
export type WrittenPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tab" }
  | { readonly kind: "line" };

/** Text in pieces; a carriage return with its newline is one line end. */
export function piecesOf(text: string): WrittenPiece[] {
  return text
    .split(/(\t|\r\n|\r|\n)/)
    .filter((piece) => piece !== "")
    .map((piece): WrittenPiece => {
      if (piece === "\t") return { kind: "tab" };
      return /^[\r\n]/.test(piece) ? { kind: "line" } : { kind: "text", text: piece };
    });
}
