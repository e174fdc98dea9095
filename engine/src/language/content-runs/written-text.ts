// Defines the characters that text written into a document may contain.
//
// Refused are control characters except tab, newline and carriage return, U+FFFE and U+FFFF, and half a surrogate pair.
// XML cannot contain them, except U+007F to U+009F, which it advises against.

const REFUSED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/u;

export function isWritable(text: string): boolean {
  return !REFUSED.test(text);
}

/** A piece of text: characters, a tab or a line end. */
export type WrittenPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tab" }
  | { readonly kind: "line" };

/** Returns text in pieces. A carriage return with its newline is one line end. */
export function piecesOf(text: string): WrittenPiece[] {
  return text
    .split(/(\t|\r\n|\r|\n)/)
    .filter((piece) => piece !== "")
    .map((piece): WrittenPiece => {
      if (piece === "\t") return { kind: "tab" };
      return /^[\r\n]/.test(piece) ? { kind: "line" } : { kind: "text", text: piece };
    });
}
