// Runs the bare engine in a separate process: `engine-child.ts BEFORE AFTER`.
//
// An input line has the number of comparisons. The output line has the CPU and wall milliseconds of each.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask } from "@versus/engine/tasks";

const [before = new Uint8Array(), after = new Uint8Array()] = process.argv.slice(2).map((path) => readFileSync(path));

for await (const line of createInterface({ input: process.stdin })) {
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let count = 0; count < Number(line); count += 1) {
    const start = { cpu: process.cpuUsage(), wall: performance.now() };
    compareTask({
      before,
      after,
      names: { before: "contract.docx", after: "contract-revised.docx" },
      author: "Bench",
      date: "2026-01-01T00:00:00Z",
      formats: ["docx", "json", "md"],
      codec: nodeZlib,
    });
    const { user, system } = process.cpuUsage(start.cpu);
    cpu.push((user + system) / 1000);
    wall.push(performance.now() - start.wall);
  }
  console.log(JSON.stringify({ cpu, wall }));
}
