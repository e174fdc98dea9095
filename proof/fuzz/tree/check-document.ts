// Checks the properties of a changed document that hold after any change.

import { NONE, readerLimits, scanXml, Tree, writeTree } from "@versus/engine/inside";
import { readWithLibxml2 } from "../libxml2-reading.ts";
import { readingDifference } from "../reading.ts";
import { demand } from "../target.ts";
import { descendants, ignorableOf, type ModelNode, readModel } from "./model.ts";
import { libxml2Options, readAlike } from "./read-alike.ts";
import { fuzzNames, namespaceOfWords } from "./vocabularies.ts";
import type { WorkedDocument } from "./worked-document.ts";

/** Throws a PropertyBroken for the first property that does not hold. */
export function checkDocument(document: WorkedDocument): void {
  const { tree } = document;
  const lines = readModel(document.model);
  checkLinks(tree);
  checkLines("the tree reads as the model", lines, readAlike(tree).lines);
  const bytes = writeTree(tree);
  checkWritten(document, bytes, lines);
  checkKept(document, bytes);
  for (const saved of document.saved) {
    checkLines("a tree reads as before its fork was changed", saved.lines, readAlike(saved.tree).lines);
    demand(isSame(writeTree(saved.tree), saved.bytes), "a tree is written as before its fork was changed");
  }
}

/** Checks that the links between parents, children and siblings agree. */
function checkLinks(tree: Tree): void {
  const open = [tree.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = tree.children(node);
    for (const [index, child] of children.entries()) {
      const isTold = tree.parent(child) === node && tree.previousSibling(child) === (children[index - 1] ?? NONE);
      demand(isTold, "links tell of each other alike");
    }
    open.push(...children.filter((child) => tree.isElement(child)));
  }
}

function checkLines(property: string, expected: readonly string[], lines: readonly string[]): void {
  const difference = readingDifference({ by: "the model", lines: expected }, { by: "the engine", lines });
  demand(difference === undefined, property, () => difference ?? "");
}

/** Checks that libxml2 and the engine read the same from the written bytes, including the namespaces to ignore. */
function checkWritten(document: WorkedDocument, bytes: Uint8Array, lines: readonly string[]): void {
  const root = { ignorable: [] as readonly string[] };
  const text = () => `\n${new TextDecoder().decode(bytes)}`;
  const { lines: read, errors } = readWithLibxml2(bytes, libxml2Options(root));
  demand(errors === undefined, "libxml2 accepts what was written", () => errors?.join("; ") + text());
  const difference = readingDifference({ by: "the model", lines }, { by: "libxml2", lines: read });
  demand(difference === undefined, "libxml2 reads what was written as the model", () => difference + text());
  const again = readAlike(rescan(bytes, readerLimits.xmlDepth * 4));
  checkLines("what was written is read as the model", lines, again.lines);
  const own = readAlike(document.tree).ignorable;
  for (const ignorable of [again.ignorable, root.ignorable])
    demand(sorted(ignorable) === sorted(own), "mc:Ignorable is read and written alike", text);
  checkIgnorable(document, own, text);
}

/** Returns the tree of the written bytes, scanned again with new names. */
export function rescan(bytes: Uint8Array, xmlDepth: number): Tree {
  return new Tree(scanXml(bytes, { names: fuzzNames(), limits: { ...readerLimits, xmlDepth }, part: "written" }));
}

/**
 * Checks that the root names every used namespace that was ignorable in its original document, unless the node or one
 * of its ancestors names it.
 */
function checkIgnorable(document: WorkedDocument, named: readonly string[], text: () => string): void {
  demand(
    named.every((uri) => !uri.startsWith("?")),
    "mc:Ignorable names declared prefixes alone",
    text,
  );
  for (const uri of ignorableOf(document.root)) demand(named.includes(uri), "mc:Ignorable keeps what it named", text);
  for (const node of descendants(document.root)) {
    const used = [node.name, ...node.attributes.keys()].map(namespaceOfWords);
    const missing = used.find((uri) => node.ignorable.has(uri) && !named.includes(uri) && !isCovered(node, uri));
    demand(missing === undefined, "a namespace to be ignored is named in mc:Ignorable", () => `${missing}${text()}`);
  }
}

function isCovered(node: ModelNode, uri: string): boolean {
  for (let at: ModelNode | undefined = node; at !== undefined; at = at.parent) {
    if (ignorableOf(at).includes(uri)) return true;
  }
  return false;
}

/** Checks that every maximal unchanged subtree is present with its bytes, in order. */
function checkKept(document: WorkedDocument, bytes: Uint8Array): void {
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  for (const kept of keptSpans(document.root)) {
    const found = written.indexOf(kept, at);
    demand(found >= 0, "what nobody touched keeps its bytes", () => `${decode(kept)}\nin ${decode(bytes)}`);
    at = found + kept.length;
  }
  const isUnchanged = document.root.origin !== undefined;
  if (isUnchanged) demand(isSame(bytes, document.source), "a document nobody changed keeps its bytes");
}

/**
 * Returns the bytes of unchanged elements. The tag of a moved element may have new declarations, so its content is
 * checked instead.
 */
function keptSpans(root: ModelNode): Uint8Array[] {
  const spans: Uint8Array[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind !== "element") continue;
    if (node.origin !== undefined && !node.isRelocated) spans.push(node.origin);
    else open.push(...node.children.toReversed());
  }
  return spans;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function sorted(words: readonly string[]): string {
  return [...new Set(words)].sort().join(" ");
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
