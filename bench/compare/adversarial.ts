// Compares hard documents with ordinary ones of about the same size: the work must not grow too much.
//
// Each shape and its ordinary counterpart have about the same number of words, paragraphs or cells. One process
// compares them in turns, after warming up, and the medians count. If the engine reports its steps, they have the same
// bar. Unlike the time, they are the same on every machine.

import type { Figure } from "../measure.ts";
import { type Contender, type Question, type Run, withOurs } from "./contenders.ts";
import type { Block, Chance, Paragraph, Table } from "./contract-parts.ts";
import { chanceFrom, writeContract } from "./contract-parts.ts";
import { type MadePair, makeShaped, reviseWords } from "./make-pair.ts";
import { writePair } from "./pairs.ts";
import { decimal, table } from "./tables.ts";
import { median } from "./take-turns.ts";

const MOST_TIMES = 3;
const TURNS = { warmUps: 3, counted: 5 } as const;

interface Shape {
  readonly name: string;
  readonly hard: () => MadePair;
  readonly ordinary: () => MadePair;
}

const WORDS = 34;

const SHAPES: readonly Shape[] = [
  {
    name: "a paragraph of 100,000 words",
    hard: () => pairOf(longParagraph(100_000)),
    ordinary: () => makeShaped({ paragraphs: Math.round(100_000 / WORDS), words: WORDS, inTables: 0 }),
  },
  {
    name: "20,000 blank paragraphs",
    hard: () => pairOf(repeated(20_000, [])),
    ordinary: () => makeShaped({ paragraphs: 20_000, words: 2, inTables: 0 }),
  },
  {
    name: "20,000 equal paragraphs",
    hard: () => pairOf(repeated(20_000, ["the", "same", "few", "words", "again"])),
    ordinary: () => makeShaped({ paragraphs: 20_000, words: 5, inTables: 0 }),
  },
  {
    name: "a gap of 50 by 1,100 unlike paragraphs",
    hard: () => pairOf(unlikeGap(50, 1_100)),
    ordinary: () => makeShaped({ paragraphs: 1_100, words: WORDS, inTables: 0 }),
  },
  {
    name: "5,000 paragraphs wholly different",
    hard: () => pairOf(unlikeGap(5_000, 5_000)),
    ordinary: () => makeShaped({ paragraphs: 5_000, words: WORDS, inTables: 0 }),
  },
  {
    name: "a table of 2,000 by 20",
    hard: () => pairOf(largeTable(2_000, 20)),
    ordinary: () => makeShaped({ paragraphs: 40_000, words: 3, inTables: 1 }),
  },
  {
    name: "every other word edited",
    hard: () => pairOf(alternating(1_000)),
    ordinary: () => makeShaped({ paragraphs: 1_000, words: WORDS, inTables: 0 }),
  },
];

interface Sides {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
}

function pairOf({ before, after }: Sides): MadePair {
  return { before: writeContract(before), after: writeContract(after), edited: 0 };
}

const paragraph = (words: readonly string[]): Paragraph => ({ kind: "paragraph", look: "body", words });

/** Makes one paragraph with one word in twenty edited. */
function longParagraph(count: number): Sides {
  const chance = chanceFrom(3);
  const words = chance.words(count);
  const revised = words.map((word) => (chance.next() < 0.05 ? chance.words(1)[0]! : word));
  return { before: [paragraph(words)], after: [paragraph(revised)] };
}

/**
 * Makes equal paragraphs; one in fifty has its own text. Some of those are edited. Some of the others are deleted, and
 * equal paragraphs are inserted.
 */
function repeated(count: number, words: readonly string[]): Sides {
  const chance = chanceFrom(4);
  const before = Array.from({ length: count }, (_, at) => paragraph(at % 50 === 7 ? chance.words(12) : words));
  const after = before.flatMap((block) => {
    const draw = chance.next();
    if (block.words.length === 12 && draw < 0.2) return [paragraph(reviseWords(block.words, chance).words)];
    return draw < 0.01 ? [] : draw > 0.99 ? [block, paragraph(words)] : [block];
  });
  return { before, after };
}

/** Makes equal ends with different paragraphs in between, none similar to another. */
function unlikeGap(went: number, came: number): Sides {
  const [one, other] = [chanceFrom(5), chanceFrom(6)];
  const some = (count: number, chance: Chance): Paragraph[] =>
    Array.from({ length: count }, () => paragraph(chance.words(WORDS)));
  const [head, foot] = [some(3, one), some(3, one)];
  return { before: [...head, ...some(went, one), ...foot], after: [...head, ...some(came, other), ...foot] };
}

/** Makes cells with few words that many cells share; one cell in twenty is edited, rows are inserted and deleted. */
function largeTable(rows: number, columns: number): Sides {
  const chance = chanceFrom(7);
  const row = (): string[][] => Array.from({ length: columns }, () => chance.words(1 + chance.below(3)));
  const before = Array.from({ length: rows }, row);
  const after = before.flatMap((cells) => {
    const edited = cells.map((words) => (chance.next() < 0.05 ? reviseWords(words, chance).words : words));
    const draw = chance.next();
    return draw < 0.01 ? [] : draw > 0.99 ? [edited, row()] : [edited];
  });
  const around = (table: Table): Block[] => [paragraph(["before"]), table, paragraph(["behind"])];
  return { before: around({ kind: "table", rows: before }), after: around({ kind: "table", rows: after }) };
}

/** Replaces every other word in every other paragraph. */
function alternating(count: number): Sides {
  const chance = chanceFrom(8);
  const before = Array.from({ length: count }, () => paragraph(chance.words(WORDS)));
  const after = before.map((block, at) =>
    at % 2 === 0 ? block : paragraph(block.words.map((word, place) => (place % 2 === 0 ? word : chance.words(1)[0]!))),
  );
  return { before, after };
}

interface Measurement {
  readonly name: string;
  readonly hard: Summary;
  readonly ordinary: Summary;
}

interface Summary {
  /** Median of the milliseconds of CPU time; NaN if the shape did not finish. */
  readonly cpu: number;
  /** The count of the engine; undefined if it reports none. */
  readonly steps: number | undefined;
}

export async function benchAdversarial(folder: string, progress: (text: string) => void): Promise<Figure[]> {
  const measured: Measurement[] = [];
  for (const shape of SHAPES) {
    const one = await measureShape(shape, folder);
    progress(`${shape.name}: ${decimal(one.hard.cpu)} ms, ordinary ${decimal(one.ordinary.cpu)} ms`);
    measured.push(one);
  }
  console.log(`\n${adversarialTable(measured)}\n`);
  return measured.flatMap(figuresOf);
}

/** Measures a shape in a separate process, so that earlier shapes do not affect it. */
function measureShape({ name, hard, ordinary }: Shape, folder: string): Promise<Measurement> {
  const questions = [writePair(name, hard(), folder), writePair(`${name} ordinary`, ordinary(), folder)].map(
    ({ before, after }): Question => ({ before, after, to: `${after}.redline.docx` }),
  );
  return withOurs(async (versus) => {
    const runs: [Run[], Run[]] = [[], []];
    for (let turn = 0; turn < TURNS.warmUps + TURNS.counted; turn += 1) {
      for (const [index, question] of questions.entries()) {
        const run = await runOnce(versus, question);
        if (turn >= TURNS.warmUps) runs[index]!.push(...run);
      }
    }
    return { name, hard: summaryOf(runs[0]), ordinary: summaryOf(runs[1]) };
  });
}

async function runOnce(contender: Contender, question: Question): Promise<Run[]> {
  const answer = await contender.run(question);
  return "ok" in answer ? [answer.ok] : [];
}

function summaryOf(runs: readonly Run[]): Summary {
  const cpu = runs.length < TURNS.counted ? Number.NaN : median(runs.map((run) => run.cpu));
  return { cpu, steps: runs[0]?.steps };
}

function figuresOf({ name, hard, ordinary }: Measurement): Figure[] {
  const bar = { atMost: MOST_TIMES };
  const time: Figure = { name: `${name}: CPU / ordinary`, value: hard.cpu / ordinary.cpu, bar };
  if (hard.steps === undefined || ordinary.steps === undefined) return [time];
  return [time, { name: `${name}: steps / ordinary`, value: hard.steps / Math.max(1, ordinary.steps), bar }];
}

function adversarialTable(measured: readonly Measurement[]): string {
  const told = (steps: number | undefined): string => (steps === undefined ? "not told" : decimal(steps));
  const rows = measured.map(({ name, hard, ordinary }) => [
    name,
    ...[decimal(hard.cpu), decimal(ordinary.cpu), decimal(hard.cpu / ordinary.cpu)],
    ...[told(hard.steps), told(ordinary.steps)],
  ]);
  return table([["", "CPU ms", "ordinary", "times", "steps", "ordinary"], ...rows]);
}
