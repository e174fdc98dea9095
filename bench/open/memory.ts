// Measures the memory of an open document in a separate process.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Figure } from "../measure.ts";

/** Bytes held, as multiples of the size of the XML. */
export interface Held {
  readonly parsed: number;
  readonly changed: number;
}

export async function measureMemory(pages: number): Promise<Figure[]> {
  const child = join(import.meta.dirname, "memory-child.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", child, String(pages)]);
  const held = JSON.parse(stdout) as Held;
  return [
    { name: `${pages} pages: memory held after parsing / XML`, value: held.parsed, bar: { atMost: 3 } },
    { name: `${pages} pages: memory held after the changes / XML`, value: held.changed, bar: { atMost: 5 } },
  ];
}
