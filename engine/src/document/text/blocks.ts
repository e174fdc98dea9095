// Reads the blocks of a story: paragraphs and tables, through transparent wrappers.
//
// Content controls, custom XML, smart tags and tracked wrappers contain blocks but are not blocks. The same wrappers may be
// around rows and cells. Markup compatibility is read by its rule. Content at an impossible position (a row outside a table, a
// paragraph between rows) is not read.

import { readChildren } from "../../ooxml/parts/compatibility.ts";
import { NameSet, type NameTest } from "../../ooxml/xml/name-set.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { BLOCKS, WRAPPERS } from "../grammar.ts";
import { W } from "../word-names.ts";
import type { Story } from "./stories.ts";

const ROWS = new NameSet([W.tr]);
const CELLS = new NameSet([W.tc]);

/** Returns the paragraphs and tables directly in a story's root, a cell or another container. */
export function blocksOf(story: Story, container: NodeId = story.root): NodeId[] {
  return unwrapped(story, container, BLOCKS);
}

export function rowsOf(story: Story, table: NodeId): NodeId[] {
  return unwrapped(story, table, ROWS);
}

export function cellsOf(story: Story, row: NodeId): NodeId[] {
  return unwrapped(story, row, CELLS);
}

/** Returns every paragraph of a story in document order, including those in table cells, without those in text boxes. */
export function paragraphsOf(story: Story, container: NodeId = story.root): NodeId[] {
  const paragraphs: NodeId[] = [];
  collectParagraphs(story, container, paragraphs);
  return paragraphs;
}

function collectParagraphs(story: Story, container: NodeId, paragraphs: NodeId[]): void {
  for (const block of blocksOf(story, container)) {
    if (story.tree.name(block) === W.p) paragraphs.push(block);
    else {
      for (const row of rowsOf(story, block)) {
        for (const cell of cellsOf(story, row)) collectParagraphs(story, cell, paragraphs);
      }
    }
  }
}

/** Returns the children of a container that have one of the names, also those inside wrappers. */
export function unwrapped(story: Story, container: NodeId, names: NameTest): NodeId[] {
  const found: NodeId[] = [];
  collectUnwrapped(story, container, { names, found });
  return found;
}

interface Search {
  readonly names: NameTest;
  readonly found: NodeId[];
}

function collectUnwrapped(story: Story, container: NodeId, search: Search): void {
  for (const child of readChildren(story.tree, container, story.reading)) {
    const name = story.tree.name(child);
    if (search.names.has(name)) search.found.push(child);
    else if (WRAPPERS.has(name)) collectUnwrapped(story, child, search);
  }
}
