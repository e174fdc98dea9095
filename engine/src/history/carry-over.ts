// Carries births over from a version to the next: kept content keeps its version (HIS-1 to HIS-4).
//
// The plan of the comparison states what was kept: words and marks that two paragraphs share, paired rows and cells, and
// moved paragraphs with their notes and text boxes. All other content gets the new version.

import { gapsBetween, type Match, type Range } from "../align/match.ts";
import { type Flow, flowOf, placeIn } from "../compare/plan/flow.ts";
import { withNested } from "../compare/plan/nested.ts";
import { groupStep } from "../compare/plan/pairs/groups.ts";
import type {
  ContainerPlan,
  GroupStep,
  MovedHalf,
  Nested,
  RowPlanStep,
  Step,
  TablePlanStep,
} from "../compare/plan/plan.ts";
import type { DocumentPlan } from "../compare/plan/plan-document.ts";
import { storiesByPart } from "../compare/script/sections-script.ts";
import {
  type Container,
  type Item,
  type ParagraphItem,
  paragraphsIn,
  readContainer,
} from "../redline/content/items.ts";
import type { Source } from "../redline/content/source.ts";
import { isText } from "../redline/content/tokens.ts";
import type { Births } from "./births.ts";

export interface ChainStep {
  readonly plan: DocumentPlan;
  readonly before: Source;
  readonly after: Source;
  /** The births of the before side. */
  readonly births: Births;
}

/** Records in `later` the births of all content that the after side kept of the before side. */
export function carryOver(step: ChainStep, later: Births): void {
  const carrier = new Carrier(step, later);
  carrier.carryContainer(step.plan.body);
  carrier.carryMoves();
  carrier.carrySections();
  carrier.carryEquals();
}

/** The source or target of a move: a paragraph, and whether its mark moved with it. */
interface MovedParagraph {
  readonly item: ParagraphItem;
  readonly move: MovedHalf;
  readonly withMark: boolean;
}

class Carrier {
  readonly later: Births;
  readonly #step: ChainStep;
  /** Maps the number of a move to its paragraphs, in order. */
  readonly #halves = { before: new Map<number, MovedParagraph[]>(), after: new Map<number, MovedParagraph[]>() };
  readonly #tables: TablePlanStep[] = [];
  /** Paragraphs of the before side that were at least partly kept. */
  readonly #kept = new Set<ParagraphItem>();
  readonly #parts: { readonly before: ReadonlyMap<string, Container>; readonly after: ReadonlyMap<string, Container> };

  constructor(step: ChainStep, later: Births) {
    this.#step = step;
    this.#parts = { before: partsOf(step.before), after: partsOf(step.after) };
    this.later = later;
  }

  carryContainer({ steps }: ContainerPlan): void {
    for (const step of steps) this.#carryStep(step);
  }

  #carryStep(step: Step): void {
    const { births } = this.#step;
    switch (step.kind) {
      case "same":
        this.#kept.add(step.before);
        this.later.tellParagraph(step.after, births.ofParagraph(step.before));
        this.#carryNested(step.nested);
        break;
      case "group":
        this.#carryGroup(step);
        this.#noteMoves(step);
        this.#carryNested(step.nested);
        break;
      case "table":
        this.#tables.push(step);
        for (const row of step.rows) this.#carryRow(row);
        break;
      default: {
        const { item, move } = step;
        const side = step.kind === "delete" ? "before" : "after";
        if (move !== undefined && item.kind === "paragraph") this.#noteHalf(side, { item, move, withMark: true });
      }
    }
  }

  #carryNested(nested: readonly Nested[]): void {
    for (const { plan } of nested) this.carryContainer(plan);
  }

  #carryRow(row: RowPlanStep): void {
    const { births } = this.#step;
    if (row.kind !== "pair") return;
    this.later.tellRow(row.after, births.ofRow(row.before));
    for (const cell of row.cells) {
      if (cell.kind !== "pair") continue;
      this.later.tellCell(cell.after, births.ofCell(cell.before));
      this.carryContainer(cell.plan);
    }
  }

  #carryGroup({ before, after, matches }: GroupStep): void {
    const { lexicon } = this.#step.plan.planning;
    const flows = { before: flowOf(before, lexicon), after: flowOf(after, lexicon) };
    const known = birthsIn(flows.before, this.#step.births);
    const carried = Array.from(flows.after.keys, () => this.later.version);
    for (const match of [...matches, ...sameWords(flows, matches)]) {
      for (let at = 0; at < match.length; at += 1) carried[match.after + at] = known[match.before + at]!;
      for (const item of textIn(flows.before, match)) this.#kept.add(item);
    }
    for (const [index, item] of after.entries()) {
      if (item.kind !== "paragraph") continue;
      const [start, end] = [flows.after.starts[index]!, flows.after.starts[index + 1]! - 1];
      this.later.tellParagraph(item, { tokens: carried.slice(start, end), mark: carried[end]! });
    }
  }

  #noteMoves({ moves, ...sides }: GroupStep): void {
    if (moves === undefined) return;
    for (const side of ["before", "after"] as const) {
      for (const [index, item] of sides[side].entries()) {
        const move = moves[side].get(index);
        if (move === undefined || item.kind !== "paragraph") continue;
        const withMark = moves[side].get(index + 1)?.number === move.number;
        this.#noteHalf(side, { item, move, withMark });
      }
    }
  }

  #noteHalf(side: "before" | "after", half: MovedParagraph): void {
    const known = this.#halves[side].get(half.move.number);
    if (known === undefined) this.#halves[side].set(half.move.number, [half]);
    else known.push(half);
  }

  /** Sources and targets of one move are paired in order, and so are their kept ranges. */
  carryMoves(): void {
    for (const [number, halves] of this.#halves.after) {
      for (const [index, after] of halves.entries()) {
        const before = this.#halves.before.get(number)?.[index];
        if (before !== undefined) this.#carryMove(before, after);
      }
    }
  }

  #carryMove(before: MovedParagraph, after: MovedParagraph): void {
    const matches = before.move.kept.map(({ from, to }, index): Match => {
      return { before: from, after: after.move.kept[index]!.from, length: to - from };
    });
    const marks = { before: before.item.tokens.keys.length, after: after.item.tokens.keys.length, length: 1 };
    const isMarkKept = before.withMark && after.withMark;
    const step = groupStep([before.item], [after.item], isMarkKept ? [...matches, marks] : matches);
    this.#carryStep(withNested(step, this.#step.plan.planning));
  }

  /**
   * Carries over content whose move the format cannot show: rows, merged cells, whole tables, headers of unpaired sections
   * (HIS-3).
   *
   * A deleted and an inserted paragraph with equal text are the same paragraph in three cases:
   * - in one table, if both sides have the same number of them;
   * - in headers and footers, under the same condition;
   * - anywhere in the body, if both are unique and have at least 20 letters (`LEAST_LETTERS`).
   */
  carryEquals(): void {
    const areAsMany = ({ went, came }: Equals): boolean => went.length === came.length;
    for (const { before, after } of this.#tables) this.#carryEqual([before], [after], areAsMany);
    this.#carryEqual(itemsOf(this.#parts.before), itemsOf(this.#parts.after), areAsMany);
    const { body } = this.#step.plan;
    this.#carryEqual(body.before.items, body.after.items, ({ went, came }) => {
      return went.length === 1 && came.length === 1 && went[0]!.letters >= LEAST_LETTERS;
    });
  }

  #carryEqual(before: readonly Item[], after: readonly Item[], areSame: (pair: Equals) => boolean): void {
    const gone = paragraphsIn(before).filter((item) => !item.isBlank && !this.#kept.has(item));
    if (gone.length === 0) return;
    const fresh = paragraphsIn(after).filter((item) => !item.isBlank && this.#isNew(item));
    const came = Map.groupBy(fresh, ({ key }) => key);
    for (const [key, went] of Map.groupBy(gone, (item) => item.key)) {
      const others = came.get(key) ?? [];
      if (others.length === 0 || !areSame({ went, came: others })) continue;
      for (const [index, item] of went.entries()) {
        const step = withNested(wholeGroup(item, others[index]!), this.#step.plan.planning);
        this.#carryStep(step);
      }
    }
  }

  #isNew(item: ParagraphItem): boolean {
    return this.later.ofParagraph(item).tokens.every((version) => version === this.later.version);
  }

  /** Headers and footers are compared if a pair of sections shows them. */
  carrySections(): void {
    const { plan } = this.#step;
    const compared = new Set<string>();
    for (const { shown } of plan.sections.sections) {
      for (const pair of shown) {
        const [before, after] = [this.#parts.before.get(pair.before ?? ""), this.#parts.after.get(pair.after ?? "")];
        const key = `${pair.before} ${pair.after}`;
        if (before === undefined || after === undefined || compared.has(key)) continue;
        compared.add(key);
        this.carryContainer(plan.planning.plan(before, after));
      }
    }
  }
}

/** Maps a part to the header or footer in it. */
function partsOf(source: Source): Map<string, Container> {
  const stories = [...storiesByPart(source)];
  return new Map(stories.map(([part, story]) => [part, readContainer(source, story, story.root)]));
}

function itemsOf(parts: ReadonlyMap<string, Container>): Item[] {
  return [...parts.values()].flatMap(({ items }) => items);
}

/** Paragraphs of equal content, deleted and inserted. */
interface Equals {
  readonly went: readonly ParagraphItem[];
  readonly came: readonly ParagraphItem[];
}

/** Minimum number of letters. Shorter paragraphs may be equal by chance. */
const LEAST_LETTERS = 20;

/** Returns a group of two paragraphs with equal text. All tokens match, except the paragraph marks. */
function wholeGroup(before: ParagraphItem, after: ParagraphItem): GroupStep {
  return groupStep([before], [after], [{ before: 0, after: 0, length: before.tokens.keys.length }]);
}

/** Returns the paragraphs that contain a token of a range of a flow. */
function textIn(flow: Flow, { before: from, length }: Match): ParagraphItem[] {
  const found: ParagraphItem[] = [];
  for (let index = placeIn(flow, from).item; flow.starts[index]! < from + length; index += 1) {
    const item = flow.items[index]!;
    const hasText = item.kind === "paragraph" && from < flow.starts[index + 1]! - 1;
    if (hasText) found.push(item);
  }
  return found;
}

/** Returns the births of the tokens of a flow. A table has one entry. */
function birthsIn({ items }: Flow, births: Births): number[] {
  return items.flatMap((item: Item) => {
    if (item.kind === "table") return [births.version];
    const { tokens, mark } = births.ofParagraph(item);
    return [...tokens, mark];
  });
}

/** Returns matches for gaps in which both sides have the same words, with a different link or without one. */
function sameWords(flows: { readonly before: Flow; readonly after: Flow }, matches: readonly Match[]): Match[] {
  const sizes = { before: flows.before.keys.length, after: flows.after.keys.length };
  return gapsBetween(matches, sizes).flatMap(({ before, after }) => {
    const length = before.to - before.from;
    if (length === 0 || length !== after.to - after.from) return [];
    const [words, others] = [wordsIn(flows.before, before), wordsIn(flows.after, after)];
    const areSame = words.every((word, at) => word !== undefined && word === others[at]);
    return areSame ? [{ before: before.from, after: after.from, length }] : [];
  });
}

/** Returns the words in a range of a flow, without their links; undefined for tokens that are not text. */
function wordsIn(flow: Flow, { from, to }: Range): (number | undefined)[] {
  return Array.from({ length: to - from }, (_, at) => {
    const place = placeIn(flow, from + at);
    const item = flow.items[place.item]!;
    if (item.kind === "table" || place.token >= item.tokens.keys.length) return undefined;
    return isText(item.units[item.tokens.units[place.token]!]!) ? item.tokens.kinds[place.token] : undefined;
  });
}
