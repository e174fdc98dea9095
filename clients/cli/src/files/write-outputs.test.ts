import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../testing/run-versus.ts";
import { Misuse, Refusal } from "../command.ts";
import { checkOutputs, writeOutputs } from "./write-outputs.ts";

const bytes = new TextEncoder().encode("new");
const silent = { isTerminal: false, write: () => {} };

test("when one file cannot be written none is, and nothing is left behind", () => {
  const folder = makeFolder({ "one.docx": "old" });
  const outputs = ["one.docx", "no/two.json"].map((name) => ({ path: join(folder, name), bytes }));
  expect(() => writeOutputs(outputs, silent)).toThrow(Refusal);
  expect(readFileSync(join(folder, "one.docx"), "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["one.docx"]);
});

test("a file that is replaced stays as private as it was", () => {
  const path = join(makeFolder({ "one.docx": "old" }), "one.docx");
  chmodSync(path, 0o600);
  writeOutputs([{ path, bytes }], silent);
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a link stays one, and the file it leads to is replaced", () => {
  const folder = makeFolder({ "place/real.docx": "old" });
  const path = join(folder, "link.docx");
  symlinkSync("place/real.docx", path);
  writeOutputs([{ path, bytes }], silent);
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "place/real.docx"), "utf8")).toBe("new");
});

test("a file that exists is kept, unless it may be replaced", () => {
  const path = join(makeFolder({ "one.docx": "old" }), "one.docx");
  const check = (isForced: boolean) => () => checkOutputs([{ path, kind: "word" }], { inputs: [], isForced });
  expect(check(false)).toThrow(/This file exists\. Name another, or replace it with --force\./);
  expect(check(true)).not.toThrow();
});

test.each([
  ["out.pdf", "word"],
  ["out", "word"],
  ["out.docx", "json"],
  ["out.txt", "markdown"],
  ["out.docx", "page"],
] as const)("the name %s is refused for an output that is a %s", (name, kind) => {
  const path = join(makeFolder({}), name);
  expect(() => checkOutputs([{ path, kind }], { inputs: [], isForced: true })).toThrow(Misuse);
});

test("a device has no ending, and is written to", () => {
  expect(() => checkOutputs([{ path: "/dev/null", kind: "word" }], { inputs: [], isForced: false })).not.toThrow();
});
