// Lists changes that concern no text as units: formatting, numbers, styles and checks (UNT-2, UNT-3).

import { formatValueWords } from "../../language/format-words.ts";
import type { FormatChange, ParagraphBlock, RedlineCheck, RedlineStyleChange } from "../redline.ts";
import { type BlockFacts, isRenumbered, labelText } from "./block-facts.ts";
import { makerKey, type OpenUnit, type UnitGroups } from "./unit-groups.ts";

/** A unit of renumbered paragraphs, which the next paragraph may join. */
interface Renumbering {
  readonly unit: OpenUnit;
  readonly label: string;
  readonly shift: number;
  readonly first: readonly [before: string, after: string];
}

/** Places units of formatting at the blocks of their changes. */
export class FormatUnits {
  readonly #changes: ReadonlyMap<string, readonly FormatChange[]>;
  readonly #facts: BlockFacts;
  readonly #groups: UnitGroups;
  readonly #placed = new Set<string>();
  #renumbering: Renumbering | undefined;

  constructor(changes: readonly FormatChange[], facts: BlockFacts, groups: UnitGroups) {
    this.#changes = Map.groupBy(changes, ({ block }) => block ?? "");
    this.#facts = facts;
    this.#groups = groups;
  }

  placeAt(block: ParagraphBlock): void {
    const changes = this.#changes.get(block.id) ?? [];
    const renumbered = this.#renumberedBy(block, changes);
    if (renumbered === undefined) this.#renumbering = undefined;
    this.#placed.add(block.id);
    this.#placeAll(changes.filter((change) => change !== renumbered));
  }

  /** Places the changes of blocks that the JSON leaves out, and of sections without a paragraph. */
  placeRest(): void {
    for (const [block, changes] of this.#changes) {
      if (this.#placed.has(block)) continue;
      this.#groups.block = block;
      this.#groups.clause = { number: "", title: "" };
      this.#placeAll(changes);
    }
  }

  #placeAll(changes: readonly FormatChange[]): void {
    let last: { readonly key: string; readonly unit: OpenUnit } | undefined;
    for (const change of changes) {
      const { property, before, after } = change;
      const key = JSON.stringify([makerKey(change), property, before, after]);
      if (last?.key !== key) last = { key, unit: this.#groups.place({ kind: "format", first: change }, words(change)) };
      const { unit } = last;
      // The context of formatting is the text that it concerns.
      unit.contextBefore = unit.ids.size === 0 ? change.text : unit.contextBefore + change.text;
      unit.ids.add(change.id);
    }
  }

  /** Places the renumbering of a paragraph. Returns the change that causes it; undefined without one. */
  #renumberedBy(block: ParagraphBlock, changes: readonly FormatChange[]): FormatChange | undefined {
    const labels = this.#facts.labels.get(block.id);
    const cause = changes.find(({ property }) => property === "paragraph" || property === "numbering");
    if (labels === undefined || cause === undefined || !isRenumbered(labels, block.mark !== undefined))
      return undefined;
    const [before, after] = [labelText(labels.former), labelText(labels.label)];
    const label = makerKey(cause);
    const shift = (labels.label?.level ?? -1) - (labels.former?.level ?? -1);
    const known = this.#renumbering;
    if (known?.label === label && known.shift === shift) {
      known.unit.ids.add(cause.id);
      known.unit.before = `${known.first[0]} to ${before}`;
      known.unit.after = `${known.first[1]} to ${after}`;
      return cause;
    }
    const unit = this.#groups.place({ kind: "renumber", first: cause }, { before, after });
    unit.ids.add(cause.id);
    this.#renumbering = { unit, label, shift, first: [before, after] };
    return cause;
  }
}

/** Returns the old and the new values in words. */
function words({ property, before, after }: FormatChange): { before: string; after: string } {
  if (before === undefined || after === undefined) return { before: "", after: property };
  return { before: valuesInWords(before), after: valuesInWords(after) };
}

function valuesInWords(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([key, value]) => valueInWords(key.replace(/_id$/, ""), value))
    .join(", ");
}

/** Keys whose absence has a word of its own. */
const REGULAR: ReadonlySet<string> = new Set(["bold", "italic"]);

function valueInWords(key: string, value: unknown): string {
  if (REGULAR.has(key) && (value === null || value === false)) return "regular";
  return value === null ? `${key.replaceAll("_", " ")}: as the style` : formatValueWords(key, value);
}

const NOBODY = { author: "", revision: "", authors: [], revisions: [] } as const;

export function placeStyles(changes: readonly RedlineStyleChange[], groups: UnitGroups): void {
  enterNothing(groups);
  for (const { style, before, after, revision } of changes) {
    const first = revision === undefined ? NOBODY : { ...NOBODY, revisions: [revision] };
    groups.place({ kind: "style", first, named: { style } }, { before, after });
  }
}

export function placeChecks(checks: readonly RedlineCheck[], groups: UnitGroups): void {
  enterNothing(groups);
  for (const { old, new: present, blocks, used_by: revisions } of checks) {
    groups.block = blocks[0] ?? "";
    groups.place({ kind: "check", first: { ...NOBODY, revisions } }, { before: old, after: present });
  }
}

function enterNothing(groups: UnitGroups): void {
  groups.block = "";
  groups.clause = { number: "", title: "" };
}
