// The Markdown of a staged document (spec 3, sections 8 and 12): its own changes, and every address that an edit can name.
//
// A document that holds changes reads as a redline of them. Each paragraph carries its index, outside of the body its
// part too; each change the number under which it is decided. The body comes first, then headers, footers and notes.

import { addressesOf } from "../../document/addresses.ts";
import { numberingOf } from "../../document/numbering.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { storiesOf } from "../../document/stories.ts";
import { blockIds } from "../../revisions/block-ids.ts";
import { listDecisions } from "../../revisions/decisions.ts";
import { ChangeNames } from "../changes.ts";
import { writeBlocks } from "../markdown/render-markdown.ts";
import { attribute, givenAttributes, type Marking, objectTag, paragraphTag } from "../markdown/tags.ts";
import { type RedlineContext, readBlocks } from "../read-blocks.ts";
import type { PartLocatorJson } from "./content.ts";
import { partLocator } from "./locators.ts";

export function stagedMarkdown(document: WordDocument): string {
  const decisions = listDecisions(document);
  const context: RedlineContext = {
    idOf: blockIds(storiesOf(document), decisions),
    names: new ChangeNames(decisions, ""),
    numbering: numberingOf(document),
  };
  const { parts } = addressesOf(document);
  const addresses = new Map(
    parts.flatMap(({ locator, story, paragraphs }) => {
      const part = partAttributes(partLocator(locator));
      return paragraphs.map(({ node, index }) => [
        context.idOf(story, node),
        `${attribute("index", `${index}`)}${part}`,
      ]);
    }),
  );
  const marking: Marking = {
    paragraph: (block) => paragraphTag(block, addresses.get(block.id) ?? ""),
    object: objectTag,
    change: (change) => {
      const number = context.names.numberOf(change);
      return `${number === undefined ? "" : attribute("number", `${number}`)}${givenAttributes(change)}`;
    },
  };
  return `${parts.flatMap(({ story }) => writeBlocks(readBlocks(story, context, 1), marking)).join("\n\n")}\n`;
}

function partAttributes(part: PartLocatorJson | undefined): string {
  if (part === undefined) return "";
  const kind = attribute("part", part.kind);
  if ("number" in part) return `${kind}${attribute("number", `${part.number}`)}`;
  return `${kind}${attribute("type", part.type)}${attribute("section", `${part.section.number}`)}`;
}
