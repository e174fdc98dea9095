// Reports the figures of the hostile files and applies the bar.
//
// Each file must end as expected, within its allowance of time and memory.

import { countsText, countWords, type Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { FullReading } from "./full-reading.ts";
import type { HostileCase } from "./hostile-cases.ts";
import { ALLOWANCE } from "./read-in-child.ts";

export interface CaseReading extends HostileCase {
  readonly reading: FullReading;
}

export function reportReadings(readings: readonly CaseReading[], run: Readonly<Record<string, unknown>>): Report {
  const groups = [...Map.groupBy(readings, ({ group }) => group)];
  const failures = readings.filter((reading) => problemsOf(reading).length > 0);
  const { cpuMilliseconds, megabytes } = ALLOWANCE;
  return {
    text: [groupTable(groups), ...groups.map(codeLine), ...failures.flatMap(failureLines)],
    tally: { passed: readings.length - failures.length, failed: failures.length },
    figures: { ...run, groups: groups.map(([group, members]) => ({ group, ...figuresOf(members) })) },
    bar: {
      wanted: `every file ends as expected within ${cpuMilliseconds} ms of CPU and ${megabytes} MB`,
      isMet: failures.length === 0 && readings.length > 0,
    },
  };
}

/** Returns the problems of one reading; empty if the reading is as expected. */
export function problemsOf({ expectation, reading }: Pick<CaseReading, "expectation" | "reading">): string[] {
  const { outcome, reason, cpuMilliseconds, megabytes } = reading;
  const problems: string[] = [];
  if (outcome === "crashed") problems.push(`crashed: ${reason}`);
  if (outcome === "opened" && expectation === "reject") problems.push("opened, which it should not");
  if (outcome === "rejected" && expectation === "open") problems.push(`rejected: ${reason}`);
  if (cpuMilliseconds > ALLOWANCE.cpuMilliseconds) problems.push(`took ${cpuMilliseconds} ms of CPU`);
  if (megabytes > ALLOWANCE.megabytes) problems.push(`took ${megabytes} MB`);
  return problems;
}

function figuresOf(members: readonly CaseReading[]): Record<string, number> {
  const readings = members.map(({ reading }) => reading);
  return {
    files: members.length,
    rejected: readings.filter(({ outcome }) => outcome === "rejected").length,
    opened: readings.filter(({ outcome }) => outcome === "opened").length,
    worstCpuMilliseconds: Math.max(...readings.map(({ cpuMilliseconds }) => cpuMilliseconds)),
    worstMegabytes: Math.max(...readings.map(({ megabytes }) => megabytes)),
    failures: members.filter((member) => problemsOf(member).length > 0).length,
  };
}

type Group = readonly [string, readonly CaseReading[]];

function groupTable(groups: readonly Group[]): string {
  const headings = ["group", "files", "rejected", "opened", "worst CPU ms", "worst MB", "failures"];
  return formatTable(
    headings,
    groups.map(([group, members]) => [group, ...Object.values(figuresOf(members))]),
  );
}

function codeLine([group, members]: Group): string {
  const codes = members.map(({ reading }) => reading).filter(({ outcome }) => outcome === "rejected");
  return `${group}: ${countsText(countWords(codes.map(({ code }) => code)))}`;
}

function failureLines(member: CaseReading): string[] {
  return problemsOf(member).map((problem) => `failed: ${member.path}: ${problem}`);
}
