// Keeps the results of a long run in a file, so that a run that was stopped can continue.
//
// A line is a result: the index of its job, then the result in base64, serialized as Node copies it between threads. An
// incomplete last line is not counted, and its job runs again.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { UsageError } from "./arguments.ts";

export interface KeptResults<Result> {
  /** Maps the index of a job to the result that an earlier run kept. */
  readonly earlier: ReadonlyMap<number, Result>;
  keep(position: number, result: Result): void;
}

/** Opens or creates the file of a run over so many jobs. Throws a UsageError if the file belongs to another run. */
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
