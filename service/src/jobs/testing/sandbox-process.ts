// Runs a sandbox whose child is busy for ever, and prints the pid that the child sees for itself.
//
// Arguments: the mode of the sandbox, and the memory of the child in megabytes.

import { join } from "node:path";
import type { CompareChildTask } from "../child-protocol.ts";
import { sandboxModes } from "../confine/confine.ts";
import { Sandbox } from "../sandbox.ts";

const mode = sandboxModes.find((candidate) => candidate === process.argv[2]) ?? "off";
const sandbox = new Sandbox({
  children: 1,
  mode,
  memoryMegabytes: Number(process.argv[3] ?? "512"),
  seconds: 600,
  recycleAfter: 100,
  program: join(import.meta.dirname, "misbehaving-child.ts"),
});
const { signal } = new AbortController();
const doing = (author: string): CompareChildTask => ({
  kind: "compare",
  before: new Uint8Array(),
  after: new Uint8Array(),
  names: { before: "", after: "" },
  author,
  date: "",
  formats: [],
});

const { pid } = (await sandbox.run(doing("tells its number"), signal)) as unknown as { pid: number };
sandbox.run(doing("runs for ever"), signal);
process.stdout.write(`${pid}\n`);
