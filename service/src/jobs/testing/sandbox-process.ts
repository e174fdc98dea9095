// A process with a sandbox whose child is busy for ever: prints the child's number and stays.

import { join } from "node:path";
import type { CompareChildTask } from "../child-protocol.ts";
import { Sandbox } from "../sandbox.ts";

const sandbox = new Sandbox({
  children: 1,
  memoryMegabytes: 512,
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
