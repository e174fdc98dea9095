// Fuzzes the engine's XML reader against libxml2.
//
// Both accept the same documents and read the same from them, except for a list of known differences. The engine writes
// what it has read back to the byte, whether elements were opened for changes or not.

import { Names, readerLimits, scanXml, Tree, writeTree } from "@versus/engine/inside";
import { Failure } from "@versus/engine/tasks";
import { Random, seedOfBytes } from "../../runner/random.ts";
import { readTree } from "../engine-reading.ts";
import { readWithLibxml2 } from "../libxml2-reading.ts";
import { readingDifference } from "../reading.ts";
import { byteSequence } from "../shrink.ts";
import { type Counts, demand, type Target } from "../target.ts";
import { allowedComplaints, allowedRefusal, differenceNames, readPastObstacles } from "./differences.ts";
import { decodeBytes, encodingOfBytes } from "./encode-text.ts";
import { generateXml, type XmlCase } from "./generate-xml.ts";
import { askSaxes } from "./third-opinion.ts";
import { documentFeatures, mutationFeatures, outcomeFeatures } from "./xml-features.ts";

export const xmlTarget: Target<XmlCase> = {
  name: "xml",
  features: [...documentFeatures, ...mutationFeatures, ...outcomeFeatures],
  exceptions: differenceNames,
  generate: generateXml,
  check: checkXml,
  shrinking: {
    length: ({ bytes }) => bytes.length,
    without: (shrunk, from, to) => ({ ...shrunk, bytes: byteSequence.without(shrunk.bytes, from, to) }),
  },
  show: ({ bytes }) => showBytes(bytes),
};

function checkXml({ bytes, features, isMutated }: XmlCase, counts: Counts): void {
  for (const feature of features) counts.add(feature);
  const engine = scanOrRefuse(bytes);
  if (engine instanceof Failure) checkRefused(bytes, engine, counts);
  else {
    checkWriting(engine, bytes, counts);
    checkAccepted(bytes, engine, counts);
    if (isMutated) counts.add("accepted though mutated");
  }
}

/** Checks that libxml2 refuses too, or that a rule allows the difference. */
function checkRefused(bytes: Uint8Array, failure: Failure, counts: Counts): void {
  const isRefused = readWithLibxml2(bytes).errors !== undefined;
  const allowed = isRefused ? "refused by both" : allowedRefusal(bytes, failure.rule);
  demand(allowed !== undefined, "the engine alone refuses", () => `${failure.rule} | ${askSaxes(bytes)}`);
  counts.add(allowed);
}

/** Checks that libxml2 reads the same, or that a rule allows it to refuse. */
function checkAccepted(bytes: Uint8Array, tree: Tree, counts: Counts): void {
  const { outcome, rules } = readPastObstacles(bytes);
  for (const rule of rules) counts.add(rule);
  if (outcome.errors === undefined) {
    const difference = readingDifference(
      { by: "engine", lines: readTree(tree) },
      { by: "libxml2", lines: outcome.lines },
    );
    demand(difference === undefined, "both read the same", () => difference ?? "");
    counts.add("accepted by both");
    return;
  }
  const allowed = allowedComplaints(outcome.errors);
  demand(allowed !== undefined, "libxml2 alone refuses", () => `${outcome.errors.join("; ")} | ${askSaxes(bytes)}`);
  for (const rule of allowed) counts.add(rule);
}

/** Returns the tree or the Failure. Any other thrown error fails the case. */
function scanOrRefuse(bytes: Uint8Array): Tree | Failure {
  try {
    return new Tree(scanXml(bytes, { names: new Names(), limits: readerLimits, part: "part" }));
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}

const TOUCHED_SHARE = 0.4;

/** Checks that an unchanged tree is written back to the byte, also after elements were opened but not changed. */
function checkWriting(tree: Tree, bytes: Uint8Array, counts: Counts): void {
  const expected = transcoded(bytes);
  if (expected !== bytes) counts.add("transcoded from UTF-16");
  demand(isSame(writeTree(tree), expected), "an unchanged tree is written back to the byte");
  counts.add("written back to the byte");
  const random = new Random(seedOfBytes(bytes));
  const elements = tree.children(tree.document).filter((node) => tree.isElement(node));
  for (let node = elements.pop(); node !== undefined; node = elements.pop()) {
    elements.push(...tree.children(node).filter((child) => tree.isElement(child)));
    if (!random.chance(TOUCHED_SHARE)) continue;
    const added = random.chance(0.5) ? tree.textNode("added") : tree.element(tree.names.of("", "added"));
    tree.insertBefore(node, added, random.chance(0.5) ? tree.firstChild(node) : tree.none);
    tree.remove(added);
    counts.add("elements touched");
  }
  const written = writeTree(tree);
  demand(isSame(written, expected), "what was opened and not changed keeps its bytes", () => showBytes(written));
}

/** Returns UTF-16 as the engine must write it: in UTF-8, without a byte order mark, and declared as UTF-8. */
function transcoded(bytes: Uint8Array): Uint8Array {
  const encoding = encodingOfBytes(bytes);
  if (encoding === "utf-8") return bytes;
  const text = decodeBytes(bytes, encoding) ?? "";
  const declaration = /^<\?xml[ \t\r\n][^?]*\?>/.exec(text)?.[0] ?? "";
  const declared = declaration.replace(/(\sencoding\s*=\s*["'])[^"']*/, "$1UTF-8");
  return new TextEncoder().encode(declared + text.slice(declaration.length));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/**
 * Returns the bytes as a JavaScript string, with the encoding if it is not UTF-8; in hexadecimal if they are not text.
 */
function showBytes(bytes: Uint8Array): string {
  const encoding = encodingOfBytes(bytes);
  const text = decodeBytes(bytes, encoding);
  if (text === undefined) return `bytes ${Buffer.from(bytes).toString("hex")}`;
  const isMarked = bytes[0] === 0xef || bytes[0]! >= 0xfe;
  return `${encoding === "utf-8" ? "" : `${encoding} `}${JSON.stringify((isMarked ? "\ufeff" : "") + text)}`;
}
