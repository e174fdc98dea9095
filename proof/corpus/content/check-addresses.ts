// Checks the addresses, texts, ids and references of a content JSON against the engine's own addresses.

import {
  type AddressedPart,
  type Addresses,
  addressesOf,
  findPart,
  listDecisions,
  ParagraphReader,
  type WordDocument,
} from "@versus/engine/inside";
import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";
import { contentParts, locatorOf, type PartContent } from "./content-parts.ts";

/** Returns a description of the first wrong one, or an empty text if all are right. */
export function checkAddresses(document: WordDocument, content: ContentJson): string {
  const addresses = addressesOf(document);
  const parts = contentParts(content);
  return (
    checkPartCount(addresses, parts) ||
    firstOf(parts, (part) => checkPart(addresses, part, content)) ||
    checkIds(parts) ||
    checkStructure(addresses, content) ||
    checkReferences(addresses, content) ||
    checkDecisions(document, content)
  );
}

function firstOf<Item>(items: readonly Item[], check: (item: Item, index: number) => string): string {
  for (const [index, item] of items.entries()) {
    const problem = check(item, index);
    if (problem !== "") return problem;
  }
  return "";
}

function checkPartCount({ parts }: Addresses, told: readonly PartContent[]): string {
  // A document without a body has no address for it, but its content JSON always has an entry for the body.
  const hasBody = parts.some(({ locator }) => locator.kind === "body");
  const count = hasBody ? told.length : told.length - 1;
  return parts.length === count ? "" : `${count} parts, not ${parts.length}`;
}

function checkPart(addresses: Addresses, { locator, blocks }: PartContent, content: ContentJson): string {
  const part = findPart(addresses, locator);
  if (part === undefined) return blocks.length === 0 ? "" : `no part ${locator.kind}`;
  if (part.paragraphs.length !== blocks.length) return `${locator.kind}: ${blocks.length} paragraphs`;
  const reader = new ParagraphReader(part.story);
  return firstOf(blocks, (block, index) => {
    const { node } = part.paragraphs[index]!;
    const problem = block.index !== index ? "index" : reader.read(node).text !== block.text ? "text" : "";
    const wrong = problem || checkPlace(part, block, content);
    return wrong === "" ? "" : `${locator.kind} paragraph ${index}: ${wrong}`;
  });
}

/** Checks the table, section, list, style and changes that a paragraph names. */
function checkPlace(part: AddressedPart, block: ContentParagraph, content: ContentJson): string {
  const { section, cell } = part.paragraphs[block.index]!;
  const { table, list, mark } = block;
  if (block.section !== section) return "section";
  if (table?.number !== cell?.table || table?.row !== cell?.row || table?.column !== cell?.column) return "table";
  if (list !== undefined && !content.list_styles.some(({ id }) => id === list.list_style)) return "list style";
  if (block.style_id !== undefined && !content.styles.some(({ style_id }) => style_id === block.style_id))
    return "style";
  const numbers = [...revisionsIn(block.content), ...(mark === undefined ? [] : [mark.revision])];
  return numbers.every((number) => content.revisions[number - 1] !== undefined) ? "" : "revision";
}

function revisionsIn(segments: ContentParagraph["content"]): number[] {
  return segments.flatMap((segment) => {
    if ("content" in segment) return revisionsIn(segment.content);
    return segment.revision === undefined ? [] : [segment.revision];
  });
}

function checkIds(parts: readonly PartContent[]): string {
  const ids = parts.flatMap(({ blocks }) => blocks.map(({ id }) => id));
  return new Set(ids).size === ids.length ? "" : "an id twice";
}

function checkStructure(addresses: Addresses, { tables, sections, headers, footers }: ContentJson): string {
  const wrongTable = firstOf(tables, ({ number, part, rows, columns, first_index: first, last_index: last }) => {
    const found = findPart(addresses, locatorOf(part))?.tables[number - 1];
    const isSame = found?.table.rows.length === rows && found.table.columns === columns;
    const isInPlace =
      last === undefined ? found?.first === found?.end : found?.first === first && found?.end === last + 1;
    return isSame && isInPlace ? "" : `table ${number}`;
  });
  const wrongSection = firstOf(sections, ({ number, first_index: first, last_index: last }) => {
    const found = addresses.sections[number - 1];
    return last === undefined || (found?.first === first && found?.end === last + 1) ? "" : `section ${number}`;
  });
  // Each header and footer must name exactly the sections that show it.
  const wrongPart = firstOf([...headers, ...footers], ({ part, sections: showing }) => {
    const own = findPart(addresses, locatorOf(part));
    return own !== undefined && own.sections.join() === showing.join() ? "" : `${part.kind} of ${part.section.number}`;
  });
  return wrongTable || wrongSection || wrongPart;
}

/** Checks the paragraphs that notes, comments and changes name. */
function checkReferences(addresses: Addresses, { notes, comments, revisions }: ContentJson): string {
  const isThere = (place: ContentJson["revisions"][number]["paragraph"]): boolean =>
    place === undefined || findPart(addresses, locatorOf(place.part))?.paragraphs[place.index] !== undefined;
  return (
    firstOf(notes, ({ part, paragraph, label }, index) => {
      const found = addresses.notes[index];
      const isSame = found?.kind === part.kind && found.number === part.number && found.label === label;
      return isSame && isThere(paragraph) ? "" : `note ${index}`;
    }) ||
    firstOf(comments, ({ number, paragraph }, index) =>
      addresses.comments[index]?.number === number && isThere(paragraph) ? "" : `comment ${number}`,
    ) ||
    firstOf(revisions, ({ number, paragraph, to }) => (isThere(paragraph) && isThere(to) ? "" : `revision ${number}`))
  );
}

/** The changes of the JSON must be the engine's decisions, one for one. */
function checkDecisions(document: WordDocument, { revisions }: ContentJson): string {
  const decisions = listDecisions(document);
  if (decisions.length !== revisions.length) return `${revisions.length} revisions, not ${decisions.length}`;
  return firstOf(decisions, ({ kind, author }, index) => {
    const told = revisions[index]!;
    return told.number === index + 1 && told.kind === kind && told.author === author ? "" : `revision ${index + 1}`;
  });
}
