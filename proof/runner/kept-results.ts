// Results of a long run, kept in a file as they come, so that a run that was stopped goes on where it was.
//
// A line is a result: the position of its job, then the result as Node copies it between threads, in base64. A line
// that was cut off by the stop is not counted, and its job runs again.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { UsageError } from "./arguments.ts";

export interface KeptResults<Result> {
  /** The results that an earlier run left, by the position of their jobs. */
  readonly earlier: ReadonlyMap<number, Result>;
  keep(position: number, result: Result): void;
}

/** Opens the file of a run over so many jobs, or begins it. Throws a UsageError when it is the file of another run. */
export function openKeptResults<Result>(path: string, run: string, jobs: number): KeptResults<Result> {
  const heading = `${run}: ${jobs} jobs`;
  if (!existsSync(path)) writeFileSync(path, `${heading}\n`);
  const [found, ...lines] = readFileSync(path, "utf8").split("\n");
  if (found !== heading) throw new UsageError(`${path} keeps the results of "${found}", not of "${heading}"`);
  const isCutOff = lines.at(-1) !== "";
  if (isCutOff) writeFileSync(path, [heading, ...lines.slice(0, -1), ""].join("\n"));
  return {
    earlier: new Map(lines.slice(0, -1).map(readLine<Result>)),
    keep: (position, result) => appendFileSync(path, `${position} ${serialize(result).toString("base64")}\n`),
  };
}

function readLine<Result>(line: string): [number, Result] {
  const [position = "", result = ""] = line.split(" ");
  return [Number(position), deserialize(Buffer.from(result, "base64"))];
}
