// Writes a staged document as Markdown, with its changes and all addresses that an edit can name.
//
// A document with changes reads as a redline of them (docs/design/content.md). Each paragraph has its index and,
// outside the body, its part. Each change has the number under which it is decided. The body comes first, then headers,
// footers and notes.

import { FlowLabellers } from "../../../document/lists/flow-labellers.ts";
import { numberingOf } from "../../../document/lists/numbering.ts";
import { readMergeRecord } from "../../../document/merge-record.ts";
import type { WordDocument } from "../../../document/open-document.ts";
import { type AddressedPart, addressesOf } from "../../../document/text/addresses.ts";
import { storiesOf } from "../../../document/text/stories.ts";
import { blockIds } from "../../../revisions/block-ids.ts";
import { listConflicts } from "../../../revisions/choose/conflicts.ts";
import { listDecisions } from "../../../revisions/decisions.ts";
import { BlockFacts } from "../../changes/block-facts.ts";
import { ChangeNames } from "../../changes/changes.ts";
import { Makers } from "../../changes/makers.ts";
import { writeBlocks } from "../../markdown/render-markdown.ts";
import { attribute, givenAttributes, type Marking, objectTag, paragraphTag } from "../../markdown/tags.ts";
import { type RedlineContext, readBlocks } from "../../read-blocks.ts";
import { ConflictPlaces } from "../../read-conflicts.ts";
import { chosenRuns } from "../chosen-blocks.ts";
import type { PartLocatorJson } from "../content.ts";
import { partLocator } from "../locators.ts";
import type { IsChosen } from "../narrow-content.ts";

/** Returns the whole text, or that of the chosen paragraphs. */
export function stagedMarkdown(document: WordDocument, isChosen?: IsChosen): string {
  const decisions = listDecisions(document);
  const makers = new Makers("", readMergeRecord(document));
  const numbering = numberingOf(document);
  const context: RedlineContext = {
    idOf: blockIds(storiesOf(document), decisions),
    names: new ChangeNames(decisions, makers),
    numbering,
    labellers: new FlowLabellers(numbering),
    makers,
    conflicts: new ConflictPlaces(listConflicts(document, () => decisions)),
    facts: new BlockFacts(() => undefined),
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
  const groups = parts.flatMap((part) => {
    const blocks = readBlocks(part.story, context, 1);
    if (isChosen === undefined) return writeBlocks(blocks, marking);
    const chosen = chosenIds(part, isChosen, context);
    return writeBlocks(chosenRuns(blocks, ({ id }) => chosen.has(id)).flat(), marking);
  });
  return `${groups.join("\n\n")}\n`;
}

function chosenIds(
  { locator, story, paragraphs }: AddressedPart,
  isChosen: IsChosen,
  { idOf }: RedlineContext,
): ReadonlySet<string> {
  const part = partLocator(locator);
  return new Set(paragraphs.filter(({ index }) => isChosen(part, index)).map(({ node }) => idOf(story, node)));
}

function partAttributes(part: PartLocatorJson | undefined): string {
  if (part === undefined) return "";
  const kind = attribute("part", part.kind);
  if ("number" in part) return `${kind}${attribute("number", `${part.number}`)}`;
  return `${kind}${attribute("type", part.type)}${attribute("section", `${part.section.number}`)}`;
}
