// Reads a tree of the engine as lines, through the public interface of the engine.

import { type NameId, type Names, NONE, type NodeId, type Tree } from "@versus/engine/inside";
import { expandedName, Reading } from "./reading.ts";

const DECLARATIONS = "http://www.w3.org/2000/xmlns/";
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the value to read for an attribute; undefined leaves the attribute out. */
export type ReadValue = (node: NodeId, name: string, value: string) => string | undefined;

/**
 * Returns the lines of a whole document, including comments and instructions outside the root element. Text outside the
 * root is left out.
 */
export function readTree(tree: Tree, readValue: ReadValue = (_node, _name, value) => value): string[] {
  const reading = new Reading();
  let node = tree.firstChild(tree.document);
  while (node !== NONE) {
    enter(tree, node, { reading, readValue });
    const first = tree.isElement(node) ? tree.firstChild(node) : NONE;
    node = first === NONE ? climb(tree, node, reading) : first;
  }
  return reading.lines;
}

/** Returns the next node in document order after a node without children. Ends every element that it leaves. */
function climb(tree: Tree, leaf: NodeId, reading: Reading): NodeId {
  let node = leaf;
  for (;;) {
    if (tree.isElement(node)) reading.end();
    const next = tree.nextSibling(node);
    if (next !== NONE) return next;
    node = tree.parent(node);
    if (node === tree.document) return NONE;
  }
}

function enter(tree: Tree, node: NodeId, to: { reading: Reading; readValue: ReadValue }): void {
  const { reading, readValue } = to;
  if (tree.isElement(node)) {
    reading.element(nameInWords(tree.names, tree.name(node)), attributesOf(tree, node, readValue));
  } else if (!tree.isText(node)) readMarkup(tree, node, reading);
  else if (tree.parent(node) !== tree.document) reading.text(tree.text(node));
}

function attributesOf(tree: Tree, node: NodeId, readValue: ReadValue): (readonly [string, string])[] {
  return tree.attributes(node).flatMap(({ name, value }) => {
    if (namespaceOf(tree.names, name) === DECLARATIONS) return [];
    const words = nameInWords(tree.names, name);
    const read = readValue(node, words, value);
    return read === undefined ? [] : [[words, read] as const];
  });
}

function namespaceOf(names: Names, name: NameId): string {
  return names.namespace(names.namespaceOf(name)).uris[0]!;
}

export function nameInWords(names: Names, name: NameId): string {
  return expandedName(namespaceOf(names, name), names.local(name));
}

/** Reads comments and instructions. The engine returns their bytes, not their content. */
function readMarkup(tree: Tree, node: NodeId, reading: Reading): void {
  const text = decoder.decode(tree.spanBytes(node)).replace(/\r\n?/g, "\n");
  if (text.startsWith("<!--")) reading.comment(text.slice("<!--".length, -"-->".length));
  else reading.instruction(instructionInWords(text.slice("<?".length, -"?>".length)));
}

function instructionInWords(inside: string): string {
  const [, target, data] = /^([^ \t\n]+)[ \t\n]*(.*)$/s.exec(inside) ?? [];
  return data === "" ? target! : `${target} ${data}`;
}
