// What is printed: a table for each contract, one for the real pairs, and what Versus does by itself.

import { VERSUS } from "./contenders.ts";
import type { Alone } from "./measure-alone.ts";
import type { Pair, RealPairs } from "./pairs.ts";
import { type Finished, median, type Outcome } from "./take-turns.ts";

/** What became of each contender on one pair. */
export interface Measured {
  readonly pair: Pair;
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export function finishedBy({ outcomes }: Measured, name: string): Finished | undefined {
  const outcome = outcomes.get(name);
  return outcome?.kind === "finished" ? outcome : undefined;
}

/** One contract: every contender beside Versus. */
export function contractTable(measured: Measured): string {
  const versus = finishedBy(measured, VERSUS);
  const { name, edited } = measured.pair;
  const rows = [...measured.outcomes].map(([contender, outcome]) => {
    if (outcome.kind === "left-out") return [contender, "no", `left out: ${outcome.reason}`];
    const { cpu, memory, marked } = outcome;
    const times = versus === undefined ? "" : decimal(cpu / versus.cpu);
    return [contender, "yes", decimal(cpu), times, whole(memory), whole(marked)];
  });
  const known = edited === undefined ? "" : `; its edits touch ${whole(edited)} characters`;
  const headings = ["engine", "finished", "CPU ms", "x Versus", "peak MB", "characters marked"];
  return `${name}${known}\n${table([headings, ...rows])}`;
}

/** The real pairs: each contender on those it finishes, beside Versus on the same ones. */
export function realTable(measured: readonly Measured[], { pairs, passedOver }: RealPairs): string {
  const names = [...(measured[0]?.outcomes.keys() ?? [])];
  const headings = ["engine", "finished", "CPU ms, median", "Versus there", "x Versus, median", "sum x Versus"];
  const marks = ["peak MB", "characters marked", "Versus there", "x Versus, geometric mean"];
  const rows = names.map((name) => realRow(name, measured));
  const reasons = names.flatMap((name) => leftOut(name, measured));
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
    return versus && peer ? [{ versus, peer }] : [];
  });
  const finished = `${own.length} of ${measured.length}`;
  if (both.length === 0) return [name, finished];
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const [versusCpu, peerCpu] = [both.map(({ versus }) => versus.cpu), both.map(({ peer }) => peer.cpu)];
  const [versusMarked, peerMarked] = [both.map(({ versus }) => versus.marked), both.map(({ peer }) => peer.marked)];
  return [
    name,
    finished,
    decimal(median(peerCpu)),
    decimal(median(versusCpu)),
    decimal(median(peerCpu.map((cpu, index) => cpu / versusCpu[index]!))),
    decimal(sum(peerCpu) / sum(versusCpu)),
    whole(Math.max(...own.map(({ memory }) => memory))),
    whole(sum(peerMarked)),
    whole(sum(versusMarked)),
    geometricMean(
      both.flatMap(({ versus, peer }) => (versus.marked && peer.marked ? peer.marked / versus.marked : [])),
    ),
  ];
}

/** How many pairs a contender did not finish, by the reason. */
function leftOut(name: string, measured: readonly Measured[]): string[] {
  const reasons = measured.flatMap(({ outcomes }) => {
    const outcome = outcomes.get(name);
    return outcome?.kind === "left-out" ? [outcome.reason] : [];
  });
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => `${all.length} ${reason}`);
  return reasons.length === 0 ? [] : [`left out of ${name}: ${reasons.length} (${counts.join("; ")})`];
}

/** Versus alone: where its time goes, and how it grows with the document. */
export function aloneTable(alone: readonly Alone[]): string {
  const stages = Object.keys(alone[0]?.stages ?? {});
  const rows = alone.map(({ name, cpu, stages: own }, index) => {
    const smaller = alone[index - 1];
    const growth = smaller === undefined ? "" : decimal(cpu / smaller.cpu);
    return [name, decimal(cpu), growth, ...stages.map((stage) => decimal(own[stage]!))];
  });
  return `Versus alone and hot, CPU ms\n${table([["", "all", "growth", ...stages], ...rows])}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const isFull = (row: readonly string[]): boolean => row.length === rows[0]!.length;
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.filter((row) => isFull(row) || column < 2).map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number, row: readonly string[]): string =>
    column === 0 || !isFull(row) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  return rows.map((row) => `  ${row.map((cell, column) => pad(cell, column, row)).join("  ")}`.trimEnd()).join("\n");
}

const decimal = (value: number): string =>
  value.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = (value: number): string => Math.round(value).toLocaleString("en");

function geometricMean(ratios: readonly number[]): string {
  if (ratios.length === 0) return "";
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length).toFixed(2);
}
