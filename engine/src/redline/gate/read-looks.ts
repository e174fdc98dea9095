// Reads the formatting of a view as numbers that can be compared with those of another document.

import { PICTURE } from "../../document/looks/look.ts";
import { gridText } from "../../document/tables.ts";
import type { Inline, ParagraphText } from "../../document/text/inlines.ts";
import type { Story } from "../../document/text/stories.ts";
import { isAccepted, type View } from "../../document/text/views.ts";
import { childValue, wholeNumber } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import { isInCell, listLevelIn } from "../content/items.ts";
import type { Source } from "../content/source.ts";
import type { FormatKey, FormatKind, Formats, Surroundings } from "../formatting/formats.ts";

export interface Looks {
  /** Numbers of the block's own properties. */
  readonly own: readonly FormatKey[];
  /** Returns the label of the paragraph. In a comparison of looks, it is one of these. */
  readonly list: () => ListLook;
  readonly runs: readonly RunLook[];
  /** Set only for cells. */
  readonly cell?: CellLook;
}

/** The label of a paragraph, without its number. */
interface ListLook {
  /** The level and definition of the list that the paragraph itself names; empty if it names none. */
  readonly named: string;
  /** Describes the label that the list of the paragraph or of its style gives. Called only if it matters. */
  readonly label: () => string;
}

const NO_LIST: ListLook = { named: "", label: () => "" };

/** Data to compare cells whose tables have different columns, where the width of a cell follows from the grid. */
interface CellLook {
  /** Returns the widths of the table's columns. Called only if two cells look different. */
  readonly grid: () => string;
  readonly withoutWidth: () => FormatKey;
}

/** A range of the shown text with one formatting. */
interface RunLook {
  readonly text: string;
  readonly key: FormatKey;
}

export const NO_LOOKS: Looks = { own: [], list: () => NO_LIST, runs: [] };

/** True if readers see no difference. The text of the lines must be equal. */
export function isSameLook(one: Looks, other: Looks, formats: Formats): boolean {
  if (one === other) return true;
  // The paragraph that is added for a story without a last paragraph has no looks, so it matches any looks.
  if (one.own.length === 0 || other.own.length === 0) return true;
  const isOwn =
    one.own.every((key, at) => formats.isSameIn("", key, other.own[at]!)) ||
    (one.cell !== undefined && other.cell !== undefined && isSameCell(one.cell, other.cell, formats));
  const isList = formats.haveLooks(one.own[0]!, other.own[0]!) || isSameList(one.list(), other.list());
  return isOwn && isList && isSameRuns(one.runs, other.runs, formats);
}

/** A paragraph that names its list may stand for one that has the list by its style, with the same label (CMP-76b). */
function isSameList(one: ListLook, other: ListLook): boolean {
  const areNamed = one.named !== "" && other.named !== "";
  return areNamed ? one.named === other.named : one.label() === other.label();
}

function isSameCell(one: CellLook, other: CellLook, formats: Formats): boolean {
  return one.grid() !== other.grid() && formats.isSame(one.withoutWidth(), other.withoutWidth());
}

function isSameRuns(one: readonly RunLook[], other: readonly RunLook[], formats: Formats): boolean {
  let at = 0;
  let offset = 0;
  let otherAt = 0;
  let otherOffset = 0;
  while (at < one.length && otherAt < other.length) {
    const { text, key } = one[at]!;
    const { text: otherText, key: otherKey } = other[otherAt]!;
    const length = Math.min(text.length - offset, otherText.length - otherOffset);
    const isSame = key === otherKey || isSameLookIn(text.slice(offset, offset + length), [key, otherKey], formats);
    if (!isSame) return false;
    offset += length;
    otherOffset += length;
    if (offset >= text.length) {
      at += 1;
      offset = 0;
    }
    if (otherOffset >= otherText.length) {
      otherAt += 1;
      otherOffset = 0;
    }
  }
  return true;
}

function isSameLookIn(text: string, [one, other]: readonly [FormatKey, FormatKey], formats: Formats): boolean {
  if (formats.isSameIn(text, one, other)) return true;
  return text.trim() === "" && formats.isSameOnSpace(one, other);
}

/** An element that holds properties, and the change record in it that keeps the old ones. */
interface Holder {
  readonly kind: FormatKind;
  readonly name: NameId;
  readonly change: NameId;
}

const RUN: Holder = { kind: "run", name: W.rPr, change: W.rPrChange };
const PARAGRAPH: Holder = { kind: "paragraph", name: W.pPr, change: W.pPrChange };
const TABLE: Holder = { kind: "table", name: W.tblPr, change: W.tblPrChange };
const EXCEPTION: Holder = { kind: "exception", name: W.tblPrEx, change: W.tblPrExChange };
const ROW: Holder = { kind: "row", name: W.trPr, change: W.trPrChange };
const CELL: Holder = { kind: "cell", name: W.tcPr, change: W.tcPrChange };
const CELL_WITHOUT_WIDTH: Holder = { ...CELL, kind: "cell without width" };

export class LookReader {
  readonly #source: Source;
  readonly #view: View;

  constructor(source: Source, view: View) {
    this.#source = source;
    this.#view = view;
  }

  ofTable(story: Story, table: NodeId): Looks {
    return this.#ofOwner(story, table, [TABLE]);
  }

  ofRow(story: Story, row: NodeId): Looks {
    return this.#ofOwner(story, row, [EXCEPTION, ROW]);
  }

  ofCell(story: Story, cell: NodeId): Looks {
    const { tree } = story;
    return {
      ...this.#ofOwner(story, cell, [CELL]),
      cell: {
        grid: () => gridText(tree, ancestor(tree, cell, W.tbl)),
        withoutWidth: () => this.#ofOwner(story, cell, [CELL_WITHOUT_WIDTH]).own[0]!,
      },
    };
  }

  ofSection(story: Story, section: NodeId): Looks {
    const { tree } = story;
    const around = this.#source.reader.surroundingsOf({ story, node: section, view: this.#view });
    const properties = this.#inView(tree, section, { kind: "section", name: W.sectPr, change: W.sectPrChange });
    return { ...NO_LOOKS, own: [this.#source.reader.keyOf(tree, properties, { kind: "section", around })] };
  }

  /** `isShown` returns false for the results of volatile fields. */
  ofParagraph(story: Story, { node, inlines }: ParagraphText, isShown: (inline: Inline) => boolean): Looks {
    const { tree } = story;
    const current = tree.child(node, W.pPr);
    const properties = this.#inView(tree, current, PARAGRAPH);
    const isInTable = isInCell(story, node);
    const around = this.#source.reader.surroundings({ story, node, properties, isInTable, view: this.#view });
    const mark = current === NONE ? NONE : tree.child(current, W.rPr);
    const own = [
      this.#source.reader.keyOf(tree, properties, { kind: "paragraph", around }),
      this.#keyOf(tree, mark, around),
    ];
    return {
      own,
      list: () => this.#listOf(tree, properties),
      runs: this.#runsOf(tree, inlines.filter(isShown), around),
    };
  }

  #runsOf(tree: Tree, inlines: readonly Inline[], around: Surroundings): RunLook[] {
    const looks: RunLook[] = [];
    if (this.#source.formats.areIgnored) return looks;
    const { ignoreWhitespace, ignoreTypography } = this.#source.lexicon.wording;
    const isBlankLeftOut = ignoreWhitespace || ignoreTypography;
    let run = NONE;
    let key = 0 as FormatKey;
    for (const inline of inlines) {
      const shown = OBJECTS.get(inline.kind) ?? inline.text;
      const text = isBlankLeftOut ? shown.replace(/\s+/g, "") : shown;
      if (text === "") continue;
      if (inline.run !== run) key = this.#keyOf(tree, tree.child(inline.run, W.rPr), around);
      run = inline.run;
      looks.push({ text, key });
    }
    return looks;
  }

  #keyOf(tree: Tree, properties: NodeId, around: Surroundings): FormatKey {
    return this.#source.reader.keyOf(tree, this.#inView(tree, properties, RUN), { kind: "run", around });
  }

  #listOf(tree: Tree, properties: NodeId): ListLook {
    const source = this.#source;
    if (source.formats.areIgnored) return NO_LIST;
    const level = listLevelIn(tree, properties);
    if (level === undefined) {
      const style = properties === NONE ? undefined : childValue(tree, properties, W.pStyle);
      return { named: "", label: () => source.styleLabels.of(style) };
    }
    const content = source.listContent(level.list);
    const label = (): string => source.styleLabels.inList(level.list, wholeNumber(level.level) ?? 0);
    return { named: content === "" ? "none" : `${level.level} ${content}`, label };
  }

  #ofOwner(story: Story, owner: NodeId, holders: readonly Holder[]): Looks {
    const { tree } = story;
    const around = this.#source.reader.surroundingsOf({ story, node: owner, view: this.#view });
    const own = holders.map((holder) => {
      const properties = this.#inView(tree, tree.child(owner, holder.name), holder);
      return this.#source.reader.keyOf(tree, properties, { kind: holder.kind, around });
    });
    return { ...NO_LOOKS, own };
  }

  /** Returns the properties in this view: if the property change is not accepted, those that it recorded. */
  #inView(tree: Tree, properties: NodeId, { name, change }: Holder): NodeId {
    const changed = properties === NONE || this.#view === "accepted" ? NONE : tree.child(properties, change);
    return changed === NONE || isAccepted(tree, changed, this.#view) ? properties : tree.child(changed, name);
  }
}

/** Represents a reference to a note, which shows as characters. */
const OBJECT = "\u0003";
const OBJECTS: ReadonlyMap<Inline["kind"], string> = new Map([
  ["footnote", OBJECT],
  ["endnote", OBJECT],
  ["image", PICTURE],
  ["object", PICTURE],
]);
