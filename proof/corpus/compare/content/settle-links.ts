// Joins links as a reader sees them.
//
// An empty link does not count, and two adjacent links with the same target are one.

import type { Stretch } from "../formatting/line-formatting.ts";
import type { Properties } from "../formatting/properties.ts";
import type { Equivalence } from "./equivalences.ts";

/** A piece of a paragraph after its fields are settled. */
export type Piece =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly isInContents: boolean;
      readonly stretches: readonly Stretch[];
    }
  | { readonly kind: "marker"; readonly text: string; readonly properties?: Properties | undefined }
  | { readonly kind: "open" | "close"; readonly target: string };

/** Returns the pieces with neighbouring texts joined and links settled. */
export function joinLinks(pieces: readonly Piece[]): { pieces: Piece[]; equivalences: Equivalence[] } {
  const joined: Piece[] = [];
  const equivalences: Equivalence[] = [];
  for (const piece of pieces) {
    if (piece.kind === "text" && piece.text === "") continue;
    const last = joined.at(-1);
    if (last?.kind === "text" && piece.kind === "text") {
      const stretches = [...last.stretches, ...piece.stretches];
      joined[joined.length - 1] = { ...piece, text: last.text + piece.text, stretches };
    } else if (last?.kind === "open" && piece.kind === "close") {
      joined.pop();
      equivalences.push({ name: "an empty link = none", detail: piece.target });
    } else if (last?.kind === "close" && piece.kind === "open" && last.target === piece.target) {
      joined.pop();
      equivalences.push({ name: "neighbouring links to one target = one link", detail: piece.target });
    } else joined.push(piece);
  }
  return { pieces: joined, equivalences };
}
