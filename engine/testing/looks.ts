// Computes the looks of text in documents of a few strings, for tests.

import { DocumentLooks } from "../src/document/looks/document-looks.ts";
import type { Look } from "../src/document/looks/look.ts";
import { readPropertyElements } from "../src/document/looks/property-layers.ts";
import { storiesOf } from "../src/document/text/stories.ts";
import { W } from "../src/document/word-names.ts";
import { open } from "./documents.ts";
import { find } from "./xml.ts";

/** A document around the tested properties. */
export interface Surrounding {
  readonly styles?: string;
  readonly numbering?: string;
  readonly theme?: string;
  readonly header?: string;
  /** Other parts, by name. */
  readonly parts?: Parameters<typeof open>[1];
}

export function opened(body: string, { styles = "", numbering = "", theme = "", header, parts = {} }: Surrounding) {
  const document = open(body, {
    styles,
    numbering,
    theme,
    ...(header === undefined ? {} : { header1: header }),
    ...parts,
  });
  const story = storiesOf(document)[0]!;
  return { looks: new DocumentLooks(document), story, tree: story.tree };
}

export function textLook(kind: "run" | "paragraph", body: string, around: Surrounding): Look {
  const { looks, story, tree } = opened(body, around);
  const paragraph = find(tree, "p");
  const properties = readPropertyElements(tree, tree.child(paragraph, W.pPr));
  const place = looks.placeOf(properties, looks.textPlace(story, paragraph, "accepted"));
  if (kind === "paragraph") return looks.paragraph(properties, place);
  return looks.run(readPropertyElements(tree, tree.child(find(tree, "r"), W.rPr)), place);
}
