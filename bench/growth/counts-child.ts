// Compares and reads shapes at two scales in one process, and prints counts.
//
// `counts-child.ts SHAPE,… SMALLER LARGER [ENGINE]` prints one line of JSON with counts only, which are the same on
// every machine: bytes of artifacts, and steps of the engine.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { nodeZlib as NodeZlib } from "@versus/engine/node-zlib";
import type * as Tasks from "@versus/engine/tasks";
import { makeShape } from "@versus/proof/growth-shapes";
import type { Counts } from "./short.ts";

const [shapes = "", smaller, larger, engine = join(import.meta.dirname, "../..")] = process.argv.slice(2);
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(engine, "engine", path)).href);
const { compareTask, contentTask } = (await load("src/tasks.ts")) as typeof Tasks;
const { nodeZlib: codec } = (await load("platform/node-zlib.ts")) as { readonly nodeZlib: typeof NodeZlib };

const FORMATS = ["docx", "json", "md", "fragment"] as const;
const SIGNATURE = { author: "Bench", date: "2026-01-02T03:04:05Z" } as const;

function countsOf(shape: string, scale: number): Counts {
  const { before, after } = makeShape(shape, scale);
  const names = { before: "a.docx", after: "b.docx" };
  const { artifacts, steps } = compareTask({ before, after, names, codec, formats: FORMATS, ...SIGNATURE });
  const { json, markdown, staged } = contentTask({ document: before, codec });
  const redline = FORMATS.map((format) => [`redline ${format}`, artifacts.get(format)!.length] as const);
  const content = { "content json": json.length, "content md": markdown.length, "content staged": staged.length };
  return { steps, ...Object.fromEntries(redline), ...content };
}

const counts = Object.fromEntries(
  shapes.split(",").map((shape) => [shape, [countsOf(shape, Number(smaller)), countsOf(shape, Number(larger))]]),
);
process.stdout.write(`${JSON.stringify(counts)}\n`);
