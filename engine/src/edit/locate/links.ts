// Finds the links of an uploaded paragraph: elements around text, and fields whose result is text.

import { linkCode } from "../../document/marks/hyperlinks.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { AddressedPart } from "../../document/text/addresses.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { ReadText, ResultSpan, TextPiece } from "./text/read-text.ts";

/** A link and the range of its text. `Uploaded.linksOf` always returns the same object for a link. */
export type Link = {
  readonly from: number;
  readonly to: number;
} & (
  | {
      readonly kind: "element";
      readonly node: NodeId;
      /** The code of the equal field; undefined if there is no such field. */
      readonly code: string | undefined;
    }
  | { readonly kind: "field"; readonly span: ResultSpan }
);

/** Returns the links in document order. Elements without visible content and fields without text are left out. */
export function linksIn(document: WordDocument, { story }: AddressedPart, { pieces, results }: ReadText): Link[] {
  const { tree } = story;
  const isShown = ({ from, to, kind }: TextPiece): boolean => from < to || kind === "image" || kind === "object";
  const around = (piece: TextPiece): NodeId => ancestor(tree, piece.run, W.hyperlink);
  const linked = tree.mayHave(W.hyperlink) ? pieces.filter((piece) => isShown(piece) && around(piece) !== NONE) : [];
  const elements = [...Map.groupBy(linked, around)].map(
    ([node, own]): Link => ({
      kind: "element",
      node,
      from: own[0]!.from,
      to: own.at(-1)!.to,
      code: linkCode(document, story, node),
    }),
  );
  const fields = results.flatMap((span): Link[] =>
    span.isLink && span.from < span.to ? [{ kind: "field", span, from: span.from, to: span.to }] : [],
  );
  return [...elements, ...fields].sort((one, other) => one.from - other.from);
}
