// Checks the counts of one redline, in its own thread (UNT-4).
//
// The numbers of the task, the Markdown, the view and the schedule must be those of the JSON. The number of changes must
// be the number of units, and each change id must be in exactly one unit.

import { readFileSync } from "node:fs";
import { nodeZlib } from "@versus/engine/node-zlib";
import {
  type CompareFormat,
  compareTask,
  Failure,
  mergeTask,
  type RedlineJson,
  type RedlineSummary,
} from "@versus/engine/tasks";
import { type MergeSource, readMerge } from "../merge/merges.ts";

export type CountJob =
  | { readonly kind: "pair"; readonly name: string; readonly before: string; readonly after: string }
  | { readonly kind: "merge"; readonly name: string; readonly source: MergeSource };

export interface CountResult {
  readonly name: string;
  readonly kind: CountJob["kind"];
  readonly changes: number;
  /** Empty if all counts agree. */
  readonly problems: readonly string[];
  /** The code with which the engine refused the documents. */
  readonly refusal: string | undefined;
}

const FORMATS = ["json", "md", "fragment", "schedule_csv"] as const satisfies readonly CompareFormat[];
/** The author and date of all changes, constant so that the bytes are always the same. */
const CHANGED = { date: "2026-01-02T03:04:05Z", codec: nodeZlib, formats: FORMATS } as const;

export function work(job: CountJob): CountResult {
  const { name, kind } = job;
  try {
    const { artifacts, summary: counted } = job.kind === "pair" ? comparePair(job) : mergeCopies(job.source);
    const [json, markdown, fragment, schedule] = FORMATS.map((format) =>
      new TextDecoder().decode(artifacts.get(format)),
    );
    const redline = JSON.parse(json!) as RedlineJson;
    const { summary } = redline;
    const problems = [
      ...differences("units", countUnits(redline), summary),
      ...differences("task", counted(), summary),
      ...differences("schedule", countRows(schedule!), summary),
      ...differences("Markdown", readFirstLine(markdown!), summary),
      ...differences("view", (JSON.parse(fragment!) as { data: RedlineJson }).data.summary, summary),
      ...unitProblems(redline),
    ];
    return { name, kind, changes: summary.changes, problems, refusal: undefined };
  } catch (problem) {
    if (!(problem instanceof Failure)) throw problem;
    return { name, kind, changes: 0, problems: [], refusal: problem.code };
  }
}

export function crashedCount({ name, kind }: CountJob, reason: string): CountResult {
  return { name, kind, changes: 0, problems: [`crashed: ${reason.split("\n")[0]}`], refusal: undefined };
}

interface Counted {
  readonly artifacts: ReadonlyMap<string, Uint8Array>;
  /** The counts that the program prints. */
  readonly summary: () => RedlineSummary;
}

function comparePair({ before, after }: CountJob & { kind: "pair" }): Counted {
  const files = { before: readFileSync(before), after: readFileSync(after) };
  const names = { before: "before.docx", after: "after.docx" };
  return compareTask({ ...CHANGED, ...files, names, author: "Versus" });
}

function mergeCopies(source: MergeSource): Counted {
  const { base, copies } = readMerge(source);
  const revisions = copies.map((bytes, at) => ({ bytes, name: `copy-${at + 1}.docx`, author: `Reviewer ${at + 1}` }));
  return mergeTask({ ...CHANGED, base: { bytes: base, name: "base.docx" }, revisions });
}

type Counts = Partial<RedlineSummary>;

const COUNTED = ["changes", "insertions", "deletions", "moves", "formats", "conflicts"] as const;

/** Returns the counts that differ from the summary, for example `Markdown: moves 1, not 2`. */
function differences(where: string, counts: Counts, summary: RedlineSummary): string[] {
  return COUNTED.flatMap((name) => {
    const count = counts[name];
    return count === undefined || count === summary[name] ? [] : [`${where}: ${name} ${count}, not ${summary[name]}`];
  });
}

/** Counts what the JSON lists: units, moves and conflicts. */
function countUnits({ units, conflicts }: RedlineJson): Counts {
  const named = (name: "move" | "conflict"): number => new Set(units.flatMap((unit) => unit[name] ?? [])).size;
  return {
    changes: units.filter(({ kind }) => kind !== "style" && kind !== "check").length,
    moves: named("move"),
    conflicts: conflicts?.length ?? named("conflict"),
  };
}

/** Counts the rows of a schedule. A row of a change begins with its number. */
function countRows(csv: string): Counts {
  const numbers = [...csv.matchAll(/^(\d+),/gm)].map(([, number]) => Number(number));
  // A text with line breaks may have a line that looks like a row, so only the next number counts.
  let changes = 0;
  for (const number of numbers) if (number === changes + 1) changes = number;
  const conflicts = new Set([...csv.matchAll(/^\d+,(?:[^",]*|"(?:[^"]|"")*"),Conflict (\d+),/gm)].map(([, id]) => id))
    .size;
  return { changes, conflicts };
}

/** Reads the counts of the first line. A count that is left out is 0. */
function readFirstLine(markdown: string): Counts {
  const [line = ""] = markdown.split("\n");
  const given = [...line.matchAll(/ (\w+)="(\d+)"/g)].map(([, name, count]) => [name, Number(count)] as const);
  return { ...Object.fromEntries(COUNTED.map((name) => [name, 0])), ...Object.fromEntries(given) };
}

/** Returns the change ids that are in no unit or in several, and the units of unknown changes. */
function unitProblems({ units, ...content }: RedlineJson): string[] {
  const { blocks, headers, footers, notes, text_boxes: boxes, format_changes: formats } = content;
  const ids = new Set<string>();
  collectIds({ blocks, headers, footers, notes, boxes, formats }, ids);
  const inUnits = Map.groupBy(
    units.flatMap((unit) => unit.ids),
    (id) => id,
  );
  return [
    ...[...ids].filter((id) => inUnits.get(id)?.length !== 1).map((id) => `change ${id} is not in one unit`),
    ...[...inUnits.keys()].filter((id) => !ids.has(id)).map((id) => `${id} is in a unit and not in the JSON`),
  ];
}

/** A change has an id and an author. Blocks have no author, and comments are left out. */
function collectIds(value: unknown, into: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  const { id, author } = value as { readonly id?: unknown; readonly author?: unknown };
  if (typeof id === "string" && typeof author === "string") into.add(id);
  for (const inner of Object.values(value)) collectIds(inner, into);
}
