// Reads a document into its content JSON (docs/design/content.md), each addressed part once.

import { FlowLabellers } from "../../document/lists/flow-labellers.ts";
import { HeadingLevels } from "../../document/lists/headings.ts";
import { numberingOf } from "../../document/lists/numbering.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { type AddressedPart, addressesOf } from "../../document/text/addresses.ts";
import { readTexts, type TextsOf } from "../../document/text/paragraphs.ts";
import { storiesOf } from "../../document/text/stories.ts";
import { blockIds } from "../../revisions/block-ids.ts";
import { listDecisions } from "../../revisions/decisions.ts";
import type { ContentJson, ContentParagraph } from "./content.ts";
import { paragraphLocators, RevisionNumbers } from "./locators.ts";
import { readListStyles, readStyleList } from "./read-lists.ts";
import { noteFinder, readComments, readNotes } from "./read-notes.ts";
import { describeParagraphs, readSegments } from "./read-paragraphs.ts";
import { readRevisions } from "./read-revisions.ts";
import type { ReadParagraph, SegmentSources } from "./read-segments.ts";
import { describePart, describeSection, describeSettings, describeTable } from "./structure.ts";

/** Returns the content of a document. The same document gives the same keys in the same order. */
export function contentJson(document: WordDocument): ContentJson {
  const addresses = addressesOf(document);
  const { parts, sections } = addresses;
  const decisions = listDecisions(document);
  const stories = storiesOf(document);
  const numbering = numberingOf(document);
  const revisions = new RevisionNumbers(decisions);
  const locatorOf = paragraphLocators(parts);
  const reads = readParts(parts, { document, revisions, noteAt: noteFinder(addresses) });
  const idOf = blockIds(stories, decisions, reads.textsOf);
  const sources = { idOf, numbering, headings: new HeadingLevels(numbering), revisions };
  const labellers = new FlowLabellers(numbering);
  const blocks = new Map(
    parts.map((part) => {
      const how = { reads: reads.of(part), labeller: labellers.of(part.story) };
      return [part, describeParagraphs(part, sources, how)];
    }),
  );
  const blocksOf = (part: AddressedPart): readonly ContentParagraph[] => blocks.get(part)!;
  const body = parts.find(({ locator }) => locator.kind === "body");
  return {
    schema_version: 1,
    blocks: body === undefined ? [] : blocksOf(body),
    tables: parts.flatMap((part) => part.tables.map((table) => describeTable(part, table))),
    sections: sections.map((section) => describeSection(body!.story, section)),
    headers: parts.flatMap((part) => describePart(part, "header", blocksOf(part))),
    footers: parts.flatMap((part) => describePart(part, "footer", blocksOf(part))),
    notes: readNotes(addresses, { locatorOf, blocksOf, readsOf: reads.of }),
    comments: readComments(addresses, locatorOf),
    revisions: readRevisions(decisions, locatorOf, stories),
    list_styles: readListStyles(numbering),
    styles: readStyleList(numbering.styles),
    settings: describeSettings(addresses.settings),
  };
}

interface PartReads {
  readonly of: (part: AddressedPart) => readonly ReadParagraph[];
  /**
   * Returns the texts of a story's paragraphs. The ids of paragraphs are computed from them. Texts of `parts` are
   * reused, not read again.
   */
  readonly textsOf: TextsOf;
}

function readParts(parts: readonly AddressedPart[], sources: SegmentSources): PartReads {
  const reads = new Map(parts.map((part) => [part, readSegments(part, sources)]));
  const partsIn = Map.groupBy(parts, ({ story }) => story.tree);
  const roots = new Map(
    [...partsIn].map(([tree, members]) => [tree, new Map(members.map((part) => [part.story.root, part]))]),
  );
  return {
    of: (part) => reads.get(part) ?? [],
    textsOf: (story) => {
      const part = roots.get(story.tree)?.get(story.root);
      return part === undefined ? readTexts(story) : reads.get(part)!.map(({ text }) => text);
    },
  };
}
