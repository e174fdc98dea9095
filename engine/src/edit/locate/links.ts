// The links of an uploaded paragraph: elements around their text, and fields whose result is their text.

import { linkCode } from "../../document/marks/hyperlinks.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { AddressedPart } from "../../document/text/addresses.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { ReadText, ResultSpan, TextPiece } from "./text/read-text.ts";

/** There is one such object for each. The characters of its text stand from here to there. */
export type Link = {
  readonly from: number;
  readonly to: number;
} & (
  | {
      readonly kind: "element";
      readonly node: NodeId;
      /** The field that says the same; undefined when none does. */
      readonly code: string | undefined;
    }
  | { readonly kind: "field"; readonly span: ResultSpan }
);

/** In document order; those that show nothing are left out. */
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
