// Opens one document, changes it, and prints the memory held: heap and array buffers.
//
// The XML's own bytes are included.

import { setTimeout } from "node:timers/promises";
import { openDocument, wordNames } from "@versus/engine/inside";

import { nodeZlib } from "@versus/engine/node-zlib";
import { makeContract } from "../make-contract.ts";
import type { Held } from "./memory.ts";
import { changeTexts } from "./open.ts";

/** Milliseconds until freed array buffers leave the count, after the collection that freed them. */
const SETTLED = 50;

async function held(): Promise<number> {
  globalThis.gc?.();
  await setTimeout(SETTLED);
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const docx = makeContract(Number(process.argv[2]));
const before = await held();
const document = openDocument(docx, { codec: nodeZlib, names: wordNames() });
const tree = document.package.tree(document.main);
const xmlBytes = tree.span.bytes.length;
const parsed = (await await held()) - before;
changeTexts(tree);
const changed = (await await held()) - before;
const figures: Held = { parsed: parsed / xmlBytes, changed: changed / xmlBytes };
console.log(JSON.stringify(figures));
