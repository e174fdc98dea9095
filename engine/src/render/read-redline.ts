// Reads a document with tracked changes into what all its renderings say: one walk, so that ids and segments agree.

import { addressesOf } from "../document/addresses.ts";
import { numberingOf } from "../document/numbering.ts";
import type { WordDocument } from "../document/open-document.ts";
import { storiesOf } from "../document/stories.ts";
import { blockIds } from "../revisions/block-ids.ts";
import { listDecisions } from "../revisions/decisions.ts";
import { ChangeNames } from "./changes.ts";
import { countTables, type RedlineContext, readBlocks } from "./read-blocks.ts";
import type { Block, PartBlocks, RedlineJson, RenderOptions, Segment } from "./redline.ts";
import { summarize } from "./summary.ts";

export function readRedline(
  document: WordDocument,
  { kind, revision, documents, options, carried }: RenderOptions,
): RedlineJson {
  const decisions = listDecisions(document);
  const stories = storiesOf(document);
  const context: RedlineContext = {
    idOf: blockIds(stories, decisions),
    names: new ChangeNames(decisions, revision),
    numbering: numberingOf(document),
  };
  const body = stories.find((story) => story.kind === "body");
  const blocks = body === undefined ? [] : readBlocks(body, context, 1);
  const parts = readParts(document, context, countTables(blocks) + 1);
  return {
    schema_version: 1,
    kind,
    documents: documents.map(({ role, name }) => ({ role, name })),
    ...(options === undefined ? {} : { options }),
    summary: { ...summarize(decisions), ...(carried === undefined ? {} : { carried }) },
    blocks,
    headers: parts.filter(({ part }) => part.kind === "header"),
    footers: parts.filter(({ part }) => part.kind === "footer"),
  };
}

/** The headers and footers that hold a change. */
function readParts(document: WordDocument, context: RedlineContext, firstTable: number): PartBlocks[] {
  const parts: PartBlocks[] = [];
  let table = firstTable;
  for (const { locator, story } of addressesOf(document).parts) {
    if (locator.kind !== "header" && locator.kind !== "footer") continue;
    const blocks = readBlocks(story, context, table);
    if (!blocks.some(isChanged)) continue;
    const { kind, type, section } = locator;
    parts.push({ part: { kind, type, section: { number: section } }, blocks });
    table += countTables(blocks);
  }
  return parts;
}

function isChanged(block: Block): boolean {
  if (block.type !== "table") return block.mark !== undefined || block.content.some(isChange);
  return block.rows.some(
    ({ change, cells }) =>
      change !== undefined || cells.some((cell) => cell.change !== undefined || cell.blocks.some(isChanged)),
  );
}

function isChange(segment: Segment): boolean {
  return "type" in segment;
}
