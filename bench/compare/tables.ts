// Prints a table for each contract, one for the real pairs, and one for Versus alone.

import { VERSUS } from "./contenders.ts";
import type { Alone } from "./measure-alone.ts";
import type { Pair, RealPairs } from "./pairs.ts";
import { type Finished, median, type Outcome } from "./take-turns.ts";

/** The outcomes of all contenders on one pair. */
export interface Measured {
  readonly pair: Pair;
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export function finishedBy({ outcomes }: Measured, name: string): Finished | undefined {
  const outcome = outcomes.get(name);
  return outcome?.kind === "finished" ? outcome : undefined;
}

/** Returns the table of one contract: every contender beside Versus. */
export function contractTable(measured: Measured): string {
  const versus = finishedBy(measured, VERSUS);
  const { name, edited } = measured.pair;
  const rows = [...measured.outcomes].map(([contender, outcome]) => {
    if (outcome.kind === "left-out") return [contender, "no", `left out: ${outcome.reason}`];
    const { cpu, memory, marked, isRight } = outcome;
    const times = versus === undefined ? "" : decimal(cpu / versus.cpu);
    return [contender, isRight ? "and right" : "NOT right", decimal(cpu), times, whole(memory), whole(marked)];
  });
  const known = edited === undefined ? "" : `; its edits touch ${whole(edited)} characters`;
  const headings = ["engine", "finished", "CPU ms", "x Versus", "peak MB", "characters marked"];
  return `${name}${known}\n${table([headings, ...rows])}`;
}

/**
 * Returns the table of the real pairs: each contender on those it finishes and gets right, beside Versus on the same
 * ones.
 */
export function realTable(measured: readonly Measured[], { pairs, passedOver }: RealPairs): string {
  const names = [...(measured[0]?.outcomes.keys() ?? [])];
  const headings = [
    "engine",
    "finished",
    "right",
    "CPU ms, median",
    "Versus there",
    "x Versus, median",
    "sum x Versus",
  ];
  const marks = ["peak MB", "characters marked", "Versus there", "x Versus, geometric mean"];
  const rows = names.map((name) => realRow(name, measured));
  const reasons = names.flatMap((name) => [...leftOut(name, measured), ...notRight(name, measured)]);
  return [
    `${pairs.length} real pairs (${passedOver} passed over: their documents hold tracked changes already)`,
    table([[...headings, ...marks], ...rows]),
    ...reasons,
  ].join("\n");
}

function realRow(name: string, measured: readonly Measured[]): string[] {
  const own = measured.flatMap((one) => finishedBy(one, name) ?? []);
  const both = measured.flatMap((one) => {
    const [versus, peer] = [finishedBy(one, VERSUS), finishedBy(one, name)];
    return versus?.isRight && peer?.isRight ? [{ versus, peer }] : [];
  });
  const finished = `${own.length} of ${measured.length}`;
  const right = whole(own.filter(({ isRight }) => isRight).length);
  if (both.length === 0) return [name, finished, right];
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const [versusCpu, peerCpu] = [both.map(({ versus }) => versus.cpu), both.map(({ peer }) => peer.cpu)];
  const [versusMarked, peerMarked] = [both.map(({ versus }) => versus.marked), both.map(({ peer }) => peer.marked)];
  return [
    name,
    finished,
    right,
    decimal(median(peerCpu)),
    decimal(median(versusCpu)),
    decimal(median(peerCpu.map((cpu, index) => cpu / versusCpu[index]!))),
    decimal(sum(peerCpu) / sum(versusCpu)),
    whole(Math.max(...own.map(({ memory }) => memory))),
    whole(sum(peerMarked)),
    whole(sum(versusMarked)),
    geometricMean(both.map(({ versus, peer }) => Math.max(1, peer.marked) / Math.max(1, versus.marked))).toFixed(2),
  ];
}

/** Returns the number of pairs that a contender did not finish, by reason. */
function leftOut(name: string, measured: readonly Measured[]): string[] {
  const reasons = measured.flatMap(({ outcomes }) => {
    const outcome = outcomes.get(name);
    return outcome?.kind === "left-out" ? [outcome.reason] : [];
  });
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => `${all.length} ${reason}`);
  return reasons.length === 0 ? [] : [`left out of ${name}: ${reasons.length} (${counts.join("; ")})`];
}

/** Returns the pairs that a contender finishes and gets wrong: the names for Versus, the number for others. */
function notRight(name: string, measured: readonly Measured[]): string[] {
  const wrong = measured.filter((one) => finishedBy(one, name)?.isRight === false);
  const names = name === VERSUS ? `: ${wrong.map(({ pair }) => pair.name).join(", ")}` : "";
  return wrong.length === 0 ? [] : [`not right of ${name}: ${wrong.length}${names}`];
}

/** Maximum number of listed pairs. */
const TOLD = 20;

/** Returns the pairs on which another engine that is right marks less than Versus, the worst first. */
export function sparerTable(measured: readonly (Measured & { readonly wordDifference: number })[]): string {
  const pairs = measured.flatMap((one) => {
    const own = finishedBy(one, VERSUS);
    const right = [...one.outcomes].flatMap(([name, outcome]) =>
      outcome.kind === "finished" && outcome.isRight ? [{ name, marked: outcome.marked }] : [],
    );
    const [least] = right.toSorted((fewer, more) => fewer.marked - more.marked);
    const isSpared = own !== undefined && least !== undefined && least.marked < own.marked;
    return isSpared ? [{ name: one.pair.name, own: own.marked, least, words: one.wordDifference }] : [];
  });
  const timesOf = ({ own, least }: (typeof pairs)[number]): number => own / Math.max(1, least.marked);
  const worst = pairs.toSorted((one, other) => timesOf(other) - timesOf(one)).slice(0, TOLD);
  const rows = worst.map(({ name, own, least, words }) => [
    name,
    ...[whole(own), whole(least.marked), least.name, whole(words)],
  ]);
  if (rows.length === 0) return "On no pair does another engine that is right mark fewer characters.";
  return `On ${pairs.length} pairs another engine that is right marks fewer characters:\n${table([["pair", "Versus", "fewest", "by", "word diff"], ...rows])}`;
}

/** Returns the table of Versus alone: its time by stage, and its growth with the document. */
export function aloneTable(alone: readonly Alone[]): string {
  const stages = Object.keys(alone[0]?.stages ?? {});
  const rows = alone.map(({ name, cpu, floor, stages: own }, index) => {
    const smaller = alone[index - 1];
    const growth = smaller === undefined ? "" : decimal(cpu / smaller.cpu);
    const besides = [decimal(floor), decimal(cpu / floor)];
    return [name, decimal(cpu), growth, ...besides, ...stages.map((stage) => decimal(own[stage]!))];
  });
  const headings = ["", "all", "growth", "open both, save one", "times that", ...stages];
  return `Versus alone and hot, CPU ms\n${table([headings, ...rows])}`;
}

export function table(rows: readonly (readonly string[])[]): string {
  const isFull = (row: readonly string[]): boolean => row.length === rows[0]!.length;
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.filter((row) => isFull(row) || column < 2).map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number, row: readonly string[]): string =>
    column === 0 || !isFull(row) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  return rows.map((row) => `  ${row.map((cell, column) => pad(cell, column, row)).join("  ")}`.trimEnd()).join("\n");
}

export const decimal = (value: number): string =>
  value.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = (value: number): string => Math.round(value).toLocaleString("en");

/** Returns NaN for an empty list. */
export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
