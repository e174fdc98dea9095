// Compares the formatting of two documents that say the same, on each pair of lines.
//
// The report contains the position of the first difference and how often each property differs, without the text of
// the documents. Each time that two properties are equal only because the measure defines something as equivalent or
// carried, that is counted.

import type { Equivalence, EquivalenceName } from "../content/equivalences.ts";
import type { Line } from "../content/line.ts";
import type { DocumentFormatting, StoryContent } from "../read-content.ts";
import { compareStretches } from "./compare-stretches.ts";
import type { LineFormatting } from "./line-formatting.ts";
import { numberingDifferences } from "./numbering-differences.ts";
import { PropertyJudge, type PropertyPlace } from "./property-judge.ts";
import { differentDefinitions } from "./style-definitions.ts";

export interface FormattingDifference {
  /** `body, line 12, run 3: b, sz` */
  readonly place: string;
  /** The values that differ, for debugging; the first are the expected ones. */
  readonly lines: readonly [expected: string, found: string];
}

export interface FormattingComparison {
  /** The first difference; undefined if both have the same formatting. */
  readonly difference: FormattingDifference | undefined;
  /** All differences, each with its line: `body, line 12`. */
  readonly differences: readonly (FormattingDifference & { readonly line: string })[];
  /** How often each property differs: `run b`. */
  readonly counts: Readonly<Record<string, number>>;
  /** How often each equivalence was needed, even if something else differs. */
  readonly decided: Readonly<Partial<Record<EquivalenceName, number>>>;
}

/** A document that was read with its formatting. */
export interface FormattedContent {
  readonly stories: readonly StoryContent[];
  readonly formatting: DocumentFormatting;
}

/** Compares the formatting of two documents, which must say the same. */
export function compareFormatting(expected: FormattedContent, found: FormattedContent): FormattingComparison {
  const tally = new Tally();
  const judge = new PropertyJudge({ expected: expected.formatting.styles, found: found.formatting.styles });
  for (const [index, { place, lines }] of expected.stories.entries()) {
    const others = found.stories[index]!.lines;
    const grids = new CarriedGrids();
    for (const [at, line] of lines.entries()) {
      const pair = { expected: line, found: others[at]! };
      grids.pass(pair);
      compareLine(pair, judge, (differing) => {
        const isCarried = differing.what === "cell" && grids.areWidthsCarried(line, differing);
        if (isCarried) tally.note(["cell widths under another grid (carried)"]);
        else tally.add(`${place}, line ${at}`, differing);
      });
      tally.note(apartOf(line, others[at]!));
    }
  }
  const sections = [expected.formatting.lastSection, found.formatting.lastSection] as const;
  tally.add("the end", { what: "section", ...judge.compare(...sections, { kind: "other" }) });
  tally.note(onlyOnOneSide(expected.formatting.carried, found.formatting.carried));
  tally.note(differentDefinitions(expected.formatting.styles, found.formatting.styles));
  tally.note(judge.decided);
  return tally.result();
}

/** The differences at one position. */
export interface Differing {
  /** `run 3`, `paragraph` */
  readonly what: string;
  readonly names: readonly string[];
  readonly lines: readonly [expected: string, found: string];
}

interface LinePair {
  readonly expected: Line;
  readonly found: Line;
}

/** The tables whose grid is carried. Their cell widths follow from the grid. */
class CarriedGrids {
  /** Maps a depth to true if the grid of the last table at that depth is carried. */
  readonly #isCarried = new Map<number, boolean>();

  pass({ expected, found }: LinePair): void {
    if (expected.kind === "table") this.#isCarried.set(expected.depth, apartOf(expected, found).length > 0);
  }

  areWidthsCarried({ depth }: Line, { names }: Differing): boolean {
    return this.#isCarried.get(depth) === true && names.length > 0 && names.every((name) => name.startsWith("tcW"));
  }
}

function compareLine({ expected, found }: LinePair, judge: PropertyJudge, tell: (differing: Differing) => void): void {
  const [one, other] = [expected.formatting, found.formatting];
  if (one === undefined || other === undefined) return;
  const isParagraph = expected.kind === "paragraph";
  const styles = { expected: one.own.style, found: other.own.style };
  const isNumbered = isInList(one) || isInList(other);
  const around = { isInTable: one.isInTable || other.isInTable, styles };
  const own: PropertyPlace = isParagraph ? { kind: "paragraph", ...around, isNumbered } : { kind: "other" };
  const what = expected.kind === "section-break" ? "section" : expected.kind;
  tell({ what, ...judge.compare(one.own, other.own, own) });
  if (one.exceptions !== undefined && other.exceptions !== undefined) {
    tell({ what: "row exceptions", ...judge.compare(one.exceptions, other.exceptions, { kind: "other" }) });
  }
  if (!isParagraph) return;
  if (one.mark !== undefined && other.mark !== undefined) {
    tell({ what: "mark", ...judge.compare(one.mark, other.mark, { kind: "run", ...around, text: "¶" }) });
  }
  tell({
    what: "paragraph",
    ...numberingDifferences({ expected: one.numbering, found: other.numbering }, judge, styles),
  });
  compareStretches({ text: expected.text, expected: one.stretches, found: other.stretches }, (pair, at, text) => {
    tell({ what: `run ${at}`, ...judge.compare(...pair, { kind: "run", ...around, text }) });
  });
}

function isInList({ numbering }: LineFormatting): boolean {
  return numbering !== undefined && numbering.definition !== "none";
}

/** Returns the names of the equivalences whose omitted content differs between two lines. */
function apartOf(expected: Line, found: Line): EquivalenceName[] {
  const [one, other] = [expected.formatting?.asides ?? [], found.formatting?.asides ?? []];
  return one.length === 0 && other.length === 0 ? [] : onlyOnOneSide(one, other);
}

/** Returns the names with different details on the two sides, each once. */
function onlyOnOneSide(ones: readonly Equivalence[], others: readonly Equivalence[]): EquivalenceName[] {
  const names = new Set([...ones, ...others].map(({ name }) => name));
  const detailsOf = (list: readonly Equivalence[], name: EquivalenceName): string =>
    [...new Set(list.filter((one) => one.name === name).map(({ detail }) => detail))].sort().join("\n");
  return [...names].filter((name) => detailsOf(ones, name) !== detailsOf(others, name));
}

class Tally {
  readonly #differences: (FormattingDifference & { line: string })[] = [];
  readonly #counts: Record<string, number> = {};
  readonly #decided: Partial<Record<EquivalenceName, number>> = {};

  add(place: string, { what, names, lines }: Differing): void {
    if (names.length === 0) return;
    this.#differences.push({ line: place, place: `${place}, ${what}: ${names.join(", ")}`, lines });
    const kind = what.replace(/ \d+$/, "");
    for (const name of names) this.#counts[`${kind} ${name}`] = (this.#counts[`${kind} ${name}`] ?? 0) + 1;
  }

  note(names: Iterable<EquivalenceName>): void {
    for (const name of names) this.#decided[name] = (this.#decided[name] ?? 0) + 1;
  }

  result(): FormattingComparison {
    const [difference] = this.#differences;
    return { difference, differences: this.#differences, counts: this.#counts, decided: this.#decided };
  }
}
