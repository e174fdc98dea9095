// Makes the script of a history: the last version, in which later content is inserted by its version.
//
// The last paragraph mark of a container, and the last before a table that stays, can be neither inserted nor deleted
// (docs/design/redline.md, RDL-3). It has no tracked change, whichever version added it.

import { type Section, sectionsOf } from "../document/sections.ts";
import type { Story } from "../document/text/stories.ts";
import type { Container, TableItem } from "../redline/content/items.ts";
import { type CellItem, type Item, type ParagraphItem, type RowItem, readContainer } from "../redline/content/items.ts";
import type { Source } from "../redline/content/source.ts";
import { tokenStart } from "../redline/content/tokens.ts";
import type {
  BlockStep,
  CellStep,
  ChangeLabel,
  ContainerScript,
  FlowStep,
  KeepStep,
  Mark,
  NestedScript,
  PartScript,
  Piece,
  RowStep,
  Script,
  SectionsScript,
} from "../redline/script/script.ts";
import type { StructureChange } from "../revisions/write/mark-structure.ts";
import type { Births } from "./births.ts";
import type { Stories } from "./read-stories.ts";

export interface HistoryContent {
  readonly source: Source;
  readonly body: Container;
  readonly stories: Stories;
  readonly births: Births;
  /** Indexed by version: the label of its passages. */
  readonly labels: readonly ChangeLabel[];
  /** Names of paragraphs that are written without marks, whichever version added their content. */
  readonly plain: ReadonlySet<string>;
}

export function historyScript(content: HistoryContent): Script {
  const scripts = new HistoryScripts(content);
  const { source, body } = content;
  return {
    carrier: source,
    body: scripts.container(body),
    sections: scripts.sections(sectionsOf(source.document, body.story)),
    lists: new Map(),
  };
}

/** Returns a name for a block of a document. */
export function placeName(part: string, node: number): string {
  return `${node} ${part}`;
}

class HistoryScripts {
  readonly #content: HistoryContent;
  readonly #parts = new Map<string, PartScript>();

  constructor(content: HistoryContent) {
    this.#content = content;
  }

  container(container: Container): ContainerScript {
    const { items } = container;
    const steps = items.map((item, index): BlockStep => {
      if (item.kind === "table") return this.#table(item);
      const next = items[index + 1];
      const canGo = item.endsSection || next?.kind === "paragraph" || (next !== undefined && this.#isWhole(next));
      return this.#paragraph(item, canGo);
    });
    return { container, steps };
  }

  #mark(version: number): Mark<StructureChange> {
    return { change: "insertion", label: this.#content.labels[version]! };
  }

  #paragraph(item: ParagraphItem, canGo: boolean): KeepStep | FlowStep {
    const { births, plain } = this.#content;
    const nested = this.#nested(item);
    const { tokens, mark } = births.ofParagraph(item);
    const isMarkNew = canGo && mark > 0;
    const isPlain = !isMarkNew && tokens.every((version) => version === 0);
    if (isPlain || plain.has(placeName(item.story.part, item.node))) {
      return { kind: "keep", item, formatChanges: [], propertyChanges: [], nested };
    }
    const pieces = stretchesOf(tokens).map(({ from, to, version }): Piece => {
      const marks = version === 0 ? {} : { text: this.#mark(version) };
      return { kind: "piece", item, from: tokenStart(item.tokens, from), to: tokenStart(item.tokens, to), marks };
    });
    const end = { item, marks: isMarkNew ? { text: this.#mark(mark) } : {} };
    return {
      kind: "flow",
      steps: [{ kind: "paragraph", pieces, end }],
      formatChanges: [],
      propertyChanges: [],
      nested,
    };
  }

  #nested({ story: { tree }, node }: ParagraphItem): NestedScript[] {
    const hanging = this.#content.stories.hangingOn(tree, node);
    return hanging.map(({ kind, story }) => ({ kind, content: this.#story(story) }));
  }

  #story(story: Story): ContainerScript {
    return this.container(readContainer(this.#content.source, story, story.root));
  }

  #table(item: TableItem): BlockStep {
    const version = this.#versionOf([item]);
    if (version !== undefined && version > 0) return { kind: "whole", item, mark: this.#mark(version) };
    return { kind: "table", item, others: [], propertyChanges: [], rows: item.rows.map((row) => this.#row(row)) };
  }

  #isWhole(item: Item): boolean {
    return item.kind === "table" && (this.#versionOf([item]) ?? 0) > 0;
  }

  #row(row: RowItem): RowStep {
    const version = this.#content.births.ofRow(row);
    const isWhole = version > 0 && this.#versionOfRow(row) === version;
    return {
      row,
      ...(version > 0 ? { mark: this.#mark(version) } : {}),
      propertyChanges: [],
      cells: isWhole ? [] : row.cells.map((cell) => this.#cell(cell, version)),
    };
  }

  /** A cell that was added with its row has no mark of its own. */
  #cell(cell: CellItem, ofRow: number): CellStep {
    const version = this.#content.births.ofCell(cell);
    const isNew = version > 0 && version !== ofRow;
    const isWhole = isNew && this.#versionOf(cell.container.items) === version;
    return {
      cell,
      ...(isNew ? { mark: this.#mark(version) } : {}),
      propertyChanges: [],
      ...(isWhole ? {} : { content: this.container(cell.container) }),
    };
  }

  /**
   * Returns the one version that added all of some blocks; undefined if there are several, or if a block has a note or text
   * box.
   */
  #versionOf(items: readonly Item[]): number | undefined {
    const { births, stories } = this.#content;
    const versions = items.map((item) => {
      if (item.kind === "table") return theOne(item.rows.map((row) => this.#versionOfRow(row)));
      if (stories.hangingOn(item.story.tree, item.node).length > 0) return undefined;
      const { tokens, mark } = births.ofParagraph(item);
      return theOne([...tokens, mark]);
    });
    return theOne(versions);
  }

  #versionOfRow(row: RowItem): number | undefined {
    const { births } = this.#content;
    const cells = row.cells.flatMap((cell) => [births.ofCell(cell), this.#versionOf(cell.container.items)]);
    return theOne([births.ofRow(row), ...cells]);
  }

  sections(sections: readonly Section[]): SectionsScript {
    const steps = sections.map((section) => ({
      section,
      propertyChanges: [],
      shown: section.shown.map(({ kind, type, part }) => ({ kind, type, part: this.#part(part) })),
    }));
    return { steps, areAllPaired: true };
  }

  #part(part: string): PartScript {
    const known = this.#parts.get(part);
    if (known !== undefined) return known;
    const { source, stories } = this.#content;
    const story = stories.all.find((one) => one.part === part && one.kind !== "textbox");
    const made: PartScript = { source, part, content: story === undefined ? "kept" : this.#story(story) };
    this.#parts.set(part, made);
    return made;
  }
}

/** Returns the value that all entries have; otherwise undefined. */
function theOne(values: readonly (number | undefined)[]): number | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

/** Joins neighbouring tokens of one version into ranges. */
function stretchesOf(tokens: readonly number[]): { from: number; to: number; version: number }[] {
  const stretches: { from: number; to: number; version: number }[] = [];
  for (const [token, version] of tokens.entries()) {
    const last = stretches.at(-1);
    if (last?.version === version) last.to = token + 1;
    else stretches.push({ from: token, to: token + 1, version });
  }
  return stretches;
}
