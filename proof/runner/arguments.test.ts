// Tests how the command line of a run is read.

import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { readArguments, UsageError } from "./arguments.ts";

const read = (line: string): ReturnType<typeof readArguments> =>
  readArguments(
    line.split(" ").filter((word) => word !== ""),
    ["no-office"],
    ["only"],
  );

test("without options a command chooses for itself, on all cores", () => {
  expect(read("roundtrip")).toEqual({
    command: "roundtrip",
    selection: undefined,
    seed: 1,
    jobs: availableParallelism(),
    flags: new Set(),
    values: new Map(),
  });
});

test.each([
  ["x --all", { selection: { kind: "all" } }],
  ["x --sample 40", { selection: { kind: "sample", size: 40 } }],
  ["x --sample=40 --seed 9", { selection: { kind: "sample", size: 40 }, seed: 9 }],
  ["--jobs 3 x", { command: "x", jobs: 3 }],
  ["x --jobs 0", { jobs: 1 }],
  ["x --no-office", { flags: new Set(["no-office"]) }],
  ["x --only a", { values: new Map([["only", "a"]]) }],
  ["", { command: undefined }],
])("`%s`", (line, expected) => {
  expect(read(line)).toMatchObject(expected);
});

test.each([
  ["x y", "One command at a time"],
  ["x --all --sample 3", "not both"],
  ["x --sample many", "--sample takes a number"],
  ["x --seed -1", "--seed"],
  ["x --jobs 1.5", "--jobs takes a number"],
  ["x --unknown", "--unknown"],
])("`%s` is refused", (line, message) => {
  expect(() => read(line)).toThrow(UsageError);
  expect(() => read(line)).toThrow(message);
});
