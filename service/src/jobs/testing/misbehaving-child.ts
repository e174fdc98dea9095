// Runs as a child program that misbehaves in the way that the task's author names.

import { execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { type Checked, type CompareChildTask, childReady } from "../child-protocol.ts";

/** Memory that is held as long as the process lives. */
const held: Uint8Array[] = [];

const doings: Record<string, () => unknown> = {
  "runs for ever": () => {
    for (;;);
  },
  "fills the heap": () => {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => index + held.length));
  },
  "fills buffers": () => {
    for (;;) held.push(new Uint8Array(4 * 1024 * 1024).fill(1));
  },
  "holds 446 MB": () => {
    held.push(new Uint8Array(446 * 1024 * 1024).fill(1));
    return { kind: "checked", notices: [] };
  },
  "holds 446 MB and stays": () => {
    held.push(new Uint8Array(446 * 1024 * 1024).fill(1));
    return new Promise(() => {});
  },
  exits: () => process.exit(3),
  aborts: () => process.abort(),
  "tells its number": () => ({ kind: "checked", notices: [], pid: process.pid }),
  "tells its environment": () => ({ kind: "checked", notices: [], environment: { ...process.env } }),
  "tries its rights": () => ({
    kind: "checked",
    notices: [],
    granted: Object.entries({
      reading: () => readFileSync("/etc/hostname"),
      writing: () => writeFileSync("/tmp/versus-child-wrote", ""),
      running: () => execSync("true"),
    }).flatMap(([right, use]) => (succeeds(use) ? [right] : [])),
  }),
  "sleeps a second": () => new Promise((resolve) => setTimeout(resolve, 1000, { kind: "checked", notices: [] })),
};

function succeeds(use: () => unknown): boolean {
  try {
    use();
    return true;
  } catch {
    return false;
  }
}

process.on("message", async ({ author }: CompareChildTask) => {
  const answer = (await doings[author]?.()) as Checked;
  process.send?.(answer);
});
process.on("disconnect", () => process.exit());
process.send?.(childReady);
